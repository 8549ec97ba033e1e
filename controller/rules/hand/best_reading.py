"""The readings that are worth most of hands of sets and a pair with wild tiles in the place of any suit tile, in games
without honours in which chows, pungs, a straight and the place of the winning tile count. Of readings that are worth
the same one is kept."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence
from typing import TYPE_CHECKING, Final

from controller.rules.hand.best_rank import BESIDE, NO_CUT, SUITS, Bags, KindsRanks, best_rank, numbers_of
from controller.rules.hand.reading import STANDARD, Form, Reading, standard
from controller.rules.hand.record import Hand
from controller.rules.hand.sets import (
    CHOW,
    CHOW_SHOWN,
    CHOWS,
    DIGITS,
    PAIR,
    PUNG,
    PUNG_SHOWN,
    TRIPLETS,
    kind_of,
    words_of_sets,
)
from controller.rules.hand.suit_kinds import MOST_WILD, RANKS
from controller.rules.hand.suit_sorts import (
    BACK_TO_BACK,
    CHOW_AMONG,
    KINDS_AMONG,
    LOWS_AT,
    NO_WAIT,
    PAIR_WANTED,
    PUNG_AMONG,
    SINGLE,
    STRAIGHT,
    TOLD,
    WAIT_AT,
    WAITS,
    WILD_AT,
    Completion,
    Ranks,
    Worth,
    cut_beside,
    cut_with_winning,
    sorts_beside,
    sorts_with_winning,
)
from controller.rules.hand.tiles import KINDS, ONE, Words
from controller.rules.hand.words import less, minus, number_in_suit, ranks_in

if TYPE_CHECKING:
    from mypy_extensions import i64


class Placed(Reading):
    """A reading of a hand with wild tiles: its sort, and what it waited for."""

    __slots__ = ("sort", "wait")

    sort: int
    wait: str


class Way:
    """A hand with wild tiles, cut: the suit that has the winning tile, the part that each suit is, the sort of each
    (that of the first with the wait above it), and what the winning tile completes."""

    __slots__ = ("completion", "parts", "sorts", "won")

    def __init__(self, won: int, parts: Sequence[int], sorts: Sequence[int], completion: Completion) -> None:
        self.won, self.parts, self.sorts, self.completion = won, parts, sorts, completion


class Sketched(Placed):
    """One whose sets are found when they are asked for. ``hand`` is as written; of the sets ``digits`` say only which
    kinds are among them, and ``taken`` what kind of set there is a wait for."""

    __slots__ = ("_lows", "_rank", "_ranks", "_real_tiles")

    def __init__(self, hand: Hand, real: Words, lows: Sequence[int], rank: int, ranks: Ranks) -> None:
        sort = ranks.sort[rank]
        wait = sort >> WAIT_AT
        super().__init__(hand, STANDARD, hand.meld_sets, -1, _TAKEN[wait], 0, _OF_KINDS[sort & KINDS_AMONG])
        self.sort, self.wait = sort, WAITS[wait]
        self._real_tiles, self._lows, self._rank, self._ranks = real, lows, rank, ranks

    def laid_out(self) -> Reading:
        m, p, s, _ = real = self._real_tiles
        ways = _ways(self.hand, (m, p, s), self._lows, self._ranks, known=self._rank)
        return _placed(self.hand, real, ways, self._lows)[0]


_OF_KINDS: Final = (0, 3 << CHOWS, 3 << TRIPLETS, 3 << CHOWS | 3 << TRIPLETS)
"""By the kinds of a sort digits that are no less than those of its sets, as far as a glance tells them apart."""
_TAKEN: Final = [{NO_WAIT: -1, SINGLE: PAIR, BACK_TO_BACK: PUNG}.get(wait, CHOW) for wait in WAITS]


def best_sets(worth: Worth, *, every: bool) -> Form:
    """Sets and a pair, with every set that the winning tile may complete. Of a hand with wild tiles a sketch of the
    reading that is worth most; with ``every`` one of each sort and wait, laid out."""
    of_any, of_no_straight = Ranks(worth), Ranks(worth, without=STRAIGHT)
    of_kinds = KindsRanks(of_any)

    def readings(hand: Hand, every_way: bool) -> list[Reading]:
        if hand.wild is None:
            return standard(hand, every_way)
        if (hand.winning >= KINDS and not hand.wild.winning) or len(hand.wild.held) > MOST_WILD:
            return []
        lows = _lows_of_melds(hand.meld_sets) if hand.meld_sets else _NO_LOWS
        m, p, s, _ = real = real_tiles(hand)
        straights = _may_be_straight((m, p, s), lows, len(hand.wild.held))
        ranks = of_any if straights else of_no_straight
        if every:
            return _placed(hand, real, _ways(hand, (m, p, s), lows, ranks, every=True), lows)
        if hand.wild.winning or hand.fault:
            sorts = _ways(hand, (m, p, s), lows, ranks)
            return [Sketched(hand, real, lows, ranks.of[sort], ranks) for sort in sorts]
        melded = _kinds_of_melds(hand.meld_sets) if hand.meld_sets else 0
        straights = straights if of_kinds.straights else 0
        best = best_rank((m, p, s), hand.winning, len(hand.wild.held), lows, straights, melded, of_kinds)
        return [] if best == NO_CUT else [Sketched(hand, real, lows, best, ranks)]

    return readings


def _ways(
    hand: Hand, real: Bags, lows: Sequence[int], ranks: Ranks, *, every: bool = False, known: int = -1
) -> Mapping[int, Way]:
    """By its sort and wait, the first of the ways to cut a hand with wild tiles that rank highest; with ``every`` the
    first of each sort and wait. ``real``: the concealed tiles that are not wild, ``lows``: of the declared chows;
    ``known``: their rank, if that is known."""
    wild = hand.wild
    assert wild is not None
    melded = _kinds_of_melds(hand.meld_sets) if hand.meld_sets else 0
    bags, rank = list(real), -1
    suits: Iterable[int] = SUITS
    if not wild.winning:
        suit, rank = divmod(hand.winning, 9)
        bags[suit] -= ONE[rank]
        suits = (suit,)
    thirds = _thirds(bags)
    spare = len(wild.held) - wild.winning
    found: dict[int, Way] = {}
    best, of = max(-1, known - 1), ranks.of
    for won in suits:
        one, other = BESIDE[won]
        for shares in _shares(thirds, spare, won):
            if ranks.best[melded] <= best or (found and known >= 0):
                return found
            of_one = sorts_beside(bags[one] + shares[one], lows[one])
            if not of_one:
                continue
            of_other = sorts_beside(bags[other] + shares[other], lows[other])
            if not of_other:
                continue
            beside = _together(of_one, of_other, melded)
            of_won = sorts_with_winning(bags[won] + shares[won], lows[won], rank, beside, ranks, best, every=every)
            if not of_won:
                continue
            of_winning: Sequence[int] = list(of_won)
            first = of_winning if won == 0 else of_one
            second = of_winning if won == 1 else of_one if won == 0 else of_other
            third = of_winning if won == 2 else of_other
            for sort_m in first:
                for sort_p in second:
                    for sort_s in third:
                        sort = TOLD[sort_m | sort_p | sort_s | melded]
                        if (every and sort not in found) or of[sort] > best:
                            parts = [bags[suit] + shares[suit] for suit in SUITS]
                            sorts = sort_m, sort_p, sort_s
                            way = Way(won, parts, sorts, of_won[sorts[won]])
                            if every:
                                found[sort] = way
                            else:
                                best, found = of[sort], {sort: way}
    return found


def _together(of_one: Sequence[int], of_other: Sequence[int], melded: int) -> Collection[int]:
    """The sorts of two suits and of the melds."""
    if len(of_one) == 1 and len(of_other) == 1:
        return (of_one[0] | of_other[0] | melded,)
    return {first | second | melded for first in of_one for second in of_other}


def _may_be_straight(real: Bags, lows: Sequence[int], wild: int) -> int:
    """A bit for each suit that has so many ranks that so many wild tiles and declared chows can make a straight of
    it."""
    m, p, s = real
    found = 1 if _has_ranks(m, lows[0], wild) else 0
    if _has_ranks(p, lows[1], wild):
        found |= 2
    return found | 4 if _has_ranks(s, lows[2], wild) else found


def _has_ranks(suit: i64, low: int, wild: int) -> bool:
    return number_in_suit(ranks_in(suit)) + wild + (3 * low.bit_count() if low else 0) >= RANKS


def _thirds(bags: Sequence[int]) -> int:
    """Of each suit the number of its tiles modulo 3, as one number."""
    m, p, s = bags
    return (number_in_suit(m) % 3 * 3 + number_in_suit(p) % 3) * 3 + number_in_suit(s) % 3


_SHARES: Final[dict[int, Sequence[tuple[int, ...]]]] = {}


def _shares(thirds: int, wild: int, won: int) -> Sequence[tuple[int, ...]]:
    key = (thirds << 2 | won) << 8 | wild
    shares = _SHARES.get(key)
    if shares is None:
        shares = _SHARES[key] = _worked_out((thirds // 9, thirds // 3 % 3, thirds % 3), wild, won)
    return shares


def _worked_out(thirds: Sequence[int], wild: int, won: int) -> Sequence[tuple[int, ...]]:
    """What makes a part of the bag of each suit, where the wild tiles and the pair are shared as ``numbers_of`` has it.
    ``thirds``: without the winning tile, which is in suit ``won``."""
    sizes = [number + (suit == won) for suit, number in enumerate(thirds)]
    return tuple(
        [
            tuple([(used[suit] << WILD_AT) + (PAIR_WANTED if suit == pair else 0) for suit in SUITS])
            for used, pair in numbers_of(sizes, wild)
        ]
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


def real_tiles(hand: Hand) -> Words:
    """The concealed tiles that are not wild."""
    return less(hand.hidden, hand.wild.held[0], len(hand.wild.held)) if hand.wild else hand.hidden


def beside_wild(hand: Hand) -> Words:
    """All tiles of a hand, as it is written or read, but the wild ones."""
    wild = hand.wild
    if wild is None:
        return hand.every
    return less(hand.every, wild.held[0], len(wild.held)) if wild.written is None else minus(hand.every, wild.stood_for)


def _placed(hand: Hand, real: Words, ways: Mapping[int, Way], lows: Sequence[int]) -> list[Reading]:
    return [_read_as(hand, real, way, lows, sort) for sort, way in ways.items()]


def _read_as(hand: Hand, real: Words, way: Way, lows: Sequence[int], sort: int) -> Reading:
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
        if pair_of_suit >= 0:
            pair = pair_of_suit + first
        if suit == way.won and hand.by_other and kind_of(taken) == PUNG:
            taken += PUNG_SHOWN - PUNG
            sets += (*[code + first for code in cut[:-1]], taken)
        else:
            sets += tuple([code + first for code in cut]) if first else cut
    hidden = words_of_sets(sets, pair)
    digits = DIGITS[PAIR + pair] + hand.meld_digits
    for code in sets:
        digits += DIGITS[code]
    meant = hand.read_as(hidden, winning, minus(hidden, real))
    reading = Placed(meant, STANDARD, sets + hand.meld_sets, pair, taken, 0, digits)
    reading.sort, reading.wait = sort, WAITS[sort >> WAIT_AT]
    return reading
