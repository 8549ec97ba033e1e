"""One suit of a hand with wild tiles of suits: what its cuts are like, the winning tile's place in them, and a cut of
each sort.

The sorts alone are found for every way to share the wild tiles; sets are laid out for the reading that is kept
(``hand.best_reading``).
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Container, Iterable, Iterator, Mapping, Sequence
from itertools import product
from typing import Final, NamedTuple

from controller.rules.hand.gold import USES, Use
from controller.rules.hand.sets import CHOW, PAIR, PUNG, alone, completing_sets, kind_of, pair_ranks, rank_sum, tiles_of
from controller.rules.hand.tiles import BITS, EACH_ONE, ONE, SUIT_BITS, SUIT_MASK, bag

SINGLE: Final = "single"
MIDDLE: Final = "middle"
BACK_TO_BACK: Final = "back-to-back"
EDGE: Final = "edge"
NO_WAIT: Final = ""

CHOW_AMONG: Final = 1
PUNG_AMONG: Final = 2
STRAIGHT: Final = 4
WILD_PAIR: Final = 8
"""Bits of a sort: chows or pungs are among the sets, or a straight; a wild tile is in the pair. What items tell of a
cut, beside the wait."""
KINDS_AMONG: Final = CHOW_AMONG | PUNG_AMONG
LOWS_AT: Final = 4
"""Above them, while a suit is cut: the chows 123, 456 and 789 of it."""
_BELOW_LOWS: Final = (1 << LOWS_AT) - 1
_ALL_LOWS: Final = 7
WAITS: Final = (NO_WAIT, SINGLE, MIDDLE, BACK_TO_BACK, EDGE)
WAIT_AT: Final = 4
"""Above the sort, once a straight is known: the place of the wait in ``WAITS``."""
RANKS: Final = tuple(range(9))
CHOWS: Final = tuple(CHOW + low for low in RANKS[:7])
PUNGS: Final = tuple(PUNG + rank for rank in RANKS)
SORTS: Final = {
    **{code: CHOW_AMONG | (0 if code % 3 else 1 << LOWS_AT + code // 3) for code in CHOWS},
    **dict.fromkeys(PUNGS, PUNG_AMONG),
}
"""The sort of a set of the first suit."""

WILD_AT: Final = SUIT_BITS
PAIR_WANTED: Final = 1 << WILD_AT + 2
"""A *part* is the bag of a suit's tiles from rank 0, with the number of wild ones at ``WILD_AT``, and this bit when
they are sets and a pair. They fit in number."""
_KEPT: Final = 24_000


def sort_of(codes: Iterable[int]) -> int:
    sort = 0
    for code in codes:
        sort |= SORTS[code]
    return sort


_SORTS: Final[dict[int, tuple[int, ...]]] = {}
"""The sorts of the cuts of a part, each once, in the order in which they are found. Emptied when large."""
_SHARED: Final[dict[tuple[int, ...], tuple[int, ...]]] = {}


def _sorts(part: int) -> tuple[int, ...]:
    found = _SORTS.get(part)
    return _found(part) if found is None else found


def _found(part: int) -> tuple[int, ...]:
    if cannot_be_cut(part):
        return ()
    if not part >> WILD_AT & 3:
        found = _of_sets(part) if part < PAIR_WANTED else _with_pair(part - PAIR_WANTED)
    elif part & SUIT_MASK:
        found = _with_wild(part)
    else:
        found = _of_wild(part)
    found = _SHARED.setdefault(found, found)
    if len(_SORTS) >= _KEPT:
        _SORTS.clear()
    _SORTS[part] = found
    return found


def cannot_be_cut(part: int) -> bool:
    """Tells of most parts without wild tiles, and of all with one that are to be sets alone, that have no cut; it costs
    less than a look into the table, where they are not kept."""
    above = part >> WILD_AT
    if not above & 3:
        return (above == 0 and rank_sum(part) != 0) or alone(part)
    return above == 1 and not completing_sets(part & SUIT_MASK)


def _with_wild(part: int) -> tuple[int, ...]:
    rank = ((part & -part).bit_length() - 1) // BITS
    found: dict[int, None] = {}
    for second, third, taken, first, _ in _rows(part, rank):
        if part & second and part & third and not cannot_be_cut(part - taken):
            for more in _sorts(part - taken):
                found[first | more] = None
    return tuple(found)


def _of_sets(part: int) -> tuple[int, ...]:
    """Of the lowest tile its pung or not, then a chow for every one left: as ``sets.cut_suit``."""
    if not part:
        return (0,)
    tile = ((part & -part).bit_length() - 1) // BITS
    number = part >> BITS * tile & 31
    found: dict[int, None] = {}
    for pungs in range(number // 3 + 1):
        chows, rest = number - 3 * pungs, part - number * ONE[tile]
        first = PUNG_AMONG if pungs else 0
        if chows:
            if tile > 6 or rest >> BITS * (tile + 1) & 31 < chows or rest >> BITS * (tile + 2) & 31 < chows:
                continue
            rest -= chows * (ONE[tile + 1] + ONE[tile + 2])
            first |= SORTS[CHOW + tile]
        for more in _sorts(rest):
            found[first | more] = None
    return tuple(found)


def _with_pair(part: int) -> tuple[int, ...]:
    found: dict[int, None] = {}
    for rank in pair_ranks(part):
        if part >> BITS * rank & 31 > 1:
            for sort in _sorts(part - 2 * ONE[rank]):
                found[sort] = None
    return tuple(found)


def _of_wild(part: int) -> tuple[int, ...]:
    """Three wild tiles alone are a pung or any chow, two are the pair."""
    if part == PAIR_WANTED + (2 << WILD_AT):
        return (WILD_PAIR,)
    return tuple([SORTS[code] for code in _OF_THREE_WILD]) if part == 3 << WILD_AT else ()


_OF_THREE_WILD: Final = (PUNG, CHOW, CHOW + 3, CHOW + 6)


def _of_lowest(use: Use, rank: int) -> bool:
    """Whether no other real tile of it is below this rank."""
    return all(bits < 0 or bits > ONE[rank] for bits in (use.second, use.third))


Row = tuple[int, int, int, int, tuple[int, ...]]
"""A use of the lowest tile of a suit: the bits of which one is set for each other real tile, what it takes out of a
part, its sort and its sets (none: it is the pair)."""


def _rows(part: int, rank: int) -> Sequence[Row]:
    """What the lowest tile of a suit, of this rank, may be part of. Real tiles alone that are left have to be sets."""
    which = (((part >> WILD_AT) * 9 + rank) * 4 + (part >> BITS * rank & 3)) * 3 + rank_sum(part)
    return _ROWS.get(which) or _ROWS.setdefault(which, _worked_out(part, rank))


def _worked_out(part: int, rank: int) -> Sequence[Row]:
    wild, own = part >> WILD_AT & 3, part >> BITS * rank & 3 or 3
    rows = [
        (use.second, use.third, use.taken + (use.wild << WILD_AT) + (0 if use.sets else PAIR_WANTED), first, use.sets)
        for use in USES[part >= PAIR_WANTED][rank]
        if use.wild <= wild and use.own <= own and _of_lowest(use, rank)
        for first in [SORTS[use.sets[0]] if use.sets else WILD_PAIR if use.wild else 0]
    ]
    return [row for row in rows if part >> WILD_AT != row[2] >> WILD_AT or rank_sum(part) == rank_sum(row[2])]


_ROWS: Final[dict[int, Sequence[Row]]] = {}
"""By the number of wild tiles and whether there is to be a pair, with the rank; by how many there are of it (0 for
four); by the sum of the ranks."""


def _cut(part: int, sort: int) -> Beside:
    """The first cut of this sort: its sets, and the pair or -1."""
    key = part & SUIT_MASK
    if not part >> WILD_AT & 3:
        return _real_cut(part, (sort,))
    if not key:
        return _OF_WILD[sort]
    rank = ((key & -key).bit_length() - 1) // BITS
    for second, third, taken, first, sets in _rows(part, rank):
        if sort & first != first or not (key & second and key & third):
            continue
        rest = part - taken
        for more in _sorts(rest):
            if first | more == sort:
                further, pair = _cut(rest, more)
                return (sets + further, pair) if sets else (further, rank)
    raise AssertionError("the sort of a cut of this part")


def _real_cut(part: int, wanted: Container[int], way: int = 1) -> Beside:
    """Without wild tiles the first cut of one of these sorts, or (``way``: -1) the last, as ``sets.cut_suit`` has them
    in order."""
    if part < PAIR_WANTED:
        return _real_sets(part, wanted, way), -1
    key = part - PAIR_WANTED
    for rank in pair_ranks(key)[::way]:
        if key >> BITS * rank & 31 > 1 and _has(_sorts(key - 2 * ONE[rank]), 0, wanted):
            return _real_sets(key - 2 * ONE[rank], wanted, way), rank
    raise AssertionError("the sort of a cut of this part")


def _real_sets(key: int, wanted: Container[int], way: int) -> tuple[int, ...]:
    found: tuple[int, ...] = ()
    so_far = 0
    while key:
        tile = ((key & -key).bit_length() - 1) // BITS
        number = key >> BITS * tile & 31
        for pungs in range(number // 3 + 1)[::way]:
            chows = number - 3 * pungs
            rest = key - number * ONE[tile]
            if chows:
                if tile > 6 or rest >> BITS * (tile + 1) & 31 < chows or rest >> BITS * (tile + 2) & 31 < chows:
                    continue
                rest -= chows * (ONE[tile + 1] + ONE[tile + 2])
            sort = so_far | (PUNG_AMONG if pungs else 0) | (SORTS[CHOW + tile] if chows else 0)
            if number < 3 or _has(_sorts(rest), sort, wanted):
                found += (PUNG + tile,) * pungs + (CHOW + tile,) * chows
                key, so_far = rest, sort
                break
    return found


def _has(sorts: Iterable[int], so_far: int, wanted: Container[int]) -> bool:
    """Whether one of these sorts with what there is so far is wanted."""
    return bool([sort for sort in sorts if sort | so_far in wanted])


_OF_WILD: Final = {WILD_PAIR: ((), 0), **{SORTS[code]: ((code,), -1) for code in _OF_THREE_WILD}}


# sorts with their waits


Worth = Callable[[int, str], int]
"""What a sort and a wait are worth."""


def _told(sort: int) -> int:
    """A sort of a whole hand with its wait, as it counts: two pairs wait only where both are real."""
    return sort & _BELOW_WAIT if WAITS[sort >> WAIT_AT] == BACK_TO_BACK and sort & WILD_PAIR else sort


_BELOW_WAIT: Final = (1 << WAIT_AT) - 1
_EVERY_SORT: Final = range(len(WAITS) << WAIT_AT)
TOLD: Final = tuple(_told(sort) for sort in _EVERY_SORT)


class Ranks:
    """Sorts with their waits by what they are worth. ``of``: the rank of a sort with its wait, the same where all that
    is worth something is the same; ``sort``: by rank, such a sort with nothing else in it; ``most``: the rank at most,
    once more sets are known, but for some (``without``); ``best``: the same with any wait."""

    def __init__(self, worth: Worth, without: int = 0) -> None:
        worths = [worth(sort & _BELOW_WAIT, WAITS[sort >> WAIT_AT]) for sort in TOLD]
        counted = [_counted(sort, worths) for sort in _EVERY_SORT]
        self.sort = sorted(set(counted), key=lambda sort: (worths[sort], sort & STRAIGHT, sort & KINDS_AMONG, -sort))
        of = tuple([self.sort.index(sort) for sort in counted])
        further = [more for more in range(1 << WAIT_AT) if not more & without]
        self.of = of
        self.most = tuple([max([of[sort | more] for more in further]) for sort in _EVERY_SORT])
        self.best = tuple([max(self.most[sort :: 1 << WAIT_AT]) for sort in range(1 << WAIT_AT)])


def _counted(sort: int, worths: Sequence[int]) -> int:
    """A sort without what is worth nothing in it."""
    for less, more in ((~_BELOW_WAIT, 0), (WILD_PAIR, 0), (0, KINDS_AMONG), (STRAIGHT, 0)):
        if worths[sort & ~less | more] == worths[sort]:
            sort = sort & ~less | more
    return sort


# a suit of a hand


Beside = tuple[tuple[int, ...], int]
"""A suit of a hand without the winning tile, cut, with ranks from 0 for tiles: its sets, and the tile of its pair or
-1."""
Won = tuple[tuple[int, ...], int, int, int]
"""The suit with the winning tile: beside that what the tile completes, and as what it is read."""


def _with_straight(sort: int) -> int:
    return sort & _BELOW_LOWS | (STRAIGHT if sort >> LOWS_AT == _ALL_LOWS else 0)


_STRAIGHTS: Final = tuple(_with_straight(sort) for sort in range(_ALL_LOWS + 1 << LOWS_AT))
"""A sort once all chows of its suit are known."""


def sorts_beside(part: int, lows: int) -> Sequence[int]:
    """The sorts of a suit without the winning tile. ``lows``: of the declared chows of the suit, at ``LOWS_AT``."""
    sorts = _sorts(part)
    if len(sorts) < 2:
        return [_STRAIGHTS[sorts[0] | lows]] if sorts else sorts
    return list(dict.fromkeys([_STRAIGHTS[sort | lows] for sort in sorts]))


def cut_beside(part: int, lows: int, sort: int) -> Beside:
    """Of a suit without the winning tile the last cut of this sort."""
    sorts: Sequence[int] = _sorts(part)
    if len(sorts) > 1:
        sorts = [full for full in sorts if _STRAIGHTS[full | lows] == sort]
    return _cut(part, sorts[-1]) if part >> WILD_AT & 3 else _real_cut(part, sorts, -1)


def sorts_with_winning(
    part: int, lows: int, winning: int, beside: Collection[int], ranks: Ranks, best: int, *, every: bool
) -> Mapping[int, Completion]:
    """The sorts, with the wait above each, of a suit with the winning tile, and how the first of each comes about;
    ``part`` is without that tile, but for the pair that it may complete. ``winning``: its rank, -1 for a wild one. Left
    out is what cannot rank above ``best`` with one of the sorts ``beside``, nor, but for ``every``, above what came
    before."""
    found: dict[int, Completion] = {}
    of, most = ranks.of, ranks.most
    for one in _fitting(part, winning):
        _, _, _, _, _, first, wait, taken, told = one
        for other in beside:
            if most[other | told] > best:
                break
        else:
            continue
        rest = part - taken
        if cannot_be_cut(rest):
            continue
        first |= lows
        for more in _sorts(rest):
            sort = _STRAIGHTS[first | more] | wait
            if sort not in found:
                found[sort] = one, more
                if not every:
                    best = max([best, *[of[sort | other] for other in beside]])
    return found


def cut_with_winning(part: int, completion: Completion) -> Won:
    """Of a suit with the winning tile the first cut that comes about so."""
    one, more = completion
    sets, pair = _cut(part - one.taken, more)
    return (sets, one.tile, one.code, one.tile) if one.single else ((*sets, one.code), pair, one.code, one.tile)


# what the winning tile completes


def wait_of_set(taken: int, winning: int) -> str:
    """``back-to-back`` for any pung that the winning tile completes."""
    kind = kind_of(taken)
    if kind == PAIR:
        return SINGLE
    if kind != CHOW:
        return BACK_TO_BACK
    if winning == taken + 1:
        return MIDDLE
    low, place = taken % 9, winning - taken
    return EDGE if (low == 0 and place == 2) or (low == 6 and place == 0) else NO_WAIT


class Completed(NamedTuple):
    """A set or pair of a suit with the winning tile as ``tile``: the bag of its other tiles that are real, and how many
    wild ones are with them; ``taken``: both, out of a part. The wait is as ``WAIT_AT`` has it; for a pung only where
    the pair of it was real. ``told``: what is known of a sort and its wait by it."""

    code: int
    tile: int
    real: int
    wild: int
    single: bool
    sort: int
    wait: int
    taken: int
    told: int


def _completed(tile: int) -> Iterator[Completed]:
    """What the winning tile may complete when it is read as this one, with real or wild tiles beside it."""
    chows = [code for code in CHOWS if 0 <= tile - code <= 2]
    for code in (PAIR + tile, PUNG + tile, *chows):
        others = tiles_of(code)
        others.remove(tile)
        for held in product((True, False), repeat=len(others)):
            real = bag(other for other, is_real in zip(others, held, strict=True) if is_real)
            single, wild = kind_of(code) == PAIR, held.count(False)
            waits = NO_WAIT if wild and kind_of(code) == PUNG else wait_of_set(code, tile)
            sort, wait = SORTS.get(code, 0), WAITS.index(waits) << WAIT_AT
            taken = real + (wild << WILD_AT) + (PAIR_WANTED if single else 0)
            yield Completed(code, tile, real, wild, single, sort, wait, taken, sort & _BELOW_LOWS | wait)


_BY_TILE: Final = [tuple(dict.fromkeys(_completed(tile))) for tile in RANKS]
_BY_RANK: Final = (*_BY_TILE, tuple(one for row in _BY_TILE for one in row))
COMPLETED: Final = tuple([[one for one in row if one.wild <= wild] for wild in range(4)] for row in _BY_RANK)
"""By the rank of the winning tile, last of all for a wild one, and by how many other wild tiles there are."""
_CARRY: Final = 16 * (EACH_ONE & SUIT_MASK)
"""A bag with it, less another one, keeps all its bits exactly when the other is within the first."""
Completion = tuple[Completed, int]
"""What the winning tile completes, and the sort of the other tiles of its suit."""


def _fitting(part: int, winning: int) -> Sequence[Completed]:
    """What the winning tile may complete with the other tiles of its suit."""
    if winning < 0:
        return _of_tiles(part, winning)
    near = part << 2 * BITS >> BITS * winning & _NEAR
    return _BY_NEAR[winning][part >> WILD_AT].get(near) or _kept(part, winning, near)


def _of_tiles(part: int, winning: int) -> Sequence[Completed]:
    room, pair = (part & SUIT_MASK) + _CARRY, part >= PAIR_WANTED
    return tuple(
        [
            one
            for one in COMPLETED[winning][part >> WILD_AT & 3]
            if (pair or not one.single) and room - one.real & _CARRY == _CARRY
        ]
    )


_NEAR: Final = (1 << 5 * BITS) - 1
"""The winning tile and two ranks on either side: no others stand with it."""
_BY_NEAR: Final[Sequence[Sequence[dict[int, Sequence[Completed]]]]] = [[{} for _ in range(8)] for _ in RANKS]
"""By rank, number of wild tiles and whether a pair is wanted, and the tiles near by. Each is emptied when large."""
_NEAR_KEPT: Final = 100


def _kept(part: int, winning: int, near: int) -> Sequence[Completed]:
    kept = _BY_NEAR[winning][part >> WILD_AT]
    if len(kept) >= _NEAR_KEPT:
        kept.clear()
    kept[near] = found = _of_tiles(part, winning)
    return found
