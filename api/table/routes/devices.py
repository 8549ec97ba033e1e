"""Devices, grants and the staff's PIN: what the owner sees to."""

from __future__ import annotations

from datetime import UTC, datetime
from typing import Annotated, Any

from fastapi import APIRouter, Path, Request

from api.access.grants import Grant
from api.access.pin import hash_pin
from api.http.heavy import heavily
from api.table.dependencies import access_of, actor_of, allowed, pairings_of
from api.table.given.access import Confirmed, GrantMade, PinChange
from api.table.shown.access import DeviceShown, DevicesShown, Done, GrantShown, GrantsShown, NewGrantShown
from controller.permits import Role

router = APIRouter(tags=["access"])
Id = Annotated[str, Path(max_length=64)]


def iso(seconds: int) -> str:
    """Seconds since 1970 as ISO 8601 in UTC."""
    return datetime.fromtimestamp(seconds, UTC).strftime("%Y-%m-%dT%H:%M:%SZ")


@router.get("/devices", summary="The devices that are paired", dependencies=[allowed("read.devices")])
async def devices(request: Request) -> DevicesShown:
    access, asks = access_of(request), actor_of(request)
    return DevicesShown(
        devices=[
            DeviceShown(
                id=one.id,
                name=one.name,
                role=one.role.value,
                seat=one.seat,
                paired_by=one.paired_by,
                paired_at=iso(one.paired_at),
                last_seen=iso(one.last_seen),
                expires=iso(one.expires_at),
                this=one.id == asks.device,
            )
            for one in access.devices()
        ],
        staff_pin=access.kept.pin is not None,
    )


@router.post(
    "/devices/{id}/revoke",
    summary="A device is no longer paired, at once: its streams end",
    dependencies=[allowed("device.revoke")],
)
async def revoke(id: Id, given: Confirmed, request: Request) -> Done:
    del given
    access_of(request).revoke(id, actor_of(request).name)
    return Done()


@router.get("/grants", summary="Codes that were given away and not used yet", dependencies=[allowed("read.grants")])
async def grants(request: Request) -> GrantsShown:
    return GrantsShown(grants=[GrantShown(**_members(one)) for one in pairings_of(request).grants()])


@router.post(
    "/grants",
    status_code=201,
    summary="A code for one device of a role",
    dependencies=[allowed("grant.make")],
    responses={409: {"description": "as many codes as are kept are not used yet"}},
)
async def grant(given: GrantMade, request: Request) -> NewGrantShown:
    pairings = pairings_of(request)
    made, code = pairings.make_grant(Role(given.role), given.name, given.hours * 3600, actor_of(request))
    return NewGrantShown(**_members(made), code=code, url=pairings.link(code))


@router.post("/grants/{id}/revoke", summary="A code is taken back", dependencies=[allowed("grant.revoke")])
async def take_back(id: Id, given: Confirmed, request: Request) -> Done:
    del given
    pairings_of(request).take_back(id)
    return Done()


@router.post("/staff-pin", summary="Set the PIN with which staff is paired", dependencies=[allowed("staff-pin.change")])
async def change_pin(given: PinChange, request: Request) -> Done:
    pairings_of(request).set_pin(await heavily(request, hash_pin, given.pin))
    return Done()


def _members(one: Grant) -> dict[str, Any]:
    return {
        "id": one.id,
        "role": one.role.value,
        "name": one.name,
        "made_by": one.made_by,
        "expires": iso(one.expires_at),
    }
