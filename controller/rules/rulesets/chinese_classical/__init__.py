"""Chinese classical: points and doubles of all four hands, which settle with each other. Decisions:
docs/rulesets/chinese-classical.md."""

from __future__ import annotations

from collections.abc import Container, Mapping
from dataclasses import replace
from typing import Any

from controller.rules.entry import ACROSS, AFTER_DRAW, LEFT, RIGHT, Asks, FlagField, Pass
from controller.rules.game import DicePlan, WallPlan
from controller.rules.hand.facts import check_dealers_discard
from controller.rules.hand.record import (
    AFTER_KONG,
    DISCARD,
    DOUBLE_REPLACEMENT,
    EARTHLY,
    HEAVENLY,
    LAST_DISCARD,
    LAST_TILE,
    NINTH_WIN,
    ORIGINAL_CALL,
    SELF_DRAW,
    Hand,
)
from controller.rules.hand.sets import KONG, KONG_SHOWN, PUNG, PUNG_SHOWN
from controller.rules.hand.tile_set import PLAIN, WITH_FLOWERS, TileSet
from controller.rules.hand.tiles import DRAGONS, KINDS, MAJORS, WINDS
from controller.rules.rulesets.chinese_classical import patterns as own
from controller.rules.rulesets.chinese_classical.course import MOST_WINS, NinthWin
from controller.rules.rulesets.chinese_classical.losers import Table, only_tile
from controller.rules.rulesets.chinese_classical.scoring import (
    CALLING,
    CALLING_PURITY,
    EVENTS,
    HALF,
    Scoring,
)
from controller.rules.rulesets.chinese_classical.settling import NinthWinSettling, pay_with
from controller.rules.seats import EAST
from controller.rules.settlement import streak_of
from controller.rules.sheet import evidence as by
from controller.rules.sheet import patterns as has
from controller.rules.sheet.options import Option, choice, flag, number
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
    base_and_more,
    east_by_dice,
    same_for_all,
)

# the sheet


def limit(id: str, test: Test, **more: Any) -> Item:
    return Item(id, "limit", "limit", test, **more)


def half(id: str) -> Item:
    return Item(id, "half", "limit", has.of_form(id), when={"special-pairs": True})


def points(id: str, value: int | str, test: Test, **more: Any) -> Item:
    return Item(id, "points", value, test, **more)


def doubles(id: str, value: int | str, test: Test, **more: Any) -> Item:
    return Item(id, "doubles", value, test, **more)


def calling(id: str, value: int | str, **more: Any) -> Item:
    """Of a loser who needs one tile for it."""
    return Item(f"{CALLING}{id}", "calling", value, lambda _: 0, when={"calling": True, **more})


MINORS = tuple(tile for tile in range(KINDS) if tile not in MAJORS)


def of_kind(kind: int, tiles: tuple[int, ...]) -> by.Evidence:
    chosen = by.set_kinds(kind)
    return lambda reading: [text for text in chosen(reading) if text in by.triplets(tiles)(reading)]


def ninth_win(hand: Hand) -> int:
    return hand.flags & NINTH_WIN != 0 and hand.seat_wind == EAST


EXTRA = {"dragons-winds-extra": True}
BOTH, EACH = {"own-bonus": "both"}, {"own-bonus": "each"}
LIMITS = (
    limit("heavenly-hand", has.flagged(HEAVENLY), on="hand"),
    limit("earthly-hand", has.flagged(EARTHLY), on="hand"),
    limit("thirteen-orphans", has.is_orphans),
    limit("only-honors", has.only_honours_hand, same_as="all-honors", on="hand", when={"only-honors": "limit"}),
    limit("heads-and-tails", has.only_terminals_hand, same_as="all-terminals", on="hand"),
    limit("imperial-jade", has.only_green_hand, same_as="all-green", on="hand"),
    limit("fourfold-plenty", has.four_kongs, same_as="four-kongs"),
    limit("four-blessings", has.four_winds, same_as="big-four-winds", earned=by.triplets(WINDS)),
    limit("three-great-scholars", has.three_dragons, same_as="big-three-dragons", earned=by.triplets(DRAGONS),
          when={"scholars": "any"}),
    limit("three-great-scholars", own.no_chow_and_three_dragons, same_as="big-three-dragons", variant="no-chow",
          earned=by.triplets(DRAGONS), when={"scholars": "no-chow"}),
    limit("plum-blossom", own.plum_blossom, on="hand", earned=by.winning_tile),
    limit("moon-from-the-sea", own.moon_from_the_sea, on="hand", earned=by.winning_tile),
    limit("scratching-the-pole", own.scratching_the_pole, on="hand", earned=by.winning_tile),
    limit("twofold-fortune", has.flagged(DOUBLE_REPLACEMENT), on="hand", earned=by.winning_tile),
    limit("hidden-treasure", own.hidden_treasure, when={"hidden-treasure": True}),
    limit("buried-treasure", own.buried_treasure, when={"buried-treasure": True}),
    limit("concealed-one-suit", own.concealed_one_suit, on="hand", when={"concealed-one-suit": "limit"}),
    limit("nine-gates", has.gates_hand, on="hand", when={"gates": "nine"}),
    limit("gates-of-heaven", own.gates_of_heaven, on="hand", when={"gates": "heaven"}),
    limit("squirming-snake", own.squirming_snake, on="hand", when={"squirming-snake": True}),
    limit("wriggling-snake", has.of_form("wriggling-snake"), when={"special-pairs": True}),
    limit("east-ninth-win", ninth_win, on="hand", earned=by.nothing, when={"east-ninth-win": True}),
)  # fmt: skip
LIMIT_IDS = tuple(dict.fromkeys(item.id for item in LIMITS))

