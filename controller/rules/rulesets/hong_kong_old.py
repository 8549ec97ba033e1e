"""Old Hong Kong: faan turned into base points; all three losers pay. Decisions: docs/rulesets/hong-kong-old.md."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import replace
from typing import Any, Final

from controller.rules.entry import Asks, on_dealers_discard
from controller.rules.game import DicePlan, WallPlan
from controller.rules.hand.chow_wild import check_wild, sets_with_wild_chows, without_wild
from controller.rules.hand.facts import check_dealers_discard
from controller.rules.hand.reading import (
    Form,
    Reading,
    eight_flowers,
    seven_different_pairs,
    seven_pairs,
    standard,
    thirteen_orphans,
)
from controller.rules.hand.record import EARTHLY, HEAVENLY, SELF_DRAW, Hand
from controller.rules.hand.tile_set import FLOWERS as EIGHT_FLOWERS
from controller.rules.hand.tile_set import FOLLOWING, NO_WILD, PLAIN, TileSet, Wild, tile_set
from controller.rules.hand.tiles import DRAGONS, GREEN, RED_DRAGON, WHITE, WINDS
from controller.rules.sheet import evidence as by
from controller.rules.sheet import glance
from controller.rules.sheet import patterns as has
from controller.rules.sheet.glance import needing
from controller.rules.sheet.judges import Limits, Sum, judge, summed
from controller.rules.sheet.options import Contradiction, Option, choice, flag, in_table, number, table
from controller.rules.sheet.ruleset import (
    Bound,
    Exclusion,
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

TOP_FAAN: Final = 10
SHOWN_AND_NEXT: Final = "shown-and-next"
FULL_PAY: Final = ("heavenly-hand", "earthly-hand", "great-flowers")


# tests that only this game has


def suit_dragon(suit: int, dragon: int) -> Test:
    """Three pongs and the pair of one suit, and the pong of the dragon of its colour."""

    def test(reading: Reading) -> int:
        return (
            reading.triplets == 4
            and reading.has_triplet(dragon)
            and reading.hand.suits == 8 | 1 << suit
            and reading.winds == 0
            and reading.dragons == 1
            and reading.pair < 27
        )

    needing(glance.SUIT_AND_HONOURS | glance.DRAGON_TRIPLET | glance.THREE_TRIPLETS, test)
    return test


def four_concealed(reading: Reading) -> int:
    return reading.concealed == 4


def four_concealed_or_completed(reading: Reading) -> int:
    """Also with a pong completed by another player's tile, when nothing was claimed before."""
    return reading.triplets == 4 and reading.hand.shown == 0


def three_concealed(reading: Reading) -> int:
    return reading.concealed >= 3


def three_kongs(reading: Reading) -> int:
    return reading.kongs >= 3


def other_round_wind(reading: Reading) -> int:
    """The round wind where it is not the seat wind as well."""
    return reading.hand.seat_wind != reading.hand.prevailing and has.round_wind_triplet(reading)


def common_basic(reading: Reading) -> int:
    return reading.chows == 4 and reading.pair < 27


def common_strict(reading: Reading) -> int:
    """No bonus tile, and the pair not completed by another player's tile."""
    hand = reading.hand
    return (
        reading.chows == 4
        and reading.pair < 27
        and not hand.flowers
        and not (hand.by_other and has.taken_is_pair(reading))
    )


def no_flowers(hand: Hand) -> int:
    return not hand.flowers


def own_flower(hand: Hand) -> int:
    return hand.flowers >> hand.seat_wind & 1


def own_season(hand: Hand) -> int:
    return hand.flowers >> 4 + hand.seat_wind & 1


def every_flower(hand: Hand) -> int:
    return (hand.flowers & 0xFF).bit_count()


