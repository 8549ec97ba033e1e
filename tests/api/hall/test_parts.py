"""A hall in several processes on one PostgreSQL: some that tables ask, some for people."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import httpx

from api.hall.app import create_app
from api.hall.authority import agree
from api.hall.part import MOST_KNOWN, Part, admission_of
from api.hall.runtime import HallRuntime, running
from api.http.places import KnownClients
from api.https.certificates import Certificates
from api.https.setting import hosts_of
from api.service.listener import listen
from api.service.serving import serving_http
from controller.listening import HttpConfig
from hall.config import Config, HallConfig
from hall.store import open_store
from tests.api.hall.test_link import as_sent
from tests.hall.conftest import Clock, postgresql_server
from tests.hall.intake.sender import Sender
from tests.hall.postgresql import Server

__all__ = ["postgresql_server"]
PATIENCE = 30.0


@asynccontextmanager
async def part_of(part: Part, url: str, folder: Path, clock: Clock) -> AsyncIterator[httpx.AsyncClient]:
    """A client of this computer, which is the owner."""
    config = Config(HallConfig(name="Club", state_dir=folder / part.value, store=url), HttpConfig(port=8100))
    runtime = HallRuntime(config, clock, part)
    transport = httpx.ASGITransport(create_app(runtime, any_address=True), client=("127.0.0.1", 50000))
    async with running(runtime), httpx.AsyncClient(transport=transport, base_url="http://127.0.0.1:8100") as client:
        yield client


async def until(asked: Callable[[], Any], good: Callable[[Any], bool]) -> Any:
    async with asyncio.timeout(PATIENCE):
        while not good(answer := (await asked()).json()):  # noqa: ASYNC110 - it comes through a real server
            await asyncio.sleep(0.05)
    return answer


async def scenario(url: str, folder: Path) -> None:
    clock = Clock()
    sender = Sender(clock=lambda: round(clock.now.timestamp() * 1000)).play(3)
    async with part_of(Part.WEB, url, folder, clock) as web, part_of(Part.INTAKE, url, folder, clock) as intake:
        assert (await web.post("/link/v1/events", json={})).status_code == 404
        assert (await intake.get("/")).status_code == 404
        assert (await intake.get("/api/v1/views/floor")).status_code == 404
        assert (await intake.get("/readyz")).json() == {"status": "ready", "tables": 0}
        code = (await web.post("/api/v1/tables/code", json={})).json()["digits"]
        asked = {"code": code, "key": sender.public, "name": "East 1", "epoch": sender.epoch, "proof": sender.proof()}
        enrolled = (await intake.post("/link/v1/enrolments", json=asked)).json()
        sender.id, sender.token = enrolled["table"], enrolled["token"]
        bearer = {"Authorization": f"Bearer {sender.token}"}
        stands = await intake.post("/link/v1/events", json=as_sent(sender.batch(1)), headers=bearer)
        assert stands.json()["acknowledged"] == 3

        async def ordered() -> httpx.Response:
            body = {"who": "Ken", "table": sender.id, "kind": "message", "body": {"text": "Pause"}}
            return await web.post("/api/v1/commands/table.order", json=body)

        waiting = asyncio.create_task(intake.get("/link/v1/orders?wait=25", headers=bearer))
        await until(ordered, lambda answer: "events" in answer)  # as soon as the web process knows the table
        (order, *_) = (await waiting).json()["orders"]
        assert order["body"] == {"text": "Pause"}
        ahead = as_sent(sender.play(4).batch(8))  # a question: it has signed four more
        assert (await intake.post("/link/v1/events", json=ahead, headers=bearer)).json()["acknowledged"] == 3
        figures = (await intake.get("/metrics")).text.splitlines()
        assert {"jantaku_intake_tables 1", "jantaku_intake_events_total 3", "jantaku_hall_events_behind 4"} <= {
            *figures
        }
        proxied = await intake.get("/metrics", headers={"X-Forwarded-For": "192.0.2.9"})
        assert (proxied.status_code, proxied.json()["code"]) == (403, "not-allowed")
        place = {"table": sender.id, "number": 1, "name": "East 1"}
        assert (await web.post("/api/v1/commands/floor.place-table", json=place)).status_code == 202

        def seen(view: Any) -> bool:
            return any(row["live"] for row in view["tables"])

        await until(lambda: web.get("/api/v1/views/floor"), seen)
    # a process for people that starts later has all of it from the store
    async with part_of(Part.WEB, url, folder, clock) as web:
        (row,) = [one for one in (await web.get("/api/v1/views/floor")).json()["tables"] if one["live"]]
        assert row["live"]["heard"] == sender.clock()
        assert (await web.get(f"/api/v1/views/table/{sender.id}")).json()["link"]["behind"] == 4
        assert "jantaku_hall_events_behind 4" in (await web.get("/metrics")).text.splitlines()


def test_tables_and_people_are_served_by_processes_of_their_own(postgresql_server: Server, tmp_path: Path) -> None:
    asyncio.run(scenario(postgresql_server.database(), tmp_path))


def certificates_on(folder: Path, computer: str) -> Certificates:
    serves = hosts_of(HttpConfig(host="0.0.0.0"), computer, ["192.168.1.20"])
    return Certificates(folder / computer / "https", "Club", lambda: datetime.now(UTC), lambda: serves)


def test_all_computers_of_a_hall_show_certificates_of_one_authority(tmp_path: Path) -> None:
    """Also one that is put up from a copy of the store: tables that trusted the hall go on."""
    with open_store(f"sqlite:///{tmp_path / 'hall.db'}") as store:
        web, intake = certificates_on(tmp_path, "desk"), certificates_on(tmp_path, "rack")
        assert web.authority.fingerprint != intake.authority.fingerprint
        assert [agree(store, one) for one in (web, intake, web, intake)] == [False, True, False, False]
        assert web.authority.fingerprint == intake.authority.fingerprint
        intake.server.certificate.verify_directly_issued_by(web.authority.certificate)
        assert "rack.local" in intake.hosts.names
        again = certificates_on(tmp_path, "rack")
        assert again.authority.fingerprint == web.authority.fingerprint
        assert again.server.certificate == intake.server.certificate


class Held:
    def __init__(self, name: str) -> None:
        self.client_name, self.idle = name, False

    def drop(self) -> None:
        raise AssertionError


def test_a_process_for_tables_has_places_for_ten_thousand_of_them() -> None:
    for known in (KnownClients(MOST_KNOWN), KnownClients(MOST_KNOWN)):
        admission = admission_of(Part.INTAKE, known)
        for number in range(10_000):
            name = f"10.0.{number // 256}.{number % 256}"
            assert admission.admit(Held(name))
            known.note(name)
            assert admission.admit(Held(name))


class Served:
    pace, certificates, serving = 1.0, None, None


def test_a_hall_is_served_with_the_places_that_it_was_given() -> None:
    """More than the 288 that a table has for its own computer; an admission without connections is false in Python."""

    async def scenario() -> None:
        app = create_app(HallRuntime(Config(), part=Part.INTAKE), any_address=True)
        admission = admission_of(Part.INTAKE, app.state.known)
        with listen(HttpConfig(port=0)) as listener:
            async with serving_http(listener, app, Served(), admission=admission):
                lines = [await asyncio.open_connection(*listener.getsockname()[:2]) for _ in range(300)]
                reader, writer = lines[0]
                writer.write(b"GET /healthz HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n")
                async with asyncio.timeout(PATIENCE):
                    assert (await reader.readline()).startswith(b"HTTP/1.1 200")
                assert len(admission) == 300
                for _, one in lines:
                    one.close()

    asyncio.run(scenario())
