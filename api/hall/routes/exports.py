"""Receipts and closes as CSV, straight from the journal of the hall."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Literal

from fastapi import APIRouter, Request
from fastapi.responses import StreamingResponse

from api.hall.dependencies import allowed, hall_of
from hall.floor.export import closes_csv, receipts_csv

router = APIRouter(prefix="/exports", tags=["floor"])


@router.get(
    "/{what}.csv",
    summary="Receipts line by line, or closes, as CSV",
    dependencies=[allowed("read.money")],
    response_class=StreamingResponse,
    responses={200: {"content": {"text/csv": {}}}},
)
def export(what: Literal["receipts", "closes"], request: Request) -> StreamingResponse:
    events = hall_of(request).journal.replay()
    lines: Iterator[str] = receipts_csv(events) if what == "receipts" else closes_csv(events)
    headers = {"Content-Disposition": f'attachment; filename="{what}.csv"', "Cache-Control": "no-store"}
    return StreamingResponse(lines, media_type="text/csv; charset=utf-8", headers=headers)
