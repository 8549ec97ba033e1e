"""What clients may send: the same limits in the contract, at the edge and in the match; numbers are numbers."""

from __future__ import annotations

import asyncio
from copy import deepcopy
from functools import cache
from typing import Any

import pytest

from api.table.app import create_app
from controller import limits, match
from controller.mechanism.faults import from_number
from controller.refusals import Refused
from controller.rules import configure
from firmware_bridge.messages import Fault, Mechanism
from tests.api.conftest import Opened
from tests.api.table.flow import MATCH, QUICK

HERE = "/api/v1"
WHO = {"who": "Ann", "why": "miscounted"}
BODIES: list[tuple[str, dict[str, Any], tuple[str | int, ...]]] = [
    ("/matches", MATCH, ("seats", 0, "seat")),
    ("/matches", MATCH, ("first_dealer",)),
    ("/matches", MATCH, ("expected_seq",)),
    ("/matches/current/winds", {"winds": {"0": "E", "1": "S"}}, ("east_seat",)),
    ("/matches/current/hands/current/result", QUICK, ("hand",)),
    ("/matches/current/hands/current/result", QUICK, ("wins", 0, "winner")),
    ("/matches/current/hands/current/result", QUICK, ("wins", 0, "discarder")),
    ("/matches/current/hands/current/result", QUICK, ("wins", 0, "total")),
    ("/matches/current/hands/current/result", QUICK, ("wins", 0, "fu")),
    ("/matches/current/hands/current/result", QUICK, ("wins", 0, "liable")),
    ("/matches/current/hands/current/result", {"kind": "draw", "ready": [0]}, ("ready", 0)),
    ("/matches/current/preview", QUICK, ("hand",)),
    ("/matches/current/corrections", {**QUICK, **WHO, "hand": 1}, ("revision",)),
    ("/matches/current/corrections", {**QUICK, **WHO, "hand": 1}, ("hand",)),
    ("/matches/current/penalties", {**WHO, "seat": 0}, ("seat",)),
    ("/matches/current/penalties", {**WHO, "seat": 0}, ("pays_each_other",)),
    ("/matches/current/penalties", {**WHO, "seat": 0}, ("pays_bank",)),
    ("/matches/current/penalties", {**WHO, "seat": 0}, ("cancels",)),
    ("/matches/current/rulings", {"who": "Ann", "text": "chombo"}, ("hand",)),
    ("/dice/rolls", {"faces": [1, 2, 3]}, ("faces", 0)),
    ("/dice/rolls", {}, ("dice",)),
    ("/dice/rolls", {}, ("seat",)),
]


def put(body: dict[str, Any], path: tuple[str | int, ...], value: Any) -> dict[str, Any]:
    changed: Any = deepcopy(body)
    *parents, last = path
    place = changed
    for step in parents:
        place = place[step]
    place[last] = value
    return dict(changed)


def posted(house: Opened, path: str, body: Any) -> Any:
    async def scenario() -> Any:
        async with house() as h:
            return await h.post(path, body)

    return asyncio.run(scenario())


@pytest.mark.parametrize("value", [True, "1", 1.0], ids=["true", "text", "fraction"])
@pytest.mark.parametrize(("path", "body", "field"), BODIES)
def test_only_an_integer_is_an_integer(
    house: Opened, path: str, body: dict[str, Any], field: tuple[str | int, ...], value: Any
) -> None:
    answer = posted(house, path, put(body, field, value))
    assert (answer.status_code, answer.json()["code"]) == (422, "invalid"), answer.text
    assert answer.json()["field"] == ".".join(map(str, field))


@pytest.mark.parametrize("value", [0, 1, "true"])
def test_only_true_and_false_are_a_choice(house: Opened, value: Any) -> None:
    answer = posted(house, "/matches/current/hands/current/result", put(QUICK, ("wins", 0, "limit"), value))
    assert (answer.status_code, answer.json()["field"]) == (422, "wins.0.limit")


# ---------------------------------------------------------------- one limit in three places


