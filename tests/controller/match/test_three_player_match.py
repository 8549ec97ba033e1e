"""A whole match for three, the jackpot in it, and what is paid at once with 84 tiles; scores worked out by hand."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from controller.match import CorrectHand, EndHand, HandResult, PayInstant, ScoredWin, StartMatch, match_summary, scores
from controller.match.ledger import ledger
from controller.refusals import Refused
from controller.rules import configure
from controller.rules.game import Instant
from controller.rules.seats import SEATS
from tests.controller.match.book import DRAW, NAMES, VOID, Book, started, win

THREE = NAMES[:3]
HANDS: list[tuple[HandResult, tuple[int, ...], tuple[int, int, int] | None]] = [
    (win(0, None, 5), (10, -5, -5), (0, 0, 1)),
    (DRAW, (10, -5, -5), (0, 0, 2)),
    (win(1, 2, 4), (10, 3, -13), (1, 0, 0)),
    (VOID, (10, 3, -13), (1, 0, 0)),
    (win(2, 0, 3), (4, 3, -7), (2, 0, 0)),
    (win(0, 2, 10, limit=True), (24, 3, -27), (0, 1, 0)),
    (win(1, None, 3), (21, 9, -30), (1, 1, 0)),
    (win(2, None, 3), (18, 6, -24), (2, 1, 0)),
    (win(0, 1, 6), (30, -6, -24), (0, 2, 0)),
    (win(1, 0, 4), (22, 2, -24), (1, 2, 0)),
    (win(2, 1, 4), (22, -6, -16), (2, 2, 0)),
    (win(2, 0, 3), (16, -6, -10), (2, 2, 1)),
    (win(0, 2, 3), (22, -6, -16), None),
]


def test_a_whole_match_for_three() -> None:
    book = started("three-player", names=THREE)
    for result, points, then in HANDS:
        book.play(result)
        assert scores(book.match) == points
        position = book.match.standing.position if book.match.standing else None
        assert (position and (position.dealer, position.round, position.streak)) == then
    assert book.replayed() == book.match


def test_the_empty_chair_takes_no_part() -> None:
    book = started("three-player", names=THREE)
    book.begin()
    for result in (win(3), win(0, 3), win(3, 0)):
        with pytest.raises(Refused):
            book.end(result)


def jackpot(book: Book) -> tuple[int, list[int]]:
    shown = match_summary(book.match)
    assert shown is not None
    return shown["jackpot"], shown["tally"]


def test_stakes_are_laid_before_every_hand_and_ten_points_take_them() -> None:
    """Stakes of 2; 6 and 5 points reach ten in the fourth hand, whose stakes are taken too."""
    book = started("three-player", {"jackpot": "points", "jackpot-stake": 2}, names=THREE)
    book.play(win(1, 2, 6))
    assert (scores(book.match), jackpot(book)) == ((-2, 10, -14), (6, [0, 6, 0, 0]))
    book.play(DRAW)
    assert (scores(book.match), jackpot(book)) == ((-4, 8, -16), (12, [0, 6, 0, 0]))
    book.play(VOID)
    assert (scores(book.match), jackpot(book)) == ((-4, 8, -16), (12, [0, 6, 0, 0]))
    book.play(win(2, None, 3))
    assert (scores(book.match), jackpot(book)) == ((-9, 3, -12), (18, [0, 6, 3, 0]))
    book.play(win(1, 0, 5))
    assert (scores(book.match), jackpot(book)) == ((-21, 35, -14), (0, [0, 0, 0, 0]))
    assert book.replayed() == book.match
    laid = [entry for entry in ledger(book.match) if entry.key == "line.jackpot"]
    assert [(entry.payer, entry.payee, entry.amount) for entry in laid if entry.hand == 1] == [
        (0, None, 2), (1, None, 2), (2, None, 2),
    ]  # fmt: skip
    assert (None, 1, 22) in [(entry.payer, entry.payee, entry.amount) for entry in laid]


CONCEALED: dict[str, Any] = {"hand": "234m567m234p678p5p", "melds": [], "winning_tile": "5p", "flags": []}


def test_a_concealed_hand_is_declared_without_tiles_and_read_off_them() -> None:
    book = started("three-player", {"jackpot": "hidden", "jackpot-hidden": 2}, names=THREE)
    book.play(replace(win(1, 2, 4), declared={"concealed": (1,)}))
    assert jackpot(book) == (3, [0, 1, 0, 0])
    book.play(win(1, 2, 4))
    assert jackpot(book) == (6, [0, 1, 0, 0]), "something was claimed"
    tiles = HandResult("win", (ScoredWin(1, "self-draw", None, CONCEALED),))
    book.begin()
    with pytest.raises(Refused) as refused:
        book.do(EndHand("table", 3, replace(tiles, declared={"concealed": (1,)})))
    assert refused.value.field == "concealed"
    book.end(tiles)
    assert jackpot(book) == (0, [0, 0, 0, 0])
    assert scores(book.match) == (-3 - 5, 8 + 8 + 10 + 6, -16 - 5 - 3)


def test_a_match_without_a_jackpot_keeps_no_tally() -> None:
    book = started("three-player", names=THREE)
    book.play(win(1, 2, 6))
    assert jackpot(book) == (0, [0, 0, 0, 0])


def at_play() -> Book:
    book = Book()
    book.do(StartMatch("staff", "m1", "three-player", THREE, {}, "given", 0, profile="eighty-four"))
    book.begin()
    return book


def test_kongs_and_full_series_are_paid_at_once() -> None:
    book = at_play()
    for one in (Instant("claimed-kong", SEATS[0], None, "2p"), Instant("concealed-kong", SEATS[1], None, "3p")):
        book.do(PayInstant("operator", 1, one))
    assert scores(book.match) == (2 - 2, -1 + 4, -1 - 2)
    book.do(PayInstant("operator", 1, Instant("added-kong", SEATS[2], None, "4p")))
    assert scores(book.match) == (-1, 2, -1)
    with pytest.raises(Refused) as refused:
        book.do(PayInstant("operator", 1, Instant("concealed-kong", SEATS[1], None, "3p")))
    assert refused.value.field == "tile"


@pytest.mark.parametrize("name", ["all-flowers", "all-seasons", "all-animals", "all-faces"])
def test_a_series_is_paid_once(name: str) -> None:
    book = at_play()
    book.do(PayInstant("operator", 1, Instant(name, SEATS[2])))
    assert scores(book.match) == (-5, -5, 10)
    with pytest.raises(Refused, match="bad-instant"):
        book.do(PayInstant("operator", 1, Instant(name, SEATS[1])))


def test_nobody_has_five_kongs() -> None:
    for name in ("claimed-kong", "concealed-kong", "added-kong"):
        book = at_play()
        for tile in ("1p", "2p", "3p", "4p"):
            book.do(PayInstant("operator", 1, Instant(name, SEATS[1], None, tile)))
        with pytest.raises(Refused) as refused:
            book.do(PayInstant("operator", 1, Instant(name, SEATS[1], None, "5p")))
        assert refused.value.field == "instant"


def test_the_table_asks_for_what_each_scoring_needs() -> None:
    def asks(profile: str | None, **options: Any) -> dict[str, Any]:
        found: dict[str, Any] = configure("three-player", options, profile).asks.as_json()
        return found

    plain = asks(None)
    assert (plain["presets"], plain["limit_totals"], plain["chows"]) == (list(range(3, 11)), [10], False)
    assert [row["id"] for row in plain["situations"]] == [
        "last-tile", "last-discard", "replacement", "double-replacement", "heavenly", "earthly",
    ]  # fmt: skip
    assert plain["declared"] == [] and plain["instants"] == []
    ready = asks(None, **{"declared-ready": True})["situations"][-1]
    assert (ready["id"], ready["concealed"]) == ("ready", True)
    assert asks(None, limit=500)["presets"] == list(range(3, 16))
    fan = asks("eighty-four")
    assert (fan["presets"], fan["least"]) == (list(range(11)), 0)
    assert len(fan["instants"]) == 7
    hong_kong = asks("hong-kong", jackpot="hidden")
    assert (hong_kong["chows"], hong_kong["presets"]) == (True, list(range(3, 14)))
    assert [(row["id"], row["quick"], row["always"]) for row in hong_kong["declared"]] == [("concealed", True, True)]
    units = [configure("three-player", {}, profile).unit for profile in (None, "eighty-four", "hong-kong")]
    assert units == ["points", "fan", "faan"]


def test_a_correction_leaves_what_later_hands_won_towards_the_jackpot() -> None:
    book = started("three-player", {"jackpot": "points"}, names=THREE)
    book.play(win(0, None, 5), win(1, 2, 4), win(0, 2, 3))
    assert jackpot(book) == (9, [8, 4, 0, 0])
    book.do(CorrectHand("referee", "four points", 1, win(0, None, 4)))
    assert jackpot(book) == (9, [7, 4, 0, 0])
    assert book.replayed() == book.match
