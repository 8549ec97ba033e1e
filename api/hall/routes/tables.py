"""Tables of the hall: the code with which one joins, the backups that one left here."""

from __future__ import annotations

import asyncio

from fastapi import APIRouter, Request
from fastapi.responses import FileResponse
from pydantic import BaseModel

from api.hall.dependencies import actor_of, allowed, runtime_of

router = APIRouter(prefix="/tables", tags=["table"])


class CodeShown(BaseModel):
    """Six digits, to be entered at the table while one of its keys is held. ``expires``: ISO 8601. ``authority``: the
    SHA-256 fingerprint of the hall's certificate authority, which the table shows for comparison; empty without TLS."""

    digits: str
    expires: str
    authority: str


@router.post("/code", status_code=201, summary="A code for a table to join", dependencies=[allowed("table.enrol")])
async def code(request: Request) -> CodeShown:
    runtime = runtime_of(request)
    made = await asyncio.to_thread(runtime.enrolments.open, actor_of(request).name)
    return CodeShown(digits=made.digits, expires=made.expires, authority=runtime.authority)


@router.get(
    "/{table}/backups/{name}",
    summary="A backup of a table as it came: sealed, for jantaku restore",
    dependencies=[allowed("read.backups")],
    response_class=FileResponse,
    responses={200: {"content": {"application/octet-stream": {}}}},
)
async def backup(table: str, name: str, request: Request) -> FileResponse:
    path = await asyncio.to_thread(runtime_of(request).table_backups.path_of, table, name)
    return FileResponse(path, media_type="application/octet-stream", filename=path.name)