ITEMS = (
    points("win", "win-points", lambda _: 1, on="hand", earned=by.nothing),
    points("pung-exposed-minor", 2, own.fine(0), earned=of_kind(PUNG_SHOWN, MINORS)),
    points("pung-exposed-major", 4, own.fine(1), earned=of_kind(PUNG_SHOWN, MAJORS)),
    points("pung-concealed-minor", 4, own.fine(2), earned=of_kind(PUNG, MINORS)),
    points("pung-concealed-major", 8, own.fine(3), earned=of_kind(PUNG, MAJORS)),
    points("kong-exposed-minor", 8, own.fine(4), earned=of_kind(KONG_SHOWN, MINORS)),
    points("kong-exposed-major", 16, own.fine(5), earned=of_kind(KONG_SHOWN, MAJORS)),
    points("kong-concealed-minor", 16, own.fine(6), earned=of_kind(KONG, MINORS)),
    points("kong-concealed-major", 32, own.fine(7), earned=of_kind(KONG, MAJORS)),
    points("dragon-pair", 2, own.dragon_pairs, earned=by.pair),
    points("own-wind-pair", 2, own.own_wind_pair, earned=by.pair),
    points("round-wind-pair", 2, own.round_wind_pair, earned=by.pair),
    points("bonus-tile", 4, own.bonus_tiles, on="hand", earned=by.flowers()),
    points("self-drawn", "self-drawn-points", has.self_drawn_hand, on="hand", earned=by.winning_tile),
    points("only-tile", "only-tile-points", only_tile, on="hand", earned=by.winning_tile),
    points("pair-completed-minor", 2, own.pair_completed(major=False), earned=by.pair, when={"pair-completed": True}),
    points("pair-completed-major", 4, own.pair_completed(major=True), earned=by.pair, when={"pair-completed": True}),

    doubles("dragon-pung", 1, has.dragon_triplets, earned=by.triplets(DRAGONS)),
    doubles("own-wind-pung", 1, has.seat_wind_triplet, same_as="seat-wind", earned=by.wind_triplet("seat")),
    doubles("round-wind-pung", 1, has.round_wind_triplet, same_as="prevalent-wind", earned=by.wind_triplet("round")),
    doubles("own-flower", 1, own.own_flower, on="hand", earned=by.own_flowers("seat", has.PLANTS), when=EACH),
    doubles("own-season", 1, own.own_season, on="hand", earned=by.own_flowers("seat", has.SEASONS), when=EACH),
    doubles("own-flower-and-season", 1, own.own_flower_and_season, on="hand", earned=by.own_flowers("seat"),
            when=BOTH),
    doubles("four-flowers", "full-series-doubles", has.has_all(has.PLANTS), same_as="all-four-flowers", on="hand",
            earned=by.flowers(has.PLANTS)),
    doubles("four-seasons", "full-series-doubles", has.has_all(has.SEASONS), same_as="all-four-seasons", on="hand",
            earned=by.flowers(has.SEASONS)),
    doubles("three-concealed-pungs", "three-concealed-doubles", own.three_concealed,
            earned=by.triplets(concealed=True)),
    doubles("little-three-dragons", 1, own.little_three_dragons, earned=by.triplets_and_pair(DRAGONS), when=EXTRA),
    doubles("big-three-dragons", 2, has.three_dragons, earned=by.triplets(DRAGONS), when=EXTRA),
    doubles("little-four-winds", 1, own.little_four_winds, earned=by.triplets_and_pair(WINDS), when=EXTRA),
    doubles("big-four-winds", 2, has.four_winds, earned=by.triplets(WINDS), when=EXTRA),
    doubles("no-points", "no-points-doubles", own.no_points, on="found"),
    doubles("no-chow", "no-chow-doubles", own.no_chow, same_as="all-pungs"),
    doubles("concealed", "concealed-doubles", own.concealed, same_as="fully-concealed-hand", on="hand"),
    doubles("one-suit-honors", "one-suit-honors-doubles", has.one_suit_and_honours_hand, same_as="half-flush",
            on="hand"),
    doubles("one-suit", 3, has.one_suit_hand, same_as="full-flush", on="hand", when={"one-suit": "doubles"}),
    doubles("purity", 3, own.purity, when={"one-suit": "purity"}),
    doubles("all-majors", "all-majors-doubles", own.only_majors, same_as="all-terminals-and-honors", on="hand"),
    doubles("only-honors", 2, has.only_honours_hand, same_as="all-honors", on="hand",
            when={"only-honors": "two-doubles"}),
    doubles("replacement", "replacement-doubles", has.flagged(AFTER_KONG), same_as="out-with-replacement-tile",
            on="hand", earned=by.winning_tile),
    doubles("last-tile", "last-tile-doubles", has.flagged(LAST_TILE), on="hand", earned=by.winning_tile),
    doubles("last-discard", "last-tile-doubles", has.flagged(LAST_DISCARD), same_as="last-tile-claim", on="hand",
            earned=by.winning_tile),
    doubles("robbing-the-kong", "robbing-doubles", has.robbed_kong_hand, on="hand", earned=by.winning_tile),
    doubles("original-call", 1, has.flagged(ORIGINAL_CALL), on="hand", earned=by.nothing,
            when={"original-call": frozenset({"winner", "any"})}),

    *LIMITS,
    *(half(id) for id in HALF),
    *(calling(id, "limit") for id in (*LIMIT_IDS, *HALF) if id not in EVENTS),
    Item(CALLING_PURITY, "calling", 3, lambda _: 0, when={"calling": True, "one-suit": "purity"}),
)  # fmt: skip

