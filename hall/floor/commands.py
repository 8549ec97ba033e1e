"""What people ask of the floor. ``at``: when it was so, ISO 8601; None: now. Ids of sessions, parties and receipts are
chosen by whoever asks, so that the same again is nothing new; None leaves the choice to the hall."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Annotated, Literal

from annotated_types import Ge

from controller.rules.seats import Seat
from hall.commands import HallCommand
from hall.floor.bill import Discount, Item, Played
from hall.floor.events import Wishes
from hall.floor.prices import PriceList


@dataclass(frozen=True, slots=True)
class Guest:
    """Somebody who is to sit. ``person``: None for a guest whom the hall does not know."""

    person: str | None = None
    label: str = ""
    seat: Seat | None = None


@dataclass(frozen=True, slots=True)
class SeatOf:
    """Where a guest of a session sits."""

    stay: int
    seat: Seat | None = None


@dataclass(frozen=True, slots=True)
class Amount:
    """``method``: one of ``hall.floor.till.METHODS``."""

    method: str
    amount: int


# ---------------------------------------------------------------- tables and prices


@dataclass(frozen=True, slots=True)
class PlaceTable(HallCommand):
    """``table``: of an enrolled table, or of one on the floor; None for a table without a board."""

    number: int
    name: str = ""
    area: str = ""
    smoking: bool = False
    x: int = 0
    y: int = 0
    table: str | None = None


@dataclass(frozen=True, slots=True)
class TakeTableAway(HallCommand):
    table: str


@dataclass(frozen=True, slots=True)
class BlockTable(HallCommand):
    table: str
    why: str


@dataclass(frozen=True, slots=True)
class UnblockTable(HallCommand):
    table: str


@dataclass(frozen=True, slots=True)
class SetPrices(HallCommand):
    """``revision``: of the list that is replaced, as the page showed it."""

    prices: PriceList
    revision: int


# ---------------------------------------------------------------- sessions


@dataclass(frozen=True, slots=True)
class StartSession(HallCommand):
    table: str
    guests: tuple[Guest, ...] = ()
    ruleset: str | None = None
    joinable: bool = False
    at: str | None = None
    session: str | None = None


@dataclass(frozen=True, slots=True)
class SeatGuest(HallCommand):
    session: str
    guest: Guest
    at: str | None = None


@dataclass(frozen=True, slots=True)
class LeaveGuest(HallCommand):
    session: str
    stay: int
    at: str | None = None


@dataclass(frozen=True, slots=True)
class ChangeSeats(HallCommand):
    """``seats``: of those who change; the others stay where they are."""

    session: str
    seats: tuple[SeatOf, ...]


@dataclass(frozen=True, slots=True)
class PauseSession(HallCommand):
    session: str
    at: str | None = None


@dataclass(frozen=True, slots=True)
class ResumeSession(HallCommand):
    session: str
    at: str | None = None


@dataclass(frozen=True, slots=True)
class MoveSession(HallCommand):
    session: str
    table: str
    at: str | None = None


@dataclass(frozen=True, slots=True)
class MergeSession(HallCommand):
    session: str
    into: str
    at: str | None = None


@dataclass(frozen=True, slots=True)
class EndSession(HallCommand):
    session: str
    at: str | None = None


# ---------------------------------------------------------------- queue


@dataclass(frozen=True, slots=True)
class QueueParty(HallCommand):
    size: int
    persons: tuple[str, ...] = ()
    label: str = ""
    wishes: Wishes = field(default_factory=Wishes)
    party: str | None = None


@dataclass(frozen=True, slots=True)
class CallParty(HallCommand):
    """``minutes``: for which the seats are kept."""

    party: str
    table: str
    minutes: int = 5


@dataclass(frozen=True, slots=True)
class MissParty(HallCommand):
    party: str


@dataclass(frozen=True, slots=True)
class SeatParties(HallCommand):
    """At a free table, whose session begins, or with guests who sit there already. ``anyway``: also with somebody whom
    a party avoids."""

    parties: tuple[str, ...]
    table: str
    anyway: bool = False
    at: str | None = None


@dataclass(frozen=True, slots=True)
class DismissParty(HallCommand):
    party: str


# ---------------------------------------------------------------- till


@dataclass(frozen=True, slots=True)
class IssueReceipt(HallCommand):
    """``session``: None for what is sold at the desk. ``stay``: None for all, or all who have no receipt yet.
    ``played``: None for what the tables of the session say (``hall.floor.play``). ``paid``: empty for all of it by
    ``method``.
    ``total``: what the page showed; another one is refused."""

    session: str | None = None
    stay: int | None = None
    items: tuple[Item, ...] = ()
    discounts: tuple[Discount, ...] = ()
    played: Played | None = None
    method: str = "cash"
    paid: tuple[Amount, ...] = ()
    total: int | None = None
    receipt: str | None = None


@dataclass(frozen=True, slots=True)
class VoidReceipt(HallCommand):
    receipt: str
    why: str


@dataclass(frozen=True, slots=True)
class MoveCash(HallCommand):
    amount: int
    why: str


@dataclass(frozen=True, slots=True)
class CloseDay(HallCommand):
    """``close``: the number of this close, as the page showed it. ``left``: cash that stays in the till; None: all."""

    close: int
    day: str
    counted: tuple[Amount, ...]
    left: int | None = None
    why: str = ""


# ---------------------------------------------------------------- alarms


@dataclass(frozen=True, slots=True)
class TakeAlarm(HallCommand):
    alarm: str


@dataclass(frozen=True, slots=True)
class ResolveAlarm(HallCommand):
    alarm: str
    how: Literal["done", "mistaken"] = "done"
    why: str = ""
    returned: Annotated[int, Ge(0)] = 0
    """How often it had come back as it was shown: what comes back later is a new alarm."""
