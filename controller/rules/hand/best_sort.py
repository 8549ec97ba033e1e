"""The sort that is worth most of a hand of sets and a pair with wild tiles, found from the kinds of its suits alone
(``hand.suit_kinds``): no cut is made. Which cut it is, ``hand.best_reading`` finds when somebody asks for the sets.

A tile that the winning one or a straight needs is a real one where there is one: the wild tile that is saved can take
its place anywhere, and two pairs are worth no less then.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING, Final

from controller.rules.hand.sets import CHOW
from controller.rules.hand.suit_kinds import ALL_KINDS, LANE, SUIT_KINDS, TOGETHER, Place
from controller.rules.hand.suit_sorts import (
    BACK_TO_BACK,
    CHOW_AMONG,
    KINDS_AMONG,
    LOWS_AT,
    PUNG_AMONG,
    SINGLE,
    STRAIGHT,
    WAIT_AT,
    WAITS,
    Worths,
    wait_of_set,
)
from controller.rules.hand.tiles import ONE, SUIT_BITS, SUIT_MASK

if TYPE_CHECKING:
    from mypy_extensions import i64

SUITS: Final = range(3)
BESIDE: Final = ((1, 2), (0, 2), (0, 1))
"""By the suit with the winning tile, the others."""
UNSURE: Final = -1
_SORTS: Final = LANE
"""Of kinds."""
_WITH_STRAIGHT: Final = len(WAITS) << LANE
_TWO_PAIRS: Final = WAITS.index(BACK_TO_BACK) << LANE


class KindsWorth:
    """By kinds, with the wait above them and ``_WITH_STRAIGHT`` for a straight: ``most``, what they are worth at most,
    and ``sort``, the sort with its wait that is worth so, ``UNSURE`` where there are several. ``best``: by the sort of
    the declared sets, what a hand can be worth at most. Sorts are told apart by what they are worth."""

    def __init__(self, worths: Worths) -> None:
        self.most: list[int] = []
        self.sort: list[int] = []
        self.best = worths.best
        self.straights = False
        for straight in (0, STRAIGHT):
            for wait in range(len(WAITS)):
                for kinds in range(ALL_KINDS + 1):
                    sorts = [sort | straight | wait << WAIT_AT for sort in range(_SORTS) if kinds >> sort & 1]
                    most = max([worths.of[sort] for sort in sorts], default=-1)
                    best = {_counted(sort, worths.of) for sort in sorts if worths.of[sort] == most}
                    if any(sort & STRAIGHT for sort in best):
                        self.straights = True
                    self.most.append(most)
                    self.sort.append(best.pop() if len(best) == 1 else UNSURE)


def _counted(sort: int, of: Sequence[int]) -> int:
    """A sort without what is worth nothing in it."""
    for less, more in ((_WAIT, 0), (0, KINDS_AMONG), (STRAIGHT, 0)):
        if of[sort & ~less | more] == of[sort]:
            sort = sort & ~less | more
    return sort


_WAIT: Final = -1 << WAIT_AT


class Taker:
    """What a winning tile may complete: ``others``, each other tile as a bag of its suit; the wait, as in
    ``KindsWorth``, and the kinds. ``low``: the place in a straight of a chow that may be in one, or -1."""

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
    """A taker in a hand: the place of the other tiles of its suit, and how many wild tiles are in it."""

    __slots__ = ("place", "taker", "wild")

    wild: i64

    def __init__(self, taker: Taker, place: Place, wild: int) -> None:
        self.taker, self.place, self.wild = taker, place, wild


class Case:
    """A hand with a straight in one suit, or with none that is known of: the places of the suits beside that of the
    winning tile, and what the winning tile may complete. ``one_wild``, ``other_wild``: the wild tiles of a straight
    there; ``kinds``: those of sets that are known; ``straight``: what is added for one in ``KindsWorth``."""

    __slots__ = ("kinds", "one", "one_wild", "other", "other_wild", "straight", "takings")

    kinds: i64
    one_wild: i64
    other_wild: i64
    straight: i64

    def __init__(
        self, one: Place, one_wild: int, other: Place, other_wild: int, takings: list[Taking], sort: int, straight: int
    ) -> None:
        self.one, self.one_wild, self.other, self.other_wild = one, one_wild, other, other_wild
        self.takings, self.kinds, self.straight = takings, 1 << sort, straight


def cases_of(
    bags: Sequence[int], won: int, rank: int, wild: int, lows: Sequence[int], straights: int, sort: int
) -> list[Case]:
    """``bags``: the real tiles of each suit but for the winning one, which is in suit ``won``; ``lows``: of the
    declared chows; ``straights``: a bit for each suit that may have one; ``sort``: of the declared sets."""
    one, other = BESIDE[won]
    suits = SUIT_KINDS[wild]
    of_one = suits.of(bags[one])
    if not of_one.sets | of_one.any_pair:
        return []
    of_other = suits.of(bags[other])
    if not of_other.sets | of_other.any_pair:
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
        left: i64 = _without(bags[suit], _STRAIGHTS[declared])
        used = left >> SUIT_BITS
        if used > wild:
            continue
        place = suits.of(left & SUIT_MASK)
        if suit == one:
            cases.append(Case(place, used, of_other, 0, cases[0].takings, sort | CHOW_AMONG, _WITH_STRAIGHT))
        else:
            cases.append(Case(of_one, 0, place, used, cases[0].takings, sort | CHOW_AMONG, _WITH_STRAIGHT))
    return cases


def _takings(suit: int, rank: int, wild: int, declared: int = -1) -> list[Taking]:
    """What the winning tile may complete; beside a straight in its suit unless ``declared``, the chows of it that are
    declared, is -1."""
    found = []
    suits = SUIT_KINDS[wild]
    for taker in _TAKERS[rank]:
        left: i64 = _without(suit, taker.others)
        if declared >= 0:
            there = declared | (1 << taker.low if taker.low >= 0 else 0)
            left = _without(left & SUIT_MASK, _STRAIGHTS[there]) + (left & ~SUIT_MASK)
        used = left >> SUIT_BITS
        if used > wild:
            continue
        place = suits.of(left & SUIT_MASK)
        if place.sets | place.any_pair:
            found.append(Taking(taker, place, used))
    return found


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


class BestSort:
    """``sort``: with the wait above it; ``UNSURE`` where it takes cuts to tell which of several comes first.
    ``worth``: -1 where that takes cuts as well."""

    __slots__ = ("sort", "worth")

    def __init__(self, sort: int, worth: int) -> None:
        self.sort, self.worth = sort, worth


NO_CUT: Final = BestSort(UNSURE, -1)
_LEFT_TO_CUTS: Final = BestSort(UNSURE, -1)


def best_sort(
    cases: Sequence[Case], won: int, shares: Sequence[tuple[int, ...]], sort: int, worths: KindsWorth
) -> BestSort:
    """The first sort that is worth most, in the order in which hands are cut. ``shares``: the wild tiles of each suit
    and the suit of the pair. Left to cuts is a hand that may have two pairs and a straight, of which one or the other
    would have a wild tile."""
    if len(cases) > 1:
        for taking in cases[0].takings:
            if taking.taker.pung and not taking.wild:
                return _LEFT_TO_CUTS
    best, first = -1, UNSURE
    one, other = BESIDE[won]
    for share in shares:
        if best >= worths.best[sort]:
            break
        in_share = _InShare(worths)
        for case in cases:
            _note(in_share, case, share, one, other, won)
        if in_share.worth > best:
            best = in_share.worth
            in_order = len(cases) == 1 and (won == 0 or in_share.alone) and not in_share.mixed
            first = UNSURE if in_share.tied and not in_order else in_share.sort
    return NO_CUT if best < 0 else BestSort(first, best)


class _InShare:
    """What is worth most with the wild tiles shared in one way. ``tied``: another sort is worth the same; ``alone``:
    the suits beside that of the winning tile have one sort each, so that the order is that of what it completes;
    ``mixed``: two pairs are worth most, and perhaps no more than what comes first with the same pung, but with a wild
    tile in the pair."""

    __slots__ = ("alone", "mixed", "sort", "tied", "worth", "worths")

    worth: i64

    def __init__(self, worths: KindsWorth) -> None:
        self.worths = worths
        self.sort, self.worth = UNSURE, -1
        self.tied = self.mixed = False
        self.alone = True

    def note(self, kinds: i64) -> bool:
        """Kinds as in ``KindsWorth``; whether nothing is worth more."""
        worth: i64 = self.worths.most[kinds]
        if worth < self.worth:
            return False
        sort = self.worths.sort[kinds]
        if worth > self.worth:
            self.worth, self.sort, self.tied = worth, sort, False
        elif sort != self.sort:
            self.tied = True
        return True


def _note(found: _InShare, case: Case, share: tuple[int, ...], one: int, other: int, won: int) -> None:
    pair, in_one, in_other, in_won = share[3], share[one], share[other], share[won]
    used_one: i64 = LANE * (in_one - case.one_wild)
    used_other: i64 = LANE * (in_other - case.other_wild)
    if used_one < 0 or used_other < 0:
        return
    of_one: i64 = (case.one.any_pair if pair == one else case.one.sets) >> used_one & ALL_KINDS
    of_other: i64 = (case.other.any_pair if pair == other else case.other.sets) >> used_other & ALL_KINDS
    beside: i64 = TOGETHER[of_one << LANE | of_other]
    if not beside:
        return
    beside = TOGETHER[beside << LANE | case.kinds]
    beside_real: i64 = beside
    if pair != won:
        real_one: i64 = of_one
        real_other: i64 = of_other
        if pair == one:
            real_one = case.one.real_pair >> used_one & ALL_KINDS
        else:
            real_other = case.other.real_pair >> used_other & ALL_KINDS
        beside_real = TOGETHER[real_one << LANE | real_other]
        beside_real = TOGETHER[beside_real << LANE | case.kinds]
    if of_one & of_one - 1 or of_other & of_other - 1:
        found.alone = False
    for taking in case.takings:
        used: i64 = LANE * (in_won - taking.wild)
        taker, place = taking.taker, taking.place
        if used < 0 or (taker.pair and pair != won):
            continue
        kinds: i64 = (place.any_pair if pair == won and not taker.pair else place.sets) >> used & ALL_KINDS
        if not kinds:
            continue
        together: i64 = TOGETHER[kinds << LANE | beside]
        whole: i64 = TOGETHER[together << LANE | taker.kinds]
        if not taker.pung:
            found.note(case.straight + taker.wait + whole)
            continue
        if not taking.wild:
            real: i64 = place.real_pair >> used & ALL_KINDS if pair == won else kinds
            together = TOGETHER[real << LANE | beside_real]
            whole_real: i64 = TOGETHER[together << LANE | taker.kinds]
            if (
                whole_real
                and found.note(case.straight + _TWO_PAIRS + whole_real)
                and ((won and pair != won) or found.worths.most[case.straight + whole] == found.worth)
            ):
                found.mixed = True
        found.note(case.straight + whole)
