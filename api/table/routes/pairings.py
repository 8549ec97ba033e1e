"""Devices that ask to be paired, and the code that the table's display shows for them."""

from __future__ import annotations

from typing import Annotated

from fastapi import APIRouter, Path, Request
from fastapi.responses import Response

from api.http.heavy import heavily
from api.http.qr import qr_svg
from api.table.dependencies import actor_of, allowed, caller, pairings_of
from api.table.given.access import Confirmed, PairingAsk
from api.table.pairing_shown import pairing_shown
from api.table.shown.access import AskedShown, Done, PairingsShown, PairingStateShown, WaitingShown
from controller.refusals import Code, Refused

router = APIRouter(prefix="/pairings", tags=["access"])
AskedId = Annotated[str, Path(max_length=64, description="of the device that asked")]


@router.post(
    "", status_code=202, summary="Ask to be paired; then hold a key at the table", dependencies=[allowed("pairing.ask")]
)
async def ask(given: PairingAsk, request: Request) -> AskedShown:
    pairings = pairings_of(request)
    asked = pairings.ask(given.wish, given.name, caller(request).client)
    state, seconds, pin = pairings.state(asked.id)
    return AskedShown(id=asked.id, state=state, role=given.role, seat=given.seat, seconds=seconds, pin=pin)


@router.get(
    "", summary="Devices that wait to be paired, and the one being paired", dependencies=[allowed("read.pairings")]
)
async def waiting(request: Request) -> PairingsShown:
    pairings = pairings_of(request)
    return PairingsShown(
        waiting=[
            WaitingShown(id=one.id, role=one.wish.role.value, seat=one.wish.seat, name=one.name, client=one.client)
            for one in pairings.waiting()
        ],
        opened=pairing_shown(pairings),
    )


@router.get(
    "/code.svg",
    summary="The code of the open pairing, for the table's own display",
    dependencies=[allowed("read.pairing")],
    response_class=Response,
    responses={200: {"content": {"image/svg+xml": {}}, "description": "a QR code"}},
)
async def code(request: Request) -> Response:
    pairings = pairings_of(request)
    found = pairings.open_now()
    if found is None:
        raise Refused(Code.NO_SUCH_PAIRING, "no pairing is open")
    drawn = await heavily(request, qr_svg, pairings.link(found[0].code))
    return Response(drawn, media_type="image/svg+xml")


@router.get("/{id}", summary="How far the pairing of the device that asked is", dependencies=[allowed("pairing.ask")])
async def state(id: AskedId, request: Request) -> PairingStateShown:
    found, seconds, pin = pairings_of(request).state(id)
    return PairingStateShown(state=found, seconds=seconds, pin=pin)


@router.post(
    "/{id}/open",
    summary="A member of the staff vouches for a tablet that waits",
    dependencies=[allowed("pairing.open")],
    responses={423: {"description": "another pairing is open"}},
)
async def vouch(id: AskedId, given: Confirmed, request: Request) -> Done:
    del given
    pairings_of(request).vouch(id, actor_of(request))
    return Done()
