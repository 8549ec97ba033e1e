"""Yakitori in riichi: who wins nothing in the whole match pays at its end; every number was counted by hand."""

from __future__ import annotations

from typing import Any

from controller.match import EndMatch, UndoResult, match_summary
from tests.controller.match.book import NAMES, Book, started
from tests.controller.match.test_riichi_match import drawn, ron, tsumo

YAKITORI: dict[str, Any] = {"yakitori": 10_000, "uma": [0, 0, 0, 0], "start-points": 30_000, "return-points": 30_000}


def turned(book: Book) -> list[int]:
    shown = match_summary(book.match)
    assert shown is not None
    markers: list[int] = shown["has_won"]
    return markers


def ranked(book: Book) -> dict[str, tuple[float, bool]]:
    book.do(EndMatch("Ada"))
    assert book.match.ending is not None
    return {row["name"]: (row["points"], row["yakitori"]) for row in book.match.ending.final["ranking"]}


def test_the_first_win_turns_the_marker_and_undo_turns_it_back() -> None:
    book = started("riichi", YAKITORI)
    assert turned(book) == [0, 0, 0, 0]
    book.play(ron(1, 2, 3, 30))
    book.play(drawn(1))
    book.play(ron(1, 2, 3, 30))
    assert turned(book) == [0, 1, 0, 0]
    book.play(tsumo(0, 5))
    assert turned(book) == [1, 1, 0, 0]
    book.do(UndoResult("Ada", 4, book.journal[-1].time))
    assert turned(book) == [0, 1, 0, 0]
    assert book.replayed() == book.match


def test_those_who_won_share_what_the_others_pay() -> None:
    paying, plain = started("riichi", YAKITORI), started("riichi", {**YAKITORI, "yakitori": 0})
    for book in (paying, plain):
        book.play(ron(1, 2, 3, 30))
        book.play(ron(0, 1, 2, 30))
    before = ranked_without(plain)
    after = ranked(paying)
    moved = {name: round(points - before[name], 3) for name, (points, _) in after.items()}
    assert moved == {NAMES[0]: 10, NAMES[1]: 10, NAMES[2]: -10, NAMES[3]: -10}
    assert {name for name, (_, winless) in after.items() if winless} == set(NAMES[2:4])


def ranked_without(book: Book) -> dict[str, float]:
    book.do(EndMatch("Ada"))
    assert book.match.ending is not None and "yakitori" not in book.match.ending.final["ranking"][0]
    return {row["name"]: row["points"] for row in book.match.ending.final["ranking"]}


def test_what_three_cannot_share_goes_to_the_best_placed() -> None:
    book = started("riichi", YAKITORI)
    for winner in (0, 1, 2):
        book.play(ron(winner, 3, 1, 30))
    points = {name: value for name, (value, _) in ranked(book).items()}
    assert round(sum(points.values()), 3) == 0
    assert points[NAMES[3]] < -10


def test_where_nobody_has_won_nobody_pays() -> None:
    book = started("riichi", YAKITORI)
    book.play(drawn(0, 1, 2, 3))
    assert {points for points, _ in ranked(book).values()} == {0}


def test_three_players_have_it_too() -> None:
    book = started("sanma", {"yakitori": 5_000}, names=NAMES[:3])
    book.play(tsumo(2, 5))
    assert turned(book)[:3] == [0, 0, 1]