@cache
def schemas() -> dict[str, Any]:
    """Of all models. Made once: it takes seconds."""
    return dict(create_app().openapi()["components"]["schemas"])


def schema(model: str, field: str) -> dict[str, Any]:
    """What the contract says of a field; of one that may be null, what it says otherwise."""
    said = schemas()[model]["properties"][field]
    return dict(said.get("anyOf", [said])[0])


@pytest.mark.parametrize(
    ("model", "field", "longest"),
    [
        ("Player", "name", limits.LONGEST_NAME),
        ("StartMatch", "fifth", limits.LONGEST_NAME),
        ("StartMatch", "who", limits.LONGEST_WHO),
        ("Correction", "who", limits.LONGEST_WHO),
        ("Correction", "why", limits.LONGEST_WHY),
        ("PenaltyInput", "why", limits.LONGEST_WHY),
        ("EarlyEnd", "why", limits.LONGEST_WHY),
        ("Abandonment", "why", limits.LONGEST_WHY),
        ("RulingInput", "text", limits.LONGEST_RULING),
        ("HandEnded", "reason", limits.LONGEST_ABORT),
        ("TableCommand", "id", limits.LONGEST_COMMAND_ID),
    ],
)
def test_the_contract_gives_the_limit_that_is_enforced(model: str, field: str, longest: int) -> None:
    assert schema(model, field)["maxLength"] == longest


@pytest.mark.parametrize(("length", "status"), [(limits.LONGEST_NAME, 201), (limits.LONGEST_NAME + 1, 422)])
def test_a_name_may_be_as_long_as_the_contract_says(house: Opened, length: int, status: int) -> None:
    answer = posted(house, "/matches", put(MATCH, ("seats", 0, "name"), "A" * length))
    assert answer.status_code == status, answer.text


def _started(names: tuple[str, ...], who: str) -> match.StartMatch:
    return match.StartMatch(who, "m1", "hong-kong-old", names, seating="given")


@pytest.mark.parametrize(
    ("name", "who", "field"),
    [
        ("A" * (limits.LONGEST_NAME + 1), "Ann", "seats[0].name"),
        ("Ann", "A" * (limits.LONGEST_WHO + 1), "who"),
    ],
)
def test_the_match_refuses_the_same_when_it_is_asked_another_way(name: str, who: str, field: str) -> None:
    with pytest.raises(Refused) as refused:
        match.decide(None, _started((name, "Ben", "Cho", "Dee"), who), configure)
    assert refused.value.field == field


def test_the_match_takes_what_the_contract_allows() -> None:
    names = ("A" * limits.LONGEST_NAME, "Ben", "Cho", "Dee")
    assert match.decide(None, _started(names, "A" * limits.LONGEST_WHO), configure)


# ---------------------------------------------------------------- ids of faults


def published() -> list[str]:
    """Every id under which a snapshot can show a fault of the board."""
    return sorted({from_number(number, place).id for number in Fault for place in (*range(4), *Mechanism)})


def test_every_published_id_of_a_fault_can_be_sent_back(house: Opened) -> None:
    assert {"E11", "E32:lift-2", "E32:hatch", "W01:disc"} <= set(published())

    async def scenario() -> None:
        async with house() as h:
            for fault in published():
                answer = await h.post("/table/commands", {"command": "clear-fault", "fault": fault})
                assert (answer.status_code, answer.json()["code"]) == (503, "board-away"), (fault, answer.text)

    asyncio.run(scenario())


@pytest.mark.parametrize("fault", ["", "E1", "F11", "E11:", "E32:lift-9", "E32:lift-2x", "E32:LIFT-2", "e32"])
def test_what_is_no_id_of_a_fault_is_refused(house: Opened, fault: str) -> None:
    answer = posted(house, "/table/commands", {"command": "clear-fault", "fault": fault})
    assert (answer.status_code, answer.json()["field"]) == (422, "fault")


def test_the_contract_gives_the_pattern_of_the_ids() -> None:
    assert schema("TableCommand", "fault")["pattern"] == r"^[EW]\d\d(:[a-z]+(-[0-3])?)?$"
