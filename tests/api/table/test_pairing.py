"""Pairing over HTTP: what a phone, the table's display and an onlooker see; cookies; what happens when it is over."""

from __future__ import annotations

import asyncio
from contextlib import AsyncExitStack
from pathlib import Path
from typing import Any

import httpx
import pytest

from api.access.access import Access, AccessRules
from api.access.caller import COOKIE
from api.access.devices import LIFETIME
from api.table.app import DEVICE_STREAMS, create_app
from api.table.shown.table import Snapshot
from controller.permits import LOCAL_OWNER, Role
from controller.rules.seats import SEATS
from hardware.simulator import actions
from tests.api.access.conftest import Desk
from tests.api.conftest import HERE, House, Opened
from tests.api.service.playing import House as Simulated
from tests.api.service.playing import config, in_house
from tests.api.table.test_live import listening

PHONE = {"role": "seat", "seat": 2, "name": "Bo's phone"}


def table(**rules: bool) -> Desk:
    return Desk(Access(AccessRules(local_owner=False, **rules)))


def bearer(desk: Desk, role: Role) -> dict[str, str]:
    return {"Authorization": f"Bearer {desk.access.let_in(role.value, role, None, 'test', 3600).text}"}


async def snapshot(h: House, headers: dict[str, str]) -> Any:
    answer = await h.get("/table", **headers)
    Snapshot.model_validate_json(answer.content)
    return answer.json()["pairing"]


async def opened(h: House, desk: Desk, headers: dict[str, str]) -> Any:
    """A phone asked, its key was held; what the display shows."""
    assert (await h.post("/pairings", PHONE)).status_code == 202
    desk.pairings.key_held(SEATS[2])
    return await snapshot(h, headers)


def test_a_phone_is_paired_with_the_digits_of_the_display(house: Opened) -> None:
    async def scenario() -> None:
        desk = table()
        async with house(pairings=desk.pairings) as h:
            asked = (await h.post("/pairings", PHONE)).json()
            assert (asked["state"], asked["pin"]) == ("waiting", False)
            desk.pairings.key_held(SEATS[2])
            shown = await snapshot(h, bearer(desk, Role.TABLE))
            assert (await h.get(f"/pairings/{asked['id']}")).json()["state"] == "open"
            answer = await h.post("/me/pair", {"code": shown["digits"]})
            assert answer.status_code == 201
            assert (answer.json()["seat"], answer.json()["name"], answer.json()["token"]) == (2, "Bo's phone", None)
            assert (await h.get("/me")).json()["role"] == "seat"

    asyncio.run(scenario())


def test_the_cookie_is_for_this_table_alone(house: Opened) -> None:
    async def scenario() -> None:
        desk = table()
        async with house(pairings=desk.pairings) as h:
            shown = await opened(h, desk, bearer(desk, Role.TABLE))
            header = (await h.post("/me/pair", {"code": shown["digits"]})).headers["set-cookie"]
            parts = {part.strip().lower() for part in header.split(";")[1:]}
            assert header.startswith(f"{COOKIE}=")
            assert parts == {"httponly", "samesite=strict", "path=/", f"max-age={LIFETIME[Role.SEAT]}"}

    asyncio.run(scenario())


def test_over_tls_the_cookie_is_secure() -> None:
    async def scenario() -> None:
        desk = table()
        _, code = desk.pairings.make_grant(Role.TABLE, "tablet", 60, LOCAL_OWNER)
        transport = httpx.ASGITransport(create_app(pairings=desk.pairings))
        async with httpx.AsyncClient(transport=transport, base_url=HERE.replace("http:", "https:")) as http:
            answer = await http.post("/api/v1/me/pair", json={"code": code})
            assert "secure" in answer.headers["set-cookie"].lower()

    asyncio.run(scenario())


def test_a_program_gets_its_token_in_the_answer(house: Opened) -> None:
    async def scenario() -> None:
        desk = table()
        async with house(pairings=desk.pairings) as h:
            shown = await opened(h, desk, bearer(desk, Role.TABLE))
            answer = await h.post("/me/pair", {"code": shown["digits"], "program": True})
            assert "set-cookie" not in answer.headers
            found = await h.get("/me", Authorization=f"Bearer {answer.json()['token']}")
            assert found.json()["role"] == "seat"

    asyncio.run(scenario())


