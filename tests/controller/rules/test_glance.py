"""What is seen at a glance (``sheet.glance``): no test holds where what it needs is not seen."""

from __future__ import annotations

from json import loads

import pytest

from bench.score import lines
from controller.rules import RecordError, configure, rulesets
from controller.rules.engine import ConfiguredGame
from controller.rules.hand import wild
from controller.rules.hand.reading import PAIRS, STANDARD, Reading
from controller.rules.hand.record import FLAGS, Hand
from controller.rules.hand.sets import CHOW, KONG, LOW, PAIR, PUNG, TALLY
from controller.rules.hand.tiles import bag, read_tiles, suits_in
from controller.rules.sheet import glance
from controller.rules.sheet.glance import Rows, needed_by, needing
from tests.controller.rules.rule_records import worked_cases


def hand_of(text: str, flags: int = 0, flowers: int = 0) -> Hand:
    hand = Hand()
    hand.tiles = bag(read_tiles(text))
    hand.suits, hand.flags, hand.flowers = suits_in(hand.every), flags, flowers
    return hand


def reading_of(*codes: int, pair: int, form: str = STANDARD) -> Reading:
    digits = sum(TALLY[code] for code in codes) + TALLY[PAIR + pair] & LOW
    return Reading(Hand(), form, codes, pair, -1, 0, digits)


@pytest.mark.parametrize(
    ("text", "seen"),
    [
        ("234456m", glance.ONE_SUIT | glance.ALL_SIMPLES),
        ("123456p", glance.ONE_SUIT),
        ("234666s", glance.ONE_SUIT | glance.OF_BAMBOOS | glance.ALL_SIMPLES),
        ("234s22z", glance.SUIT_AND_HONOURS | glance.OF_BAMBOOS),
        ("111m222z", glance.SUIT_AND_HONOURS | glance.ALL_MAJORS),
        ("111777z", glance.HONOURS_ALONE | glance.OF_BAMBOOS | glance.ALL_MAJORS),
        ("111999m999p", glance.ALL_MAJORS),
        ("222m345p", glance.ALL_SIMPLES),
        ("222m345p11z", 0),
        ("222m345p9s", 0),
    ],
)  # fmt: skip
def test_suits_and_ranks_are_seen_of_a_hand(text: str, seen: int) -> None:
    assert glance.of_hand(hand_of(text)) == seen


def test_flags_and_bonus_tiles_are_seen_of_a_hand() -> None:
    assert glance.of_hand(hand_of("1m2p", flags=FLAGS["heavenly"])) == glance.FLAGGED
    assert glance.of_hand(hand_of("1m2p", flowers=4)) == glance.BONUS_TILES


@pytest.mark.parametrize(
    ("codes", "seen"),
    [
        ((CHOW, CHOW + 9, CHOW + 18, PUNG + 3), glance.THREE_CHOWS | glance.TRIPLET),
        ((CHOW, CHOW + 9, PUNG + 4, PUNG + 3), glance.TRIPLET),
        ((CHOW, PUNG + 5, PUNG + 4, PUNG + 3), glance.TRIPLET | glance.THREE_TRIPLETS | glance.THREE_CONCEALED),
        ((CHOW, CHOW + 9, CHOW + 3, PUNG + 31), glance.THREE_CHOWS | glance.TRIPLET | glance.DRAGON_TRIPLET),
        ((CHOW, CHOW + 9, CHOW + 3, PUNG + 30), glance.THREE_CHOWS | glance.TRIPLET | glance.WIND_TRIPLET),
        ((CHOW, CHOW + 9, CHOW + 3, KONG + 3), glance.THREE_CHOWS | glance.TRIPLET | glance.KONG),
        ((CHOW, CHOW + 9, CHOW + 3, CHOW + 12), glance.THREE_CHOWS),
    ],
)
def test_sets_are_seen_of_a_reading(codes: tuple[int, ...], seen: int) -> None:
    assert glance.of_reading(reading_of(*codes, pair=1)) == seen


