"""Whole hands of the classical game, in which all four hands count; scores worked out by hand (sheet, section 12)."""

from __future__ import annotations

from typing import Any

import pytest

from controller.match import CorrectHand, EndHand, HandResult, ScoredWin, match_summary, scores
from controller.match.sheet import sheet_html, sheet_json
from controller.refusals import Refused
from controller.rules.errors import RulesError
from controller.rules.game import QuickWin
from controller.rules.seats import Seat
from tests.controller.match.book import DRAW, Book, started, win, wins
from tests.controller.match.test_sheet import words_of

START = 2000
EXAMPLE = (64, 0, 16, 2)
"""East, South, West and North of the sheet's example: South wins with 64 points."""


def counted(
    winner: Seat, discarder: Seat, total: int, losers: tuple[int, ...], liable: Seat | None = None
) -> HandResult:
    """A win without tiles, and what the others count."""
    return HandResult("win", (QuickWin(winner, "discard", discarder, total, liable=liable, losers=losers),))


def change(book: Book) -> tuple[int, ...]:
    return tuple(points - START for points in scores(book.match))


def test_the_example_of_the_sheet_is_settled() -> None:
    book = started("chinese-classical")
    book.play(counted(1, 3, 64, EXAMPLE))
    assert change(book) == (92, 256, -146, -202)
    assert book.replayed() == book.match
    summary = match_summary(book.match)
    assert summary is not None
    assert summary["last"]["winners"][0]["losers"] == list(EXAMPLE)


def test_hands_that_nobody_names_count_nothing() -> None:
    book = started("chinese-classical")
    book.play(win(1, 3, 64))
    assert change(book) == (-128, 256, -64, -64)


def test_no_hand_counts_more_than_the_limit() -> None:
    book = started("chinese-classical")
    book.play(counted(1, 3, 600, (0, 0, 9000, 0)))
    # South 500 from each, East double; West's 500 against nothing: 500 from North, 1000 from East.
    assert change(book) == (-2000, 2000, 1000, -1000)


def test_whoever_is_liable_pays_for_all_and_nobody_settles() -> None:
    book = started("chinese-classical")
    book.play(counted(1, 3, 64, EXAMPLE, liable=3))
    assert change(book) == (0, 256, 0, -256)
    book.begin()
    with pytest.raises(RulesError) as refused:
        book.end(counted(1, 3, 64, EXAMPLE, liable=2))
    assert refused.value.field == "liable"


@pytest.mark.parametrize(
    ("losers", "field"),
    [
        ((1, 2, 3), "wins[0].losers"),
        ((0, 5, 0, 0), "wins[0].losers[1]"),
        ((0, 0, -1, 0), "wins[0].losers[2]"),
        ((0, 0, 0, 1_000_000_000), "wins[0].losers[3]"),
    ],
)
def test_what_the_losers_cannot_count_is_refused(losers: tuple[int, ...], field: str) -> None:
    book = started("chinese-classical")
    book.begin()
    with pytest.raises(Refused) as refused:
        book.end(counted(1, 3, 64, losers))
    assert refused.value.field == field
    assert change(book) == (0, 0, 0, 0)


def test_losers_count_nothing_in_other_games() -> None:
    book = started("hong-kong-old")
    book.begin()
    with pytest.raises(Refused) as refused:
        book.end(counted(1, 3, 4, EXAMPLE))
    assert refused.value.field == "wins[0].losers"


TILES = {
    "hand": "111z999s45p66p",
    "melds": [{"kind": "pung", "tiles": "222m", "concealed": False}],
    "winning_tile": "3p",
    "flags": [],
    "flowers": "",
}


def with_tiles(losers: dict[str, Any]) -> HandResult:
    return HandResult("win", (ScoredWin(1, "self-draw", None, {**TILES, "losers": losers}),))


