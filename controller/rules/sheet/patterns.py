"""Small tests that several rulesets share. Each looks at a ``Hand`` or a ``Reading`` and answers a count or a truth.

Names ending in ``_hand`` look at the hand alone, so that they are asked once for all its readings.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Final

from controller.rules.hand.reading import EIGHT_PAIRS, FLOWERS, GATES, ORPHANS, PAIRS, STANDARD, Reading
from controller.rules.hand.record import LAST_DISCARD, LAST_TILE, ROBBED_KONG, SELF_DRAW, Hand
from controller.rules.hand.sets import CHOW, KONG, KONG_SHOWN, PAIR, kind_of
from controller.rules.hand.tiles import (
    ALL_GREEN,
    EACH_ONE,
    IN_MAJORS,
    IN_TERMINALS,
    KINDS,
    ONE,
    PLAYING,
    unpack,
    words_of,
)
from controller.rules.sheet import glance
from controller.rules.sheet.glance import needing

PLANTS: Final = 0x0F
SEASONS: Final = 0xF0
ONE_SUIT: Final = (1, 2, 4)
ONE_SUIT_AND_HONOURS: Final = (9, 10, 12)
ONLY_HONOURS: Final = 8


@dataclass(frozen=True, slots=True)
class Flagged:
    """Any of these flags is set."""

    flags: int

    def __call__(self, hand: Hand) -> int:
        return hand.flags & self.flags != 0


def flagged(flags: int) -> Flagged:
    test = Flagged(flags)
    needing(glance.FLAGGED, test)
    return test


def self_drawn_hand(hand: Hand) -> int:
    return hand.source == SELF_DRAW


def robbed_kong_hand(hand: Hand) -> int:
    return hand.source == ROBBED_KONG


last_tile_or_discard_hand: Flagged = flagged(LAST_TILE | LAST_DISCARD)


def one_suit_hand(hand: Hand) -> int:
    return hand.suits in ONE_SUIT


def one_suit_and_honours_hand(hand: Hand) -> int:
    return hand.suits in ONE_SUIT_AND_HONOURS


def only_honours_hand(hand: Hand) -> int:
    return hand.suits == ONLY_HONOURS


def no_honours_hand(hand: Hand) -> int:
    return hand.suits < ONLY_HONOURS


def only_simples_hand(hand: Hand) -> int:
    m, p, s, z = hand.every
    return not z and not (m | p | s) & glance.ENDS


def only_terminals_hand(hand: Hand) -> int:
    return not hand.tiles & (PLAYING & ~IN_TERMINALS)


def terminals_and_honours_hand(hand: Hand) -> int:
    """Only terminals and honours, both kinds."""
    return not hand.tiles & (PLAYING & ~IN_MAJORS) and hand.suits > ONLY_HONOURS


def only_green_hand(hand: Hand) -> int:
    m, p, s, z = hand.every
    return not (m | p | s & ~_GREEN_BAMBOOS | z & ~_GREEN_DRAGON)


_, _, _GREEN_BAMBOOS, _GREEN_DRAGON = words_of(ALL_GREEN)


def gates_hand(hand: Hand) -> int:
    """1112345678999 of one suit in hand before the win; the winning tile is of that suit."""
    return hand.held in GATES and hand.suits in ONE_SUIT


def completed_gates_hand(hand: Hand) -> int:
    """1112345678999 of one suit and one more tile of it, whichever came last, nothing declared."""
    return (
        hand.suits in ONE_SUIT
        and not hand.melds
        and any(hand.concealed - ONE[tile] in GATES for tile in set(unpack(hand.concealed)))
    )


def has_all(bits: int) -> Callable[[Hand], int]:
    """All of these bonus tiles lie before the winner."""

    def test(hand: Hand) -> int:
        return hand.flowers & bits == bits

    needing(glance.BONUS_TILES, test)
    return test


def own_number_hand(hand: Hand) -> int:
    """Bonus tiles with the number of the own seat."""
    return (hand.flowers & 0x11 << hand.seat_wind).bit_count()


def round_number_hand(hand: Hand) -> int:
    """Bonus tiles with the number of the round."""
    return (hand.flowers & 0x11 << hand.prevailing).bit_count()


def of_form(form: str) -> Callable[[Reading], int]:
    def test(reading: Reading) -> int:
        return reading.form == form

    if form != STANDARD:
        needing(glance.SPECIAL_FORM, test)
    return test


is_seven_pairs: Callable[[Reading], int] = of_form(PAIRS)
is_eight_pairs: Callable[[Reading], int] = of_form(EIGHT_PAIRS)
is_orphans: Callable[[Reading], int] = of_form(ORPHANS)
is_eight_flowers: Callable[[Reading], int] = of_form(FLOWERS)


def dragon_triplets(reading: Reading) -> int:
    return reading.dragons


def seat_wind_triplet(reading: Reading) -> int:
    return reading.has_triplet(27 + reading.hand.seat_wind)


def round_wind_triplet(reading: Reading) -> int:
    return reading.has_triplet(27 + reading.hand.prevailing)


def all_triplets(reading: Reading) -> int:
    """Pungs and kongs alone, however many sets a hand has."""
    return reading.triplets > 0 and not reading.chows


def three_dragons(reading: Reading) -> int:
    return reading.dragons == 3


def two_dragons_and_pair(reading: Reading) -> int:
    return reading.dragons == 2 and reading.pair > 30


def three_winds_and_pair(reading: Reading) -> int:
    return reading.winds == 3 and 27 <= reading.pair <= 30


def four_winds(reading: Reading) -> int:
    return reading.winds == 4


def four_kongs(reading: Reading) -> int:
    return reading.kongs == 4


def four_equal_hand(hand: Hand) -> int:
    """Kinds of which all four tiles are held that are not a kong."""
    kongs = {code % KINDS for code in hand.meld_sets if kind_of(code) in (KONG, KONG_SHOWN)}
    return ((hand.tiles >> 2) & EACH_ONE).bit_count() - len(kongs)


def taken_is_pair(reading: Reading) -> bool:
    return reading.taken >= PAIR


def taken_from_both_sides(reading: Reading) -> bool:
    """The winning tile completes a chow at an end that was open to both sides."""
    low, won = reading.taken, reading.hand.winning  # the code of a chow is its lowest tile
    return kind_of(low) == CHOW and ((won == low and low % 9 != 6) or (won == low + 2 and low % 9 != 0))


def straight(reading: Reading) -> int:
    """123 456 789 of one suit."""
    if reading.chows < 3:
        return 0
    return any(reading.chows_at(at) and reading.chows_at(at + 3) and reading.chows_at(at + 6) for at in (0, 9, 18))


needing(glance.ONE_SUIT, one_suit_hand, gates_hand, completed_gates_hand)
needing(glance.SUIT_AND_HONOURS, one_suit_and_honours_hand)
needing(glance.HONOURS_ALONE, only_honours_hand)
needing(glance.ALL_SIMPLES, only_simples_hand)
needing(glance.ALL_MAJORS, only_terminals_hand, terminals_and_honours_hand)
needing(glance.OF_BAMBOOS, only_green_hand)
needing(glance.BONUS_TILES, own_number_hand, round_number_hand)
needing(glance.DRAGON_TRIPLET, dragon_triplets)
needing(glance.DRAGON_TRIPLET | glance.HONOUR_PAIR, two_dragons_and_pair)
needing(glance.WIND_TRIPLET, seat_wind_triplet, round_wind_triplet)
needing(glance.DRAGON_TRIPLET | glance.THREE_TRIPLETS, three_dragons)
needing(glance.WIND_TRIPLET | glance.THREE_TRIPLETS, four_winds)
needing(glance.WIND_TRIPLET | glance.THREE_TRIPLETS | glance.HONOUR_PAIR, three_winds_and_pair)
needing(glance.NO_CHOW, all_triplets)
needing(glance.KONG, four_kongs)
needing(glance.THREE_CHOWS, straight)
