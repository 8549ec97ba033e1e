"""Sets and a pair out of a hand with wild tiles, one of each sort that a game may tell apart: whether there is a chow
among them, and whether the pair is of one of some ranks. All that is found is found suit by suit and kept.

For games in which nothing else about the sets counts; a wild tile may stand for a fifth copy of a kind here. Every
meaning of a hand with wild tiles is found by ``hand.wild``, one reading alone by ``hand.gold``.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import lru_cache
from itertools import combinations_with_replacement, product

from controller.rules.hand.gold import USES, Filled
from controller.rules.hand.sets import PUNG
from controller.rules.hand.tiles import BITS, ONE, SUIT_BITS, SUIT_MASK

HONOURS, PARTS = 3, range(4)
NO_PART = (-1,)
"""The place of the pair where there is none."""
_KEPT = 8_000
CHOW_AMONG, RANKED_PAIR = 1, 2
"""Bits of a sort: a chow is among the sets; the pair is of one of the ranks asked for."""
Found = Mapping[int, Filled]
"""One way for each sort."""


def completions(real: int, wild: int, ranks: tuple[int, ...]) -> Iterable[Filled]:
    """Of each sort one way to make sets and a pair of a bag of tiles and so many wild ones. ``ranks``: of the pair,
    from 0, in the suits."""
    parts = [real >> SUIT_BITS * part & SUIT_MASK for part in PARTS]
    found: dict[int, Filled] = {}
    for pair_part, used in _shares(parts, wild):
        for chosen in product(*_ways(parts, used, pair_part, ranks)):
            sort = chosen[0][0] | chosen[1][0] | chosen[2][0] | chosen[3][0]
            if sort not in found:
                found[sort] = _together([filled for _, filled in chosen])
    return found.values()


def completion(real: int, wild: int, *, pair: bool) -> Filled | None:
    """One way to make sets, and a pair if asked, of a bag of tiles and so many wild ones; None where there is none."""
    parts = [real >> SUIT_BITS * part & SUIT_MASK for part in PARTS]
    for pair_part, used in _shares(parts, wild, PARTS if pair else NO_PART):
        ways = _ways(parts, used, pair_part, ())
        if all(ways):
            return _together([next(iter(found))[1] for found in ways])
    return None


def _shares(parts: Sequence[int], wild: int, pair_parts: Sequence[int] = PARTS) -> Iterator[tuple[int, Sequence[int]]]:
    """Where the pair may be, and how the wild tiles may be shared among suits and honours then. A part of up to 30
    tiles has their number modulo 31."""
    least = [-(key % 31) % 3 for key in parts]
    for pair_part in pair_parts:
        with_pair = list(least)
        if pair_part >= 0:
            with_pair[pair_part] = (least[pair_part] + 2) % 3
        more = wild - sum(with_pair)
        if more < 0 or more % 3:
            continue
        for further in combinations_with_replacement(PARTS, more // 3):
            yield pair_part, [number + 3 * further.count(part) for part, number in enumerate(with_pair)]


_NONE: tuple[tuple[int, Filled], ...] = ()


def _ways(
    parts: Sequence[int], used: Sequence[int], pair_part: int, ranks: tuple[int, ...]
) -> list[Iterable[tuple[int, Filled]]]:
    """What each part may be cut into with its share; an empty one where one of them cannot."""
    found: list[Iterable[tuple[int, Filled]]] = []
    for part in PARTS:
        honours = part == HONOURS
        ways = _in_part(parts[part], used[part], part == pair_part, () if honours else ranks, not honours)
        if not ways:
            return [_NONE]
        found.append(ways.items())
    return found


def _together(found: Sequence[Filled]) -> Filled:
    sets: tuple[int, ...] = ()
    stand_ins, pair = 0, -1
    for part, one in enumerate(found):
        sets += tuple([code + 9 * part for code in one.sets]) if part else one.sets
        stand_ins += one.stand_ins << SUIT_BITS * part
        pair = one.pair + 9 * part if one.pair >= 0 else pair
    return Filled(sets, stand_ins, pair)


@lru_cache(maxsize=_KEPT)
def _in_part(key: int, wild: int, pair: bool, ranks: tuple[int, ...], chows: bool) -> Found:
    """The tiles of one suit, or the honours, as ranks from 0: what the lowest one is part of, then the rest."""
    if not key:
        return _of_wild(wild, pair, ranks)
    rank = ((key & -key).bit_length() - 1) // BITS
    found: dict[int, Filled] = {}
    own = key >> BITS * rank & 31
    for use in USES[pair][rank]:
        if use.own > own or use.wild > wild or not (key & use.second and key & use.third):
            continue
        chow = bool(use.sets) and use.sets[0] < PUNG
        if chow and not chows:
            continue
        left = _in_part(key - use.taken, wild - use.wild, pair and use.pair < 0, ranks, chows)
        more = (CHOW_AMONG if chow else 0) | (RANKED_PAIR if use.pair in ranks else 0)
        for sort, rest in left.items():
            if more | sort not in found:
                pair_at = max(rest.pair, use.pair)
                found[more | sort] = Filled(use.sets + rest.sets, rest.stand_ins + use.added, pair_at)
    return found


def _of_wild(wild: int, pair: bool, ranks: tuple[int, ...]) -> Found:
    """Wild tiles alone: pungs, and a pair of the ranks asked for."""
    number = wild - 2 * pair
    if number < 0 or number % 3:
        return {}
    rank = ranks[0] if ranks else 0
    sort = RANKED_PAIR if pair and ranks else 0
    return {sort: Filled((PUNG,) * (number // 3), number * ONE[0] + 2 * pair * ONE[rank], rank if pair else -1)}
