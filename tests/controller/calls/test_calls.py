"""Calls for staff: who can call for what and how often, who answers, and what the events come to."""

from __future__ import annotations

import lzma
import sqlite3
from collections.abc import Sequence
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from controller.calls import WANTED, AnswerCall, Call, Calls, CallStaff, EndCall, evolve
from controller.calls.decide import SECONDS_BETWEEN, answer, call, end
from controller.commands import Command
from controller.events import Event, Recorded
from controller.journal.store import Journal, iso
from controller.refusals import Refused
from controller.rules.seats import SEATS

STORED = Path(__file__).parents[1] / "journal" / "old_journals" / "calls" / "calls.sql.xz"
START = datetime(2026, 3, 4, 20, 0, 0, tzinfo=UTC)
WHO = "Bo"
SEAT = SEATS[2]


def at(seconds: float) -> str:
    return iso(START + timedelta(seconds=seconds))


def decided(calls: Calls, command: Command, seconds: float) -> tuple[Event, ...]:
    match command:
        case CallStaff():
            return call(calls, command, at(seconds))
        case AnswerCall():
            return answer(calls, command)
        case EndCall():
            return end(calls, command)
    raise TypeError(command)


def after(steps: Sequence[tuple[float, Command]]) -> Calls:
    calls = Calls()
    for seconds, command in steps:
        for event in decided(calls, command, seconds):
            calls = evolve(calls, Recorded(1, at(seconds), event, ""))
    return calls


def refused(calls: Calls, command: Command, seconds: float) -> Refused:
    with pytest.raises(Refused) as caught:
        decided(calls, command, seconds)
    return caught.value


def test_a_call_is_open_with_what_is_wanted_until_it_is_ended() -> None:
    made = [(0, CallStaff(WHO, SEAT, "referee"))]
    assert list(after(made).open.values()) == [Call(SEAT, "referee", WHO, at(0))]
    assert after([*made, (5, EndCall("Ann", SEAT))]).open == {}


def test_the_same_call_again_is_one_call() -> None:
    calls = after([(0, CallStaff(WHO, SEAT, "staff"))])
    assert decided(calls, CallStaff(WHO, SEAT, "staff"), 1) == ()


def test_the_first_who_answers_is_the_one_who_comes() -> None:
    calls = after([(0, CallStaff(WHO, SEAT, "staff")), (3, AnswerCall("Ann", SEAT)), (4, AnswerCall("Ben", SEAT))])
    assert calls.open["seat-2"].answered_by == "Ann"


def test_an_open_call_that_asks_for_something_else_waits_for_an_answer_again() -> None:
    first = [(0, CallStaff(WHO, SEAT, "drinks")), (3, AnswerCall("Ann", SEAT))]
    calls = after([*first, (SECONDS_BETWEEN, CallStaff(WHO, SEAT, "referee"))])
    assert calls.open["seat-2"] == Call(SEAT, "referee", WHO, at(SECONDS_BETWEEN))


def test_a_place_that_called_a_moment_ago_is_told_how_long_to_wait() -> None:
    calls = after([(0, CallStaff(WHO, SEAT, "staff")), (5, EndCall(WHO, SEAT))])
    error = refused(calls, CallStaff(WHO, SEAT, "staff"), 6)
    assert (error.code, error.more) == ("called-just-now", {"retry_after": 14})
    assert decided(calls, CallStaff(WHO, None, "staff"), 6)
    assert decided(calls, CallStaff(WHO, SEAT, "staff"), SECONDS_BETWEEN)


def test_a_clock_that_was_set_back_holds_nobody_up() -> None:
    calls = after([(3600, CallStaff(WHO, SEAT, "staff")), (3601, EndCall(WHO, SEAT))])
    assert decided(calls, CallStaff(WHO, SEAT, "staff"), 0)


@pytest.mark.parametrize(
    ("command", "code", "field"),
    [
        (CallStaff(WHO, SEAT, "money"), "invalid", "wanted"),
        (CallStaff(WHO, 7, "staff"), "bad-seat", "seat"),
        (CallStaff("", SEAT, "staff"), "bad-words", "who"),
        (AnswerCall(WHO, SEAT), "no-such-call", "seat"),
        (EndCall(WHO, None), "no-such-call", "seat"),
    ],
)
def test_what_cannot_be_asked_is_refused_by_its_field(command: Command, code: str, field: str) -> None:
    error = refused(Calls(), command, 0)
    assert (error.code, error.field) == (code, field)


PLACES = st.sampled_from([*SEATS, None])
STEPS = st.one_of(
    st.builds(CallStaff, st.just(WHO), PLACES, st.sampled_from(WANTED)),
    st.builds(AnswerCall, st.just(WHO), PLACES),
    st.builds(EndCall, st.just(WHO), PLACES),
)


@given(st.lists(st.tuples(st.floats(0, 3), STEPS), max_size=60))
def test_nobody_makes_more_calls_than_one_in_a_while(steps: list[tuple[float, Command]]) -> None:
    calls, seconds, made = Calls(), 0.0, 0
    for pause, command in steps:
        seconds += pause
        try:
            events = decided(calls, command, seconds)
        except Refused:
            continue
        made += sum(event.type == "call.made" for event in events)
        for event in events:
            calls = evolve(calls, Recorded(1, at(seconds), event, ""))
    assert len(calls.open) <= len(SEATS) + 1
    assert made <= (len(SEATS) + 1) * (1 + seconds / (SECONDS_BETWEEN - 0.001))


def test_a_stored_journal_with_calls_reads_as_it_did(tmp_path: Path) -> None:
    connection = sqlite3.connect(tmp_path / "journal.db")
    connection.executescript(lzma.decompress(STORED.read_bytes()).decode())
    connection.close()
    calls = Calls()
    with Journal(tmp_path / "journal.db", now=lambda: datetime(2027, 1, 1, tzinfo=UTC)) as journal:
        assert journal.verify() is None
        for recorded in journal.replay():
            calls = evolve(calls, recorded)
    assert [(one.seat, one.wanted, one.answered_by) for one in calls.open.values()] == [(2, "referee", "Ann")]
