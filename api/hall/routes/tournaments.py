"""What the desk of a tournament asks for beside commands: the draw by the hall's key, and the preview of a list of
entrants."""

from __future__ import annotations

from typing import Annotated, Final

from fastapi import APIRouter, Request
from pydantic import BaseModel, ConfigDict, Field

from api.hall.command_routes import Accepted, CommandBody, accepted
from api.hall.dependencies import actor_of, allowed, hall_of, runtime_of
from api.hall.shown.tournament import tournament_of
from api.http.heavy import heavily
from controller.limits import LONGEST_WHO
from hall.tournament.commands import DrawByHall, PromiseDraw
from hall.tournament.draw import LONGEST_WORDS, promise_of, secret_of
from hall.tournament.importing import preview
from hall.tournament.values import Entrant

router = APIRouter(prefix="/tournaments/{tournament}", tags=["tournament"])
LONGEST_LIST: Final = 60_000


class Promised(CommandBody):
    """The promise of the next draw is published."""


class Drawn(CommandBody):
    """``words``: said in public after the promise."""

    words: Annotated[str, Field(max_length=LONGEST_WORDS)] = ""


class EntrantList(BaseModel):
    """``text``: CSV, or lines pasted from a spreadsheet, with a head line."""

    model_config = ConfigDict(extra="forbid", strict=True)

    text: Annotated[str, Field(max_length=LONGEST_LIST)]


class FaultShown(BaseModel):
    """``row``: of the text, from 1 with the head line; 0: the whole. ``other``: the row that it contradicts."""

    row: int
    column: str
    reason: str
    value: str
    other: int


class PreviewRow(BaseModel):
    row: int
    entrant: Entrant


class PreviewShown(BaseModel):
    """Nothing of it is kept. ``unknown``: columns that would be left out."""

    rows: list[PreviewRow]
    faults: list[FaultShown]
    unknown: list[str]


def _who(given: CommandBody, request: Request) -> str:
    return (given.who or actor_of(request).name)[:LONGEST_WHO]


def _secret(request: Request, tournament: str) -> bytes:
    runtime = runtime_of(request)
    found = tournament_of(runtime, tournament)
    return secret_of(runtime.sign, found.id, found.spent[1] + 1)


@router.post(
    "/promise-draw",
    status_code=202,
    summary="Publish the promise of the draw",
    dependencies=[allowed("tournament.promise-draw")],
    responses={409: {"description": "promised before"}, 423: {"description": "not now"}},
)
async def promise(tournament: str, given: Promised, request: Request) -> Accepted:
    command = PromiseDraw(_who(given, request), tournament, promise_of(_secret(request, tournament)))
    receipt = await hall_of(request).handle(command, by=actor_of(request), id=given.id, expected_seq=given.expected_seq)
    return accepted(receipt)


@router.post(
    "/draw",
    status_code=202,
    summary="Draw numbers by the secret that was promised",
    dependencies=[allowed("tournament.draw")],
    responses={409: {"description": "made for an older state"}, 423: {"description": "not now"}},
)
async def draw(tournament: str, given: Drawn, request: Request) -> Accepted:
    command = DrawByHall(_who(given, request), tournament, _secret(request, tournament).hex(), given.words)
    receipt = await hall_of(request).handle(command, by=actor_of(request), id=given.id, expected_seq=given.expected_seq)
    return accepted(receipt)


@router.post(
    "/entrants/preview",
    summary="What a list of entrants holds, and what is wrong with it",
    dependencies=[allowed("tournament.import-entrants")],
)
async def look(tournament: str, given: EntrantList, request: Request) -> PreviewShown:
    found = await heavily(request, preview, given.text, tournament_of(runtime_of(request), tournament).entrants)
    return PreviewShown(
        rows=[PreviewRow(row=row, entrant=entrant) for row, entrant in sorted(found.entrants.items())],
        faults=[
            FaultShown(row=one.row, column=one.column, reason=one.reason.value, value=one.value, other=one.other)
            for one in found.faults
        ],
        unknown=list(found.unknown),
    )
