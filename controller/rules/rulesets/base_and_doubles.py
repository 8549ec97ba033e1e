"""Base and doubles: one base point, doubled for every feature. Decisions: docs/rulesets/base-and-doubles.md."""

from __future__ import annotations

from dataclasses import replace
from typing import Any, Final

from controller.rules.entry import Asks
from controller.rules.game import DicePlan, WallPlan
from controller.rules.hand.reading import Reading, seven_different_pairs, seven_pairs, standard
from controller.rules.hand.record import AFTER_KONG, DOUBLE_REPLACEMENT, HEAVENLY, NO_WIN, ROBBED_KONG, Hand
from controller.rules.hand.tile_set import PLAIN, WITH_FLOWERS, TileSet
from controller.rules.seats import WINDS
from controller.rules.sheet import evidence as by
from controller.rules.sheet import patterns as has
from controller.rules.sheet.judges import Limits, Sum, judge, summed
from controller.rules.sheet.options import choice, flag, in_table, least_above_most, number, table
from controller.rules.sheet.ruleset import (
    Bound,
    Item,
    Options,
    PenaltyRule,
    PlayedItems,
    Progression,
    ReadingWorth,
    Ruleset,
    Step,
    Test,
    east_by_dice,
)
from controller.rules.sheet.shares import dealer_and_discarder

# tests that only this game has


def concealed_pungs(reading: Reading) -> int:
    """Every tile from the wall, the last one included."""
    return reading.triplets == 4 and reading.hand.shown == 0 and not reading.hand.by_other


ALL_PLANTS: Final = has.has_all(has.PLANTS)
ALL_SEASONS: Final = has.has_all(has.SEASONS)


def full_series(hand: Hand) -> int:
    return ALL_PLANTS(hand) + ALL_SEASONS(hand)


# the sheet


def maximum(id: str, test: Test, **more: Any) -> Item:
    return Item(id, "maximum", "max-doubles", test, **more)


def doubles(id: str, test: Test, **more: Any) -> Item:
    """The value of these items is the option with their own name."""
    return Item(id, "doubles", id, test, **more)


ITEMS: Final = (
    doubles("self-drawn", has.self_drawn_hand, on="hand", earned=by.winning_tile),
    doubles("out-at-kong", has.flagged(AFTER_KONG), same_as="out-with-replacement-tile", on="hand",
            earned=by.winning_tile),
    doubles("all-pungs", has.all_triplets),
    doubles("one-suit-with-honors", has.one_suit_and_honours_hand, same_as="half-flush", on="hand"),
    doubles("seven-pairs", has.is_seven_pairs),
    doubles("one-suit", has.one_suit_hand, same_as="full-flush", on="hand"),
    doubles("flower-set", full_series, on="hand", earned=by.full_series),

    maximum("kong-on-kong", has.flagged(DOUBLE_REPLACEMENT), on="hand", earned=by.winning_tile),
    maximum("all-kongs", has.four_kongs, same_as="four-kongs", earned=by.kongs),
    maximum("concealed-pungs", concealed_pungs, same_as="four-concealed-pungs"),
    maximum("heavenly-hand", has.flagged(HEAVENLY), on="hand"),
)  # fmt: skip

DOUBLES: Final = (0, 40)
OPTIONS: Final = (
    flag("flowers", True),
    number("base-point", 1, (1, 1_000_000)),
    table("points-table"),
    number("max-doubles", 8, (1, 40)),
    number("min-doubles", 0, DOUBLES),
    number("self-drawn", 1, DOUBLES),
    number("out-at-kong", 2, DOUBLES),
    number("all-pungs", 3, DOUBLES),
    number("one-suit-with-honors", 3, DOUBLES),
    number("seven-pairs", 4, DOUBLES),
    number("one-suit", 6, DOUBLES),
    number("flower-set", 2, DOUBLES),
    flag("seven-pairs-distinct", True),
    flag("dealer-wins-double", False),
    flag("only-discarder-pays", False),
    flag("rob-kong", False),
    choice("dealer-last-two", "leap", ("adjacent",)),
    number("rounds", 4, (1, 16)),
    choice("prevailing-wind", "per-round", ("follows-dealer",)),
    flag("draw-keeps-deal", True),
    choice("seating", "dice", ("wind-tiles",)),
    choice("wrong-count", "dead-hand", ()),
    choice("multiple-winners", "nearest", ()),
)  # fmt: skip

CONTRADICTIONS: Final = (least_above_most("min-doubles", "max-doubles"),)

PROFILES: Final[dict[str, dict[str, Any]]] = {"without-flowers": {"flowers": False}}


# from doubles to points


def bind(options: Options, played: PlayedItems) -> Bound:
    top, point = options["max-doubles"], options["base-point"]
    given: tuple[int, ...] = options["points-table"]

    def base(total: int) -> int:
        doubled: int = point * in_table(given, total) if given else point << total
        return doubled

    counted = Sum("doubles", base, top=top)
    return Bound(
        forms=(standard, seven_different_pairs if options["seven-pairs-distinct"] else seven_pairs),
        judge=judge(played, counted, Limits("maximum", top, lambda _hand, _items: base(top))),
        pay=dealer_and_discarder(
            self_draw=1,
            dealer_wins=2 if options["dealer-wins-double"] else 1,
            dealer_loses=2,
            only_discarder=options["only-discarder-pays"],
            flat_limit=False,
        ),
        pays_alike=True,
        base_of=counted.quick,
        minimum=options["min-doubles"],
        convert=lambda verdict: conversion(options, verdict),
        refuses=None if options["rob-kong"] else refuse_robbing,
    )


def refuse_robbing(hand: Hand) -> str:
    return NO_WIN if hand.source == ROBBED_KONG else ""


def conversion(options: Options, verdict: ReadingWorth) -> list[Step]:
    maximum: Step = ("conversion.maximum", {"total": verdict.total})
    lines = [maximum] if verdict.limit_hand else summed(verdict, "doubles")
    if options["points-table"]:
        return [*lines, ("conversion.table", {"total": verdict.total, "unit": "doubles", "base": verdict.base})]
    figures = {"point": options["base-point"], "doubles": verdict.total, "base": verdict.base}
    return [*lines, ("conversion.doubled", figures)]


# table, match, penalties


def wall(options: Options, tiles: TileSet) -> WallPlan:
    return WallPlan.of(tiles, dealer_last_two=options["dealer-last-two"])


def progression(options: Options) -> Progression:
    winds = tuple(WINDS[number % 4] for number in range(options["rounds"]))
    return Progression(
        winds=winds,
        keeps_on_draw=options["draw-keeps-deal"],
        wind_follows_dealer=options["prevailing-wind"] == "follows-dealer",
    )


def penalties(options: Options) -> tuple[PenaltyRule, ...]:
    return (PenaltyRule("wrong-count", options["wrong-count"]),)


def asks(options: Options, plain: Asks) -> Asks:
    """Without the option nobody robs a kong."""
    sources = tuple(source for source in plain.sources if source != ROBBED_KONG or options["rob-kong"])
    return replace(plain, sources=sources)


RULESET: Final = Ruleset(
    id="base-and-doubles",
    unit="doubles",
    options=OPTIONS,
    items=ITEMS,
    bind=bind,
    tiles=lambda options: WITH_FLOWERS if options["flowers"] else PLAIN,
    wall=wall,
    dice=lambda _: DicePlan(3),
    progression=progression,
    penalties=penalties,
    contradictions=CONTRADICTIONS,
    profiles=PROFILES,
    seating=east_by_dice,
    asks=asks,
)
