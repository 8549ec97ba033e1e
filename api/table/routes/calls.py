"""Calls for staff: made by a seat or by the table's tablet, answered by staff, ended by either."""

from __future__ import annotations

from fastapi import APIRouter, Request

from api.table.dependencies import carry_out
from api.table.given.base import Accepted
from api.table.given.calls import CallAnswer, CallEnd, CallInput

router = APIRouter(prefix="/calls", tags=["calls"])


@router.post(
    "",
    status_code=202,
    summary="Call staff; the same call again changes nothing",
    responses={429: {"description": "this place called a moment ago"}},
)
async def call(given: CallInput, request: Request) -> Accepted:
    return await carry_out(request, given, given.to_command())


@router.post("/answers", status_code=202, summary="A member of the staff is coming")
async def answer(given: CallAnswer, request: Request) -> Accepted:
    return await carry_out(request, given, given.to_command())


@router.post("/endings", status_code=202, summary="The call is over")
async def end(given: CallEnd, request: Request) -> Accepted:
    return await carry_out(request, given, given.to_command())
