"""The fans that are seen on the whole hand, on the kinds of its sets, and in the way it was won, as tallies."""

from __future__ import annotations

from collections.abc import Callable
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
    ALL_GREEN,
    DRAGONS,
    EACH_FOUR,
    IN_MAJORS,
    PLAYING,
    WHITE,
    WINDS,
    count,
    mask,
)
from controller.rules.rulesets.mcr import fans as f
from controller.rules.rulesets.mcr.combinations import pungs_of

Tally = int
Digits = Callable[[int], int]


def _only(tiles: int) -> int:
    """The mask of everything else: nothing of it is held exactly when the hand has only these tiles."""
    return PLAYING & ~tiles


def _ranks(*ranks: int) -> int:
    return mask(9 * suit + rank - 1 for suit in range(3) for rank in ranks)


_NOT_GREEN: Final = _only(ALL_GREEN)
_NOT_MAJOR: Final = _only(IN_MAJORS)
_REVERSIBLE: Final = mask(
    [9 + rank - 1 for rank in (1, 2, 3, 4, 5, 8, 9)] + [18 + rank - 1 for rank in (2, 4, 5, 6, 8, 9)] + [WHITE]
)
_NOT_REVERSIBLE: Final = _only(_REVERSIBLE)
_NOT_UPPER_FOUR: Final = _only(_ranks(6, 7, 8, 9))
_NOT_UPPER: Final = _only(_ranks(7, 8, 9))
_NOT_LOWER_FOUR: Final = _only(_ranks(1, 2, 3, 4))
_NOT_LOWER: Final = _only(_ranks(1, 2, 3))
_NOT_MIDDLE: Final = _only(_ranks(4, 5, 6))
_IN_WINDS: Final = mask(WINDS)
_IN_DRAGONS: Final = mask(DRAGONS)


def _of_suits(suits: int) -> Tally:
    """By the suits present (bits 0-2) and honors (bit 3)."""
    number, honours = (suits & 7).bit_count(), suits >> 3
    tally = 0 if honours else f.ONE[f.NO_HONORS]
    if number == 1:
        tally += f.ONE[f.HALF_FLUSH] if honours else f.ONE[f.FULL_FLUSH]
    return tally + (f.ONE[f.ONE_VOIDED_SUIT] if number == 2 else 0)


_OF_SUITS: Final = tuple(_of_suits(suits) for suits in range(16))


def of_tiles(hand: Hand) -> Tally:
    """What all tiles of the hand have in common."""
    tiles, suits = hand.tiles, hand.suits
    tally = _OF_SUITS[suits]
    if not tiles & IN_MAJORS:
        tally += f.ONE[f.ALL_SIMPLES]
    elif not tiles & _NOT_MAJOR:
        only = f.ALL_HONORS if suits == 8 else f.ALL_TERMINALS if suits < 8 else f.ALL_TERMINALS_AND_HONORS
        tally += f.ONE[only]
    if suits < 8:
        tally += _of_ranks(tiles)
    elif suits == 15 and tiles & _IN_WINDS and tiles & _IN_DRAGONS:
        tally += f.ONE[f.ALL_TYPES]
    if not suits & 1:
        if not tiles & _NOT_GREEN:
            tally += f.ONE[f.ALL_GREEN]
        if not tiles & _NOT_REVERSIBLE:
            tally += f.ONE[f.REVERSIBLE_TILES]
    fours = tiles & EACH_FOUR
    if fours:
        tally += (fours.bit_count() - (hand.meld_tally >> KONGS & 7)) * f.ONE[f.TILE_HOG]
    return tally


def _of_ranks(tiles: int) -> Tally:
    if not tiles & _NOT_UPPER_FOUR:
        return f.ONE[f.UPPER_FOUR] + (0 if tiles & _NOT_UPPER else f.ONE[f.UPPER_TILES])
    if not tiles & _NOT_LOWER_FOUR:
        return f.ONE[f.LOWER_FOUR] + (0 if tiles & _NOT_LOWER else f.ONE[f.LOWER_TILES])
    return 0 if tiles & _NOT_MIDDLE else f.ONE[f.MIDDLE_TILES]


