"""Who a device is to the table, and what the display shows while another one is paired."""

from __future__ import annotations

from typing import Literal

from pydantic import Field

from api.table.shown.base import Seat, Shown

RoleShown = Literal["viewer", "seat", "table", "staff", "referee", "technician", "owner"]

PairedRole = Literal["seat", "table", "staff", "owner"]
"""What a device can become by a key at the table."""


class MeShown(Shown):
    """The device that asks. Pages hide what ``permits`` does not name."""

    role: RoleShown
    seat: Seat | None = Field(description="of a player's phone")
    name: str
    device: str | None = Field(description="its id in the list of devices; null when it is not paired")
    expires: str | None = Field(description="when it has to be paired again, ISO 8601 in UTC")
    permits: dict[str, Literal["yes", "own"]] = Field(
        description="rows of docs/permits.md that this role may; `own`: only for its own seat"
    )
    open: bool = Field(description="nobody is paired: whoever uses this computer is the owner")
    viewers: bool = Field(description="whoever is not paired may look at the display")
    manual: bool = Field(description="the manual is served under /help")


class PairingShown(Shown):
    """What the table's own display shows while a device is paired; null in the snapshots of all others."""

    role: PairedRole
    seat: Seat | None
    name: str | None = Field(description="of the device that asked, as the person there gave it")
    digits: str | None = Field(description="six digits to type; null after too many wrong ones: then only the code")
    url: str = Field(description="what the code holds; it pairs the device that opens it")
    code: str = Field(description="where the code is, as a picture: a path of this service")
    seconds: float = Field(description="left")
    tries: int = Field(description="wrong digits that are still allowed")


class PairedShown(MeShown):
    """A device was let in. ``token``: for a program, which keeps it; a page has it as a cookie."""

    token: str | None


class AskedShown(Shown):
    """A device that asked. ``id`` is a secret of its own until it is paired."""

    id: str
    state: Literal["waiting", "open", "over"]
    role: RoleShown
    seat: Seat | None
    seconds: float = Field(description="left, for the key or for the code")
    pin: bool = Field(description="the PIN of the staff is wanted with the code")


class PairingStateShown(Shown):
    """``waiting``: a key has to be held; ``open``: the display shows the code; ``over``: used, too late, or unknown."""

    state: Literal["waiting", "open", "over"]
    seconds: float
    pin: bool


class WaitingShown(Shown):
    """A device that waits, for the staff."""

    id: str
    role: RoleShown
    seat: Seat | None
    name: str
    client: str = Field(description="its address")


class PairingsShown(Shown):
    waiting: list[WaitingShown]
    opened: PairingShown | None = Field(description="the one being paired now, whose digits are to be typed")


class DeviceShown(Shown):
    """A paired device; times are ISO 8601 in UTC. ``last_seen`` is up to a minute old."""

    id: str
    name: str
    role: RoleShown
    seat: Seat | None
    paired_by: str = Field(description="`key-0`..`key-3`, `key-open-raise`, `service-button`, `console`, or a name")
    paired_at: str
    last_seen: str
    expires: str
    this: bool = Field(description="the device that asks")


class DevicesShown(Shown):
    devices: list[DeviceShown]
    staff_pin: bool = Field(description="a PIN of the staff is set")


class GrantShown(Shown):
    """A code that was given away and not used yet."""

    id: str
    role: RoleShown
    name: str
    made_by: str
    expires: str


class GrantsShown(Shown):
    grants: list[GrantShown]


class NewGrantShown(GrantShown):
    """``code`` and ``url`` are answered once; the table keeps only a hash."""

    code: str
    url: str


class Done(Shown):
    """It is done."""

    done: Literal[True] = True
