"""The fans that are seen on the whole hand, on the kinds of its sets, and in the way it was won, as tallies."""

from __future__ import annotations

from typing import Final

from controller.rules.hand import sets
from controller.rules.hand.record import (
    AFTER_KONG,
    FLOWER_REPLACEMENT,
    LAST_DISCARD,
    LAST_OF_KIND,
    LAST_TILE,
    ROBBED_KONG,
    Hand,
)
from controller.rules.hand.sets import KONGS
from controller.rules.hand.tiles import (
    DRAGONS,
    EACH_FOUR,
    GREEN,
    HONOURS_MASK,
    SUIT_MASK,
    WHITE,
    WINDS,
    count_in,
    mask,
    words_of,
)
from controller.rules.rulesets.mcr import fans as f
from controller.rules.rulesets.mcr.combinations import pungs_of


def _other_than(*ranks: int) -> int:
    """What a suit has beside these ranks: nothing of it is held exactly when the suit has only them."""
    return SUIT_MASK & ~mask(rank - 1 for rank in ranks)


def _honours(*tiles: int) -> int:
    """Within the word of the honours."""
    return words_of(mask(tiles))[3]


_TERMINALS: Final = mask((0, 8))
_NOT_TERMINAL: Final = SUIT_MASK & ~_TERMINALS
_NOT_GREEN: Final = _other_than(2, 3, 4, 6, 8)
_NOT_GREEN_DRAGON: Final = HONOURS_MASK & ~_honours(GREEN)
_NOT_REVERSIBLE_DOT: Final = _other_than(1, 2, 3, 4, 5, 8, 9)
_NOT_REVERSIBLE_BAMBOO: Final = _other_than(2, 4, 5, 6, 8, 9)
_NOT_WHITE: Final = HONOURS_MASK & ~_honours(WHITE)
_NOT_UPPER_FOUR: Final = _other_than(6, 7, 8, 9)
_NOT_UPPER: Final = _other_than(7, 8, 9)
_NOT_LOWER_FOUR: Final = _other_than(1, 2, 3, 4)
_NOT_LOWER: Final = _other_than(1, 2, 3)
_NOT_MIDDLE: Final = _other_than(4, 5, 6)
_WINDS: Final = _honours(*WINDS)
_DRAGONS: Final = _honours(*DRAGONS)
_FOUR: Final = EACH_FOUR & SUIT_MASK


def _of_suits(suits: int) -> f.Tally:
    """By the suits present (bits 0-2) and honors (bit 3)."""
    number, honours = (suits & 7).bit_count(), suits >> 3
    flush = (f.HALF_FLUSH if honours else f.FULL_FLUSH) if number == 1 else 0
    return f.of(0 if honours else f.NO_HONORS, flush, f.ONE_VOIDED_SUIT if number == 2 else 0)


_OF_SUITS: Final = [_of_suits(suits) for suits in range(16)]


def of_tiles(hand: Hand) -> f.Tally:
    """What all tiles of the hand have in common."""
    m, p, s, z = hand.every
    suits, ranks = hand.suits, m | p | s
    great, small = _OF_SUITS[suits]
    if not z and not ranks & _TERMINALS:
        small += f.ONE[f.ALL_SIMPLES]
    elif not ranks & _NOT_TERMINAL:
        only = f.ALL_HONORS if suits == 8 else f.ALL_TERMINALS if suits < 8 else f.ALL_TERMINALS_AND_HONORS
        great += f.ONE[only]
    if suits < 8:
        great += _of_ranks(ranks)
    elif suits == 15 and z & _WINDS and z & _DRAGONS:
        great += f.ONE[f.ALL_TYPES]
    if not m:
        if not p and not s & _NOT_GREEN and not z & _NOT_GREEN_DRAGON:
            great += f.ONE[f.ALL_GREEN]
        if not p & _NOT_REVERSIBLE_DOT and not s & _NOT_REVERSIBLE_BAMBOO and not z & _NOT_WHITE:
            great += f.ONE[f.REVERSIBLE_TILES]
    if (ranks | z) & _FOUR:
        fours = (m & _FOUR).bit_count() + (p & _FOUR).bit_count() + (s & _FOUR).bit_count() + (z & _FOUR).bit_count()
        small += (fours - (hand.meld_digits >> KONGS & 7)) * f.ONE[f.TILE_HOG]
    return great, small


