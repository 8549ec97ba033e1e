"""Tests of the yaku that are about situation, tiles and sets. Whether a hand is concealed is asked by the items."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Final

from controller.rules.hand.reading import GATES, ORPHANS, Reading
from controller.rules.hand.record import (
    AFTER_KONG,
    ANY_RIICHI,
    DOUBLE_RIICHI,
    EARTHLY,
    FROM_RIICHI,
    IPPATSU,
    LAST_TILE,
    OPEN_RIICHI,
    RIICHI,
    ROBBED_KONG,
    SELF_DRAW,
    Hand,
)
from controller.rules.hand.sets import (
    CHOW_SHOWN,
    CHOW_STARTS,
    CHOWS,
    CONCEALED,
    DRAGON_SETS,
    KONGS,
    OUTSIDE,
    PAIR,
    PUNG,
    WIND_SETS,
    triplets_in,
)
from controller.rules.hand.tiles import HONOURS as HONOUR_TILES
from controller.rules.hand.tiles import MAJORS, ONE, WINDS, bag
from controller.rules.rulesets.riichi.fu import single_sided
from controller.rules.sheet import patterns as has

if TYPE_CHECKING:
    from mypy_extensions import i64

HONOURS: Final = has.ONLY_HONOURS
"""The bit of ``Hand.suits`` for honours."""
EVERY_ORPHAN: Final = bag(MAJORS)
# of three bits for each rank of a suit those that say once, twice and four times the same chow
ONE_OF_EACH: Final = sum(1 << 3 * start for start in CHOW_STARTS[:7])
TWO_OF_EACH: Final = 2 * ONE_OF_EACH
FOUR_OF_EACH: Final = 4 * ONE_OF_EACH
# one bit for each rank of a suit
RANKS: Final = (1 << 9) - 1
EQUAL_PAIRS: Final = 3
SAME_IN_SUITS: Final = 4
STRAIGHT: Final = 8


def wheel_of(suit: int) -> int:
    return 2 * bag(range(9 * suit + 1, 9 * suit + 8))


STARS: Final = 2 * bag(HONOUR_TILES)
WHEELS: Final = frozenset((*map(wheel_of, range(3)), STARS))
"""Concealed tiles of local yakuman that are seven pairs."""
FULL_GATES: Final = frozenset(
    gates + ONE[9 * suit + rank] for suit, gates in enumerate(sorted(GATES)) for rank in range(9)
)


# the situation


def riichi(hand: Hand) -> int:
    return hand.flags & ANY_RIICHI == RIICHI


def double_riichi(hand: Hand) -> int:
    return hand.flags & DOUBLE_RIICHI != 0


def ippatsu(hand: Hand) -> int:
    return hand.flags & IPPATSU != 0 and hand.flags & ANY_RIICHI != 0


def into_open_riichi(hand: Hand) -> int:
    """Won on a tile of a player who saw the open hand and could have discarded another one."""
    return hand.by_other and hand.flags & (OPEN_RIICHI | FROM_RIICHI) == OPEN_RIICHI


def rinshan(hand: Hand) -> int:
    return hand.flags & AFTER_KONG != 0


def chankan(hand: Hand) -> int:
    return hand.source == ROBBED_KONG


def haitei(hand: Hand) -> int:
    """The last tile of the wall; a replacement tile is none."""
    return hand.flags & (LAST_TILE | AFTER_KONG) == LAST_TILE


def chiihou(hand: Hand) -> int:
    return hand.flags & EARTHLY != 0 and hand.source == SELF_DRAW


def renhou(hand: Hand) -> int:
    return hand.flags & EARTHLY != 0 and hand.source != SELF_DRAW


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


def there(chows: i64) -> i64:
    """One bit for each chow of a suit that is there, once or more."""
    return (chows | chows >> 1) & ONE_OF_EACH


def straight(chows: i64) -> i64:
    """Whether 123, 456 and 789 are there of a suit."""
    return chows & chows >> 9 & chows >> 18 & 1


def chow_signs(sets: tuple[int, ...]) -> int:
    """What the yaku of chows look at: the number of equal pairs, ``SAME_IN_SUITS`` and ``STRAIGHT`` where they are."""
    m: i64 = 0
    p: i64 = 0
    s: i64 = 0
    for code in sets:
        tile: i64 = code
        if tile >= PUNG:
            tile -= CHOW_SHOWN
        if tile < 0:
            continue
        if tile < 9:
            m += 1 << 3 * tile
        elif tile < 18:
            p += 1 << 3 * (tile - 9)
        else:
            s += 1 << 3 * (tile - 18)
    signs: i64 = _equal_pairs(m) + _equal_pairs(p) + _equal_pairs(s)
    m, p, s = there(m), there(p), there(s)
    if m & p & s:
        signs |= SAME_IN_SUITS
    if straight(m) or straight(p) or straight(s):
        signs |= STRAIGHT
    return signs


def _equal_pairs(chows: i64) -> i64:
    """Pairs of equal chows in a suit; four of a chow are two."""
    if chows & FOUR_OF_EACH:
        return 2
    twice = chows & TWO_OF_EACH
    return 0 if not twice else 2 if twice & twice - 1 else 1


def iipeikou(reading: Reading) -> int:
    return chow_signs(reading.sets) & EQUAL_PAIRS == 1


def ryanpeikou(reading: Reading) -> int:
    return chow_signs(reading.sets) & EQUAL_PAIRS == 2


def sanshoku_doujun(reading: Reading) -> int:
    return chow_signs(reading.sets) & SAME_IN_SUITS


def ittsu(reading: Reading) -> int:
    return chow_signs(reading.sets) & STRAIGHT


# how many sets of which sort

OUTSIDE_WITH_HONOURS: Final = 1
OUTSIDE_ONLY_SUITS: Final = 2
NO_CHOW: Final = 4
CONCEALED_ABOVE_TWO: Final = 8
KONGS_ABOVE_TWO: Final = 32
THREE_DRAGONS: Final = 128
FOUR_WINDS: Final = 256


def sort_signs(digits: i64, suits: int) -> int:
    """What the yaku of how many sets of which sort look at, of the digits of a hand with tiles of these suits."""
    signs: i64 = 0
    if digits >> OUTSIDE & 7 == 5:
        signs = OUTSIDE_WITH_HONOURS if suits & HONOURS else OUTSIDE_ONLY_SUITS
    if not digits >> CHOWS & 7:
        signs += NO_CHOW
    concealed: i64 = digits >> CONCEALED & 7
    if concealed > 2:
        signs += (concealed - 2) * CONCEALED_ABOVE_TWO
    kongs: i64 = digits >> KONGS & 7
    if kongs > 2:
        signs += (kongs - 2) * KONGS_ABOVE_TWO
    if digits >> DRAGON_SETS & 7 == 3:
        signs += THREE_DRAGONS
    if digits >> WIND_SETS & 7 == 4:
        signs += FOUR_WINDS
    return signs


# triplets

FIRST_WIND: Final = 27
NORTH: Final = 30
FIRST_DRAGON: Final = 31
SEAT_WIND_TRIPLET: Final = 8
PREVAILING_TRIPLET: Final = 16
NORTH_TRIPLET: Final = 32
TRIPLETS_IN_SUITS: Final = 64
LITTLE_DRAGONS: Final = 128
LITTLE_WINDS: Final = 256


def triplet_signs(reading: Reading) -> int:
    """What the yaku of which triplets and which pair look at: a bit for each dragon of which there is a triplet, and
    above them the others. Other winds are not told apart: so hands are of few sorts."""
    triplets: i64 = triplets_in(reading.sets)
    signs: i64 = triplets >> FIRST_DRAGON
    if reading.dragons == 2 and reading.pair >= FIRST_DRAGON:
        signs += LITTLE_DRAGONS
    if winds := reading.winds:
        hand, own = reading.hand, triplets >> FIRST_WIND
        if own >> hand.seat_wind & 1:
            signs += SEAT_WIND_TRIPLET
        if own >> hand.prevailing & 1:
            signs += PREVAILING_TRIPLET
        if triplets >> NORTH & 1:
            signs += NORTH_TRIPLET
        if winds == 3 and FIRST_WIND <= reading.pair <= NORTH:
            signs += LITTLE_WINDS
    if in_three_suits(triplets):
        signs += TRIPLETS_IN_SUITS
    return signs


def triplet_of(tile: int) -> Callable[[Reading], int]:
    return lambda reading: reading.has_triplet(tile)


def in_three_suits(triplets: i64) -> bool:
    """Whether ``triplets_in`` has a rank in each suit."""
    return triplets & triplets >> 9 & triplets >> 18 & RANKS != 0


def sanshoku_doukou(reading: Reading) -> int:
    return in_three_suits(triplets_in(reading.sets))


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


def wheel(suit: int) -> Callable[[Hand], int]:
    """Seven pairs from 2 to 8 of this suit (0 characters, 1 dots, 2 bamboos)."""
    return lambda hand: hand.concealed == wheel_of(suit) and not hand.melds


def daichisei(hand: Hand) -> int:
    """A pair of every honor."""
    return hand.concealed == STARS and not hand.melds


def junsei_chuuren(hand: Hand) -> int:
    return has.gates_hand(hand) and chuuren(hand)