def test_hands_of_losers_are_scored_from_their_tiles() -> None:
    book = started("chinese-classical")
    book.begin()
    book.end(with_tiles({"E": {"hand": "111s55z"}, "N": {"hand": "147p"}}))
    summary = match_summary(book.match)
    assert summary is not None
    (winner,) = summary["last"]["winners"]
    # East: a concealed pung of terminals 8, a pair of dragons 2. The winner: 20 + 2 + 8 + 8 + 2 = 40 and no more.
    assert winner["losers"] == [10, 0, 0, 0]
    total = winner["total"]
    assert change(book) == (-2 * total + 2 * 10 * 2, 4 * total, -total - 20, -total - 20)
    assert winner["tiles"]["losers"] == {"E": {"hand": "111s55z"}, "N": {"hand": "147p"}}
    assert book.replayed() == book.match


def test_a_correction_settles_the_losers_anew() -> None:
    book = started("chinese-classical")
    book.play(counted(1, 3, 64, EXAMPLE), DRAW)
    book.do(CorrectHand("Ann", "East was false", 1, counted(1, 3, 64, (0, 0, 16, 2))))
    assert change(book) == (-128 - 32 - 4, 256, -64 + 32 + 14, -64 + 4 - 14)
    assert book.replayed() == book.match


def test_the_printed_sheet_names_what_the_losers_counted() -> None:
    book = started("chinese-classical")
    book.play(counted(1, 3, 64, EXAMPLE))
    (hand,) = sheet_json(book.match)["hands"]
    assert hand["result"]["winners"][0]["losers"] == [[0, 64], [2, 16], [3, 2]]
    assert "; hand of Cy: 16; hand of Di: 2" in sheet_html(book.match, words_of("en"))


def test_the_dealers_ninth_win_in_a_row_is_paid_as_a_limit_hand_and_passes_the_deal() -> None:
    book = started("chinese-classical")
    for _ in range(4):
        book.play(win(0, 1, 10))
    book.play(DRAW)
    for _ in range(4):
        book.play(win(0, 1, 10))
    before = scores(book.match)
    assert (book.match.standing and book.match.standing.position.dealer) == 0
    book.begin()
    book.do(EndHand("table", len(book.match.hands), HandResult("win", (ScoredWin(0, "self-draw", None, TILES),))))
    assert [now - then for now, then in zip(scores(book.match), before, strict=True)] == [3000, -1000, -1000, -1000]
    assert (book.match.standing and book.match.standing.position.dealer) == 1
    book = started("chinese-classical")
    book.play(*[win(0, 1, 10)] * 9)
    assert change(book) == (8 * 60 + 3000, *[-8 * 20 - 1000] * 3)


def test_losers_who_differ_by_one_point_settle_it_and_equal_ones_do_not() -> None:
    book = started("chinese-classical")
    book.play(counted(0, 3, 10, (0, 5, 4, 4)))
    assert change(book) == (60, -20 + 2, -20 - 1, -20 - 1)


def test_every_payment_has_its_reason() -> None:
    book = started("chinese-classical")
    book.play(counted(1, 3, 64, EXAMPLE))
    last = match_summary(book.match)
    assert last is not None
    assert [(line["payer"], line["payee"], line["key"]) for line in last["last"]["lines"]] == [
        (0, 1, "line.other-dealer"), (2, 1, "line.other"), (3, 1, "line.discarder"),
        (2, 0, "line.difference-dealer"), (3, 0, "line.difference-dealer"), (3, 2, "line.difference"),
    ]  # fmt: skip


def test_of_several_on_one_tile_the_first_in_turn_order_wins() -> None:
    book = started("chinese-classical")
    book.play(wins(3, seat1=10, seat0=20))
    assert change(book) == (120, -40, -40, -40)


def test_a_correction_leaves_what_the_losers_of_later_hands_paid_each_other() -> None:
    book = started("chinese-classical")
    book.play(win(1, 3, 10), counted(1, 3, 64, (64, 0, 16, 2)))
    later = [now - then for now, then in zip(change(book), (-20, 40, -10, -10), strict=True)]
    book.do(CorrectHand("Ann", "twenty", 1, win(1, 3, 20)))
    assert change(book) == tuple(first + more for first, more in zip((-40, 80, -20, -20), later, strict=True))
    assert book.replayed() == book.match
