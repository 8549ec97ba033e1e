"""The two editions of the rules: what they value differently and which fans each leaves out beside another."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Final, Literal

from controller.rules.rulesets.mcr import fans as f
from controller.rules.sheet.ruleset import Exclusion

MIL: Final = "mil"
WMO2006: Final = "wmo2006"


@dataclass(frozen=True, slots=True)
class Edition:
    """``mil``: the Chinese text of 1998 as it is practised; ``wmo2006``: the English edition of July 2006."""

    points: dict[int, int] = field(default_factory=dict)
    """Fans with other points than in ``mil``."""
    shapes_stay_concealed: bool = False
    """Shapes that are concealed by nature score Fully Concealed Hand when self-drawn, not Self-Drawn alone."""
    gates_hold_every_pung: bool = False
    """Nine Gates contains both pungs of terminals, not one."""
    hog_in_uniform_pairs: bool = True
    """Seven pairs that are all green or all terminals score Tile Hog for four of a kind."""
    wait_beside_knitted: bool = True
    """Edge and closed waits count beside Knitted Straight."""


EDITIONS: Final = {
    MIL: Edition(),
    WMO2006: Edition(
        points={f.TWO_CONCEALED_KONGS: 8, f.CONCEALED_KONG_AND_MELDED_KONG: 6},
        shapes_stay_concealed=True,
        gates_hold_every_pung=True,
        hog_in_uniform_pairs=False,
        wait_beside_knitted=False,
    ),
}

CONCEALED_BY_NATURE: Final = (
    f.NINE_GATES, f.SEVEN_SHIFTED_PAIRS, f.THIRTEEN_ORPHANS, f.FOUR_CONCEALED_PUNGS, f.SEVEN_PAIRS,
    f.GREATER_HONORS_AND_KNITTED_TILES, f.LESSER_HONORS_AND_KNITTED_TILES,
)  # fmt: skip

# every time the first fan counts, none of the others does
CONTAINED: Final[dict[int, tuple[int, ...]]] = {
    f.BIG_FOUR_WINDS: (f.ALL_PUNGS, f.PREVALENT_WIND, f.SEAT_WIND, f.PUNG_OF_TERMINALS_OR_HONORS),
    f.BIG_THREE_DRAGONS: (f.DRAGON_PUNG,),
    f.ALL_GREEN: (),  # in one edition: ONLY_IN_MIL
    f.NINE_GATES: (f.FULL_FLUSH, f.CONCEALED_HAND, f.NO_HONORS),
    f.FOUR_KONGS: (f.ALL_PUNGS, f.SINGLE_WAIT),
    f.SEVEN_SHIFTED_PAIRS: (f.SEVEN_PAIRS, f.FULL_FLUSH, f.CONCEALED_HAND, f.NO_HONORS),
    f.THIRTEEN_ORPHANS: (f.ALL_TERMINALS_AND_HONORS, f.ALL_TYPES, f.CONCEALED_HAND),
    f.ALL_TERMINALS: (f.ALL_PUNGS, f.OUTSIDE_HAND, f.PUNG_OF_TERMINALS_OR_HONORS, f.NO_HONORS),
    f.LITTLE_FOUR_WINDS: (f.BIG_THREE_WINDS, f.PUNG_OF_TERMINALS_OR_HONORS),
    f.LITTLE_THREE_DRAGONS: (f.TWO_DRAGON_PUNGS, f.DRAGON_PUNG),
    f.ALL_HONORS: (f.ALL_PUNGS, f.OUTSIDE_HAND, f.PUNG_OF_TERMINALS_OR_HONORS),
    f.FOUR_CONCEALED_PUNGS: (f.ALL_PUNGS, f.CONCEALED_HAND),
    f.PURE_TERMINAL_CHOWS: (f.FULL_FLUSH, f.ALL_CHOWS, f.NO_HONORS),
    f.QUADRUPLE_CHOW: (f.TILE_HOG,),
    f.FOUR_PURE_SHIFTED_PUNGS: (f.ALL_PUNGS,),
    f.ALL_TERMINALS_AND_HONORS: (f.ALL_PUNGS, f.OUTSIDE_HAND, f.PUNG_OF_TERMINALS_OR_HONORS),
    f.SEVEN_PAIRS: (f.CONCEALED_HAND,),
    f.GREATER_HONORS_AND_KNITTED_TILES: (f.LESSER_HONORS_AND_KNITTED_TILES, f.ALL_TYPES, f.CONCEALED_HAND),
    f.ALL_EVEN_PUNGS: (f.ALL_PUNGS, f.ALL_SIMPLES, f.NO_HONORS),
    f.FULL_FLUSH: (f.NO_HONORS,),
    f.UPPER_TILES: (f.UPPER_FOUR, f.NO_HONORS),
    f.MIDDLE_TILES: (f.ALL_SIMPLES, f.NO_HONORS),
    f.LOWER_TILES: (f.LOWER_FOUR, f.NO_HONORS),
    f.THREE_SUITED_TERMINAL_CHOWS: (f.ALL_CHOWS, f.NO_HONORS),
    f.ALL_FIVES: (f.ALL_SIMPLES, f.NO_HONORS),
    f.LESSER_HONORS_AND_KNITTED_TILES: (f.ALL_TYPES, f.CONCEALED_HAND),
    f.UPPER_FOUR: (f.NO_HONORS,),
    f.LOWER_FOUR: (f.NO_HONORS,),
    f.REVERSIBLE_TILES: (f.ONE_VOIDED_SUIT,),
    f.LAST_TILE_DRAW: (f.SELF_DRAWN,),
    f.OUT_WITH_REPLACEMENT_TILE: (f.SELF_DRAWN,),
    f.ROBBING_THE_KONG: (f.LAST_TILE,),
    f.TWO_CONCEALED_KONGS: (f.TWO_CONCEALED_PUNGS,),
    f.MELDED_HAND: (f.SINGLE_WAIT,),
    f.TWO_DRAGON_PUNGS: (f.DRAGON_PUNG,),
    f.ALL_CHOWS: (f.NO_HONORS,),
    f.ALL_SIMPLES: (f.NO_HONORS,),
}
# contained as well, and never seen beside it: a reading shows one fan for its kongs, one for its concealed pungs, one
# for what a group of sets makes; other fans exclude each other, or belong to other readings. Only listed.
NEVER_BESIDE: Final[dict[int, tuple[int, ...]]] = {
    f.BIG_FOUR_WINDS: (f.BIG_THREE_WINDS,),
    f.BIG_THREE_DRAGONS: (f.TWO_DRAGON_PUNGS,),
    f.ALL_GREEN: (f.ONE_VOIDED_SUIT,),
    f.FOUR_KONGS: (f.THREE_KONGS, f.TWO_CONCEALED_KONGS, f.TWO_MELDED_KONGS, f.CONCEALED_KONG, f.MELDED_KONG),
    f.SEVEN_SHIFTED_PAIRS: (f.SINGLE_WAIT,),
    f.THIRTEEN_ORPHANS: (f.SINGLE_WAIT,),
    f.ALL_TERMINALS: (f.ALL_TERMINALS_AND_HONORS,),
    f.ALL_HONORS: (f.ALL_TERMINALS_AND_HONORS, f.ONE_VOIDED_SUIT),
    f.FOUR_CONCEALED_PUNGS: (f.THREE_CONCEALED_PUNGS, f.TWO_CONCEALED_PUNGS),
    f.PURE_TERMINAL_CHOWS: (f.SEVEN_PAIRS, f.PURE_DOUBLE_CHOW, f.TWO_TERMINAL_CHOWS),
    f.QUADRUPLE_CHOW: (f.PURE_TRIPLE_CHOW, f.PURE_SHIFTED_PUNGS, f.PURE_DOUBLE_CHOW, f.SEVEN_PAIRS),
    f.FOUR_PURE_SHIFTED_PUNGS: (f.PURE_TRIPLE_CHOW, f.PURE_SHIFTED_PUNGS),
    f.FOUR_PURE_SHIFTED_CHOWS: (f.PURE_SHIFTED_CHOWS, f.SHORT_STRAIGHT, f.TWO_TERMINAL_CHOWS),
    f.THREE_KONGS: (f.TWO_CONCEALED_KONGS, f.TWO_MELDED_KONGS, f.CONCEALED_KONG, f.MELDED_KONG),
    f.SEVEN_PAIRS: (f.SINGLE_WAIT,),
    f.THREE_SUITED_TERMINAL_CHOWS: (f.MIXED_DOUBLE_CHOW, f.TWO_TERMINAL_CHOWS),
    f.THREE_CONCEALED_PUNGS: (f.TWO_CONCEALED_PUNGS,),
    f.TWO_CONCEALED_KONGS: (f.CONCEALED_KONG,),
    f.FULLY_CONCEALED_HAND: (f.SELF_DRAWN,),
    f.TWO_MELDED_KONGS: (f.MELDED_KONG,),
}
ONLY_IN_MIL: Final[dict[int, tuple[int, ...]]] = {f.ALL_GREEN: (f.HALF_FLUSH,), f.ALL_TERMINALS: (f.DOUBLE_PUNG,)}


def _both(one: Mapping[int, tuple[int, ...]], two: Mapping[int, tuple[int, ...]]) -> dict[int, tuple[int, ...]]:
    """Both tables as one."""
    return {fan: (*one.get(fan, ()), *two.get(fan, ())) for fan in sorted({*one, *two})}


# the rows for one instance, a wind pung or the sets inside a group; ``account`` and ``combinations`` apply them
ONE_INSTANCE: Final = {
    f.NINE_GATES: (f.PUNG_OF_TERMINALS_OR_HONORS,),
    f.BIG_THREE_WINDS: (f.PUNG_OF_TERMINALS_OR_HONORS,),
    f.PREVALENT_WIND: (f.PUNG_OF_TERMINALS_OR_HONORS,),
    f.SEAT_WIND: (f.PUNG_OF_TERMINALS_OR_HONORS,),
}
_TWO_CHOWS: Final = (f.PURE_DOUBLE_CHOW, f.MIXED_DOUBLE_CHOW, f.SHORT_STRAIGHT, f.TWO_TERMINAL_CHOWS)
_CHOWS: Final = (
    f.FOUR_PURE_SHIFTED_CHOWS, f.PURE_TRIPLE_CHOW, f.PURE_STRAIGHT, f.PURE_SHIFTED_CHOWS, f.MIXED_STRAIGHT,
    f.MIXED_TRIPLE_CHOW, f.MIXED_SHIFTED_CHOWS,
)  # fmt: skip
INSIDE: Final[dict[int, tuple[int, ...]]] = dict.fromkeys(_CHOWS, _TWO_CHOWS) | {
    f.PURE_STRAIGHT: (*_TWO_CHOWS, f.PURE_SHIFTED_CHOWS),
    f.PURE_SHIFTED_CHOWS: (*_TWO_CHOWS, f.PURE_SHIFTED_CHOWS),
    f.MIXED_SHIFTED_CHOWS: (*_TWO_CHOWS, f.MIXED_SHIFTED_CHOWS),
    f.MIXED_STRAIGHT: (*_TWO_CHOWS, f.MIXED_STRAIGHT),
    f.MIXED_TRIPLE_CHOW: (*_TWO_CHOWS, f.MIXED_TRIPLE_CHOW),
    f.PURE_TRIPLE_CHOW: (*_TWO_CHOWS, f.PURE_TRIPLE_CHOW),
    f.TRIPLE_PUNG: (f.DOUBLE_PUNG, f.TRIPLE_PUNG),
    f.PURE_SHIFTED_PUNGS: (f.DOUBLE_PUNG, f.PURE_SHIFTED_PUNGS),
    f.MIXED_SHIFTED_PUNGS: (f.DOUBLE_PUNG, f.MIXED_SHIFTED_PUNGS),
}
ONCE: Final[dict[int, tuple[int, ...]]] = dict.fromkeys(_TWO_CHOWS, _TWO_CHOWS)


Why = Literal["contains", "instance", "concealed", "inside", "once"]


def _rows(table: Mapping[int, tuple[int, ...]], why: Why, **when: object) -> tuple[Exclusion, ...]:
    return tuple(
        Exclusion(f.FAN[fan].id, tuple(f.FAN[drop].id for drop in drops), why, dict(when))
        for fan, drops in table.items()
    )


EXCLUSIONS: Final = (
    *_rows(_both(CONTAINED, NEVER_BESIDE), "contains"),
    *_rows(ONLY_IN_MIL, "contains", edition=MIL),
    *_rows(ONE_INSTANCE, "instance"),
    *_rows(dict.fromkeys(CONCEALED_BY_NATURE, (f.FULLY_CONCEALED_HAND,)), "concealed", edition=MIL),
    *_rows(INSIDE, "inside"),
    *_rows(ONCE, "once"),
)
