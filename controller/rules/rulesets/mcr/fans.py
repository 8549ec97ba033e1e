"""The fans: numbers of the sheet, ids and points.

A *tally* of fans is two numbers, each of which fits into a word of the processor. The *great* fans stand above Dragon
Pung on the sheet: a hand shows each of them once, and each has a bit. The *small* ones have digits, since some are
there several times. ``ONE`` is a fan in its word: in the small one ``ONE[SEAT_WIND] + 2 * ONE[TILE_HOG]`` says one seat
wind and two tile hogs. What the parts of a hand earn is simply added up; ``account`` turns the sum into items.
"""

from __future__ import annotations

from typing import Final, NamedTuple

Tally = tuple[int, int]
"""The great and the small fans."""


class Fan(NamedTuple):
    """One row of the sheet. ``points``: in the edition ``mil``."""

    number: int
    id: str
    points: int


BIG_FOUR_WINDS: Final = 1
BIG_THREE_DRAGONS: Final = 2
ALL_GREEN: Final = 3
NINE_GATES: Final = 4
FOUR_KONGS: Final = 5
SEVEN_SHIFTED_PAIRS: Final = 6
THIRTEEN_ORPHANS: Final = 7
ALL_TERMINALS: Final = 8
LITTLE_FOUR_WINDS: Final = 9
LITTLE_THREE_DRAGONS: Final = 10
ALL_HONORS: Final = 11
FOUR_CONCEALED_PUNGS: Final = 12
PURE_TERMINAL_CHOWS: Final = 13
QUADRUPLE_CHOW: Final = 14
FOUR_PURE_SHIFTED_PUNGS: Final = 15
FOUR_PURE_SHIFTED_CHOWS: Final = 16
THREE_KONGS: Final = 17
ALL_TERMINALS_AND_HONORS: Final = 18
SEVEN_PAIRS: Final = 19
GREATER_HONORS_AND_KNITTED_TILES: Final = 20
ALL_EVEN_PUNGS: Final = 21
FULL_FLUSH: Final = 22
PURE_TRIPLE_CHOW: Final = 23
PURE_SHIFTED_PUNGS: Final = 24
UPPER_TILES: Final = 25
MIDDLE_TILES: Final = 26
LOWER_TILES: Final = 27
PURE_STRAIGHT: Final = 28
THREE_SUITED_TERMINAL_CHOWS: Final = 29
PURE_SHIFTED_CHOWS: Final = 30
ALL_FIVES: Final = 31
TRIPLE_PUNG: Final = 32
THREE_CONCEALED_PUNGS: Final = 33
LESSER_HONORS_AND_KNITTED_TILES: Final = 34
KNITTED_STRAIGHT: Final = 35
UPPER_FOUR: Final = 36
LOWER_FOUR: Final = 37
BIG_THREE_WINDS: Final = 38
MIXED_STRAIGHT: Final = 39
REVERSIBLE_TILES: Final = 40
MIXED_TRIPLE_CHOW: Final = 41
MIXED_SHIFTED_PUNGS: Final = 42
CHICKEN_HAND: Final = 43
LAST_TILE_DRAW: Final = 44
LAST_TILE_CLAIM: Final = 45
OUT_WITH_REPLACEMENT_TILE: Final = 46
ROBBING_THE_KONG: Final = 47
TWO_CONCEALED_KONGS: Final = 48
ALL_PUNGS: Final = 49
HALF_FLUSH: Final = 50
MIXED_SHIFTED_CHOWS: Final = 51
ALL_TYPES: Final = 52
MELDED_HAND: Final = 53
TWO_DRAGON_PUNGS: Final = 54
OUTSIDE_HAND: Final = 55
FULLY_CONCEALED_HAND: Final = 56
TWO_MELDED_KONGS: Final = 57
LAST_TILE: Final = 58
DRAGON_PUNG: Final = 59
PREVALENT_WIND: Final = 60
SEAT_WIND: Final = 61
CONCEALED_HAND: Final = 62
ALL_CHOWS: Final = 63
TILE_HOG: Final = 64
DOUBLE_PUNG: Final = 65
TWO_CONCEALED_PUNGS: Final = 66
CONCEALED_KONG: Final = 67
ALL_SIMPLES: Final = 68
PURE_DOUBLE_CHOW: Final = 69
MIXED_DOUBLE_CHOW: Final = 70
SHORT_STRAIGHT: Final = 71
TWO_TERMINAL_CHOWS: Final = 72
PUNG_OF_TERMINALS_OR_HONORS: Final = 73
MELDED_KONG: Final = 74
ONE_VOIDED_SUIT: Final = 75
NO_HONORS: Final = 76
EDGE_WAIT: Final = 77
CLOSED_WAIT: Final = 78
SINGLE_WAIT: Final = 79
SELF_DRAWN: Final = 80
FLOWER_TILES: Final = 81
CONCEALED_KONG_AND_MELDED_KONG: Final = 82