DOUBLES = (0, 20)
POINTS = (0, 10_000)
OPTIONS = (
    flag("flowers", True),
    Option("limit", 500, bounds=(10, 100_000), step=10),  # tenths of it are paid
    number("min-points", 0, POINTS),
    number("min-doubles", 0, DOUBLES),
    number("max-chows", 4, (0, 4)),
    choice("dead-wall", 16, (14,)),
    flag("dead-wall-refill", False),
    choice("bonus-from", "dead", ("live",)),
    choice("seating", "dice", ("wind-tiles",)),
    choice("declare-ready", "off", ("required", "advice")),
    flag("goulash", False),
    number("win-points", 20, POINTS),
    number("self-drawn-points", 2, POINTS),
    number("only-tile-points", 2, POINTS),
    flag("pair-completed", True),
    number("no-points-doubles", 1, DOUBLES),
    number("no-chow-doubles", 1, DOUBLES),
    number("concealed-doubles", 1, DOUBLES),
    number("one-suit-honors-doubles", 1, DOUBLES),
    choice("one-suit", "doubles", ("purity",)),
    number("all-majors-doubles", 1, DOUBLES),
    choice("only-honors", "limit", ("two-doubles",)),
    number("replacement-doubles", 1, DOUBLES),
    number("last-tile-doubles", 1, DOUBLES),
    number("robbing-doubles", 1, DOUBLES),
    choice("original-call", "winner", ("any", "off")),
    choice("own-bonus", "both", ("each",)),
    number("full-series-doubles", 1, DOUBLES),
    number("three-concealed-doubles", 1, DOUBLES),
    flag("dragons-winds-extra", False),
    choice("concealed-one-suit", "limit", ("plain",)),
    flag("squirming-snake", False),
    flag("hidden-treasure", True),
    flag("buried-treasure", False),
    choice("scholars", "any", ("no-chow", "off")),
    choice("gates", "nine", ("heaven",)),
    flag("special-pairs", False),
    flag("calling", False),
    flag("east-ninth-win", True),
    flag("bonus-beside-fixed", False),
    Option("limit-hands-off", (), members=(*LIMIT_IDS, *HALF)),
    choice("round-to", 1, (10,)),
    flag("east-doubles", True),
    flag("dangerous-discard", True),
)  # fmt: skip

BMJA: Mapping[str, Any] = {
    "limit": 1000, "max-chows": 1, "dead-wall": 14, "only-tile-points": 0, "pair-completed": False,
    "no-points-doubles": 0, "one-suit-honors-doubles": 0, "one-suit": "purity", "concealed-one-suit": "plain",
    "replacement-doubles": 0, "own-bonus": "each", "full-series-doubles": 2, "three-concealed-doubles": 0,
    "hidden-treasure": False, "buried-treasure": True, "scholars": "no-chow", "gates": "heaven",
    "special-pairs": True, "calling": True, "east-ninth-win": False, "declare-ready": "required",
}  # fmt: skip
PROFILES: dict[str, Mapping[str, Any]] = {
    "dmjl": {"dragons-winds-extra": True, "squirming-snake": True},
    "bmja": BMJA,
    "bmja-book": {
        **BMJA, "one-suit-honors-doubles": 1, "replacement-doubles": 1, "original-call": "any",
        "bonus-beside-fixed": True,
    },
}  # fmt: skip


