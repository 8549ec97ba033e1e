"""Hands of suit tiles in which some stand for any suit tile: whether they are sets and a pair, found suit by suit.

One reading is enough for games in which nothing depends on the sets themselves; the meanings of a hand with wild tiles
in all their number are found by ``hand.wild``.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache, lru_cache
from typing import Final, NamedTuple

from controller.rules.hand.sets import CHOW, PUNG
from controller.rules.hand.tiles import BITS, ONE, SUIT_BITS, SUIT_MASK

SUITS: Final = range(3)
_KEPT: Final = 3_500


class Filled:
    """Tiles cut into sets with stand-ins for what was missing. ``pair``: its tile, -1 for none."""

    __slots__ = ("pair", "sets", "stand_ins")

    def __init__(self, sets: tuple[int, ...], stand_ins: int, pair: int) -> None:
        self.sets, self.stand_ins, self.pair = sets, stand_ins, pair


def fill(real: int, wild: int, *, pair: bool) -> Filled | None:
    """Sets, and a pair if asked, out of a bag of suit tiles and so many wild ones; None where there are none."""
    parts = [real >> SUIT_BITS * suit & SUIT_MASK for suit in SUITS]
    first, second, third = parts
    for pair_suit in SUITS if pair else (-1,):
        for used in _shares(first % 31 % 3, second % 31 % 3, third % 31 % 3, wild, pair_suit):
            found = []
            for suit in SUITS:
                one = _in_suit(parts[suit], used[suit], suit == pair_suit)
                if one is None:
                    break
                found.append(one)
            else:
                return _together(found)
    return None


@cache
def _shares(first: int, second: int, third: int, wild: int, pair_suit: int) -> tuple[tuple[int, ...], ...]:
    """How the wild tiles may be shared among the suits, so that each has sets, or sets and the pair. Of each suit the
    number of tiles modulo 3: a part of up to 30 tiles has their number modulo 31."""
    least = [((2 if suit == pair_suit else 0) - over) % 3 for suit, over in enumerate((first, second, third))]
    more = wild - sum(least)
    if more == 0:
        return (tuple(least),)
    if more == 3:
        return tuple(tuple(number + 3 * (suit == at) for suit, number in enumerate(least)) for at in SUITS)
    return ()


def _together(found: list[Filled]) -> Filled:
    first, second, third = found
    pair = first.pair
    if second.pair >= 0 or third.pair >= 0:
        pair = second.pair + 9 if second.pair >= 0 else third.pair + 18
    stand_ins = first.stand_ins + (second.stand_ins << SUIT_BITS) + (third.stand_ins << 2 * SUIT_BITS)
    return Filled(
        (*first.sets, *[code + 9 for code in second.sets], *[code + 18 for code in third.sets]), stand_ins, pair
    )


@lru_cache(maxsize=_KEPT)
def _in_suit(key: int, wild: int, pair: bool) -> Filled | None:
    """The tiles of one suit, as ranks from 0: what the lowest one is part of, then the rest."""
    if not key:
        return _of_wild(wild, pair=pair)
    rank = ((key & -key).bit_length() - 1) // BITS
    own = key >> BITS * rank & 31
    for use in USES[pair][rank]:
        if use.own > own or use.wild > wild or not (key & use.second and key & use.third):
            continue
        rest = _in_suit(key - use.taken, wild - use.wild, pair and use.pair < 0)
        if rest is not None:
            return Filled(use.sets + rest.sets, rest.stand_ins + use.added, max(rest.pair, use.pair))
    return None


def _of_wild(wild: int, *, pair: bool) -> Filled | None:
    """Wild tiles alone, as ones."""
    number = wild - 2 * pair
    if number < 0 or number % 3:
        return None
    return Filled((PUNG,) * (number // 3), wild * ONE[0], 0 if pair else -1)


class Use(NamedTuple):
    """What a tile may be part of. ``own``: tiles of its rank that are real in it; ``second``, ``third``: the bits of a
    bag of which one must be set for each other real tile of a chow; ``wild``: stand-ins in it. ``taken`` and ``added``:
    the bags of its real tiles and of the stand-ins; ``pair``: the rank of a pair or -1."""

    own: int
    wild: int
    second: int
    third: int
    sets: tuple[int, ...]
    taken: int
    added: int
    pair: int


_ANY: Final = -1
"""Bits of which one is set in every bag that is not empty."""


def _uses(rank: int, *, pair: bool) -> Iterator[Use]:
    """What a tile of this rank may be part of: the pair, a pung, or a chow, with wild tiles for what is missing."""
    one = ONE[rank]
    if pair:
        yield from (Use(real, 2 - real, _ANY, _ANY, (), real * one, (2 - real) * one, rank) for real in (2, 1))
    for real in (3, 2, 1):
        yield Use(real, 3 - real, _ANY, _ANY, (PUNG + rank,), real * one, (3 - real) * one, -1)
    for low in range(max(0, rank - 2), min(6, rank) + 1):
        others = [low + step for step in range(3) if low + step != rank]
        for chosen in (others, others[:1], others[1:], []):
            second, third = [*(31 << BITS * other for other in chosen), _ANY, _ANY][:2]
            taken = one + sum(ONE[other] for other in chosen)
            added = sum(ONE[other] for other in others if other not in chosen)
            yield Use(1, 2 - len(chosen), second, third, (CHOW + low,), taken, added, -1)


USES: Final = tuple(tuple(tuple(_uses(rank, pair=pair)) for rank in range(9)) for pair in (False, True))
