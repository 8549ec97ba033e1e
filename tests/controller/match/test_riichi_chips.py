"""Chips (shuugi) beside the points of riichi; every number was counted by hand."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from controller.match import CorrectHand, HandResult, ScoredWin, UndoResult, match_summary, scores
from controller.refusals import Refused
from controller.rules import configure
from controller.rules.game import QuickWin
from controller.rules.seats import Seat
from tests.controller.match.book import NAMES, Book, started
from tests.controller.match.test_riichi_match import drawn, ron, tsumo

ALL = {"chips": ["ippatsu", "ura", "red", "yakuman"], "red-fives": 3}


def with_chips(result: HandResult, chips: int) -> HandResult:
    (win,) = result.wins
    assert isinstance(win, QuickWin)
    return replace(result, wins=(replace(win, chips=chips),))


def tally(book: Book) -> list[int]:
    shown = match_summary(book.match)
    assert shown is not None
    held: list[int] = shown["tally"]
    return held


def test_the_discarder_gives_chips_or_every_other_player() -> None:
    book = started("riichi", ALL)
    book.play(with_chips(ron(1, 2, 3, 30), 2))
    assert tally(book) == [0, 2, -2, 0]
    book.play(with_chips(tsumo(0, 5), 1))
    assert tally(book) == [3, 1, -3, -1]
    book.play(drawn(1))
    assert tally(book) == [3, 1, -3, -1]
    assert book.replayed() == book.match


def test_chips_are_no_points() -> None:
    with_them, without = started("riichi", ALL), started("riichi")
    for book, chips in ((with_them, 7), (without, 0)):
        book.play(with_chips(ron(1, 2, 3, 30), chips))
    assert scores(with_them.match) == scores(without.match)


def test_three_players_have_chips_too() -> None:
    book = started("sanma", {"chips": ["ura"]}, names=NAMES[:3])
    book.play(with_chips(tsumo(2, 5), 2))
    assert tally(book) == [-2, -2, 4, 0]


def tiles(winner: Seat, flags: list[str], *, hand: str = "23446m345p88999s", ura: str = "", **more: Any) -> HandResult:
    parts = {
        "hand": hand, "melds": [], "winning_tile": "5m", "flags": flags, "dora_indicators": "1z", "flowers": "",
        **({"ura_indicators": ura} if ura else {}), **more,
    }  # fmt: skip
    declared = {"riichi": (winner,)} if "riichi" in flags else {}
    return HandResult("win", (ScoredWin(winner, "discard", Seat(3), parts),), declared=declared)


@pytest.mark.parametrize(
    ("options", "result", "chips"),
    [
        (ALL, tiles(Seat(1), ["riichi", "ippatsu"], ura="8s", hand="23446m340p88999s"), 1 + 3 + 1),
        ({"chips": ["ippatsu"]}, tiles(Seat(1), ["riichi", "ippatsu"], ura="8s"), 1),
        ({"chips": ["ura"]}, tiles(Seat(1), ["riichi", "ippatsu"], ura="8s"), 3),
        ({"chips": ["yakuman"]}, tiles(Seat(1), ["riichi", "ippatsu"], ura="8s"), 0),
        ({"chips": [], "red-fives": 3}, tiles(Seat(1), ["riichi", "ippatsu"], ura="8s", hand="23446m340p88999s"), 0),
    ],
)
def test_a_hand_says_by_its_tiles_how_many_chips_it_earns(
    options: dict[str, Any], result: HandResult, chips: int
) -> None:
    book = started("riichi", options)
    book.play(result)
    assert tally(book) == [0, chips, 0, -chips]
    assert book.replayed() == book.match


OPEN = {
    "hand": "23446m340p55s", "winning_tile": "5m", "flags": [], "dora_indicators": "1z", "flowers": "",
    "melds": [{"kind": "pung", "tiles": "888s", "concealed": False}],
}  # fmt: skip


def test_red_fives_of_open_hands_earn_chips_where_the_house_says_so() -> None:
    result = HandResult("win", (ScoredWin(Seat(1), "discard", Seat(3), OPEN),))
    for open_red, chips in ((False, 0), (True, 1)):
        book = started("riichi", {**ALL, "chips-open-red": open_red})
        book.play(result)
        assert tally(book) == [0, chips, 0, -chips]


ORPHANS = {"hand": "19m19p19s1234567z", "melds": [], "winning_tile": "1m", "flags": [], "dora_indicators": "1s"}


def test_a_yakuman_earns_more_from_the_discarder_than_from_each_of_all() -> None:
    book = started("riichi", ALL)
    book.play(HandResult("win", (ScoredWin(Seat(1), "discard", Seat(3), ORPHANS),)))
    assert tally(book) == [0, 10, 0, -10]
    book.play(HandResult("win", (ScoredWin(Seat(1), "self-draw", None, ORPHANS),)))
    assert tally(book) == [-5, 25, -5, -15]
    record = {"ruleset": "riichi", "options": ALL, **ORPHANS, "win": "self-draw", "seat_wind": "S", "round_wind": "E"}
    assert configure("riichi", ALL).score(record)["chips"] == 5
    assert "chips" not in configure("riichi").score({**record, "options": {}})


def test_a_correction_and_undo_move_the_chips_back() -> None:
    book = started("riichi", ALL)
    book.play(with_chips(ron(1, 2, 3, 30), 2), with_chips(tsumo(0, 5), 1))
    book.do(CorrectHand("Ann", "no chips", 1, with_chips(ron(1, 2, 3, 30), 0)))
    assert tally(book) == [3, -1, -1, -1]
    assert book.replayed() == book.match
    book = started("riichi", ALL)
    book.play(with_chips(ron(1, 2, 3, 30), 2))
    book.do(UndoResult("Ann", 1, book.journal[-1].time))
    assert tally(book) == [0, 0, 0, 0]
    assert book.replayed() == book.match


def test_what_chips_are_worth_is_added_to_the_final_points_and_moves_no_place() -> None:
    options = {**ALL, "match-length": "one-hand", "chip-value": 2000, "uma": [0, 0, 0, 0]}
    book = started("riichi", options)
    book.play(with_chips(ron(1, 2, 1, 30), 20))
    ending = book.match.ending
    assert ending is not None
    assert ending.final is not None
    rows = {row["name"]: (row["place"], row["points"], row["chips"]) for row in ending.final["ranking"]}
    assert rows["Bob"] == (1, 1.0 + 40.0, 20)
    assert rows["Cy"] == (4, -1.0 - 40.0, -20)
    assert rows["Ann"][1:] == rows["Di"][1:] == (0.0, 0)


@pytest.mark.parametrize(("options", "chips"), [({}, 1), (ALL, -1), (ALL, 1001)])
def test_chips_that_cannot_be_are_refused(options: dict[str, Any], chips: int) -> None:
    book = started("riichi", options)
    book.begin()
    with pytest.raises(Refused) as refused:
        book.end(with_chips(ron(1, 2, 3, 30), chips))
    assert refused.value.field == "wins[0].chips"
    assert tally(book) == [0, 0, 0, 0]
