"""South African: a Cantonese game with a low limit. Decisions: docs/rulesets/south-african.md."""

from __future__ import annotations

from dataclasses import replace
from typing import Any, Final

from controller.rules.entry import Asks, on_dealers_discard
from controller.rules.game import DicePlan, QuickWin, WallPlan
from controller.rules.hand.facts import check_dealers_discard
from controller.rules.hand.reading import Form, Reading, seven_different_pairs, standard, thirteen_orphans
from controller.rules.hand.record import AFTER_KONG, EARTHLY, HEAVENLY, Hand
from controller.rules.hand.tile_set import PLAIN, WITH_FLOWERS
from controller.rules.hand.tiles import DRAGONS, WINDS
from controller.rules.sheet import evidence as by
from controller.rules.sheet import patterns as has
from controller.rules.sheet.judges import Limits, Sum, judge, summed
from controller.rules.sheet.options import choice, flag, in_table, table
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
    same_for_all,
)
from controller.rules.sheet.shares import dealer_and_discarder

# tests that only this game has


def four_chows(reading: Reading) -> int:
    """The pair is not of dragons, of the own wind or of the round wind."""
    hand, pair = reading.hand, reading.pair
    lucky = pair in DRAGONS or pair in (WINDS[hand.seat_wind], WINDS[hand.prevailing])
    return reading.chows == 4 and not lucky


def concealed_hand(hand: Hand) -> int:
    return not hand.shown


def no_flowers(hand: Hand) -> int:
    return not hand.flowers


def own_plant(hand: Hand) -> int:
    return hand.flowers >> hand.seat_wind & 1


def own_season(hand: Hand) -> int:
    return hand.flowers >> 4 + hand.seat_wind & 1


# the sheet


def limit(id: str, test: Test, **more: Any) -> Item:
    return Item(id, "limit", "max-fan", test, **more)


def fan(id: str, value: int, test: Test, **more: Any) -> Item:
    return Item(id, "fan", value, test, **more)


FLOWERS: Final = {"flowers": True}
ITEMS: Final = (
    limit("full-flush", has.one_suit_hand, on="hand"),
    limit("seven-pairs", has.is_seven_pairs, when={"seven-pairs": True}),
    limit("little-dragons", has.two_dragons_and_pair, same_as="little-three-dragons",
          earned=by.triplets_and_pair(DRAGONS)),
    limit("all-honors", has.only_honours_hand, on="hand"),
    limit("thirteen-orphans", has.is_orphans),
    limit("heavenly-hand", has.flagged(HEAVENLY), on="hand"),
    limit("earthly-hand", has.flagged(EARTHLY), on="hand"),

    fan("all-chows", 1, four_chows),
    fan("dragon-pong", 1, has.dragon_triplets, same_as="dragon-pung", earned=by.triplets(DRAGONS)),
    fan("seat-wind-pong", 1, has.seat_wind_triplet, same_as="seat-wind", earned=by.wind_triplet("seat")),
    fan("round-wind-pong", 1, has.round_wind_triplet, same_as="prevalent-wind", earned=by.wind_triplet("round")),
    fan("concealed-hand", 1, concealed_hand, on="hand"),
    fan("self-draw", 1, has.self_drawn_hand, same_as="self-drawn", on="hand", earned=by.winning_tile),
    fan("robbing-the-kong", 1, has.robbed_kong_hand, on="hand", earned=by.winning_tile),
    fan("kong-replacement", 1, has.flagged(AFTER_KONG), same_as="out-with-replacement-tile", on="hand",
        earned=by.winning_tile),
    fan("last-tile", 1, has.last_tile_or_discard_hand, on="hand", earned=by.winning_tile),
    fan("no-flowers", 1, no_flowers, on="hand", earned=by.nothing, when={**FLOWERS, "no-flowers": True}),
    fan("own-flower", 1, own_plant, on="hand", earned=by.own_flowers("seat", has.PLANTS), when=FLOWERS),
    fan("own-season", 1, own_season, on="hand", earned=by.own_flowers("seat", has.SEASONS), when=FLOWERS),
    fan("all-pongs", 3, has.all_triplets, same_as="all-pungs"),
    fan("half-flush", 3, has.one_suit_and_honours_hand, on="hand"),
)  # fmt: skip

OPTIONS: Final = (
    choice("max-fan", 3, (4,)),
    table("points-table"),
    flag("flowers", True),
    flag("no-flowers", True),
    flag("seven-pairs", False),
    flag("east-doubles", False),
    choice("multiple-winners", "nearest", ("all",)),
)

# from fan to the base


def base_points(options: Options, fans: int) -> int:
    """Doubled with each fan, up to the limit, or as the table of the house says."""
    most = min(fans, int(options["max-fan"]))
    return in_table(options["points-table"], most) if options["points-table"] else 1 << most


def bind(options: Options, played: PlayedItems) -> Bound:
    most = options["max-fan"]
    highest = base_points(options, most)

    def base(fans: int) -> int:
        return base_points(options, fans)

    def quick(win: QuickWin) -> int:
        return highest if win.limit else base(win.total)

    east = 2 if options["east-doubles"] else 1
    return Bound(
        forms=forms(played),
        judge=judge(played, Sum("fan", base, limit_from=most), Limits("limit", most, lambda _hand, _items: highest)),
        pay=dealer_and_discarder(self_draw=2, dealer_wins=east, dealer_loses=east, flat_limit=False),
        pays_alike=True,
        base_of=quick,
        minimum=0,
        convert=lambda verdict: conversion(most, verdict),
        check=check_dealers_discard,
    )


def forms(played: PlayedItems) -> tuple[Form, ...]:
    special = {"thirteen-orphans": thirteen_orphans, "seven-pairs": seven_different_pairs}
    return (standard, *(form for name, form in special.items() if name in played.items))


def conversion(most: int, verdict: ReadingWorth) -> list[Step]:
    counted = min(verdict.total, most)
    table: Step = ("conversion.table", {"total": counted, "unit": "fan", "base": verdict.base})
    if verdict.limit_hand:
        return [("conversion.highest", {"total": counted, "unit": "fan"}), table]
    cut: list[Step] = [("conversion.cut", {"total": most, "unit": "fan"})] if verdict.total > most else []
    return [*summed(verdict, "fan"), *cut, table]


# table, match, penalties


def penalties(options: Options) -> tuple[PenaltyRule, ...]:
    return (PenaltyRule("false-win", "pays", same_for_all(base_points(options, options["max-fan"]))),)


def asks(options: Options, plain: Asks) -> Asks:
    """A hand without any fan wins; replacements for bonus tiles count for nothing."""
    situations = tuple(row for row in plain.situations if row.id != "flower-replacement")
    presets = tuple(range(options["max-fan"] + 1))
    return replace(plain, presets=presets, situations=on_dealers_discard(situations))


RULESET: Final = Ruleset(
    id="south-african",
    unit="fan",
    options=OPTIONS,
    items=ITEMS,
    bind=bind,
    tiles=lambda options: WITH_FLOWERS if options["flowers"] else PLAIN,
    wall=lambda _options, tiles: WallPlan.of(tiles),
    dice=lambda _options: DicePlan(3),
    progression=lambda _options: Progression(),
    penalties=penalties,
    asks=asks,
)
