"""Which lines of a card a hand is. Every meaning of a line is worked out once, as words; a hand is compared with those
that have its first and its last kind.

The flowers, which are one kind, are counted in the word of the honours, as the tile that follows them.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

from controller.rules.hand.exposures import FLOWER, SIZE_BITS, code_of
from controller.rules.hand.reading import Reading
from controller.rules.hand.record import Hand
from controller.rules.hand.tiles import BITS, BONUS_SHIFT, RED_SHIFT, Words
from controller.rules.sheet.card import SMALLEST_EXPOSED, Line, Meaning

OF_CARD: Final = "card-line"
"""The form of every winning hand."""
_FLOWERS_AT: Final = BONUS_SHIFT - RED_SHIFT
_FLOWERS: Final = 0xFF
"""Of what a hand has beside the playing tiles."""
_FLOWERS_IN_WORD: Final = BITS * (FLOWER % 9)
_GUARDS: Final = sum(16 << BITS * rank for rank in range(9))
"""One bit above every count of a word: taking a smaller word from a larger one leaves all of them."""
_KINDS: Final = FLOWER + 1


class LineReading(Reading):
    """A hand as a line of the card."""

    __slots__ = ("line",)

    def __init__(self, hand: Hand, line: Line) -> None:
        super().__init__(hand, OF_CARD, (), -1, -1, 0)
        self.line = line


class Wanted:
    """What one meaning of a line wants: words of all its tiles, with the guards, and of those of them that no joker may
    be; ``exposable``: the groups that may be exposed, as codes of melds."""

    __slots__ = (
        "at", "concealed", "exposable", "fixed_m", "fixed_p", "fixed_s", "fixed_z", "whole_m", "whole_p", "whole_s",
        "whole_z",
    )  # fmt: skip

    def __init__(self, at: int, line: Line, meaning: Meaning) -> None:
        whole, fixed = [_GUARDS] * 4, [0] * 4
        exposable = []
        for tile, size in meaning:
            suit, tiles = tile // 9, size << BITS * (tile % 9)
            whole[suit] += tiles
            if size < SMALLEST_EXPOSED:
                fixed[suit] += tiles
            else:
                exposable.append(code_of(tile, size))
        self.whole_m, self.whole_p, self.whole_s, self.whole_z = whole
        self.fixed_m, self.fixed_p, self.fixed_s, self.fixed_z = fixed
        self.at, self.exposable, self.concealed = at, tuple(exposable), line.concealed


class Lines:
    """The lines of a card, in its order."""

    def __init__(self, lines: Iterable[Line]) -> None:
        self.lines = tuple(lines)
        self._by_kinds: dict[int, list[Wanted]] = {}
        for at, line in enumerate(self.lines):
            for meaning in line.meanings:
                self._keep(Wanted(at, line, meaning), meaning)

    def _keep(self, wanted: Wanted, meaning: Meaning) -> None:
        kinds = sorted({group.tile for group in meaning})
        for low in kinds:
            for high in kinds:
                if low <= high:
                    self._by_kinds.setdefault(_KINDS * low + high, []).append(wanted)

    def readings(self, hand: Hand, every_way: bool) -> list[Reading]:
        """The hand as each line that it is, in the order of the card."""
        del every_way
        flowers = own_flowers = hand.beside >> _FLOWERS_AT & _FLOWERS
        for meld in hand.melds:
            own_flowers -= meld.beside >> _FLOWERS_AT & _FLOWERS
        m, p, s, z = hand.every
        z += flowers << _FLOWERS_IN_WORD
        own_m, own_p, own_s, own_z = hand.hidden
        own_z += own_flowers << _FLOWERS_IN_WORD
        found: list[int] = []
        for wanted in self._by_kinds.get(_KINDS * _lowest(m, p, s, z) + _highest(m, p, s, z), ()):
            if (
                _all_in(m, wanted.whole_m)
                and _all_in(p, wanted.whole_p)
                and _all_in(s, wanted.whole_s)
                and _all_in(z, wanted.whole_z)
                and _all_in(wanted.fixed_m, own_m | _GUARDS)
                and _all_in(wanted.fixed_p, own_p | _GUARDS)
                and _all_in(wanted.fixed_s, own_s | _GUARDS)
                and _all_in(wanted.fixed_z, own_z | _GUARDS)
                and (not hand.melds or _exposed(hand, wanted, (own_m, own_p, own_s, own_z)))
                and wanted.at not in found
            ):
                found.append(wanted.at)
        return [LineReading(hand, self.lines[at]) for at in found]


def _all_in(tiles: int, whole: int) -> bool:
    """Whether a word with guards has all tiles of another."""
    return whole - tiles & _GUARDS == _GUARDS


def _lowest(m: int, p: int, s: int, z: int) -> int:
    """The first kind of a hand; of one with jokers alone a kind after its last, as no line has them."""
    word, kind = (m, 0) if m else (p, 9) if p else (s, 18) if s else (z, 27)
    while word and not word & 31:
        word >>= BITS
        kind += 1
    return kind


def _highest(m: int, p: int, s: int, z: int) -> int:
    """The last kind of a hand."""
    word, kind = (z, 27) if z else (s, 18) if s else (p, 9) if p else (m, 0)
    while word >> BITS:
        word >>= BITS
        kind += 1
    return kind


def _exposed(hand: Hand, wanted: Wanted, own: Words) -> bool:
    """Whether each exposure is a group of the line, and the hand has nothing that the other groups do not want."""
    if wanted.concealed:
        return False
    left = list(wanted.exposable)
    whole = [wanted.whole_m, wanted.whole_p, wanted.whole_s, wanted.whole_z]
    for code in hand.meld_sets:
        if code not in left:
            return False
        left.remove(code)
        tile = code >> SIZE_BITS
        whole[tile // 9] -= (code & 7) << BITS * (tile % 9)
    own_m, own_p, own_s, own_z = own
    whole_m, whole_p, whole_s, whole_z = whole
    return _all_in(own_m, whole_m) and _all_in(own_p, whole_p) and _all_in(own_s, whole_s) and _all_in(own_z, whole_z)
