"""A release from the file to the table: taken in by the hall, given on over the link, put into the table's inbox."""

from __future__ import annotations

import asyncio
import ssl
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import UTC, datetime
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any

import pytest

from api.hall import releases
from api.https.authority import make_authority
from api.https.server_certificate import make_server_certificate
from api.https.setting import hosts_of
from api.updates import bundle, for_hall
from api.updates.errors import BadBundle
from api.updates.here import machine
from api.updates.inbox import Inbox
from api.updates.releases import Outcome, Releases
from api.uplink.hall_client import Turn
from api.uplink.releases import reported
from controller.listening import HttpConfig
from tests.api.hall.conftest import HallHouse
from tests.api.hall.test_link import ask, enrolled, sender_of
from tests.api.updates.test_inbox import PUBLIC, make

NEXT = "99.0"
NOW = datetime.now(UTC)
HERE = hosts_of(HttpConfig(), "releases", [])
__all__ = ["make"]


@pytest.fixture
def published(tmp_path: Path, make: Any, monkeypatch: pytest.MonkeyPatch) -> Path:
    """What ``make release`` lays out, trusted by tables and hall."""
    monkeypatch.setattr(releases, "keys", lambda: [PUBLIC])
    monkeypatch.setattr(for_hall, "keys", lambda: [PUBLIC])
    monkeypatch.setattr(for_hall, "UNIT", tmp_path)
    files = [make(NEXT), make(NEXT, machine="riscv64")]
    sums = "".join(f"{'0' * 64}  {path.name}\n" for path in files)
    (files[0].parent / releases.SUMS).write_text(f"{sums}{'0' * 64}  other.whl\n")
    return files[0].parent


def test_a_hall_fetches_what_is_newer_for_each_machine_and_nothing_twice(published: Path, tmp_path: Path) -> None:
    inbox = Inbox(tmp_path, [PUBLIC], None)
    fetched = releases.fetch(published.as_uri(), inbox)
    assert {one.manifest.machine for one in fetched} == {machine(), "riscv64"}
    assert [one.manifest.version for one in releases.newest(inbox)] == [NEXT, NEXT]
    assert releases.fetch(published.as_uri(), inbox) == []
    (tmp_path / "other").mkdir()
    with pytest.raises(BadBundle):
        releases.fetch(published.as_uri(), Inbox(tmp_path / "other", ["11" * 32], None))
    with pytest.raises(OSError, match="https"):
        releases.fetch("http://example.invalid", inbox)


@contextmanager
def over_tls(folder: Path, certificate: Path) -> Iterator[str]:
    """The files of a folder, served by the standard library; its address."""

    class Quiet(SimpleHTTPRequestHandler):
        def log_message(self, *_: object) -> None:
            pass

    context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    context.load_cert_chain(certificate)
    with ThreadingHTTPServer(("127.0.0.1", 0), partial(Quiet, directory=str(folder))) as server:
        server.socket = context.wrap_socket(server.socket, server_side=True)
        threading.Thread(target=server.serve_forever, kwargs={"poll_interval": 0.02}, daemon=True).start()
        yield f"https://127.0.0.1:{server.server_port}"
        server.shutdown()


def test_a_hall_fetches_over_tls_from_a_place_whose_authority_it_was_told(published: Path, tmp_path: Path) -> None:
    authority, other = (make_authority(name, HERE, NOW) for name in ("releases", "somebody"))
    (tmp_path / "server.pem").write_bytes(make_server_certificate(authority, HERE, NOW).as_file())
    for name, one in (("ca.pem", authority), ("other.pem", other)):
        (tmp_path / name).write_bytes(one.public_pem())
    inbox = Inbox(tmp_path, [PUBLIC], None)
    with over_tls(published, tmp_path / "server.pem") as address:
        for wrong in (None, tmp_path / "other.pem"):
            with pytest.raises(OSError, match="CERTIFICATE_VERIFY_FAILED"):
                releases.fetch(address, inbox, wrong)
        with pytest.raises(OSError, match="CERTIFICATE_VERIFY_FAILED"):
            releases.fetch(address.replace("127.0.0.1", "127.1"), inbox, tmp_path / "ca.pem")
        assert len(releases.fetch(address, inbox, tmp_path / "ca.pem")) == 2
        assert releases.fetch(f"{address}/", inbox, tmp_path / "ca.pem") == []
    with pytest.raises(OSError, match="no-such"):
        releases.fetch(address, inbox, tmp_path / "no-such.pem")


