"""Mahjong Competition Rules (Chinese Official): 81 fans, eight points at least. Decisions: docs/rulesets/mcr.md.

``fans`` is the sheet; ``combinations`` searches what sets make together; ``shapes`` reads the hand, ``waits`` and
``features`` look at it, ``judge`` adds up what they find, and ``account`` leaves out what the edition says.
"""

from __future__ import annotations

from dataclasses import replace
from typing import Final

from controller.rules.entry import Asks, FlagField
from controller.rules.game import DicePlan, WallPlan
from controller.rules.hand.record import DISCARD, SELF_DRAW
from controller.rules.hand.tile_set import WITH_FLOWERS
from controller.rules.rulesets.mcr import fans as f
from controller.rules.rulesets.mcr.earned import EARNED
from controller.rules.rulesets.mcr.editions import EDITIONS, EXCLUSIONS, MIL, WMO2006
from controller.rules.rulesets.mcr.judge import judge, shown_times
from controller.rules.rulesets.mcr.match import SEAT_CHANGES, CompetitionCourse, penalties
from controller.rules.rulesets.mcr.settlement import conversion, pay
from controller.rules.rulesets.mcr.shapes import FORMS
from controller.rules.sheet.options import Contradiction, choice, number
from controller.rules.sheet.ruleset import Bound, Item, Options, PlayedItems, Progression, Ruleset


def items() -> tuple[Item, ...]:
    """A row for each fan; fans that the editions value differently have one for each."""
    return tuple(
        _item(fan, EDITIONS[edition].points.get(fan.number, fan.points), when)
        for fan in f.FANS
        for edition, when in _editions_of(fan.number)
    )


def _editions_of(fan: int) -> list[tuple[str, dict[str, str]]]:
    if all(fan not in edition.points for edition in EDITIONS.values()):
        return [(MIL, {})]
    return [(name, {"edition": name}) for name in EDITIONS]


def _item(fan: f.Fan, points: int, when: dict[str, str]) -> Item:
    group = "flowers" if fan.number == f.FLOWER_TILES else "points"
    test, earned = shown_times(fan.number), EARNED[fan.number]
    return Item(fan.id, group, points, test, when=when, earned=earned)


_CHANGES: Final = tuple(SEAT_CHANGES)
OPTIONS: Final = (
    choice("edition", MIL, (WMO2006,)),
    number("min-points", 8, (0, 88)),
    choice("dice-throws", 2, (1,)),
    choice("seating", "dice", ("wind-tiles",)),
    choice("seat-change", _CHANGES[0], _CHANGES[1:]),
    choice("multiple-winners", "nearest", ()),
    choice("false-hu", "share30", ("minus-only", "referee")),
    number("false-hu-points", 30, (0, 3_000)),
    number("early-count-points", 10, (0, 1_000)),
    number("claim-window-seconds", 3, (0, 60)),
    number("session-minutes", 120, (0, 600)),
)

CONTRADICTIONS: Final = (
    Contradiction(
        "false-hu-points",
        "false-hu",
        lambda options: options["false-hu"] == "share30" and options["false-hu-points"] % 3 != 0,
        "three players share these points equally",
    ),
)


def bind(options: Options, played: PlayedItems) -> Bound:
    return Bound(
        forms=FORMS,
        judge=judge(options, played),
        pay=pay,
        pays_total=True,
        pays_alike=True,
        base_of=lambda win: win.total,
        minimum=options["min-points"],
        convert=conversion,
        beside_minimum=("flowers",),
    )


def asks(options: Options, plain: Asks) -> Asks:
    """Points with the values of the sheet as presets; there is no limit; the last tile of its kind counts."""
    del options
    presets = tuple(value for value in (*range(8, 13), 16, 24, 32, 48, 64, 88) if value >= plain.least)
    last_of_kind = FlagField("last-of-kind", (SELF_DRAW, DISCARD))
    kept = tuple(
        row for row in plain.situations if row.id in ("last-tile", "last-discard", "replacement", "flower-replacement")
    )
    return replace(plain, presets=presets, limit="", situations=(*kept, last_of_kind))


RULESET: Final = Ruleset(
    id="mcr",
    unit="points",
    fixed_items=True,
    options=OPTIONS,
    items=items(),
    bind=bind,
    tiles=lambda _: WITH_FLOWERS,
    wall=lambda _, tiles: WallPlan.of(tiles),
    dice=lambda options: DicePlan(2, options["dice-throws"]),
    progression=lambda _: Progression(keeps_on_win=False, keeps_on_draw=False),
    penalties=penalties,
    exclusions=EXCLUSIONS,
    contradictions=CONTRADICTIONS,
    asks=asks,
    profiles={WMO2006: {"edition": WMO2006}},
    course=CompetitionCourse,
)
