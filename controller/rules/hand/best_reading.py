"""The readings that are worth most of hands of sets and a pair with wild tiles in the place of any suit tile, in games
without honours in which chows, pungs, a straight and the place of the winning tile count. Of readings that are worth
the same one is kept."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from functools import lru_cache
from itertools import product
from typing import Final

from controller.rules.hand.reading import STANDARD, Form, Reading, standard
from controller.rules.hand.record import Hand
from controller.rules.hand.sets import (
    CHOW_SHOWN,
    CHOW_STARTS,
    PAIR,
    PUNG,
    PUNG_SHOWN,
    TALLY,
    kind_of,
    tiles_of,
)
from controller.rules.hand.suit_sorts import (
    CHOW_AMONG,
    LOWS_AT,
    PAIR_WANTED,
    PUNG_AMONG,
    STRAIGHT,
    TOLD,
    WAIT_AT,
    WAITS,
    WILD_AT,
    Completion,
    Worth,
    Worths,
    cut_beside,
    cut_with_winning,
    sorts_beside,
    sorts_with_winning,
)
from controller.rules.hand.tiles import EACH_ONE, KINDS, ONE, SUIT_BITS, SUIT_MASK, bag
from controller.rules.hand.wild import with_stand_ins

SUITS: Final = range(3)
Bags = tuple[int, int, int]
"""The bag of each suit, its ranks from 0: unlike that of a whole hand it fits into a word of the processor."""


class Placed(Reading):
    """A reading of a hand with wild tiles."""

    __slots__ = ("wait",)

    wait: str


class Way:
    """A hand with wild tiles, cut: the suit that has the winning tile, the part that each suit is, the sort of each
    (that of the first with the wait above it), and what the winning tile completes."""

    __slots__ = ("completion", "parts", "sorts", "won")

    def __init__(self, won: int, parts: Sequence[int], sorts: Sequence[int], completion: Completion) -> None:
        self.won, self.parts, self.sorts, self.completion = won, parts, sorts, completion


def best_sets(worth: Worth, *, every: bool) -> Form:
    """Sets and a pair, with every set that the winning tile may complete. Of a hand with wild tiles one reading
    that is worth most; with ``every`` one of each sort and wait."""
    of_any, of_no_straight = Worths(worth), Worths(worth, without=STRAIGHT)

    def readings(hand: Hand, every_way: bool) -> list[Reading]:
        if hand.wild is None:
            return standard(hand, every_way)
        if hand.winning >= KINDS and not hand.wild.winning:
            return []
        lows = _lows_of_melds(hand.meld_sets) if hand.meld_sets else _NO_LOWS
        real = real_tiles(hand)
        bags = real & SUIT_MASK, real >> SUIT_BITS & SUIT_MASK, real >> 2 * SUIT_BITS & SUIT_MASK
        straight = _may_be_straight(bags, lows, len(hand.wild.held))
        ways = _ways(hand, bags, lows, of_any if straight else of_no_straight, every=every)
        return [_placed(hand, real, way, lows, WAITS[sort >> WAIT_AT]) for sort, way in ways.items()]

    return readings


def _ways(hand: Hand, real: Bags, lows: Sequence[int], worths: Worths, *, every: bool) -> Mapping[int, Way]:
    """By its sort and wait, the first of the ways to cut a hand with wild tiles that are worth most; with ``every`` the
    first of each sort and wait. ``real``: the concealed tiles that are not wild, ``lows``: of the declared chows."""
    wild = hand.wild
    assert wild is not None
    melded = _kinds_of_melds(hand.meld_sets)
    bags, rank = list(real), -1
    suits: Iterable[int] = SUITS
    if not wild.winning:
        suit, rank = divmod(hand.winning, 9)
        bags[suit] -= ONE[rank]
        suits = (suit,)
    thirds = bags[0] % 31 % 3, bags[1] % 31 % 3, bags[2] % 31 % 3
    found: dict[int, Way] = {}
    best = -1
    for won in suits:
        one, other = _BESIDE[won]
        for shares in _shares(*thirds, len(wild.held) - wild.winning, won):
            if worths.best[melded] <= best:
                return found
            of_one = sorts_beside(bags[one] + shares[one], lows[one])
            if not of_one:
                continue
            of_other = sorts_beside(bags[other] + shares[other], lows[other])
            beside = {first | second | melded for first in of_one for second in of_other}
            in_order = not every and (won == 0 or len(of_one) == len(of_other) == 1)
            of_won = sorts_with_winning(
                bags[won] + shares[won], lows[won], rank, beside, worths, best, in_order=in_order
            )
            if not of_won:
                continue
            for of_each in product(
                *((of_won, of_one, of_other), (of_one, of_won, of_other), (of_one, of_other, of_won))[won]
            ):
                sort = TOLD[of_each[0] | of_each[1] | of_each[2] | melded]
                if (every and sort not in found) or worths.of[sort] > best:
                    parts = [bags[suit] + shares[suit] for suit in SUITS]
                    way = Way(won, parts, of_each, of_won[of_each[won]])
                    if every:
                        found[sort] = way
                    else:
                        best, found = worths.of[sort], {sort: way}
    return found


_BESIDE: Final = ((1, 2), (0, 2), (0, 1))


def _may_be_straight(real: Bags, lows: Sequence[int], wild: int) -> bool:
    """Whether a suit has so many ranks that so many wild tiles and declared chows can make a straight of it."""
    for suit in SUITS:
        part, low = real[suit], lows[suit]
        ranks = ((part | part >> 1 | part >> 2) & _EACH_RANK).bit_count()
        if ranks + wild + (3 * low.bit_count() if low else 0) >= 9:
            return True
    return False


_EACH_RANK: Final = EACH_ONE & SUIT_MASK


@lru_cache(maxsize=1_000)
def _shares(first: int, second: int, third: int, wild: int, won: int) -> Sequence[tuple[int, ...]]:
    """How the wild tiles and the pair may be shared among the suits, so that each has sets, or sets and the pair: what
    makes a part of the bag of each. Of each suit the number of its real tiles modulo 3, without the winning one, which
    is in suit ``won``."""
    sizes = [number + (suit == won) for suit, number in enumerate((first, second, third))]
    return tuple(
        tuple([(used[suit] << WILD_AT) + (PAIR_WANTED if suit == pair else 0) for suit in SUITS])
        for pair in SUITS
        for used in product(range(wild + 1), repeat=3)
        if sum(used) == wild and all((sizes[suit] + used[suit] - 2 * (suit == pair)) % 3 == 0 for suit in SUITS)
    )


def _kinds_of_melds(codes: Sequence[int]) -> int:
    sort = 0
    for code in codes:
        sort |= CHOW_AMONG if kind_of(code) == CHOW_SHOWN else PUNG_AMONG
    return sort


def _lows_of_melds(codes: Sequence[int]) -> Sequence[int]:
    """Of each suit the declared chows 123, 456 and 789 as bits at ``LOWS_AT``."""
    lows = [0, 0, 0]
    for code in codes:
        low = code - CHOW_SHOWN
        if kind_of(code) == CHOW_SHOWN and low % 3 == 0:
            lows[low // 9] |= 1 << LOWS_AT + low % 9 // 3
    return lows


_NO_LOWS: Final = (0, 0, 0)


def real_tiles(hand: Hand) -> int:
    """The concealed tiles that are not wild."""
    return hand.concealed - (len(hand.wild.held) * ONE[hand.wild.held[0]] if hand.wild else 0)


def _placed(hand: Hand, real: int, way: Way, lows: Sequence[int], wait: str) -> Reading:
    """The hand as it is read: a pung that another player's tile completes is not concealed. ``real``: its concealed
    tiles that are not wild."""
    sets: tuple[int, ...] = ()
    pair = taken = winning = -1
    for suit in SUITS:
        first, part = 9 * suit, way.parts[suit]
        if suit == way.won:
            cut, pair_of_suit, taken, winning = cut_with_winning(part, way.completion)
            taken, winning = taken + first, winning + first
        elif part:
            cut, pair_of_suit = cut_beside(part, lows[suit], way.sorts[suit])
        else:
            continue
        own = [code + first for code in cut]
        if pair_of_suit >= 0:
            pair = pair_of_suit + first
        if suit == way.won and hand.by_other and kind_of(taken) == PUNG:
            own[-1] = taken = taken + PUNG_SHOWN - PUNG
        sets += tuple(own)
    tiles = sum([BAGS[code] for code in sets]) + 2 * ONE[pair]
    meant = with_stand_ins(hand, real, winning, tiles - real)
    tally = sum([TALLY[code] for code in sets]) + TALLY[PAIR + pair] + hand.meld_tally
    reading = Placed(meant, STANDARD, sets + hand.meld_sets, pair, taken, tally)
    reading.wait = wait
    return reading


BAGS: Final = {
    code: bag(tiles_of(code))
    for code in (*CHOW_STARTS, *(PUNG + tile for tile in range(27)), *(PUNG_SHOWN + tile for tile in range(27)))
}
