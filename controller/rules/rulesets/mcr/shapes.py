"""Winning shapes: four sets and a pair, seven pairs, thirteen orphans, the knitted straight, honors and knitted tiles.

A cut gets one reading. Of the sets that the winning tile may have completed the reading names the one that is best for
the winner: an edge or closed wait, the pair, any other chow, a pung last, because a pung that another player's tile
completes is not concealed. Nothing else depends on the choice.
"""

from __future__ import annotations

from itertools import permutations
from typing import Final

from controller.rules.hand.reading import STANDARD, Reading, seven_pairs, thirteen_orphans
from controller.rules.hand.record import Hand
from controller.rules.hand.sets import DIGIT_CUTS, DIGITS_MADE_SHOWN, PAIR, PUNG, PUNG_SHOWN, Cut
from controller.rules.hand.tiles import EACH_ONE, KINDS, SUIT_MASK, Words, bag, words_of
from controller.rules.rulesets.mcr import fans as f

KNITTED: Final = "knitted-straight"
SINGLES: Final = "honors-and-knitted-tiles"

EDGE: Final = 0
CLOSED: Final = 1
ALONE: Final = 2
OPEN: Final = 3
MIDDLE_OF_PUNG: Final = 4
NOWHERE: Final = 5


def _way(code: int, win: int) -> int:
    """How good it is for a concealed set to have been completed by this tile."""
    if code == PUNG + win:
        return MIDDLE_OF_PUNG
    if win == code + 1:
        return CLOSED
    if win == code:
        return EDGE if code % 9 == 6 else OPEN
    if win == code + 2:
        return OPEN if code % 9 else EDGE
    return NOWHERE


def waited_by(win: int, taken: int) -> int:
    """Edge, Closed or Single Wait among the small fans, by the set or pair that the tile completed; 0 for any other."""
    return f.ONE[f.SINGLE_WAIT] if taken >= PAIR else _CHOW_WAITS.get(_way(taken, win), 0)


_CHOW_WAITS: Final = {EDGE: f.ONE[f.EDGE_WAIT], CLOSED: f.ONE[f.CLOSED_WAIT]}
_CUT_M: Final = DIGIT_CUTS[0]
_CUT_P: Final = DIGIT_CUTS[1]
_CUT_S: Final = DIGIT_CUTS[2]
_CUT_Z: Final = DIGIT_CUTS[3]
_NOTHING_TO_CUT: Final[tuple[Cut, ...]] = (((), 0, 0),)
_BLOCKED: Final = -1


def standard(hand: Hand, every_way: bool) -> list[Reading]:
    """Four sets and a pair: every cut of the concealed tiles."""
    del every_way
    return [] if _BLOCKED in hand.meld_sets else _cuts(hand, hand.hidden, STANDARD)


def _cuts(hand: Hand, tiles: Words, form: str) -> list[Reading]:
    m, p, s, z = tiles
    meld_digits = hand.meld_digits
    found: list[Reading] = []
    for sets_m, digits_m, pair_m in _CUT_M[m] if m else _NOTHING_TO_CUT:
        for sets_p, digits_p, pair_p in _CUT_P[p] if p else _NOTHING_TO_CUT:
            for sets_s, digits_s, pair_s in _CUT_S[s] if s else _NOTHING_TO_CUT:
                for sets_z, digits_z, pair_z in _CUT_Z[z] if z else _NOTHING_TO_CUT:
                    digits = digits_m + digits_p + digits_s + digits_z + meld_digits
                    if digits & 7 == 1:
                        own = sets_m + sets_p + sets_s + sets_z
                        found.append(_read(hand, form, own, pair_m + pair_p + pair_s + pair_z - 1, digits))
    return found


def _read(hand: Hand, form: str, own: tuple[int, ...], pair: int, digits: int) -> Reading:
    win = hand.winning
    taken, best = -1, NOWHERE
    for code in own:
        way = _way(code, win)
        if way < best:
            taken, best = code, way
    if pair == win and best > ALONE:
        taken = PAIR + win
    elif best == MIDDLE_OF_PUNG and hand.by_other:
        taken = PUNG_SHOWN + win
        own = tuple([taken if code == PUNG + win else code for code in own])
        digits += DIGITS_MADE_SHOWN[win]
    return Reading(hand, form, own + hand.meld_sets, pair, taken, 0, digits)


# 147 of one suit, 258 of another, 369 of the third, in all six ways
BODIES: Final = tuple(
    bag(9 * suit + first + 3 * step for suit, first in enumerate(order) for step in range(3))
    for order in permutations(range(3))
)


_BODIES: Final = [words_of(body) for body in BODIES]
_EACH_RANK: Final = EACH_ONE & SUIT_MASK


def knitted_straight(hand: Hand, every_way: bool) -> list[Reading]:
    """The nine tiles of a knitted straight, one set, concealed or melded, and a pair."""
    del every_way
    if len(hand.melds) > 1 or _BLOCKED in hand.meld_sets:
        return []
    body = body_in(hand.hidden)
    return [] if body is None else _cuts(hand, without(hand.hidden, body), KNITTED)


def body_in(tiles: Words) -> Words | None:
    """The knitted straight within these tiles; None where there is none."""
    m, p, s, _ = tiles
    for body in _BODIES:
        body_m, body_p, body_s, _ = body
        if _holds(m, body_m) and _holds(p, body_p) and _holds(s, body_s):
            return body
    return None


def _holds(tiles: int, ranks: int) -> bool:
    """Whether a suit has each of these ranks."""
    return (tiles | tiles >> 1 | tiles >> 2) & ranks == ranks


def without(tiles: Words, body: Words) -> Words:
    """The other tiles than a knitted straight."""
    m, p, s, z = tiles
    body_m, body_p, body_s, _ = body
    return m - body_m, p - body_p, s - body_s, z


def honors_and_knitted(hand: Hand, every_way: bool) -> list[Reading]:
    """Fourteen different tiles: honors, and suit tiles of one knitted straight."""
    del every_way
    m, p, s, z = hand.hidden
    if hand.melds or hand.winning >= KINDS or z & ~_EACH_RANK:
        return []
    for body_m, body_p, body_s, _ in _BODIES:
        if not (m & ~body_m or p & ~body_p or s & ~body_s):
            return [Reading(hand, SINGLES, (), -1, -1, 0)]
    return []


def every_shape(hand: Hand, every_way: bool) -> list[Reading]:
    """All readings. The last three shapes have nine tiles or more of which no two can stand in one set or one pair, so
    that a hand has one of them alone; only sets and pairs may be read both ways."""
    found = standard(hand, every_way)
    if not hand.melds:
        found += seven_pairs(hand, every_way)
    return (
        found
        or thirteen_orphans(hand, every_way)
        or knitted_straight(hand, every_way)
        or honors_and_knitted(hand, every_way)
    )


FORMS: Final = (every_shape,)
