"""Old Cantonese: fan turned into an award; liability. Decisions: docs/rulesets/cantonese-old.md."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Any, Final

from controller.rules.entry import EACH, Asks, FlagField, on_dealers_discard
from controller.rules.game import DicePlan, WallPlan
from controller.rules.hand.facts import check_dealers_discard
from controller.rules.hand.reading import Form, Reading, eight_flowers, standard, thirteen_orphans
from controller.rules.hand.record import (
    AFTER_KONG,
    DISCARD,
    DOUBLE_REPLACEMENT,
    EARTHLY,
    HEAVENLY,
    LAST_TILE,
    SELF_DRAW,
    Hand,
)
from controller.rules.hand.sets import CHOW, PAIR
from controller.rules.hand.tile_set import FLOWERS, TileSet, tile_set
from controller.rules.hand.tiles import DRAGONS, WINDS
from controller.rules.hand.waits import orphan_waits_of, set_waits_of, still_there
from controller.rules.hand.words import less
from controller.rules.rulesets.cantonese_old.payments import pay_with
from controller.rules.seats import WINDS as WIND_NAMES
from controller.rules.sheet import evidence as by
from controller.rules.sheet import glance
from controller.rules.sheet import patterns as has
from controller.rules.sheet.chairs import CHAIR_OF_THREE, empty_chair
from controller.rules.sheet.glance import needing
from controller.rules.sheet.judges import Sum, judge, summed
from controller.rules.sheet.options import (
    Contradiction,
    Option,
    choice,
    flag,
    in_table,
    least_above_most,
    number,
    table,
)
from controller.rules.sheet.ruleset import (
    Bound,
    Exclusion,
    Item,
    Locks,
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

ONE_OF_DOTS: Final = 9
FOUR_OF_DOTS: Final = 12
FIVE_OF_DOTS: Final = 13

# tests that only this game has


def ping_woo(options: Options) -> Test:
    """Four sequences; options ask for suit tiles as eyes and for more than one suit."""
    common, one_suit = options["ping-woo-eyes"] == "common", options["ping-woo-one-suit"]

    def test(reading: Reading) -> int:
        if reading.chows != 4 or (common and reading.pair > 26):
            return 0
        return one_suit or reading.hand.suits & 7 not in has.ONE_SUIT

    needing(glance.THREE_CHOWS, test)
    return test


def prevailing_wind(reading: Reading) -> int:
    return reading.hand.seat_wind == reading.hand.prevailing and has.seat_wind_triplet(reading)


def all_concealed(hand: Hand) -> int:
    return hand.shown == 0


def single_wait(hand: Hand) -> int:
    """Only one kind of tile could complete the hand; a fifth copy of a tile does not exist."""
    held = less(hand.hidden, hand.winning, 1)
    waits = set_waits_of(held)
    if not hand.melds:
        waits |= orphan_waits_of(held)
    return still_there(waits, less(hand.every, hand.winning, 1)) == 1


def far_yiu(reading: Reading) -> int:
    """Terminal and honor triplets, at least one of each; eyes terminal or honor."""
    return reading.triplets == 4 and reading.outside == 5 and 1 <= reading.terminals <= 3


def moon(reading: Reading) -> int:
    """The last tile, self-drawn: a 1 of dots that makes the eyes."""
    hand = reading.hand
    return hand.flags & LAST_TILE != 0 and not hand.by_other and reading.taken == PAIR + ONE_OF_DOTS


def plum_blossom(reading: Reading) -> int:
    """A 5 of dots after a gong that completes 4-5-6."""
    hand = reading.hand
    return hand.flags & AFTER_KONG != 0 and hand.winning == FIVE_OF_DOTS and reading.taken == CHOW + FOUR_OF_DOTS


def all_concealed_triplets(reading: Reading) -> int:
    return reading.concealed == 4 and reading.kongs == 0 and not reading.hand.by_other


def all_terminal_triplets(reading: Reading) -> int:
    return reading.terminals == 4 and has.only_terminals_hand(reading.hand)


def gongs(reading: Reading) -> int:
    return reading.kongs


def every_flower(hand: Hand) -> int:
    return hand.flowers.bit_count()


def no_flower(hand: Hand) -> int:
    return not hand.flowers


def both_numbers(hand: Hand) -> int:
    return has.own_number_hand(hand) if hand.seat_wind == hand.prevailing else 0


needing(glance.FLAGGED, moon, plum_blossom)
needing(glance.BONUS_TILES, every_flower, both_numbers)
needing(glance.WIND_TRIPLET, prevailing_wind)
needing(glance.KONG, gongs)
needing(glance.THREE_TRIPLETS, far_yiu)
needing(glance.THREE_TRIPLETS | glance.ALL_MAJORS, all_terminal_triplets)
needing(glance.THREE_CONCEALED, all_concealed_triplets)


# the sheet


def fan(id: str, value: int | str, test: Test, **more: Any) -> Item:
    return Item(id, "fan", value, test, **more)


def flower(id: str, value: int, test: Test, methods: set[str], **more: Any) -> Item:
    when = {"flowers": True, "flower-method": frozenset(methods)}
    return Item(id, "flower", value, test, on="hand", when=when, **more)


def ping_woo_row(eyes: str, one_suit: bool) -> Item:
    when = {"ping-woo-eyes": eyes, "ping-woo-one-suit": one_suit}
    return fan("ping-woo", 1, ping_woo(when), when=when)


ITEMS: Final = (
    *(ping_woo_row(eyes, one_suit) for eyes in ("any", "common") for one_suit in (True, False)),
    fan("dragon-triplet", 1, has.dragon_triplets, same_as="dragon-pung", earned=by.triplets(DRAGONS)),
    fan("round-wind-triplet", 1, has.round_wind_triplet, same_as="prevalent-wind", earned=by.wind_triplet("round")),
    fan("house-wind-triplet", 1, has.seat_wind_triplet, same_as="seat-wind", earned=by.wind_triplet("seat")),
    fan("self-drawn", 1, has.self_drawn_hand, on="hand", earned=by.winning_tile),
    fan("robbing-a-gong", 1, has.robbed_kong_hand, same_as="robbing-the-kong", on="hand", earned=by.winning_tile),
    fan("all-concealed", 1, all_concealed, same_as="concealed-hand", on="hand", when={"all-concealed": True}),
    fan("single-wait", 1, single_wait, on="hand", earned=by.winning_tile, when={"single-wait": True}),
    fan("far-yiu", 1, far_yiu),
    fan("added-glory", 2, has.flagged(AFTER_KONG), same_as="out-with-replacement-tile", on="hand",
        earned=by.winning_tile),
    fan("last-tile", 2, has.last_tile_or_discard_hand, on="hand", earned=by.winning_tile),
    fan("prevailing-wind-triplet", 2, prevailing_wind, same_as="double-wind-triplet", earned=by.wind_triplet("seat")),
    fan("all-triplets", 3, has.all_triplets, same_as="all-pungs"),
    fan("mixed-one-suit", 3, has.one_suit_and_honours_hand, same_as="half-flush", on="hand"),
    fan("junior-three-chiefs", 3, has.two_dragons_and_pair, same_as="little-three-dragons",
        earned=by.triplets_and_pair(DRAGONS)),
    fan("double-gong", 3, has.flagged(DOUBLE_REPLACEMENT), same_as="kong-on-kong", on="hand", earned=by.winning_tile),
    fan("moon-from-the-sea", 3, moon, earned=by.winning_tile),
    fan("plum-blossom", 3, plum_blossom, earned=by.taken_set),
    fan("grand-three-chiefs", 6, has.three_dragons, same_as="big-three-dragons", earned=by.triplets(DRAGONS)),
    fan("junior-four-happiness", 6, has.three_winds_and_pair, same_as="little-four-winds",
        earned=by.triplets_and_pair(WINDS)),
    fan("pure-one-suit", 6, has.one_suit_hand, same_as="full-flush", on="hand"),
    fan("eight-flowers", 6, has.is_eight_flowers, earned=by.flowers(), when={"flowers": True}),
    fan("grand-four-happiness", 8, has.four_winds, same_as="big-four-winds", earned=by.triplets(WINDS)),
    fan("all-honors", 8, has.only_honours_hand, on="hand"),
    fan("all-concealed-triplets", 8, all_concealed_triplets, same_as="four-concealed-pungs"),
    fan("thirteen-terminals", 8, has.is_orphans, same_as="thirteen-orphans"),
    fan("heavenly-hand", 8, has.flagged(HEAVENLY), on="hand"),
    fan("earthly-hand", 8, has.flagged(EARTHLY), on="hand"),
    fan("all-terminals", "all-terminals-fan", all_terminal_triplets),
    fan("gong", "gong-fan", gongs, earned=by.kongs),
    flower("flower-each", 1, every_flower, {"each"}, same_as="flower-tiles", earned=by.flowers()),
    flower("no-flowers", 1, no_flower, {"each"}, earned=by.nothing),
    flower("flower-round", 1, has.round_number_hand, {"round", "round-and-seat"}, same_as="prevailing-flower",
           earned=by.own_flowers("round")),
    flower("flower-seat", 1, has.own_number_hand, {"seat", "round-and-seat"}, same_as="own-flower",
           earned=by.own_flowers("seat")),
    flower("flower-both", 2, both_numbers, {"both-only"}, earned=by.own_flowers("seat")),
)  # fmt: skip

WIND_TRIPLETS: Final = ("round-wind-triplet", "house-wind-triplet", "prevailing-wind-triplet")
NO_WINDS: Final = {"wind-triplets-in-happiness": False}
EXCLUSIONS: Final = (
    Exclusion("grand-three-chiefs", ("dragon-triplet",)),
    Exclusion("junior-three-chiefs", ("dragon-triplet",)),
    Exclusion("prevailing-wind-triplet", ("round-wind-triplet", "house-wind-triplet"), "replaces"),
    Exclusion("double-gong", ("added-glory",), "replaces"),
    Exclusion("plum-blossom", ("added-glory",), "replaces"),
    Exclusion("moon-from-the-sea", ("last-tile",), "replaces"),
    Exclusion("junior-four-happiness", WIND_TRIPLETS, when=NO_WINDS),
    Exclusion("grand-four-happiness", WIND_TRIPLETS, when=NO_WINDS),
)

ITEM_IDS: Final = tuple(dict.fromkeys(item.id for item in ITEMS))

SUITS: Final = {suit: tuple(range(first, first + 9)) for suit, first in (("m", 0), ("p", 9), ("s", 18))}
FAN: Final = (0, 1_000)
OPTIONS: Final = (
    flag("flowers", False),
    choice("flower-method", "each", ("round", "seat", "round-and-seat", "both-only")),
    flag("flowers-count-to-minimum", True),
    choice("dice", 2, (3,)),
    choice("break", "count", ("own-wall",)),
    choice("players", 4, (3, 5)),
    choice("absent-seat", None, (0, 1, 2, 3)),
    choice("suit-out", "", tuple(SUITS)),
    number("min-fan", 0, FAN),
    number("max-fan", 13, FAN),
    flag("all-concealed", False),
    flag("single-wait", False),
    number("all-terminals-fan", 8, FAN),
    number("gong-fan", 0, FAN),
    flag("ping-woo-one-suit", True),
    choice("ping-woo-eyes", "any", ("common",)),
    Option("items-off", (), members=ITEM_IDS),
    flag("wind-triplets-in-happiness", True),
    choice("odd-fan", "half-step", ("floor",)),
    table("points-table"),
    number("award-base", 1, (1, 1_000_000)),
    choice("payment", "discarder-full-others-half", ("discarder-only", "discarder-double")),
    flag("gong-feeder-pays", True),
    flag("bao", True),
    choice("multiple-winners", "nearest", ("all",)),
    flag("thirteen-terminals-priority", True),
    number("false-win-fan", 4, (0, 100)),
    choice("fifth-round-wind", "E", ("S", "W", "N")),
)  # fmt: skip


def both_ways(item: str) -> Callable[[Options], bool]:
    """An item with an option of its own is switched on there and left out here."""
    return lambda options: options[item] and item in options["items-off"]


CONTRADICTIONS: Final = (
    least_above_most("min-fan", "max-fan"),
    CHAIR_OF_THREE,
    Contradiction(
        "suit-out",
        "players",
        lambda options: options["players"] != 3 and options["suit-out"] != "",
        "a suit is out only when three play",
    ),
    Contradiction(
        "all-concealed", "items-off", both_ways("all-concealed"), "all concealed is both played and left out"
    ),
    Contradiction("single-wait", "items-off", both_ways("single-wait"), "a single wait is both played and left out"),
)

PROFILES: Final[dict[str, dict[str, Any]]] = {
    "flowers": {"flowers": True},
    "five-players": {"players": 5},
    "discarder-only": {"payment": "discarder-only"},
}


# from fan to award

AWARD_NAMES: Final = {
    4: "conversion.award-full", 6: "conversion.award-2-hot", 8: "conversion.award-3-hot",
    10: "conversion.award-4-hot", 12: "conversion.award-5-hot",
}  # fmt: skip
"""The awards that players call by name, by fan."""


def award(fan: int, odd: str) -> int:
    """Doubles with each fan up to four, then with every two; an odd one stands halfway or counts like the one below."""
    if fan <= 4:
        return 1 << max(fan, 0)
    even = 16 << (fan - 4) // 2
    return even + even // 2 if fan % 2 and odd == "half-step" else even


def award_of(options: Options, fan: int) -> int:
    """The award before it is multiplied, by the table of the house where there is one."""
    given = options["points-table"]
    return in_table(given, fan) if given else award(fan, options["odd-fan"])


SPECIAL_FORMS: Final[dict[str, Form]] = {"thirteen-terminals": thirteen_orphans, "eight-flowers": eight_flowers}


def bind(options: Options, played: PlayedItems) -> Bound:
    counted = Sum(
        "fan",
        lambda total: award_of(options, total) * options["award-base"],
        beside="flower",
        top=options["max-fan"],
        beside_counts=options["flowers-count-to-minimum"],
        more_items=True,
    )
    return Bound(
        forms=(standard, *(form for name, form in SPECIAL_FORMS.items() if name in played.items)),
        judge=judge(played, counted),
        pay=pay_with(options),
        base_of=counted.quick,
        minimum=options["min-fan"],
        convert=lambda verdict: conversion(options, verdict),
        check=check_dealers_discard,
        beside_minimum=() if options["flowers-count-to-minimum"] else ("flower",),
        every_way=True,
    )


def conversion(options: Options, verdict: ReadingWorth) -> list[Step]:
    lines = summed(verdict, "fan")
    each, names = award_of(options, verdict.total), {} if options["points-table"] else AWARD_NAMES
    lines.append((names.get(verdict.total, "conversion.award"), {"total": verdict.total, "unit": "fan", "base": each}))
    times = options["award-base"]
    return [*lines, ("conversion.times", {"times": times, "base": each * times})] if times > 1 else lines


# table, match, penalties


ONE_SUIT: Final = 36


def tiles(options: Options) -> TileSet:
    """When three play, one suit is taken out. Where the house does not say which, the table chooses, and a record may
    hold tiles of all three."""
    flowers, three, out = FLOWERS if options["flowers"] else (), options["players"] == 3, options["suit-out"]
    if three and out:
        return tile_set(flowers=flowers, players=3, without=SUITS[out])
    return tile_set(flowers=flowers, players=3 if three else 4, more=-ONE_SUIT if three else 0)


def wall(options: Options, tiles: TileSet) -> WallPlan:
    return WallPlan.of(
        tiles,
        absent_seat=empty_chair(options),
        dead="moving",
        dead_stacks=7,
        break_rule=options["break"],
    )


def progression(options: Options) -> Progression:
    fifth = (options["fifth-round-wind"],) if options["players"] == 5 else ()
    return Progression(winds=(*WIND_NAMES, *fifth), people=options["players"], absent_seat=empty_chair(options))


def penalties(options: Options) -> tuple[PenaltyRule, ...]:
    points = award_of(options, options["false-win-fan"]) * options["award-base"]
    return (
        PenaltyRule("false-win", "pays", same_for_all(points)),
        PenaltyRule("wrong-count", "dead-hand"),
        PenaltyRule("forgotten-make-up-tile", "dead-hand"),
    )


def asks(options: Options, plain: Asks) -> Asks:
    """Liability asks from whom a set was claimed, and how the winning tile came to be discarded; without the tiles,
    who is liable."""
    feeder_pays = options["gong-feeder-pays"] and options["payment"] != "discarder-full-others-half"
    liable = (SELF_DRAW, DISCARD) if options["bao"] else (SELF_DRAW,) if feeder_pays else ()
    own = tuple(FlagField(id, (DISCARD,)) for id in ("late-fresh-discard", "forced-discard"))
    return replace(
        plain,
        situations=on_dealers_discard(plain.situations) + own,
        origins=True,
        liable_quick=liable,
        bonus_after_deal=EACH if options["flowers"] else "",
    )


RULESET: Final = Ruleset(
    id="cantonese-old",
    unit="fan",
    options=OPTIONS,
    items=ITEMS,
    bind=bind,
    tiles=tiles,
    wall=wall,
    dice=lambda options: DicePlan(options["dice"]),
    progression=progression,
    penalties=penalties,
    exclusions=EXCLUSIONS,
    contradictions=CONTRADICTIONS,
    profiles=PROFILES,
    seating=lambda _: "jup-wai",
    off=lambda options: frozenset(options["items-off"]),
    asks=asks,
    locks=lambda _: Locks(passed_win="own-discard", passed_triplet="own-discard"),
)
