"""Siete pares, seven pairs with a set, with wild tiles in the place of any suit tile, and what counts of the place of
the winning tile."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import product
from typing import Final, NamedTuple

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
from controller.rules.hand.tiles import BITS, EACH_ONE, ONE, bag, count, unpack
from controller.rules.hand.wild import with_stand_ins

SIETE: Final = "siete-pares"
SUIT_TILES: Final = tuple(range(27))


def wait_of(reading: Reading) -> str:
    """What counts of the place of the winning tile."""
    if isinstance(reading, Placed):
        return reading.wait
    wait = wait_of_set(reading.taken, reading.hand.winning)
    return wait if reading.form == STANDARD or wait == SINGLE else NO_WAIT


# seven pairs and a set


CARRY: Final = 16 * EACH_ONE
"""A bag with it, less another one, keeps all its bits exactly when the other is within the first."""


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
    drawn_wild = hand.wild is not None and hand.wild.winning
    found: dict[bool, Reading] = {}
    for one in _sets_beside_pairs(real, wild, kong=bool(hand.melds)):
        if real + CARRY - one.real & CARRY != CARRY:
            continue
        rest, left = real - one.real, wild - one.wild
        odd = rest & EACH_ONE
        more = left - odd.bit_count()
        if more < 0:
            continue
        pairs = rest + odd + more * ONE[unpack(rest)[0]]
        if True not in found and (left if drawn_wild else count(rest, hand.winning)):
            found[True] = _siete(hand, one, pairs, pairs - rest, single=True)
        if False not in found and (one.wild if drawn_wild else count(one.real, hand.winning)):
            found[False] = _siete(hand, one, pairs, bag(_set_tiles(one)) - one.real, single=False)
        if len(found) == 2:
            break
    return list(found.values())


def _sets_beside_pairs(real: int, wild: int, *, kong: bool) -> Sequence[WildSet]:
    """The sets that may leave pairs, with wild tiles beside what is single; most hands have none."""
    odd = real & EACH_ONE
    over = odd.bit_count() - wild
    if kong:
        return (_KONG,) if over <= 0 else ()
    if over > 1:
        runs = odd & odd >> BITS & odd >> 2 * BITS & _CHOWS if over == 3 else 0
        return [_REAL_CHOWS[low] for low in unpack(runs)] if runs else ()
    return SETS[wild]


_CHOWS: Final = bag(CHOW_STARTS)
_REAL_CHOWS: Final = {low: WildSet(CHOW + low, bag((low, low + 1, low + 2)), 0) for low in CHOW_STARTS}
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
