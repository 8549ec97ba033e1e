"""The hall over HTTP: what people at the table enter, see and do about it."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from pathlib import Path

import httpx
import pytest

from api.service.mdns import FoundHall
from api.table.app import create_app
from tests.api.conftest import HERE, FakeRuntime, Opened
from tests.api.uplink.fake_hall import CODE, FakeHall, open_hall
from tests.api.uplink.linked import Linked, linked, until


def play(folder: Path, scenario: Callable[[httpx.AsyncClient, Linked, str], Awaitable[None]]) -> None:
    hall = FakeHall()

    async def run() -> None:
        with open_hall(hall) as address:
            async with linked(folder, hall) as one:
                runtime = FakeRuntime(one.table, uplink=one.uplink)
                transport = httpx.ASGITransport(create_app(runtime), raise_app_exceptions=False)
                async with httpx.AsyncClient(transport=transport, base_url=f"{HERE}") as http:
                    await scenario(http, one, address)

    asyncio.run(run())


def test_joining_and_leaving_over_http_with_the_keys_in_between(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def scenario(http: httpx.AsyncClient, one: Linked, address: str) -> None:
        async def answering() -> list[FoundHall]:
            return [FoundHall("North", address)]

        monkeypatch.setattr("api.table.routes.hall.halls", answering)
        before = (await http.get("/api/v1/hall")).json()
        assert (before["hall"], before["status"], before["joining"]) == (None, "none", None)
        assert (await http.get("/api/v1/hall/found")).json() == {"halls": [{"name": "North", "address": address}]}
        asked = await http.post("/api/v1/hall/joining", json={"code": CODE, "address": address, "who": "Kei"})
        assert (asked.status_code, asked.json()["state"]) == (202, "waiting")
        assert (await http.get("/api/v1/table")).json()["hall"]["joining"] == "waiting"
        assert one.uplink.key_held()
        await until(lambda: one.uplink.member is not None and one.uplink.behind == 0)
        after = (await http.get("/api/v1/hall")).json()
        assert after["hall"] == {
            "id": "h-1", "name": "North hall", "table": "t-1", "joined": after["hall"]["joined"], "released": False,
        }  # fmt: skip
        assert (after["status"], after["address"], after["behind"]) == ("connected", address, 0)
        assert (after["joining"]["state"], after["joining"]["trouble"]) == ("joined", None)
        figures = (await http.get("/metrics")).text
        assert 'jantaku_hall_state{state="connected"} 1' in figures and "jantaku_hall_behind 0" in figures
        await one.ordered("message", {"text": "hello"})
        await one.ordered("message", {})
        orders = (await http.get("/api/v1/hall")).json()["orders"]
        assert [(order["order"], order["refused"]) for order in orders] == [("o-2", "bad-order"), ("o-1", None)]
        assert (await http.post("/api/v1/hall/messages/readings", json={})).status_code == 202
        refused = await http.post("/api/v1/hall/leaving", json={})
        assert (refused.status_code, refused.json()["code"]) == (423, "not-released")
        left = await http.post("/api/v1/hall/leaving", json={"unreleased": True})
        assert (left.status_code, left.json()["hall"]) == (202, None)
        await until(lambda: one.uplink.member is None)

    play(tmp_path, scenario)


def test_without_an_address_or_with_a_bad_one_nothing_is_asked(tmp_path: Path) -> None:
    async def scenario(http: httpx.AsyncClient, one: Linked, address: str) -> None:
        for body, code, field in (
            ({"code": CODE}, "no-hall-address", "address"),
            ({"code": CODE, "address": "http://hall.example"}, "invalid", "address"),
            ({"code": CODE, "address": address, "authority": "AB"}, "invalid", "authority"),
            ({"code": "12345", "address": address}, "invalid", "code"),
            ({"code": "１２３４５６", "address": address}, "invalid", "code"),
        ):
            answer = await http.post("/api/v1/hall/joining", json=body)
            assert (answer.status_code, answer.json()["code"], answer.json()["field"]) == (422, code, field), body
        assert one.uplink.joining is None and one.hall.requests == []

    play(tmp_path, scenario)


def test_a_table_that_runs_without_a_link_says_so(house: Opened) -> None:
    async def scenario() -> None:
        async with house() as h:
            assert (await h.get("/hall")).json()["status"] == "none"
            assert (await h.post("/hall/retries")).status_code == 503
            assert (await h.get("/table")).json()["hall"] is None
            allowed = await h.post("/hall/hands")
            assert (allowed.status_code, allowed.json()["code"]) == (423, "time-is-not-up")

    asyncio.run(scenario())
