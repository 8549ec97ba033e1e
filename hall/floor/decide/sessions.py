"""Sessions from the first guest to the free table."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from controller.events import Event
from controller.limits import LONGEST_RULE_ID, check_words
from controller.refusals import Because, Code, Refused, Takes
from controller.rules.seats import SEAT_COUNT, SEATS, Seat
from hall.commands import HallCommandSpec
from hall.floor.commands import (
    ChangeSeats,
    EndSession,
    Guest,
    LeaveGuest,
    MergeSession,
    MoveSession,
    PauseSession,
    ResumeSession,
    SeatGuest,
    StartSession,
)
from hall.floor.decide.checks import (
    FloorContext,
    check_label,
    check_person,
    check_who,
    chosen_id,
    free_table,
    moment,
    open_session,
    session_of,
    table_of,
)
from hall.floor.events import (
    GuestLeft,
    GuestSeated,
    JoinedGuest,
    SeatedGuest,
    SeatsChanged,
    SessionEnded,
    SessionMerged,
    SessionMoved,
    SessionPaused,
    SessionResumed,
    SessionStarted,
)
from hall.floor.sessions import Course, Session, Stay
from hall.floor.state import State
from hall.floor.times import text_of


def start_session(command: StartSession, context: FloorContext) -> tuple[Event, ...]:
    check_who(command.who)
    state = context.state.floor
    if command.session is not None and command.session in state.sessions:
        return ()
    if command.ruleset is not None:
        check_words(command.ruleset, "ruleset", LONGEST_RULE_ID)
    table = free_table(state, command.table)
    id_ = chosen_id("s", command.session, context)
    guests = checked_guests(command.guests, (), context)
    at = text_of(moment(command.at, context.now, last_end(state, table.id)))
    return (
        SessionStarted(
            id_, table.id, table.area, state.revision, command.ruleset, guests, command.joinable, at, command.who
        ),
    )


def last_end(state: State, table: str) -> int | None:
    """When the last session left this table, as far as it is known: two never hold it at once."""
    ends = [
        one.ends
        for session in state.sessions.values()
        for one in session.stretches
        if one.table == table and one.ends is not None
    ]
    left = [one.changed for one in state.sessions.values() if one.table == table and not one.is_open]
    return max((*ends, *left), default=None)


def seat_guest(command: SeatGuest, context: FloorContext) -> tuple[Event, ...]:
    check_who(command.who)
    session = open_session(context.state.floor, command.session)
    person = command.guest.person
    if person is not None and any(one.person == person for one in session.seated):
        return ()
    at = text_of(moment(command.at, context.now, session.changed))
    (guest,) = checked_guests((command.guest,), session.stays, context)
    return (GuestSeated(session.id, guest, at, command.who),)


def leave_guest(command: LeaveGuest, context: FloorContext) -> tuple[Event, ...]:
    check_who(command.who)
    session = session_of(context.state.floor, command.session)
    stay = _stay(session, command.stay)
    if stay.left or not session.is_open:
        return ()
    at = text_of(moment(command.at, context.now, session.changed))
    return (GuestLeft(session.id, stay.number, at, command.who),)


def change_seats(command: ChangeSeats, context: FloorContext) -> tuple[Event, ...]:
    check_who(command.who)
    session = open_session(context.state.floor, command.session)
    wanted = {one.stay: one.seat for one in command.seats}
    for number in wanted:
        _stay(session, number)
    seats = [wanted.get(one.number, one.seat) for one in session.seated]
    _check_seats([seat for seat in seats if seat is not None])
    changed = tuple(
        SeatedGuest(one.number, one.person, one.label, wanted[one.number])
        for one in session.seated
        if wanted.get(one.number, one.seat) != one.seat
    )
    at = text_of(moment(None, context.now, session.changed))
    return (SeatsChanged(session.id, changed, at, command.who),) if changed else ()


def pause_session(command: PauseSession, context: FloorContext) -> tuple[Event, ...]:
    check_who(command.who)
    session = open_session(context.state.floor, command.session)
    if session.course is Course.PAUSED:
        return ()
    return (SessionPaused(session.id, text_of(moment(command.at, context.now, session.changed)), command.who),)


def resume_session(command: ResumeSession, context: FloorContext) -> tuple[Event, ...]:
    check_who(command.who)
    session = open_session(context.state.floor, command.session)
    if session.course is Course.RUNNING:
        return ()
    return (SessionResumed(session.id, text_of(moment(command.at, context.now, session.changed)), command.who),)


def move_session(command: MoveSession, context: FloorContext) -> tuple[Event, ...]:
    check_who(command.who)
    state = context.state.floor
    session = open_session(state, command.session)
    if table_of(state, command.table).id == session.table:
        return ()
    table = free_table(state, command.table)
    least = max(session.changed, last_end(state, table.id) or 0)
    at = text_of(moment(command.at, context.now, least))
    return (SessionMoved(session.id, table.id, table.area, at, command.who),)


def merge_session(command: MergeSession, context: FloorContext) -> tuple[Event, ...]:
    """Guests keep their seats where those are free, and have none where they are not."""
    check_who(command.who)
    state = context.state.floor
    source, into = session_of(state, command.session), open_session(state, command.into, "into")
    if source.course is Course.MERGED:
        return ()
    source = open_session(state, command.session)
    if source.id == into.id:
        raise Refused(Code.SAME_SESSION, field="into")
    if len(source.seated) + len(into.seated) > SEAT_COUNT:
        raise Refused(Code.TABLE_FULL, field="into")
    at = text_of(moment(command.at, context.now, max(source.changed, into.changed)))
    return (SessionMerged(source.id, into.id, _joined(source, into), at, command.who),)


def _joined(source: Session, into: Session) -> tuple[JoinedGuest, ...]:
    taken = {one.seat for one in into.seated}
    first = max((one.number for one in into.stays), default=0) + 1
    return tuple(
        JoinedGuest(stay.number, first + at, stay.seat if not stay.left and stay.seat not in taken else None)
        for at, stay in enumerate(source.stays)
    )


def end_session(command: EndSession, context: FloorContext) -> tuple[Event, ...]:
    check_who(command.who)
    session = session_of(context.state.floor, command.session)
    if not session.is_open:
        return ()
    return (SessionEnded(session.id, text_of(moment(command.at, context.now, session.changed)), command.who),)


# ---------------------------------------------------------------- guests


def checked_guests(guests: Sequence[Guest], stays: Sequence[Stay], context: FloorContext) -> tuple[SeatedGuest, ...]:
    """With numbers after those of ``stays``, who sit or sat there. Raises ``Refused``."""
    seated = [one for one in stays if not one.left]
    if len(guests) + len(seated) > SEAT_COUNT:
        raise Refused(Code.TABLE_FULL, field="guests")
    for guest in guests:
        check_label(guest.label)
        if guest.person is not None:
            check_person(context, guest.person, "guests")
            _check_elsewhere(context.state.floor, guest.person)
    persons = [one.person for one in guests if one.person is not None]
    if len(set(persons)) < len(persons):
        raise Refused(Code.SEATED_ALREADY, Takes.ONCE(), field="guests")
    seats = (*(one.seat for one in seated), *(one.seat for one in guests))
    _check_seats([seat for seat in seats if seat is not None])
    first = max((one.number for one in stays), default=0) + 1
    return tuple(SeatedGuest(first + at, one.person, one.label.strip(), one.seat) for at, one in enumerate(guests))


def _check_elsewhere(state: State, person: str) -> None:
    """Nobody sits at two tables."""
    for session in state.sessions.values():
        if session.is_open and any(one.person == person for one in session.seated):
            there = state.tables.get(session.table)
            where = Because.SITS_OFF_FLOOR() if there is None else Because.SITS_AT(n=there.number)
            raise Refused(Code.SEATED_ALREADY, where, field="guests")


def _check_seats(seats: Sequence[Seat]) -> None:
    if not all(seat in SEATS for seat in seats):
        raise Refused(Code.BAD_SEAT, Takes.BETWEEN(least=0, most=3), field="seat")
    if len(set(seats)) < len(seats):
        raise Refused(Code.SEAT_TAKEN, field="seat")


def _stay(session: Session, number: int) -> Stay:
    found = session.stay(number)
    if found is None:
        raise Refused(Code.NO_SUCH_STAY, field="stay")
    return found


COMMANDS: Final = (
    HallCommandSpec(command=StartSession, name="floor.start-session", decide=start_session),
    HallCommandSpec(command=SeatGuest, name="floor.seat-guest", decide=seat_guest),
    HallCommandSpec(command=LeaveGuest, name="floor.leave-guest", decide=leave_guest),
    HallCommandSpec(command=ChangeSeats, name="floor.change-seats", decide=change_seats),
    HallCommandSpec(command=PauseSession, name="floor.pause-session", decide=pause_session),
    HallCommandSpec(command=ResumeSession, name="floor.resume-session", decide=resume_session),
    HallCommandSpec(command=MoveSession, name="floor.move-session", decide=move_session),
    HallCommandSpec(command=MergeSession, name="floor.merge-session", decide=merge_session),
    HallCommandSpec(command=EndSession, name="floor.end-session", decide=end_session),
)
