"""House rules and players over HTTP, and matches that are played by house rules."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from typing import Any, get_args

import pytest

from api.table.shown.base import Colour
from controller.house.state import COLOURS
from tests.api.conftest import House, Opened
from tests.api.table import flow

FRIDAY = {"name": "Friday", "ruleset": "hong-kong-old", "profile": "without-flowers", "options": {"min-faan": 1}}
SEATED = {key: value for key, value in flow.MATCH.items() if key != "ruleset"}


def in_house(house: Opened, test: Callable[[House], Awaitable[None]]) -> None:
    async def scenario() -> None:
        async with house() as h:
            await test(h)

    asyncio.run(scenario())


async def kept(house: House, **more: Any) -> Any:
    await flow.done(await house.post("/house-rules", {**FRIDAY, **more}), 201)
    return (await house.get("/house-rules")).json()["house_rules"][-1]


def test_house_rules_are_listed_as_they_were_kept(house: Opened) -> None:
    async def test(h: House) -> None:
        rules = await kept(h, who="Ada")
        assert {key: rules[key] for key in FRIDAY} == FRIDAY
        assert (rules["who"], rules["revision"], rules["time"]) == ("Ada", 1, "2026-03-04T05:06:07.000Z")

    in_house(house, test)


def test_the_same_command_twice_keeps_one_document(house: Opened) -> None:
    async def test(h: House) -> None:
        for _ in range(2):
            await kept(h, id="one")
        assert len((await h.get("/house-rules")).json()["house_rules"]) == 1

    in_house(house, test)


def test_a_change_made_for_an_older_list_is_refused(house: Opened) -> None:
    async def test(h: House) -> None:
        rules = await kept(h)
        seen = (await h.get("/house-rules")).json()["seq"]
        change = {**FRIDAY, "rules": rules["id"], "expected_seq": seen}
        await flow.done(await h.post("/house-rules", {**change, "name": "Saturday"}), 201)
        late = await h.post("/house-rules", {**change, "name": "Sunday"})
        assert (late.status_code, late.json()["code"]) == (409, "stale")

    in_house(house, test)


def test_a_list_that_changes_makes_no_result_too_late(house: Opened) -> None:
    async def test(h: House) -> None:
        await flow.start(h)
        await flow.play(h)
        seen = h.table.seq
        await kept(h)
        await flow.done(await h.post("/matches/current/hands/current/result", {**flow.QUICK, "expected_seq": seen}))

    in_house(house, test)


def test_a_match_by_house_rules_keeps_their_options_and_their_name(house: Opened) -> None:
    async def test(h: House) -> None:
        rules = await kept(h)
        await flow.done(await h.post("/matches", {**SEATED, "house_rules": rules["id"]}), 201)
        await flow.done(await h.post("/house-rules", {**FRIDAY, "rules": rules["id"], "options": {"min-faan": 5}}), 201)
        await flow.done(await h.post("/house-rules/removals", {"rules": rules["id"]}))
        match = (await h.get("/matches/current")).json()
        assert (match["house_rules"], match["ruleset"]) == ("Friday", "hong-kong-old")
        assert (match["options"]["min-faan"], match["options"]["tiles"]) == (1, 136)
        assert (await h.get("/matches")).json()["matches"][0]["house_rules"] == "Friday"

    in_house(house, test)


@pytest.mark.parametrize(
    ("body", "status", "field"),
    [
        ({"house_rules": "gone"}, 404, "house_rules"),
        ({"house_rules": "a", "ruleset": "mcr"}, 422, "body"),
        ({"house_rules": "a", "options": {"min-faan": 1}}, 422, "body"),
        ({}, 422, "body"),
    ],
)
def test_a_match_has_one_game(house: Opened, body: Any, status: int, field: str) -> None:
    async def test(h: House) -> None:
        answer = await h.post("/matches", {**SEATED, **body})
        assert (answer.status_code, answer.json()["field"]) == (status, field)

    in_house(house, test)


def test_players_are_kept_changed_and_removed(house: Opened) -> None:
    async def test(h: House) -> None:
        await flow.done(await h.post("/players", {"name": "Ann", "colour": "teal", "number": 7}), 201)
        (ann,) = (await h.get("/players")).json()["players"]
        assert (ann["name"], ann["colour"], ann["number"]) == ("Ann", "teal", 7)
        await flow.done(await h.post("/players", {"player": ann["id"], "name": "Anna"}), 201)
        assert [each["name"] for each in (await h.get("/players")).json()["players"]] == ["Anna"]
        await flow.done(await h.post("/players/removals", {"player": ann["id"]}))
        assert (await h.get("/players")).json()["players"] == []

    in_house(house, test)


def test_the_colours_of_the_contract_are_those_of_the_house() -> None:
    assert get_args(Colour) == COLOURS


def test_lists_survive_a_start_with_and_without_a_checkpoint(house: Opened, tmp_path: Any) -> None:
    async def fill(h: House) -> None:
        await kept(h)
        await flow.done(await h.post("/players", {"name": "Ann"}), 201)

    async def look(h: House) -> None:
        assert len(h.table.projection.house.rules) == len(h.table.projection.house.players) == 1

    in_house(house, fill)
    in_house(house, look)
    for mark in tmp_path.glob("*checkpoint*"):
        mark.unlink()
    in_house(house, look)


def test_a_table_that_nobody_named_has_no_name_in_its_snapshot(house: Opened) -> None:
    async def test(h: House) -> None:
        assert (await h.get("/table")).json()["name"] == ""

    in_house(house, test)


def test_a_game_says_which_tiles_it_wants_before_it_is_played(house: Opened) -> None:
    async def test(h: House) -> None:
        answer = await flow.done(await h.post("/rulesets/sanma/setup", {"options": {"flowers": True}}), 200)
        assert (answer["tiles"]["total"], answer["players"], answer["absent_seat"]) == (112, 3, 3)
        refused = await h.post("/rulesets/sanma/setup", {"options": {"flowers": 3}})
        assert (refused.status_code, refused.json()["field"]) == (422, "options.flowers")
        assert (await h.post("/rulesets/chess/setup")).status_code == 404

    in_house(house, test)