def test_a_table_hears_its_turn_gets_the_file_and_tells_how_it_ended(
    hall_house: HallHouse, published: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def scenario() -> None:
        async with hall_house() as hall:
            sender = sender_of(hall)
            await enrolled(hall, sender)
            state = hall.runtime.config.hall.state_dir
            releases.fetch(published.as_uri(), Inbox(state, [PUBLIC], None))
            said = {"version": "1.0", "machine": machine(), "idle": True, "updating": False, "ended": None}
            first = await ask(hall, sender, "POST", "/releases", said)
            assert first.json() == {"version": None, "install": False, "again": 300}
            await hall.command("release.roll-out", version=NEXT, when="now")
            asked = (await ask(hall, sender, "POST", "/releases", said)).json()
            assert (asked["version"], asked["install"]) == (NEXT, True)
            got = await ask(hall, sender, "GET", f"/releases/{NEXT}/{machine()}")
            assert got.status_code == 200
            (tmp_path / "got").write_bytes(got.content)
            assert bundle.checked(tmp_path / "got", [PUBLIC]).manifest.version == NEXT
            failed = said | {"ended": {"version": NEXT, "why": "it does not answer", "refused": True}}
            await ask(hall, sender, "POST", "/releases", failed)
            await hall.runtime.running.refresh()
            shown = (await hall.get("/views/releases")).json()
            assert shown["available"]["version"] == NEXT
            assert shown["rollout"]["stopped"]["why"] == "it does not answer"
            assert shown["tables"][0]["version"] == "1.0"
            sender.token = "x" * 40
            for path in (f"/releases/{NEXT}/{machine()}", "/releases/../../etc/passwd/x"):
                assert (await ask(hall, sender, "GET", path)).status_code in (401, 404)

    asyncio.run(scenario())


class FakeHall:
    """``turn``: what it answers; ``content``: the file that it gives."""

    def __init__(self, turn: Turn, content: bytes) -> None:
        self.turn, self.content, self.files = turn, content, 0

    def report_release(self, report: Any) -> Turn:
        return self.turn

    def release(self, version: str, machine: str) -> bytes:
        self.files += 1
        return self.content


@pytest.mark.parametrize(("install", "busy", "good"), [(True, False, True), (False, False, True), (False, True, True),
                                                       (True, False, False)])  # fmt: skip
def test_a_table_fetches_a_release_while_nobody_plays_and_wishes_for_it_when_it_is_its_turn(
    install: bool, busy: bool, good: bool, published: Path, tmp_path: Path
) -> None:
    content = next(published.glob(f"*-{machine()}.update")).read_bytes() if good else b"rubbish"
    hall, local = FakeHall(Turn(version=NEXT, install=install, again=15), content), Releases(tmp_path / "opt")
    state = tmp_path / "table"
    state.mkdir()
    box = for_hall.UpdatesForHall(state, lambda: busy, local)
    for _ in range(2):
        assert reported(hall, box) == 15  # type: ignore[arg-type]
    assert Inbox(state, (), None).is_wished() is (install and good)
    assert box.lacks(NEXT) is (busy or not good)
    if good:
        assert hall.files == (0 if busy else 1)
    local.root.mkdir()
    local.note(Outcome(NEXT, None, "2026-05-01T03:00:00+00:00", "it does not answer"))
    assert box.report()["ended"] == {"version": NEXT, "why": "it does not answer", "refused": False}