def test_only_the_display_sees_the_code(house: Opened) -> None:
    async def scenario() -> None:
        desk = table()
        async with house(pairings=desk.pairings) as h:
            shown = await opened(h, desk, bearer(desk, Role.TABLE))
            assert (shown["role"], shown["seat"], shown["name"]) == ("seat", 2, "Bo's phone")
            assert shown["url"].startswith("http://table.local:8000/pair#")
            assert (await h.get("/pairings/code.svg", **bearer(desk, Role.TABLE))).content.startswith(b"<svg")
            for role in (Role.TECHNICIAN, Role.STAFF):
                seen = await snapshot(h, bearer(desk, role))
                assert (seen is None) is (role is Role.TECHNICIAN)
            assert await snapshot(h, {}) is None
            assert (await h.get("/pairings/code.svg")).status_code == 403

    asyncio.run(scenario())


def test_the_stream_of_the_display_names_the_pairing_and_no_other_stream_does(house: Opened) -> None:
    async def scenario() -> None:
        desk = table()
        async with house(pairings=desk.pairings) as h:
            desk.pairings._changed = h.table.show_again
            async with listening(h, headers=bearer(desk, Role.TABLE)) as display, listening(h) as onlooker:
                for client in (display, onlooker):
                    await client.start()
                    assert ((await client.next()) or {})["data"]["pairing"] is None
                await opened(h, desk, {})
                shown = ((await display.next()) or {})["data"]["pairing"]
                assert shown["digits"] is not None
                assert ((await onlooker.next()) or {})["data"]["pairing"] is None
                await h.post("/me/pair", {"code": shown["digits"]})
                assert ((await display.next()) or {})["data"]["pairing"] is None

    asyncio.run(scenario())


def test_a_revoked_device_loses_its_stream_at_once(house: Opened) -> None:
    async def scenario() -> None:
        desk = table()
        async with house(pairings=desk.pairings) as h:
            owner, phone = bearer(desk, Role.OWNER), bearer(desk, Role.STAFF)
            listed = (await h.get("/devices", **owner)).json()["devices"]
            assert [(one["role"], one["this"]) for one in listed] == [("owner", True), ("staff", False)]
            async with listening(h, headers=phone) as client, listening(h, headers=owner) as other:
                for one in (client, other):
                    await one.start()
                    await one.next()
                assert (await h.post(f"/devices/{listed[1]['id']}/revoke", **owner)).status_code == 200
                assert await client.next() is None
                h.table.show_again()
                assert await other.next() is not None
            assert (await h.get("/me", **phone)).status_code == 401

    asyncio.run(scenario())


def test_a_device_has_a_bounded_number_of_streams_whatever_its_address(house: Opened) -> None:
    async def scenario() -> None:
        desk = table()
        async with house(pairings=desk.pairings) as h, AsyncExitStack() as stack:
            phone = bearer(desk, Role.STAFF)
            statuses = []
            for n in range(DEVICE_STREAMS + 1):
                client = await stack.enter_async_context(listening(h, headers=phone, of=f"10.0.0.{n}"))
                statuses.append((await client.start())[0])
            assert statuses == [200] * DEVICE_STREAMS + [503]
            other = await stack.enter_async_context(listening(h, headers=bearer(desk, Role.STAFF)))
            assert (await other.start())[0] == 200

    asyncio.run(scenario())


def test_a_device_that_leaves_is_paired_no_more(house: Opened) -> None:
    async def scenario() -> None:
        desk = table()
        async with house(pairings=desk.pairings) as h:
            h.http.cookies.set(COOKIE, desk.access.let_in("tablet", Role.TABLE, None, "test", 60).text)
            answer = await h.post("/me/leave")
            assert 'jantaku=""; ' in answer.headers["set-cookie"]
            assert desk.access.devices() == []

    asyncio.run(scenario())


def test_staff_vouches_for_a_tablet(house: Opened) -> None:
    async def scenario() -> None:
        desk = table()
        async with house(pairings=desk.pairings) as h:
            staff = bearer(desk, Role.STAFF)
            await h.post("/pairings", {"role": "table", "name": "tablet"})
            waiting = (await h.get("/pairings", **staff)).json()["waiting"]
            assert (await h.post(f"/pairings/{waiting[0]['id']}/open", **staff)).status_code == 200
            shown = await snapshot(h, staff)
            assert (await h.post("/me/pair", {"code": shown["digits"]})).json()["role"] == "table"
            assert [one.paired_by for one in desk.access.devices()] == ["test", "staff"]

    asyncio.run(scenario())


