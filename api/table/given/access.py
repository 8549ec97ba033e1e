"""What clients send to be paired, and what owners send about devices, checked at the edge."""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import Field, StringConstraints, model_validator

from api.access.desk import Wish
from api.access.pin import LONGEST_PIN, SHORTEST_PIN
from api.table.given.base import Input, PlayerName, Seat, within
from controller.credentials.codes import LONGEST_ENTRY
from controller.permits import Role

Pin = Annotated[str, StringConstraints(min_length=SHORTEST_PIN, max_length=LONGEST_PIN)]
MOST_HOURS = 7 * 24


class PairingAsk(Input):
    """A device asks to be paired. A key at the table then has to be held."""

    role: Literal["seat", "table", "staff", "owner"]
    seat: Seat | None = Field(None, description="with the role `seat`: whose")
    name: PlayerName = Field(description="of the device or its owner; the display and the list of devices show it")

    @model_validator(mode="after")
    def seat_of_a_seat(self) -> PairingAsk:
        if (self.role == "seat") != (self.seat is not None):
            raise ValueError("seat goes with the role seat, and with no other")
        return self

    @property
    def wish(self) -> Wish:
        return Wish(Role(self.role), self.seat)


class CodeEntered(Input):
    """A device has a code: the six digits or the long code of the display, one of a grant, or one of the console."""

    code: Annotated[
        str, within(LONGEST_ENTRY), StringConstraints(strip_whitespace=True, min_length=1, max_length=LONGEST_ENTRY)
    ]
    name: PlayerName | None = Field(None, description="of this device; the name that it asked with when left out")
    pin: Annotated[str, StringConstraints(max_length=LONGEST_PIN)] | None = Field(
        None, description="of the staff, for a pairing that Open and Raise opened"
    )
    program: bool = Field(False, description="the token is answered instead of set as a cookie")


class GrantMade(Input):
    """A code for one device. `hours`: how long the code can be used; the device then stays as long as its role does."""

    role: Literal["table", "staff", "referee", "technician", "owner"]
    name: PlayerName = Field(description="whom it is for")
    hours: Annotated[int, Field(ge=1, le=MOST_HOURS)] = 24


class PinChange(Input):
    pin: Pin


class Confirmed(Input):
    """`{}`: the address says all of it, but a page of another site cannot send JSON."""