needing(glance.BONUS_TILES, own_flower, own_season, every_flower)
needing(glance.THREE_CHOWS, common_basic, common_strict)
needing(glance.THREE_CONCEALED, four_concealed, three_concealed)
needing(glance.THREE_TRIPLETS, four_concealed_or_completed)
needing(glance.KONG, three_kongs)
needing(glance.WIND_TRIPLET, other_round_wind)


# the sheet


def limit(id: str, test: Test, **more: Any) -> Item:
    return Item(id, "limit", "limit-faan", test, **more)


def faan(id: str, value: int, test: Test, **more: Any) -> Item:
    return Item(id, "faan", value, test, **more)


def bonus(id: str, value: int, test: Test, **more: Any) -> Item:
    return Item(id, "bonus", value, test, on="hand", **more)


# with 136 tiles nothing about flowers is scored
FLOWERS: Final = {"tiles": frozenset({144, 148, 152})}
OWN: Final = {**FLOWERS, "flower-scoring": "own"}
ITEMS: Final = (
    limit("heavenly-hand", has.flagged(HEAVENLY), on="hand"),
    limit("earthly-hand", has.flagged(EARTHLY), on="hand"),
    limit("thirteen-orphans", has.is_orphans),
    limit("heavenly-gates", has.gates_hand, same_as="nine-gates", on="hand"),
    limit("four-concealed-pongs", four_concealed, same_as="four-concealed-pungs",
          when={"four-concealed-pongs-discard": "pair-only"}),
    limit("four-concealed-pongs", four_concealed_or_completed, same_as="four-concealed-pungs", variant="any",
          when={"four-concealed-pongs-discard": "any"}),
    limit("all-kong", has.four_kongs, same_as="four-kongs", earned=by.kongs),
    limit("all-honors", has.only_honours_hand, on="hand"),
    limit("pearl-dragon", suit_dragon(1, WHITE)),
    limit("ruby-dragon", suit_dragon(0, RED_DRAGON)),
    limit("jade-dragon", suit_dragon(2, GREEN)),
    limit("great-dragons", has.three_dragons, same_as="big-three-dragons", earned=by.triplets(DRAGONS)),
    limit("great-winds", has.four_winds, same_as="big-four-winds", earned=by.triplets(WINDS)),
    limit("great-flowers", has.is_eight_flowers, same_as="eight-flowers", earned=by.flowers()),
    limit("pure-green", has.only_green_hand, same_as="all-green", on="hand", when={"pure-green": True}),

    faan("dragon-pong", 1, has.dragon_triplets, same_as="dragon-pung", earned=by.triplets(DRAGONS)),
    faan("seat-wind-pong", 1, has.seat_wind_triplet, same_as="seat-wind", earned=by.wind_triplet("seat")),
    faan("round-wind-pong", 1, has.round_wind_triplet, same_as="prevalent-wind", earned=by.wind_triplet("round"),
         when={"double-wind": "both"}),
    faan("round-wind-pong", 1, other_round_wind, same_as="prevalent-wind", variant="one",
         earned=by.wind_triplet("round"), when={"double-wind": "one"}),
    faan("all-simples", 1, has.only_simples_hand, on="hand", when={"all-simples": "2-8"}),
    faan("all-simples", 1, has.no_honours_hand, variant="1-9", on="hand", when={"all-simples": "1-9"}),
    faan("common-hand", 1, common_strict, when={"common-hand": "strict"}),
    faan("common-hand", 1, common_basic, variant="basic", when={"common-hand": "basic"}),
    faan("all-pong", 3, has.all_triplets, same_as="all-pungs"),
    faan("clean-hand", 3, has.one_suit_and_honours_hand, same_as="half-flush", on="hand"),
    faan("three-concealed-pongs", 3, three_concealed, same_as="three-concealed-pungs",
         earned=by.triplets(concealed=True)),
    faan("three-kongs", 3, three_kongs, earned=by.kongs),
    faan("seven-pairs", 4, has.is_seven_pairs),
    faan("pure-hand", 6, has.one_suit_hand, same_as="full-flush", on="hand"),
    faan("little-dragons", 12, has.two_dragons_and_pair, same_as="little-three-dragons",
         earned=by.triplets_and_pair(DRAGONS)),
    faan("little-winds", 12, has.three_winds_and_pair, same_as="little-four-winds",
         earned=by.triplets_and_pair(WINDS)),

    bonus("self-draw", 1, has.self_drawn_hand, same_as="self-drawn", earned=by.winning_tile),
    bonus("robbing-the-kong", 1, has.robbed_kong_hand, earned=by.winning_tile),
    bonus("last-tile", 1, has.last_tile_or_discard_hand, earned=by.winning_tile),
    bonus("no-flowers", 1, no_flowers, earned=by.nothing, when=FLOWERS),
    bonus("own-flower", 1, own_flower, earned=by.own_flowers("seat", has.PLANTS), when=OWN),
    bonus("own-season", 1, own_season, earned=by.own_flowers("seat", has.SEASONS), when=OWN),
    bonus("all-flowers", 2, has.has_all(has.PLANTS), same_as="all-four-flowers", earned=by.flowers(has.PLANTS),
          when={**OWN, "flower-set": "2+own"}),
    bonus("all-seasons", 2, has.has_all(has.SEASONS), same_as="all-four-seasons", earned=by.flowers(has.SEASONS),
          when={**OWN, "flower-set": "2+own"}),
    bonus("all-flowers", 5, has.has_all(has.PLANTS), same_as="all-four-flowers", earned=by.flowers(has.PLANTS),
          when={**OWN, "flower-set": "5"}),
    bonus("all-seasons", 5, has.has_all(has.SEASONS), same_as="all-four-seasons", earned=by.flowers(has.SEASONS),
          when={**OWN, "flower-set": "5"}),
    bonus("each-flower", 1, every_flower, same_as="flower-tiles", earned=by.flowers(),
          when={**FLOWERS, "flower-scoring": "each"}),
)  # fmt: skip

