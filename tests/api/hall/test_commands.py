"""Commands over HTTP: made from their classes, checked at the edge, refused with the field."""

from __future__ import annotations

import asyncio
from typing import Any

import pytest
from fastapi.routing import APIRoute

from api.hall.app import ROUTERS
from api.http.rows import row_of
from hall.hall import COMMANDS
from tests.api.hall.conftest import HallHouse

ROUTES = [route for router in ROUTERS for route in router.routes if isinstance(route, APIRoute)]


def test_every_command_that_clients_give_has_a_route_and_the_others_have_none() -> None:
    found = {route.path.removeprefix("/commands/") for route in ROUTES if route.path.startswith("/commands/")}
    assert found == {spec.name for spec in COMMANDS.values() if spec.direct}


def test_every_route_of_the_api_names_who_may_ask() -> None:
    assert [route.path for route in ROUTES if row_of(route) is None] == []


def test_a_command_is_carried_out_once(hall_house: HallHouse) -> None:
    async def scenario() -> None:
        async with hall_house() as h:
            first = await h.command("person.register", name="Ben", who="Ana", id="one")
            assert first["seq"] == 1
            assert first["events"][0]["who"] == "Ana"
            again = await h.command("person.register", name="Ben", who="Ana", id="one")
            assert again == {**first, "repeated": True}

    asyncio.run(scenario())


@pytest.mark.parametrize(
    ("body", "field"),
    [
        ({}, "name"),
        ({"name": 5}, "name"),
        ({"name": "x" * 201}, "name"),
        ({"name": "Ben", "nick": "B"}, "nick"),
        ({"name": "Ben", "expected_seq": -1}, "expected_seq"),
        ({"name": "Ben", "id": ""}, "id"),
    ],
)
def test_a_wrong_body_is_refused_by_its_field(hall_house: HallHouse, body: dict[str, Any], field: str) -> None:
    async def scenario() -> None:
        async with hall_house() as h:
            answer = await h.post("/commands/person.register", body)
            assert answer.status_code == 422
            assert answer.json()["field"] == field
            assert h.runtime.hall is not None and h.runtime.hall.state.seq == 0

    asyncio.run(scenario())


def test_a_stranger_gives_no_commands(hall_house: HallHouse) -> None:
    async def scenario() -> None:
        async with hall_house() as h:
            answer = await h.post("/commands/person.register", {"name": "Ben"}, h.stranger)
            assert answer.status_code == 403
            assert answer.json()["roles"] == ["staff", "referee", "head", "owner"]

    asyncio.run(scenario())
