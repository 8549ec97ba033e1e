"""What is paid at once while a hand is played moves points then, stays whatever the end, and adds up in the sheet."""

from __future__ import annotations

import csv
import io
import json
import lzma
import sqlite3
from dataclasses import replace
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from api.words.catalogue import catalogue
from controller.events import CATALOGUE
from controller.journal.store import Journal
from controller.match import (
    CorrectHand,
    EndHand,
    HandResult,
    MatchState,
    PayInstant,
    UndoInstant,
    UndoResult,
    course,
    evolve,
    ledger,
    match_summary,
    scores,
)
from controller.match.sheet import sheet_csv, sheet_html, sheet_json
from controller.refusals import Refused
from controller.rules.game import Instant
from tests.controller.match.blood_battle import add
from tests.controller.match.book import DRAW, VOID, Book, started, win
from tests.controller.match.kongs_at_once import pay, playing, then, undo

STORED = Path(__file__).parents[1] / "journal" / "old_journals" / "paid_at_once" / "kongs.sql.xz"
FIRST = win(1, 2, 2)
"""Four points, the discarder pays double: seat 1 gets eight from seat 2."""


def correct(book: Book, result: HandResult, *instants: Any, end: int | None = None) -> None:
    named = replace(result, instants=instants) if instants else result
    book.do(CorrectHand("referee", "seen on the film", 1, named, end=end))


def refused(book: Book, command: Any) -> tuple[str, str | None]:
    with pytest.raises(Refused) as told:
        book.do(command)
    return told.value.code, told.value.field


@pytest.mark.parametrize(
    ("id", "seat", "feeder", "flags", "moved"),
    [
        ("claimed-kong", 1, 2, (), (0, 2, -2, 0)),
        ("concealed-kong", 3, None, (), (-2, -2, -2, 6)),
        ("added-kong", 0, None, (), (3, -1, -1, -1)),
        ("added-kong", 0, None, ("early",), (6, -2, -2, -2)),
        ("four-equal", 0, None, (), (-3, 1, 1, 1)),
        ("opening", 1, None, (), (-4, 10, -3, -3)),
        ("opening", 0, None, (), (12, -4, -4, -4)),
    ],
)
def test_it_moves_points_at_once(
    id: str, seat: int, feeder: int | None, flags: tuple[str, ...], moved: tuple[int, ...]
) -> None:
    book = playing()
    pay(book, id, seat, feeder, *flags)
    assert scores(book.match) == moved
    assert book.replayed() == book.match


def test_who_has_won_neither_pays_nor_is_paid_any_more() -> None:
    book = playing()
    add(book, FIRST)
    pay(book, "concealed-kong", 3)
    assert scores(book.match) == (-2, 8, -10, 4)
    assert refused(book, PayInstant("A", 1, Instant("added-kong", 1))) == ("bad-instant", "seat")
    assert refused(book, PayInstant("A", 1, Instant("claimed-kong", 0, 1))) == ("bad-instant", "feeder")


def test_it_stays_whatever_the_end_of_the_hand() -> None:
    book = playing()
    pay(book, "concealed-kong", 3)
    book.end(DRAW)
    assert scores(book.match) == (-2, -2, -2, 6)


def test_a_void_hand_moves_nothing_until_it_is_corrected() -> None:
    book = playing()
    pay(book, "concealed-kong", 3)
    book.end(VOID)
    assert scores(book.match) == (0, 0, 0, 0)
    correct(book, DRAW)
    assert scores(book.match) == (-2, -2, -2, 6)
    correct(book, VOID)
    assert scores(book.match) == (0, 0, 0, 0)
    assert book.replayed() == book.match


def test_the_newest_can_be_taken_back_again_and_again() -> None:
    book = playing()
    pay(book, "concealed-kong", 3)
    pay(book, "added-kong", 1)
    assert refused(book, UndoInstant("A", 1, 1)) == ("instant-not-last", "number")
    undo(book, 2)
    undo(book, 1)
    assert scores(book.match) == (0, 0, 0, 0)
    assert refused(book, UndoInstant("A", 1, 1)) == ("no-such-instant", "number")
    pay(book, "added-kong", 1)
    assert [one.number for one in book.match.hands[0].paid_at_once] == [3]
    assert book.replayed() == book.match


def test_it_cannot_be_taken_back_after_a_win() -> None:
    book = playing()
    pay(book, "concealed-kong", 3)
    add(book, FIRST)
    assert refused(book, UndoInstant("A", 1, 1)) == ("instant-not-last", "number")


def test_a_win_cannot_be_undone_when_something_was_paid_after_it() -> None:
    book = playing()
    add(book, FIRST)
    now = book.journal[-1].time
    pay(book, "concealed-kong", 3)
    assert refused(book, UndoResult("A", 1, now)) == ("too-late-to-undo", "hand")
    undo(book, 1)
    book.do(UndoResult("A", 1, now))
    assert scores(book.match) == (0, 0, 0, 0)