def test_an_owner_gives_a_code_away_and_takes_one_back(house: Opened) -> None:
    async def scenario() -> None:
        desk = table()
        async with house(pairings=desk.pairings) as h:
            owner = bearer(desk, Role.OWNER)
            given = [
                (await h.post("/grants", {"role": role, "name": "Rei"}, **owner)).json()
                for role in ("referee", "technician")
            ]
            assert given[0]["url"].endswith(f"#{given[0]['code']}")
            assert "code" not in (await h.get("/grants", **owner)).json()["grants"][0]
            assert (await h.post(f"/grants/{given[1]['id']}/revoke", **owner)).status_code == 200
            assert (await h.post("/me/pair", {"code": given[1]["code"]})).status_code == 422
            assert (await h.post("/me/pair", {"code": given[0]["code"]})).json()["role"] == "referee"

    asyncio.run(scenario())


def test_the_owner_sets_the_pin_that_staff_then_needs(house: Opened) -> None:
    async def scenario() -> None:
        desk = table()
        async with house(pairings=desk.pairings) as h:
            owner = bearer(desk, Role.OWNER)
            assert (await h.post("/staff-pin", {"pin": "123"}, **owner)).json()["field"] == "pin"
            assert (await h.post("/staff-pin", {"pin": "2468"}, **owner)).status_code == 200
            assert (await h.get("/devices", **owner)).json()["staff_pin"] is True
            await h.post("/pairings", {"role": "staff", "name": "Ann"})
            desk.pairings.key_held(None)
            shown = await snapshot(h, owner)
            wrong = await h.post("/me/pair", {"code": shown["digits"], "pin": "1357"})
            assert (wrong.status_code, wrong.json()["code"], wrong.json()["field"]) == (422, "wrong-pin", "pin")
            right = await h.post("/me/pair", {"code": shown["digits"], "pin": "2468"})
            assert right.json()["role"] == "staff"

    asyncio.run(scenario())


@pytest.mark.parametrize(
    "body",
    [
        {"role": "seat", "name": "x"},
        {"role": "staff", "seat": 1, "name": "x"},
        {"role": "referee", "name": "x"},
        {"role": "seat", "seat": 4, "name": "x"},
        {"role": "seat", "seat": 1, "name": ""},
        {"role": "seat", "seat": 1, "name": "x" * 41},
    ],
)
def test_what_cannot_be_paired_at_the_table_is_refused(house: Opened, body: dict[str, Any]) -> None:
    async def scenario() -> None:
        async with house(pairings=table().pairings) as h:
            assert (await h.post("/pairings", body)).status_code == 422

    asyncio.run(scenario())


# ---------------------------------------------------------------- with the keys of a table


def test_a_held_dice_key_of_the_simulated_table_pairs_a_phone_and_a_short_press_throws(tmp_path: Path) -> None:
    async def test(house: Simulated) -> None:
        pairings = house.runtime.pairings
        transport = httpx.ASGITransport(create_app(house.runtime, pairings=pairings))
        async with httpx.AsyncClient(transport=transport, base_url=HERE) as http:
            await asyncio.sleep(10)  # virtual: the board is there
            await http.post("/api/v1/pairings", json=PHONE)
            actions.act(house.simulator, {"action": "press", "key": "dice-2", "held_ms": 200})
            await asyncio.sleep(3)
            assert pairings.open_now() is None
            assert house.table.projection.rolls == 1
            actions.act(house.simulator, {"action": "press", "key": "dice-2", "held_ms": 1500})
            await asyncio.sleep(3)
            assert house.table.projection.rolls == 1
            shown = (await http.get("/api/v1/table")).json()["pairing"]
            answer = await http.post("/api/v1/me/pair", json={"code": shown["digits"]})
            assert (answer.status_code, answer.json()["seat"]) == (201, 2)

    in_house(config(tmp_path), test)


def test_open_and_raise_of_the_simulated_table_open_a_pairing_of_staff(tmp_path: Path) -> None:
    async def test(house: Simulated) -> None:
        pairings = house.runtime.pairings
        transport = httpx.ASGITransport(create_app(house.runtime, pairings=pairings))
        async with httpx.AsyncClient(transport=transport, base_url=HERE) as http:
            await asyncio.sleep(10)  # virtual: the board is there
            await http.post("/api/v1/pairings", json={"role": "staff", "name": "Ann"})
            actions.act(house.simulator, {"action": "press-both", "held_ms": 1500})
            await asyncio.sleep(3)
            shown = (await http.get("/api/v1/table")).json()["pairing"]
            assert (shown["role"], shown["name"]) == ("staff", "Ann")

    in_house(config(tmp_path), test)
