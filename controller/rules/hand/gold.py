"""Hands of suit tiles in which some stand for any suit tile: whether they are sets and a pair, found suit by suit.

One reading is enough for games in which nothing depends on the sets themselves; the meanings of a hand with wild tiles
in all their number are found by ``hand.wild``.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache
from typing import NamedTuple

from controller.rules.hand.sets import CHOW, PUNG
from controller.rules.hand.tiles import BITS, ONE, SUIT_BITS, SUIT_MASK

SUITS = range(3)
_KEPT = 50_000


class Filled(NamedTuple):
    """Tiles cut into sets with stand-ins for what was missing. ``pair``: its tile, -1 for none."""

    sets: tuple[int, ...]
    stand_ins: int
    pair: int


def fill(real: int, wild: int, *, pair: bool) -> Filled | None:
    """Sets, and a pair if asked, out of a bag of suit tiles and so many wild ones; None where there are none."""
    parts = [real >> SUIT_BITS * suit & SUIT_MASK for suit in SUITS]
    for pair_suit in SUITS if pair else (-1,):
        for used in _shares(parts, wild, pair_suit):
            found = [_in_suit(part, used[suit], suit == pair_suit) for suit, part in enumerate(parts)]
            if None not in found:
                return _together([one for one in found if one])
    return None


def _shares(parts: list[int], wild: int, pair_suit: int) -> Iterator[list[int]]:
    """How the wild tiles may be shared among the suits, so that each has sets, or sets and the pair. A part of up to 30
    tiles has their number modulo 31."""
    least = [((2 if suit == pair_suit else 0) - part % 31) % 3 for suit, part in enumerate(parts)]
    more = wild - sum(least)
    if more == 0:
        yield least
    elif more == 3:
        yield from ([number + 3 * (suit == at) for suit, number in enumerate(least)] for at in SUITS)


def _together(found: list[Filled]) -> Filled:
    sets: tuple[int, ...] = ()
    stand_ins, pair = 0, -1
    for suit, one in enumerate(found):
        sets += tuple([code + 9 * suit for code in one.sets])
        stand_ins += one.stand_ins << SUIT_BITS * suit
        pair = one.pair + 9 * suit if one.pair >= 0 else pair
    return Filled(sets, stand_ins, pair)


@lru_cache(maxsize=_KEPT)
def _in_suit(key: int, wild: int, pair: bool) -> Filled | None:
    """The tiles of one suit, as ranks from 0: what the lowest one is part of, then the rest."""
    if not key:
        return _of_wild(wild, pair=pair)
    rank = ((key & -key).bit_length() - 1) // BITS
    for sets, taken, added, its_pair in uses(key, rank, wild, pair):
        rest = _in_suit(key - taken, wild - added % 31, pair and its_pair < 0)
        if rest is not None:
            return Filled(sets + rest.sets, rest.stand_ins + added, max(rest.pair, its_pair))
    return None


def _of_wild(wild: int, *, pair: bool) -> Filled | None:
    """Wild tiles alone, as ones."""
    number = wild - 2 * pair
    if number < 0 or number % 3:
        return None
    return Filled((PUNG,) * (number // 3), wild * ONE[0], 0 if pair else -1)


Use = tuple[tuple[int, ...], int, int, int]
"""Sets, the bag of tiles taken for them, the bag of stand-ins, and the rank of a pair or -1."""


def uses(key: int, rank: int, wild: int, pair: bool, *, chows: bool = True) -> Iterator[Use]:
    """What a tile of this rank, the lowest there is, may be part of: the pair, a pung, or a chow, with wild tiles for
    what is missing."""
    own, one = key >> BITS * rank & 31, ONE[rank]
    if pair:
        if own > 1:
            yield (), 2 * one, 0, rank
        if wild:
            yield (), one, one, rank
    for real in range(min(own, 3), max(0, 2 - wild), -1):
        yield (PUNG + rank,), real * one, (3 - real) * one, -1
    if chows:
        yield from _chows(key, rank, wild)


def _chows(key: int, rank: int, wild: int) -> Iterator[Use]:
    """Chows with a tile of this rank. Those that begin below it need wild tiles there: no lower tile is left."""
    one = ONE[rank]
    for low in range(max(0, rank - min(2, wild)), min(6, rank) + 1):
        sets = (CHOW + low,)
        first, second = [ONE[low + step] for step in range(3) if low + step != rank]
        has_first, has_second = key // first & 31, key // second & 31
        if has_first and has_second:
            yield sets, one + first + second, 0, -1
        if wild:
            if has_first:
                yield sets, one + first, second, -1
            if has_second:
                yield sets, one + second, first, -1
            if wild > 1:
                yield sets, one, first + second, -1