EXCLUSIONS: Final = (
    Exclusion("little-dragons", ("dragon-pong",)),
    Exclusion("little-winds", ("seat-wind-pong", "round-wind-pong")),
    Exclusion("all-flowers", ("own-flower",), when={"flower-set": "5"}),
    Exclusion("all-seasons", ("own-season",), when={"flower-set": "5"}),
)

SHOWN_OR_NOT: Final = (
    "all-honors",
    "pearl-dragon",
    "ruby-dragon",
    "jade-dragon",
    "great-dragons",
    "great-winds",
    "pure-green",
)
"""Limit hands that may be exposed where the house does not say otherwise."""
LIMIT_IDS: Final = tuple(dict.fromkeys(item.id for item in ITEMS if item.group == "limit"))

OPTIONS: Final = (
    choice("tiles", 144, (136, 148, 152)),
    choice("wild-tiles", "none", (SHOWN_AND_NEXT,)),
    choice("dice", 3, (2,)),
    choice("throws", 1, (2,)),
    choice("dead-wall-stacks", 0, (7,)),
    choice("seating", "dice", ("wind-tiles",)),
    number("min-faan", 3, (0, 13)),
    flag("minimum-counts-bonus", False),
    choice("all-simples", "2-8", ("1-9",)),
    choice("common-hand", "strict", ("basic",)),
    choice("double-wind", "both", ("one",)),
    flag("seven-pairs-distinct", True),
    choice("flower-scoring", "own", ("each",)),
    choice("flower-set", "2+own", ("5",)),
    flag("eight-flowers-win", True),
    table("points-table", (1, 1, 1, 1, 2, 2, 2, 4, 4, 4, 8)),
    number("limit-points", 64, (1, 1_000_000)),
    number("limit-faan", 13, (1, 1_000)),
    Option("limit-hands-off", (), members=LIMIT_IDS),
    Option("limit-hands-concealed", (), members=SHOWN_OR_NOT),
    flag("half-limit-on-discard", False),
    choice("four-concealed-pongs-discard", "pair-only", ("any",)),
    flag("pure-green", False),
    flag("east-doubles", True),
    choice("rob-concealed-kong", "never", ("any",)),
    choice("multiple-winners", "nearest", ("highest", "all")),
    flag("extra-hands", True),
    choice("wind-after-draw", "stays", ("moves-on",)),
    number("max-consecutive-hands", 0, (0, 100)),
    number("goulash-carry", 0, (0, 1_000_000)),
    number("claim-window-seconds", 3, (0, 60)),
    choice("exposed-in-deal", "receiver-chooses", ("shuffle-back", "dealer-pays")),
    choice("false-win", "points", ("open-hand", "none")),
    number("false-win-points", 8, (0, 1_000_000)),
    choice("false-win-settle", "now", ("match-end",)),
    choice("wrong-count", "dead-hand", ("points",)),
)

