"""What the house keeps at its table: rules of its own by name, and the list of its players."""

from __future__ import annotations

from typing import Annotated

from fastapi import APIRouter, Path, Request
from fastapi.responses import JSONResponse, PlainTextResponse

from api.http.heavy import heavily
from api.http.problems import language_of
from api.table.dependencies import allowed, carry_out, table_of
from api.table.given.base import Accepted
from api.table.given.house import (
    HouseRulesFile,
    HouseRulesInput,
    HouseRulesRemoval,
    HouseRulesText,
    PlayerInput,
    PlayerRemoval,
)
from api.table.shown.house import HouseRulesList, HouseRulesRead, HouseRulesShown, PlayerEntry, PlayerList
from api.words.file_beside import file_beside
from api.words.rules_file import rules_file
from controller.house.rules_file import file_of
from controller.limits import LONGEST_HOUSE_ID
from controller.refusals import Code, Refused

router = APIRouter(tags=["house"])


@router.get("/house-rules", summary="House rules of this table by name", dependencies=[allowed("read.matches")])
async def house_rules(request: Request) -> HouseRulesList:
    table = table_of(request)
    rules = table.projection.house.rules.values()
    return HouseRulesList(seq=table.seq, house_rules=[HouseRulesShown(**each.as_json()) for each in rules])


@router.post("/house-rules", status_code=201, summary="Keep house rules: new ones, or a new version of some")
async def keep_rules(given: HouseRulesInput, request: Request) -> Accepted:
    return await carry_out(request, given, given.to_command())


@router.post("/house-rules/files", status_code=201, summary="Keep the rules of a file: new ones, or a new version")
async def keep_file(given: HouseRulesFile, request: Request) -> Accepted:
    return await carry_out(request, given, await heavily(request, given.to_command))


@router.get(
    "/house-rules/{id}/file",
    summary="House rules as a file with remarks, to read, change and keep",
    dependencies=[allowed("read.matches")],
    response_class=PlainTextResponse,
)
async def file(id: Annotated[str, Path(max_length=LONGEST_HOUSE_ID)], request: Request) -> PlainTextResponse:
    kept = table_of(request).projection.house.rules.get(id)
    if kept is None:
        raise Refused(Code.NO_SUCH_HOUSE_RULES, field="rules")
    text = await heavily(request, rules_file, file_of(kept), language_of(request))
    headers = {"Content-Disposition": f'attachment; filename="{kept.ruleset}-rules.toml"'}
    return PlainTextResponse(text, headers=headers)


@router.post(
    "/house-rules/{id}/file",
    summary="What the rules of a file would change in these; nothing is kept",
    dependencies=[allowed("read.matches")],
    responses={200: {"model": HouseRulesRead}},
)
async def read_file(
    id: Annotated[str, Path(max_length=LONGEST_HOUSE_ID)], given: HouseRulesText, request: Request
) -> JSONResponse:
    kept = table_of(request).projection.house.rules.get(id)
    if kept is None:
        raise Refused(Code.NO_SUCH_HOUSE_RULES, field="rules")
    return JSONResponse(await heavily(request, file_beside, kept, given.text, language_of(request)))


@router.post(
    "/house-rules/removals", status_code=202, summary="Offer house rules no longer; matches keep what they had"
)
async def remove_rules(given: HouseRulesRemoval, request: Request) -> Accepted:
    return await carry_out(request, given, given.to_command())


@router.get("/players", summary="The table's list of players", dependencies=[allowed("read.matches")])
async def players(request: Request) -> PlayerList:
    table = table_of(request)
    entries = table.projection.house.players.values()
    return PlayerList(seq=table.seq, players=[PlayerEntry(**each.as_json()) for each in entries])


@router.post("/players", status_code=201, summary="Keep a player in the list: a new one, or changed")
async def keep_player(given: PlayerInput, request: Request) -> Accepted:
    return await carry_out(request, given, given.to_command())


@router.post("/players/removals", status_code=202, summary="Take a player from the list; matches keep the name")
async def remove_player(given: PlayerRemoval, request: Request) -> Accepted:
    return await carry_out(request, given, given.to_command())
