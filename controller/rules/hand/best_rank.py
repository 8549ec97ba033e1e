"""The highest rank of the cuts of a hand of sets and a pair with wild tiles, found from the kinds of its suits alone
(``hand.suit_kinds``): no cut is made. Which cut it is, ``hand.best_reading`` finds when somebody asks for the sets.

A tile that the winning one or a straight needs is a real one where there is one: the wild tile that is saved can take
its place anywhere, and two pairs are worth no less then.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import product
from typing import TYPE_CHECKING, Final

from controller.rules.hand.sets import CHOW
from controller.rules.hand.suit_kinds import ALL_KINDS, LANE, MOST_WILD, REAL, TOGETHER, suit_kinds, with_real_pair
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
from controller.rules.hand.words import number_in_suit

if TYPE_CHECKING:
    from mypy_extensions import i64

Bags = tuple[int, int, int]
"""The bag of each suit, its ranks from 0: unlike that of a whole hand it fits into a word of the processor."""
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
    sorts, ``NO_CUT`` for none. ``top``: by a sort in the place of the kinds, the highest once more sets are known, with
    a straight or none for ``_WITH_STRAIGHT``, with two pairs or none for these. ``straights``: whether they matter."""

    def __init__(self, ranks: Ranks) -> None:
        self.straights = any(sort & STRAIGHT for sort in ranks.sort)
        self.most: list[int] = []
        for straight in (0, STRAIGHT):
            for wait in range(len(WAITS)):
                for kinds in range(ALL_KINDS + 1):
                    sorts = [sort | straight | wait << WAIT_AT for sort in range(_SORTS) if kinds >> sort & 1]
                    self.most.append(max([ranks.of[sort] for sort in sorts], default=NO_CUT))
        self.top = [self._top(at & ~ALL_KINDS, at & ALL_KINDS) for at in range(2 * _WITH_STRAIGHT)]

    def _top(self, above: int, sort: int) -> int:
        straights = (0, _WITH_STRAIGHT) if above >= _WITH_STRAIGHT else (0,)
        wait = above % _WITH_STRAIGHT
        waits = (0, wait) if wait == _TWO_PAIRS else (wait,)
        kinds = sum(1 << more for more in range(_SORTS) if more & sort == sort)
        return max(self.most[straight + wait + kinds] for straight in straights for wait in waits)


class Taker:
    """What a winning tile may complete: each other tile as a bag of its suit (``second``: 0 for the pair), all bits of
    their kinds; the wait, as in ``KindsRanks``, the sort and its kinds. ``low``: the place in a straight of a chow that
    may be in one, or -1."""

    __slots__ = ("first", "first_kind", "kinds", "low", "pair", "pung", "second", "second_kind", "sort", "wait")

    first: i64
    first_kind: i64
    kinds: i64
    second: i64
    second_kind: i64
    sort: i64
    wait: i64

    def __init__(self, others: Sequence[int], wait: str, sort: int, low: int = -1) -> None:
        self.first, self.second = ONE[others[0]], ONE[others[1]] if len(others) > 1 else 0
        self.first_kind, self.second_kind = 31 * self.first, 31 * self.second
        self.wait, self.sort, self.kinds, self.low = WAITS.index(wait) << LANE, sort, 1 << sort, low
        self.pair, self.pung = wait == SINGLE, wait == BACK_TO_BACK


