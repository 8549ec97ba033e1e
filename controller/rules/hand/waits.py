"""Which tiles complete a hand: found suit by suit, so that it costs a few look-ups instead of 34 trials."""

from __future__ import annotations

from collections.abc import Callable
from itertools import product
from typing import TYPE_CHECKING, Final

from controller.rules.hand.sets import DIGIT_CUTS, NO_KEY, PLACES, completing, place_of
from controller.rules.hand.tiles import (
    BITS,
    EACH_FOUR,
    EACH_ONE,
    KINDS,
    MAJORS,
    ONE,
    SUIT_MASK,
    TERMINALS,
    Words,
    bag,
    bag_of,
    count,
    mask,
    words_of,
)

if TYPE_CHECKING:
    from mypy_extensions import i64

Shape = Callable[[int], tuple[int, ...]]
"""From a bag of 13 concealed tiles to the tiles that complete a special form."""


_KEYS: Final = [NO_KEY] * PLACES
_SUIT_WAITS: Final = [0] * PLACES
"""The ranks of a suit that complete its content, with or without the pair as its size allows, until another content
with the same place is asked for."""


def _suit_waits(key: int) -> int:
    place = place_of(key)
    if _KEYS[place] != key:
        _KEYS[place], _SUIT_WAITS[place] = key, completing(key)
    return _SUIT_WAITS[place]


def _honour_waits(left: i64) -> int:
    """Honours stand in no chow: what is alone waits for its pair, and of one or two pairs each for its pung."""
    singles: i64 = 0
    pairs: i64 = 0
    bit: i64 = 1
    while left:
        number: i64 = (left & 31) % 3
        if number == 1:
            singles |= bit
        elif number:
            pairs |= bit
        left >>= BITS
        bit += bit
    if singles:
        return 0 if pairs or singles & singles - 1 else singles
    further: i64 = pairs & pairs - 1
    return 0 if further & further - 1 else pairs


def set_waits(held: int) -> tuple[int, ...]:
    """The tiles with which a bag of concealed tiles (3n + 1) becomes sets and a pair; a fifth copy counts as a tile."""
    return kinds_in(set_waits_of(words_of(held)))


def kinds_in(waits: int) -> tuple[int, ...]:
    """The tiles of which there is a bit."""
    return tuple([tile for tile in range(KINDS) if waits >> tile & 1]) if waits else ()


def set_waits_of(words: Words) -> int:
    """The same of words, with a bit for each tile."""
    m, p, s, z = words
    parts, waits = [m, p, s, z], 0
    for suit, others in _WAITING[27 * _rest(m) + 9 * _rest(p) + 3 * _rest(s) + _rest(z)]:
        for other in others:
            if not DIGIT_CUTS[other][parts[other]]:
                break
        else:
            ranks = _honour_waits(z) if suit == 3 else _suit_waits(parts[suit])
            waits |= ranks << 9 * suit
    return waits


def still_there(waits: i64, words: Words) -> int:
    """How many of these kinds, a bit for each, are not all four among these tiles."""
    m, p, s, z = words
    return (
        _there_in_suit(waits & 511, m)
        + _there_in_suit(waits >> 9 & 511, p)
        + _there_in_suit(waits >> 18 & 511, s)
        + _there_in_suit(waits >> 27, z)
    )


def _there_in_suit(ranks: i64, word: i64) -> i64:
    number: i64 = 0
    while ranks:
        if ranks & 1 and word & 31 < 4:
            number += 1
        ranks >>= 1
        word >>= BITS
    return number


def _waiting(rests: tuple[int, ...]) -> list[tuple[int, tuple[int, ...]]]:
    """The suits in which the last tile can come, with the suits that must be whole without it: sets but for the pair.
    ``rests``: the number of tiles in each suit, modulo 3."""
    found = []
    for suit, rest in enumerate(rests):
        others = tuple(other for other in range(4) if other != suit)
        beside = sorted(rests[other] for other in others)
        if (rest, beside) in ((1, [0, 0, 0]), (2, [0, 0, 2])):
            found.append((suit, others))
    return found


_WAITING: Final = tuple(_waiting(rests) for rests in product(range(3), repeat=4))


def _rest(part: int) -> int:
    """Number of tiles in one suit's part of a bag, modulo three: the sum of digits of five bits is the part modulo
    31."""
    return part % 31 % 3


def pair_waits(held: int) -> tuple[int, ...]:
    """What completes seven different pairs."""
    return () if held & EACH_FOUR or held & EACH_ONE & held >> 1 else any_pair_waits(held)


def any_pair_waits(held: int) -> tuple[int, ...]:
    """What completes seven pairs where four equal tiles are two pairs."""
    odd = held & EACH_ONE
    return (odd.bit_length() // BITS,) if odd and not odd & odd - 1 else ()


_ORPHANS: Final = bag(MAJORS)


def orphan_waits(held: int) -> tuple[int, ...]:
    """What completes thirteen orphans."""
    if held == _ORPHANS:
        return MAJORS
    missing = [tile for tile in MAJORS if not count(held, tile)]
    return tuple(missing) if len(missing) == 1 and held + ONE[missing[0]] - _ORPHANS in _EXTRA else ()


def orphan_waits_of(words: Words) -> int:
    """The same of words, with a bit for each tile."""
    m, p, s, z = words
    if not z or (m | p | s) & _MIDDLE:
        return 0
    waits = 0
    for tile in orphan_waits(bag_of(words)):
        waits |= 1 << tile
    return waits


_MIDDLE: Final = SUIT_MASK & ~mask(TERMINALS)
_EXTRA: Final = frozenset(ONE[tile] for tile in MAJORS)
