"""What the house keeps at its table: rules of its own by name, and the list of its players."""

from __future__ import annotations

from fastapi import APIRouter, Request

from api.table.dependencies import allowed, carry_out, table_of
from api.table.models import Accepted, HouseRulesInput, HouseRulesRemoval, PlayerInput, PlayerRemoval
from api.table.shown.house import HouseRulesList, HouseRulesShown, PlayerEntry, PlayerList

router = APIRouter(tags=["house"])


@router.get("/house-rules", summary="House rules of this table by name", dependencies=[allowed("read.matches")])
async def house_rules(request: Request) -> HouseRulesList:
    table = table_of(request)
    rules = table.projection.house.rules.values()
    return HouseRulesList(seq=table.seq, house_rules=[HouseRulesShown(**each.as_json()) for each in rules])


@router.post("/house-rules", status_code=201, summary="Keep house rules: new ones, or a new version of some")
async def keep_rules(given: HouseRulesInput, request: Request) -> Accepted:
    return await carry_out(request, given, given.to_command())


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
