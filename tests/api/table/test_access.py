"""Who may reach which route: every route of the contract, for every role."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Iterator
from typing import Any

import pytest
from fastapi import APIRouter, Depends
from fastapi.routing import APIRoute

from api.access.access import Access, AccessRules
from api.access.caller import COOKIE
from api.table.app import ROUTERS, create_app
from api.table.dependencies import may_ask, rows_of
from api.table.routes import health
from controller.permits import PERMITS, Permit, Role, permits_of
from controller.rules.seats import SEATS
from tests.api.access.conftest import on
from tests.api.conftest import House, Opened

ROUTES = [route for router in ROUTERS for route in router.routes if isinstance(route, APIRoute)]
MINE = SEATS[2]


def paired(role: Role, access: Access) -> dict[str, str]:
    if role is Role.VIEWER:
        return {}
    seat = MINE if role is Role.SEAT else None
    return {"Authorization": f"Bearer {access.let_in(f'a {role}', role, seat, 'test', 60).text}"}


def closed(**rules: bool) -> Access:
    return Access(AccessRules(local_owner=False, **rules))


def addresses(route: APIRoute) -> Iterator[tuple[str, str]]:
    prefix = "" if route in health.router.routes else "/api/v1"
    for method in sorted(route.methods):
        path = prefix + route.path
        for name in ("ruleset", "match", "number", "seq", "id"):
            path = path.replace("{" + name + "}", "1")
        yield method, path


def test_every_route_has_a_row() -> None:
    assert [route.path for route in ROUTES if not rows_of(route)] == []


def test_every_route_of_the_contract_is_among_them() -> None:
    contract = {(method.upper(), path) for path, ways in create_app().openapi()["paths"].items() for method in ways}
    prefixed = {
        (method, ("" if route in health.router.routes else "/api/v1") + route.path)
        for route in ROUTES
        for method in route.methods
    }
    assert prefixed == contract


@pytest.mark.parametrize("role", Role)
def test_a_role_reaches_its_routes_and_no_others(house: Opened, role: Role) -> None:
    """The body is empty: who may not is refused before anybody looks at it."""

    async def scenario() -> None:
        access = closed()
        async with house(pairings=on(access)) as h:
            headers = paired(role, access)
            for route in ROUTES:
                permits = {PERMITS[name][role] for name in rows_of(route)}
                if Permit.OWN in permits and Permit.YES not in permits:
                    continue  # depends on the seat that the body names: tests/controller/test_permits.py
                may = Permit.YES in permits
                for method, path in addresses(route):
                    if path.endswith("/live"):
                        continue  # without an end; below
                    body: dict[str, Any] = {} if method == "GET" else {"json": {}}
                    asks = paired(role, access) if path.endswith("/me/leave") else headers
                    answer = await h.http.request(method, path, headers=asks, **body)
                    refused = answer.status_code == 403 and answer.json()["code"] == "not-allowed"
                    assert refused is not may, (method, path, answer.text)

    asyncio.run(scenario())


def test_who_may_not_look_gets_no_stream(house: Opened) -> None:
    async def scenario() -> None:
        access = closed(viewers=False)
        async with house(pairings=on(access)) as h:
            assert (await h.get("/live")).status_code == 401
            assert (await h.get("/simulator/live")).status_code == 401
            assert (await h.get("/simulator/live", **paired(Role.TABLE, access))).status_code == 403

    asyncio.run(scenario())


def test_a_route_that_names_no_row_is_for_nobody(house: Opened) -> None:
    router = APIRouter()

    @router.get("/forgotten")
    async def forgotten() -> str:
        return "reached"

    async def scenario() -> None:
        async with house() as h:
            h.app.include_router(router, dependencies=[Depends(may_ask)])
            assert (await h.http.get("/forgotten")).status_code == 403

    asyncio.run(scenario())


async def me(h: House, **headers: str) -> dict[str, Any]:
    answer = await h.get("/me", **headers)
    assert answer.status_code == 200, answer.text
    found: dict[str, Any] = answer.json()
    return found


@pytest.mark.parametrize("role", Role)
def test_a_device_hears_what_it_may(house: Opened, role: Role) -> None:
    async def scenario() -> None:
        access = closed()
        async with house(pairings=on(access)) as h:
            found = await me(h, **paired(role, access))
            assert found["role"] == role.value
            assert found["seat"] == (MINE if role is Role.SEAT else None)
            assert found["permits"] == {name: permit.value for name, permit in permits_of(role).items()}
            assert found["open"] is False

    asyncio.run(scenario())


def test_a_cookie_is_as_good_as_a_bearer_token(house: Opened) -> None:
    async def scenario() -> None:
        access = closed()
        token = access.let_in("phone", Role.SEAT, MINE, "key-2", 60).text
        async with house(pairings=on(access)) as h:
            h.http.cookies.set(COOKIE, token)
            assert (await me(h))["name"] == "phone"

    asyncio.run(scenario())


def test_this_computer_hears_that_it_is_the_owners(house: Opened) -> None:
    async def scenario() -> None:
        async with house() as h:
            found = await me(h)
            assert (found["role"], found["open"], found["device"]) == ("owner", True, None)

    asyncio.run(scenario())


def test_a_program_with_a_token_that_is_none_is_told_so(house: Opened) -> None:
    async def scenario() -> None:
        async with house(pairings=on(closed())) as h:
            answer = await h.get("/me", Authorization="Bearer nobody")
            assert answer.status_code == 401
            assert answer.headers["www-authenticate"] == "Bearer"
            assert answer.json()["code"] == "not-paired"

    asyncio.run(scenario())


def test_without_viewers_a_stranger_still_finds_how_to_pair(house: Opened) -> None:
    async def scenario() -> None:
        async with house(pairings=on(closed(viewers=False))) as h:
            assert (await h.get("/table")).status_code == 401
            assert (await h.get("/words")).status_code == 200
            assert (await me(h))["viewers"] is False

    asyncio.run(scenario())


def test_without_viewers_a_stranger_can_be_paired(house: Opened) -> None:
    async def scenario() -> None:
        async with house(pairings=on(closed(viewers=False))) as h:
            asked = await h.post("/pairings", {"role": "seat", "seat": 1, "name": "Bo"})
            assert (asked.status_code, asked.json()["state"]) == (202, "waiting")
            assert (await h.get(f"/pairings/{asked.json()['id']}")).status_code == 200
            wrong = await h.post("/me/pair", {"code": "AAAAA-BBBBB-CCCCC-DDDDD", "name": "Bo"})
            assert wrong.json()["code"] == "wrong-code"

    asyncio.run(scenario())


def test_a_refusal_is_logged_with_who_and_from_where(house: Opened, caplog: pytest.LogCaptureFixture) -> None:
    async def scenario() -> None:
        access = closed()
        async with house(pairings=on(access)) as h:
            await h.post("/matches/current/abandon", {}, **paired(Role.TABLE, access))

    with caplog.at_level(logging.WARNING, "jantaku.http"):
        asyncio.run(scenario())
    record = next(one for one in caplog.records if "refused" in one.message)
    assert "a table has the role table" in record.message
    assert getattr(record, "client", None) == "127.0.0.1"


def test_a_wrong_code_is_logged_with_who_and_from_where_but_never_itself(
    house: Opened, caplog: pytest.LogCaptureFixture
) -> None:
    long, digits, given = "AAAAA-BBBBB-CCCCC-DDDDD", "918273", {Role.TABLE: "a table", Role.VIEWER: "local"}

    async def scenario() -> None:
        access = closed()
        pairings = on(access)
        async with house(pairings=pairings) as h:
            for role in given:
                headers = paired(role, access)
                await h.post("/me/pair", {"code": long, "name": "Bo"}, **headers)
                await h.post("/pairings", {"role": "seat", "seat": MINE, "name": "Bo"})
                pairings.key_held(MINE)
                await h.post("/me/pair", {"code": digits, "name": "Bo"}, **headers)

    with caplog.at_level(logging.INFO, "jantaku.http"):
        asyncio.run(scenario())
    own = [one for one in caplog.records if one.name == "jantaku.http"]
    refused = [one for one in own if one.message.endswith("/me/pair: wrong-code")]
    who = [name for name in given.values() for _ in "ab"]
    assert [vars(one)["who"] for one in refused] == who
    assert [vars(one)["who"] for one in own if one.message.endswith("/me/pair 422")] == who
    assert {(vars(one)["client"], "device" in vars(one)) for one in refused} == {
        ("127.0.0.1", True),
        ("127.0.0.1", False),
    }
    assert not [one for one in own if long in str(vars(one)) or digits in str(vars(one))]


def test_a_roll_names_the_device_that_asked_for_it(house: Opened) -> None:
    async def scenario() -> None:
        access = closed()
        async with house(pairings=on(access)) as h:
            answer = await h.post("/dice/rolls", {}, **paired(Role.TABLE, access))
            assert answer.json()["events"][0]["by"] == "a table"

    asyncio.run(scenario())
