"""A whole match for three with one empty chair; every score was worked out by hand from the sheet."""

from __future__ import annotations

import pytest

from controller.match import CorrectHand, HandResult, ScoredWin, scores
from controller.refusals import Refused
from controller.rules.game import QuickWin
from tests.controller.match.book import DRAW, NAMES, Book, started
from tests.controller.match.test_riichi_match import drawn, final, ron, tsumo

HANDS: list[tuple[HandResult, tuple[int, ...], tuple[int, ...] | None]] = [
    (tsumo(1, 5), (31_000, 41_000, 33_000), (1, 0, 0, 0)),
    (drawn(1, riichi=(1,)), (30_000, 42_000, 32_000), (1, 0, 1, 1)),
    (ron(2, 1, 3, 30), (30_000, 37_900, 37_100), (2, 0, 0, 0)),
    (tsumo(2, 1, 30), (29_500, 37_400, 38_100), (2, 0, 1, 0)),
    (ron(0, 2, 2, 40), (32_300, 37_400, 35_300), (0, 1, 0, 0)),
    (drawn(0, 1, 2), (32_300, 37_400, 35_300), (0, 1, 1, 0)),
    (ron(1, 0, 6), (20_100, 49_600, 35_300), (1, 1, 0, 0)),
    (DRAW, (20_100, 49_600, 35_300), (2, 1, 1, 0)),
    (tsumo(2, 8), (12_000, 41_500, 51_500), (2, 1, 2, 0)),
    (tsumo(0, 1, 40), (13_500, 40_900, 50_600), None),
]


def test_a_whole_match_for_three() -> None:
    book = started("sanma", names=NAMES[:3])
    for result, points, then in HANDS:
        book.play(result)
        assert scores(book.match) == points
        position = book.match.standing.position if book.match.standing else None
        here = (
            None
            if position is None
            else (position.dealer, position.round, position.extra_hands, position.pot.get("deposits", 0))
        )
        assert here == then
    assert final(book) == {"Cy": (1, 50_600, 40.6), "Bob": (2, 40_900, 0.9), "Ann": (3, 13_500, -41.5)}
    assert book.replayed() == book.match
    book.do(CorrectHand("referee", "haneman", 9, tsumo(2, 6)))
    # 6,100 from each instead of 8,100
    assert scores(book.match) == (15_500, 42_900, 46_600)


def test_the_empty_chair_takes_no_part() -> None:
    book = started("sanma", names=NAMES[:3])
    book.begin()
    for result in (drawn(3), ron(3, 0, 5), ron(0, 3, 5), HandResult("draw", ready=(0, 3), declared={"riichi": (3,)})):
        with pytest.raises(Refused):
            book.end(result)
    assert book.match.phase == "play"


def test_norths_set_aside_count_and_fixed_fu_need_not_be_named() -> None:
    book = started("sanma", names=NAMES[:3])
    book.begin()
    parts = {
        "hand": "456456p789s22z55s", "melds": [], "winning_tile": "5s", "flags": [], "kita": 2, "dora_indicators": "1s",
    }  # fmt: skip
    book.end(HandResult("win", (ScoredWin(1, "self-draw", None, parts),)))
    last = book.match.last
    assert last is not None
    assert last.result is not None
    assert last.result.wins[0].items["kita"] == 2
    fixed: Book = started("sanma", {"fixed-fu": 30}, NAMES[:3])
    fixed.play(HandResult("win", (QuickWin(1, "discard", 0, 2),)))
    # 30 fu and 2 han: 2,000
    assert scores(fixed.match) == (33_000, 37_000, 35_000)
