"""Siete pares, seven pairs with a set, with wild tiles in the place of any suit tile, and what counts of the place of
the winning tile."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import product
from typing import TYPE_CHECKING, Final

from controller.rules.hand.best_reading import Placed, real_tiles
from controller.rules.hand.reading import STANDARD, Reading
from controller.rules.hand.record import Hand
from controller.rules.hand.sets import (
    CHOW,
    CHOW_STARTS,
    PAIR,
    PUNG,
    tiles_of,
)
from controller.rules.hand.suit_sorts import (
    NO_WAIT,
    SINGLE,
    wait_of_set,
)
from controller.rules.hand.tiles import BITS, EACH_RANK, KINDS, NO_TILES, Words, bag, count_in, unpack, words_of
from controller.rules.hand.words import less, lowest_in, minus, number_in_suit, odd_in, plus

if TYPE_CHECKING:
    from mypy_extensions import i64

SIETE: Final = "siete-pares"
SUIT_TILES: Final = tuple(range(27))


def wait_of(reading: Reading) -> str:
    """What counts of the place of the winning tile."""
    if isinstance(reading, Placed):
        return reading.wait
    wait = wait_of_set(reading.taken, reading.hand.winning)
    return wait if reading.form == STANDARD or wait == SINGLE else NO_WAIT


# seven pairs and a set


CARRY: Final = 16 * EACH_RANK
"""A suit with it, less another one, keeps all its bits exactly when the other is within the first."""


class WildSet:
    """A set: its suit, its real tiles, and how many of it are wild."""

    __slots__ = ("code", "real", "suit", "wild")

    code: i64
    real: i64
    suit: i64
    wild: i64

    def __init__(self, code: int, suit: int, real: int, wild: int) -> None:
        self.code, self.suit, self.real, self.wild = code, suit, real, wild


def _wild_sets() -> Iterator[tuple[int, int, int, int]]:
    for code in (*(PUNG + tile for tile in SUIT_TILES), *(CHOW + low for low in CHOW_STARTS)):
        for held in product((True, False), repeat=3):
            real = bag(tile % 9 for tile, is_real in zip(tiles_of(code), held, strict=True) if is_real)
            yield code, code % KINDS // 9, real, held.count(False)


_EVERY: Final = [WildSet(*one) for one in dict.fromkeys(_wild_sets())]
SETS: Final = tuple([one for one in _EVERY if one.wild <= wild] for wild in range(5))
"""By the number of wild tiles."""


def siete_pares(hand: Hand, every_way: bool) -> list[Reading]:
    """Seven pairs, four equal tiles being two of them, and a set, which may be a concealed kong; nothing claimed. One
    reading with the winning tile in a pair, and one with it in the set."""
    del every_way
    if hand.shown or len(hand.melds) > 1:
        return []
    wild, real = len(hand.wild.held) if hand.wild else 0, real_tiles(hand)
    real_m, real_p, real_s, _ = real
    m: i64 = real_m
    p: i64 = real_p
    s: i64 = real_s
    odd: i64 = number_in_suit(m & EACH_RANK) + number_in_suit(p & EACH_RANK) + number_in_suit(s & EACH_RANK)
    fitting = _sets_beside_pairs(m, p, s, odd - wild, wild, kong=bool(hand.melds))
    if not fitting:
        return []
    drawn_wild = hand.wild is not None and hand.wild.winning
    found: dict[bool, Reading] = {}
    carry: i64 = CARRY
    for one in fitting:
        suit: i64 = m if one.suit == 0 else p if one.suit == 1 else s
        beside: i64 = suit + carry - one.real
        if beside & carry != carry:
            continue
        more: i64 = wild - one.wild - odd + number_in_suit(suit & EACH_RANK) - number_in_suit(beside & EACH_RANK)
        if more < 0:
            continue
        of_set = _in_suit(one.suit, one.real)
        rest = minus(real, of_set)
        pairs = less(plus(rest, odd_in(rest)), lowest_in(rest), -more)
        if True not in found and (wild > one.wild if drawn_wild else count_in(rest, hand.winning)):
            found[True] = _siete(hand, one, pairs, minus(pairs, rest), single=True)
        if False not in found and (one.wild if drawn_wild else count_in(of_set, hand.winning)):
            found[False] = _siete(hand, one, pairs, minus(_set_tiles(one), of_set), single=False)
        if len(found) == 2:
            break
    return list(found.values())


def _in_suit(suit: int, word: int) -> Words:
    return (word if suit == 0 else 0, word if suit == 1 else 0, word if suit == 2 else 0, 0)


def _sets_beside_pairs(m: i64, p: i64, s: i64, over: i64, wild: int, *, kong: bool) -> Sequence[WildSet]:
    """The sets that may leave pairs, with wild tiles beside what is single; most hands have none. ``over``: how many
    kinds of which there is an odd number have no wild tile."""
    if kong:
        return (_KONG,) if over <= 0 else ()
    if over > 1:
        return _real_chows(m, 0) + _real_chows(p, 9) + _real_chows(s, 18) if over == 3 else ()
    return SETS[wild]


def _real_chows(suit: i64, first: int) -> tuple[WildSet, ...]:
    """The chows of tiles of a suit of each of which there is an odd number. ``first``: the tile of its rank 0."""
    lows = suit & suit >> BITS & suit >> 2 * BITS & EACH_RANK
    return tuple([_REAL_CHOWS[first + low] for low in unpack(lows)]) if lows else ()


_REAL_CHOWS: Final = {low: WildSet(CHOW + low, low // 9, bag((0, 1, 2)) << BITS * (low % 9), 0) for low in CHOW_STARTS}
_KONG: Final = WildSet(-1, 0, 0, 0)
"""Where the set is a concealed kong, none is in the hand."""


def _set_tiles(one: WildSet) -> Words:
    return NO_TILES if one is _KONG else words_of(bag(tiles_of(one.code)))


def _siete(hand: Hand, one: WildSet, pairs: Words, stood_for: Words, *, single: bool) -> Reading:
    """``stood_for``: what wild tiles stand for in the pairs or in the set, whichever the winning tile completes."""
    meant, winning = hand, hand.winning
    if hand.wild:
        winning = lowest_in(stood_for) if hand.wild.winning else winning
        hidden = plus(pairs, _set_tiles(one))
        meant = hand.read_as(hidden, winning, minus(hidden, real_tiles(hand)))
    return Reading(meant, SIETE, hand.meld_sets, -1, PAIR + winning if single else one.code, hand.meld_tally)
