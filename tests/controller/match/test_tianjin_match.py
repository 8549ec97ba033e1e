"""What the table takes of a hand of Tianjin: wins from the wall alone, raises, and what the dealer pays at once."""

from __future__ import annotations

from dataclasses import replace

import pytest

from controller.match import EndHand, HandResult, PayInstant, ScoredWin, scores
from controller.refusals import Refused
from controller.rules.game import Instant
from tests.controller.match.book import Book, started, win

PARTS = {"hand": "46m111p456p888p22z", "melds": [], "winning_tile": "5m", "flags": [], "indicator": "8s"}
RAISES = {"raises": True}


def at_play(**options: object) -> Book:
    book = started("tianjin", options=options)
    book.begin()
    return book


def test_a_win_on_a_discard_is_refused() -> None:
    with pytest.raises(Refused) as refused:
        at_play().do(EndHand("table", 1, win(1, 2, 3)))
    assert refused.value.field == "wins[0].source"


def test_raises_count_for_a_hand_with_tiles_as_for_one_without() -> None:
    """The dealer and the winner have raised: 6, doubled for the dealer and once for each raise."""
    with_tiles, quick = at_play(**RAISES), at_play(**RAISES)
    raised = {"raised-1": (0,), "raised-2": (1,)}
    with_tiles.end(HandResult("win", (ScoredWin(1, "self-draw", None, PARTS),), declared=raised))
    quick.end(replace(win(1, None, 6), declared=raised))
    assert scores(with_tiles.match) == scores(quick.match) == (-96, 108, -6, -6)
    assert with_tiles.replayed() == with_tiles.match


@pytest.mark.parametrize("declared", [{"raised-2": (0,)}, {"raised-1": (2,), "raised-2": (2,)}])
def test_the_dealer_raises_once_and_nobody_is_named_twice(declared: dict[str, tuple[int, ...]]) -> None:
    with pytest.raises(Refused) as refused:
        at_play(**RAISES).do(EndHand("table", 1, replace(win(1, None, 3), declared=declared)))
    assert refused.value.field == "raised-2"


def test_without_the_option_nobody_raises() -> None:
    with pytest.raises(Refused) as refused:
        at_play().do(EndHand("table", 1, replace(win(1, None, 3), declared={"raised-1": (2,)})))
    assert refused.value.field == "raised-1"


def test_the_dealer_pays_for_four_equal_first_discards() -> None:
    book = at_play()
    with pytest.raises(Refused):
        book.do(PayInstant("table", 1, Instant("four-equal", 2)))
    book.do(PayInstant("table", 1, Instant("four-equal", 0)))
    assert scores(book.match) == (-3, 1, 1, 1)
