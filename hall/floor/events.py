"""What happened on the floor. Written when staff, the desk or a queue machine does it; times are ISO 8601, UTC.

``at`` is when it was so: staff may enter a little later what happened a little earlier. Guests are named by ids of
persons, or by a label of the staff, which is no name.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Annotated, ClassVar, Literal

from annotated_types import Interval, Predicate

from controller.events import Event
from controller.events.values import Count, EventPart, Number, SeatNumber
from hall.floor.bill import ReceiptLine
from hall.floor.prices import PriceList
from hall.floor.times import is_moment

Moment = Annotated[str, Predicate(is_moment)]
"""ISO 8601."""
Method = str
"""How somebody pays: one of ``hall.floor.till.METHODS``."""
Amounts = Mapping[Method, int]
"""Amounts in the smallest coin by method."""


@dataclass(frozen=True, slots=True)
class SeatedGuest(EventPart):
    """Somebody who sits down."""

    stay: Number
    """The number within the session, for good."""
    person: str | None
    label: str
    seat: SeatNumber | None


@dataclass(frozen=True, slots=True)
class JoinedGuest(EventPart):
    """A guest of a session that was merged into another one."""

    stay: Number
    """The number in the session that is over."""
    becomes: Number
    """The number in the other one."""
    seat: SeatNumber | None


@dataclass(frozen=True, slots=True)
class Wishes(EventPart):
    """What a party in the queue wants; null or empty: all the same."""

    ruleset: str | None = None
    smoking: bool | None = None
    area: str | None = None
    avoid: tuple[str, ...] = ()
    """Persons with whom these guests are not seated."""
    alone: bool = False
    """They want a table for themselves, be they as many as they are."""


# ---------------------------------------------------------------- tables and prices


@dataclass(frozen=True, slots=True)
class TablePlaced(Event):
    """A table has this place on the floor: a new one, or another place of an old one."""

    type: ClassVar = "floor.table-placed"
    table: str
    number: Number
    """On the table and on the plan; no two tables share one."""
    name: str
    area: str
    """Part of the floor with prices of its own, such as ``upstairs``."""
    smoking: bool
    x: Annotated[int, Interval(ge=0, le=1000)]
    """Thousandths of the width of the plan, from the left."""
    y: Annotated[int, Interval(ge=0, le=1000)]
    """Thousandths of its height, from the top."""
    who: str


@dataclass(frozen=True, slots=True)
class TableTakenAway(Event):
    """A table is no longer on the floor."""

    type: ClassVar = "floor.table-taken-away"
    table: str
    who: str


@dataclass(frozen=True, slots=True)
class TableBlocked(Event):
    """Nobody is seated at a table from now on: it is out of order, or reserved."""

    type: ClassVar = "floor.table-blocked"
    table: str
    why: str
    who: str


@dataclass(frozen=True, slots=True)
class TableUnblocked(Event):
    """A table may be used again."""

    type: ClassVar = "floor.table-unblocked"
    table: str
    who: str


@dataclass(frozen=True, slots=True)
class PricesSet(Event):
    """Sessions that begin from now on are charged by this list."""

    type: ClassVar = "floor.prices-set"
    revision: Number
    """Lists so far, this one counted."""
    prices: PriceList
    who: str


# ---------------------------------------------------------------- sessions


@dataclass(frozen=True, slots=True)
class SessionStarted(Event):
    """A table is taken, and its time runs."""

    type: ClassVar = "floor.session-started"
    session: str
    table: str
    area: str
    prices: Count
    """The revision of the price list; 0: nothing is charged."""
    ruleset: str | None
    guests: tuple[SeatedGuest, ...]
    joinable: bool
    """Guests from the queue may take its empty seats."""
    at: Moment
    who: str


@dataclass(frozen=True, slots=True)
class GuestSeated(Event):
    """Another guest joins a session."""

    type: ClassVar = "floor.guest-seated"
    session: str
    guest: SeatedGuest
    at: Moment
    who: str


@dataclass(frozen=True, slots=True)
class GuestLeft(Event):
    """A guest leaves a session that goes on."""

    type: ClassVar = "floor.guest-left"
    session: str
    stay: Number
    at: Moment
    who: str


@dataclass(frozen=True, slots=True)
class SeatsChanged(Event):
    """Guests of a session sit on other seats."""

    type: ClassVar = "floor.seats-changed"
    session: str
    seats: tuple[SeatedGuest, ...]
    """Those who changed, as they sit now."""
    at: Moment
    who: str


@dataclass(frozen=True, slots=True)
class SessionPaused(Event):
    """Time stands still; the table stays taken."""

    type: ClassVar = "floor.session-paused"
    session: str
    at: Moment
    who: str


@dataclass(frozen=True, slots=True)
class SessionResumed(Event):
    """Time runs again."""

    type: ClassVar = "floor.session-resumed"
    session: str
    at: Moment
    who: str


@dataclass(frozen=True, slots=True)
class SessionMoved(Event):
    """A session goes on at another table."""

    type: ClassVar = "floor.session-moved"
    session: str
    table: str
    area: str
    at: Moment
    who: str


@dataclass(frozen=True, slots=True)
class SessionMerged(Event):
    """The guests of a session go on in another one, with the time that they have had."""

    type: ClassVar = "floor.session-merged"
    session: str
    into: str
    guests: tuple[JoinedGuest, ...]
    """All of the session, also those who have left."""
    at: Moment
    who: str


@dataclass(frozen=True, slots=True)
class SessionEnded(Event):
    """The table is free again."""

    type: ClassVar = "floor.session-ended"
    session: str
    at: Moment
    who: str


# ---------------------------------------------------------------- queue


@dataclass(frozen=True, slots=True)
class PartyQueued(Event):
    """Guests wait for seats."""

    type: ClassVar = "floor.party-queued"
    party: str
    ticket: Number
    """By which they are called; begins anew with the first close of the till at which nobody waits."""
    size: Annotated[int, Interval(ge=1, le=4)]
    persons: tuple[str, ...]
    """Those of them who are in the hall's list."""
    label: str
    wishes: Wishes
    who: str


