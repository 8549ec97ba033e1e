"""What passes between a table and its hall. Written when people at the table join or leave a hall, and when an order of
the hall is carried out or refused (``controller.uplink``).
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from controller.events.event import Event
from controller.events.values import Count


@dataclass(frozen=True, slots=True)
class HallJoined(Event):
    """The table belongs to a hall from now on: it sends its events there and carries out its orders."""

    type: ClassVar = "hall.joined"
    hall: str
    """The id of the hall."""
    name: str
    """Of the hall, for people."""
    key: str
    """The public Ed25519 key of the hall, hexadecimal: what its orders are signed with."""
    table: str
    """The id that the hall gave to this table."""
    who: str


@dataclass(frozen=True, slots=True)
class HallLeft(Event):
    """The table belongs to no hall any more."""

    type: ClassVar = "hall.left"
    hall: str
    released: bool
    """Whether the hall had let the table go. False: the people at the table left a hall that they hold for lost."""
    who: str


@dataclass(frozen=True, slots=True)
class HallOrderTaken(Event):
    """An order of the hall was carried out. What it led to is written beside it, in the events that follow."""

    type: ClassVar = "hall.order-taken"
    order: str
    """The id of the order."""
    number: Count
    """The number of the order at the hall."""
    kind: str
    """What was ordered, one of ``controller.uplink.state.KINDS``."""
    who: str
    """Who gave the order at the hall."""


@dataclass(frozen=True, slots=True)
class HallOrderRefused(Event):
    """An order of the hall was not carried out, and will not be."""

    type: ClassVar = "hall.order-refused"
    order: str
    number: Count
    kind: str
    code: str
    """Of the refusal, as in the catalogue of refusals."""
    detail: str
    who: str


@dataclass(frozen=True, slots=True)
class HallClockSet(Event):
    """The hall has set the clock of a round, or changed it."""

    type: ClassVar = "hall.clock-set"
    ends: str | None
    """When the gong sounds, ISO 8601 in UTC. Null: there is no clock any more."""
    inside: Count
    """Hands that may still begin when the gong sounds inside a hand."""
    between: Count
    """Hands that may still begin when the gong sounds between hands."""
    again: bool
    """Whether a hand that became void is played again all the same."""
    stops: bool
    """At the gong the hand that is being played is not played on."""
    game: str | None
    """The game that the clock is for, as the hall calls it; null: whatever is played."""
    who: str


@dataclass(frozen=True, slots=True)
class HallHandAllowed(Event):
    """A referee lets one more hand begin than the clock of the round allows."""

    type: ClassVar = "hall.hand-allowed"
    who: str


@dataclass(frozen=True, slots=True)
class HallMessageShown(Event):
    """The hall says something to the people at the table."""

    type: ClassVar = "hall.message-shown"
    text: str
    who: str


@dataclass(frozen=True, slots=True)
class HallMessageRead(Event):
    """The people at the table have read what the hall said."""

    type: ClassVar = "hall.message-read"
    who: str


@dataclass(frozen=True, slots=True)
class HallDrawWanted(Event):
    """The hall wants dice for the draw of a tournament. Until they are thrown the table throws no others, unless a
    match begins."""

    type: ClassVar = "hall.draw-wanted"
    draw: str | None
    """What the hall calls it. Null: dice are wanted no more."""
    title: str
    """The tournament, for people."""
    rolls: Count
    """Of ten dice each."""
    who: str


@dataclass(frozen=True, slots=True)
class HallDrawThrown(Event):
    """The last dice for a draw were thrown."""

    type: ClassVar = "hall.draw-thrown"
    draw: str
    table: str
    """The id of the table in the statements of its dice, hexadecimal."""
    records: tuple[str, ...]
    """The signed anchor of the dice, and the rolls in their order."""


@dataclass(frozen=True, slots=True)
class HallGrantGiven(Event):
    """The hall lets the device that enters a certain code in, for a while. The code itself is known to the hall and to
    the person alone."""

    type: ClassVar = "hall.grant-given"
    grant: str
    """The id of the grant."""
    role: str
    """Of ``controller.permits``."""
    name: str
    """Whom it is for."""
    expires: str
    """ISO 8601 in UTC: the code and every device that was let in by it end then."""
    who: str


@dataclass(frozen=True, slots=True)
class HallGrantRevoked(Event):
    """The hall has taken a grant back: its code and the devices that were let in by it are worth nothing any more."""

    type: ClassVar = "hall.grant-revoked"
    grant: str
    who: str


@dataclass(frozen=True, slots=True)
class HallReleased(Event):
    """The hall lets the table go. It belongs to the hall until the people at the table leave it."""

    type: ClassVar = "hall.released"
    who: str
