"""What a receipt would say, before money is taken."""

from __future__ import annotations

from typing import Any

from fastapi import APIRouter, Request
from pydantic import BaseModel

from api.hall.command_routes import body_of, made_of
from api.hall.dependencies import actor_of, allowed, hall_of
from api.hall.shown.till import ReceiptLineShown
from hall.floor.commands import IssueReceipt
from hall.floor.events import ReceiptIssued

router = APIRouter(prefix="/receipts", tags=["floor"])


class ReceiptPreview(BaseModel):
    """``total`` and the amounts of the lines: in the smallest coin. ``paid``: the receipt was issued already."""

    lines: list[ReceiptLineShown]
    total: int
    currency: str
    digits: int
    paid: bool


async def preview(given: Any, request: Request) -> ReceiptPreview:
    actor = actor_of(request)
    events = hall_of(request).would(made_of(IssueReceipt, given, actor.name), by=actor)
    for event in events:
        if isinstance(event, ReceiptIssued):
            lines = [ReceiptLineShown.of(line) for line in event.lines]
            return ReceiptPreview(
                lines=lines, total=event.total, currency=event.currency, digits=event.digits, paid=False
            )
    return ReceiptPreview(lines=[], total=0, currency="", digits=0, paid=True)


preview.__annotations__["given"] = body_of(IssueReceipt)
router.add_api_route(
    "/preview",
    preview,
    methods=["POST"],
    summary="What floor.issue-receipt would write; nothing is kept",
    dependencies=[allowed("floor.issue-receipt")],
)
