"""Which lines of a card a hand is. Every meaning of a line is worked out once, as bags of tiles; a hand is compared
with those that have its first and its last kind."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable
from typing import Final, NamedTuple

from controller.rules.hand.exposures import code_of, one_of
from controller.rules.hand.reading import Reading
from controller.rules.hand.record import Hand
from controller.rules.hand.tiles import BITS, BONUS, BONUS_SHIFT, KINDS, ONE, PLAYING
from controller.rules.sheet.card import SMALLEST_EXPOSED, Line, Meaning

OF_CARD: Final = "card-line"
"""The form of every winning hand."""
REAL: Final = PLAYING | BONUS
_ABOVE: Final = 16
GUARDS: Final = sum(_ABOVE * one for one in ONE) | _ABOVE << BONUS_SHIFT
"""One bit above every count of a bag: taking a smaller bag from a larger one leaves all of them."""


class LineReading(Reading):
    """A hand as a line of the card."""

    __slots__ = ("line",)

    def __init__(self, hand: Hand, line: Line) -> None:
        super().__init__(hand, OF_CARD, (), -1, -1, 0)
        self.line = line


class Wanted(NamedTuple):
    """What one meaning of a line wants. ``whole``: all its tiles, with the guards; ``fixed``: those of them that no
    joker may be; ``exposable``: the groups that may be exposed, as codes of melds."""

    at: int
    whole: int
    fixed: int
    exposable: tuple[int, ...]
    concealed: bool


class Lines:
    """The lines of a card, in its order."""

    def __init__(self, lines: Iterable[Line]) -> None:
        self.lines = tuple(lines)
        self._by_kinds: defaultdict[tuple[int, int], list[Wanted]] = defaultdict(list)
        for at, line in enumerate(self.lines):
            for meaning in line.meanings:
                self._keep(_wanted(at, line, meaning), meaning)

    def _keep(self, wanted: Wanted, meaning: Meaning) -> None:
        kinds = sorted({_place(one_of(group.tile)) for group in meaning})
        for low in kinds:
            for high in kinds:
                if low <= high:
                    self._by_kinds[low, high].append(wanted)

    def readings(self, hand: Hand, every_way: bool) -> list[Reading]:
        """The hand as each line that it is, in the order of the card."""
        del every_way
        real = hand.tiles & REAL
        own = hand.concealed & REAL
        found: list[int] = []
        for wanted in self._by_kinds.get((_place(real & -real), _place(real)), ()):
            at, whole, fixed, exposable, concealed = wanted
            if whole - real & GUARDS != GUARDS or (own | GUARDS) - fixed & GUARDS != GUARDS:
                continue
            if hand.melds and (concealed or not _exposed(hand, whole, own, exposable)):
                continue
            if at not in found:
                found.append(at)
        return [LineReading(hand, self.lines[at]) for at in found]


def _place(bits: int) -> int:
    """The kind of the highest bit of a bag."""
    return (bits.bit_length() - 1) // BITS


def _wanted(at: int, line: Line, meaning: Meaning) -> Wanted:
    whole = sum(group.size * one_of(group.tile) for group in meaning)
    fixed = sum(group.size * one_of(group.tile) for group in meaning if group.size < SMALLEST_EXPOSED)
    exposable = tuple(code_of(group.tile, group.size) for group in meaning if group.size >= SMALLEST_EXPOSED)
    return Wanted(at, whole | GUARDS, fixed, exposable, line.concealed)


def _exposed(hand: Hand, whole: int, own: int, exposable: tuple[int, ...]) -> bool:
    """Whether each exposure is a group of the line, and the hand has nothing that the other groups do not want."""
    left = list(exposable)
    for code in hand.meld_sets:
        if code not in left:
            return False
        left.remove(code)
        tile, size = code >> 3, code & 7
        whole -= size * (ONE[tile] if tile < KINDS else 1 << BONUS_SHIFT)
    return whole - own & GUARDS == GUARDS
