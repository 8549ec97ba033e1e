"""The journal: everything that happened, in order."""

from __future__ import annotations

from typing import Annotated, Any

from fastapi import APIRouter, Query, Request

from api.table.dependencies import allowed, table_of

router = APIRouter(tags=["journal"])
MOST_EVENTS = 500


@router.get(
    "/journal",
    summary="Events after number `since` with their chain hashes, oldest first; ask again with `next`",
    dependencies=[allowed("read.journal")],
)
async def journal(
    request: Request,
    since: Annotated[int, Query(ge=0, le=2**53)] = 0,
    limit: Annotated[int, Query(ge=1, le=MOST_EVENTS)] = 100,
) -> dict[str, Any]:
    table = table_of(request)
    found = table.journal.stored(since, limit)
    # What is written but not yet part of the state is not shown yet.
    events = [{**stored.as_json(), "hash": stored.hash} for stored in found if stored.seq <= table.seq]
    return {"events": events, "next": events[-1]["seq"] if events else since}
