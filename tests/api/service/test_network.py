"""A table that the network hears: nobody commands it without a paired device, and sessions outlive a restart."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path

from api.access.access import CONSOLE
from api.access.folder import console_token
from tests.api.service.test_service import Service, service

NETWORK = ("--host", "0.0.0.0")
ROLL = "/api/v1/dice/rolls"


def cli(folder: Path, *words: str) -> subprocess.CompletedProcess[str]:
    environment = {**os.environ, "JANTAKU_STATE_DIR": str(folder)}
    command = [sys.executable, "-m", "api.cli", *words]
    return subprocess.run(command, env=environment, capture_output=True, text=True, timeout=60, check=False)


def owner(running: Service, folder: Path) -> str:
    code = json.loads(cli(folder, "owner-code", "--json").stdout)["code"]
    _, answer = running.ask("/api/v1/me/pair", {"code": code, "name": "Olga", "program": True})
    return str(answer["token"])


def test_on_a_network_a_stranger_looks_on_and_the_owner_commands_also_after_a_restart(tmp_path: Path) -> None:
    with service(tmp_path, words=NETWORK) as running:
        running.until("/healthz", 200)
        running.until("/api/v1/table", 200)
        status, refused = running.ask(ROLL, {})
        assert (status, refused["code"]) == (403, "not-allowed")
        token = owner(running, tmp_path)
        status, answer = running.ask(ROLL, {}, token)
        assert (status, answer["events"][0]["by"]) == (202, "Olga")
        assert answer["events"][0]["actor"]["role"] == "owner"
        log = running.end()[1]
        assert "refused POST /api/v1/dice/rolls" in log
        assert token not in log
    with service(tmp_path, words=NETWORK) as running:
        running.until("/api/v1/table", 200)
        assert running.ask(ROLL, {}, token)[0] == 202


def test_a_network_without_access_control_is_refused_in_one_line(tmp_path: Path) -> None:
    settings = tmp_path / "table.toml"
    settings.write_text('[access]\ncontrol = "off"\n', encoding="utf-8")
    ended = cli(tmp_path, "serve", "--port", "simulate", "--config", str(settings), *NETWORK)
    assert (ended.returncode, len(ended.stderr.splitlines())) == (2, 1)
    assert 'access.control is "off"' in ended.stderr


def test_programs_that_may_read_the_folder_are_technicians_of_this_computer(tmp_path: Path) -> None:
    with service(tmp_path, words=NETWORK) as running:
        running.until("/api/v1/table", 200)
        assert running.ask("/api/v1/service")[0] == 403
        status, found = running.ask("/api/v1/me", token=console_token(tmp_path))
        assert (status, found["role"], found["name"]) == (200, CONSOLE.role.value, "console")
        assert (tmp_path / "access" / "console.token").stat().st_mode & 0o077 == 0
