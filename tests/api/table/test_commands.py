"""Commands over HTTP: every one has a body that makes it, and whoever may not gives none."""

from __future__ import annotations

import asyncio
from dataclasses import fields
from importlib import import_module
from pkgutil import iter_modules
from typing import Any, get_args

import pytest

from api.table import dependencies, given
from api.table.given.base import CommandInput
from api.table.given.machine import PlacedSets, ServiceRecord, TableCommand
from controller.commands import Command
from controller.mechanism import Place, Request
from controller.permits import PERMITS, Actor, Role
from controller.table.commands import TakeOrder
from controller.table.decide import COMMANDS
from controller.upkeep.diary import WORKS
from controller.uplink import JoinHall, LeaveHall, RefuseOrder
from tests.api.conftest import Opened

GIVEN = [import_module(f"{given.__name__}.{topic.name}") for topic in iter_modules(given.__path__)]
BODIES = [
    body
    for topic in GIVEN
    for body in vars(topic).values()
    if isinstance(body, type) and issubclass(body, CommandInput) and body.__module__ == topic.__name__
    if body is not CommandInput
]
OTHERWISE = {
    ("StartMatch", "match"): "id",
    ("StartMatch", "names"): "seats",
    ("PlayOn", "match"): "id",
    ("StartByHouseRules", "match"): "id",
    ("StartByHouseRules", "names"): "seats",
    ("StartByHouseRules", "rules"): "house_rules",
    ("KeepHouseRules", "new"): "rules",
    ("KeepPlayer", "new"): "player",
    ("EndHand", "result"): "wins",
    ("CorrectHand", "result"): "wins",
    ("MoveMachine", "request"): "command",
}
"""Members of a command that a body gives under another name."""
WHOLE = {"HouseRulesFile": dict.fromkeys(("name", "names", "ruleset", "profile", "options"), "text")}
"""Members that a body gives all in one text."""
BY_THE_TABLE = {("UndoResult", "now"), ("StartMatch", "game")}
"""Members of a command that the table itself fills in, or an order of the hall."""


BY_THE_LINK = {JoinHall, LeaveHall, RefuseOrder, TakeOrder}
"""Commands that the link to the hall gives, when it has the answer of the hall or an order."""


def test_every_command_has_a_body_that_makes_it() -> None:
    made = {command for body in BODIES for command in body.makes}
    assert made == {spec.command for spec in COMMANDS} - BY_THE_LINK


@pytest.mark.parametrize("body", BODIES, ids=lambda body: body.__name__)
def test_a_body_carries_every_member_of_its_command(body: type[CommandInput]) -> None:
    for command in body.makes:
        for member in fields(command):
            if (command.__name__, member.name) in BY_THE_TABLE:
                continue
            name = WHOLE.get(body.__name__, {}).get(member.name) or OTHERWISE.get(
                (command.__name__, member.name), member.name
            )
            assert name in body.model_fields, f"{command.__name__}.{member.name}"


def test_choices_of_the_contract_are_those_of_the_table() -> None:
    assert set(get_args(TableCommand.model_fields["command"].annotation)) == {request.value for request in Request}
    places = get_args(get_args(PlacedSets.model_fields["sets"].annotation)[1])
    assert set(places) == {place.value for place in Place}
    assert set(get_args(ServiceRecord.model_fields["work"].annotation)) == set(WORKS)


@pytest.mark.parametrize("body", BODIES, ids=lambda body: body.__name__)
def test_a_command_says_who_asks(body: type[CommandInput]) -> None:
    assert all(issubclass(command, Command) and "who" in body.model_fields for command in body.makes)


# ---------------------------------------------------------------- who may


def asked(house: Opened, monkeypatch: pytest.MonkeyPatch, role: Role, method: str, path: str, **options: Any) -> Any:
    monkeypatch.setattr(dependencies, "actor_of", lambda request: Actor(role, "a device"))

    async def scenario() -> Any:
        async with house() as h:
            return await h.http.request(method, f"/api/v1{path}", **options)

    return asyncio.run(scenario())


def test_who_may_not_is_told_who_may_in_his_language(house: Opened, monkeypatch: pytest.MonkeyPatch) -> None:
    body = {"who": "Ann", "why": "late"}
    answer = asked(
        house, monkeypatch, Role.TABLE, "POST", "/matches/current/abandon", json=body, headers={"Accept-Language": "ja"}
    )
    problem = answer.json()
    assert (answer.status_code, problem["code"], problem["number"]) == (403, "not-allowed", "R107")
    assert problem["roles"] == ["staff", "referee", "owner"]
    assert problem["remedy"] == "できるのは：スタッフ、審判、オーナー。"


READ = {
    "/table": "read.table",
    "/matches/current": "read.table",
    "/dice/rolls/1": "read.dice",
    "/dice/statistics": "read.dice",
    "/matches": "read.matches",
    "/matches/current/sheet": "read.matches",
    "/journal": "read.journal",
    "/service": "read.service",
    "/simulator": "read.simulator",
    "/simulator/live": "read.simulator",
}


@pytest.mark.parametrize("role", [Role.VIEWER, Role.TABLE, Role.STAFF, Role.TECHNICIAN])
@pytest.mark.parametrize(("path", "name"), READ.items())
def test_reading_asks_the_same_table(
    house: Opened, monkeypatch: pytest.MonkeyPatch, path: str, name: str, role: Role
) -> None:
    allowed = PERMITS[name][role] == "yes"
    assert (asked(house, monkeypatch, role, "GET", path).status_code == 403) is not allowed


def test_the_simulated_table_obeys_its_technician(house: Opened, monkeypatch: pytest.MonkeyPatch) -> None:
    press = {"action": "press", "key": "open"}
    assert asked(house, monkeypatch, Role.STAFF, "POST", "/simulator", json=press).status_code == 403
    assert asked(house, monkeypatch, Role.TECHNICIAN, "POST", "/simulator", json=press).json()["code"] == "no-simulator"


def test_a_route_cannot_ask_for_a_row_that_is_not_there() -> None:
    with pytest.raises(LookupError, match=r"read\.nothing"):
        dependencies.allowed("read.nothing")
