"""The hall that a table belongs to: joining, leaving, how the link stands, and what people at the table do about its
clock and its messages."""

from __future__ import annotations

import asyncio

from fastapi import APIRouter, Request
from pydantic import BaseModel

from api.service.mdns import halls
from api.table.dependencies import actor_of, allowed, carry_out, runtime_of, table_of
from api.table.given.access import Confirmed
from api.table.given.base import Accepted
from api.table.given.hall import HallLeaving, HandAllowed, JoinInput, MessageRead
from api.table.shown.hall import HallStanding, JoiningShown, joining_shown, standing
from api.uplink.uplink import Uplink
from controller.refusals import Code, Refused

router = APIRouter(prefix="/hall", tags=["hall"])


@router.get(
    "", summary="The hall, how the table stands with it, and its last orders", dependencies=[allowed("read.hall")]
)
async def hall(request: Request) -> HallStanding:
    return _standing(request)


class HallFound(BaseModel):
    """``address``: to be joined at, such as ``https://hall.local:8100``."""

    name: str
    address: str


class HallsFound(BaseModel):
    halls: list[HallFound]


@router.get(
    "/found",
    summary="Halls that answer in the local network by mDNS; it takes some seconds",
    dependencies=[allowed("hall.join")],
)
async def found(request: Request) -> HallsFound:
    async with _looking(request):
        shown = [HallFound(name=one.name, address=one.address) for one in await halls()]
    return HallsFound(halls=shown)


def _looking(request: Request) -> asyncio.Lock:
    """One at a time, whoever asks."""
    state = request.app.state
    if not hasattr(state, "looking_for_halls"):
        state.looking_for_halls = asyncio.Lock()
    lock: asyncio.Lock = state.looking_for_halls
    return lock


@router.post(
    "/joining",
    status_code=202,
    summary="A code of the hall is entered; then hold Open and Raise together at the table",
    dependencies=[allowed("hall.join")],
)
async def join(given: JoinInput, request: Request) -> JoiningShown:
    table, uplink, actor = table_of(request), _uplink(request), actor_of(request)
    member, config = uplink.member, table.config.hall
    address = config.address or given.address or (member.address if member else "")
    authority = config.authority or given.authority or (member.authority if member else "")
    if not address:
        raise Refused(Code.NO_HALL_ADDRESS, field="address")
    asked = uplink.ask_to_join(given.code, address, authority, actor, given.who or actor.name)
    return joining_shown(asked, uplink.steady())


@router.post(
    "/leaving",
    status_code=202,
    summary="The table leaves its hall: one that has let it go, or, for the owner alone, one that is lost",
    dependencies=[allowed("hall.leave")],
    responses={423: {"description": "the hall has not let the table go"}},
)
async def leave(given: HallLeaving, request: Request) -> HallStanding:
    actor = actor_of(request)
    await _uplink(request).leave(actor, given.who or actor.name, unreleased=given.unreleased)
    return _standing(request)


@router.post(
    "/retries",
    status_code=202,
    summary="A conflict has been settled at the hall: send again",
    dependencies=[allowed("hall.join")],
)
async def retry(given: Confirmed, request: Request) -> HallStanding:
    del given
    _uplink(request).try_again()
    return _standing(request)


@router.post(
    "/hands",
    status_code=202,
    summary="A referee lets one more hand begin although the time of the round is up",
    responses={423: {"description": "the time is not up"}},
)
async def allow_hand(given: HandAllowed, request: Request) -> Accepted:
    return await carry_out(request, given, given.to_command())


@router.post("/messages/readings", status_code=202, summary="The message of the hall has been read")
async def read_message(given: MessageRead, request: Request) -> Accepted:
    return await carry_out(request, given, given.to_command())


def _standing(request: Request) -> HallStanding:
    runtime = runtime_of(request)
    return standing(table_of(request), None if runtime is None else runtime.uplink)


def _uplink(request: Request) -> Uplink:
    table_of(request)
    runtime = runtime_of(request)
    if runtime is None or runtime.uplink is None:
        raise Refused(Code.STARTING)
    return runtime.uplink
