"""The winning forms of the Filipino game: five sets and a pair, and seven pairs with a set, with wild tiles in the
place of any suit tile. Of readings of a hand with wild tiles that are worth the same one is kept."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import lru_cache
from itertools import product
from typing import Final, NamedTuple

from controller.rules.hand.gold import USES, Use
from controller.rules.hand.reading import STANDARD, Form, Reading, standard
from controller.rules.hand.record import Hand
from controller.rules.hand.sets import (
    CHOW,
    CHOW_SHOWN,
    CHOW_STARTS,
    PAIR,
    PUNG,
    PUNG_SHOWN,
    TALLY,
    cut_suit,
    kind_of,
    tiles_of,
)
from controller.rules.hand.tiles import BITS, EACH_ONE, KINDS, ONE, SUIT_BITS, SUIT_MASK, bag, count, unpack
from controller.rules.hand.wild import with_stand_ins

SIETE: Final = "siete-pares"
SUIT_TILES: Final = tuple(range(27))
SUITS: Final = range(3)
SINGLE, MIDDLE, BACK_TO_BACK, EDGE, NO_WAIT = "single", "middle", "back-to-back", "edge", ""
_KEPT: Final = 4_000


class Placed(Reading):
    """A reading of a hand with wild tiles."""

    __slots__ = ("wait",)

    wait: str


def wait_of(reading: Reading) -> str:
    """What counts of the place of the winning tile."""
    if isinstance(reading, Placed):
        return reading.wait
    wait = _wait(reading.taken, reading.hand.winning)
    return wait if reading.form == STANDARD or wait == SINGLE else NO_WAIT


def _wait(taken: int, winning: int) -> str:
    """``back-to-back`` for any pung that the winning tile completes."""
    kind = kind_of(taken)
    if kind == PAIR:
        return SINGLE
    if kind != CHOW:
        return BACK_TO_BACK
    if winning == taken + 1:
        return MIDDLE
    return EDGE if (taken % 9, winning - taken) in _EDGES else NO_WAIT


_EDGES: Final = ((0, 2), (6, 0))
"""The 3 of 1-2-3, the 7 of 7-8-9."""


# one suit


CHOW_AMONG, PUNG_AMONG, STRAIGHT, WILD_PAIR = 1, 2, 4, 8
"""Bits of a sort: chows or pungs are among the sets, or a straight; a wild tile is in the pair. What items tell of a
cut, beside the wait."""
LOWS_AT: Final = 4
"""Above them, while a suit is cut: the chows 123, 456 and 789 of it."""
_BELOW_LOWS: Final = (1 << LOWS_AT) - 1
_ALL_LOWS: Final = 7
RANKS: Final = tuple(range(9))
CHOWS: Final = tuple(CHOW + low for low in RANKS[:7])
PUNGS: Final = tuple(PUNG + rank for rank in RANKS)
SORTS: Final = {
    **{code: CHOW_AMONG | (0 if code % 3 else 1 << LOWS_AT + code // 3) for code in CHOWS},
    **dict.fromkeys(PUNGS, PUNG_AMONG),
}
"""The sort of a set of the first suit."""


class Part(NamedTuple):
    """A suit of a hand, cut, with ranks from 0 for tiles. ``pair``: its tile, -1 for none. ``taken`` and ``winning``:
    where the winning tile is in this suit, what it completes and as what it is read, -1 for both elsewhere."""

    sort: int
    sets: tuple[int, ...]
    pair: int = -1
    taken: int = -1
    winning: int = -1
    wait: str = NO_WAIT
    """A pung only where the pair of it was real."""


Cut = tuple[int, tuple[int, ...], int]
"""Its sort, sets, and the pair or -1."""


@lru_cache(maxsize=_KEPT)
def _cuts(key: int, wild: int, pair: bool) -> Sequence[Cut]:
    """The tiles of one suit, and so many wild ones: what the lowest one is part of, then the rest. One of each sort."""
    if not wild:
        return [(_sort_of(sets), sets, rank) for sets, rank in cut_suit(key, pair=pair)]
    if not key:
        return _of_wild(wild, pair=pair)
    rank = ((key & -key).bit_length() - 1) // BITS
    own = key >> BITS * rank & 31
    found: dict[int, Cut] = {}
    for use in _USES[pair][rank][wild]:
        if use.own > own or not (key & use.second and key & use.third):
            continue
        first = use.sets
        sort = SORTS[first[0]] if first else WILD_PAIR if use.wild else 0
        for more, sets, pair_at in _cuts(key - use.taken, wild - use.wild, pair and bool(first)):
            if sort | more not in found:
                found[sort | more] = (sort | more, first + sets, pair_at if first else rank)
    return tuple(found.values())


def _of_lowest(use: Use, rank: int) -> bool:
    """Whether no other real tile of it is below this rank."""
    return all(bits < 0 or bits > ONE[rank] for bits in (use.second, use.third))


_USES: Final = [
    [[[use for use in uses if use.wild <= wild and _of_lowest(use, rank)] for wild in range(4)]
     for rank, uses in enumerate(by_rank)]
    for by_rank in USES
]  # fmt: skip
"""What the lowest tile of a suit may be part of, by whether the pair is to come, its rank and how many wild tiles there
are."""


def _sort_of(codes: Iterable[int]) -> int:
    sort = 0
    for code in codes:
        sort |= SORTS[code]
    return sort


def _of_wild(wild: int, *, pair: bool) -> Sequence[Cut]:
    """Three wild tiles alone are a pung or any chow, two are the pair."""
    if pair:
        return ((WILD_PAIR, (), 0),) if wild == 2 else ()
    return tuple((SORTS[code], (code,), -1) for code in _OF_THREE_WILD) if wild == 3 else ()


_OF_THREE_WILD: Final = (PUNG, CHOW, CHOW + 3, CHOW + 6)


def _with_straight(sort: int, lows: int) -> int:
    """``lows``: of the declared chows of the suit."""
    straight = sort >> LOWS_AT | lows == _ALL_LOWS
    return sort & _BELOW_LOWS | (STRAIGHT if straight else 0)


@lru_cache(maxsize=_KEPT)
def _beside(key: int, wild: int, pair: bool, lows: int) -> Sequence[Part]:
    """A suit without the winning tile."""
    parts = [Part(_with_straight(sort, lows), sets, pair_at) for sort, sets, pair_at in _cuts(key, wild, pair)]
    return tuple({part.sort: part for part in parts}.values())


@lru_cache(maxsize=_KEPT)
def _with_winning(key: int, wild: int, pair: bool, lows: int, winning: int) -> Sequence[Part]:
    """A suit with the winning tile; ``key`` and ``wild`` are without it. ``winning``: its rank, -1 for a wild one."""
    found: dict[tuple[int, str], Part] = {}
    for one in COMPLETED[winning][wild]:
        if (one.single and not pair) or key + _CARRY - one.real & _CARRY != _CARRY:
            continue
        for more, sets, pair_at in _cuts(key - one.real, wild - one.wild, pair and not one.single):
            sort = _with_straight(one.sort | more, lows)
            if (sort, one.wait) in found:
                continue
            if one.single:
                part = Part(sort, sets, one.tile, one.code, one.tile, one.wait)
            else:
                part = Part(sort, (*sets, one.code), pair_at, one.code, one.tile, one.wait)
            found[sort, one.wait] = part
    return tuple(found.values())


# what the winning tile completes


class Completed(NamedTuple):
    """A set or pair of a suit with the winning tile as ``tile``: the bag of its other tiles that are real, and how many
    wild ones are with them."""

    code: int
    tile: int
    real: int
    wild: int
    single: bool
    sort: int
    wait: str


def _completed(tile: int) -> Iterator[Completed]:
    """What the winning tile may complete when it is read as this one, with real or wild tiles beside it."""
    chows = [code for code in CHOWS if 0 <= tile - code <= 2]
    for code in (PAIR + tile, PUNG + tile, *chows):
        others = tiles_of(code)
        others.remove(tile)
        for held in product((True, False), repeat=len(others)):
            real = bag(other for other, is_real in zip(others, held, strict=True) if is_real)
            single, wild = kind_of(code) == PAIR, held.count(False)
            wait = NO_WAIT if wild and kind_of(code) == PUNG else _wait(code, tile)
            yield Completed(code, tile, real, wild, single, SORTS.get(code, 0), wait)


_BY_TILE: Final = [tuple(dict.fromkeys(_completed(tile))) for tile in RANKS]
_ROWS: Final = (*_BY_TILE, tuple(one for row in _BY_TILE for one in row))
COMPLETED: Final = tuple([[one for one in row if one.wild <= wild] for wild in range(4)] for row in _ROWS)
"""By the rank of the winning tile, last of all for a wild one, and by how many other wild tiles there are."""
_CARRY: Final = 16 * EACH_ONE
"""A bag with it, less another one, keeps all its bits exactly when the other is within the first."""


# five sets and a pair


Worth = Callable[[int, str], int]
"""What a sort and a wait are worth."""


def five_sets(worth: Worth, *, every: bool) -> Form:
    """Five sets and a pair, with every set that the winning tile may complete. Of a hand with wild tiles one reading
    that is worth most; with ``every`` one of each sort and wait."""

    def readings(hand: Hand, every_way: bool) -> list[Reading]:
        if hand.wild is None:
            return standard(hand, every_way)
        found: dict[tuple[int, str], Sequence[Part]] = {}
        melded = _kinds_of_melds(hand.meld_sets)
        for parts in _cut_hands(hand):
            sort = parts[0].sort | parts[1].sort | parts[2].sort | melded
            wait = parts[0].wait or parts[1].wait or parts[2].wait
            if wait == BACK_TO_BACK and sort & WILD_PAIR:
                wait = NO_WAIT
            if (sort, wait) not in found:
                found[sort, wait] = parts
        chosen = found if every or not found else [max(found, key=lambda one: worth(*one))]
        return [_placed(hand, found[one], one[1]) for one in chosen]

    return readings


def _cut_hands(hand: Hand) -> Iterator[Sequence[Part]]:
    """The three suits of a hand with wild tiles, cut in every way that can be told apart."""
    wild = hand.wild
    assert wild is not None
    others = len(wild.held) - wild.winning
    real = real_tiles(hand)
    suits: Iterable[int] = SUITS
    if not wild.winning:
        real -= ONE[hand.winning]
        suits = (hand.winning // 9,)
    keys = (real & SUIT_MASK, real >> SUIT_BITS & SUIT_MASK, real >> 2 * SUIT_BITS & SUIT_MASK)
    lows = _lows_of_melds(hand.meld_sets) if hand.meld_sets else _NO_LOWS
    for won in suits:
        rank = -1 if wild.winning else hand.winning % 9
        for pair, used in _shares(keys[0] % 31 % 3, keys[1] % 31 % 3, keys[2] % 31 % 3, others, won):
            ways: list[Sequence[Part]] = [
                () if suit == won else _beside(keys[suit], used[suit], suit == pair, lows[suit]) for suit in SUITS
            ]
            if all(way or suit == won for suit, way in enumerate(ways)):
                ways[won] = _with_winning(keys[won], used[won], won == pair, lows[won], rank)
                yield from product(*ways)


@lru_cache(maxsize=5_000)
def _shares(first: int, second: int, third: int, wild: int, won: int) -> Sequence[tuple[int, tuple[int, ...]]]:
    """The suit of the pair, and how the wild tiles may be shared among the suits, so that each has sets, or sets and
    the pair. Of each suit the number of its real tiles modulo 3, without the winning one, which is in suit ``won``."""
    sizes = [number + (suit == won) for suit, number in enumerate((first, second, third))]
    return tuple(
        (pair, used)
        for pair in SUITS
        for used in product(range(wild + 1), repeat=3)
        if sum(used) == wild and all((sizes[suit] + used[suit] - 2 * (suit == pair)) % 3 == 0 for suit in SUITS)
    )


def _kinds_of_melds(codes: Sequence[int]) -> int:
    sort = 0
    for code in codes:
        sort |= CHOW_AMONG if kind_of(code) == CHOW_SHOWN else PUNG_AMONG
    return sort


def _lows_of_melds(codes: Sequence[int]) -> tuple[int, int, int]:
    """Of each suit the declared chows 123, 456 and 789 as bits."""
    chows = [code % KINDS for code in codes if kind_of(code) == CHOW_SHOWN]
    first, second, third = (_sort_of(low % 9 for low in chows if low // 9 == suit) >> LOWS_AT for suit in SUITS)
    return first, second, third


_NO_LOWS: Final = (0, 0, 0)


def real_tiles(hand: Hand) -> int:
    """The concealed tiles that are not wild."""
    return hand.concealed - (len(hand.wild.held) * ONE[hand.wild.held[0]] if hand.wild else 0)


def _placed(hand: Hand, parts: Sequence[Part], wait: str) -> Reading:
    """The hand as it is read: a pung that another player's tile completes is not concealed."""
    sets: tuple[int, ...] = ()
    pair = taken = winning = -1
    for suit, part in enumerate(parts):
        own = [code + 9 * suit for code in part.sets]
        if part.pair >= 0:
            pair = part.pair + 9 * suit
        if part.taken >= 0:
            taken, winning = part.taken + 9 * suit, part.winning + 9 * suit
            if hand.by_other and kind_of(taken) == PUNG:
                own[-1] = taken = taken + PUNG_SHOWN - PUNG
        sets += tuple(own)
    tiles = sum([BAGS[code] for code in sets]) + 2 * ONE[pair]
    real = real_tiles(hand)
    meant = with_stand_ins(hand, real, winning, tiles - real)
    tally = sum([TALLY[code] for code in sets]) + TALLY[PAIR + pair] + hand.meld_tally
    reading = Placed(meant, STANDARD, sets + hand.meld_sets, pair, taken, tally)
    reading.wait = wait
    return reading


