"""A hand that goes on after a win: up to three win one after the other; each is paid, corrected and shown."""

from __future__ import annotations

import csv
import io
import json
import lzma
import sqlite3
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from api.words.catalogue import catalogue
from controller.events import CATALOGUE
from controller.journal.store import Journal
from controller.match import CorrectHand, EndHand, HandResult, ScoredWin, evolve, listing, match_summary, scores
from controller.match.sheet import sheet_csv, sheet_html, sheet_json
from controller.refusals import Refused
from tests.controller.match.blood_battle import add, started
from tests.controller.match.book import DRAW, VOID, Book, win

STORED = Path(__file__).parents[1] / "journal" / "old_journals" / "several_wins" / "three_wins.sql.xz"
FIRST, SECOND, THIRD = win(1, 2, 2), win(2, None, 1), win(3, 0, 3)
"""Four points, the discarder pays double; two points from the wall; eight points, the dealer's discard."""


def played() -> Book:
    book = started()
    book.begin()
    add(book, FIRST, SECOND, THIRD)
    return book


def correct(book: Book, result: HandResult, end: int | None = None, hand: int = 1) -> None:
    book.do(CorrectHand("referee", "seen on the film", hand, result, end=end))


def nets(book: Book, hand: int = 0) -> list[tuple[int, ...]]:
    return [result.settlement.net for result in book.match.hands[hand].counting]


def test_three_win_one_after_the_other_and_the_third_win_ends_the_hand() -> None:
    book = started()
    book.begin()
    assert add(book, FIRST) == ["match.hand-won"]
    assert (book.match.phase, scores(book.match)) == ("play", (0, 8, -8, 0))
    assert add(book, SECOND) == ["match.hand-won"]
    assert add(book, THIRD) == ["match.hand-ended"]
    assert (book.match.phase, scores(book.match)) == ("roll", (-36, 8, -2, 30))
    assert book.match.standing is not None
    assert book.match.standing.position.dealer == 1
    assert book.replayed() == book.match


def test_who_has_won_pays_no_more() -> None:
    """The second win is from the wall: seat 1 has won, the dealer pays double."""
    assert nets(played()) == [(0, 8, -8, 0), (-4, 0, 6, -2), (-32, 0, 0, 32)]


def test_a_hand_may_end_without_a_third_winner() -> None:
    book = started()
    book.begin()
    assert add(book, FIRST, DRAW) == ["match.hand-won", "match.hand-ended"]
    assert scores(book.match) == (0, 8, -8, 0)
    assert [end.end.kind for end in book.match.hands[0].counting] == ["win", "draw"]


@pytest.mark.parametrize(("result", "field"), [(win(1, 3, 2), "winner"), (win(3, 1, 2), "discarder")])
def test_who_has_won_neither_wins_nor_discards_again(result: HandResult, field: str) -> None:
    book = started()
    book.begin()
    add(book, FIRST)
    with pytest.raises(Refused) as refused:
        add(book, result)
    assert refused.value.field == f"wins[0].{field}"


def test_a_win_that_was_entered_by_somebody_else_meanwhile_is_refused() -> None:
    book = started()
    book.begin()
    add(book, FIRST)
    with pytest.raises(Refused) as refused:
        book.do(EndHand("table", 1, SECOND, ends=0))
    assert (refused.value.code, refused.value.field) == ("stale-hand", "ends")
    book.do(EndHand("table", 1, SECOND, ends=1))


def test_a_win_with_tiles_is_scored_and_paid_like_any_other() -> None:
    book = started()
    book.begin()
    parts = {"hand": "111m222p333s111z4z", "winning_tile": "4z", "melds": [], "flags": []}
    add(book, FIRST, HandResult("win", (ScoredWin(3, "self-draw", None, parts),)))
    won = book.match.hands[0].counting[1]
    assert won.wins[0].result is not None
    assert won.settlement.net[1] == 0, "who has won pays nothing"
    assert won.settlement.net[0] == 2 * won.settlement.net[2]


# corrections


def test_a_correction_of_the_first_win_pays_the_later_ones_anew() -> None:
    """Nobody had won: seat 1 pays for the win from the wall as well."""
    book = played()
    correct(book, VOID, end=1)
    assert nets(book) == [(0, 0, 0, 0), (-4, -2, 8, -2), (-32, 0, 0, 32)]
    assert scores(book.match) == (-36, -2, 8, 30)
    assert book.replayed() == book.match


def test_a_correction_of_the_last_end_decides_what_follows() -> None:
    book = played()
    correct(book, win(0, 3, 3))
    assert nets(book)[2] == (16, 0, 0, -16)
    assert book.match.standing is not None
    assert book.match.standing.position.dealer == 0, "the dealer has won and stays"


def test_a_correction_of_a_middle_end_keeps_the_others() -> None:
    book = played()
    correct(book, win(2, 3, 1), end=2)
    assert nets(book) == [(0, 8, -8, 0), (0, 0, 4, -4), (-32, 0, 0, 32)]
    assert [len(revisions) for revisions in book.match.hands[0].ends] == [1, 2, 1]


