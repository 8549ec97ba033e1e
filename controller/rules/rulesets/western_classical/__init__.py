"""Western classical: points and doubles of all four hands, with ten points for a hand without chows or without anything
else; in the Wright-Patterson game only hands of a list win. Decisions: docs/rulesets/western-classical.md."""

from __future__ import annotations

from collections.abc import Callable, Container, Mapping
from dataclasses import replace
from typing import Any, Final

from controller.rules.entry import ACROSS, LEFT, RIGHT, Asks, FlagField, Pass, on_dealers_discard
from controller.rules.game import DicePlan, MatchPosition, WallPlan
from controller.rules.hand.facts import check_dealers_discard
from controller.rules.hand.record import DISCARD, EARTHLY, HEAVENLY, LAST_TILE, Hand
from controller.rules.hand.sets import KONG, KONG_SHOWN, PUNG, PUNG_SHOWN
from controller.rules.hand.tile_set import PLAIN, WITH_FLOWERS, TileSet
from controller.rules.hand.tiles import DRAGONS, KINDS, MAJORS, WINDS
from controller.rules.rulesets.chinese_classical import patterns as classical
from controller.rules.rulesets.chinese_classical.losers import Table, only_tile
from controller.rules.rulesets.chinese_classical.settling import pay_with
from controller.rules.rulesets.western_classical import patterns as own
from controller.rules.rulesets.western_classical.course import ChangesOfDealer
from controller.rules.rulesets.western_classical.scoring import DOUBLES, LIMIT, LISTED, LOSERS, POINTS, READY, Scoring
from controller.rules.rulesets.western_classical.settling import POT, WesternSettling, pot_of
from controller.rules.seats import WINDS as SEAT_WINDS
from controller.rules.seats import Seat
from controller.rules.sheet import evidence as by
from controller.rules.sheet import patterns as has
from controller.rules.sheet.options import CHANGES, Option, choice, flag, number
from controller.rules.sheet.ruleset import (
    Bound,
    InstantRule,
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
)

# the sheet

COUNTED, BY_LIST = {"list": False}, {"list": True}
ROUND = {"round-wind": True}


def points(id: str, value: int | str, test: Test, **more: Any) -> Item:
    return Item(id, POINTS, value, test, **more)


def doubles(id: str, value: int | str, test: Test, **more: Any) -> Item:
    return Item(id, DOUBLES, value, test, **more)


def limit(id: str, test: Test, **more: Any) -> Item:
    return Item(id, LIMIT, "limit", test, when=COUNTED, **more)


def listed(id: str, limits: int, test: Test, **more: Any) -> Item:
    """Of the list; worth so many limits."""
    return Item(id, LISTED, limits, test, when=BY_LIST, per="limit", **more)


def of_losers(id: str, value: int, test: Test, **more: Any) -> Item:
    """Doubles that only losers have, where the list is played."""
    return Item(id, LOSERS, value, test, **{"when": BY_LIST, **more})


MINORS = tuple(tile for tile in range(KINDS) if tile not in MAJORS)


def of_kind(kind: int, tiles: tuple[int, ...]) -> by.Evidence:
    chosen = by.set_kinds(kind)
    return lambda reading: [text for text in chosen(reading) if text in by.triplets(tiles)(reading)]


LIMITS: Final = (
    limit("only-majors", own.only_majors, same_as="all-terminals-and-honors", on="hand"),
    limit("three-dragons", has.three_dragons, same_as="big-three-dragons", earned=by.triplets(DRAGONS)),
    limit("four-wind-hand", own.four_wind_hand, earned=by.triplets_and_pair(WINDS)),
    limit("thirteen-orphans", has.is_orphans),
)
LIST: Final = (
    listed("clean-pungs", 1, own.four_pungs_of(own.of_one_suit)),
    listed("clean-pairs", 1, own.pairs_of_one_suit),
    listed("knitting", 1, has.of_form("knitting")),
    listed("triple-knitting", 1, has.of_form("triple-knitting")),
    listed("three-great-scholars", 2, classical.no_chow_and_three_dragons, same_as="big-three-dragons",
           earned=by.triplets(DRAGONS)),
    listed("four-blessings", 2, has.four_winds, same_as="big-four-winds", earned=by.triplets(WINDS)),
    listed("only-honors", 2, own.four_pungs_of(has.only_honours_hand), same_as="all-honors", variant="list"),
    listed("heads-and-tails", 2, own.four_pungs_of(has.only_terminals_hand), same_as="all-terminals"),
    listed("imperial-jade", 2, own.four_pungs_of(has.only_green_hand), same_as="all-green"),
    listed("wriggling-snake", 2, has.of_form("wriggling-snake")),
    listed("thirteen-orphans", 2, has.is_orphans, variant="list"),
    listed("gates-of-heaven", 3, classical.gates_of_heaven, on="hand"),
    listed("heavenly-hand", 3, has.flagged(HEAVENLY), on="hand", earned=by.nothing),
    listed("earthly-hand", 3, has.flagged(EARTHLY), on="hand", earned=by.winning_tile),
)  # fmt: skip
LIMIT_IDS, LIST_IDS = (tuple(item.id for item in items) for items in (LIMITS, LIST))