# the way of winning


def of_win(hand: Hand) -> Tally:
    """Where the winning tile came from, and how concealed the hand was."""
    tally = _by_other(hand) if hand.by_other else _from_wall(hand)
    win = hand.winning
    seen = hand.shown and count(hand.tiles, win) - count(hand.concealed, win) == 3
    if seen or (hand.flags & LAST_OF_KIND and not count(hand.held, win)):
        tally += f.ONE[f.LAST_TILE]
    return tally


def _from_wall(hand: Hand) -> Tally:
    tally = f.ONE[f.SELF_DRAWN] if hand.shown else f.ONE[f.FULLY_CONCEALED_HAND]
    flags = hand.flags
    if flags & LAST_TILE:
        tally += f.ONE[f.LAST_TILE_DRAW]
    if flags & AFTER_KONG and not flags & FLOWER_REPLACEMENT and hand.meld_tally >> KONGS & 7:
        tally += f.ONE[f.OUT_WITH_REPLACEMENT_TILE]
    return tally


def _by_other(hand: Hand) -> Tally:
    tally = 0 if hand.shown else f.ONE[f.CONCEALED_HAND]
    if hand.shown == 4:
        tally += f.ONE[f.MELDED_HAND]
    if hand.flags & LAST_DISCARD:
        tally += f.ONE[f.LAST_TILE_CLAIM]
    if hand.source == ROBBED_KONG and count(hand.tiles, hand.winning) == 1:
        tally += f.ONE[f.ROBBING_THE_KONG]
    return tally


# kinds of sets


_KONG_FANS: Final = {
    (1, 0): f.MELDED_KONG, (1, 1): f.CONCEALED_KONG, (2, 0): f.TWO_MELDED_KONGS,
    (2, 1): f.CONCEALED_KONG_AND_MELDED_KONG, (2, 2): f.TWO_CONCEALED_KONGS,
}  # fmt: skip
_CONCEALED_FANS: Final = {2: f.TWO_CONCEALED_PUNGS, 3: f.THREE_CONCEALED_PUNGS, 4: f.FOUR_CONCEALED_PUNGS}

_KEPT: Final = 4_000


class _Kinds(dict[int, Tally]):
    """By the low digits of a reading's tally: how many sets there are of each kind."""

    def __missing__(self, low: int) -> Tally:
        if len(self) >= _KEPT:
            self.clear()
        tally = self[low] = self._found(lambda digit: low >> digit & 7)
        return tally

    @staticmethod
    def _found(digit: Digits) -> Tally:
        kongs = digit(sets.KONGS)
        many = {3: f.THREE_KONGS, 4: f.FOUR_KONGS}
        fans = [
            many.get(kongs) or _KONG_FANS.get((kongs, digit(sets.CONCEALED_KONGS)), 0),
            _CONCEALED_FANS.get(digit(sets.CONCEALED), 0),
            f.ALL_PUNGS if digit(sets.TRIPLETS) == 4 else 0,
            f.OUTSIDE_HAND if digit(sets.OUTSIDE) == 5 else 0,
            pungs_of(WINDS, digit(sets.WIND_SETS)),
            pungs_of(DRAGONS, digit(sets.DRAGON_SETS)),
        ]
        pungs = digit(sets.TERMINAL_SETS) + digit(sets.WIND_SETS)
        single = pungs * f.ONE[f.PUNG_OF_TERMINALS_OR_HONORS] + digit(sets.DRAGON_SETS) * f.ONE[f.DRAGON_PUNG]
        return single + sum(f.ONE[fan] for fan in fans if fan)


KIND_FANS: Final = _Kinds()
KIND_DIGITS: Final = (1 << sets.FINE[0]) - 1