CONTRADICTIONS: Final = (
    Contradiction(
        "throws", "dice", lambda options: options["dice"] == 3 and options["throws"] == 2, "three dice are thrown once"
    ),
    Contradiction(
        "max-consecutive-hands",
        "extra-hands",
        lambda options: options["max-consecutive-hands"] > 0 and not options["extra-hands"],
        "a limit for extra hands needs extra hands",
    ),
    Contradiction(
        "pure-green",
        "limit-hands-off",
        lambda options: options["pure-green"] and "pure-green" in options["limit-hands-off"],
        "pure green is both played and left out",
    ),
)

PROFILES: Final[dict[str, dict[str, Any]]] = {
    "fixed-length": {"extra-hands": False},
    "three-in-a-row": {"max-consecutive-hands": 3},
    "without-flowers": {"tiles": 136},
}


# from faan to points


def only_concealed(item: Item) -> Item:
    """The item where nothing was claimed."""
    test = item.test
    if item.on == "hand":
        return replace(item, test=lambda hand: 0 if hand.shown else test(hand))
    return replace(item, test=lambda reading: 0 if reading.hand.shown else test(reading))


def bind(options: Options, played: PlayedItems, players: int = 4) -> Bound:
    concealed = options["limit-hands-concealed"]
    played.items |= {name: only_concealed(played.items[name]) for name in concealed if name in played.items}
    points = options["points-table"]
    counted = Sum(
        "faan",
        lambda faan: in_table(points, faan),
        beside="bonus",
        limit_from=TOP_FAAN,
        beside_counts=options["minimum-counts-bonus"],
    )
    limits = Limits("limit", options["limit-faan"], lambda hand, items: limit_base(options, hand.by_other, items))
    return Bound(
        forms=forms(options, played),
        judge=judge(played, counted, limits, with_flowers=FULL_PAY),
        pay=dealer_and_discarder(self_draw=2, dealer_wins=2 if options["east-doubles"] else 1,
                                 dealer_loses=2 if options["east-doubles"] else 1, players=players),
        pays_alike=True,
        base_of=lambda win: limit_base(options, win.source != SELF_DRAW, ()) if win.limit else counted.quick(win),
        minimum=options["min-faan"],
        convert=lambda verdict: conversion(options, verdict),
        check=check_of(options),
        beside_minimum=() if options["minimum-counts-bonus"] else ("bonus",),
    )  # fmt: skip


def forms(options: Options, played: PlayedItems) -> tuple[Form, ...]:
    pairs = seven_different_pairs if options["seven-pairs-distinct"] else seven_pairs
    special = {"thirteen-orphans": thirteen_orphans, "great-flowers": eight_flowers}
    usual = (standard, pairs, *(form for name, form in special.items() if name in played.items))
    if not wild(options).shown:
        return usual
    sets, *others = usual
    assert sets is standard
    kept = (form if form is eight_flowers else without_wild(form) for form in others)
    return (sets_with_wild_chows(tiles(options)), *kept)