def _takers(tile: int) -> Iterable[Taker]:
    yield Taker((tile,), SINGLE, 0)
    yield Taker((tile, tile), BACK_TO_BACK, PUNG_AMONG)
    for low in range(max(0, tile - 2), min(6, tile) + 1):
        others = [low + step for step in range(3) if low + step != tile]
        yield Taker(others, wait_of_set(CHOW + low, tile), CHOW_AMONG, -1 if low % 3 else low // 3)


_TAKERS: Final = [list(_takers(tile)) for tile in range(9)]


class Share:
    """Wild tiles and the pair shared among the suits, that of the winning tile and the two beside it: ``LANE`` times
    the wild tiles of each, and whether the pair is with the winning tile."""

    __slots__ = ("one", "other", "pair_won", "won")

    one: i64
    other: i64
    won: i64

    def __init__(self, one: int, other: int, won: int, *, pair_won: bool) -> None:
        self.one, self.other, self.won, self.pair_won = LANE * one, LANE * other, LANE * won, pair_won


class Shares:
    """All the ways to share some wild tiles, and the most that each of the suits beside gets in any of them."""

    __slots__ = ("most_one", "most_other", "ways")

    most_one: i64
    most_other: i64

    def __init__(self, thirds: Sequence[int], wild: int) -> None:
        numbers = numbers_of(thirds, wild)
        self.ways = [Share(*used, pair_won=pair == 2) for used, pair in numbers]
        self.most_one = max([used[0] for used, _ in numbers], default=0)
        self.most_other = max([used[1] for used, _ in numbers], default=0)


def numbers_of(thirds: Sequence[int], wild: int) -> list[tuple[tuple[int, ...], int]]:
    """How so many wild tiles and the pair may be shared among the suits, so that each has sets, or sets and the pair:
    the wild tiles of each, and the suit of the pair. ``thirds``: of each suit the number of its real tiles modulo 3,
    the winning one among them."""
    return [
        (used, pair)
        for pair in SUITS
        for used in product(range(wild + 1), repeat=3)
        if sum(used) == wild and all((thirds[suit] + used[suit] - 2 * (suit == pair)) % 3 == 0 for suit in SUITS)
    ]


_SHARES: Final = [
    Shares((one, other, won + 1), wild)
    for one, other, won, wild in product(range(3), range(3), range(3), range(MOST_WILD + 1))
]
"""By the number of real tiles modulo 3 of each suit, the winning one not among them, and the wild tiles."""


class Beside:
    """The suits beside that of the winning tile: the kinds of each; where one has a straight, the wild tiles of it in
    lanes and what is added for it in ``KindsRanks``; ``sort``: of the sets that are known."""

    __slots__ = ("kinds", "one", "one_wild", "other", "other_wild", "sort", "straight")

    kinds: i64
    one: i64
    one_wild: i64
    other: i64
    other_wild: i64
    sort: i64
    straight: i64

    def __init__(self, one: i64, one_wild: i64, other: i64, other_wild: i64, sort: i64, straight: i64) -> None:
        self.one, self.one_wild, self.other, self.other_wild = one, LANE * one_wild, other, LANE * other_wild
        self.sort, self.kinds, self.straight = sort, 1 << sort, straight


def best_rank(
    real: Bags, winning: int, wild: int, lows: Sequence[int], straights: int, sort: int, ranks: KindsRanks
) -> int:
    """The highest of all cuts, ``NO_CUT`` if there is none. ``real``: the tiles of each suit that are not wild, the
    winning one among them; ``lows``: of the declared chows; ``straights``: a bit for each suit that may have one;
    ``sort``: of the declared sets."""
    m, p, s = real
    suit, rank = winning // 9, winning % 9
    in_one: i64 = p if suit == 0 else m
    in_other: i64 = p if suit == 2 else s
    in_won: i64 = (m if suit == 0 else p if suit == 1 else s) - ONE[rank]
    thirds: i64 = (number_in_suit(in_one) % 3 * 3 + number_in_suit(in_other) % 3) * 3 + number_in_suit(in_won) % 3
    shares = _SHARES[thirds * (MOST_WILD + 1) + wild]
    of_one: i64 = suit_kinds(in_one, shares.most_one)
    of_other: i64 = suit_kinds(in_other, shares.most_other) if of_one else 0
    won_wild: i64 = -1
    pair_won = False
    for share in shares.ways:
        if of_one >> share.one & ALL_KINDS and of_other >> share.other & ALL_KINDS:
            won_wild = max(won_wild, share.won // LANE)
            pair_won = pair_won or share.pair_won
    if won_wild < 0:
        return NO_CUT
    beside = Beside(of_one, 0, of_other, 0, sort, 0)
    others: list[Beside] = []
    with_straight: i64 = 0
    if straights:
        with_straight = _WITH_STRAIGHT
        others = _beside_with_straight(beside, real, suit, wild, lows, straights)
    best: i64 = NO_CUT
    for taker in _TAKERS[rank]:
        if taker.pair and not pair_won:
            continue
        left: i64 = in_won
        used: i64 = 0
        if left & taker.first_kind:
            left -= taker.first
        else:
            used = 1
        if left & taker.second_kind:
            left -= taker.second
        elif taker.second:
            used += 1
        if used > won_wild or ranks.top[with_straight + taker.wait + (taker.sort | beside.sort)] <= best:
            continue
        kinds: i64 = suit_kinds(left, won_wild - used)
        if not kinds:
            continue
        best = _better(best, beside, kinds, used, used == 0, taker, shares, ranks)
        if not straights:
            continue
        for other in others:
            best = _better(best, other, kinds, used, used == 0, taker, shares, ranks)
        if straights >> suit & 1:
            declared = lows[suit] >> LOWS_AT | (1 << taker.low if taker.low >= 0 else 0)
            of_straight, kinds = _beside_straight(left, declared, won_wild - used)
            if kinds:
                in_own = Beside(of_one, 0, of_other, 0, sort | CHOW_AMONG, _WITH_STRAIGHT)
                best = _better(best, in_own, kinds, used + of_straight, used == 0, taker, shares, ranks)
    return best


def _beside_with_straight(
    plain: Beside, real: Bags, won: int, wild: int, lows: Sequence[int], straights: int
) -> list[Beside]:
    """The suits beside that of the winning tile, with a straight in one of them."""
    found = []
    for suit in BESIDE[won]:
        if straights >> suit & 1:
            used, kinds = _beside_straight(real[suit], lows[suit] >> LOWS_AT, wild)
            sort = plain.sort | CHOW_AMONG
            if not kinds:
                continue
            if suit == BESIDE[won][0]:
                found.append(Beside(kinds, used, plain.other, 0, sort, _WITH_STRAIGHT))
            else:
                found.append(Beside(plain.one, 0, kinds, used, sort, _WITH_STRAIGHT))
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


def _better(
    best: i64, beside: Beside, kinds: i64, wild: i64, real: bool, taker: Taker, shares: Shares, ranks: KindsRanks
) -> i64:
    """``best``, or the highest rank of what the winning tile completes here. ``kinds``: what is left of its suit;
    ``wild``: how many wild tiles are in what it completes and in a straight there; ``real``: none in the former."""
    most: Sequence[int] = ranks.most
    straight: i64 = beside.straight
    if ranks.top[straight + taker.wait + (taker.sort | beside.sort)] <= best:
        return best
    for share in shares.ways:
        used: i64 = share.won - LANE * wild
        used_one: i64 = share.one - beside.one_wild
        used_other: i64 = share.other - beside.other_wild
        if used < 0 or used_one < 0 or used_other < 0 or (taker.pair and not share.pair_won):
            continue
        of_won: i64 = kinds >> used & ALL_KINDS
        of_one: i64 = beside.one >> used_one & ALL_KINDS
        of_other: i64 = beside.other >> used_other & ALL_KINDS
        together: i64 = TOGETHER[of_one << LANE | of_other]
        together = TOGETHER[together << LANE | of_won]
        if not together:
            continue
        known: i64 = TOGETHER[beside.kinds << LANE | taker.kinds]
        rank: i64 = most[straight + taker.wait + TOGETHER[together << LANE | known]]
        if taker.pung:
            rank = most[straight + TOGETHER[together << LANE | known]]
            if real:
                of_won = kinds >> REAL + used & ALL_KINDS
                of_one = beside.one >> REAL + used_one & ALL_KINDS
                of_other = beside.other >> REAL + used_other & ALL_KINDS
                together = TOGETHER[of_one << LANE | of_other]
                together = TOGETHER[together << LANE | of_won]
                two_pairs: i64 = most[straight + _TWO_PAIRS + TOGETHER[together << LANE | known]]
                rank = max(rank, two_pairs)
        if rank > best:
            best = rank
    return best
