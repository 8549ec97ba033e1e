"""Sessions: what is refused and why, and that no minute is lost or counted twice, whatever staff do."""

from __future__ import annotations

from datetime import timedelta
from typing import Any

import pytest
from hypothesis import settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, rule

from controller.journal.store import iso
from controller.refusals import Refused
from controller.rules.seats import Seat
from hall.commands import HallCommand
from hall.floor.bill import bill, shared, total
from hall.floor.commands import (
    BlockTable,
    ChangeSeats,
    EndSession,
    Guest,
    LeaveGuest,
    MergeSession,
    MoveSession,
    PauseSession,
    PlaceTable,
    ResumeSession,
    SeatGuest,
    SeatOf,
    SetPrices,
    StartSession,
    TakeTableAway,
    UnblockTable,
)
from hall.floor.meter import played_ms
from hall.floor.prices import PriceRule
from hall.floor.sessions import Course, Session
from hall.floor.state import State, evolve
from hall.floor.times import MINUTE, ms_of
from tests.hall.floor.house import NOW, WHO, House, prices


@pytest.fixture
def house() -> House:
    return House()


def minutes(session: Session, house: House) -> float:
    return session.played(ms_of(house.now)) / MINUTE


# ---------------------------------------------------------------- tables


def test_a_table_has_a_number_of_its_own_and_the_same_again_is_nothing_new(house: House) -> None:
    first = house.table(1, "upstairs")
    assert house.give(PlaceTable(WHO, 1, area="upstairs", table=first)) == ()
    assert house.refused(PlaceTable(WHO, 1)) == ("table-number-taken", "number")
    assert house.refused(PlaceTable(WHO, 0)) == ("bad-table-number", "number")
    assert house.refused(PlaceTable(WHO, 2, x=1001)) == ("bad-place", "x")
    assert house.refused(PlaceTable(WHO, 2, table="seven")) == ("bad-id", "id")


def test_a_blocked_table_seats_nobody_and_stays_blocked_when_it_is_moved_on_the_plan(house: House) -> None:
    table = house.table(1)
    house.give(BlockTable(WHO, table, "lift 2"))
    assert house.give(BlockTable(WHO, table, "lift 2")) == ()
    house.give(PlaceTable(WHO, 1, x=5, table=table))
    assert house.refused(StartSession(WHO, table)) == ("table-blocked", "table")
    house.give(UnblockTable(WHO, table))
    assert house.give(UnblockTable(WHO, table)) == ()
    assert house.floor.is_free(table)


def test_a_table_where_somebody_sits_is_not_taken_away(house: House) -> None:
    table = house.table(1)
    session = house.started(table)
    assert house.refused(TakeTableAway(WHO, table)) == ("table-taken", "table")
    house.give(EndSession(WHO, session.id))
    house.give(TakeTableAway(WHO, table))
    assert house.give(TakeTableAway(WHO, table)) == ()
    assert house.refused(StartSession(WHO, table)) == ("no-such-floor-table", "table")


def test_prices_that_somebody_else_set_meanwhile_are_not_overwritten(house: House) -> None:
    house.priced()
    assert house.refused(SetPrices(WHO, prices(cap=5), 0)) == ("stale", None)
    assert house.give(SetPrices(WHO, prices(), 0)) == ()
    house.give(SetPrices(WHO, prices(cap=5), 1))
    assert house.floor.revision == 2


# ---------------------------------------------------------------- time


