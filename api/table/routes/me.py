"""Who a device is to the table, and how it becomes somebody."""

from __future__ import annotations

from typing import Final

from fastapi import APIRouter, Request, Response

from api.access.access import Access
from api.access.caller import COOKIE
from api.access.devices import Device, device_of
from api.http.heavy import heavily
from api.http.manual import site
from api.table.dependencies import access_of, actor_of, allowed, caller, pairings_of
from api.table.given.access import CodeEntered, Confirmed
from api.table.routes.devices import iso
from api.table.shown.access import Done, MeShown, PairedShown
from controller.credentials.tokens import Token
from controller.permits import LOCAL_OWNER, Actor, Permit, permits_of

router = APIRouter(tags=["access"])
_PATH: Final = "/"


@router.get("/me", summary="The device that asks: role, seat, and what it may", dependencies=[allowed("read.me")])
async def me(request: Request) -> MeShown:
    access = access_of(request)
    return _shown(access, actor_of(request), access.device(caller(request)))


@router.post(
    "/me/pair",
    status_code=201,
    summary="Enter a code: this device is paired, and gets its token as a cookie or, for a program, in the answer",
    dependencies=[allowed("pairing.enter")],
    responses={
        409: {"description": "the table has as many devices as it keeps"},
        423: {"description": "no PIN is set"},
    },
)
async def pair(given: CodeEntered, request: Request, response: Response) -> PairedShown:
    access = access_of(request)
    token = await pairings_of(request).enter(
        given.code, given.name, given.pin, lambda question: heavily(request, question)
    )
    device = device_of(access.kept.devices, token.text, access.seconds())
    assert device is not None, "it was let in a moment ago"
    if not given.program:
        _set_cookie(request, response, token, device.expires_at - access.seconds())
    shown = _shown(access, device.actor, device).model_dump()
    return PairedShown(**shown, token=token.text if given.program else None)


@router.post("/me/leave", summary="This device is no longer paired", dependencies=[allowed("device.leave")])
async def leave(given: Confirmed, request: Request, response: Response) -> Done:
    del given
    actor = actor_of(request)
    if actor.device is not None:
        access_of(request).revoke(actor.device, actor.name)
    response.delete_cookie(COOKIE, path=_PATH)
    return Done()


def _shown(access: Access, actor: Actor, device: Device | None) -> MeShown:
    return MeShown(
        role=actor.role.value,
        seat=actor.seat,
        name=actor.name,
        device=actor.device,
        expires=None if device is None else iso(device.expires_at),
        permits={name: "own" if permit is Permit.OWN else "yes" for name, permit in permits_of(actor.role).items()},
        open=actor == LOCAL_OWNER,
        viewers=access.rules.viewers,
        manual=site() is not None,
    )


def _set_cookie(request: Request, response: Response, token: Token, seconds: int) -> None:
    """For this table alone: no script reads it, no other site sends it."""
    secure = request.url.scheme == "https"
    response.set_cookie(
        COOKIE, token.text, max_age=seconds, path=_PATH, secure=secure, httponly=True, samesite="strict"
    )
