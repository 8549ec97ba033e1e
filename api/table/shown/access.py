"""Who a device is to the table, and what the display shows while another one is paired."""

from __future__ import annotations

from typing import Literal

from pydantic import Field

from api.table.shown.base import Seat, Shown

RoleShown = Literal["viewer", "seat", "table", "staff", "referee", "technician", "owner"]


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


class PairingShown(Shown):
    """What the table's own display shows while a device is paired; null in the snapshots of all others."""

    role: Literal["seat", "table", "staff", "owner"]
    seat: Seat | None
    name: str | None = Field(description="of the device that asked, as the person there gave it")
    digits: str | None = Field(description="six digits to type; null after too many wrong ones: then only the code")
    url: str = Field(description="what the code holds; it pairs the device that opens it")
    code: str = Field(description="where the code is, as a picture: a path of this service")
    seconds: float = Field(description="left")
    tries: int = Field(description="wrong digits that are still allowed")