ITEMS: Final = (
    points("win", "win-points", lambda _: 1, on="hand", earned=by.nothing, when=COUNTED),
    points("pung-exposed-minor", 2, classical.fine(0), earned=of_kind(PUNG_SHOWN, MINORS)),
    points("pung-exposed-major", 4, classical.fine(1), earned=of_kind(PUNG_SHOWN, MAJORS)),
    points("pung-concealed-minor", 4, classical.fine(2), earned=of_kind(PUNG, MINORS)),
    points("pung-concealed-major", 8, classical.fine(3), earned=of_kind(PUNG, MAJORS)),
    points("kong-exposed-minor", 8, classical.fine(4), earned=of_kind(KONG_SHOWN, MINORS)),
    points("kong-exposed-major", 16, classical.fine(5), earned=of_kind(KONG_SHOWN, MAJORS)),
    points("kong-concealed-minor", 16, classical.fine(6), earned=of_kind(KONG, MINORS)),
    points("kong-concealed-major", 32, classical.fine(7), earned=of_kind(KONG, MAJORS)),
    points("dragon-pair", 2, classical.dragon_pairs, earned=by.pair),
    points("own-wind-pair", 2, classical.own_wind_pair, earned=by.pair),
    points("round-wind-pair", 2, classical.round_wind_pair, earned=by.pair, when=ROUND),
    points("bonus-tile", "bonus-points", classical.bonus_tiles, on="hand", earned=by.flowers()),
    points("self-drawn", "self-drawn-points", own.drawn_from_the_live_wall, on="hand", earned=by.winning_tile,
           when=COUNTED),
    points("only-tile", "only-tile-points", only_tile, on="hand", earned=by.winning_tile, when=COUNTED),
    points("no-chow", "no-chow-points", own.no_chow, same_as="all-pungs", when=COUNTED),
    points("loose-tile", 10, has.flagged(own.LOOSE), on="hand", earned=by.winning_tile,
           when={"loose-tile": "points", **COUNTED}),
    points("nothing-else", "nothing-else-points", own.nothing_else, on="found", earned=by.nothing, when=COUNTED),

    doubles("dragon-pung", 1, has.dragon_triplets, earned=by.triplets(DRAGONS)),
    doubles("own-wind-pung", 1, has.seat_wind_triplet, same_as="seat-wind", earned=by.wind_triplet("seat")),
    doubles("round-wind-pung", 1, has.round_wind_triplet, same_as="prevalent-wind", earned=by.wind_triplet("round"),
            when=ROUND),
    doubles("own-flower", 1, classical.own_flower, on="hand", earned=by.own_flowers("seat", has.PLANTS)),
    doubles("own-season", 1, classical.own_season, on="hand", earned=by.own_flowers("seat", has.SEASONS)),
    doubles("one-suit-honors", "one-suit-honors-doubles", has.one_suit_and_honours_hand, same_as="half-flush",
            on="hand", when=COUNTED),
    doubles("one-suit", "one-suit-doubles", has.one_suit_hand, same_as="full-flush", on="hand", when=COUNTED),
    doubles("only-honors", "only-honors-doubles", has.only_honours_hand, same_as="all-honors", on="hand",
            when=COUNTED),
    doubles("last-tile", "last-tile-doubles", has.flagged(LAST_TILE), on="hand", earned=by.winning_tile, when=COUNTED),
    doubles("loose-tile", 1, has.flagged(own.LOOSE), variant="double", on="hand", earned=by.winning_tile,
            when={"loose-tile": "double", **COUNTED}),

    *LIMITS,
    *LIST,

    of_losers("round-flower", 1, own.flower_of_the_round, on="hand", when={**ROUND, **BY_LIST}),
    of_losers("round-season", 1, own.season_of_the_round, on="hand", when={**ROUND, **BY_LIST}),
    of_losers("little-three-dragons", 3, own.little_three_dragons),
    of_losers("big-three-dragons", 4, has.three_dragons),
    of_losers("one-suit-honors", 1, has.one_suit_and_honours_hand, same_as="half-flush", variant="list", on="hand"),
    of_losers("one-suit", 3, has.one_suit_hand, same_as="full-flush", variant="list", on="hand"),
    of_losers("all-majors", 1, has.terminals_and_honours_hand, same_as="all-terminals-and-honors", on="hand"),
    of_losers("three-concealed-pungs", 1, own.concealed_pungs(3)),
    of_losers("four-concealed-pungs", 2, own.concealed_pungs(4)),
    of_losers(READY, 1, lambda _: 0),
)  # fmt: skip