def check_of(options: Options) -> Callable[[Hand], None]:
    if not wild(options).shown:
        return check_dealers_discard
    wild_tiles = check_wild(tiles(options))

    def check(hand: Hand) -> None:
        wild_tiles(hand)
        check_dealers_discard(hand)

    return check


def limit_base(options: Options, by_other: bool, items: Iterable[str]) -> int:
    points: int = options["limit-points"]
    if options["half-limit-on-discard"] and by_other and not any(name in FULL_PAY for name in items):
        return (points + 1) // 2
    return points


def conversion(options: Options, verdict: ReadingWorth) -> list[Step]:
    if verdict.limit_hand:
        full = {"points": options["limit-points"]}
        half = verdict.base != options["limit-points"]
        return [("conversion.limit", full)] + ([("conversion.half-limit", {"points": verdict.base})] if half else [])
    return [
        *summed(verdict, "faan"),
        ("conversion.table", {"total": verdict.total, "unit": "faan", "base": verdict.base}),
    ]


# table, match, penalties


WITH_FLOWERS: Final = 144
SUIT_TILES: Final = tuple(range(27))


def tiles(options: Options) -> TileSet:
    """With 148 and 152 the further tiles are a matter of the house: they stand in the walls and score nothing."""
    if options["tiles"] < WITH_FLOWERS:
        return replace(PLAIN, wild=wild(options))
    return tile_set(flowers=EIGHT_FLOWERS, more=options["tiles"] - WITH_FLOWERS, wild=wild(options))


SHOWN: Final = Wild(
    shown="same-and-next",
    pointed={**FOLLOWING, RED_DRAGON: GREEN, GREEN: WHITE, WHITE: RED_DRAGON},
    stands_for=SUIT_TILES,
)
"""The tile shown after the deal and the one that follows it, seven in all; of the dragons red, green, white."""


def wild(options: Options) -> Wild:
    return SHOWN if options["wild-tiles"] == SHOWN_AND_NEXT else NO_WILD


def wall(options: Options, tiles: TileSet) -> WallPlan:
    dead = options["dead-wall-stacks"]
    turned = bool(tiles.wild.shown)
    return WallPlan.of(tiles, dead="stacks" if dead else "none", dead_stacks=dead, turned=turned)


def progression(options: Options) -> Progression:
    stays = options["extra-hands"]
    return Progression(
        keeps_on_win=stays,
        keeps_on_draw=stays,
        max_consecutive=options["max-consecutive-hands"],
        extra_hand_each=options["goulash-carry"],
        draw_moves_wind=options["wind-after-draw"] == "moves-on",
    )


def penalties(options: Options) -> tuple[PenaltyRule, ...]:
    points, settle = options["false-win-points"], options["false-win-settle"]
    effect = {"points": "pays", "open-hand": "plays-open", "none": "none"}[options["false-win"]]
    counted = options["wrong-count"] == "points"
    return (
        PenaltyRule("false-win", effect, same_for_all(points) if effect == "pays" else None, settle=settle),
        PenaltyRule("wrong-count", "pays" if counted else "dead-hand", same_for_all(points) if counted else None),
        PenaltyRule("late-claim", "claim-lost"),
    )


def asks(options: Options, plain: Asks) -> Asks:
    """An earthly hand is won on the dealer's first discard alone."""
    del options
    return replace(plain, situations=on_dealers_discard(plain.situations))


RULESET: Final = Ruleset(
    id="hong-kong-old",
    unit="faan",
    options=OPTIONS,
    items=ITEMS,
    bind=bind,
    tiles=tiles,
    wall=wall,
    dice=lambda options: DicePlan(options["dice"], options["throws"]),
    progression=progression,
    penalties=penalties,
    exclusions=EXCLUSIONS,
    contradictions=CONTRADICTIONS,
    profiles=PROFILES,
    asks=asks,
    off=lambda options: (*options["limit-hands-off"], *(() if options["eight-flowers-win"] else ("great-flowers",))),
)
