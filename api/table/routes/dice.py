"""Dice: rolled by the table, recorded before they are shown, and what anybody needs to check them."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from typing import Annotated, Any

from fastapi import APIRouter, Path, Query, Request
from fastapi.responses import PlainTextResponse, Response, StreamingResponse

from api.http.heavy import heavily
from api.http.qr import qr_svg
from api.table.dependencies import allowed, carry_out, table_of
from api.table.given.base import Accepted
from api.table.given.dice import DiceContribution, DiceRoll, VoidedRoll
from api.table.shown.dice import DiceStatisticsShown, dice_statistics
from api.table.shown.table import AnchorShown
from controller.events import Recorded
from controller.fairness.progress import record_in
from controller.refusals import Code, Refused
from controller.table.fair_dice import anchor_json
from controller.table.table import Table

router = APIRouter(tags=["dice"])
RollNumber = Annotated[int, Path(ge=1, le=2**53, description="counts the rolls of the table")]
_SVG: dict[int | str, dict[str, Any]] = {200: {"content": {"image/svg+xml": {}}, "description": "a QR code"}}


@router.post(
    "/dice/rolls",
    status_code=202,
    summary="Roll for what the match waits for, or freely; enter a throw; or ask the seats for their part first",
)
async def roll(given: DiceRoll, request: Request) -> Accepted:
    return await carry_out(request, given, given.to_command())


@router.post("/dice/contributions", status_code=202, summary="A seat's part in the roll that was asked for")
async def contribute(given: DiceContribution, request: Request) -> Accepted:
    return await carry_out(request, given, given.to_command())


@router.post("/dice/voids", status_code=202, summary="Give up the roll that waits for the seats, in public")
async def void(given: VoidedRoll, request: Request) -> Accepted:
    return await carry_out(request, given, given.to_command())


@router.get("/dice/statistics", summary="What all recorded rolls show", dependencies=[allowed("read.dice")])
async def statistics(request: Request) -> DiceStatisticsShown:
    return dice_statistics(table_of(request).projection.statistics)


@router.get("/dice/anchor", summary="The promise of the seeds that are used now", dependencies=[allowed("read.dice")])
async def anchor(request: Request) -> AnchorShown:
    found = anchor_json(table_of(request).projection.fair)
    if found is None:
        raise Refused(Code.DICE_NOT_CHECKABLE)
    return AnchorShown(**found)


@router.get(
    "/dice/anchor.svg",
    summary="The same as a QR code",
    dependencies=[allowed("read.dice")],
    response_class=Response,
    responses=_SVG,
)
async def anchor_code(request: Request) -> Response:
    return await _code((await anchor(request)).record, request)


@router.get("/dice/rolls/{number}", summary="The record of a roll", dependencies=[allowed("read.dice")])
async def record(number: RollNumber, request: Request) -> dict[str, Any]:
    found, misshown = _roll(table_of(request), number), table_of(request).archive.misshown(number)
    return {**found.as_json(), "hash": found.hash, "misshown": None if misshown is None else list(misshown)}


@router.get(
    "/dice/rolls/{number}/record.svg",
    summary="The signed record of a roll as a QR code",
    dependencies=[allowed("read.dice")],
    response_class=Response,
    responses=_SVG,
)
async def record_code(number: RollNumber, request: Request) -> Response:
    text = record_in(_roll(table_of(request), number).event)
    if text is None:
        raise Refused(Code.NO_SUCH_ROLL, f"roll {number} left no record that can be checked")
    return await _code(text, request)


@router.get(
    "/dice/log",
    summary="Anchor, locks, rolls and voids since an event as lines: a file for every verifier",
    dependencies=[allowed("read.dice")],
    response_class=PlainTextResponse,
)
async def log(
    request: Request,
    since: Annotated[
        int | None, Query(ge=0, le=2**53, description="after this event; when left out, from the present anchor on")
    ] = None,
) -> StreamingResponse:
    table = table_of(request)
    first = max(table.projection.fair.anchor_seq - 1, 0) if since is None else since
    headers = {"Content-Disposition": 'attachment; filename="dice.txt"'}
    return StreamingResponse(_lines(table, first), media_type="text/plain; charset=utf-8", headers=headers)


async def _lines(table: Table, since: int) -> AsyncIterator[str]:
    yield "# Signed records of the dice of a table, one a line: docs/dice.md\n"
    for batch in table.archive.dice_records(since):
        yield "".join(f"{text}\n" for text in batch)
        await asyncio.sleep(0)


def _roll(table: Table, number: int) -> Recorded:
    found = table.archive.roll(number)
    if found is None:
        raise Refused(Code.NO_SUCH_ROLL, f"there is no roll {number}")
    return found


async def _code(text: str, request: Request) -> Response:
    return Response(await heavily(request, qr_svg, text), media_type="image/svg+xml")
