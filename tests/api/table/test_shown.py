"""Real answers have the shapes that OpenAPI, and so the types of the pages, give them."""

from __future__ import annotations

import asyncio
from pathlib import Path
from typing import Any, get_args, get_type_hints

import httpx
import pytest
from pydantic import BaseModel

from api.table.app import create_app
from api.table.routes.simulator import picture
from api.table.shown.base import PurposeName
from api.table.shown.match import PlayedMatch, PreviewAnswer, RestrictionShown
from api.table.shown.rules import RulesetList, Sheet
from api.table.shown.service import ServiceReport
from api.table.shown.simulator import PlantShown, SimulatorShown
from api.table.shown.table import MechanismShown, Snapshot
from controller.fairness.statements import Purpose
from controller.match.view import RESTRICTING
from controller.rules import rulesets
from controller.table.stream import Subscription
from tests.api.conftest import HERE, Opened
from tests.api.conftest import House as Http
from tests.api.service.playing import House, config, in_house
from tests.api.table import flow


async def follow(subscription: Subscription, seen: dict[str, int]) -> None:
    """Holds everything that a listener is sent to its shape, until the stream ends."""
    while not subscription.closed:
        message = await subscription.get(60)
        if message is None:
            continue
        seen[message.kind] = seen.get(message.kind, 0) + 1
        if message.kind == "snapshot":
            Snapshot.model_validate_json(message.text)
        elif message.kind == "telemetry":
            MechanismShown.model_validate(message.data["mechanism"])


async def watch(house: House) -> None:
    while True:
        PlantShown.model_validate(picture(house.simulator, 1.0))
        await asyncio.sleep(1)


async def asked(house: House, path: str, shape: type[BaseModel]) -> None:
    transport = httpx.ASGITransport(create_app(house.runtime))
    async with httpx.AsyncClient(transport=transport, base_url=HERE) as http:
        answer = await http.get(f"/api/v1{path}")
    assert answer.status_code == 200, answer.text
    shape.model_validate_json(answer.content)


def test_a_table_that_plays_and_breaks_down_shows_what_the_contract_says(tmp_path: Path) -> None:
    async def test(house: House) -> None:
        seen: dict[str, int] = {}
        following = [
            asyncio.create_task(follow(house.table.subscribe(), seen)),
            asyncio.create_task(watch(house)),
        ]
        await asked(house, "/table", Snapshot)
        await house.play.play_match(2)
        await asked(house, "/matches/current", PlayedMatch)
        await asked(house, "/simulator", SimulatorShown)
        for fault in ("head-jam:1", "emergency-stop", "unplug"):
            house.simulator.inject(fault)
            await asyncio.sleep(30)
            await asked(house, "/simulator", SimulatorShown)
            await asked(house, "/table", Snapshot)
            await asked(house, "/service", ServiceReport)
        for task in following:
            assert not task.done(), task.exception()
            task.cancel()
        assert seen["snapshot"] > 50
        assert seen["telemetry"] >= 1

    in_house(config(tmp_path), test)


def test_the_purposes_of_the_contract_are_those_of_the_dice() -> None:
    assert set(get_args(PurposeName)) == {purpose.id for purpose in Purpose}


def test_the_effects_of_penalties_in_the_contract_are_those_that_restrict_a_player() -> None:
    assert set(get_args(get_type_hints(RestrictionShown)["effect"])) == set(RESTRICTING)


SHORT_WALLS = {"thai": {"jokers": 0}}
"""Options with which a table of twenty stacks on a side holds the walls."""
TOTALS = {"shanxi-lisi": 15, "pussers-bones": 300, "san-hako": 5}
"""What a hand counts where not every number can be, or a large one ends the match."""


@pytest.mark.parametrize("ruleset", rulesets())
def test_every_ruleset_and_its_first_hands_have_their_shape(house: Opened, ruleset: str) -> None:
    async def scenario() -> None:
        async with house() as h:
            RulesetList.model_validate((await h.get("/rulesets")).json())
            sheet = Sheet.model_validate((await h.get(f"/rulesets/{ruleset}")).json())
            await begin(h, ruleset, sheet.wall.players)
            await play_two_hands(h, TOTALS.get(ruleset, 12), 0 if "discard" in sheet.asks.sources else None)

    asyncio.run(scenario())


async def begin(house: Http, ruleset: str, players: int) -> None:
    seats = [{"seat": seat, "name": name} for seat, name in enumerate(flow.NAMES[:players])]
    options = SHORT_WALLS.get(ruleset, {})
    body = {"ruleset": ruleset, "options": options, "seats": seats, "seating": "given", "first_dealer": 0}
    await flow.done(await house.post("/matches", body), 201)


async def play_two_hands(house: Http, total: int, discarder: int | None) -> None:
    """A drawn hand, a won one with a penalty, and the match is given up: the shapes hold at each step."""
    source = "self-draw" if discarder is None else "discard"
    wins = [{"winner": 1, "source": source, "discarder": discarder, "total": total, "fu": None}]
    for result in ({"kind": "draw"}, {"kind": "win", "wins": wins}):
        await flow.done(await house.post("/matches/current/hands"))
        await shapes_hold(house)
        preview = await house.post("/matches/current/preview", result)
        PreviewAnswer.model_validate(await flow.done(preview, 200))
        await flow.done(await house.post("/matches/current/hands/current/result", result))
        await shapes_hold(house)
    await flow.done(await house.post("/matches/current/abandon", {"who": "Ann", "why": "late"}))
    await shapes_hold(house)


async def shapes_hold(house: Http) -> None:
    Snapshot.model_validate((await house.get("/table")).json())
    PlayedMatch.model_validate((await house.get("/matches/current")).json())


def test_a_hand_with_its_tiles_has_its_shape(house: Opened) -> None:
    async def scenario() -> None:
        async with house() as h:
            await flow.start(h)
            await flow.play(h)
            win: dict[str, Any] = {"winner": 1, "source": "self-draw", "tiles": flow.TILES}
            result = {"kind": "win", "wins": [win]}
            preview = await flow.done(await h.post("/matches/current/preview", result), 200)
            assert PreviewAnswer.model_validate(preview).results[0].sentences
            await flow.done(await h.post("/matches/current/hands/current/result", result))
            await shapes_hold(h)

    asyncio.run(scenario())
