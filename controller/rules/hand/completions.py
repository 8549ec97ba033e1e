"""Sets and a pair out of a hand with wild tiles, one of each sort that a game may tell apart: whether there is a chow
among them, and whether the pair is of one of some ranks.

For games in which nothing else about the sets counts; a wild tile may stand for a fifth copy of a kind here. The sorts
alone are kept, suit by suit; sets are laid out for what is answered. Every meaning of a hand with wild tiles is found
by ``hand.wild``, one reading alone by ``hand.gold``.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import cache, lru_cache
from itertools import combinations_with_replacement, product
from typing import Final

from controller.rules.hand.gold import USES, Filled
from controller.rules.hand.sets import PUNG, rank_sum
from controller.rules.hand.suit_sorts import alone
from controller.rules.hand.tiles import BITS, ONE, SUIT_BITS, SUIT_MASK

HONOURS: Final = 3
PARTS: Final = range(4)
NO_PART: Final = (-1,)
"""The place of the pair where there is none."""
CHOW_AMONG: Final = 1
RANKED_PAIR: Final = 2
"""Bits of a sort: a chow is among the sets; the pair is of one of the ranks asked for."""
_EVERY: Final = 4
"""Sorts that there can be."""
WILD_AT: Final = SUIT_BITS
PAIR_WANTED: Final = 1 << WILD_AT + 4
"""A *part* is the bag of the tiles of a suit, or of the honours, from rank 0, with the number of wild ones at
``WILD_AT``, and this bit when they are to be sets and a pair."""
_KEPT: Final = 5_000


def completions(real: int, wild: int, ranks: tuple[int, ...]) -> Iterable[Filled]:
    """Of each sort one way to make sets and a pair of a bag of tiles and so many wild ones. ``ranks``: of the pair,
    from 0, in the suits."""
    tables, bags = _tables(ranks), _bags(real)
    found: dict[int, Filled] = {}
    for shares in _shares(*[bag % 31 % 3 for bag in bags], wild):
        parts, sorts = _sorted(tables, bags, shares)
        for chosen in product(*sorts) if sorts else ():
            sort = chosen[0] | chosen[1] | chosen[2] | chosen[3]
            if sort not in found:
                found[sort] = _together(tables, parts, chosen)
        if len(found) == _EVERY:
            break
    return found.values()


def completion(real: int, wild: int, *, pair: bool) -> Filled | None:
    """One way to make sets, and a pair if asked, of a bag of tiles and so many wild ones; None where there is none."""
    tables, bags = _tables(()), _bags(real)
    for shares in _shares(*[bag % 31 % 3 for bag in bags], wild, pair=pair):
        parts, sorts = _sorted(tables, bags, shares)
        if sorts:
            return _together(tables, parts, [of_part[0] for of_part in sorts])
    return None


def _bags(real: int) -> tuple[int, int, int, int]:
    """The suits and the honours of a bag."""
    return real & SUIT_MASK, real >> SUIT_BITS & SUIT_MASK, real >> 2 * SUIT_BITS & SUIT_MASK, real >> 3 * SUIT_BITS


@lru_cache(maxsize=1_000)
def _shares(
    first: int, second: int, third: int, honours: int, wild: int, *, pair: bool = True
) -> Sequence[Sequence[int]]:
    """Where the pair may be, and how the wild tiles may be shared among suits and honours then: what makes a part of
    the bag of each. Of each the number of its tiles modulo 3: a bag of up to 30 tiles has their number modulo 31."""
    least = [-number % 3 for number in (first, second, third, honours)]
    found: list[Sequence[int]] = []
    for pair_part in PARTS if pair else NO_PART:
        with_pair = list(least)
        if pair_part >= 0:
            with_pair[pair_part] = (least[pair_part] + 2) % 3
        more = wild - sum(with_pair)
        if more < 0 or more % 3:
            continue
        found += [
            [
                (number + 3 * further.count(part) << WILD_AT) + (PAIR_WANTED if part == pair_part else 0)
                for part, number in enumerate(with_pair)
            ]
            for further in combinations_with_replacement(PARTS, more // 3)
        ]
    return found


def _together(tables: Sequence[_Sorts], parts: Sequence[int], sorts: Sequence[int]) -> Filled:
    """The sets of a hand: of each part those of the first cut of a sort."""
    sets: tuple[int, ...] = ()
    stand_ins, pair = 0, -1
    for at in PARTS:
        if parts[at]:
            one = tables[at].cut(parts[at], sorts[at])
            sets += tuple([code + 9 * at for code in one.sets]) if at else one.sets
            stand_ins += one.stand_ins << SUIT_BITS * at
            pair = one.pair + 9 * at if one.pair >= 0 else pair
    return Filled(sets, stand_ins, pair)


Row = tuple[int, int, int, int, int, int, Filled]
"""A use of the lowest tile of a part: how many of it and how many wild ones it needs, the bits of which one is set for
each other real tile, what it takes out of the part, its sort, and what is laid out by it."""


class _Sorts(dict[int, tuple[int, ...]]):
    """The sorts of the cuts of a part, each once, in the order in which they are found."""

    def __init__(self, ranks: tuple[int, ...], *, chows: bool) -> None:
        super().__init__()
        self._ranks, self._chows = ranks, chows
        self._every = (2 if chows else 1), (2 if chows else 1) * (2 if ranks else 1)
        self._rows = [[self._rows_of(rank, pair=pair) for rank in range(9)] for pair in (False, True)]
        self._shared: dict[tuple[int, ...], tuple[int, ...]] = {}

    def _rows_of(self, rank: int, *, pair: bool) -> Sequence[Row]:
        rows = []
        for use in USES[pair][rank]:
            chow = bool(use.sets) and use.sets[0] < PUNG
            if self._chows or not chow:
                taken = use.taken + (use.wild << WILD_AT) + (PAIR_WANTED if use.pair >= 0 else 0)
                sort = (CHOW_AMONG if chow else 0) | (RANKED_PAIR if use.pair in self._ranks else 0)
                laid_out = Filled(use.sets, use.added, use.pair)
                rows.append((use.own, use.wild, use.second, use.third, taken, sort, laid_out))
        return rows

    def __missing__(self, part: int) -> tuple[int, ...]:
        if not part >> WILD_AT & 15 and ((self._chows and part < PAIR_WANTED and rank_sum(part)) or alone(part)):
            return ()
        sorts = tuple(self._found(part))
        if len(self) >= _KEPT:
            self.clear()
        self[part] = found = self._shared.setdefault(sorts, sorts)
        return found

    def _found(self, part: int) -> Iterable[int]:
        """What the lowest tile is part of, then the rest."""
        if not part & SUIT_MASK:
            return self._of_wild(part)
        pair, wild = part >= PAIR_WANTED, part >> WILD_AT & 15
        rank = ((part & -part).bit_length() - 1) // BITS
        own, every = part >> BITS * rank & 31, self._every[pair]
        found: dict[int, None] = {}
        for needed, stand_in, second, third, taken, sort, _ in self._rows[pair][rank]:
            if needed <= own and stand_in <= wild and part & second and part & third:
                for more in self[part - taken]:
                    found[sort | more] = None
                if len(found) == every:
                    break
        return found

    def _of_wild(self, part: int) -> Sequence[int]:
        """Wild tiles alone: pungs, and a pair of the ranks asked for."""
        pair = part >= PAIR_WANTED
        number = (part >> WILD_AT & 15) - 2 * pair
        if number < 0 or number % 3:
            return ()
        return (RANKED_PAIR,) if pair and self._ranks else (0,)

    def cut(self, part: int, sort: int) -> Filled:
        """The first cut of this sort."""
        sets: tuple[int, ...] = ()
        stand_ins, pair = 0, -1
        while part & SUIT_MASK:
            row, part, sort = self._first(part, sort)
            if row.pair < 0:
                sets += row.sets
            else:
                pair = row.pair
            stand_ins += row.stand_ins
        if part:
            number = (part >> WILD_AT & 15) - 2 * (part >= PAIR_WANTED)
            sets += (PUNG,) * (number // 3)
            stand_ins += number * ONE[0]
            if part >= PAIR_WANTED:
                pair = self._ranks[0] if self._ranks else 0
                stand_ins += 2 * ONE[pair]
        return Filled(sets, stand_ins, pair)

    def _first(self, part: int, sort: int) -> tuple[Filled, int, int]:
        """Of the first cut of this sort what the lowest tile is part of, the other tiles and their sort."""
        wild, rank = part >> WILD_AT & 15, ((part & -part).bit_length() - 1) // BITS
        own = part >> BITS * rank & 31
        for needed, stand_in, second, third, taken, first, laid_out in self._rows[part >= PAIR_WANTED][rank]:
            if not first & ~sort and needed <= own and stand_in <= wild and part & second and part & third:
                for more in self[part - taken]:
                    if first | more == sort:
                        return laid_out, part - taken, more
        raise AssertionError("the sort of a cut of this part")


_OF_HONOURS: Final = _Sorts((), chows=False)


@cache
def _tables(ranks: tuple[int, ...]) -> Sequence[_Sorts]:
    """The sorts of each part, by the ranks of the pair."""
    of_suits = _Sorts(ranks, chows=True)
    return of_suits, of_suits, of_suits, _OF_HONOURS


def _sorted(
    tables: Sequence[_Sorts], bags: Sequence[int], shares: Sequence[int]
) -> tuple[Sequence[int], Sequence[tuple[int, ...]]]:
    """The parts of a hand with their shares, and the sorts of each; none where one of them cannot be cut."""
    parts, sorts = [], []
    for at in PARTS:
        part = bags[at] + shares[at]
        found = tables[at][part]
        if not found:
            return (), ()
        parts.append(part)
        sorts.append(found)
    return parts, sorts
