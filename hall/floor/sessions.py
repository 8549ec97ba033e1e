"""Sessions: who sits where since when. Their time is kept as stretches, of the table and of each guest; a pause, a move
or a merger closes stretches and opens others at the same moment, so that no minute is lost or counted twice.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from enum import StrEnum

from controller.rules.seats import Seat
from hall.floor.meter import Stretch, played_ms


class Course(StrEnum):
    """How a session stands. MERGED: its time and guests went on in another session."""

    RUNNING = "running"
    PAUSED = "paused"
    ENDED = "ended"
    MERGED = "merged"


@dataclass(frozen=True, slots=True)
class Stay:
    """A guest of a session. ``number``: from 1, in the order in which they came. ``person``: None for a guest without a
    name in the hall's list; ``label``: what staff call this guest, and no name. ``seat``: 0-3, None: not said."""

    number: int
    person: str | None
    label: str
    seat: Seat | None
    stretches: tuple[Stretch, ...] = ()
    left: bool = False


@dataclass(frozen=True, slots=True)
class Session:
    """``prices``: the revision of the price list. ``changed``: the moment of the last change, milliseconds since 1970.
    ``receipts``: by stay, or by None for the whole session."""

    id: str
    table: str
    area: str
    prices: int
    ruleset: str | None
    joinable: bool
    started: int
    changed: int
    course: Course = Course.RUNNING
    stretches: tuple[Stretch, ...] = ()
    stays: tuple[Stay, ...] = ()
    receipts: Mapping[int | None, str] = field(default_factory=dict)

    @property
    def is_open(self) -> bool:
        """Whether it holds a table."""
        return self.course in (Course.RUNNING, Course.PAUSED)

    @property
    def seated(self) -> tuple[Stay, ...]:
        return tuple(stay for stay in self.stays if not stay.left)

    @property
    def is_settled(self) -> bool:
        """Whether everything that it costs stands on a receipt, or nothing is charged for it."""
        return (
            not self.prices
            or None in self.receipts
            or (bool(self.stays) and all(one.number in self.receipts for one in self.stays))
        )

    def stay(self, number: int) -> Stay | None:
        return next((one for one in self.stays if one.number == number), None)

    def played(self, now: int) -> int:
        """Milliseconds of its tables."""
        return played_ms(self.stretches, now)


def opened(session: Session, stay: Stay, at: int) -> Session:
    """With another guest, whose time runs if that of the session does."""
    return replace(session, stays=(*session.stays, _running(session, stay, at)), changed=at)


def started(session: Session, at: int) -> Session:
    """Its time and that of the guests who sit runs from now on."""
    stretches = (*session.stretches, Stretch(session.table, session.area, at))
    running = replace(session, course=Course.RUNNING, stretches=stretches, changed=at)
    return replace(running, stays=tuple(one if one.left else _running(running, one, at) for one in running.stays))


def stopped(session: Session, at: int, course: Course) -> Session:
    """Nobody's time runs any more."""
    stays = tuple(replace(one, stretches=_closed(one.stretches, at)) for one in session.stays)
    closed = _closed(session.stretches, at)
    return replace(session, course=course, stretches=closed, stays=stays, changed=at)


def moved(session: Session, table: str, area: str, at: int) -> Session:
    """At another table, paused if it was."""
    there = replace(stopped(session, at, session.course), table=table, area=area)
    return started(there, at) if session.course is Course.RUNNING else there


def left(session: Session, number: int, at: int) -> Session:
    """Without a guest."""
    stays = tuple(
        replace(one, stretches=_closed(one.stretches, at), left=True) if one.number == number else one
        for one in session.stays
    )
    return replace(session, stays=stays, changed=at)


def merged(
    session: Session, into: Session, seats: Mapping[int, tuple[int, Seat | None]], at: int
) -> tuple[Session, Session]:
    """Both afterwards. ``seats``: number and seat in ``into`` by number in ``session``. The time so far goes along;
    whoever still sits plays on there."""
    source = stopped(session, at, Course.MERGED)
    stays = tuple(replace(one, number=seats[one.number][0], seat=seats[one.number][1]) for one in source.stays)
    joined = replace(
        into,
        stretches=(*source.stretches, *into.stretches),
        stays=(*into.stays, *(one if one.left else _running(into, one, at) for one in stays)),
        started=min(into.started, source.started),
        receipts={**into.receipts, **{seats[stay][0]: id_ for stay, id_ in source.receipts.items() if stay}},
        changed=at,
    )
    return replace(source, stretches=(), stays=(), receipts={}), joined


def _running(session: Session, stay: Stay, at: int) -> Stay:
    if session.course is not Course.RUNNING:
        return stay
    return replace(stay, stretches=(*stay.stretches, Stretch(session.table, session.area, at)))


def _closed(stretches: tuple[Stretch, ...], at: int) -> tuple[Stretch, ...]:
    return tuple(replace(one, ends=max(one.starts, at)) if one.ends is None else one for one in stretches)
