"""What is paid at once at a Filipino table, who deals next, and what the table asks for."""

from __future__ import annotations

from typing import Any

import pytest

from controller.match import HandResult, PayInstant, ScoredWin, match_summary, scores
from controller.refusals import Refused
from controller.rules.game import Instant
from controller.rules.seats import SEATS
from tests.controller.match.book import DRAW, Book, started, win

PARTS = {
    "hand": "123456789m345p78s22s", "melds": [], "winning_tile": "6s", "flags": ["quick"], "flowers": "1z5f",
    "indicator": "1p",
}  # fmt: skip


def at_play(**options: Any) -> Book:
    book = started("filipino", {name.replace("_", "-"): value for name, value in options.items()})
    book.begin()
    return book


def paid(book: Book, *instants: Instant) -> None:
    for one in instants:
        book.do(PayInstant("operator", len(book.match.hands), one))


def asked(book: Book) -> dict[str, Any]:
    shown = match_summary(book.match)
    assert shown is not None
    asks: dict[str, Any] = shown["asks"]
    return asks


def test_what_is_paid_at_once_stays_whatever_comes_of_the_hand() -> None:
    book = at_play()
    paid(book, Instant("no-flowers", SEATS[1]), Instant("concealed-kong", SEATS[2], tile="5m"))
    assert scores(book.match) == (-3, 1, 5, -3)
    book.end(DRAW)
    assert scores(book.match) == (-3, 1, 5, -3)
    assert book.match.standing is not None
    assert book.match.standing.position.dealer == 0, "the dealer stays after a draw, also when something was paid in it"
    book.begin()
    book.end(HandResult("win", (ScoredWin(0, "self-draw", None, PARTS),)))
    assert scores(book.match) == (-3 + 54, 1 - 18, 5 - 18, -3 - 18)
    assert book.match.standing.position.dealer == 0
    book.begin()
    book.end(win(2, 0, 5))
    assert scores(book.match) == (51 - 10, -17 - 5, -13 + 20, -21 - 5)
    assert book.match.standing.position.dealer == 1, "the deal goes to the right"
    assert book.replayed() == book.match


@pytest.mark.parametrize("name", ["no-flowers", "thirteen-flowers"])
def test_bonus_tiles_are_paid_to_a_player_once(name: str) -> None:
    book = at_play()
    paid(book, Instant(name, SEATS[2]), Instant(name, SEATS[3]))
    with pytest.raises(Refused) as caught:
        paid(book, Instant(name, SEATS[2]))
    assert caught.value.field == "instant"


@pytest.mark.parametrize("name", ["claimed-kong", "concealed-kong", "added-kong"])
def test_nobody_has_six_kongs_and_no_tile_is_in_two(name: str) -> None:
    book = at_play()
    paid(book, *(Instant(name, SEATS[1], tile=f"{rank}m") for rank in range(1, 6)))
    for tile, field in (("1m", "tile"), ("6m", "instant")):
        with pytest.raises(Refused) as caught:
            paid(book, Instant(name, SEATS[1], tile=tile))
        assert caught.value.field == field


def test_the_table_asks_for_what_counts_and_no_more() -> None:
    asks = asked(at_play())
    assert [row["id"] for row in asks["situations"]] == ["heavenly", "earthly", "quick"]
    assert [row["sources"] for row in asks["situations"]][1] == ["discard"]
    assert [(row["id"], row["most"]) for row in asks["rows"]] == [("indicator", 1)]
    assert [(row["id"], row["feeder"], row["flags"]) for row in asks["instants"]] == [
        (name, False, []) for name in ("no-flowers", "thirteen-flowers", "claimed-kong", "concealed-kong", "added-kong")
    ]
    assert (asks["limit"], asks["presets"], asks["least"]) == ("", list(range(4, 17)), 0)
    assert asks["tiles"]["strangers_win_nothing"]


def test_options_change_what_the_table_asks_for() -> None:
    asks = asked(at_play(dealt_win=0, doubles_dice=True, wilds=0, instant_events=["no-flowers"]))
    assert [row["id"] for row in asks["situations"]] == ["quick", "dice-pair"]
    assert asks["rows"] == []
    assert [(row["id"], row["flags"]) for row in asks["instants"]] == [("no-flowers", ["dice-pair"])]


def test_a_pair_of_dice_doubles_what_is_paid_at_once_and_the_hand() -> None:
    book = at_play(doubles_dice=True)
    paid(book, Instant("added-kong", SEATS[3], tile="9s", flags=("dice-pair",)))
    assert scores(book.match) == (-4, -4, -4, 12)
    parts = {**PARTS, "flags": ["dice-pair"]}
    book.end(HandResult("win", (ScoredWin(1, "discard", 3, parts),)))
    assert scores(book.match) == (-4 - 16, -4 + 64, -4 - 16, 12 - 32)
