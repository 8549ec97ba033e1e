"""Photographs of score sheets: kept before the result that names them, shown to whoever works with results."""

from __future__ import annotations

import asyncio
from base64 import b64decode
from typing import Annotated, Final

from fastapi import APIRouter, Request
from pydantic import BaseModel, ConfigDict, Field
from starlette.responses import Response

from api.hall.dependencies import actor_of, allowed, runtime_of
from api.hall.photos import re_encoded
from api.hall.routes.accounts import Done
from api.hall.shown.tournament import tournament_of
from api.http.heavy import heavily
from controller.permits import Permit
from controller.refusals import Code, Refused
from hall import permits
from hall.permits import HallRole
from hall.sheets import sheets_of
from hall.tournament.cards import entrant_of

PREFIX: Final = "/sheets"
router = APIRouter(prefix=f"{PREFIX}/{{tournament}}", tags=["tournament"])
MOST_BYTES: Final = 3 * 1024 * 1024
"""Of a request."""
JPEG: Final = "image/jpeg"
Digest = Annotated[str, Field(pattern="^[0-9a-f]{64}$")]


class PhotoGiven(BaseModel):
    """``photo``: JPEG, PNG or WebP in base64."""

    model_config = ConfigDict(extra="forbid", strict=True)

    photo: Annotated[str, Field(max_length=MOST_BYTES)]


class SheetKept(BaseModel):
    """``sheet``: SHA-256 of the picture as it is kept, which the command of the result names."""

    sheet: str


@router.post(
    "",
    status_code=201,
    summary="Keep the photograph of a score sheet",
    dependencies=[allowed("sheet.keep")],
)
async def keep(tournament: str, given: PhotoGiven, request: Request) -> SheetKept:
    one, actor = tournament_of(runtime_of(request), tournament), actor_of(request)
    entrant = None
    if permits.PERMITS["sheet.keep"][actor.role] is Permit.OWN:
        entrant = entrant_of(one, actor.person or "")
        if entrant is None:
            raise permits.refusal(actor, "sheet.keep")
    try:
        sent = b64decode(given.photo, validate=True)
    except ValueError:
        raise Refused(Code.BAD_PHOTO, "is base64", field="photo") from None
    photo = await heavily(request, re_encoded, sent)
    runtime = runtime_of(request)
    sender = entrant.id if entrant else ""
    return SheetKept(sheet=await asyncio.to_thread(runtime.sheets.keep, one.id, photo, runtime.now(), sender))


@router.get(
    "/{sheet}",
    summary="The photograph of a score sheet",
    dependencies=[allowed("read.sheets")],
    response_class=Response,
    responses={200: {"content": {JPEG: {}}}},
)
async def photo(tournament: str, sheet: Digest, request: Request) -> Response:
    one, actor = tournament_of(runtime_of(request), tournament), actor_of(request)
    if actor.role is HallRole.PLAYER:
        entrant = entrant_of(one, actor.person or "")
        if entrant is None or sheet not in sheets_of(one, entrant.id):
            raise permits.refusal(actor, "read.sheets")
    found = await asyncio.to_thread(runtime_of(request).sheets.photo, one.id, sheet)
    return Response(found, media_type=JPEG, headers={"Cache-Control": "private, no-store"})


@router.post("/{sheet}/delete", summary="Delete a photograph", dependencies=[allowed("sheet.delete")])
async def delete(tournament: str, sheet: Digest, request: Request) -> Done:
    await asyncio.to_thread(runtime_of(request).sheets.delete, tournament, sheet)
    return Done()
