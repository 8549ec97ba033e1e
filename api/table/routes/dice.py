"""Dice: rolled by the table, recorded before they are shown."""

from __future__ import annotations

from typing import Any

from fastapi import APIRouter, Request

from api.table.dependencies import carry_out, table_of
from api.table.models import Accepted, DiceRoll
from controller.table.commands import RollDice
from errors import Code, Refused

router = APIRouter(tags=["dice"])


@router.post("/dice/rolls", status_code=202, summary="Roll for what the match waits for, or freely; or enter a throw")
async def roll(given: DiceRoll, request: Request) -> Accepted:
    faces = None if given.faces is None else tuple(given.faces)
    return await carry_out(request, given, RollDice(given.who, given.purpose, given.seat, given.dice, faces))


@router.get("/dice/rolls/{number}", summary="The record of a roll")
async def record(number: int, request: Request) -> dict[str, Any]:
    found = table_of(request).archive.roll(number)
    if found is None:
        raise Refused(Code.NO_SUCH_ROLL, f"there is no roll {number}")
    return {**found.as_json(), "hash": found.hash}