def _of_ranks(ranks: int) -> int:
    if not ranks & _NOT_UPPER_FOUR:
        return f.ONE[f.UPPER_FOUR] + (0 if ranks & _NOT_UPPER else f.ONE[f.UPPER_TILES])
    if not ranks & _NOT_LOWER_FOUR:
        return f.ONE[f.LOWER_FOUR] + (0 if ranks & _NOT_LOWER else f.ONE[f.LOWER_TILES])
    return 0 if ranks & _NOT_MIDDLE else f.ONE[f.MIDDLE_TILES]


# the way of winning


def of_win(hand: Hand) -> f.Tally:
    """Where the winning tile came from, and how concealed the hand was."""
    great, small = _by_other(hand) if hand.by_other else _from_wall(hand)
    win = hand.winning
    seen = hand.shown and count_in(hand.every, win) - count_in(hand.hidden, win) == 3
    if seen or (hand.flags & LAST_OF_KIND and count_in(hand.hidden, win) == 1):
        great += f.ONE[f.LAST_TILE]
    return great, small


def _from_wall(hand: Hand) -> f.Tally:
    great, small = (0, f.ONE[f.SELF_DRAWN]) if hand.shown else (f.ONE[f.FULLY_CONCEALED_HAND], 0)
    flags = hand.flags
    if flags & LAST_TILE:
        great += f.ONE[f.LAST_TILE_DRAW]
    if flags & AFTER_KONG and not flags & FLOWER_REPLACEMENT and hand.meld_digits >> KONGS & 7:
        great += f.ONE[f.OUT_WITH_REPLACEMENT_TILE]
    return great, small


def _by_other(hand: Hand) -> f.Tally:
    great = 0
    if hand.shown == 4:
        great += f.ONE[f.MELDED_HAND]
    if hand.flags & LAST_DISCARD:
        great += f.ONE[f.LAST_TILE_CLAIM]
    if hand.source == ROBBED_KONG and count_in(hand.every, hand.winning) == 1:
        great += f.ONE[f.ROBBING_THE_KONG]
    return great, 0 if hand.shown else f.ONE[f.CONCEALED_HAND]


# kinds of sets


_KONGS: Final = [
    [f.NO_FANS],
    [f.of(f.MELDED_KONG), f.of(f.CONCEALED_KONG)],
    [f.of(f.TWO_MELDED_KONGS), f.of(f.CONCEALED_KONG_AND_MELDED_KONG), f.of(f.TWO_CONCEALED_KONGS)],
]
"""By the number of kongs, up to two, and, of these, of concealed ones."""
_CONCEALED: Final = [
    f.NO_FANS, f.NO_FANS, f.of(f.TWO_CONCEALED_PUNGS), f.of(f.THREE_CONCEALED_PUNGS), f.of(f.FOUR_CONCEALED_PUNGS),
]  # fmt: skip
_OF_WINDS: Final = [f.of(pungs_of(WINDS, number))[0] for number in range(5)]
_OF_DRAGONS: Final = [f.of(pungs_of(DRAGONS, number))[0] for number in range(4)]


def of_kinds(digits: int) -> f.Tally:
    """How many sets there are of each kind, by the digits of a reading's tally."""
    great = f.ONE[f.OUTSIDE_HAND] if digits >> sets.OUTSIDE & 7 == 5 else 0
    triplets = digits >> sets.TRIPLETS & 7
    if not triplets:
        return great, 0
    if triplets == 4:
        great += f.ONE[f.ALL_PUNGS]
    winds, dragons = digits >> sets.WIND_SETS & 7, digits >> sets.DRAGON_SETS & 7
    great += _OF_WINDS[winds] + _OF_DRAGONS[dragons]
    single = winds + (digits >> sets.TERMINAL_SETS & 7)
    small = single * f.ONE[f.PUNG_OF_TERMINALS_OR_HONORS] + dragons * f.ONE[f.DRAGON_PUNG]
    more_great, more_small = _CONCEALED[digits >> sets.CONCEALED & 7]
    great, small = great + more_great, small + more_small
    kongs = digits >> KONGS & 7
    if kongs > 2:
        great += f.ONE[f.THREE_KONGS if kongs == 3 else f.FOUR_KONGS]
    else:
        more_great, more_small = _KONGS[kongs][digits >> sets.CONCEALED_KONGS & 7]
        great, small = great + more_great, small + more_small
    return great, small