def test_a_win_of_a_running_hand_can_be_corrected() -> None:
    book = started()
    book.begin()
    add(book, FIRST)
    correct(book, win(3, 2, 1))
    assert (book.match.phase, scores(book.match)) == ("play", (0, 0, -4, 4))
    add(book, SECOND)
    assert nets(book)[1] == (-4, -2, 6, 0)


@pytest.mark.parametrize("result", [DRAW, win(3, 2, 2), win(0, 2, 2)])
def test_what_was_played_after_a_win_is_not_contradicted(result: HandResult) -> None:
    """The hand went on after the first win; seat 3 won later, seat 0 discarded later."""
    with pytest.raises(Refused, match="bad-result"):
        correct(played(), result, end=1)


@pytest.mark.parametrize("end", [0, 4, -1])
def test_an_end_that_was_not_is_not_corrected(end: int) -> None:
    with pytest.raises(Refused) as refused:
        correct(played(), FIRST, end=end)
    assert (refused.value.code, refused.value.field) == ("no-such-result", "end")


def test_a_correction_reaches_later_hands_with_several_ends() -> None:
    book = played()
    book.begin()
    add(book, win(0, 1, 1), DRAW)
    before = nets(book, 1)
    correct(book, win(0, 3, 3))
    assert nets(book, 1) == before, "payments of the later hand do not depend on the first"
    assert sum(scores(book.match)) == 0
    assert book.replayed() == book.match


# what people see


def test_the_sheet_shows_every_win_of_a_hand() -> None:
    book = played()
    correct(book, win(2, 3, 1), end=2)
    hand = sheet_json(book.match)["hands"][0]
    assert [row["winners"][0]["player"] for row in (*hand["earlier"], hand["result"])] == [1, 2, 3]
    assert [row["end"] for row in hand["replaced"]] == [2]
    assert hand["scores"] == list(scores(book.match))
    rows = list(csv.DictReader(io.StringIO(sheet_csv(book.match))))
    assert [(row["status"], row["winners"]) for row in rows if row["row"] == "hand"] == [
        ("replaced", "Cy"), ("counts", "Bob"), ("counts", "Cy"), ("counts", "Di"),
    ]  # fmt: skip
    page = sheet_html(book.match, catalogue("en"))
    assert page.count("<tr class=struck>") == 1
    assert page.count("seen on the film") == 1


def test_the_snapshot_shows_who_has_won_already() -> None:
    book = started()
    book.begin()
    add(book, FIRST)
    summary: Any = match_summary(book.match)
    assert [[win["seat"] for win in row["winners"]] for row in summary["won"]] == [[1]]
    add(book, SECOND, THIRD)
    summary = match_summary(book.match)
    assert summary["won"] == []
    assert [row["winners"][0]["seat"] for row in summary["last"]["earlier"]] == [1, 2]
    assert listing(book.match)["hands"] == 1


def test_every_event_is_read_as_it_was_written() -> None:
    book = played()
    correct(book, VOID, end=1)
    for recorded in book.journal:
        stored = CATALOGUE.to_json(recorded.event)
        assert CATALOGUE.read(recorded.event.type, json.dumps(stored)) == recorded.event


@settings(max_examples=60, deadline=None)
@given(st.lists(st.integers(0, 3), min_size=4, max_size=4), st.data())
def test_a_correction_with_the_same_result_moves_nothing(totals: list[int], data: st.DataObject) -> None:
    """Whoever wins, from whom, in whatever order: points are never made or lost."""
    book, playing = started(), [0, 1, 2, 3]
    book.begin()
    entered = []
    for total in totals[: data.draw(st.integers(1, 3))]:
        winner = data.draw(st.sampled_from(playing))
        discarder = data.draw(st.sampled_from([None, *(seat for seat in playing if seat != winner)]))
        entered.append(win(winner, discarder, total))
        add(book, entered[-1])
        playing.remove(winner)
    before = nets(book)
    end = data.draw(st.integers(1, len(entered)))
    correct(book, entered[end - 1], end=end)
    assert nets(book) == before
    assert sum(scores(book.match)) == 0
    assert book.replayed() == book.match


def test_a_stored_journal_with_several_wins_reads_as_it_did(tmp_path: Path) -> None:
    """The three wins, and the second one corrected: Cy won on a discard of Di."""
    connection = sqlite3.connect(tmp_path / "journal.db")
    connection.executescript(lzma.decompress(STORED.read_bytes()).decode())
    connection.close()
    state = None
    with Journal(tmp_path / "journal.db", now=lambda: datetime(2027, 1, 1, tzinfo=UTC)) as journal:
        assert journal.verify() is None
        for recorded in journal.replay():
            state = evolve(state, recorded)
    assert state is not None
    assert scores(state) == (-32, 8, -4, 28)
    assert [[row.end.winners for row in revisions] for revisions in state.hands[0].ends] == [
        [(1,)],
        [(2,), (2,)],
        [(3,)],
    ]
