"""Which tiles complete a hand: found suit by suit, so that it costs a few look-ups instead of 34 trials."""

from __future__ import annotations

from collections.abc import Callable
from itertools import product
from typing import Final

from controller.rules.hand.sets import CUTS, completing
from controller.rules.hand.tiles import BITS, EACH_FOUR, EACH_ONE, MAJORS, ONE, SUIT_BITS, SUIT_MASK, bag, count

Shape = Callable[[int], tuple[int, ...]]
"""From a bag of 13 concealed tiles to the tiles that complete a special form."""


class _SuitWaits(dict[int, tuple[int, ...]]):
    """The ranks of a suit that complete its content, with or without the pair as its size allows."""

    def __init__(self, completing: Callable[[int], tuple[int, ...]]) -> None:
        super().__init__()
        self.completing = completing

    def __missing__(self, key: int) -> tuple[int, ...]:
        waits = self.completing(key)
        if len(self) >= 9_000:
            self.clear()
        self[key] = waits
        return waits


def _completing_honors(key: int) -> tuple[int, ...]:
    return tuple([rank for rank in range(7) if key >> BITS * rank & 31 and CUTS[3][key + ONE[rank]]])


_SUIT_WAITS: Final = _SuitWaits(completing)
_HONOUR_WAITS: Final = _SuitWaits(_completing_honors)


def set_waits(held: int) -> tuple[int, ...]:
    """The tiles with which a bag of concealed tiles (3n + 1) becomes sets and a pair; a fifth copy counts as a tile."""
    first = held & SUIT_MASK
    second = held >> SUIT_BITS & SUIT_MASK
    third = held >> 2 * SUIT_BITS & SUIT_MASK
    honours = held >> 3 * SUIT_BITS & SUIT_MASK
    parts = [first, second, third, honours]
    rests = 27 * _rest(first) + 9 * _rest(second) + 3 * _rest(third) + _rest(honours)
    waits: list[int] = []
    for suit, others in _WAITING[rests]:
        for other in others:
            if not CUTS[other][parts[other]]:
                break
        else:
            ranks = (_HONOUR_WAITS if suit == 3 else _SUIT_WAITS)[parts[suit]]
            waits += [9 * suit + rank for rank in ranks]
    return tuple(waits)


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


_EXTRA: Final = frozenset(ONE[tile] for tile in MAJORS)
