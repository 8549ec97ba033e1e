"""Confirmation, dispute, and the referee's word on a result."""

from __future__ import annotations

import lzma
import sqlite3
from datetime import UTC, datetime
from pathlib import Path
from typing import Any, Literal

import pytest

from controller.commands import Command
from controller.journal.store import Journal
from controller.match import (
    ConfirmResult,
    CorrectHand,
    DisputeResult,
    LockResult,
    StartMatch,
    UpholdResult,
    evolve,
    match_summary,
    scores,
)
from controller.match.agreement import open_disputes, standing_of_result
from controller.refusals import Refused
from tests.controller.match.book import NAMES, Book, win

STORED = Path(__file__).parents[1] / "journal" / "old_journals" / "agreed_results" / "riichi.sql.xz"
SCORES = (32_000, 27_000, 28_000, 33_000)


def played(confirmation: Literal["none", "tablet", "phones"] = "tablet") -> Book:
    book = Book()
    start = StartMatch("staff", "m1", "hong-kong-old", NAMES, {}, "given", 0, confirmation=confirmation)
    book.do(start)
    book.play(win(0, 1))
    return book


def confirm(book: Book, *seats: int, own: bool = False) -> None:
    for seat in seats:
        book.do(ConfirmResult("Ann", 1, seat, own=own))


def standing(book: Book) -> str:
    return standing_of_result(book.match, book.match.hands[0])


def test_a_result_is_confirmed_when_all_who_played_have_agreed() -> None:
    book = played()
    confirm(book, 0, 1, 2)
    assert standing(book) == "open"
    confirm(book, 3)
    assert (standing(book), book.replayed()) == ("confirmed", book.state)


def test_nobody_is_asked_where_results_are_only_recorded() -> None:
    book = played("none")
    assert standing(book) == "recorded"
    with pytest.raises(Refused, match="not-confirmed-here"):
        confirm(book, 0)


@pytest.mark.parametrize(("confirmation", "own"), [("tablet", True), ("phones", False)])
def test_a_result_is_confirmed_where_the_match_says(confirmation: Any, own: bool) -> None:
    book = played(confirmation)
    with pytest.raises(Refused, match="not-confirmed-here"):
        confirm(book, 0, own=own)
    confirm(book, 0, own=not own)
    assert book.match.hands[0].confirmed_by == (0,)


def test_a_confirmed_result_is_changed_by_a_referee_alone_and_is_open_then() -> None:
    book = played()
    confirm(book, 0, 1, 2, 3)
    with pytest.raises(Refused) as refused:
        book.do(CorrectHand("staff", "typo", 1, win(2, 1)))
    assert (refused.value.code, refused.value.field) == ("result-locked", "confirmed")
    book.do(CorrectHand("referee", "typo", 1, win(2, 1), confirmed=True))
    assert standing(book) == "open"


def test_play_goes_on_with_a_disputed_result_and_the_snapshot_says_who_disputes_what() -> None:
    book = played()
    book.do(DisputeResult("Cy", 1, 2, "It was six faan."))
    assert standing(book) == "disputed"
    shown = match_summary(book.match)
    assert shown is not None
    assert [(one["seat"], one["name"], one["text"]) for one in shown["disputes"]] == [(2, "Cy", "It was six faan.")]
    assert shown["last"]["standing"] == "disputed"
    book.begin()
    assert book.match.phase == "play"


def test_a_correction_closes_the_dispute() -> None:
    book = played()
    book.do(DisputeResult("Cy", 1, 2, "It was six faan."))
    book.do(CorrectHand("referee", "six", 1, win(0, 1, 6)))
    assert [one.closed for one in book.match.disputes] == ["corrected"]
    assert standing(book) == "open"


def test_a_result_that_is_upheld_is_locked() -> None:
    book = played()
    book.do(DisputeResult("Cy", 1, 2, "It was six faan."))
    book.do(UpholdResult("referee", "counted again", 1))
    assert (open_disputes(book.match), standing(book)) == ((), "locked")
    with pytest.raises(Refused, match="result-locked"):
        book.do(CorrectHand("staff", "typo", 1, win(2, 1)))


def test_a_player_who_agrees_after_all_takes_his_dispute_back() -> None:
    book = played()
    book.do(DisputeResult("Cy", 1, 2, "It was six faan."))
    book.do(DisputeResult("Di", 1, 3, "It was seven."))
    confirm(book, 2)
    assert [one.closed for one in book.match.disputes] == ["withdrawn", ""]


def test_an_agreement_given_twice_is_recorded_once() -> None:
    book = played()
    confirm(book, 0)
    assert book.do(ConfirmResult("Ann", 1, 0)) == ()


@pytest.mark.parametrize(
    ("command", "code", "field"),
    [
        (ConfirmResult("A", 2, 0), "no-such-result", "hand"),
        (ConfirmResult("A", 1, 7), "bad-seat", "seat"),
        (ConfirmResult("A", 1, 0, revision=7), "stale-correction", "revision"),
        (DisputeResult("A", 2, 0, "no"), "no-such-result", "hand"),
        (DisputeResult("A", 1, 0, ""), "bad-words", "text"),
        (UpholdResult("A", "why", 1), "no-dispute", "hand"),
        (UpholdResult("A", "", 1), "bad-words", "why"),
        (LockResult("A", 5), "no-such-result", "hand"),
    ],
)
def test_a_word_on_a_result_that_cannot_be_names_its_field(command: Command, code: str, field: str) -> None:
    with pytest.raises(Refused) as refused:
        played().do(command)
    assert (refused.value.code, refused.value.field) == (code, field)


def test_a_locked_result_is_not_disputed() -> None:
    book = played()
    book.do(LockResult("referee", 1))
    with pytest.raises(Refused, match="result-locked"):
        book.do(DisputeResult("A", 1, 0, "no"))


def test_a_stored_journal_with_agreements_reads_as_it_did(tmp_path: Path) -> None:
    """Bob was in riichi; the first result was undone, the second disputed by Cy and upheld; the next hand is locked."""
    connection = sqlite3.connect(tmp_path / "journal.db")
    connection.executescript(lzma.decompress(STORED.read_bytes()).decode())
    connection.close()
    state = None
    with Journal(tmp_path / "journal.db", now=lambda: datetime(2027, 1, 1, tzinfo=UTC)) as journal:
        assert journal.verify() is None
        for recorded in journal.replay():
            state = evolve(state, recorded)
    assert state is not None
    assert scores(state) == SCORES
    assert [standing_of_result(state, hand) for hand in state.hands] == ["locked", "locked"]
    assert [hand.confirmed_by for hand in state.hands] == [(0, 1, 3), ()]
    assert [one.closed for one in state.disputes] == ["upheld"]
