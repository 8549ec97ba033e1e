"""Devices that were paired with this table, and for how long. Pure: times are seconds since 1970, passed in."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final

from controller.credentials.tokens import proves, split
from controller.permits import Actor, Role
from controller.rules.seats import Seat

HOUR: Final = 3600
DAY: Final = 24 * HOUR
LIFETIME: Final[Mapping[Role, int]] = {
    Role.SEAT: 12 * HOUR,
    Role.TABLE: 365 * DAY,
    Role.STAFF: 30 * DAY,
    Role.REFEREE: 30 * DAY,
    Role.TECHNICIAN: 30 * DAY,
    Role.OWNER: 365 * DAY,
}
"""Seconds. A viewer has no token."""
AFTER_MATCH: Final = HOUR // 2
"""How long a seat's device stays paired once its match is over: the last result is still confirmed or disputed."""
MOST_DEVICES: Final = 64
"""Paired at once, those of seats not counted: they make room for each other."""
MOST_OF_A_SEAT: Final = 4
"""A player has a phone, perhaps two; a fifth device of the seat takes the place of the first."""
SEEN_SECONDS: Final = 60
"""``last_seen`` is not newer than that, so that a busy page does not wear the memory card."""


@dataclass(frozen=True, slots=True)
class Device:
    """``id``: public, of ``controller.credentials.tokens.Token``. ``paired_by``: a device, a key or a code that
    vouched for it. ``since_event``: the last event of the journal when it was paired; a seat belongs to the match
    around it."""

    id: str
    name: str
    role: Role
    seat: Seat | None
    token_hash: str
    paired_by: str
    paired_at: int
    expires_at: int
    last_seen: int
    since_event: int = 0

    @property
    def actor(self) -> Actor:
        return Actor(self.role, self.name, self.seat, self.id)


Devices = Mapping[str, Device]
"""By id, in the order of pairing."""


def device_of(devices: Devices, token: str, now: int) -> Device | None:
    """The device whose token that is; None for a token that is unknown, revoked or expired."""
    id_, secret = split(token)
    device = devices.get(id_)
    if device is None or not proves(secret, device.token_hash) or now >= device.expires_at:
        return None
    return device


def living(devices: Devices, now: int) -> dict[str, Device]:
    """Those that have not expired."""
    return {id_: device for id_, device in devices.items() if now < device.expires_at}


def with_device(devices: Devices, new: Device, now: int) -> dict[str, Device] | None:
    """The list with a new device; None when it is full. A seat's oldest device gives way to its newest."""
    kept = living(devices, now)
    of_seat = [one for one in kept.values() if one.role is Role.SEAT and one.seat == new.seat]
    if new.role is Role.SEAT:
        for old in of_seat[: max(0, len(of_seat) - MOST_OF_A_SEAT + 1)]:
            del kept[old.id]
    elif sum(one.role is not Role.SEAT for one in kept.values()) >= MOST_DEVICES:
        return None
    return {**kept, new.id: new}


def ended_with_match(device: Device, started: int, over: int, now: int) -> int:
    """When this device ends, if that is sooner than it would. ``started`` and ``over``: the last events that began and
    ended a match, 0 for none. The next match has other people on the seats."""
    if device.role is not Role.SEAT or over <= device.since_event:
        return device.expires_at
    return now if started > over else min(device.expires_at, now + AFTER_MATCH)
