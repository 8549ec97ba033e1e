"""A reading of a hand: one cut into sets and pair with the set that took the winning tile, or a special form."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from controller.rules.hand import sets
from controller.rules.hand.record import Hand
from controller.rules.hand.sets import CUTS, HOLDS, LOW, MADE_SHOWN, PAIR, PUNG, PUNG_SHOWN
from controller.rules.hand.tiles import BITS, EACH_FOUR, EACH_ONE, KINDS, MAJORS, ONE, bag

STANDARD: Final = "standard"
PAIRS: Final = "seven-pairs"
ORPHANS: Final = "thirteen-orphans"
FLOWERS: Final = "eight-flowers"
EIGHT_PAIRS: Final = "eight-pairs"
SEVEN_FLOWERS: Final = "seven-flowers"
BY_FLOWERS: Final = frozenset({FLOWERS, SEVEN_FLOWERS})
"""Forms in which bonus tiles alone win."""


class Reading:
    """How the tiles of a hand are understood. ``sets`` are set codes, the concealed ones first, then the melds."""

    __slots__ = ("digits", "form", "hand", "pair", "sets", "taken", "tally")

    hand: Hand
    form: str
    sets: tuple[int, ...]
    pair: int
    """Tile of the pair; -1 for a form without one."""
    taken: int
    """Code of the set (or ``PAIR + tile``) that the winning tile completed; -1 where it cannot matter."""
    tally: int
    digits: int
    """The low digits of the tally, which fit into a word of the processor: how many sets there are of each sort."""

    def __init__(self, hand: Hand, form: str, codes: tuple[int, ...], pair: int, taken: int, tally: int) -> None:
        self.hand, self.form, self.sets, self.pair, self.taken, self.tally = hand, form, codes, pair, taken, tally
        self.digits = tally & LOW

    @property
    def chows(self) -> int:
        return self.digits >> sets.CHOWS & 7

    @property
    def triplets(self) -> int:
        """Pungs and kongs."""
        return self.digits >> sets.TRIPLETS & 7

    @property
    def concealed(self) -> int:
        """Pungs and kongs that are concealed; one completed by another player's tile is not."""
        return self.digits >> sets.CONCEALED & 7

    @property
    def kongs(self) -> int:
        return self.digits >> sets.KONGS & 7

    @property
    def concealed_kongs(self) -> int:
        return self.digits >> sets.CONCEALED_KONGS & 7

    @property
    def dragons(self) -> int:
        """Triplets of dragons."""
        return self.digits >> sets.DRAGON_SETS & 7

    @property
    def winds(self) -> int:
        """Triplets of winds."""
        return self.digits >> sets.WIND_SETS & 7

    @property
    def terminals(self) -> int:
        """Triplets of ones and nines."""
        return self.digits >> sets.TERMINAL_SETS & 7

    @property
    def outside(self) -> int:
        """Sets, the pair included, with a terminal or an honour."""
        return self.digits >> sets.OUTSIDE & 7

    def has_triplet(self, tile: int) -> int:
        """1 when a pung or kong of this tile stands in the reading, else 0."""
        return self.tally >> sets.TRIPLET_AT + tile & 1

    def chows_at(self, tile: int) -> int:
        """How many chows begin with this tile."""
        return self.tally >> sets.CHOW_AT + 3 * tile & 7


Form = Callable[[Hand, bool], list[Reading]]
"""A winning form: the readings of a hand. The flag asks for every set that could have taken the winning tile even when
it came from the wall (rulesets that look at the wait)."""


def standard(hand: Hand, every_way: bool) -> list[Reading]:
    """Four sets and a pair: all cuts of the concealed tiles, each with every set that the winning tile can complete."""
    tiles, win = hand.concealed, hand.winning
    if win >= KINDS or -1 in hand.meld_sets:
        return []
    suit = _SUIT
    meld_tally, meld_sets = hand.meld_tally, hand.meld_sets
    found: list[Reading] = []
    for sets_m, tally_m, pair_m in _CUT_M[tiles & suit]:
        for sets_p, tally_p, pair_p in _CUT_P[tiles >> 45 & suit]:
            for sets_s, tally_s, pair_s in _CUT_S[tiles >> 90 & suit]:
                for sets_z, tally_z, pair_z in _CUT_Z[tiles >> 135]:
                    tally = tally_m + tally_p + tally_s + tally_z + meld_tally
                    if tally & 7 != 1:
                        continue
                    own = sets_m + sets_p + sets_s + sets_z
                    pair = pair_m + pair_p + pair_s + pair_z - 1
                    if every_way or hand.by_other:
                        _ways(found, hand, own, pair, tally)
                    else:
                        found.append(Reading(hand, STANDARD, own + meld_sets, pair, -1, tally))
    return found