@pytest.mark.parametrize(
    ("instant", "code", "field"),
    [
        (Instant("rain", 1), "unknown-instant", "instant"),
        (Instant("added-kong", 4), "bad-instant", "seat"),
        (Instant("claimed-kong", 1), "bad-instant", "feeder"),
        (Instant("claimed-kong", 1, 1), "bad-instant", "feeder"),
        (Instant("concealed-kong", 1, 2), "bad-instant", "feeder"),
        (Instant("added-kong", 1, flags=("late",)), "bad-instant", "flags"),
        (Instant("added-kong", 1, flags=("early", "early")), "bad-instant", "flags"),
        (Instant("concealed-kong", 1, tile="9x"), "bad-instant", "tile"),
        (Instant("added-kong", 1, tile="9m"), "bad-instant", "tile"),
        (Instant("concealed-kong", 1, tile="1m"), "bad-instant", "tile"),
        (Instant("four-equal", 1), "bad-instant", "seat"),
        (Instant("opening", 2), "bad-instant", "instant"),
    ],
)
def test_what_cannot_be_names_its_field(instant: Instant, code: str, field: str) -> None:
    book = playing()
    pay(book, "concealed-kong", 3, tile="1m")
    pay(book, "opening", 2)
    assert refused(book, PayInstant("A", 1, instant)) == (code, field)


def test_what_one_player_alone_has_is_paid_once_in_a_hand() -> None:
    book = playing()
    pay(book, "four-equal", 0)
    assert refused(book, PayInstant("A", 1, Instant("four-equal", 0))) == ("bad-instant", "instant")
    book.end(DRAW)
    book.begin()
    pay(book, "four-equal", 0)


def test_nothing_is_paid_at_once_between_hands_or_for_another_hand() -> None:
    book = playing()
    assert refused(book, PayInstant("A", 2, Instant("added-kong", 1))) == ("stale-hand", "hand")
    assert refused(book, PayInstant("A", 1, Instant("added-kong", 1), ends=1)) == ("stale-hand", "ends")
    book.end(DRAW)
    assert refused(book, PayInstant("A", 1, Instant("added-kong", 1))) == ("no-hand-running", None)


def test_a_game_without_such_payments_knows_none() -> None:
    book = started("hong-kong-old")
    book.begin()
    assert refused(book, PayInstant("A", 1, Instant("added-kong", 1))) == ("unknown-instant", "instant")


# corrections


def test_a_correction_names_everything_that_was_paid_at_once() -> None:
    book = playing()
    pay(book, "concealed-kong", 3)
    book.end(DRAW)
    correct(book, DRAW, then("added-kong", 2), then("claimed-kong", 1, 0))
    assert scores(book.match) == (-3, 1, 3, -1)
    assert [entry.struck for entry in ledger(book.match)].count(True) == 3
    assert book.replayed() == book.match


def test_a_correction_of_the_result_alone_leaves_it_as_it_was() -> None:
    book = playing()
    pay(book, "concealed-kong", 3)
    book.end(DRAW)
    correct(book, win(1, 2, 2))
    assert scores(book.match) == (-2, 6, -10, 6)
    assert CATALOGUE.to_json(book.journal[-1].event).get("instants") is None


def test_another_first_winner_pays_later_kongs_anew() -> None:
    """Seat 1 had won and paid nothing for the kong of seat 3; now seat 0 has, and seat 1 pays."""
    book = playing()
    add(book, FIRST)
    pay(book, "concealed-kong", 3)
    correct(book, win(0, 2, 2), end=1)
    assert [one.settlement.net for one in book.match.hands[0].paid_at_once] == [(0, -2, -2, 4)]
    assert book.replayed() == book.match


def test_a_first_winner_who_was_paid_at_once_later_is_refused() -> None:
    book = playing()
    add(book, FIRST)
    pay(book, "concealed-kong", 3)
    corrected = CorrectHand("referee", "film", 1, win(3, 2, 2), end=1)
    assert refused(book, corrected) == ("bad-result", "wins")


@pytest.mark.parametrize(
    ("instants", "field"),
    [
        ((then("added-kong", 1, ends=2),), "instants[0].ends"),
        ((then("added-kong", 1, ends=1),), "instants[0].seat"),
        ((then("added-kong", 0, ends=1), then("added-kong", 0)), "instants[1].ends"),
        ((then("opening", 0), then("opening", 0)), "instants[1].instant"),
    ],
)
def test_a_correction_that_cannot_be_names_the_payment(instants: tuple[Any, ...], field: str) -> None:
    book = playing()
    add(book, FIRST, DRAW)
    wanted = CorrectHand("referee", "film", 1, replace(DRAW, instants=instants))
    assert refused(book, wanted) == ("bad-instant", field)


def test_a_result_names_no_payments_at_once() -> None:
    book = playing()
    result = replace(DRAW, instants=(then("added-kong", 1),))
    assert refused(book, EndHand("A", 1, result)) == ("bad-result", "instants")


def test_the_correction_of_an_earlier_hand_keeps_what_was_paid_at_once_later() -> None:
    book = playing()
    book.end(DRAW)
    book.begin()
    pay(book, "concealed-kong", 3)
    correct(book, VOID)
    assert scores(book.match) == (-2, -2, -2, 6)
    assert book.replayed() == book.match


