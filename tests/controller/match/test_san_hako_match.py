"""Whole matches of San Hako for three and for two players; every score was worked out by hand from the sheet."""

from __future__ import annotations

import pytest

from controller.match import HandResult, scores
from controller.refusals import Refused
from controller.rules.errors import RulesError
from tests.controller.match.book import DRAW, NAMES, Book, started
from tests.controller.match.test_riichi_match import drawn, final, ron, tsumo

Then = tuple[int, int, int, int] | None
"""Of the hand that follows: dealer, round, counters, sticks."""

THREE: list[tuple[HandResult, tuple[int, ...], Then]] = [
    (tsumo(1, 5), (26_000, 36_000, 28_000), (1, 0, 0, 0)),
    (drawn(1, riichi=(1,)), (25_000, 37_000, 27_000), (1, 0, 1, 1)),
    (ron(2, 1, 3, 30), (25_000, 32_900, 32_100), (2, 0, 0, 0)),
    (tsumo(2, 1, 30), (24_500, 32_400, 33_100), (2, 0, 1, 0)),
    (ron(0, 2, 2, 40), (27_300, 32_400, 30_300), (0, 1, 0, 0)),
    (drawn(0, 1, 2), (27_300, 32_400, 30_300), (0, 1, 1, 0)),
    (ron(1, 0, 6), (15_100, 44_600, 30_300), (1, 1, 0, 0)),
    (DRAW, (15_100, 44_600, 30_300), (2, 1, 1, 0)),
    (tsumo(2, 8), (7_000, 36_500, 46_500), (2, 1, 2, 0)),
    (tsumo(0, 1, 40), (8_500, 35_900, 45_600), None),
]
TWO: list[tuple[HandResult, tuple[int, ...], Then]] = [
    (tsumo(2, 5), (26_000, 34_000), (2, 0, 0, 0)),
    (ron(2, 0, 3, 30), (20_200, 39_800), (2, 0, 1, 0)),
    (drawn(0), (21_200, 38_800), (0, 1, 2, 0)),
    (ron(0, 2, 1, 30), (22_900, 37_100), (0, 1, 3, 0)),
    (DRAW, (22_900, 37_100), (2, 1, 4, 0)),
    (tsumo(0, 2, 30), (24_300, 35_700), None),
]


def played(book: Book, hands: list[tuple[HandResult, tuple[int, ...], Then]]) -> None:
    for result, points, then in hands:
        book.play(result)
        assert scores(book.match) == points
        position = book.match.standing.position if book.match.standing else None
        assert then == (
            position and (position.dealer, position.round, position.extra_hands, position.pot.get("deposits", 0))
        )
    assert book.replayed() == book.match


def marks(book: Book) -> dict[str, int]:
    ending = book.match.ending
    assert ending is not None and ending.final is not None
    return {row["name"]: row["marks"] for row in ending.final["ranking"]}


def test_a_whole_match_for_three() -> None:
    book = started("san-hako", names=NAMES[:3])
    played(book, THREE)
    assert final(book) == {"Cy": (1, 45_600, 15.6), "Bob": (2, 35_900, 5.9), "Ann": (3, 8_500, -21.5)}
    assert marks(book) == {"Cy": 0, "Bob": 0, "Ann": 1}


def test_a_whole_match_for_two_who_sit_opposite() -> None:
    book = started("san-hako", {"players": 2}, names=NAMES[:2])
    assert book.match.standing is not None
    assert book.match.standing.winds == ("E", None, "W", None)
    played(book, TWO)
    assert final(book) == {"Bob": (1, 35_700, 5.7), "Ann": (2, 24_300, -5.7)}
    assert marks(book) == {"Bob": 0, "Ann": 0}


def test_with_full_payment_the_opponent_pays_what_a_discard_costs() -> None:
    book = started("san-hako", {"players": 2, "tsumo-payment": "full"}, names=NAMES[:2])
    book.play(tsumo(2, 5), tsumo(2, 5))
    assert scores(book.match) == (30_000 - 8_000 - 12_000, 30_000 + 8_000 + 12_000)


@pytest.mark.parametrize("seat", [1, 3])
def test_the_empty_chairs_take_no_part(seat: int) -> None:
    book = started("san-hako", {"players": 2}, names=NAMES[:2])
    book.begin()
    for result in (drawn(seat), ron(seat, 0, 5), ron(0, seat, 5)):
        with pytest.raises(Refused):
            book.end(result)
    assert book.match.phase == "play"


@pytest.mark.parametrize(("options", "names"), [({}, NAMES), ({}, NAMES[:2]), ({"players": 2}, NAMES[:3])])
def test_a_match_needs_as_many_people_as_play(options: dict[str, int], names: tuple[str, ...]) -> None:
    with pytest.raises(Refused) as refused:
        started("san-hako", options, names=names)
    assert refused.value.field == "seats"


def test_whoever_cannot_pay_out_of_his_boxes_ends_the_match() -> None:
    book = started("san-hako", {"boxes": 1}, names=NAMES[:3])
    book.play(ron(1, 0, 6))
    assert scores(book.match) == (-2_000, 22_000, 10_000)
    assert marks(book) == {"Bob": 0, "Cy": 0, "Ann": 1}
    book = started("san-hako", {"boxes": 1, "tobi": False}, names=NAMES[:3])
    book.play(ron(1, 0, 6))
    assert book.match.standing is not None


def test_full_payment_is_for_two() -> None:
    with pytest.raises(RulesError) as refused:
        started("san-hako", {"tsumo-payment": "full"}, names=NAMES[:3])
    assert refused.value.field == "options.tsumo-payment"
