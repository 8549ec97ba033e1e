"""Tables of the hall: the code with which one joins."""

from __future__ import annotations

from fastapi import APIRouter, Request
from pydantic import BaseModel

from api.hall.dependencies import actor_of, allowed, intake_of

router = APIRouter(prefix="/tables", tags=["table"])


class CodeShown(BaseModel):
    """Six digits, to be entered at the table while one of its keys is held. ``expires``: ISO 8601."""

    digits: str
    expires: str


@router.post("/code", status_code=201, summary="A code for a table to join", dependencies=[allowed("table.enrol")])
async def code(request: Request) -> CodeShown:
    made = await intake_of(request).open_enrolment(actor_of(request).name)
    return CodeShown(digits=made.digits, expires=made.expires)