_SUIT: Final = ONE[9] - 1
_CUT_M: Final = CUTS[0]
_CUT_P: Final = CUTS[1]
_CUT_S: Final = CUTS[2]
_CUT_Z: Final = CUTS[3]


def _ways(found: list[Reading], hand: Hand, own: tuple[int, ...], pair: int, tally: int) -> None:
    """One reading for each different set, or the pair, that could have taken the winning tile."""
    win = hand.winning
    holds = HOLDS[win]
    last = -1
    for code in own:
        if code == last or code not in holds:
            continue
        last = code
        if code == PUNG + win and hand.by_other:
            shown = tuple([PUNG_SHOWN + win if one == code else one for one in own])
            found.append(
                Reading(hand, STANDARD, shown + hand.meld_sets, pair, PUNG_SHOWN + win, tally + MADE_SHOWN[win])
            )
        else:
            found.append(Reading(hand, STANDARD, own + hand.meld_sets, pair, code, tally))
    if pair == win:
        found.append(Reading(hand, STANDARD, own + hand.meld_sets, pair, PAIR + win, tally))


_ODD: Final = EACH_ONE
_FOUR: Final = EACH_FOUR


def seven_different_pairs(hand: Hand, every_way: bool) -> list[Reading]:
    """Seven pairs, all different, nothing melded."""
    return [] if hand.melds or hand.concealed & _FOUR else seven_pairs(hand, every_way)


def seven_pairs(hand: Hand, every_way: bool) -> list[Reading]:
    """Seven pairs, nothing melded; four equal tiles are two of them."""
    del every_way
    if hand.melds or hand.concealed & _ODD or hand.winning >= KINDS:
        return []
    return [Reading(hand, PAIRS, (), -1, PAIR + hand.winning, 0)]


def eight_pairs(hand: Hand, every_way: bool) -> list[Reading]:
    """Of seventeen tiles seven pairs and three equal tiles, nothing melded; four equal tiles are two pairs. The three
    count as a concealed pung for what looks at pungs of a tile."""
    del every_way
    odd = hand.concealed & _ODD
    if hand.melds or hand.winning >= KINDS or odd.bit_count() != 1 or not hand.concealed & odd << 1:
        return []
    three = odd.bit_length() // BITS
    return [Reading(hand, EIGHT_PAIRS, (), -1, -1, sets.TALLY[PUNG + three])]


_EVERY_ORPHAN: Final = bag(MAJORS)
ORPHAN_HANDS: Final = frozenset(_EVERY_ORPHAN + ONE[tile] for tile in MAJORS)


def thirteen_orphans(hand: Hand, every_way: bool) -> list[Reading]:
    """One of each terminal and honour and one of them twice, nothing melded."""
    del every_way
    if hand.melds or hand.concealed not in ORPHAN_HANDS or hand.winning >= KINDS:
        return []
    return [Reading(hand, ORPHANS, (), -1, -1, 0)]


def eight_flowers(hand: Hand, every_way: bool) -> list[Reading]:
    """The winning tile is the eighth bonus tile; the other tiles do not matter."""
    del every_way
    if not 34 <= hand.winning < 42 or hand.flowers & 255 | 1 << hand.winning - 34 != 255:
        return []
    return [] if -1 in hand.meld_sets else [Reading(hand, FLOWERS, (), -1, -1, 0)]


def seven_flowers(hand: Hand, every_way: bool) -> list[Reading]:
    """The winning tile is the seventh bonus tile; the other tiles do not matter."""
    del every_way
    if not 34 <= hand.winning < 42 or (hand.flowers & 255).bit_count() != 6 or hand.flowers >> hand.winning - 34 & 1:
        return []
    return [] if -1 in hand.meld_sets else [Reading(hand, SEVEN_FLOWERS, (), -1, -1, 0)]


# 1112345678999 of each suit
GATES: Final = frozenset((bag(range(9)) + 2 * bag((0, 8))) << 9 * BITS * suit for suit in range(3))
