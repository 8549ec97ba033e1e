"""Releases for the tables of a hall, on the link: each says which one it runs, and hears whether it is its turn."""

from __future__ import annotations

import asyncio
from typing import Annotated, Final

from fastapi import APIRouter, Request
from fastapi.responses import FileResponse
from pydantic import BaseModel, ConfigDict, Field

from api.hall.dependencies import intake_of, runtime_of
from api.hall.releases import inbox_of
from api.hall.routes.link import PREFIX, token_of
from controller.refusals import Code, Refused
from hall.releases.decide import Report

VERSION: Final = r"^[0-9A-Za-z][0-9A-Za-z.+-]{0,39}$"
MACHINE: Final = r"^[a-z0-9]{1,20}$"
SOON: Final = 15
LATER: Final = 300
"""Seconds until a table reports again: while it updates, and otherwise."""
router = APIRouter(prefix=PREFIX, tags=["link"])


class EndedGiven(BaseModel):
    """How the last update of the table ended. ``refused``: it is not tried again."""

    model_config = ConfigDict(strict=True)

    version: Annotated[str, Field(pattern=VERSION)]
    why: Annotated[str, Field(max_length=400)] = ""
    refused: bool = False


class ReportGiven(BaseModel):
    """``idle``: nobody plays and no wall is built; ``updating``: an update is under way."""

    model_config = ConfigDict(strict=True)

    version: Annotated[str, Field(pattern=VERSION)]
    machine: Annotated[str, Field(pattern=MACHINE)]
    idle: bool = False
    updating: bool = False
    ended: EndedGiven | None = None


class TurnAnswer(BaseModel):
    """``version``: the release that the table is to have, where there is a file for it. ``install``: now. ``again``:
    seconds until it reports again."""

    version: str | None
    install: bool
    again: int


@router.post("/releases", summary="Which release a table runs; whether it is its turn to put another one in")
async def report(given: ReportGiven, request: Request) -> TurnAnswer:
    runtime = runtime_of(request)
    member = await intake_of(request).member_of(token_of(request))
    ended = None if given.ended is None else (given.ended.version, given.ended.why, given.ended.refused)
    said = Report(member, given.version, given.machine, given.idle, given.updating, ended)

    def answered() -> TurnAnswer:
        desk, inbox = runtime.release_desk, inbox_of(runtime.config)
        install = desk.report(said, brings=lambda version: inbox.of(version, said.machine) is not None)
        wanted = desk.wanted()
        there = wanted is not None and inbox.of(wanted, said.machine) is not None
        again = SOON if install or said.updating else LATER
        return TurnAnswer(version=wanted if there else None, install=install, again=again)

    return await asyncio.to_thread(answered)


@router.get("/releases/{version}/{machine}", summary="The file of a release", response_class=FileResponse)
async def file(version: str, machine: str, request: Request) -> FileResponse:
    await intake_of(request).member_of(token_of(request))
    runtime = runtime_of(request)
    found = await asyncio.to_thread(lambda: inbox_of(runtime.config).of(version, machine))
    if found is None:
        raise Refused(Code.NOT_FOUND, f"there is no release {version[:40]} for {machine[:20]}")
    return FileResponse(found.path, media_type="application/octet-stream")
