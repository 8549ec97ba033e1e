"""A reading of a hand: one cut into sets and pair with the set that took the winning tile, or a special form."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from controller.rules.hand import sets
from controller.rules.hand.record import Hand
from controller.rules.hand.sets import (
    DIGIT_CUTS,
    DIGITS_MADE_SHOWN,
    KONG,
    KONG_SHOWN,
    LOW,
    PAIR,
    PUNG,
    PUNG_SHOWN,
    Cut,
)
from controller.rules.hand.tiles import (
    BITS,
    EACH_FOUR,
    EACH_ONE,
    KINDS,
    MAJORS,
    ONE,
    SUIT_BITS,
    SUIT_MASK,
    TERMINALS,
    bag,
    mask,
)

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

    __slots__ = ("_summed", "_tally", "digits", "form", "hand", "pair", "sets", "taken")

    hand: Hand
    form: str
    sets: tuple[int, ...]
    pair: int
    """Tile of the pair; -1 for a form without one."""
    taken: int
    """Code of the set (or ``PAIR + tile``) that the winning tile completed; -1 where it cannot matter."""
    digits: int
    """The low digits of the tally, which fit into a word of the processor: how many sets there are of each sort."""
    _tally: int
    _summed: bool

    def __init__(
        self, hand: Hand, form: str, codes: tuple[int, ...], pair: int, taken: int, tally: int, digits: int = -1
    ) -> None:
        """``digits``: those of the sets and the pair, whose tally is then summed up when it is asked for."""
        self.hand, self.form, self.sets, self.pair, self.taken = hand, form, codes, pair, taken
        self._tally, self._summed = tally, digits < 0
        self.digits = digits if digits >= 0 else tally & LOW

    def laid_out(self) -> Reading:
        """The reading with its sets; of one that is a sketch no more is known than what can count."""
        return self

    @property
    def tally(self) -> int:
        if not self._summed:
            tally = sets.TALLY[PAIR + self.pair]
            for code in self.sets:
                tally += sets.TALLY[code]
            self._tally, self._summed = tally, True
        return self._tally

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
        if self._summed:
            return self._tally >> sets.TRIPLET_AT + tile & 1
        for code in self.sets:
            if code - tile in (PUNG, PUNG_SHOWN, KONG_SHOWN, KONG):
                return 1
        return 0

    def pairs_of(self, kinds: int) -> int:
        """How many pairs there are of these kinds, a bit for each; tiles that are no hand can have several."""
        if self.pair >= 0:
            return kinds >> self.pair & 1
        return (self.tally >> sets.PAIR_AT & kinds).bit_count()

    def chows_at(self, tile: int) -> int:
        """How many chows begin with this tile."""
        return self.tally >> sets.CHOW_AT + 3 * tile & 7


Form = Callable[[Hand, bool], list[Reading]]
"""A winning form: the readings of a hand. The flag asks for every set that could have taken the winning tile even when
it came from the wall (rulesets that look at the wait)."""


def standard(hand: Hand, every_way: bool) -> list[Reading]:
    """Four sets and a pair: all cuts of the concealed tiles, each with every set that the winning tile can complete."""
    win = hand.winning
    if win >= KINDS or (hand.meld_sets and -1 in hand.meld_sets):
        return []
    m, p, s, z = hand.hidden
    meld_digits, meld_sets = hand.meld_digits, hand.meld_sets
    found: list[Reading] = []
    for sets_m, digits_m, pair_m in _CUT_M[m] if m else _NOTHING_TO_CUT:
        for sets_p, digits_p, pair_p in _CUT_P[p] if p else _NOTHING_TO_CUT:
            for sets_s, digits_s, pair_s in _CUT_S[s] if s else _NOTHING_TO_CUT:
                for sets_z, digits_z, pair_z in _CUT_Z[z] if z else _NOTHING_TO_CUT:
                    digits = digits_m + digits_p + digits_s + digits_z + meld_digits
                    if digits & 7 != 1:
                        continue
                    own = sets_m + sets_p + sets_s + sets_z
                    pair = pair_m + pair_p + pair_s + pair_z - 1
                    if every_way or hand.by_other:
                        _ways(found, hand, own, pair, digits)
                    else:
                        found.append(Reading(hand, STANDARD, own + meld_sets, pair, -1, 0, digits))
    return found


_CUT_M: Final = DIGIT_CUTS[0]
_CUT_P: Final = DIGIT_CUTS[1]
_CUT_S: Final = DIGIT_CUTS[2]
_CUT_Z: Final = DIGIT_CUTS[3]
_NOTHING_TO_CUT: Final[tuple[Cut, ...]] = (((), 0, 0),)


def _ways(found: list[Reading], hand: Hand, own: tuple[int, ...], pair: int, digits: int) -> None:
    """One reading for each different set, or the pair, that could have taken the winning tile."""
    win = hand.winning
    meld_sets = hand.meld_sets
    whole = own + meld_sets if meld_sets else own
    last = -1
    for code in own:
        if code == last or not holds(code, win):
            continue
        last = code
        if code == PUNG + win and hand.by_other:
            shown = tuple([PUNG_SHOWN + win if one == code else one for one in own])
            made = digits + DIGITS_MADE_SHOWN[win]
            found.append(Reading(hand, STANDARD, shown + meld_sets, pair, PUNG_SHOWN + win, 0, made))
        else:
            found.append(Reading(hand, STANDARD, whole, pair, code, 0, digits))
    if pair == win:
        found.append(Reading(hand, STANDARD, whole, pair, PAIR + win, 0, digits))


def holds(code: int, tile: int) -> bool:
    """Whether a tile can complete a concealed set."""
    if code >= PUNG:
        return code == PUNG + tile
    return code <= tile <= code + 2


_ODD: Final = EACH_ONE
# of a word
_ODD_IN_WORD: Final = EACH_ONE & SUIT_MASK
_FOUR_IN_WORD: Final = EACH_FOUR & SUIT_MASK
_MIDDLE: Final = SUIT_MASK & ~mask(TERMINALS)
_EVERY_HONOUR: Final = EACH_ONE >> SUIT_BITS * 3


def seven_different_pairs(hand: Hand, every_way: bool) -> list[Reading]:
    """Seven pairs, all different, nothing melded."""
    if hand.melds:
        return []
    m, p, s, z = hand.hidden
    return [] if (m | p | s | z) & _FOUR_IN_WORD else seven_pairs(hand, every_way)


def seven_pairs(hand: Hand, every_way: bool) -> list[Reading]:
    """Seven pairs, nothing melded; four equal tiles are two of them."""
    del every_way
    m, p, s, z = hand.hidden
    if hand.melds or (m | p | s | z) & _ODD_IN_WORD or hand.winning >= KINDS:
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
    m, p, s, z = hand.hidden
    if hand.melds or (z | z >> 1) & _EVERY_HONOUR != _EVERY_HONOUR or (m | p | s) & _MIDDLE:
        return []  # most hands: there is no need of their bag
    if hand.winning >= KINDS or hand.concealed not in ORPHAN_HANDS:
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