def test_the_pair_is_seen_of_a_reading() -> None:
    sets = CHOW, CHOW + 9, PUNG + 3, PUNG + 4
    assert glance.of_reading(reading_of(*sets, pair=27)) == glance.TRIPLET | glance.HONOUR_PAIR
    assert glance.of_reading(reading_of(*sets, pair=26)) == glance.TRIPLET


@pytest.mark.parametrize(
    ("taken", "seen"),
    [
        (-1, 0), (CHOW, glance.TAKEN_CHOW), (CHOW + 24, glance.TAKEN_CHOW), (PUNG, glance.TAKEN_TRIPLET),
        (KONG + 33, glance.TAKEN_TRIPLET), (PAIR, glance.TAKEN_PAIR), (PAIR + 26, glance.TAKEN_PAIR),
    ],
)  # fmt: skip
def test_what_the_winning_tile_completed_is_seen_of_a_reading(taken: int, seen: int) -> None:
    reading = reading_of(CHOW, CHOW + 9, PUNG + 3, PUNG + 4, pair=26)
    reading.taken = taken
    assert glance.of_reading(reading) == glance.TRIPLET | seen


def test_a_special_form_is_seen_of_a_reading() -> None:
    assert glance.of_reading(Reading(Hand(), PAIRS, (), -1, -1, 0)) == glance.SPECIAL_FORM | glance.NO_CHOW


def test_rows_are_asked_in_their_order_where_what_they_need_is_seen() -> None:
    def one(_: object) -> int:
        return 1

    def other(_: object) -> int:
        return 1

    def always(_: object) -> int:
        return 1

    needing(glance.KONG, one)
    needing(glance.KONG | glance.NO_CHOW, other)
    rows = ("a", 1, one), ("b", 2, always), ("c", 3, other)
    looked = Rows(rows)
    assert looked.where(0) == rows[1:2]
    assert looked.where(glance.KONG) == rows[:2]
    assert looked.where(glance.KONG | glance.NO_CHOW | glance.FLAGGED) == rows
    assert looked.where(glance.NO_CHOW) == rows[1:2]


def test_rows_are_those_of_what_is_seen_however_often_and_after_whatever() -> None:
    """More is seen here than there are places for the rows that were asked last."""
    tests = [lambda _, bit=bit: bit for bit in range(19)]
    for bit, test in enumerate(tests):
        needing(1 << bit, test)
    rows = tuple((str(bit), 1, test) for bit, test in enumerate(tests))
    looked = Rows(rows)
    for seen in (*range(0, 1 << 19, 257), *range(0, 1 << 19, 257), *range(64), *([1, 1 << 6, 1 << 12, 1 << 18] * 2)):
        assert looked.where(seen) == tuple(row for bit, row in enumerate(rows) if seen >> bit & 1)


HANDS = 150


@pytest.mark.parametrize("ruleset", rulesets())
def test_no_test_holds_without_what_it_needs(ruleset: str) -> None:
    """On the worked cases, where every item is seen once, and on hands by chance."""
    records = [case for case in worked_cases() if case["ruleset"] == ruleset]
    held = 0
    for record in [*records, *map(loads, lines(ruleset, HANDS, 17))]:
        game = configure(ruleset, record.get("options"), record.get("profile"))
        try:
            hand = game.hand_of(record)
            readings = readings_of(game, hand)
        except (RecordError, KeyError):
            continue
        for reading in readings:
            of_hand = glance.of_hand(reading.hand)
            for item in game.played.items.values():
                if item.on == "hand" and item.test(reading.hand):
                    seen = of_hand
                elif item.on == "reading" and item.test(reading):
                    seen = glance.of_reading(reading, of_hand)
                else:
                    continue
                held += 1
                assert not needed_by(item.test) & ~seen, (item.id, record)
    assert held


def readings_of(game: ConfiguredGame, hand: Hand) -> list[Reading]:
    if hand.wild:
        return wild.readings(hand, game.tiles, game.bound.forms, game.bound.every_way)
    return [reading for form in game.bound.forms for reading in form(hand, game.bound.every_way)]
