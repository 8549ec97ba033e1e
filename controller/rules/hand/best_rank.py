"""The highest rank of the cuts of a hand of sets and a pair with wild tiles, found from the kinds of its suits alone
(``hand.suit_kinds``): no cut is made. Which cut it is, ``hand.best_reading`` finds when somebody asks for the sets.

A tile that the winning one or a straight needs is a real one where there is one: the wild tile that is saved can take
its place anywhere, and two pairs are worth no less then.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING, Final

from controller.rules.hand.sets import CHOW
from controller.rules.hand.suit_kinds import ALL_KINDS, LANE, REAL, TOGETHER, suit_kinds, with_real_pair
from controller.rules.hand.suit_sorts import (
    BACK_TO_BACK,
    CHOW_AMONG,
    LOWS_AT,
    PUNG_AMONG,
    SINGLE,
    STRAIGHT,
    WAIT_AT,
    WAITS,
    Ranks,
    wait_of_set,
)
from controller.rules.hand.tiles import ONE, SUIT_BITS, SUIT_MASK

if TYPE_CHECKING:
    from mypy_extensions import i64

SUITS: Final = range(3)
BESIDE: Final = ((1, 2), (0, 2), (0, 1))
"""By the suit with the winning tile, the others."""
NO_CUT: Final = -1
_SORTS: Final = LANE
"""Of kinds."""
_WITH_STRAIGHT: Final = len(WAITS) << LANE
_TWO_PAIRS: Final = WAITS.index(BACK_TO_BACK) << LANE


class KindsRanks:
    """``most``: by kinds, with the wait above them and ``_WITH_STRAIGHT`` for a straight, the highest rank of their
    sorts, ``NO_CUT`` for none. ``best``: by the sort of the declared sets, the highest that a hand can have.
    ``straights``: whether they matter."""

    def __init__(self, ranks: Ranks) -> None:
        self.most: list[int] = []
        self.best = ranks.best
        self.straights = any(sort & STRAIGHT for sort in ranks.sort)
        for straight in (0, STRAIGHT):
            for wait in range(len(WAITS)):
                for kinds in range(ALL_KINDS + 1):
                    sorts = [sort | straight | wait << WAIT_AT for sort in range(_SORTS) if kinds >> sort & 1]
                    self.most.append(max([ranks.of[sort] for sort in sorts], default=NO_CUT))


class Taker:
    """What a winning tile may complete: ``others``, each other tile as a bag of its suit; the wait, as in
    ``KindsRanks``, and the kinds. ``low``: the place in a straight of a chow that may be in one, or -1."""

    __slots__ = ("kinds", "low", "others", "pair", "pung", "wait")

    kinds: i64
    wait: i64

    def __init__(self, others: Iterable[int], wait: str, sort: int, low: int = -1) -> None:
        self.others = tuple([ONE[other] for other in others])
        self.wait, self.kinds, self.low = WAITS.index(wait) << LANE, 1 << sort, low
        self.pair, self.pung = wait == SINGLE, wait == BACK_TO_BACK


def _takers(tile: int) -> list[Taker]:
    """In the order in which a hand is cut."""
    takers = [Taker((tile,), SINGLE, 0), Taker((tile, tile), BACK_TO_BACK, PUNG_AMONG)]
    for low in range(max(0, tile - 2), min(6, tile) + 1):
        others = [low + step for step in range(3) if low + step != tile]
        takers.append(Taker(others, wait_of_set(CHOW + low, tile), CHOW_AMONG, -1 if low % 3 else low // 3))
    return takers


_TAKERS: Final = [_takers(tile) for tile in range(9)]


class Taking:
    """A taker in a hand: whether its other tiles are ``real``, the kinds of those that are left of its suit, and how
    many wild tiles are in it and in a straight beside it."""

    __slots__ = ("kinds", "real", "taker", "wild")

    kinds: i64
    wild: i64

    def __init__(self, taker: Taker, kinds: i64, wild: i64, *, real: bool) -> None:
        self.taker, self.kinds, self.wild, self.real = taker, kinds, wild, real


class Case:
    """A hand with a straight in one suit, or with none that is known of: the kinds of the suits beside that of the
    winning tile, and what the winning tile may complete. ``one_wild``, ``other_wild``: the wild tiles of a straight
    there; ``kinds``: those of sets that are known; ``straight``: what is added for one in ``KindsRanks``."""

    __slots__ = ("kinds", "one", "one_wild", "other", "other_wild", "straight", "takings")

    kinds: i64
    one: i64
    one_wild: i64
    other: i64
    other_wild: i64
    straight: i64

    def __init__(
        self, one: i64, one_wild: i64, other: i64, other_wild: i64, takings: list[Taking], sort: int, straight: int
    ) -> None:
        self.one, self.one_wild, self.other, self.other_wild = one, one_wild, other, other_wild
        self.takings, self.kinds, self.straight = takings, 1 << sort, straight


def cases_of(
    bags: Sequence[int], won: int, rank: int, wild: int, lows: Sequence[int], straights: int, sort: int
) -> list[Case]:
    """``bags``: the real tiles of each suit but for the winning one, which is in suit ``won``; ``lows``: of the
    declared chows; ``straights``: a bit for each suit that may have one; ``sort``: of the declared sets."""
    one, other = BESIDE[won]
    of_one = suit_kinds(bags[one], wild)
    if not of_one:
        return []
    of_other = suit_kinds(bags[other], wild)
    if not of_other:
        return []
    cases = [Case(of_one, 0, of_other, 0, _takings(bags[won], rank, wild), sort, 0)]
    if not straights:
        return cases
    for suit in SUITS:
        if not straights >> suit & 1:
            continue
        declared = lows[suit] >> LOWS_AT
        if suit == won:
            takings = _takings(bags[suit], rank, wild, declared)
            cases.append(Case(of_one, 0, of_other, 0, takings, sort | CHOW_AMONG, _WITH_STRAIGHT))
            continue
        used, kinds = _beside_straight(bags[suit], declared, wild)
        if not kinds:
            continue
        if suit == one:
            cases.append(Case(kinds, used, of_other, 0, cases[0].takings, sort | CHOW_AMONG, _WITH_STRAIGHT))
        else:
            cases.append(Case(of_one, 0, kinds, used, cases[0].takings, sort | CHOW_AMONG, _WITH_STRAIGHT))
    return cases


def _takings(suit: int, rank: int, wild: int, declared: int = -1) -> list[Taking]:
    """What the winning tile may complete; beside a straight in its suit unless ``declared``, the chows of it that are
    declared, is -1."""
    found = []
    for taker in _TAKERS[rank]:
        left: i64 = _without(suit, taker.others)
        used = left >> SUIT_BITS
        if used > wild:
            continue
        of_straight: i64 = 0
        if declared < 0:
            kinds = suit_kinds(left & SUIT_MASK, wild - used)
        else:
            there = declared | (1 << taker.low if taker.low >= 0 else 0)
            of_straight, kinds = _beside_straight(left & SUIT_MASK, there, wild - used)
        if kinds:
            found.append(Taking(taker, kinds, used + of_straight, real=used == 0))
    return found


def _beside_straight(suit: i64, declared: int, wild: i64) -> tuple[i64, i64]:
    """How many wild tiles a straight in a suit takes, and the kinds of what is left. Of two tiles both may be wanted
    for a real pair, with a wild one for the straight."""
    tiles = _STRAIGHTS[declared]
    left: i64 = _without(suit, tiles)
    used = left >> SUIT_BITS
    if used > wild:
        return used, 0
    left &= SUIT_MASK
    kinds: i64 = suit_kinds(left, wild - used)
    if used < wild:
        for tile in tiles:
            if suit & 31 * tile == 2 * tile:
                kinds |= with_real_pair(left, left - tile, wild - used - 1)
    return used, kinds


_STRAIGHTS: Final = [tuple([ONE[rank] for rank in range(9) if not there >> rank // 3 & 1]) for there in range(1 << 3)]
"""By the chows that are there already, the tiles that a straight takes."""


def _without(suit: int, tiles: tuple[int, ...]) -> i64:
    """A suit without these tiles; above it, how many of them are not there."""
    left: i64 = suit
    for tile in tiles:
        taken: i64 = tile
        if left & 31 * taken:
            left -= taken
        else:
            left += _MISSING
    return left


_MISSING: Final = 1 << SUIT_BITS


def best_rank(cases: Sequence[Case], won: int, shares: Sequence[tuple[int, ...]], sort: int, ranks: KindsRanks) -> int:
    """The highest of all cuts, ``NO_CUT`` if there is none. ``shares``: the wild tiles of each suit and the suit of the
    pair; ``sort``: of the declared sets."""
    best: i64 = NO_CUT
    most: i64 = ranks.best[sort]
    one, other = BESIDE[won]
    for share in shares:
        if best >= most:
            break
        for case in cases:
            best = _better(best, case, share, one, other, won, ranks.most)
    return best


def _better(best: i64, case: Case, share: tuple[int, ...], one: int, other: int, won: int, ranks: Sequence[int]) -> i64:
    """``best``, or the highest rank with the wild tiles shared in this way. ``ranks``: those of kinds."""
    pair, in_one, in_other, in_won = share[3], share[one], share[other], share[won]
    used_one: i64 = LANE * (in_one - case.one_wild)
    used_other: i64 = LANE * (in_other - case.other_wild)
    if used_one < 0 or used_other < 0:
        return best
    of_one: i64 = case.one >> used_one & ALL_KINDS
    of_other: i64 = case.other >> used_other & ALL_KINDS
    beside: i64 = TOGETHER[of_one << LANE | of_other]
    if not beside:
        return best
    beside = TOGETHER[beside << LANE | case.kinds]
    for taking in case.takings:
        used: i64 = LANE * (in_won - taking.wild)
        taker = taking.taker
        if used < 0 or (taker.pair and pair != won):
            continue
        kinds: i64 = taking.kinds >> used & ALL_KINDS
        if not kinds:
            continue
        together: i64 = TOGETHER[kinds << LANE | beside]
        whole: i64 = TOGETHER[together << LANE | taker.kinds]
        rank: i64 = ranks[case.straight + taker.wait + whole]
        if taker.pung:
            rank = ranks[case.straight + whole]
            if taking.real:
                real_one: i64 = case.one >> REAL + used_one & ALL_KINDS
                real_other: i64 = case.other >> REAL + used_other & ALL_KINDS
                beside_real: i64 = TOGETHER[real_one << LANE | real_other]
                beside_real = TOGETHER[beside_real << LANE | case.kinds]
                together = TOGETHER[(taking.kinds >> REAL + used & ALL_KINDS) << LANE | beside_real]
                whole = TOGETHER[together << LANE | taker.kinds]
                two_pairs: i64 = ranks[case.straight + _TWO_PAIRS + whole]
                if two_pairs > rank:
                    rank = two_pairs
        if rank > best:
            best = rank
    return best
