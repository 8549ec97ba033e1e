"""Hands and tests that the classical games have of their own."""

from __future__ import annotations

from collections.abc import Callable, Iterable

from controller.rules.hand.reading import GATES, STANDARD, Form, Reading
from controller.rules.hand.record import AFTER_KONG, LAST_TILE, ROBBED_KONG, SELF_DRAW, Hand
from controller.rules.hand.sets import FINE
from controller.rules.hand.tiles import (
    DRAGONS,
    EACH_FOUR,
    EACH_ONE,
    IN_HONOURS,
    IN_MAJORS,
    KINDS,
    MAJORS,
    ONE,
    PLAYING,
    SUIT_BITS,
    SUIT_MASK,
    WINDS,
    bag,
    count,
)
from controller.rules.sheet import glance
from controller.rules.sheet import patterns as has
from controller.rules.sheet.glance import needing
from controller.rules.sheet.ruleset import Found, Test

DOTS_ONE, DOTS_FIVE, BAMBOOS_TWO = 9, 13, 19

# forms with a pattern of their own: from the bag of fourteen concealed tiles

SNAKES = frozenset((bag(range(9)) + ONE[0] << SUIT_BITS * suit) + bag(WINDS) for suit in range(3))
"""1-9 of a suit, a second 1 and the four winds."""


def is_wriggling_snake(tiles: int) -> bool:
    return tiles in SNAKES


def is_all_pair_honors(tiles: int) -> bool:
    return not tiles & (EACH_ONE | EACH_FOUR | PLAYING & ~IN_MAJORS)


def is_knitting(tiles: int) -> bool:
    """The same ranks in two suits."""
    if tiles & IN_HONOURS:
        return False
    suits = [tiles >> SUIT_BITS * suit & SUIT_MASK for suit in range(3)]
    held = [ranks for ranks in suits if ranks]
    return len(held) == 2 and held[0] == held[1]


def is_triple_knitting(tiles: int) -> bool:
    """The same ranks in three suits, of which two have one rank more, the same one."""
    if tiles & IN_HONOURS:
        return False
    suits = [tiles >> SUIT_BITS * suit & SUIT_MASK for suit in range(3)]
    least = min(suits)
    more = {ranks - least for ranks in suits}
    return suits.count(least) == 1 and len(more) == 2 and max(more) in _ONE_RANK


_ONE_RANK = frozenset(ONE[:9])


def concealed_form(id: str, fits: Callable[[int], bool]) -> Form:
    """A winning form of nothing but its fourteen tiles, nothing declared."""

    def form(hand: Hand, every_way: bool) -> list[Reading]:
        del every_way
        if hand.melds or hand.winning >= KINDS or not fits(hand.concealed):
            return []
        return [Reading(hand, id, (), -1, -1, 0)]

    return form


OWN_PATTERNS = {
    "wriggling-snake": is_wriggling_snake,
    "all-pair-honors": is_all_pair_honors,
    "knitting": is_knitting,
    "triple-knitting": is_triple_knitting,
}
OWN_FORMS = {id: concealed_form(id, fits) for id, fits in OWN_PATTERNS.items()}


# limit hands


def no_chow_and_three_dragons(reading: Reading) -> int:
    return reading.dragons == 3 and not reading.chows


def plum_blossom(hand: Hand) -> int:
    return hand.winning == DOTS_FIVE and hand.flags & AFTER_KONG != 0


def moon_from_the_sea(hand: Hand) -> int:
    return hand.winning == DOTS_ONE and hand.flags & LAST_TILE != 0


def scratching_the_pole(hand: Hand) -> int:
    return hand.winning == BAMBOOS_TWO and hand.source == ROBBED_KONG


IN_ONE_SUIT = (*has.ONE_SUIT, *has.ONE_SUIT_AND_HONOURS)


def hidden_treasure(reading: Reading) -> int:
    return reading.concealed == 4 and reading.hand.source == SELF_DRAW


def buried_treasure(reading: Reading) -> int:
    return reading.concealed == 4 and not reading.kongs and reading.hand.suits in IN_ONE_SUIT