FANS: Final = (
    Fan(BIG_FOUR_WINDS, "big-four-winds", 88),
    Fan(BIG_THREE_DRAGONS, "big-three-dragons", 88),
    Fan(ALL_GREEN, "all-green", 88),
    Fan(NINE_GATES, "nine-gates", 88),
    Fan(FOUR_KONGS, "four-kongs", 88),
    Fan(SEVEN_SHIFTED_PAIRS, "seven-shifted-pairs", 88),
    Fan(THIRTEEN_ORPHANS, "thirteen-orphans", 88),
    Fan(ALL_TERMINALS, "all-terminals", 64),
    Fan(LITTLE_FOUR_WINDS, "little-four-winds", 64),
    Fan(LITTLE_THREE_DRAGONS, "little-three-dragons", 64),
    Fan(ALL_HONORS, "all-honors", 64),
    Fan(FOUR_CONCEALED_PUNGS, "four-concealed-pungs", 64),
    Fan(PURE_TERMINAL_CHOWS, "pure-terminal-chows", 64),
    Fan(QUADRUPLE_CHOW, "quadruple-chow", 48),
    Fan(FOUR_PURE_SHIFTED_PUNGS, "four-pure-shifted-pungs", 48),
    Fan(FOUR_PURE_SHIFTED_CHOWS, "four-pure-shifted-chows", 32),
    Fan(THREE_KONGS, "three-kongs", 32),
    Fan(ALL_TERMINALS_AND_HONORS, "all-terminals-and-honors", 32),
    Fan(SEVEN_PAIRS, "seven-pairs", 24),
    Fan(GREATER_HONORS_AND_KNITTED_TILES, "greater-honors-and-knitted-tiles", 24),
    Fan(ALL_EVEN_PUNGS, "all-even-pungs", 24),
    Fan(FULL_FLUSH, "full-flush", 24),
    Fan(PURE_TRIPLE_CHOW, "pure-triple-chow", 24),
    Fan(PURE_SHIFTED_PUNGS, "pure-shifted-pungs", 24),
    Fan(UPPER_TILES, "upper-tiles", 24),
    Fan(MIDDLE_TILES, "middle-tiles", 24),
    Fan(LOWER_TILES, "lower-tiles", 24),
    Fan(PURE_STRAIGHT, "pure-straight", 16),
    Fan(THREE_SUITED_TERMINAL_CHOWS, "three-suited-terminal-chows", 16),
    Fan(PURE_SHIFTED_CHOWS, "pure-shifted-chows", 16),
    Fan(ALL_FIVES, "all-fives", 16),
    Fan(TRIPLE_PUNG, "triple-pung", 16),
    Fan(THREE_CONCEALED_PUNGS, "three-concealed-pungs", 16),
    Fan(LESSER_HONORS_AND_KNITTED_TILES, "lesser-honors-and-knitted-tiles", 12),
    Fan(KNITTED_STRAIGHT, "knitted-straight", 12),
    Fan(UPPER_FOUR, "upper-four", 12),
    Fan(LOWER_FOUR, "lower-four", 12),
    Fan(BIG_THREE_WINDS, "big-three-winds", 12),
    Fan(MIXED_STRAIGHT, "mixed-straight", 8),
    Fan(REVERSIBLE_TILES, "reversible-tiles", 8),
    Fan(MIXED_TRIPLE_CHOW, "mixed-triple-chow", 8),
    Fan(MIXED_SHIFTED_PUNGS, "mixed-shifted-pungs", 8),
    Fan(CHICKEN_HAND, "chicken-hand", 8),
    Fan(LAST_TILE_DRAW, "last-tile-draw", 8),
    Fan(LAST_TILE_CLAIM, "last-tile-claim", 8),
    Fan(OUT_WITH_REPLACEMENT_TILE, "out-with-replacement-tile", 8),
    Fan(ROBBING_THE_KONG, "robbing-the-kong", 8),
    Fan(TWO_CONCEALED_KONGS, "two-concealed-kongs", 6),
    Fan(ALL_PUNGS, "all-pungs", 6),
    Fan(HALF_FLUSH, "half-flush", 6),
    Fan(MIXED_SHIFTED_CHOWS, "mixed-shifted-chows", 6),
    Fan(ALL_TYPES, "all-types", 6),
    Fan(MELDED_HAND, "melded-hand", 6),
    Fan(TWO_DRAGON_PUNGS, "two-dragon-pungs", 6),
    Fan(OUTSIDE_HAND, "outside-hand", 4),
    Fan(FULLY_CONCEALED_HAND, "fully-concealed-hand", 4),
    Fan(TWO_MELDED_KONGS, "two-melded-kongs", 4),
    Fan(LAST_TILE, "last-tile", 4),
    Fan(DRAGON_PUNG, "dragon-pung", 2),
    Fan(PREVALENT_WIND, "prevalent-wind", 2),
    Fan(SEAT_WIND, "seat-wind", 2),
    Fan(CONCEALED_HAND, "concealed-hand", 2),
    Fan(ALL_CHOWS, "all-chows", 2),
    Fan(TILE_HOG, "tile-hog", 2),
    Fan(DOUBLE_PUNG, "double-pung", 2),
    Fan(TWO_CONCEALED_PUNGS, "two-concealed-pungs", 2),
    Fan(CONCEALED_KONG, "concealed-kong", 2),
    Fan(ALL_SIMPLES, "all-simples", 2),
    Fan(PURE_DOUBLE_CHOW, "pure-double-chow", 1),
    Fan(MIXED_DOUBLE_CHOW, "mixed-double-chow", 1),
    Fan(SHORT_STRAIGHT, "short-straight", 1),
    Fan(TWO_TERMINAL_CHOWS, "two-terminal-chows", 1),
    Fan(PUNG_OF_TERMINALS_OR_HONORS, "pung-of-terminals-or-honors", 1),
    Fan(MELDED_KONG, "melded-kong", 1),
    Fan(ONE_VOIDED_SUIT, "one-voided-suit", 1),
    Fan(NO_HONORS, "no-honors", 1),
    Fan(EDGE_WAIT, "edge-wait", 1),
    Fan(CLOSED_WAIT, "closed-wait", 1),
    Fan(SINGLE_WAIT, "single-wait", 1),
    Fan(SELF_DRAWN, "self-drawn", 1),
    Fan(FLOWER_TILES, "flower-tiles", 1),
    Fan(CONCEALED_KONG_AND_MELDED_KONG, "concealed-kong-and-melded-kong", 5),
)
FAN: Final = {fan.number: fan for fan in FANS}
NUMBER: Final = {fan.id: fan.number for fan in FANS}
FIRST_SMALL: Final = DRAGON_PUNG
MOST_PUNGS: Final = 4