def test_a_pause_stops_the_time_and_a_move_does_not(house: House) -> None:
    first, second = house.table(1), house.table(2)
    session = house.started(first)
    house.later(minutes=10)
    house.give(PauseSession(WHO, session.id))
    house.later(minutes=5)
    house.give(ResumeSession(WHO, session.id))
    house.later(minutes=20)
    house.give(MoveSession(WHO, session.id, second))
    house.later(minutes=30)
    house.give(EndSession(WHO, session.id))
    found = house.floor.sessions[session.id]
    assert minutes(found, house) == 60
    assert [(one.table, (one.until(0) - one.starts) // MINUTE) for one in found.stretches] == [
        (first, 10), (first, 20), (second, 30),
    ]  # fmt: skip
    assert house.floor.is_free(first)
    assert house.floor.is_free(second)


def test_what_happened_a_little_earlier_is_entered_a_little_later(house: House) -> None:
    table = house.table(1)
    session = house.started(table, at=iso(NOW - timedelta(minutes=10)))
    house.give(PauseSession(WHO, session.id, iso(NOW - timedelta(minutes=4))))
    assert minutes(house.floor.sessions[session.id], house) == 6
    assert house.refused(ResumeSession(WHO, session.id, iso(NOW - timedelta(minutes=5)))) == ("bad-moment", "at")
    assert house.refused(ResumeSession(WHO, session.id, iso(NOW + timedelta(minutes=2)))) == ("bad-moment", "at")
    assert house.refused(ResumeSession(WHO, session.id, "soon")) == ("bad-moment", "at")
    assert house.refused(ResumeSession(WHO, session.id, "2026-03-04T18:00:00")) == ("bad-moment", "at")
    house.give(EndSession(WHO, session.id))
    assert house.refused(StartSession(WHO, table, at=iso(NOW - timedelta(minutes=1)))) == ("bad-moment", "at")
    other = house.table(2)
    assert house.refused(StartSession(WHO, other, at=iso(NOW - timedelta(hours=25)))) == ("bad-moment", "at")


def test_a_clock_that_was_set_back_takes_no_time_away(house: House) -> None:
    session = house.started(house.table(1))
    house.later(minutes=30)
    house.give(PauseSession(WHO, session.id))
    house.later(minutes=-20)
    house.give(ResumeSession(WHO, session.id))
    house.give(EndSession(WHO, session.id))
    assert house.floor.sessions[session.id].played(0) == 30 * MINUTE


def test_every_command_about_time_given_twice_is_one(house: House) -> None:
    first, second = house.table(1), house.table(2)
    session = house.started(first, guests=(Guest(None, "a"),)).id
    steps: list[HallCommand] = [
        PauseSession(WHO, session), ResumeSession(WHO, session), MoveSession(WHO, session, second),
        LeaveGuest(WHO, session, 1), EndSession(WHO, session),
    ]  # fmt: skip
    for command in steps:
        house.later(minutes=1)
        assert house.give(command) != ()
        once = house.floor
        house.later(minutes=1)
        assert house.give(command) == ()
        assert house.floor == once
    assert house.give(StartSession(WHO, first, session=session)) == ()
    assert house.refused(PauseSession(WHO, session)) == ("session-over", "session")
    assert house.refused(PauseSession(WHO, "s-none")) == ("no-such-session", "session")


# ---------------------------------------------------------------- guests


def test_a_guest_pays_for_the_time_between_coming_and_going(house: House) -> None:
    list_ = house.priced(PriceRule("Seat", "seat-hour", 600))
    session = house.started(house.table(1), guests=(Guest(None, "a"),)).id
    house.later(minutes=30)
    house.give(SeatGuest(WHO, session, Guest(None, "b")))
    house.later(minutes=30)
    house.give(LeaveGuest(WHO, session, 1))
    house.later(minutes=30)
    house.give(EndSession(WHO, session))
    lines = bill(house.floor.sessions[session], list_, 0)
    assert [(line.guest, line.amount) for line in lines] == [(1, 600), (2, 600)]


def test_seats_persons_and_places_are_bounded(house: House) -> None:
    person, table = house.person(), house.table(1)
    session = house.started(table, guests=(Guest(person, seat=Seat(0)), Guest(None, "b", Seat(1)))).id
    assert house.give(SeatGuest(WHO, session, Guest(person))) == ()
    assert house.refused(SeatGuest(WHO, session, Guest(None, "c", Seat(1)))) == ("seat-taken", "seat")
    assert house.refused(SeatGuest(WHO, session, Guest(None, "c", Seat(4)))) == ("bad-seat", "seat")
    assert house.refused(SeatGuest(WHO, session, Guest("p-none"))) == ("no-such-person", "guests")
    assert house.refused(StartSession(WHO, house.table(2), (Guest(person),))) == ("seated-already", "guests")
    assert house.refused(StartSession(WHO, house.table(3), (Guest(),) * 5)) == ("table-full", "guests")
    assert house.refused(StartSession(WHO, table)) == ("table-taken", "table")
    house.give(ChangeSeats(WHO, session, (SeatOf(1, Seat(1)), SeatOf(2, Seat(0)))))
    assert [stay.seat for stay in house.floor.sessions[session].stays] == [1, 0]
    assert house.give(ChangeSeats(WHO, session, (SeatOf(1, Seat(1)),))) == ()
    assert house.refused(ChangeSeats(WHO, session, (SeatOf(1, Seat(0)),))) == ("seat-taken", "seat")
    assert house.refused(ChangeSeats(WHO, session, (SeatOf(9, Seat(0)),))) == ("no-such-stay", "stay")
    assert house.refused(LeaveGuest(WHO, session, 9)) == ("no-such-stay", "stay")


def test_the_last_visit_of_a_person_is_known(house: House) -> None:
    person = house.person()
    house.started(house.table(1), guests=(Guest(person),))
    assert house.floor.last_visit == {person: iso(NOW)}


# ---------------------------------------------------------------- mergers


def test_two_that_become_one_keep_their_time_and_their_guests(house: House) -> None:
    list_ = house.priced(PriceRule("Table", "table-hour", 1200), PriceRule("Seat", "seat-hour", 600))
    one = house.started(house.table(1), guests=(Guest(None, "a", Seat(0)), Guest(None, "b", Seat(1)))).id
    two = house.started(house.table(2), guests=(Guest(None, "c", Seat(0)),)).id
    house.later(minutes=30)
    house.give(LeaveGuest(WHO, one, 2))
    house.give(MergeSession(WHO, one, two))
    assert house.give(MergeSession(WHO, one, two)) == ()
    house.later(minutes=60)
    house.give(EndSession(WHO, two))
    joined = house.floor.sessions[two]
    assert [(stay.number, stay.label, stay.seat, stay.left) for stay in joined.stays] == [
        (1, "c", 0, False), (2, "a", None, False), (3, "b", None, True),
    ]  # fmt: skip
    assert joined.played(0) == (30 + 30 + 60) * MINUTE
    lines = bill(joined, list_, 0)
    assert [(line.guest, line.amount) for line in lines] == [(None, 2400), (1, 900), (2, 900), (3, 300)]
    gone = house.floor.sessions[one]
    assert (gone.course, bill(gone, list_, 0)) == (Course.MERGED, ())


def test_a_merger_needs_two_sessions_and_room_for_all(house: House) -> None:
    one = house.started(house.table(1), guests=(Guest(),) * 3).id
    two = house.started(house.table(2), guests=(Guest(),) * 2).id
    assert house.refused(MergeSession(WHO, one, two)) == ("table-full", "into")
    assert house.refused(MergeSession(WHO, one, one)) == ("same-session", "into")
    assert house.refused(MergeSession(WHO, one, "s-none")) == ("no-such-session", "into")
    house.give(EndSession(WHO, one))
    assert house.refused(MergeSession(WHO, one, two)) == ("session-over", "session")


# ---------------------------------------------------------------- whatever staff do


class Floor(RuleBasedStateMachine):
    """Three tables, and staff who do anything at any time. Beside it a plain count: for each minute that passes, the
    tables and guests of sessions that run."""

    @initialize()
    def begin(self) -> None:
        self.house = House()
        self.list = self.house.priced(PriceRule("T", "table-hour", 1200), PriceRule("S", "seat-hour", 600))
        self.tables = [self.house.table(number) for number in (1, 2, 3)]
        self.table_ms = self.guest_ms = 0

    def tried(self, command: HallCommand) -> None:
        """Once, and again: the second time changes nothing."""
        try:
            events = self.house.give(command)
        except Refused:
            return
        once = self.house.floor
        try:
            again = self.house.give(command)
        except Refused:
            again = ()
        if not isinstance(command, StartSession | SeatGuest) or not events:
            assert again == ()
        if again == ():
            assert self.house.floor == once

    def one(self, data: st.DataObject) -> str:
        return data.draw(st.sampled_from([*self.house.floor.sessions, "s-none"]))

    @rule(count=st.integers(1, 90))
    def time_passes(self, count: int) -> None:
        for session in self.house.floor.sessions.values():
            if session.course is Course.RUNNING:
                self.table_ms += count * MINUTE
                self.guest_ms += count * MINUTE * len(session.seated)
        self.house.later(minutes=count)

    @rule(at=st.integers(0, 2), guests=st.integers(0, 4))
    def start(self, at: int, guests: int) -> None:
        self.tried(StartSession(WHO, self.tables[at], (Guest(),) * guests))

    @rule(data=st.data(), at=st.integers(0, 2))
    def move(self, data: st.DataObject, at: int) -> None:
        self.tried(MoveSession(WHO, self.one(data), self.tables[at]))

    @rule(data=st.data())
    def merge(self, data: st.DataObject) -> None:
        self.tried(MergeSession(WHO, self.one(data), self.one(data)))

    @rule(data=st.data(), what=st.sampled_from([PauseSession, ResumeSession, EndSession]))
    def pause_resume_end(self, data: st.DataObject, what: Any) -> None:
        self.tried(what(WHO, self.one(data)))

    @rule(data=st.data(), number=st.integers(1, 5))
    def leave(self, data: st.DataObject, number: int) -> None:
        self.tried(LeaveGuest(WHO, self.one(data), number))

    @rule(data=st.data())
    def seat(self, data: st.DataObject) -> None:
        self.tried(SeatGuest(WHO, self.one(data), Guest()))

    @invariant()
    def no_minute_is_lost_or_doubled(self) -> None:
        now = ms_of(self.house.now)
        sessions = self.house.floor.sessions.values()
        assert sum(one.played(now) for one in sessions) == self.table_ms
        assert sum(played_ms(stay.stretches, now) for one in sessions for stay in one.stays) == self.guest_ms

    @invariant()
    def no_table_has_two_sessions(self) -> None:
        held = [one.table for one in self.house.floor.sessions.values() if one.is_open]
        assert len(held) == len(set(held))

    def teardown(self) -> None:
        if not hasattr(self, "house"):
            return
        now = ms_of(self.house.now)
        for session in self.house.floor.sessions.values():
            lines = bill(session, self.list, now)
            if session.stays:
                parts = shared(lines, session.stays, self.list, now)
                assert sum(total(own) for own in parts.values()) == total(lines)
        state = State()
        for recorded in self.house.journal:
            state = evolve(state, recorded)
        assert state == self.house.floor


Floor.TestCase.settings = settings(max_examples=25, stateful_step_count=30)
TestFloor = Floor.TestCase