def concealed_one_suit(hand: Hand) -> int:
    return concealed(hand) and hand.suits in has.ONE_SUIT


def completed_gates(*ranks: int) -> Callable[[Hand], int]:
    """111 999 and 2-8 of a suit with one of these ranks (from 0) twice."""
    wanted = frozenset(gates + (ONE[rank] << SUIT_BITS * suit) for suit, gates in enumerate(_GATES) for rank in ranks)
    return lambda hand: hand.tiles & PLAYING in wanted


_GATES = sorted(GATES)


def gates_of_heaven(hand: Hand) -> int:
    return not hand.melds and _any_simple_twice(hand)


_any_simple_twice = completed_gates(*range(1, 8))
squirming_snake = completed_gates(1, 4, 7)


# points


def fine(place: int) -> Test:
    """Pungs or kongs of one of the eight sorts: exposed or concealed, minor or major."""
    at = FINE[place]
    return lambda reading: reading.digits >> at & 7


def pairs_of(tiles: Iterable[int]) -> Test:
    """How many pairs of these tiles; a losing hand can have several."""
    chosen = sum(1 << tile for tile in tiles)
    return lambda reading: reading.pairs_of(chosen)


dragon_pairs, wind_pairs = pairs_of(DRAGONS), pairs_of(WINDS)


def own_wind_pair(reading: Reading) -> int:
    return reading.pairs_of(1 << WINDS[reading.hand.seat_wind])


def round_wind_pair(reading: Reading) -> int:
    return reading.pairs_of(1 << WINDS[reading.hand.prevailing])


def bonus_tiles(hand: Hand) -> int:
    return hand.flowers.bit_count()


def pair_completed(major: bool) -> Test:
    def test(reading: Reading) -> int:
        return has.taken_is_pair(reading) and (reading.hand.winning in _MAJORS) is major

    needing(glance.TAKEN_PAIR, test)
    return test


_MAJORS = frozenset(MAJORS)


# doubles


def own_flower(hand: Hand) -> int:
    return hand.flowers >> hand.seat_wind & 1


def own_season(hand: Hand) -> int:
    return hand.flowers >> 4 + hand.seat_wind & 1


def own_flower_and_season(hand: Hand) -> int:
    return own_flower(hand) & own_season(hand)


def three_concealed(reading: Reading) -> int:
    return reading.concealed >= 3


def little_three_dragons(reading: Reading) -> int:
    return reading.dragons == 2 and dragon_pairs(reading) == 1


def little_four_winds(reading: Reading) -> int:
    return reading.winds == 3 and wind_pairs(reading) == 1


FREE = frozenset({"win", "bonus-tile", "self-drawn", "only-tile"})
"""Points that do not keep a hand from having none."""


def no_points(points: Found) -> int:
    return all(id in FREE for id in points)


def no_chow(reading: Reading) -> int:
    return not reading.chows


def concealed(hand: Hand) -> int:
    return hand.source == SELF_DRAW and not hand.shown


def purity(reading: Reading) -> int:
    return not reading.chows and reading.form == STANDARD and reading.hand.suits in has.ONE_SUIT


def only_majors(hand: Hand) -> int:
    return not hand.tiles & (PLAYING & ~IN_MAJORS)


def holds_four(tiles: int, tile: int) -> bool:
    return count(tiles, tile) >= 4


needing(glance.BONUS_TILES, bonus_tiles, own_flower, own_season, own_flower_and_season)
needing(glance.FLAGGED, plum_blossom, moon_from_the_sea)
needing(glance.ONE_SUIT, concealed_one_suit)
needing(glance.ALL_MAJORS, only_majors)
needing(glance.NO_CHOW, no_chow)
needing(glance.THREE_CONCEALED, three_concealed, hidden_treasure, buried_treasure)
needing(glance.DRAGON_TRIPLET | glance.HONOUR_PAIR, little_three_dragons)
needing(glance.WIND_TRIPLET | glance.HONOUR_PAIR, little_four_winds)
needing(glance.HONOUR_PAIR, dragon_pairs, wind_pairs, own_wind_pair, round_wind_pair)