def _width(fan: int) -> int:
    """Bits of its digit: of nothing but the pungs of terminals and winds a hand shows more than three."""
    if fan < FIRST_SMALL:
        return 1
    return MOST_PUNGS.bit_length() if fan == PUNG_OF_TERMINALS_OR_HONORS else 2


def _places() -> list[int]:
    """Where the digit of each fan begins in its word, behind all digits the first place that is free."""
    places, at = [], 0
    for fan in range(len(FANS) + 2):
        at = 0 if fan == FIRST_SMALL else at
        places.append(at)
        at += _width(fan)
    return places


AT: Final = _places()
"""By the number of a fan where it stands in its word."""
ONE: Final = [1 << at for at in AT]
"""By the number of a fan that fan alone, in its word."""
DIGIT: Final = [one * ((1 << _width(fan)) - 1) for fan, one in enumerate(ONE)]
"""All bits of a fan, in its word."""
_FAN_OF_BIT: Final = [fan for fan in range(FIRST_SMALL, len(ONE)) for _ in range(_width(fan))]
"""The fan of each bit of the small word."""
# a mark behind the small fans: the winner's wind is also the prevailing wind
SAME_WIND: Final = ONE[len(FANS) + 1]
NO_FANS: Final[Tally] = (0, 0)


def of(*fans: int) -> Tally:
    """A tally of these fans; of number 0, which is none, there may be any."""
    great = sum(ONE[fan] for fan in fans if 0 < fan < FIRST_SMALL)
    return great, sum(ONE[fan] for fan in fans if fan >= FIRST_SMALL)


def digits_of(*fans: int) -> Tally:
    """All bits of these fans, each of which is named once."""
    great = sum(DIGIT[fan] for fan in fans if fan < FIRST_SMALL)
    return great, sum(DIGIT[fan] for fan in fans if fan >= FIRST_SMALL)


def times(tally: Tally, fan: int) -> int:
    """How many times a fan stands in a tally."""
    great, small = tally
    return ((great if fan < FIRST_SMALL else small) & DIGIT[fan]) >> AT[fan]


def first(great: int) -> int:
    """Of great fans the one that stands first on the sheet."""
    return (great & -great).bit_length() - 1


def first_small(small: int) -> int:
    """The same of small fans."""
    return _FAN_OF_BIT[(small & -small).bit_length() - 1]


def listed(tally: Tally) -> list[tuple[int, int]]:
    """The fans of a tally by number, with how many times each is there, in the order of the sheet."""
    great, small = tally
    found: list[tuple[int, int]] = []
    while great:
        fan = first(great)
        great ^= ONE[fan]
        found.append((fan, 1))
    while small:
        fan = first_small(small)
        digit = small & DIGIT[fan]
        small ^= digit
        found.append((fan, digit >> AT[fan]))
    return found
