"""The floor as it is now: a fold over the hall's journal."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace
from typing import Final, TypeVar

from controller.events import Recorded
from hall.floor import sessions, till
from hall.floor.events import (
    AlarmResolved,
    AlarmTaken,
    CashMoved,
    DayClosed,
    GuestLeft,
    GuestSeated,
    PartyCalled,
    PartyGone,
    PartyMissed,
    PartyQueued,
    PartySeated,
    PricesSet,
    ReceiptIssued,
    ReceiptVoided,
    SeatedGuest,
    SeatsChanged,
    SessionEnded,
    SessionMerged,
    SessionMoved,
    SessionPaused,
    SessionResumed,
    SessionStarted,
    TableBlocked,
    TablePlaced,
    TableTakenAway,
    TableUnblocked,
    Wishes,
)
from hall.floor.prices import PriceList
from hall.floor.sessions import Course, Session, Stay
from hall.floor.till import Till
from hall.floor.times import ms_at

T = TypeVar("T")
LENGTHS_KEPT: Final = 300
"""Sessions whose length says how long others will last."""
SETTLED_KEPT: Final = 50
"""Sessions that are over and paid and still listed."""
UNPAID_KEPT: Final = 1000
"""Sessions that are over and not paid; where so many are forgotten, nobody writes receipts here."""
ALARMS_KEPT: Final = 500


@dataclass(frozen=True, slots=True)
class FloorTable:
    """``blocked``: why nobody is seated there."""

    id: str
    number: int
    name: str
    area: str
    smoking: bool
    x: int
    y: int
    blocked: str | None = None


@dataclass(frozen=True, slots=True)
class Party:
    """``since``: when it came; ``called_to``: a table, until ``until``; ``missed``: how often it did not come.
    Milliseconds since 1970."""

    id: str
    ticket: int
    size: int
    persons: tuple[str, ...]
    label: str
    wishes: Wishes
    since: int
    called_to: str | None = None
    until: int | None = None
    missed: int = 0

    @property
    def waits(self) -> bool:
        """Whether it is its turn some time: not while it is called, and not after it was called in vain."""
        return self.called_to is None and self.missed == 0


@dataclass(frozen=True, slots=True)
class Length:
    """Of a session that is over, in milliseconds, without its pauses."""

    ruleset: str | None
    ms: int


@dataclass(frozen=True, slots=True)
class Taken:
    """What staff said of an alarm. ``time``, ``resolved``: ISO 8601. ``returned``: how often it had come back when they
    said that it is seen to."""

    by: str
    time: str
    resolved: str | None = None
    why: str = ""
    returned: int = 0


@dataclass(frozen=True, slots=True)
class State:
    """``sessions``: open ones, those that are over and not paid, and the last that are; ``queue``: in the order in
    which the parties came; ``prices``: by revision; ``last_visit``: ISO 8601 by person; ``alarms``: by id."""

    tables: Mapping[str, FloorTable] = field(default_factory=dict)
    prices: Mapping[int, PriceList] = field(default_factory=dict)
    sessions: Mapping[str, Session] = field(default_factory=dict)
    queue: Mapping[str, Party] = field(default_factory=dict)
    tickets: int = 0
    lengths: tuple[Length, ...] = ()
    till: Till = field(default_factory=Till)
    last_visit: Mapping[str, str] = field(default_factory=dict)
    alarms: Mapping[str, Taken] = field(default_factory=dict)

    @property
    def revision(self) -> int:
        """Of the price list in force; 0: none."""
        return max(self.prices, default=0)

    def session_at(self, table: str) -> Session | None:
        return next((one for one in self.sessions.values() if one.is_open and one.table == table), None)

    def is_free(self, table: str) -> bool:
        """Whether somebody can be seated at it."""
        there = self.tables.get(table)
        return there is not None and there.blocked is None and self.session_at(table) is None


def evolve(state: State, recorded: Recorded) -> State:
    """The floor after an event. Never fails; events of other rooms, and about what is not there, change nothing."""
    event, time = recorded.event, recorded.time
    match event:
        case TablePlaced() | TableTakenAway() | TableBlocked() | TableUnblocked():
            return replace(state, tables=_tables(state.tables, event))
        case PricesSet(revision=revision, prices=prices):
            return replace(state, prices={**state.prices, revision: prices})
        case (
            SessionStarted() | GuestSeated() | GuestLeft() | SeatsChanged() | SessionPaused() | SessionResumed()
            | SessionMoved() | SessionEnded() | SessionMerged()
        ):  # fmt: skip
            return _session(state, event)
        case PartyQueued() | PartyCalled() | PartyMissed() | PartySeated() | PartyGone():
            return _queue(state, event, time)
        case ReceiptIssued(session=session, stay=stay, receipt=id_):
            known = _with(state.sessions, session, lambda one: _receipts(one, {**one.receipts, stay: id_}))
            return _tidied(replace(state, till=till.issued(state.till, event, time), sessions=known))
        case ReceiptVoided(receipt=id_):
            found = state.till.receipt(id_)
            session = None if found is None else found.session
            return replace(
                state,
                till=till.voided(state.till, event, time),
                sessions=_with(state.sessions, session, lambda one: _without_receipt(one, id_)),
            )
        case CashMoved():
            return replace(state, till=till.moved(state.till, event))
        case DayClosed():
            return replace(state, till=till.closed(state.till, event), tickets=state.tickets if state.queue else 0)
        case AlarmTaken(alarm=alarm, who=who):
            return replace(state, alarms=_last({**state.alarms, alarm: Taken(who, time)}, ALARMS_KEPT))
        case AlarmResolved(alarm=alarm, who=who, why=why, returned=returned):
            before = state.alarms.get(alarm, Taken(who, time))
            resolved = replace(before, resolved=time, why=why, returned=returned or 0)
            return replace(state, alarms=_last({**state.alarms, alarm: resolved}, ALARMS_KEPT))
    return state


# ---------------------------------------------------------------- tables


def _tables(
    tables: Mapping[str, FloorTable], event: TablePlaced | TableTakenAway | TableBlocked | TableUnblocked
) -> Mapping[str, FloorTable]:
    match event:
        case TablePlaced(table=id_):
            blocked = tables[id_].blocked if id_ in tables else None
            placed = FloorTable(id_, event.number, event.name, event.area, event.smoking, event.x, event.y, blocked)
            return {**tables, id_: placed}
        case TableTakenAway(table=id_):
            return {each: one for each, one in tables.items() if each != id_}
        case TableBlocked(table=id_, why=why):
            return _with(tables, id_, lambda one: replace(one, blocked=why))
        case TableUnblocked(table=id_):
            return _with(tables, id_, lambda one: replace(one, blocked=None))


# ---------------------------------------------------------------- sessions

SessionEvent = (
    SessionStarted | GuestSeated | GuestLeft | SeatsChanged | SessionPaused | SessionResumed | SessionMoved
    | SessionEnded | SessionMerged
)  # fmt: skip


def _session(state: State, event: SessionEvent) -> State:
    at = ms_at(event.at)
    match event:
        case SessionStarted():
            return _started(state, event, at)
        case SessionMerged():
            return _merged(state, event, at)
    session = state.sessions.get(event.session)
    if session is None:
        return state
    changed = replace(state, sessions={**state.sessions, session.id: _after(session, event, at)})
    match event:
        case GuestSeated(guest=guest):
            return _visited(changed, (guest,), event.at)
        case SessionEnded():
            return _ended(changed, session.id)
    return changed


def _after(session: Session, event: SessionEvent, at: int) -> Session:
    match event:
        case GuestSeated(guest=guest):
            return sessions.opened(session, _stay(guest), at)
        case GuestLeft(stay=stay):
            return sessions.left(session, stay, at)
        case SeatsChanged(seats=seats):
            now = {one.stay: one.seat for one in seats}
            stays = tuple(replace(one, seat=now.get(one.number, one.seat)) for one in session.stays)
            return replace(session, stays=stays, changed=at)
        case SessionPaused():
            return sessions.stopped(session, at, Course.PAUSED)
        case SessionResumed():
            return sessions.started(session, at)
        case SessionMoved(table=table, area=area):
            return sessions.moved(session, table, area, at)
        case SessionEnded():
            return sessions.stopped(session, at, Course.ENDED)
    return session


def _started(state: State, event: SessionStarted, at: int) -> State:
    session = Session(
        event.session, event.table, event.area, event.prices, event.ruleset, event.joinable, at, at, Course.PAUSED
    )
    for guest in event.guests:
        session = sessions.opened(session, _stay(guest), at)
    begun = replace(state, sessions={**state.sessions, session.id: sessions.started(session, at)})
    return _visited(begun, event.guests, event.at)


def _merged(state: State, event: SessionMerged, at: int) -> State:
    source, into = state.sessions.get(event.session), state.sessions.get(event.into)
    if source is None or into is None:
        return state
    seats = {one.stay: (one.becomes, one.seat) for one in event.guests}
    gone, joined = sessions.merged(source, into, seats, at)
    return _tidied(replace(state, sessions={**state.sessions, gone.id: gone, joined.id: joined}))


def _ended(state: State, session: str) -> State:
    over = state.sessions[session]
    length = Length(over.ruleset, over.played(over.changed))
    return _tidied(replace(state, lengths=(*state.lengths, length)[-LENGTHS_KEPT:]))


def _stay(guest: SeatedGuest) -> Stay:
    return Stay(guest.stay, guest.person, guest.label, guest.seat)


def _visited(state: State, guests: tuple[SeatedGuest, ...], time: str) -> State:
    persons = {one.person: time for one in guests if one.person is not None}
    return replace(state, last_visit={**state.last_visit, **persons}) if persons else state


def _receipts(session: Session, receipts: Mapping[int | None, str]) -> Session:
    return replace(session, receipts=receipts)


def _without_receipt(session: Session, receipt: str) -> Session:
    return replace(session, receipts={stay: id_ for stay, id_ in session.receipts.items() if id_ != receipt})


def _tidied(state: State) -> State:
    """Without the oldest sessions that nobody will ask for."""
    over = [one for one in state.sessions.values() if not one.is_open]
    settled = [one.id for one in over if one.is_settled or one.course is Course.MERGED]
    unpaid = [one.id for one in over if one.id not in set(settled)]
    dropped = {*settled[: max(0, len(settled) - SETTLED_KEPT)], *unpaid[: max(0, len(unpaid) - UNPAID_KEPT)]}
    if not dropped:
        return state
    return replace(state, sessions={id_: one for id_, one in state.sessions.items() if id_ not in dropped})


# ---------------------------------------------------------------- queue


def _queue(state: State, event: PartyQueued | PartyCalled | PartyMissed | PartySeated | PartyGone, time: str) -> State:
    match event:
        case PartyQueued(party=id_):
            party = Party(id_, event.ticket, event.size, event.persons, event.label, event.wishes, ms_at(time))
            return replace(state, queue={**state.queue, id_: party}, tickets=event.ticket)
        case PartyCalled(party=id_, table=table, until=until):
            called = _with(state.queue, id_, lambda one: replace(one, called_to=table, until=ms_at(until)))
            return replace(state, queue=called)
        case PartyMissed(party=id_):
            missed = _with(
                state.queue, id_, lambda one: replace(one, called_to=None, until=None, missed=one.missed + 1)
            )
            return replace(state, queue=missed)
        case PartySeated(party=id_) | PartyGone(party=id_):
            return replace(state, queue={each: one for each, one in state.queue.items() if each != id_})


# ---------------------------------------------------------------- helpers


def _with(entries: Mapping[str, T], id_: str | None, change: Callable[[T], T]) -> Mapping[str, T]:
    """The entries with one changed, in its place; the same ones where it is not there."""
    return {**entries, id_: change(entries[id_])} if id_ is not None and id_ in entries else entries


def _last(entries: Mapping[str, T], most: int) -> Mapping[str, T]:
    """The newest so many."""
    return dict(list(entries.items())[-most:])
