"""What the table takes of a hand of Pusser's bones: the first bonus tile, and wins that all pay alike."""

from __future__ import annotations

from typing import Any

import pytest

from controller.match import HandResult, PayInstant, ScoredWin, scores
from controller.refusals import Refused
from controller.rules.game import Instant
from tests.controller.match.book import Book, started, win

PARTS = {"hand": "222m55p88s444m999p", "melds": [], "winning_tile": "8s", "flags": []}


def at_play(**options: Any) -> Book:
    book = started("pussers-bones", options={name.replace("_", "-"): value for name, value in options.items()})
    book.begin()
    return book


def test_the_first_bonus_tile_is_paid_at_once_and_once_in_a_hand() -> None:
    book = at_play()
    book.do(PayInstant("table", 1, Instant("first-flower", 2)))
    assert scores(book.match) == (-1000, -1000, 3000, -1000)
    for seat in (2, 3):
        with pytest.raises(Refused):
            book.do(PayInstant("table", 1, Instant("first-flower", seat)))
    assert book.replayed() == book.match


def test_without_a_price_nobody_asks_for_it() -> None:
    with pytest.raises(Refused):
        at_play(first_flower=0).do(PayInstant("table", 1, Instant("first-flower", 2)))


def test_tiles_and_what_they_count_come_to_the_same() -> None:
    """40 points three times doubled are 320: 300 from each; the dealer's own hand doubles once more."""
    for winner, total in ((1, 300), (0, 600)):
        with_tiles, quick = at_play(), at_play()
        with_tiles.end(HandResult("win", (ScoredWin(winner, "self-draw", None, PARTS),)))
        quick.end(win(winner, None, total))
        assert scores(with_tiles.match) == scores(quick.match)
        assert scores(quick.match)[winner] == 3 * total


def test_a_round_figure_below_the_minimum_cannot_be_entered() -> None:
    with pytest.raises(Refused) as refused:
        at_play().end(win(1, None, 40))
    assert refused.value.field == "wins[0].total"