@dataclass(frozen=True, slots=True)
class PartyCalled(Event):
    """Seats are kept for a party until a time."""

    type: ClassVar = "floor.party-called"
    party: str
    table: str
    until: Moment
    who: str


@dataclass(frozen=True, slots=True)
class PartyMissed(Event):
    """A party did not come when it was called; it keeps its place and is passed over until it is called again."""

    type: ClassVar = "floor.party-missed"
    party: str
    who: str


@dataclass(frozen=True, slots=True)
class PartySeated(Event):
    """A party has its seats."""

    type: ClassVar = "floor.party-seated"
    party: str
    session: str
    who: str


@dataclass(frozen=True, slots=True)
class PartyGone(Event):
    """A party waits no longer."""

    type: ClassVar = "floor.party-gone"
    party: str
    who: str


# ---------------------------------------------------------------- till


@dataclass(frozen=True, slots=True)
class ReceiptIssued(Event):
    """Somebody paid. A receipt is never changed: it can be voided, and another one issued."""

    type: ClassVar = "floor.receipt-issued"
    receipt: str
    number: Number
    """Receipts of the hall so far, this one counted."""
    session: str | None
    """Null: something was sold at the desk."""
    stay: Number | None
    """The guest that it is for; null: all, or all the others."""
    prices: Count
    currency: str
    digits: Count
    """Decimal places of the smallest coin."""
    lines: tuple[ReceiptLine, ...]
    total: Count
    """The sum of the lines, in the smallest coin."""
    paid: Amounts
    """Adds up to the total."""
    who: str


@dataclass(frozen=True, slots=True)
class ReceiptVoided(Event):
    """A receipt counts no longer, and what was paid was paid back the same way."""

    type: ClassVar = "floor.receipt-voided"
    receipt: str
    number: Number
    paid_back: Amounts
    why: str
    who: str


@dataclass(frozen=True, slots=True)
class CashMoved(Event):
    """Cash was put into the till, or taken out of it, without a receipt."""

    type: ClassVar = "floor.cash-moved"
    amount: int
    """Into the till; negative: out of it."""
    why: str
    who: str


@dataclass(frozen=True, slots=True)
class DayClosed(Event):
    """The till was counted. Everything since the last close is in it, once.

    For each method ``counted`` is ``expected`` and ``difference``; for cash, ``expected`` is ``opening``, ``moved`` and
    what receipts brought, and ``counted`` is ``left`` and ``taken``.
    """

    type: ClassVar = "floor.day-closed"
    close: Number
    """Closes so far, this one counted."""
    day: str
    """The day of business, ``YYYY-MM-DD``."""
    receipts: Count
    """Receipts issued since the last close."""
    voided: Count
    """Receipts voided since the last close, of whatever age."""
    takings: Amounts
    """Receipts less what was paid back; negative where more was paid back."""
    opening: int
    """Cash in the till after the last close."""
    moved: int
    """Sum of the movements of cash."""
    expected: Amounts
    counted: Amounts
    difference: Amounts
    left: Count
    """Cash that stays in the till."""
    taken: int
    """Cash that is taken away, to the bank or the safe."""
    why: str
    """What is known of a difference; empty where there is none."""
    who: str


# ---------------------------------------------------------------- alarms


@dataclass(frozen=True, slots=True)
class AlarmTaken(Event):
    """Somebody sees to an alarm."""

    type: ClassVar = "floor.alarm-taken"
    alarm: str
    """The id of ``hall.floor.alarms.Alarm``."""
    who: str


@dataclass(frozen=True, slots=True)
class AlarmResolved(Event):
    """Somebody says that an alarm is seen to, whatever the table says."""

    type: ClassVar = "floor.alarm-resolved"
    alarm: str
    how: Literal["done", "mistaken"]
    why: str
    who: str
    returned: int | None = None
    """How often it had come back as it was shown: what comes back later is a new alarm. Absent: never."""


EVENTS = (
    TablePlaced,
    TableTakenAway,
    TableBlocked,
    TableUnblocked,
    PricesSet,
    SessionStarted,
    GuestSeated,
    GuestLeft,
    SeatsChanged,
    SessionPaused,
    SessionResumed,
    SessionMoved,
    SessionMerged,
    SessionEnded,
    PartyQueued,
    PartyCalled,
    PartyMissed,
    PartySeated,
    PartyGone,
    ReceiptIssued,
    ReceiptVoided,
    CashMoved,
    DayClosed,
    AlarmTaken,
    AlarmResolved,
)
