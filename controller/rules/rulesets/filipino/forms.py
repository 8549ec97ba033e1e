"""The winning forms of the Filipino game: five sets and a pair, and seven pairs with a set, with wild tiles in the
place of any suit tile. Of readings of a hand with wild tiles that are worth the same one is kept."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import lru_cache
from itertools import product
from typing import Final, NamedTuple

from controller.rules.hand.gold import USES
from controller.rules.hand.reading import STANDARD, Reading, standard
from controller.rules.hand.record import Hand
from controller.rules.hand.sets import (
    CHOW,
    CHOW_SHOWN,
    CHOW_STARTS,
    PAIR,
    PUNG,
    PUNG_SHOWN,
    TALLY,
    kind_of,
    tiles_of,
)
from controller.rules.hand.tiles import BITS, EACH_ONE, KINDS, ONE, SUIT_BITS, SUIT_MASK, bag, count, unpack
from controller.rules.hand.wild import with_stand_ins

SIETE: Final = "siete-pares"
SUIT_TILES: Final = tuple(range(27))
SUITS: Final = range(3)
SINGLE, MIDDLE, BACK_TO_BACK, EDGE, NO_WAIT = "single", "middle", "back-to-back", "edge", ""
_KEPT: Final = 50_000


class Placed(Reading):
    """A reading of a hand with wild tiles."""

    __slots__ = ("two_pairs",)

    two_pairs: bool
    """Neither what the winning tile completes nor the pair was there with a wild tile."""


def wait_of(reading: Reading) -> str:
    """What counts of the place of the winning tile."""
    two_pairs = reading.two_pairs if isinstance(reading, Placed) else True
    wait = _wait(reading.taken, reading.hand.winning, two_pairs)
    return wait if reading.form == STANDARD or wait == SINGLE else NO_WAIT


def _wait(taken: int, winning: int, two_pairs: bool) -> str:
    kind = kind_of(taken)
    if kind == PAIR:
        return SINGLE
    if kind != CHOW:
        return BACK_TO_BACK if two_pairs else NO_WAIT
    if winning == taken + 1:
        return MIDDLE
    return EDGE if (taken % 9, winning - taken) in _EDGES else NO_WAIT


_EDGES: Final = ((0, 2), (6, 0))
"""The 3 of 1-2-3, the 7 of 7-8-9."""


# the tiles beside what the winning one completes


class Cut(NamedTuple):
    """Sets, and a pair (-1 for none) in which there is a wild tile or not."""

    sets: tuple[int, ...]
    pair: int = -1
    wild_pair: bool = False


CHOW_AMONG, PUNG_AMONG = 1, 2
"""Bits of a sort: chows or pungs are among the sets. Above them a bit for the lowest tile of each chow that may be in a
straight."""
STRAIGHTS: Final = tuple(sum(1 << 2 + first + step for step in (0, 3, 6)) for first in (0, 9, 18))


def _sort_of(codes: Iterable[int]) -> int:
    sort = 0
    for code in codes:
        tile = code % KINDS
        if kind_of(code) in (CHOW, CHOW_SHOWN):
            sort |= CHOW_AMONG if tile % 3 else CHOW_AMONG | 1 << 2 + tile
        else:
            sort |= PUNG_AMONG
    return sort


def _worth(sort: int) -> tuple[int, bool]:
    """What items tell of a sort: the kinds of sets, and whether there is a straight."""
    return sort & (CHOW_AMONG | PUNG_AMONG), any(sort & one == one for one in STRAIGHTS)


def rests(real: int, wild: int, *, pair: bool) -> Iterator[Cut]:
    """Sets, and a pair if asked, out of a bag of suit tiles and so many wild ones: of each sort one way at least."""
    parts = [real >> SUIT_BITS * suit & SUIT_MASK for suit in SUITS]
    sizes = (parts[0] % 31 % 3, parts[1] % 31 % 3, parts[2] % 31 % 3)
    for pair_suit in SUITS if pair else (-1,):
        for used in _shares(sizes, wild, pair_suit):
            ways = [_in_suit(parts[suit], used[suit], suit == pair_suit) for suit in SUITS]
            for chosen in product(*(way.values() for way in ways)):
                yield _together(chosen, pair_suit)


@lru_cache(maxsize=1_000)
def _shares(sizes: tuple[int, ...], wild: int, pair_suit: int) -> tuple[tuple[int, ...], ...]:
    """How the wild tiles may be shared among the suits, of whose tiles the numbers modulo 3 are given, so that each has
    sets, or sets and the pair."""
    fitting = [
        [number for number in range(wild + 1) if (size + number - 2 * (suit == pair_suit)) % 3 == 0]
        for suit, size in enumerate(sizes)
    ]
    return tuple(used for used in product(*fitting) if sum(used) == wild)


def _together(chosen: Sequence[Cut], pair_suit: int) -> Cut:
    sets = tuple([code + 9 * suit for suit, one in enumerate(chosen) for code in one.sets])
    if pair_suit < 0:
        return Cut(sets)
    return Cut(sets, chosen[pair_suit].pair + 9 * pair_suit, chosen[pair_suit].wild_pair)


@lru_cache(maxsize=_KEPT)
def _in_suit(key: int, wild: int, pair: bool) -> Mapping[tuple[int, bool], Cut]:
    """The tiles of one suit, as ranks from 0: what the lowest one is part of, then the rest. One way for each sort."""
    if not key:
        return _by_sort(_of_wild(wild, pair=pair))
    rank = ((key & -key).bit_length() - 1) // BITS
    own = key >> BITS * rank & 31
    found: list[Cut] = []
    for use in USES[pair][rank]:
        if use.own > own or use.wild > wild or not (key & use.second and key & use.third):
            continue
        others = _in_suit(key - use.taken, wild - use.wild, pair and bool(use.sets)).values()
        if use.sets:
            found += [rest._replace(sets=use.sets + rest.sets) for rest in others]
        else:
            found += [Cut(rest.sets, rank, bool(use.wild)) for rest in others]
    return _by_sort(found)


def _by_sort(cuts: Iterable[Cut]) -> Mapping[tuple[int, bool], Cut]:
    return {(_sort_of(one.sets), one.wild_pair): one for one in cuts}


def _of_wild(wild: int, *, pair: bool) -> Sequence[Cut]:
    """Three wild tiles alone are a pung or any chow, two are the pair."""
    if pair:
        return [Cut((), 0, True)] if wild == 2 else []
    if not wild:
        return [Cut(())]
    return [Cut((code,)) for code in _OF_THREE_WILD] if wild == 3 else []


_OF_THREE_WILD: Final = (PUNG, CHOW, CHOW + 3, CHOW + 6)


# what the winning tile completes


class Completed(NamedTuple):
    """A set or pair with the winning tile as ``tile``: the bag of its other tiles that are real, and how many wild ones
    are with them."""

    code: int
    tile: int
    real: int
    wild: int


def _completed(tile: int) -> Iterator[Completed]:
    """What the winning tile may complete when it is read as this one, with real or wild tiles beside it."""
    chows = [CHOW + low for low in CHOW_STARTS if 0 <= tile - low <= 2]
    for code in (PAIR + tile, PUNG + tile, *chows):
        others = tiles_of(code)
        others.remove(tile)
        for held in product((True, False), repeat=len(others)):
            real = bag(other for other, is_real in zip(others, held, strict=True) if is_real)
            yield Completed(code, tile, real, held.count(False))


COMPLETED: Final = tuple(tuple(dict.fromkeys(_completed(tile))) for tile in SUIT_TILES)
_ALL_WILD: Final = (PAIR, PUNG, *(CHOW + low for low in CHOW_STARTS if low % 3 == 0))
BY_WILD: Final = tuple(one for row in COMPLETED for one in row if one.real or one.code in _ALL_WILD)
"""What a wild winning tile may complete; of what is all wild one of each sort, with every place in a chow."""
_CARRY: Final = 16 * EACH_ONE


def _within(part: int, whole: int) -> bool:
    return whole + _CARRY - part & _CARRY == _CARRY


# five sets and a pair


def five_sets(hand: Hand, every_way: bool) -> list[Reading]:
    """Five sets and a pair, with every set that the winning tile may complete."""
    wild = hand.wild
    if wild is None:
        return standard(hand, every_way)
    others = len(wild.held) - wild.winning
    real = real_tiles(hand) - (0 if wild.winning else ONE[hand.winning])
    melded = _sort_of(hand.meld_sets)
    found: dict[tuple[object, ...], Reading] = {}
    for one in BY_WILD if wild.winning else COMPLETED[hand.winning]:
        if one.wild > others or not _within(one.real, real):
            continue
        single = kind_of(one.code) == PAIR
        for rest in rests(real - one.real, others - one.wild, pair=not single):
            sets = rest.sets if single else (*rest.sets, one.code)
            two_pairs = not one.wild and not rest.wild_pair
            key = (*_worth(_sort_of(sets) | melded), _wait(one.code, one.tile, two_pairs))
            if key not in found:
                found[key] = _placed(hand, one, rest.sets, rest.pair, two_pairs)
    return list(found.values())


def real_tiles(hand: Hand) -> int:
    """The concealed tiles that are not wild."""
    return hand.concealed - (len(hand.wild.held) * ONE[hand.wild.held[0]] if hand.wild else 0)


def _placed(hand: Hand, one: Completed, others: tuple[int, ...], pair: int, two_pairs: bool) -> Reading:
    """The hand as it is read: a pung that another player's tile completes is not concealed."""
    sets, code = others, one.code
    if pair < 0:
        pair = one.tile
    else:
        code += PUNG_SHOWN - PUNG if hand.by_other and kind_of(code) == PUNG else 0
        sets += (code,)
    tiles = sum([bag(tiles_of(each)) for each in (*sets, PAIR + pair)])
    real = real_tiles(hand)
    meant = with_stand_ins(hand, real, one.tile, tiles - real)
    tally = sum([TALLY[each] for each in (*sets, PAIR + pair)]) + hand.meld_tally
    reading = Placed(meant, STANDARD, sets + hand.meld_sets, pair, code, tally)
    reading.two_pairs = two_pairs
    return reading


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


SETS: Final = tuple(dict.fromkeys(_wild_sets()))


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
    for one in (_KONG,) if hand.melds else SETS:
        rest, left = real - one.real, wild - one.wild
        if left < 0 or not _within(one.real, real):
            continue
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
