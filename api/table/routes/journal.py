"""The journal: everything that happened, in order."""

from __future__ import annotations

from typing import Annotated

from fastapi import APIRouter, Path, Query, Request
from fastapi.responses import JSONResponse, PlainTextResponse

from api.table.dependencies import allowed, runtime_of, table_of
from api.table.given.journal import CosignatureInput, WitnessedHead
from api.table.shown.journal import CosignatureShown, EventPage, HeadPage, HeadShown, head_shown
from api.table.shown.peers import Witnesses, witnesses_shown
from controller.journal.kept_heads import MOST_HEADS
from controller.refusals import Code, Refused

router = APIRouter(tags=["journal"])
MOST_EVENTS = 500


@router.get(
    "/journal",
    summary="Events after number `since` with their chain hashes, oldest first; ask again with `next`",
    dependencies=[allowed("read.journal")],
    responses={200: {"model": EventPage}},
)
async def journal(
    request: Request,
    since: Annotated[int, Query(ge=0, le=2**53)] = 0,
    limit: Annotated[int, Query(ge=1, le=MOST_EVENTS)] = 100,
) -> JSONResponse:
    table = table_of(request)
    found = table.journal.stored(since, limit)
    # What is written but not yet part of the state is not shown yet.
    events = [{**stored.as_json(), "hash": stored.hash} for stored in found if stored.seq <= table.seq]
    return JSONResponse({"events": events, "next": events[-1]["seq"] if events else since})


@router.get(
    "/journal/heads",
    summary="Signed heads after number `since` and their cosignatures, oldest first; ask again with `next`",
    dependencies=[allowed("read.heads")],
)
async def heads(
    request: Request,
    since: Annotated[int, Query(ge=0, le=2**53)] = 0,
    limit: Annotated[int, Query(ge=1, le=MOST_HEADS)] = 100,
) -> HeadPage:
    found = table_of(request).journal.heads(since, limit)
    return HeadPage(heads=[head_shown(one) for one in found], next=found[-1].number if found else since)


@router.get(
    "/journal/heads/latest",
    summary="The newest signed head of the journal: what other tables witness",
    dependencies=[allowed("read.heads")],
)
async def latest_head(request: Request) -> HeadShown:
    found = table_of(request).journal.latest_head()
    if found is None:
        raise Refused(Code.NO_SUCH_HEAD, "this table has signed no head yet")
    return head_shown(found)


@router.post(
    "/journal/heads/{number}/cosignatures",
    status_code=201,
    summary="A witness signs that it saw this head; answers the head with all its cosignatures",
    dependencies=[allowed("journal.cosign")],
    responses={409: {"description": "the head has as many cosignatures as are kept"}},
)
async def cosign(
    given: CosignatureInput,
    number: Annotated[int, Path(ge=1, le=2**53, description="counts the signed heads of the journal")],
    request: Request,
) -> HeadShown:
    return head_shown(await table_of(request).heads.cosign(number, given.key, given.signature))


@router.post(
    "/journal/witnessed",
    status_code=201,
    summary="Take the signed head of another table: this one keeps it and answers its cosignature",
    dependencies=[allowed("journal.witness")],
    responses={409: {"description": "that table has signed two histories, or heads of enough tables are kept"}},
)
async def witness(given: WitnessedHead, request: Request) -> CosignatureShown:
    _, mark = await table_of(request).witness.see(given.record)
    return CosignatureShown(key=mark.key.hex(), signature=mark.signature.hex())


@router.post(
    "/journal/offers",
    status_code=201,
    summary="The same for a table among the [[peers]] of the configuration, without pairing: its signature suffices",
    dependencies=[allowed("journal.offer")],
    responses={409: {"description": "that table has signed two histories, or heads of enough tables are kept"}},
)
async def offer(given: WitnessedHead, request: Request) -> CosignatureShown:
    table = table_of(request)
    _, mark = await table.witness.see(given.record, only={peer.key for peer in table.config.peers})
    return CosignatureShown(key=mark.key.hex(), signature=mark.signature.hex())


@router.get(
    "/journal/peers",
    summary="The tables that this one exchanges heads with: who witnesses whom, since when, and two histories if any",
    dependencies=[allowed("read.service")],
)
async def peers(request: Request) -> Witnesses:
    table, runtime = table_of(request), runtime_of(request)
    return witnesses_shown(table.config.peers, runtime.peers if runtime else None, await table.witness.kept())


@router.get(
    "/journal/witnessed",
    summary="The heads of other tables that this one keeps, one a line: for jantaku journal verify --heads there",
    dependencies=[allowed("read.heads")],
    response_class=PlainTextResponse,
)
async def witnessed(request: Request) -> PlainTextResponse:
    texts = await table_of(request).witness.texts()
    return PlainTextResponse("".join(f"{text}\n" for text in texts))