# what is shown


def test_the_table_shows_what_was_paid_and_what_can_be_taken_back() -> None:
    book = playing()
    pay(book, "claimed-kong", 1, 2)
    pay(book, "concealed-kong", 3, tile="1m")
    shown = match_summary(book.match)
    assert shown is not None
    assert [(one["instant"], one["tile"], one["undoable"]) for one in shown["instants"]] == [
        ("claimed-kong", "", False), ("concealed-kong", "1m", True),
    ]  # fmt: skip
    assert [seat["score"] for seat in shown["seats"]] == [-2, 0, -4, 6]
    book.end(DRAW)
    over = match_summary(book.match)
    assert over is not None
    assert (over["instants"], len(over["last"]["instants"])) == ([], 2)


def test_the_sheet_has_it_in_a_row_of_its_own_and_its_columns_add_up() -> None:
    book = playing()
    pay(book, "claimed-kong", 1, 2)
    pay(book, "concealed-kong", 3)
    undo(book, 2)
    pay(book, "added-kong", 0)
    add(book, FIRST, DRAW)
    sheet = sheet_json(book.match)
    rows = [*sheet["hands"][0]["instants"], *sheet["hands"][0]["earlier"], sheet["hands"][0]["result"]]
    counted = [row["net"] for row in rows if row.get("counts", True)]
    assert [sum(column) for column in zip(*counted, strict=True)] == list(scores(book.match))
    assert sheet["hands"][0]["scores"] == list(scores(book.match))
    table = list(csv.DictReader(io.StringIO(sheet_csv(book.match))))
    assert [(row["result"], row["status"]) for row in table[:3]] == [
        ("claimed-kong", "counts"), ("concealed-kong", "replaced"), ("added-kong", "counts"),
    ]  # fmt: skip


@pytest.mark.parametrize("language", ["en", "zh-Hant", "zh-Hans", "ja"])
def test_the_printed_sheet_names_it(language: str) -> None:
    book = playing()
    pay(book, "claimed-kong", 1, 2)
    book.end(DRAW)
    words = catalogue(language)
    assert words["instant.claimed-kong"] in sheet_html(book.match, words, language)


def test_the_course_has_it_with_its_hand_also_while_that_is_played() -> None:
    book = playing()
    pay(book, "concealed-kong", 3)
    assert [(row["kind"], row["net"]) for row in course(book.match)["rows"]] == [("hand", [-2, -2, -2, 6])]
    book.end(DRAW)
    assert [(row["kind"], row["net"]) for row in course(book.match)["rows"]] == [("hand", [-2, -2, -2, 6])]


def test_a_stored_journal_with_payments_at_once_reads_as_it_did(tmp_path: Path) -> None:
    """A kong on a discard, one taken back, a win, and a correction that has an added kong after it."""
    connection = sqlite3.connect(tmp_path / "journal.db")
    connection.executescript(lzma.decompress(STORED.read_bytes()).decode())
    connection.close()
    state = None
    with Journal(tmp_path / "journal.db", now=lambda: datetime(2027, 1, 1, tzinfo=UTC)) as journal:
        assert journal.verify() is None
        for recorded in journal.replay():
            state = evolve(state, recorded)
    assert state is not None
    assert scores(state) == (2, 10, -11, -1)
    assert [(one.instant.id, one.undone) for one in state.hands[0].instants] == [
        ("claimed-kong", True), ("concealed-kong", True), ("concealed-kong", True), ("claimed-kong", False),
        ("added-kong", False),
    ]  # fmt: skip


def test_every_event_is_read_as_it_was_written() -> None:
    book = playing()
    pay(book, "claimed-kong", 1, 2, tile="5p")
    undo(book, 1)
    book.end(DRAW)
    correct(book, DRAW, then("added-kong", 2))
    for recorded in book.journal:
        stored = CATALOGUE.to_json(recorded.event)
        assert CATALOGUE.read(recorded.event.type, json.dumps(stored)) == recorded.event


# properties


def total(state: MatchState) -> int:
    return sum(scores(state))


steps = st.lists(
    st.one_of(
        st.tuples(st.just("kong"), st.integers(0, 3), st.integers(0, 3)),
        st.tuples(st.just("win"), st.integers(0, 3), st.integers(0, 3)),
        st.tuples(st.just("undo"), st.integers(1, 4), st.just(0)),
    ),
    max_size=12,
)


@settings(max_examples=60, deadline=None)
@given(steps)
def test_points_add_up_to_nothing_and_the_journal_says_the_same(done: list[tuple[str, int, int]]) -> None:
    book = playing()
    for kind, seat, other in done:
        try:
            if kind == "kong":
                pay(book, "claimed-kong", seat, other)
            elif kind == "undo":
                undo(book, seat)
            else:
                add(book, win(seat, None if seat == other else other, 1))
        except Refused:
            continue
        assert total(book.match) == 0
    assert book.replayed() == book.match
