"""The newest result is taken back within ten seconds, while nothing follows from it."""

from __future__ import annotations

from datetime import datetime, timedelta

import pytest

from controller.match import (
    CorrectHand,
    Declare,
    EndMatch,
    HandResult,
    UndoResult,
    match_summary,
    scores,
)
from controller.refusals import Refused
from controller.rules.game import QuickWin
from tests.controller.match import blood_battle
from tests.controller.match.book import Book, started, win


def undo(book: Book, hand: int = 1, seconds: float = 5) -> None:
    entered = next(each.ends[-1][-1].time for each in reversed(book.match.hands) if each.ends)
    time = datetime.fromisoformat(entered) + timedelta(seconds=seconds)
    book.do(UndoResult("Ann", hand, time.isoformat()))


def test_the_hand_is_open_again_and_its_points_are_back() -> None:
    book = started()
    book.begin()
    before = book.match
    book.end(win(0, 1))
    undo(book)
    assert (book.match.phase, scores(book.match), book.match.standing) == ("play", (0, 0, 0, 0), before.standing)
    assert book.replayed() == book.state
    book.end(win(2, 1))
    assert scores(book.match)[2] > 0


def test_a_match_that_the_result_ended_goes_on() -> None:
    book = started("base-and-doubles", {"rounds": 1})
    for winner in (1, 2, 3, 0):
        book.play(win(winner, None, 3))
    assert book.match.phase == "over"
    undo(book, 4)
    assert (book.match.phase, book.match.ending) == ("play", None)
    assert book.replayed() == book.state


def test_a_stick_lies_on_the_table_again() -> None:
    book = started("riichi")
    book.begin()
    book.do(Declare("Bob", 1, 1, "riichi"))
    book.end(HandResult("win", (QuickWin(2, "discard", 3, 2, fu=30),)))
    undo(book)
    assert scores(book.match) == (30_000, 29_000, 30_000, 30_000)


def test_one_of_several_wins_of_a_hand_is_taken_back() -> None:
    book = blood_battle.started()
    if book.match.running is None:
        book.begin()
    book.end(win(1, 0, 3))
    undo(book)
    assert book.match.hands[0].ends == ()
    book.end(win(0, 1, 3))
    assert book.match.hands[0].winners == (0,)


@pytest.mark.parametrize("seconds", [10.5, 3600, -1])
def test_after_ten_seconds_a_result_is_corrected_instead(seconds: float) -> None:
    book = started()
    book.play(win(0, 1))
    with pytest.raises(Refused, match="too-late-to-undo"):
        undo(book, seconds=seconds)


def test_a_corrected_result_is_not_taken_back() -> None:
    book = started()
    book.play(win(0, 1))
    book.do(CorrectHand("r", "typo", 1, win(1, 0)))
    with pytest.raises(Refused, match="too-late-to-undo"):
        undo(book)


def test_a_result_after_which_a_hand_was_begun_is_not_taken_back() -> None:
    book = started()
    book.play(win(0, 1))
    book.begin()
    with pytest.raises(Refused, match="too-late-to-undo"):
        undo(book)


def test_a_result_after_which_the_match_was_ranked_early_is_not_taken_back() -> None:
    book = started()
    book.play(win(0, 1))
    book.do(EndMatch("staff"))
    with pytest.raises(Refused, match="too-late-to-undo"):
        undo(book)


def test_a_result_taken_back_is_not_the_one_that_a_later_correction_replaces() -> None:
    """Who saw the first result corrects the first result, not the second."""
    book = started()
    book.play(win(0, 1))
    undo(book)
    book.end(win(2, 1))
    with pytest.raises(Refused, match="stale-correction"):
        book.do(CorrectHand("r", "typo", 1, win(3, 1), revision=1))


def test_the_snapshot_says_until_when_and_not_whether_the_time_is_over() -> None:
    book = started()
    book.begin()
    shown = match_summary(book.match)
    assert shown is not None
    assert shown["undo"] is None
    book.end(win(0, 1))
    shown = match_summary(book.match)
    assert shown is not None
    until = datetime.fromisoformat(book.journal[-1].time) + timedelta(seconds=10)
    assert shown["undo"]["hand"] == 1
    assert datetime.fromisoformat(shown["undo"]["until"]) == until
