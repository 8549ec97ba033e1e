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
from controller.rules.hand.sets import CHOW, CHOW_STARTS, CUTS, MADE_SHOWN, PAIR, PUNG, PUNG_SHOWN
from controller.rules.hand.tiles import EACH_ONE, HONOURS, IN_HONOURS, KINDS, SUIT_BITS, SUIT_MASK, bag
from controller.rules.rulesets.mcr import fans as f

KNITTED: Final = "knitted-straight"
SINGLES: Final = "honors-and-knitted-tiles"

EDGE: Final = 0
CLOSED: Final = 1
ALONE: Final = 2
OPEN: Final = 3
MIDDLE_OF_PUNG: Final = 4
NOWHERE: Final = 5


def _ways(win: int) -> dict[int, int]:
    """How good it is for each concealed set to have been completed by this tile."""
    ways = {PUNG + win: MIDDLE_OF_PUNG}
    for start in CHOW_STARTS:
        if start <= win <= start + 2:
            rank = start % 9
            edge = (rank == 0 and win == start + 2) or (rank == 6 and win == start)
            ways[CHOW + start] = EDGE if edge else CLOSED if win == start + 1 else OPEN
    return ways


WAYS: Final = tuple(_ways(win) for win in range(KINDS))


def waited_by(win: int, taken: int) -> int:
    """Edge, Closed or Single Wait as a tally, by the set or pair that the tile completed; 0 for any other."""
    return _WAIT_FAN[win].get(taken, 0)


_FAN_OF_WAY: Final = {EDGE: f.ONE[f.EDGE_WAIT], CLOSED: f.ONE[f.CLOSED_WAIT], ALONE: f.ONE[f.SINGLE_WAIT]}
_WAIT_FAN: Final = tuple(
    {code: _FAN_OF_WAY[way] for code, way in {**ways, PAIR + win: ALONE}.items() if way in _FAN_OF_WAY}
    for win, ways in enumerate(WAYS)
)
_CUT_M: Final = CUTS[0]
_CUT_P: Final = CUTS[1]
_CUT_S: Final = CUTS[2]
_CUT_Z: Final = CUTS[3]
_BLOCKED: Final = -1


def standard(hand: Hand, every_way: bool) -> list[Reading]:
    """Four sets and a pair: every cut of the concealed tiles."""
    del every_way
    return [] if _BLOCKED in hand.meld_sets else _cuts(hand, hand.concealed, STANDARD)


def _cuts(hand: Hand, tiles: int, form: str) -> list[Reading]:
    meld_tally = hand.meld_tally
    found: list[Reading] = []
    for sets_m, tally_m, pair_m in _CUT_M[tiles & SUIT_MASK]:
        for sets_p, tally_p, pair_p in _CUT_P[tiles >> SUIT_BITS & SUIT_MASK]:
            for sets_s, tally_s, pair_s in _CUT_S[tiles >> 2 * SUIT_BITS & SUIT_MASK]:
                for sets_z, tally_z, pair_z in _CUT_Z[tiles >> 3 * SUIT_BITS]:
                    tally = tally_m + tally_p + tally_s + tally_z + meld_tally
                    if tally & 7 == 1:
                        own = sets_m + sets_p + sets_s + sets_z
                        found.append(_read(hand, form, own, pair_m + pair_p + pair_s + pair_z - 1, tally))
    return found


def _read(hand: Hand, form: str, own: tuple[int, ...], pair: int, tally: int) -> Reading:
    win = hand.winning
    ways = WAYS[win]
    taken, best = -1, NOWHERE
    for code in own:
        if code in ways and ways[code] < best:
            taken, best = code, ways[code]
    if pair == win and best > ALONE:
        taken = PAIR + win
    elif best == MIDDLE_OF_PUNG and hand.by_other:
        taken = PUNG_SHOWN + win
        own = tuple([taken if code == PUNG + win else code for code in own])
        tally += MADE_SHOWN[win]
    return Reading(hand, form, own + hand.meld_sets, pair, taken, tally)


# 147 of one suit, 258 of another, 369 of the third, in all six ways
BODIES: Final = tuple(
    bag(9 * suit + first + 3 * step for suit, first in enumerate(order) for step in range(3))
    for order in permutations(range(3))
)


def knitted_straight(hand: Hand, every_way: bool) -> list[Reading]:
    """The nine tiles of a knitted straight, one set, concealed or melded, and a pair."""
    del every_way
    if len(hand.melds) > 1 or _BLOCKED in hand.meld_sets:
        return []
    body = body_in(hand.concealed)
    return _cuts(hand, hand.concealed - body, KNITTED) if body else []


def body_in(tiles: int) -> int:
    """The knitted straight within these tiles as a bag; 0 where there is none."""
    kinds = (tiles | tiles >> 1 | tiles >> 2) & EACH_ONE
    return next((body for body in BODIES if kinds & body == body), 0)


def honors_and_knitted(hand: Hand, every_way: bool) -> list[Reading]:
    """Fourteen different tiles: honors, and suit tiles of one knitted straight."""
    del every_way
    if hand.melds or hand.winning >= KINDS or hand.concealed & ~EACH_ONE:
        return []
    suited = hand.concealed & ~IN_HONOURS
    if not any(suited & ~body == 0 for body in BODIES):
        return []
    return [Reading(hand, SINGLES, (), -1, -1, 0)]


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
ALL_HONOURS: Final = bag(HONOURS)