TIMES: Final = (0, 20)
AMOUNT: Final = (0, 10_000)
MOST_DEALS: Final = 64
OPTIONS: Final = (
    flag("flowers", False),
    number("limit", 300, (10, 100_000)),
    flag("round-wind", False),
    choice("prevailing-wind", "per-round", ("by-break",)),
    number("max-chows", 4, (0, 4)),
    number("dead-wall", 14, (0, 20)),
    flag("dead-wall-refill", True),
    choice("seating", "dice", ("wind-tiles",)),
    choice("charleston", "off", ("first",)),
    flag("washing", False),
    number("win-points", 20, AMOUNT),
    number("self-drawn-points", 2, AMOUNT),
    number("only-tile-points", 2, AMOUNT),
    number("no-chow-points", 10, AMOUNT),
    number("nothing-else-points", 10, AMOUNT),
    number("bonus-points", 4, AMOUNT),
    choice("loose-tile", "points", ("double",)),
    number("only-honors-doubles", 3, TIMES),
    number("one-suit-doubles", 3, TIMES),
    number("one-suit-honors-doubles", 1, TIMES),
    number("last-tile-doubles", 0, TIMES),
    Option("limit-forms", (), members=LIMIT_IDS),
    flag("list", False),
    Option("list-off", (), members=LIST_IDS),
    choice("round-to", 1, (10,)),
    choice("limit-on", "score", ("payment",)),
    flag("losers-settle", True),
    flag("east-doubles", True),
    flag("dangerous-discard", False),
    number("bouquet", 0, AMOUNT),
    number("flower-pot", 0, AMOUNT),
    number("wall-pot", 0, AMOUNT),
    number("deals", 16, (1, MOST_DEALS)),
    number("false-win-share", 2, (1, 10)),
)

PROFILES: Final[dict[str, Mapping[str, Any]]] = {
    "pung-chow": {
        "limit": 400, "round-wind": True, "bonus-points": 0, "loose-tile": "double", "last-tile-doubles": 1,
        "limit-forms": ("only-majors", "three-dragons"), "washing": True, "dead-wall-refill": False,
    },
    "wright-patterson": {
        "flowers": True, "limit": 500, "round-wind": True, "prevailing-wind": "by-break", "list": True,
        "round-to": 10, "limit-on": "payment", "bouquet": 500, "flower-pot": 50, "wall-pot": 50,
        "charleston": "first", "dead-wall-refill": False, "deals": 8,
    },
}  # fmt: skip


def off(options: Options) -> Container[str]:
    """Limit forms that the house has not named, or hands that it has taken off the list."""
    return frozenset(options["list-off"] if options["list"] else set(LIMIT_IDS) - set(options["limit-forms"]))


# from points to score


def bind(options: Options, played: PlayedItems) -> Bound:
    top, by_list = int(options["limit"]), options["list"]
    scoring = Scoring(options, played, tiles(options))
    keeps_pot = by_list or options["wall-pot"] > 0

    def check(hand: Hand) -> None:
        if by_list:
            check_dealers_discard(hand)
        pot_of(hand)
        scoring.check(hand)

    def figures(result: dict[str, Any], hand: Hand, best: ReadingWorth) -> None:
        table: Table = hand.own
        base_and_more(result, hand, best)
        result["losers"] = table.as_json()
        if keeps_pot:
            result[POT] = pot_of(hand)

    return Bound(
        forms=scoring.forms,
        judge=scoring.judge,
        pay=pay_with(options),
        base_of=lambda win: top if win.limit else win.total if by_list else min(win.total, top),
        minimum=0,
        convert=lambda verdict: conversion(options, keeps_pot, verdict),
        check=check,
        figures=figures,
        instants=instants(options),
    )


