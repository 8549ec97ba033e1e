"""Who a device is to the table."""

from __future__ import annotations

from datetime import UTC, datetime

from fastapi import APIRouter, Request

from api.table.dependencies import access_of, actor_of, allowed, caller
from api.table.shown.access import MeShown
from controller.permits import LOCAL_OWNER, Permit, permits_of

router = APIRouter(tags=["access"])


@router.get("/me", summary="The device that asks: role, seat, and what it may", dependencies=[allowed("read.me")])
async def me(request: Request) -> MeShown:
    access, actor = access_of(request), actor_of(request)
    device = access.device(caller(request))
    return MeShown(
        role=actor.role.value,
        seat=actor.seat,
        name=actor.name,
        device=actor.device,
        expires=None if device is None else iso(device.expires_at),
        permits={name: "own" if permit is Permit.OWN else "yes" for name, permit in permits_of(actor.role).items()},
        open=actor == LOCAL_OWNER,
        viewers=access.rules.viewers,
    )


def iso(seconds: int) -> str:
    """Seconds since 1970 as ISO 8601 in UTC."""
    return datetime.fromtimestamp(seconds, UTC).strftime("%Y-%m-%dT%H:%M:%SZ")