def off(options: Options) -> Container[str]:
    """Only honors as two doubles is no limit hand that could be off the list."""
    ids = frozenset(options["limit-hands-off"])
    return ids - {"only-honors"} if options["only-honors"] == "two-doubles" else ids


# from points to score


def bind(options: Options, played: PlayedItems) -> Bound:
    top = int(options["limit"])
    scoring = Scoring(options, played, tiles(options))

    def check(hand: Hand) -> None:
        check_dealers_discard(hand)
        if streak_of(hand.record) + 1 >= MOST_WINS and hand.seat_wind == EAST:
            hand.flags |= NINTH_WIN
        scoring.check(hand)

    return Bound(
        forms=scoring.forms,
        judge=scoring.judge,
        pay=pay_with(options),
        base_of=lambda win: top if win.limit else min(win.total, top),
        minimum=options["min-points"],
        convert=lambda verdict: conversion(options, verdict),
        check=check,
        figures=figures,
        every_way=True,
    )


def figures(result: dict[str, Any], hand: Hand, best: ReadingWorth) -> None:
    table: Table = hand.own
    base_and_more(result, hand, best)
    result["losers"] = table.as_json()


def conversion(options: Options, verdict: ReadingWorth) -> list[Step]:
    top, total = options["limit"], verdict.total
    if verdict.limit_hand:
        return [("conversion.limit", {"points": top})]
    more = verdict.more or {}
    raw, times = more["points"], more["doubles"]
    if raw is None:
        return [("conversion.half-limit-hand", {"points": total})]
    doubled = raw << times
    lines: list[Step] = [
        ("conversion.points", {"points": raw, "doubles": times}),
        ("conversion.doubled", {"point": raw, "doubles": times, "base": doubled}),
    ]
    if options["round-to"] > 1:
        doubled = (doubled + 5) // 10 * 10
        lines.append(("conversion.rounded", {"points": doubled}))
    return [*lines, ("conversion.limited", {"points": top})] if doubled > top else lines


# table, match, penalties


def tiles(options: Options) -> TileSet:
    return WITH_FLOWERS if options["flowers"] else PLAIN


def wall(options: Options, tiles: TileSet) -> WallPlan:
    dead = "moving" if options["dead-wall-refill"] else "stacks"
    return WallPlan.of(tiles, dead=dead, dead_stacks=options["dead-wall"] // 2)


def penalties(options: Options) -> tuple[PenaltyRule, ...]:
    british = options["max-chows"] == 1
    each = options["limit"] // 2 if british else 300
    return (
        PenaltyRule("false-win", "hand-ends", same_for_all(each)),
        PenaltyRule("wrong-count", "dead-hand"),
    )


def situations(options: Options) -> tuple[FlagField, ...]:
    call = () if options["original-call"] == "off" else (FlagField("original-call", (SELF_DRAW, DISCARD)),)
    danger = (FlagField("dangerous-discard", (DISCARD,)),) if options["dangerous-discard"] else ()
    return (
        FlagField("last-tile", (SELF_DRAW,)),
        FlagField("last-discard", (DISCARD,)),
        FlagField("replacement", (SELF_DRAW,), kongs=1),
        FlagField("double-replacement", (SELF_DRAW,), kongs=2),
        FlagField("heavenly", (SELF_DRAW,), True, concealed=True),
        FlagField("earthly", (DISCARD,), False, from_dealer=True, concealed=True),
        *call,
        *danger,
    )


def asks(options: Options, plain: Asks) -> Asks:
    return replace(
        plain,
        situations=situations(options),
        chows=options["max-chows"] > 0,
        liable_quick=(DISCARD,) if options["dangerous-discard"] else (),
        streak_in="streak" if options["east-ninth-win"] else "",
        losers=True,
        loser_flags=("original-call",) if options["original-call"] == "any" else (),
        passes=tuple(Pass(to) for to in (RIGHT, ACROSS, LEFT)) if options["goulash"] else (),
        passes_after=AFTER_DRAW if options["goulash"] else "",
    )


RULESET = Ruleset(
    id="chinese-classical",
    unit="points",
    options=OPTIONS,
    items=ITEMS,
    bind=bind,
    tiles=tiles,
    wall=wall,
    dice=lambda _: DicePlan(2, 2),
    progression=lambda _: Progression(draw_adds_streak=False),
    penalties=penalties,
    profiles=PROFILES,
    off=off,
    start_points=lambda _: 2000,
    pieces=(500, 100, 10, 2),
    seating=east_by_dice,
    fields=frozenset({"losers", "streak"}),
    asks=asks,
    settling=NinthWinSettling,
    course=NinthWin,
)
