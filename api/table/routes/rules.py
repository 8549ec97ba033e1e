"""Rulesets, scoring and walls: pure questions that need no table."""

from __future__ import annotations

from typing import Annotated, Any

from fastapi import APIRouter, Body, Path, Query, Request
from fastapi.responses import JSONResponse
from pydantic import StringConstraints

from api.http.heavy import heavily
from api.http.problems import language_of
from api.http.record_ids import id_of
from api.table.dependencies import allowed, runtime_of
from api.table.given.start import GameChoice
from api.table.shown.rules import GameSetup, RulesComparison, RulesetList, Sheet
from api.words.comparison import Column, comparison
from api.words.rulesets import described
from api.words.sentences import with_sentences
from controller.config import GameConfig
from controller.limits import LONGEST_RULE_ID, check_record
from controller.refusals import Code, Refused
from controller.rules import configure, game_named, rulesets, score
from controller.rules.hand.left_out import tiles_needed
from controller.walls import wall_record

router = APIRouter(tags=["rules"], dependencies=[allowed("read.rules")])

_HAND: dict[str, Any] = {
    "id": "1", "ruleset": "hong-kong-old", "options": {}, "hand": "44s888s99p",
    "melds": [{"kind": "pung", "tiles": tiles, "concealed": False} for tiles in ("222m", "777p")],
    "winning_tile": "4s", "win": "self-draw", "seat_wind": "W", "round_wind": "E", "discarder": None,
    "flags": [], "flowers": "2f", "explain": True,
}  # fmt: skip
_WALL = {"id": "1", "ruleset": "hong-kong-old", "options": {}, "dice": [3, 4, 1], "dealer_seat": 0}
Record = dict[str, Any]
RulesetId = Annotated[str, Path(max_length=LONGEST_RULE_ID)]
_GameName = Annotated[str, StringConstraints(max_length=2 * LONGEST_RULE_ID)]
ComparedNames = Annotated[
    list[_GameName],
    Query(alias="game", min_length=2, max_length=4, examples=[["hong-kong-old", "riichi/online"]]),
]


@router.get(
    "/rulesets",
    summary="All rulesets: id, names, unit, tiles; and the game that this table usually plays",
    responses={200: {"model": RulesetList}},
)
async def all_rulesets(request: Request) -> JSONResponse:
    runtime = runtime_of(request)
    game = runtime.table.config.game if runtime is not None and runtime.table is not None else GameConfig()
    usual = {
        "ruleset": game.ruleset, "options": dict(game.options),
        "confirmation": game.confirmation, "hand_check": game.checks_hands(game.ruleset),
    }  # fmt: skip
    listed = [{**each, "hand_check": game.checks_hands(each["id"])} for each in await heavily(request, _all)]
    return JSONResponse({"rulesets": listed, "usual": usual})


def _all() -> list[Record]:
    return [_short(described(name)) for name in rulesets()]


def _short(sheet: Record) -> Record:
    return {key: sheet[key] for key in ("id", "names", "about", "unit")} | {
        "tiles": sheet["wall"]["tiles"], "players": sheet["wall"]["players"], "profiles": list(sheet["profiles"]),
    }  # fmt: skip


def _check_known(ruleset: str) -> None:
    if ruleset not in rulesets():
        known = ", ".join(rulesets())
        raise Refused(Code.NO_SUCH_RULESET, f"there is no ruleset {ruleset[:60]!r}", f"Known are {known}.")


@router.get(
    "/rulesets/compare",
    summary="Games beside each other: tiles, items, payments, claims, match, penalties and options, with what differs",
    responses={200: {"model": RulesComparison}},
)
async def compare(games: ComparedNames, request: Request) -> JSONResponse:
    """A game is a ruleset (`riichi`) or, after a stroke, a profile of it (`riichi/online`)."""
    for name in games:
        _check_known(name.partition("/")[0])
    return JSONResponse(await heavily(request, _compared, games, language_of(request)))


def _compared(names: list[str], language: str) -> Record:
    return comparison([Column(game_named(name)) for name in names], language)


@router.get(
    "/rulesets/{ruleset}",
    summary="One ruleset: items, options with limits, walls, dice, progression",
    responses={200: {"model": Sheet}},
)
async def one_ruleset(ruleset: RulesetId, request: Request) -> JSONResponse:
    _check_known(ruleset)
    return JSONResponse(await heavily(request, described, ruleset))


@router.post(
    "/rulesets/{ruleset}/setup",
    summary="What a game needs of the table: tiles, which of a full set are left out, players, dice",
    responses={200: {"model": GameSetup}},
)
async def setup(ruleset: RulesetId, given: GameChoice, request: Request) -> JSONResponse:
    _check_known(ruleset)
    return JSONResponse(await heavily(request, _set_up, ruleset, given))


def _set_up(ruleset: str, given: GameChoice) -> Record:
    game = configure(ruleset, given.options, given.profile)
    game.check_new()
    return {
        "tiles": tiles_needed(game.asks.tiles).as_json(),
        "players": game.wall.players,
        "absent_seat": game.wall.absent_seat,
        "dice": game.dice.dice,
        "throws": game.dice.throws,
        "seating": game.seating,
        "start_points": game.start_points,
    }


@router.post("/score", summary="Score one record; `explain: true` adds why, as data and as sentences")
async def score_record(record: Annotated[Record, Body(examples=[_HAND])], request: Request) -> Record:
    return await heavily(request, _scored, record, language_of(request))


def _scored(record: Record, language: str) -> Record:
    check_record(record)
    name, result = id_of(record), score(record)
    return {"id": name, **with_sentences(result, record["ruleset"], record.get("options"), language)}


@router.post("/walls", summary="Break the wall and deal: one record in, slots out")
async def walls(record: Annotated[Record, Body(examples=[_WALL])], request: Request) -> Record:
    return await heavily(request, _laid_out, record)


def _laid_out(record: Record) -> Record:
    check_record(record)
    return {"id": id_of(record), **wall_record(record, configure)}