BAGS: Final = {
    code: bag(tiles_of(code))
    for code in (*CHOW_STARTS, *(PUNG + tile for tile in SUIT_TILES), *(PUNG_SHOWN + tile for tile in SUIT_TILES))
}


# seven pairs and a set


class WildSet(NamedTuple):
    """A set: the bag of its real tiles, and how many of it are wild."""

    code: int
    real: int
    wild: int


def _wild_sets() -> Iterator[WildSet]:
    for code in (*(PUNG + tile for tile in SUIT_TILES), *(CHOW + low for low in CHOW_STARTS)):
        for held in product((True, False), repeat=3):
            real = bag(tile for tile, is_real in zip(tiles_of(code), held, strict=True) if is_real)
            yield WildSet(code, real, held.count(False))


_EVERY: Final = tuple(dict.fromkeys(_wild_sets()))
SETS: Final = tuple(tuple(one for one in _EVERY if one.wild <= wild) for wild in range(5))
"""By the number of wild tiles."""


def siete_pares(hand: Hand, every_way: bool) -> list[Reading]:
    """Seven pairs, four equal tiles being two of them, and a set, which may be a concealed kong; nothing claimed. One
    reading with the winning tile in a pair, and one with it in the set."""
    del every_way
    if hand.shown or len(hand.melds) > 1:
        return []
    wild, real = len(hand.wild.held) if hand.wild else 0, real_tiles(hand)
    if (real & EACH_ONE).bit_count() > wild + 3:
        return []
    drawn_wild = hand.wild is not None and hand.wild.winning
    found: dict[bool, Reading] = {}
    for one in (_KONG,) if hand.melds else SETS[wild]:
        if real + _CARRY - one.real & _CARRY != _CARRY:
            continue
        rest, left = real - one.real, wild - one.wild
        odd = rest & EACH_ONE
        more = left - odd.bit_count()
        if more < 0:
            continue
        pairs = rest + odd + more * ONE[unpack(rest)[0]]
        if left if drawn_wild else count(rest, hand.winning):
            found.setdefault(True, _siete(hand, one, pairs, pairs - rest, single=True))
        if one.wild if drawn_wild else count(one.real, hand.winning):
            found.setdefault(False, _siete(hand, one, pairs, bag(_set_tiles(one)) - one.real, single=False))
    return list(found.values())


_KONG: Final = WildSet(-1, 0, 0)
"""Where the set is a concealed kong, none is in the hand."""


def _set_tiles(one: WildSet) -> Sequence[int]:
    return () if one is _KONG else tiles_of(one.code)


def _siete(hand: Hand, one: WildSet, pairs: int, stand_ins: int, *, single: bool) -> Reading:
    """``stand_ins``: what wild tiles stand for in the pairs or in the set, whichever the winning tile completes."""
    meant, winning = hand, hand.winning
    if hand.wild:
        winning = unpack(stand_ins)[0] if hand.wild.winning else winning
        real = real_tiles(hand)
        meant = with_stand_ins(hand, real, winning, pairs + bag(_set_tiles(one)) - real)
    return Reading(meant, SIETE, hand.meld_sets, -1, PAIR + winning if single else one.code, hand.meld_tally)
