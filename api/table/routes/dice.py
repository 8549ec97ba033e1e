"""Dice: rolled by the table, recorded before they are shown."""

from __future__ import annotations

from typing import Any

from fastapi import APIRouter, Request

from api.table.dependencies import allowed, carry_out, table_of
from api.table.models import Accepted, Contribution, DiceRoll, VoidedRoll
from api.table.shown.dice import DiceStatisticsShown, dice_statistics
from controller.refusals import Code, Refused

router = APIRouter(tags=["dice"])


@router.post("/dice/rolls", status_code=202, summary="Roll for what the match waits for, or freely; or enter a throw")
async def roll(given: DiceRoll, request: Request) -> Accepted:
    return await carry_out(request, given, given.to_command())


@router.post("/dice/contributions", status_code=202, summary="A seat's part in the roll that was asked for")
async def contribute(given: Contribution, request: Request) -> Accepted:
    return await carry_out(request, given, given.to_command())


@router.post("/dice/voids", status_code=202, summary="Give up the roll that waits for the seats, in public")
async def void(given: VoidedRoll, request: Request) -> Accepted:
    return await carry_out(request, given, given.to_command())


@router.get("/dice/statistics", summary="What all recorded rolls show", dependencies=[allowed("read.table")])
async def statistics(request: Request) -> DiceStatisticsShown:
    return dice_statistics(table_of(request).projection.statistics)


@router.get("/dice/rolls/{number}", summary="The record of a roll", dependencies=[allowed("read.table")])
async def record(number: int, request: Request) -> dict[str, Any]:
    found = table_of(request).archive.roll(number)
    if found is None:
        raise Refused(Code.NO_SUCH_ROLL, f"there is no roll {number}")
    return {**found.as_json(), "hash": found.hash}
