"""Hands and tests that the western games have of their own, beside those of ``chinese_classical.patterns``."""

from __future__ import annotations

from controller.rules.hand.reading import STANDARD, Reading
from controller.rules.hand.record import AFTER_KONG, FLOWER_REPLACEMENT, SELF_DRAW, Hand
from controller.rules.hand.tiles import IN_MAJORS, PLAYING, WINDS
from controller.rules.rulesets.chinese_classical.patterns import dragon_pairs
from controller.rules.sheet import glance
from controller.rules.sheet import patterns as has
from controller.rules.sheet.glance import needing
from controller.rules.sheet.ruleset import Found, Test

LOOSE = AFTER_KONG | FLOWER_REPLACEMENT

# the winner


def drawn_from_the_live_wall(hand: Hand) -> int:
    return hand.source == SELF_DRAW and not hand.flags & LOOSE


def nothing_else(points: Found) -> int:
    return not points or (len(points) == 1 and "win" in points)


def no_chow(reading: Reading) -> int:
    return reading.form == STANDARD and not reading.chows


def only_majors(hand: Hand) -> int:
    return not hand.tiles & (PLAYING & ~IN_MAJORS)


def four_wind_hand(reading: Reading) -> int:
    """Three wind pungs, that of the own wind among them, and a pair of the fourth."""
    own = reading.has_triplet(WINDS[reading.hand.seat_wind])
    return own and reading.winds == 3 and reading.pair in WINDS


# the list


def four_pungs_of(test: Test) -> Test:
    """Four pungs or kongs and a pair, of tiles that fit."""
    return lambda reading: reading.triplets == 4 and test(reading.hand)


def of_one_suit(hand: Hand) -> int:
    """One suit, with or without honors."""
    return hand.suits in has.ONE_SUIT or hand.suits in has.ONE_SUIT_AND_HONOURS


def pairs_of_one_suit(reading: Reading) -> int:
    return has.is_seven_pairs(reading) and of_one_suit(reading.hand)


# the losers


def flower_of_the_round(hand: Hand) -> int:
    return hand.flowers >> hand.prevailing & 1


def season_of_the_round(hand: Hand) -> int:
    return hand.flowers >> 4 + hand.prevailing & 1


def little_three_dragons(reading: Reading) -> int:
    return reading.dragons == 2 and dragon_pairs(reading) > 0


def concealed_pungs(number: int) -> Test:
    """So many concealed pungs; kongs count as concealed however they were made."""
    return lambda reading: reading.concealed + reading.kongs - reading.concealed_kongs == number


SERIES = (has.PLANTS, has.SEASONS)


def without_series(flowers: int) -> int:
    """The bonus tiles that are not part of a full series."""
    for series in SERIES:
        if flowers & series == series:
            flowers &= ~series
    return flowers


needing(glance.BONUS_TILES, flower_of_the_round, season_of_the_round)
needing(glance.ALL_MAJORS, only_majors)
needing(glance.NO_CHOW, no_chow)
needing(glance.WIND_TRIPLET | glance.HONOUR_PAIR, four_wind_hand)
needing(glance.DRAGON_TRIPLET | glance.HONOUR_PAIR, little_three_dragons)
