"""What the table takes of a hand of Changsha: birds of a hand without tiles, and who comes to the last tile."""

from __future__ import annotations

from dataclasses import replace

import pytest

from controller.match import EndHand, HandResult, PayInstant, ScoredWin, match_summary, scores
from controller.refusals import Refused
from controller.rules.game import Instant
from tests.controller.match.book import Book, started, win, wins

PARTS = {"hand": "12334m456p78922s", "melds": [], "winning_tile": "5m", "flags": [], "birds": "26s"}


def at_play() -> Book:
    book = started("changsha")
    book.begin()
    return book


def test_several_winners_are_paid_with_the_same_birds() -> None:
    """East discards to two: 7 for each big win, doubled by the bird on East, once more by that on seat 1."""
    book = at_play()
    book.end(replace(wins(0, seat1=6, seat2=6), declared={"birds-1": (0, 1)}))
    assert scores(book.match) == (-28 - 14, 28, 14, 0)
    assert book.match.standing is not None
    assert book.match.standing.position.dealer == 0, "the discarder deals"
    assert book.replayed() == book.match


def test_a_hand_with_tiles_says_by_itself_on_whom_the_birds_fell() -> None:
    result = HandResult("win", (ScoredWin(1, "self-draw", None, PARTS),))
    book = at_play()
    with pytest.raises(Refused) as refused:
        book.do(EndHand("table", 1, replace(result, declared={"birds-2": (1,)})))
    assert refused.value.field == "birds-2"
    book.end(result)
    assert scores(book.match) == (-8, 16, -4, -4)


def test_a_pattern_of_an_opening_hand_is_paid_to_a_player_once() -> None:
    book = at_play()
    book.do(PayInstant("table", 1, Instant("no-258", 3)))
    with pytest.raises(Refused) as refused:
        book.do(PayInstant("table", 1, Instant("no-258", 3)))
    assert refused.value.field == "instant"
    book.do(PayInstant("table", 1, Instant("no-258", 0)))
    assert scores(book.match) == (-2 + 6, -1 - 2, -1 - 2, 4 - 2)


@pytest.mark.parametrize(
    ("result", "field"),
    [
        (replace(win(1, 2, 6), declared={"birds-3": (1,)}), "birds-3"),
        (replace(win(1, 2, 6), declared={"birds-2": (1,), "birds-1": (2,)}), "birds-2"),
        (replace(win(1, 2, 6), declared={"sea-bottom": (1,)}), "sea-bottom"),
        (HandResult("draw", declared={"sea-bottom": (1, 2)}), "sea-bottom"),
        (HandResult("draw", declared={"birds-1": (1,)}), "birds-1"),
    ],
)
def test_what_cannot_be_names_its_field(result: HandResult, field: str) -> None:
    book = at_play()
    with pytest.raises(Refused) as refused:
        book.do(EndHand("table", 1, result))
    assert refused.value.field == field


def test_the_table_asks_for_birds_and_the_last_tile_and_no_more() -> None:
    shown = match_summary(at_play().match)
    assert shown is not None
    asks = shown["asks"]
    assert [(row["id"], row["quick"]) for row in asks["declared"]] == [
        ("birds-1", True), ("birds-2", True), ("sea-bottom", False),
    ]  # fmt: skip
    assert [(row["id"], row["most"], row["apart"]) for row in asks["rows"]] == [("birds", 2, True)]
    assert [(row["id"], row["least"], row["most"], row["flags"]) for row in asks["counts"]] == [
        ("kong_wins", 1, 2, ["replacement"])
    ]
    assert asks["presets"] == [1, 6, 12, 18, 24, 30, 36]
