"""The table as it is now, and what may be asked of its machine."""

from __future__ import annotations

from fastapi import APIRouter, Request
from fastapi.responses import JSONResponse

from api.table.dependencies import actor_of, allowed, carry_out, pairings_of, table_of
from api.table.given.base import Accepted
from api.table.given.machine import PlacedSets, TableCommand
from api.table.pairing_shown import pairing_json
from api.table.shown.table import Snapshot
from controller import permits
from controller.refusals import Code, Refused

router = APIRouter(tags=["table"])


@router.get(
    "/table",
    summary="Snapshot: seq, board, mechanism, faults, prompt, dice, wall, match",
    dependencies=[allowed("read.table")],
    responses={200: {"model": Snapshot}},
)
async def snapshot(request: Request) -> JSONResponse:
    found = table_of(request).snapshot()
    if permits.allows(actor_of(request), "read.pairing"):
        found["pairing"] = pairing_json(pairings_of(request))
    return JSONResponse(found)


@router.post(
    "/table/commands",
    status_code=202,
    summary="Ask the machine for a step; without a key pressed at the table the board warns before anything moves",
    responses={409: {"description": "made for an older state"}, 423: {"description": "not now, and why"},
               503: {"description": "the board is away"}},
)  # fmt: skip
async def command(given: TableCommand, request: Request) -> Accepted:
    if given.fault is not None and given.command != "clear-fault":
        raise Refused(Code.INVALID, "fault: only clear-fault names a fault", field="fault")
    return await carry_out(request, given, given.to_command())


@router.post("/table/sets", status_code=202, summary="A person looked and says where the tile sets are")
async def place_sets(given: PlacedSets, request: Request) -> Accepted:
    return await carry_out(request, given, given.to_command())
