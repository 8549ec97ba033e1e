"""Sets and a pair out of a hand with wild tiles, one of each sort that a game may tell apart: whether there is a chow
among them, and whether the pair is of one of some ranks. All that is found is found suit by suit and kept.

For games in which nothing else about the sets counts; a wild tile may stand for a fifth copy of a kind here. Every
meaning of a hand with wild tiles is found by ``hand.wild``, one reading alone by ``hand.gold``.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from functools import lru_cache
from itertools import combinations_with_replacement, product
from typing import Final

from controller.rules.hand.gold import USES, Filled
from controller.rules.hand.sets import PUNG, rank_sum
from controller.rules.hand.tiles import BITS, ONE, SUIT_BITS, SUIT_MASK

HONOURS: Final = 3
PARTS: Final = range(4)
NO_PART: Final = (-1,)
"""The place of the pair where there is none."""
_KEPT: Final = 3_500
CHOW_AMONG: Final = 1
RANKED_PAIR: Final = 2
"""Bits of a sort: a chow is among the sets; the pair is of one of the ranks asked for."""
Found = Mapping[int, Filled]
"""One way for each sort."""


def completions(real: int, wild: int, ranks: tuple[int, ...]) -> Iterable[Filled]:
    """Of each sort one way to make sets and a pair of a bag of tiles and so many wild ones. ``ranks``: of the pair,
    from 0, in the suits."""
    parts = _parts(real)
    found: dict[int, Filled] = {}
    for pair_part, used in _shares(*[key % 31 % 3 for key in parts], wild):
        for chosen in product(*_ways(parts, used, pair_part, ranks)):
            sort = chosen[0][0] | chosen[1][0] | chosen[2][0] | chosen[3][0]
            if sort not in found:
                found[sort] = _together([filled for _, filled in chosen])
    return found.values()


def _parts(real: int) -> tuple[int, int, int, int]:
    """The suits and the honours of a bag."""
    return real & SUIT_MASK, real >> SUIT_BITS & SUIT_MASK, real >> 2 * SUIT_BITS & SUIT_MASK, real >> 3 * SUIT_BITS


def completion(real: int, wild: int, *, pair: bool) -> Filled | None:
    """One way to make sets, and a pair if asked, of a bag of tiles and so many wild ones; None where there is none."""
    parts = _parts(real)
    for pair_part, used in _shares(*[key % 31 % 3 for key in parts], wild, pair=pair):
        ways = _ways(parts, used, pair_part, ())
        if ways is not _NONE:
            return _together([next(iter(found))[1] for found in ways])
    return None


@lru_cache(maxsize=1_000)
def _shares(
    first: int, second: int, third: int, honours: int, wild: int, *, pair: bool = True
) -> Sequence[tuple[int, Sequence[int]]]:
    """Where the pair may be, and how the wild tiles may be shared among suits and honours then. Of each part the number
    of its tiles modulo 3: a part of up to 30 tiles has their number modulo 31."""
    least = [-number % 3 for number in (first, second, third, honours)]
    found: list[tuple[int, Sequence[int]]] = []
    for pair_part in PARTS if pair else NO_PART:
        with_pair = list(least)
        if pair_part >= 0:
            with_pair[pair_part] = (least[pair_part] + 2) % 3
        more = wild - sum(with_pair)
        if more < 0 or more % 3:
            continue
        found += [
            (pair_part, [number + 3 * further.count(part) for part, number in enumerate(with_pair)])
            for further in combinations_with_replacement(PARTS, more // 3)
        ]
    return found


def _ways(
    parts: Sequence[int], used: Sequence[int], pair_part: int, ranks: tuple[int, ...]
) -> Sequence[Iterable[tuple[int, Filled]]]:
    """What each part may be cut into with its share; nothing where one of them cannot."""
    found: list[Iterable[tuple[int, Filled]]] = []
    for part in PARTS:
        if not parts[part] and not used[part] and part != pair_part:
            found.append(_NO_TILES)
            continue
        honours = part == HONOURS
        ways = _in_part(parts[part], used[part], part == pair_part, () if honours else ranks, not honours)
        if not ways:
            return _NONE
        found.append(ways.items())
    return found


_NO_TILES: Final[tuple[tuple[int, Filled], ...]] = ((0, Filled((), 0, -1)),)
_NONE: Final[Sequence[Iterable[tuple[int, Filled]]]] = ((),)
"""Of no part are there ways."""


def _together(found: Sequence[Filled]) -> Filled:
    sets: tuple[int, ...] = ()
    stand_ins, pair = 0, -1
    for part, one in enumerate(found):
        sets += tuple([code + 9 * part for code in one.sets]) if part else one.sets
        stand_ins += one.stand_ins << SUIT_BITS * part
        pair = one.pair + 9 * part if one.pair >= 0 else pair
    return Filled(sets, stand_ins, pair)


_NO_WAY: Final[Found] = {}


@lru_cache(maxsize=_KEPT)
def _in_part(key: int, wild: int, pair: bool, ranks: tuple[int, ...], chows: bool) -> Found:
    """The tiles of one suit, or the honours, as ranks from 0: what the lowest one is part of, then the rest."""
    if not key:
        return _of_wild(wild, pair, ranks)
    if not wild and not pair and chows and rank_sum(key):
        return _NO_WAY
    rank = ((key & -key).bit_length() - 1) // BITS
    found: dict[int, Filled] = {}
    own = key >> BITS * rank & 31
    for needed, stand_in, second, third, sets, taken, added, pair_at in USES[pair][rank]:
        if needed > own or stand_in > wild or not (key & second and key & third):
            continue
        chow = bool(sets) and sets[0] < PUNG
        if chow and not chows:
            continue
        rest_wild, rest_pair = wild - stand_in, pair and pair_at < 0
        if chows and not rest_wild and not rest_pair and rank_sum(key - taken):
            continue
        left = _in_part(key - taken, rest_wild, rest_pair, ranks, chows)
        more = (CHOW_AMONG if chow else 0) | (RANKED_PAIR if pair_at in ranks else 0)
        for sort, rest in left.items():
            if more | sort not in found:
                found[more | sort] = Filled(sets + rest.sets, rest.stand_ins + added, max(rest.pair, pair_at))
    return found


def _of_wild(wild: int, pair: bool, ranks: tuple[int, ...]) -> Found:
    """Wild tiles alone: pungs, and a pair of the ranks asked for."""
    number = wild - 2 * pair
    if number < 0 or number % 3:
        return {}
    rank = ranks[0] if ranks else 0
    sort = RANKED_PAIR if pair and ranks else 0
    return {sort: Filled((PUNG,) * (number // 3), number * ONE[0] + 2 * pair * ONE[rank], rank if pair else -1)}
