"""The winning forms of the Filipino game: five sets and a pair, and seven pairs with a set, with wild tiles in the
place of any suit tile. Of equal readings one is kept: all that is worth something is told by ``_sort`` alone."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import lru_cache
from itertools import product
from typing import Final, NamedTuple

from controller.rules.hand.gold import USES, Filled
from controller.rules.hand.reading import STANDARD, Reading, standard
from controller.rules.hand.record import Hand
from controller.rules.hand.sets import CHOW, CHOW_SHOWN, CHOW_STARTS, PAIR, PUNG, PUNG_SHOWN, TALLY, kind_of
from controller.rules.hand.tiles import BITS, EACH_ONE, KINDS, ONE, SUIT_BITS, SUIT_MASK, count, unpack
from controller.rules.hand.wild import with_stand_ins

SIETE: Final = "siete-pares"
SUIT_TILES: Final = tuple(range(27))
SUITS: Final = range(3)
_KEPT: Final = 50_000


class Placed(Reading):
    """A reading of a hand with wild tiles."""

    __slots__ = ("two_pairs",)

    two_pairs: bool
    """The winning tile completes a pung of a pair without a wild tile, and there is none in the pair of the hand."""


# the tiles that the winning one does not complete


CHOW_AMONG, PUNG_AMONG, WILD_PAIR = 1, 2, 4
"""Bits of a sort: chows or pungs are among the sets; a wild tile is in the pair. Above them, for each suit, a bit for
every chow of a straight."""
_STRAIGHT_AT: Final = 3
_STRAIGHT: Final = 7
_LOW: Final = (1 << _STRAIGHT_AT) - 1
Found = Mapping[int, Filled]
"""One way for each sort."""


def _sort_of(code: int) -> int:
    """The sort of a set, its tile as a rank of the first suit."""
    if PUNG <= code:
        return PUNG_AMONG
    return CHOW_AMONG | (1 << _STRAIGHT_AT + code // 3 if code % 3 == 0 else 0)


def _of_any_suit(sort: int, suit: int) -> int:
    return sort & _LOW | sort >> _STRAIGHT_AT << _STRAIGHT_AT + 3 * suit


def has_straight(sort: int) -> bool:
    chows = sort >> _STRAIGHT_AT
    return any(chows >> 3 * suit & _STRAIGHT == _STRAIGHT for suit in SUITS)


def rests(real: int, wild: int, *, pair: bool) -> Iterator[tuple[int, Filled]]:
    """Sets, and a pair if asked, out of a bag of suit tiles and so many wild ones: of each sort one way, and perhaps
    some more of the same."""
    parts = [real >> SUIT_BITS * suit & SUIT_MASK for suit in SUITS]
    sizes = (parts[0] % 31 % 3, parts[1] % 31 % 3, parts[2] % 31 % 3)
    for pair_suit in SUITS if pair else (-1,):
        for used in _shares(sizes, wild, pair_suit):
            ways = [_in_suit(parts[suit], used[suit], suit == pair_suit) for suit in SUITS]
            if all(ways):
                for chosen in product(*(way.items() for way in ways)):
                    yield _together(chosen)


@lru_cache(maxsize=1_000)
def _shares(sizes: tuple[int, ...], wild: int, pair_suit: int) -> tuple[tuple[int, ...], ...]:
    """How the wild tiles may be shared among the suits, of whose tiles the numbers modulo 3 are given, so that each has
    sets, or sets and the pair."""
    fitting = [
        [number for number in range(wild + 1) if (size + number - 2 * (suit == pair_suit)) % 3 == 0]
        for suit, size in enumerate(sizes)
    ]
    return tuple(used for used in product(*fitting) if sum(used) == wild)


def _together(chosen: Sequence[tuple[int, Filled]]) -> tuple[int, Filled]:
    sort, stand_ins, pair = 0, 0, -1
    sets: tuple[int, ...] = ()
    for suit, (one, filled) in enumerate(chosen):
        sort |= _of_any_suit(one, suit)
        sets += tuple([code + 9 * suit for code in filled.sets])
        stand_ins += filled.stand_ins << SUIT_BITS * suit
        pair = filled.pair + 9 * suit if filled.pair >= 0 else pair
    return sort, Filled(sets, stand_ins, pair)


@lru_cache(maxsize=_KEPT)
def _in_suit(key: int, wild: int, pair: bool) -> Found:
    """The tiles of one suit, as ranks from 0: what the lowest one is part of, then the rest."""
    if not key:
        return _of_wild(wild, pair=pair)
    rank = ((key & -key).bit_length() - 1) // BITS
    found: dict[int, Filled] = {}
    own = key >> BITS * rank & 31
    for use in USES[pair][rank]:
        if use.own > own or use.wild > wild or not (key & use.second and key & use.third):
            continue
        sort = _sort_of(use.sets[0]) if use.sets else WILD_PAIR if use.wild else 0
        for more, rest in _in_suit(key - use.taken, wild - use.wild, pair and use.pair < 0).items():
            if sort | more not in found:
                filled = Filled(use.sets + rest.sets, rest.stand_ins + use.added, max(rest.pair, use.pair))
                found[sort | more] = filled
    return found


def _of_wild(wild: int, *, pair: bool) -> Found:
    """Three wild tiles alone are a pung or any chow, two are the pair."""
    if wild == 2 * pair:
        return {WILD_PAIR: Filled((), 2 * ONE[0], 0)} if pair else {0: Filled((), 0, -1)}
    if pair or wild != 3:
        return {}
    sets = (PUNG, *(CHOW + low for low in (0, 3, 6)))
    return {_sort_of(code): Filled((code,), _tiles_of(code), -1) for code in sets}


def _tiles_of(code: int) -> int:
    """The bag of the tiles of a set or a pair."""
    tile = code % KINDS
    kind = code - tile
    if kind == CHOW:
        return ONE[tile] + ONE[tile + 1] + ONE[tile + 2]
    return (2 if kind == PAIR else 3) * ONE[tile]


# the set or pair that the winning tile completes


class Completed(NamedTuple):
    """A set or pair with the winning tile as ``tile``: the bag of its other tiles that are real, and of wild ones."""

    code: int
    tile: int
    real: int
    stand_ins: int
    wild: int


def _completed(tile: int) -> Iterator[Completed]:
    """What the winning tile may complete when it is read as this one, with real or wild tiles beside it."""
    yield Completed(PAIR + tile, tile, ONE[tile], 0, 0)
    yield Completed(PAIR + tile, tile, 0, ONE[tile], 1)
    for real in (2, 1, 0):
        yield Completed(PUNG + tile, tile, real * ONE[tile], (2 - real) * ONE[tile], 2 - real)
    for low in CHOW_STARTS:
        if not 0 <= tile - low <= 2:
            continue
        first, second = (low + step for step in range(3) if low + step != tile)
        for chosen in ((first, second), (first,), (second,), ()):
            real_tiles = sum(ONE[one] for one in chosen)
            stand_ins = ONE[first] + ONE[second] - real_tiles
            yield Completed(CHOW + low, tile, real_tiles, stand_ins, 2 - len(chosen))


COMPLETED: Final = tuple(tuple(_completed(tile)) for tile in SUIT_TILES)
WITH_REAL: Final = tuple(one for row in COMPLETED for one in row if one.real)
"""What a wild winning tile may complete beside real tiles."""
_STARTS_OF_STRAIGHTS: Final = tuple(low for low in CHOW_STARTS if low % 3 == 0)
ALL_WILD: Final = tuple(
    one
    for row in COMPLETED
    for one in row
    if not one.real and (one.code in _STARTS_OF_STRAIGHTS or one.code in (PUNG, PAIR))
)
"""The same without real tiles: one of each sort, with every place in a chow."""
_CARRY: Final = 16 * EACH_ONE


def completions(real: int, wild: int, winning: int | None) -> Iterator[Completed]:
    """``real``: the real tiles without the winning one, ``wild``: how many others there are; ``winning``: None for a
    wild one."""
    rows: Iterable[Completed] = (*WITH_REAL, *ALL_WILD) if winning is None else COMPLETED[winning]
    for one in rows:
        if one.wild <= wild and _within(one.real, real):
            yield one


def _within(part: int, whole: int) -> bool:
    return whole + _CARRY - part & _CARRY == _CARRY


# five sets and a pair


def five_sets(hand: Hand, every_way: bool) -> list[Reading]:
    """Five sets and a pair, with every set that the winning tile may complete."""
    if hand.wild is None:
        return standard(hand, every_way)
    if -1 in hand.meld_sets:
        return []
    number = len(hand.wild.held)
    others = number - hand.wild.winning
    real = hand.concealed - number * ONE[hand.wild.held[0]] - (0 if hand.wild.winning else ONE[hand.winning])
    melded = _of_melds(hand.meld_sets)
    found: dict[tuple[int, ...], Reading] = {}
    for one in completions(real, others, None if hand.wild.winning else hand.winning):
        taken = 0 if one.code >= PAIR else _of_any_suit(_sort_of(_local(one.code)), one.code % KINDS // 9)
        for rest, filled in rests(real - one.real, others - one.wild, pair=one.code < PAIR):
            sort = rest | taken | melded
            two_pairs = PUNG <= one.code < PAIR and not one.wild and not rest & WILD_PAIR
            key = (sort & _LOW & ~WILD_PAIR, has_straight(sort), _wait(one, two_pairs))
            if key not in found:
                found[key] = _placed(hand, one, filled, two_pairs)
    return list(found.values())


def _local(code: int) -> int:
    """The set in the first suit."""
    tile = code % KINDS
    return code - tile + tile % 9


def _of_melds(codes: Iterable[int]) -> int:
    sort = 0
    for code in codes:
        tile = code % KINDS
        chow = kind_of(code) == CHOW_SHOWN
        sort |= _of_any_suit(_sort_of(tile % 9 if chow else PUNG), tile // 9)
    return sort


def _wait(one: Completed, two_pairs: bool) -> int:
    """What may be counted of the place of the winning tile: the kind of what it completes, and where in a chow."""
    if one.code >= PUNG:
        return one.code - one.code % KINDS + two_pairs
    low = one.code % 9
    place = one.tile - one.code
    return 1 if place == 1 else 2 if (low, place) in ((0, 2), (6, 0)) else 0


def _placed(hand: Hand, one: Completed, rest: Filled, two_pairs: bool) -> Reading:
    """The hand as it is read."""
    assert hand.wild is not None
    stand_ins = one.stand_ins + rest.stand_ins + (ONE[one.tile] if hand.wild.winning else 0)
    real = hand.concealed - len(hand.wild.held) * ONE[hand.wild.held[0]]
    meant = with_stand_ins(hand, real, one.tile, stand_ins)
    shown = hand.by_other and PUNG <= one.code < PAIR
    code = one.code + PUNG_SHOWN - PUNG if shown else one.code
    pair, sets = (one.tile, rest.sets) if one.code >= PAIR else (rest.pair, (*rest.sets, code))
    tally = sum([TALLY[each] for each in sets]) + TALLY[PAIR + pair] + hand.meld_tally
    reading = Placed(meant, STANDARD, sets + hand.meld_sets, pair, code, tally)
    reading.two_pairs = two_pairs
    return reading


# seven pairs and a set


class WildSet(NamedTuple):
    """A set that is wholly or partly real: the bag of its real tiles, and what wild tiles stand for in it."""

    code: int
    real: int
    stand_ins: int
    wild: int


def _wild_sets() -> Iterator[WildSet]:
    for tile in SUIT_TILES:
        for real in (3, 2, 1):
            yield WildSet(PUNG + tile, real * ONE[tile], (3 - real) * ONE[tile], 3 - real)
    for low in CHOW_STARTS:
        for held in product((1, 0), repeat=3):
            if any(held):
                real = sum(ONE[low + step] for step in range(3) if held[step])
                yield WildSet(CHOW + low, real, _tiles_of(CHOW + low) - real, 3 - sum(held))
    yield WildSet(PUNG, 0, 3 * ONE[0], 3)


SETS: Final = tuple(_wild_sets())


def siete_pares(hand: Hand, every_way: bool) -> list[Reading]:
    """Seven pairs, four equal tiles being two of them, and a set, which may be a concealed kong; nothing claimed. One
    reading with the winning tile in a pair, and one with it in the set."""
    del every_way
    if hand.shown or len(hand.melds) > 1 or -1 in hand.meld_sets:
        return []
    wild = len(hand.wild.held) if hand.wild else 0
    real = hand.concealed - (wild * ONE[hand.wild.held[0]] if hand.wild else 0)
    if (real & EACH_ONE).bit_count() > wild + (0 if hand.melds else 3):
        return []
    drawn_wild = bool(hand.wild and hand.wild.winning)
    found: dict[bool, Reading] = {}
    for one in (_NO_SET,) if hand.melds else SETS:
        rest, left = real - one.real, wild - one.wild
        if left < 0 or not _within(one.real, real):
            continue
        odd = rest & EACH_ONE
        more = left - odd.bit_count()
        if more < 0:
            continue
        in_pairs = odd + more * ONE[unpack(rest)[0]]
        if False not in found and (left if drawn_wild else count(rest, hand.winning)):
            found[False] = _siete(hand, real, one, in_pairs, None)
        if True not in found and (one.wild if drawn_wild else count(one.real, hand.winning)):
            found[True] = _siete(hand, real, one, in_pairs, one.code)
    return list(found.values())


_NO_SET: Final = WildSet(-1, 0, 0, 0)


def _siete(hand: Hand, real: int, one: WildSet, in_pairs: int, taken: int | None) -> Reading:
    """``in_pairs``: what wild tiles stand for in the pairs; ``taken``: the set, where the winning tile completes it."""
    meant, winning = hand, hand.winning
    if hand.wild:
        if hand.wild.winning:
            winning = unpack(in_pairs if taken is None else one.stand_ins)[0]
        meant = with_stand_ins(hand, real, winning, in_pairs + one.stand_ins)
    tally = hand.meld_tally + (TALLY[one.code] if one.code >= 0 else 0)
    return Reading(meant, SIETE, hand.meld_sets, -1, PAIR + winning if taken is None else taken, tally)