def conversion(options: Options, keeps_pot: bool, verdict: ReadingWorth) -> list[Step]:
    top, total = options["limit"], verdict.total
    more = verdict.more or {}
    raw, times = more["points"], more["doubles"]
    if raw is None:
        lines: list[Step] = [("conversion.limits", {"times": total // top, "points": total})]
    else:
        doubled = raw << times
        lines = [
            ("conversion.points", {"points": raw, "doubles": times}),
            ("conversion.doubled", {"point": raw, "doubles": times, "base": doubled}),
        ]
        if options["round-to"] > 1:
            doubled = (doubled + 5) // 10 * 10
            lines.append(("conversion.rounded", {"points": doubled}))
        if doubled > top:
            lines.append(("conversion.limited", {"points": top}))
    pot = pot_of(verdict.reading.hand) if keeps_pot else 0
    return [*lines, ("conversion.jackpot", {"points": pot})] if pot else lines


# table, match, penalties

WASHED: Final = {9: 50, 10: 70, 11: 100, 12: 150, 13: 200}
"""What each player gives to one who shows so many different terminals and honors in his dealt hand."""


def instants(options: Options) -> tuple[InstantRule, ...]:
    """Full series, the pot for the first bonus tile, and dealt hands that are washed."""
    series = InstantRule("bouquet", options["bouquet"], most=2)
    first = InstantRule("first-flower", options["flower-pot"], most=1, alone=True)
    washed = [InstantRule(f"washing-{kinds}", each, most=1, alone=True) for kinds, each in WASHED.items()]
    shown = [rule for rule in (series, first) if rule.each and options["flowers"]]
    return (*shown, *(washed if options["washing"] else ()))


def tiles(options: Options) -> TileSet:
    return WITH_FLOWERS if options["flowers"] else PLAIN


def wall(options: Options, tiles: TileSet) -> WallPlan:
    kept = options["dead-wall"]
    dead = "none" if not kept else "moving" if options["dead-wall-refill"] else "stacks"
    return WallPlan.of(tiles, dead=dead, dead_tiles=kept)


def progression(options: Options) -> Progression:
    """Rounds of four deals, as many as the deals need; the last one may be cut short."""
    rounds = -(-options["deals"] // len(SEAT_WINDS))
    winds = tuple(SEAT_WINDS[round_ % len(SEAT_WINDS)] for round_ in range(rounds))
    by_break = options["prevailing-wind"] == "by-break"
    return Progression(winds=winds, draw_adds_streak=False, prevailing_from="break" if by_break else "round")


def penalties(options: Options) -> tuple[PenaltyRule, ...]:
    return (PenaltyRule("false-win", "hand-ends", false_win(options)), PenaltyRule("wrong-count", "dead-hand"))


def false_win(options: Options) -> Callable[[MatchPosition, Seat, Seat], int]:
    """A part of the limit to each other player, double to and from East."""
    each, doubled = options["limit"] // options["false-win-share"], options["east-doubles"]
    return lambda position, offender, receiver: (
        each * 2 if doubled and position.dealer in (offender, receiver) else each
    )


def passes(options: Options) -> tuple[Pass, ...]:
    """The Charleston; tiles that come in the last pass may be passed on unseen."""
    if options["charleston"] == "off":
        return ()
    return (Pass(RIGHT), Pass(ACROSS), Pass(LEFT, blind=True))


def situations(options: Options, plain: Asks) -> tuple[FlagField, ...]:
    counted = ("last-tile", "replacement", "double-replacement", "flower-replacement")
    wanted = ("heavenly", "earthly") if options["list"] else counted
    danger = (FlagField("dangerous-discard", (DISCARD,)),) if options["dangerous-discard"] else ()
    kept = (row for row in on_dealers_discard(plain.situations) if row.id in wanted)
    rows = (row for row in kept if row.id != "last-tile" or options["last-tile-doubles"])
    return (*rows, *danger)


def asks(options: Options, plain: Asks) -> Asks:
    """Where the list is played a win counts one, two or three limits, and a chow is claimed only for a hand that the
    house has added to the list."""
    added = options.get(CHANGES, {}).get("items", ())
    chows = any(item["group"] == LISTED for item in added) if options["list"] else options["max-chows"] > 0
    asked = replace(
        plain,
        situations=situations(options, plain),
        chows=chows,
        liable_quick=(DISCARD,) if options["dangerous-discard"] else (),
        losers=True,
        passes=passes(options),
        abort=("washed",) if options["washing"] else (),
    )
    if not options["list"]:
        return asked
    return replace(asked, presets=tuple(options["limit"] * times for times in (1, 2, 3)), limit="")


RULESET = Ruleset(
    id="western-classical",
    unit="points",
    options=OPTIONS,
    items=ITEMS,
    bind=bind,
    tiles=tiles,
    wall=wall,
    dice=lambda _: DicePlan(2, 2),
    progression=progression,
    penalties=penalties,
    profiles=PROFILES,
    off=off,
    pieces=(500, 100, 10, 2),
    start_points=lambda options: 10_000 if options["list"] else 2_000,
    seating=east_by_dice,
    fields=frozenset({"losers", POT}),
    asks=asks,
    settling=WesternSettling,
    course=ChangesOfDealer,
)
