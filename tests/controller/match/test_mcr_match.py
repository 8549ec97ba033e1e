"""A whole match of Chinese Official: sixteen hands, people who change seats, table points; worked out by hand."""

from __future__ import annotations

from typing import Any, Literal

import pytest

from controller.match import CorrectHand, HandResult, Penalize, ScoredWin, match_summary, scores
from controller.match.sheet import sheet_csv, sheet_json
from controller.refusals import Refused
from controller.rules.game import QuickWin
from tests.controller.match.book import DRAW, NAMES, Book, started

A, B, C, D = range(4)
Entry = tuple[int, int | None, int] | None
# winner, discarder (None: from the wall) and points by player; None: a drawn hand
HANDS: list[Entry] = [
    (A, B, 8), (C, None, 12), None, (D, A, 24),
    (B, C, 8), (A, None, 10), None, (C, D, 88),
    (D, None, 8), (B, A, 16), (C, B, 9), None,
    (A, D, 32), (B, None, 11), (D, C, 8), (C, A, 20),
]  # fmt: skip
# who sits on chairs 0-3 in each round, from the chart of the sheet
SEATING = [(A, B, C, D), (B, A, D, C), (C, D, B, A), (D, C, A, B)]


def entry(seats: tuple[int | None, ...], hand: Entry) -> HandResult:
    if hand is None:
        return DRAW
    winner, discarder, points = hand
    source: Literal["self-draw", "discard"] = "self-draw" if discarder is None else "discard"
    chair = None if discarder is None else seats.index(discarder)
    return HandResult("win", (QuickWin(seats.index(winner), source, chair, points),))


def play(book: Book, hand: Entry) -> None:
    book.begin()
    running = book.match.running
    assert running is not None
    book.end(entry(running.seats, hand))


def whole() -> Book:
    book = started("mcr")
    for hand in HANDS:
        play(book, hand)
    return book


def final(book: Book) -> list[tuple[str, int, float]]:
    assert book.match.ending is not None
    return [(row["name"], row["score"], row["table_points"]) for row in book.match.ending.final["ranking"]]


def test_sixteen_hands_with_seat_changes() -> None:
    book = started("mcr")
    for number, hand in enumerate(HANDS):
        play(book, hand)
        running = book.match.hands[-1]
        assert running.seats == SEATING[number // 4]
        assert running.position.dealer == number % 4
        assert running.standing.prevailing == "ESWN"[number // 4]
    assert scores(book.match) == (-29, 2, 132, -105)
    assert final(book) == [("Cy", 132, 4), ("Bob", 2, 2), ("Ann", -29, 1), ("Di", -105, 0)]
    assert book.replayed() == book.match


def test_the_table_says_who_changes_seats_before_a_round() -> None:
    book = started("mcr")
    for hand in HANDS[:4]:
        assert (match_summary(book.match) or {})["moves"] == []
        play(book, hand)
    summary = match_summary(book.match) or {}
    moves = {move["name"]: (move["from"], move["to"]) for move in summary["moves"]}
    assert moves == {"Ann": (0, 1), "Bob": (1, 0), "Cy": (2, 3), "Di": (3, 2)}
    assert [seat["name"] for seat in summary["seats"]] == ["Bob", "Ann", "Di", "Cy"]
    assert [seat["name"] for seat in summary["last"]["seats"]] == list(NAMES)
    book.begin()
    assert (match_summary(book.match) or {})["moves"] == []


def test_a_correction_finds_the_people_where_they_sat() -> None:
    book = whole()
    book.do(CorrectHand("referee", "8, not 88", 8, entry(SEATING[1], (C, D, 8))))
    assert scores(book.match) == (-29, 2, 52, -25)
    assert final(book) == [("Cy", 52, 4), ("Bob", 2, 2), ("Di", -25, 1), ("Ann", -29, 0)]
    assert "table_points" in sheet_csv(book.match).splitlines()[0]


def test_equal_scores_share_table_points() -> None:
    book = started("mcr")
    for _ in range(16):
        play(book, None)
    assert final(book) == [(name, 0, 1.75) for name in NAMES]


def test_flowers_count_beside_the_minimum() -> None:
    book = started("mcr")
    book.begin()
    chows = [{"kind": "chow", "tiles": tiles, "concealed": False} for tiles in ("123m", "345m")]
    parts: dict[str, Any] = {
        "hand": "56s678p33z", "melds": chows, "winning_tile": "7s", "flowers": "12f", "flags": [],
    }  # fmt: skip
    book.end(HandResult("win", (ScoredWin(3, "discard", 1, parts),)))
    assert scores(book.match) == (-8, -18, -8, 34)
    assert sheet_json(book.match)["hands"][0]["result"]["winners"][0]["items"] == {"chicken-hand": 8, "flower-tiles": 2}


def test_only_the_nearest_of_several_wins() -> None:
    book = started("mcr")
    book.begin()
    book.end(HandResult("win", (QuickWin(1, "discard", 2, 8), QuickWin(3, "discard", 2, 24))))
    assert scores(book.match) == (-8, -8, -32, 48)


def test_a_false_win_is_shared_out() -> None:
    book = started("mcr")
    book.begin()
    book.do(Penalize("referee", "seven points", 2, "false-win"))
    assert scores(book.match) == (10, 10, -30, 10)


@pytest.mark.parametrize(("points", "limit", "field"), [(7, False, "total"), (8, True, "limit")])
def test_what_the_game_does_not_know_is_refused(points: int, limit: bool, field: str) -> None:
    book = started("mcr")
    book.begin()
    with pytest.raises(Refused) as refused:
        book.end(HandResult("win", (QuickWin(1, "discard", 2, points, limit),)))
    assert (refused.value.code, refused.value.field) == ("bad-result", f"wins[0].{field}")
