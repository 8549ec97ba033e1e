"""Tables of the hall: the code with which one joins."""

from __future__ import annotations

import asyncio

from fastapi import APIRouter, Request
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
