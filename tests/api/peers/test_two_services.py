"""Two real services, each among the peers of the other, over TLS: heads go both ways without anybody's doing."""

from __future__ import annotations

import asyncio
import json
import os
import subprocess
import sys
import time
from collections.abc import Callable
from datetime import UTC, datetime
from pathlib import Path

import pytest

from api.https.certificates import Certificates
from api.https.setting import FOLDER, this_computer
from api.peers.client import PeerClient
from api.peers.state import FILE
from bench.ports import free_port
from controller.fairness.journal_head import head_of_text
from controller.journal.store import Journal
from controller.listening import HttpConfig
from controller.peers import PeerConfig
from controller.table.witness import FILE as HEADS
from tests.api.service.test_service import Service
from tests.api.table.test_dice import checkable

PATIENCE = 150.0
NAMES = ("one", "two")


def made(folder: Path) -> tuple[str, str]:
    """A table that has signed a head: its key, and the fingerprint of its authority."""
    folder.mkdir()

    async def sign() -> str:
        async with checkable(folder) as house:
            head = await house.table.heads.sign()
            assert head is not None
            return head_of_text(head.record).head.key.hex()

    hosts = this_computer(HttpConfig(), [])
    certificates = Certificates(folder / FOLDER, folder.name, lambda: datetime.now(UTC), lambda: hosts)
    return asyncio.run(sign()), certificates.authority.fingerprint


def peers_of(settings: Path, name: str, port: int, key: str, authority: str) -> PeerConfig:
    peer = PeerConfig(name, f"https://127.0.0.1:{port}", key, authority)
    rows = (f"{part} = {json.dumps(getattr(peer, part))}" for part in ("name", "address", "key", "authority"))
    settings.write_text("\n".join(("[[peers]]", *rows)) + "\n")
    return peer


def until(happened: Callable[[], bool], running: list[Service]) -> None:
    end = time.monotonic() + PATIENCE
    while not happened():
        assert time.monotonic() < end and all(each.process.poll() is None for each in running), [
            each.log()[-2000:] for each in running
        ]
        time.sleep(0.1)


def cli(folder: Path, *words: str) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, "-m", "api.cli", *words, "--config", f"{folder}.toml", "--state-dir", str(folder)]
    environment = {**os.environ, "JANTAKU_STATE_DIR": str(folder)}
    return subprocess.run(command, env=environment, capture_output=True, text=True, timeout=60, check=False)


@pytest.mark.timeout(240)
def test_two_services_witness_each_other_and_verify_uses_it(tmp_path: Path) -> None:
    folders = [tmp_path / name for name in NAMES]
    known, ports = [made(folder) for folder in folders], [free_port() for _ in NAMES]
    peers = [peers_of(Path(f"{folders[1 - at]}.toml"), NAMES[at], ports[at], *known[at]) for at in range(len(NAMES))]
    running = [
        Service(folder, "/dev/no-such-board", words=("--tls", "--config", f"{folder}.toml"), port=port)
        for folder, port in zip(folders, ports, strict=True)
    ]
    try:
        until(lambda: all(_witnessed(folder) for folder in folders), running)
        for at, folder in enumerate(folders):
            other = known[1 - at][0]
            assert {head_of_text(line).head.key.hex() for line in (folder / HEADS).read_text().splitlines()} == {other}
            with Journal(folder / "journal.db", now=lambda: datetime.now(UTC), read_only=True) as journal:
                head = journal.latest_head()
                assert head is not None and other in dict(head.cosignatures)
        assert PeerClient(peers[0]).get_json("/journal/heads/latest")["key"] == known[0][0]
        verified = cli(folders[0], "journal", "verify", "--peers", "--json")
        found = json.loads(verified.stdout)
        assert (verified.returncode, found["ok"]) == (0, True), verified.stderr
        assert any("two keeps" in witness for witness in found["witnesses"])
        assert any(witness.startswith("two, key ") for witness in found["witnesses"])
        checked = json.loads(cli(folders[0], "doctor", "--json").stdout)
        assert [one["verdict"] for one in checked if one["check"] == "peers"] == ["ok"]
        entry = json.loads(cli(folders[0], "journal", "peer", "--json").stdout)
        assert (entry["key"], entry["authority"]) == known[0]
    finally:
        for each in running:
            each.process.kill()
            each.process.wait(PATIENCE)


def _witnessed(folder: Path) -> bool:
    """Whether the other table has cosigned, and its head is kept here; the state is written after both."""
    try:
        (state,) = json.loads((folder / FILE).read_text())
    except (FileNotFoundError, ValueError):
        return False
    return bool(state["witnessed"]) and bool(state["head"])
