"""Sets and a pair out of a hand with wild tiles, one of each sort that a game may tell apart: whether there is a chow
among them, and whether the pair is of one of some ranks.

For games in which nothing else about the sets counts; a wild tile may stand for a fifth copy of a kind here. The sorts
alone are kept, suit by suit; sets are laid out for what is answered. Every meaning of a hand with wild tiles is found
by ``hand.wild``, one reading alone by ``hand.gold``.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from functools import cache
from itertools import combinations_with_replacement
from typing import TYPE_CHECKING, Final

from controller.rules.hand.gold import PAIR_WANTED, USES, WILD_AT, Filled, FilledHand, Use
from controller.rules.hand.sets import PUNG, alone, rank_sum
from controller.rules.hand.tiles import BITS, ONE, SUIT_MASK, Words

if TYPE_CHECKING:
    from mypy_extensions import i64

PARTS: Final = range(4)
NO_PART: Final = (-1,)
"""The place of the pair where there is none."""
CHOW_AMONG: Final = 1
RANKED_PAIR: Final = 2
"""Bits of a sort: a chow is among the sets; the pair is of one of the ranks asked for."""
_EVERY: Final = 4
"""Sorts that there can be."""
_KEPT: Final = 24_000
Parts = tuple[int, int, int, int]
"""The parts of a hand, of which ``gold`` says what they are; what shares of wild tiles add to them; or their sorts."""


class Completion:
    """A way to make sets and a pair of a hand, laid out when that is asked for."""

    __slots__ = ("_of_suits", "_parts", "_sorts", "sort")

    def __init__(self, of_suits: _Sorts, parts: Parts, sorts: Parts, sort: int) -> None:
        self._of_suits, self._parts, self._sorts, self.sort = of_suits, parts, sorts, sort

    def laid_out(self) -> FilledHand:
        return _together(self._of_suits, self._parts, self._sorts)


def completions(real: Words, wild: int, ranks: tuple[int, ...]) -> list[Completion]:
    """Of each sort one way to make sets and a pair of tiles and so many wild ones. ``ranks``: of the pair, from 0, in
    the suits."""
    of_suits = _of_suits(ranks)
    m, p, s, z = real
    found: list[Completion] = []
    seen = 0
    for more_m, more_p, more_s, more_z in _shares(real, wild, pair=True):
        if of_suits.cannot_be_cut(m + more_m) or of_suits.cannot_be_cut(p + more_p):
            continue
        sorts_z = _OF_HONOURS.of(z + more_z)
        sorts_s = of_suits.of(s + more_s) if sorts_z else ()
        sorts_p = of_suits.of(p + more_p) if sorts_s else ()
        sorts_m = of_suits.of(m + more_m) if sorts_p else ()
        if not sorts_m:
            continue
        parts = m + more_m, p + more_p, s + more_s, z + more_z
        for sort_m in sorts_m:
            for sort_p in sorts_p:
                for sort_s in sorts_s:
                    for sort_z in sorts_z:
                        sort = sort_m | sort_p | sort_s | sort_z
                        if not seen >> sort & 1:
                            seen |= 1 << sort
                            found.append(Completion(of_suits, parts, (sort_m, sort_p, sort_s, sort_z), sort))
        if len(found) == _EVERY:
            break
    return found


def completion(real: Words, wild: int, *, pair: bool) -> FilledHand | None:
    """One way to make sets, and a pair if asked, of tiles and so many wild ones; None where there is none."""
    m, p, s, z = real
    for more_m, more_p, more_s, more_z in _shares(real, wild, pair=pair):
        sorts_m = _OF_ANY_PAIR.of(m + more_m)
        sorts_p = _OF_ANY_PAIR.of(p + more_p) if sorts_m else ()
        sorts_s = _OF_ANY_PAIR.of(s + more_s) if sorts_p else ()
        sorts_z = _OF_HONOURS.of(z + more_z) if sorts_s else ()
        if sorts_z:
            parts = m + more_m, p + more_p, s + more_s, z + more_z
            return _together(_OF_ANY_PAIR, parts, (sorts_m[0], sorts_p[0], sorts_s[0], sorts_z[0]))
    return None


_SHARES: Final[tuple[dict[int, tuple[Parts, ...]], dict[int, tuple[Parts, ...]]]] = ({}, {})
"""Without a pair, and with one: by the number of tiles of each part modulo 3, and the number of wild ones."""


def _shares(real: Words, wild: int, *, pair: bool) -> tuple[Parts, ...]:
    m, p, s, z = real
    sizes = m % 31 % 3 | p % 31 % 3 << 2 | s % 31 % 3 << 4 | z % 31 % 3 << 6 | wild << 8
    found = _SHARES[pair].get(sizes)
    return _shares_of(sizes, pair=pair) if found is None else found


def _shares_of(sizes: int, *, pair: bool) -> tuple[Parts, ...]:
    thirds = [sizes >> 2 * part & 3 for part in PARTS]
    found = _SHARES[pair][sizes] = tuple(_worked_out(thirds, sizes >> 8, pair=pair))
    return found


def _worked_out(thirds: Sequence[int], wild: int, *, pair: bool) -> Iterator[Parts]:
    """Where the pair may be, and how the wild tiles may be shared among suits and honours then: what makes a part of
    the bag of each. Of each the number of its tiles modulo 3: a bag of up to 30 tiles has their number modulo 31."""
    least = [-number % 3 for number in thirds]
    for pair_part in PARTS if pair else NO_PART:
        with_pair = list(least)
        if pair_part >= 0:
            with_pair[pair_part] = (least[pair_part] + 2) % 3
        more = wild - sum(with_pair)
        if more < 0 or more % 3:
            continue
        for further in combinations_with_replacement(PARTS, more // 3):
            m, p, s, z = [
                (number + 3 * further.count(part) << WILD_AT) + (PAIR_WANTED if part == pair_part else 0)
                for part, number in enumerate(with_pair)
            ]
            yield m, p, s, z


def _together(of_suits: _Sorts, parts: Parts, sorts: Parts) -> FilledHand:
    """The sets of a hand: of each part those of the first cut of a sort."""
    m, p, s, z = parts
    sort_m, sort_p, sort_s, sort_z = sorts
    sets: tuple[int, ...] = ()
    in_m = in_p = in_s = in_z = 0
    pair = -1
    if m:
        one = of_suits.cut(m, sort_m)
        sets, in_m, pair = one.sets, one.stand_ins, one.pair
    if p:
        one = of_suits.cut(p, sort_p)
        sets, in_p = sets + tuple([code + 9 for code in one.sets]), one.stand_ins
        pair = one.pair + 9 if one.pair >= 0 else pair
    if s:
        one = of_suits.cut(s, sort_s)
        sets, in_s = sets + tuple([code + 18 for code in one.sets]), one.stand_ins
        pair = one.pair + 18 if one.pair >= 0 else pair
    if z:
        one = _OF_HONOURS.cut(z, sort_z)
        sets, in_z = sets + tuple([code + 27 for code in one.sets]), one.stand_ins
        pair = one.pair + 27 if one.pair >= 0 else pair
    return FilledHand(sets, (in_m, in_p, in_s, in_z), pair)


class Row:
    """A use of the lowest tile of a part: how many of it and how many wild ones it needs, the bits of which one is set
    for each other real tile, what it takes out of the part, its sort, and what is laid out by it."""

    __slots__ = ("laid_out", "own", "second", "sort", "taken", "third", "wild")

    own: i64
    second: i64
    sort: i64
    taken: i64
    third: i64
    wild: i64

    def __init__(self, use: Use, sort: int) -> None:
        self.own, self.wild, self.second, self.third = use.own, use.wild, use.second, use.third
        self.taken = use.taken + (use.wild << WILD_AT) + (PAIR_WANTED if use.pair >= 0 else 0)
        self.sort, self.laid_out = sort, Filled(use.sets, use.added, use.pair)


class _Sorts:
    """The sorts of the cuts of a part, each once, in the order in which they are found."""

    def __init__(self, ranks: tuple[int, ...], *, chows: bool) -> None:
        self._ranks, self._chows = ranks, chows
        self._every = (2 if chows else 1), (2 if chows else 1) * (2 if ranks else 1)
        self._known: dict[int, tuple[int, ...]] = {}
        self._rows = [[self._rows_of(rank, pair=pair) for rank in range(9)] for pair in (False, True)]
        self._shared: dict[tuple[int, ...], tuple[int, ...]] = {}

    def _rows_of(self, rank: int, *, pair: bool) -> Sequence[Row]:
        rows = []
        for use in USES[pair][rank]:
            chow = bool(use.sets) and use.sets[0] < PUNG
            if self._chows or not chow:
                sort = (CHOW_AMONG if chow else 0) | (RANKED_PAIR if use.pair in self._ranks else 0)
                rows.append(Row(use, sort))
        return rows

    def of(self, part: int) -> tuple[int, ...]:
        """The sorts of a part; none where it cannot be cut."""
        found = self._known.get(part)
        return self._learn(part) if found is None else found

    def _learn(self, part: int) -> tuple[int, ...]:
        if self.cannot_be_cut(part):
            return ()
        sorts = tuple(self._found(part))
        if len(self._known) >= _KEPT:
            self._known.clear()
        self._known[part] = found = self._shared.setdefault(sorts, sorts)
        return found

    def cannot_be_cut(self, part: int) -> bool:
        """Tells of most parts without wild tiles that have no cut; it costs less than a look into the table, where they
        are not kept."""
        above = part >> WILD_AT
        return not above & 15 and ((self._chows and above == 0 and rank_sum(part) != 0) or alone(part))

    def _found(self, part: int) -> Iterable[int]:
        """What the lowest tile is part of, then the rest."""
        if not part & SUIT_MASK:
            return self._of_wild(part)
        pair, rank = part >= PAIR_WANTED, ((part & -part).bit_length() - 1) // BITS
        every = self._every[pair]
        tiles: i64 = part
        wild: i64 = tiles >> WILD_AT & 15
        own: i64 = tiles >> BITS * rank & 31
        found: list[int] = []
        seen: i64 = 0
        for row in self._rows[pair][rank]:
            if row.own > own or row.wild > wild or not tiles & row.second or not tiles & row.third:
                continue
            rest: i64 = tiles - row.taken
            if self.cannot_be_cut(rest):
                continue
            for more in self.of(rest):
                sort: i64 = row.sort | more
                if not seen >> sort & 1:
                    seen |= 1 << sort
                    found.append(sort)
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
        for row in self._rows[part >= PAIR_WANTED][rank]:
            fits = not row.sort & ~sort and row.own <= own and row.wild <= wild
            if fits and part & row.second and part & row.third:
                for more in self.of(part - row.taken):
                    if row.sort | more == sort:
                        return row.laid_out, part - row.taken, more
        raise AssertionError("the sort of a cut of this part")


_OF_HONOURS: Final = _Sorts((), chows=False)
_OF_ANY_PAIR: Final = _Sorts((), chows=True)


@cache
def _of_suits(ranks: tuple[int, ...]) -> _Sorts:
    """The sorts of parts that are suits, by the ranks of the pair."""
    return _Sorts(ranks, chows=True) if ranks else _OF_ANY_PAIR
