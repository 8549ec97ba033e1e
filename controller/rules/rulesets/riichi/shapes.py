"""Tests of the yaku that are about situation, tiles and sets. Whether a hand is concealed is asked by the items."""

from __future__ import annotations

from collections.abc import Callable

from controller.rules import patterns as has
from controller.rules.reading import GATES, ORPHANS, Reading
from controller.rules.record import (
    AFTER_KONG,
    DOUBLE_RIICHI,
    EARTHLY,
    HEAVENLY,
    IPPATSU,
    LAST_TILE,
    RIICHI,
    ROBBED_KONG,
    SELF_DRAW,
    Hand,
)
from controller.rules.rulesets.riichi.fu import single_sided
from controller.rules.sets import CHOW_AT, CHOW_STARTS, PAIR
from controller.rules.tiles import MAJORS, ONE, WINDS, bag

HONOURS = has.ONLY_HONOURS
"""The bit of ``Hand.suits`` for honours."""
ANY_RIICHI = RIICHI | DOUBLE_RIICHI
FIRST_TURN = HEAVENLY | EARTHLY
EVERY_ORPHAN = bag(MAJORS)
# bits of a tally that say twice and four times the same chow
TWO_OF_EACH, FOUR_OF_EACH = (sum(number << 3 * start for start in CHOW_STARTS) for number in (2, 4))
FULL_GATES = frozenset(gates + ONE[9 * suit + rank] for suit, gates in enumerate(sorted(GATES)) for rank in range(9))


# the situation


def riichi(hand: Hand) -> int:
    return hand.flags & ANY_RIICHI == RIICHI


def double_riichi(hand: Hand) -> int:
    return hand.flags & DOUBLE_RIICHI != 0


def ippatsu(hand: Hand) -> int:
    return hand.flags & IPPATSU != 0 and hand.flags & ANY_RIICHI != 0


def rinshan(hand: Hand) -> int:
    return hand.flags & AFTER_KONG != 0


def chankan(hand: Hand) -> int:
    return hand.win == ROBBED_KONG


def haitei(hand: Hand) -> int:
    """The last tile of the wall; a replacement tile is none."""
    return hand.flags & (LAST_TILE | AFTER_KONG) == LAST_TILE


def chiihou(hand: Hand) -> int:
    return hand.flags & EARTHLY != 0 and hand.win == SELF_DRAW


def renhou(hand: Hand) -> int:
    return hand.flags & EARTHLY != 0 and hand.win != SELF_DRAW


# sets


def chanta(reading: Reading) -> int:
    return reading.outside == 5 and reading.chows > 0 and reading.hand.suits & HONOURS != 0


def junchan(reading: Reading) -> int:
    """Without a chow it would be the yakuman of terminals, beside which no yaku counts."""
    return reading.outside == 5 and not reading.hand.suits & HONOURS


def san_ankou(reading: Reading) -> int:
    return reading.concealed == 3


def san_kantsu(reading: Reading) -> int:
    return reading.kongs == 3


def suuankou(reading: Reading) -> int:
    return reading.concealed == 4


def suuankou_tanki(reading: Reading) -> int:
    return reading.concealed == 4 and reading.taken >= PAIR


# chows


def _equal_pairs(reading: Reading) -> int:
    """How many times two equal chows stand in the reading."""
    at = reading.tally >> CHOW_AT
    return (at & TWO_OF_EACH).bit_count() + 2 * (at & FOUR_OF_EACH).bit_count()


def iipeikou(reading: Reading) -> int:
    return _equal_pairs(reading) == 1


def ryanpeikou(reading: Reading) -> int:
    return _equal_pairs(reading) == 2


def sanshoku_doujun(reading: Reading) -> int:
    return any(
        reading.chows_at(rank) and reading.chows_at(9 + rank) and reading.chows_at(18 + rank) for rank in range(7)
    )


# triplets


def triplet_of(tile: int) -> Callable[[Reading], int]:
    return lambda reading: reading.has_triplet(tile)


def sanshoku_doukou(reading: Reading) -> int:
    return any(
        reading.has_triplet(rank) and reading.has_triplet(9 + rank) and reading.has_triplet(18 + rank)
        for rank in range(9)
    )


def shousuushii(reading: Reading) -> int:
    return reading.winds == 3 and reading.pair in WINDS


# the wait


def pinfu(reading: Reading, pair_fu: int) -> bool:
    """Four runs, a pair without fu, a two-sided wait; whether the hand is concealed is asked elsewhere."""
    if reading.chows != 4 or pair_fu or reading.taken >= PAIR:
        return False
    return not single_sided(reading.taken, reading.hand.winning)


# forms


def kokushi(reading: Reading) -> int:
    return reading.form == ORPHANS


def kokushi_13(reading: Reading) -> int:
    return reading.form == ORPHANS and reading.hand.held == EVERY_ORPHAN


def chuuren(hand: Hand) -> int:
    return hand.concealed in FULL_GATES and not hand.melds


def junsei_chuuren(hand: Hand) -> int:
    return has.gates_hand(hand) and chuuren(hand)
