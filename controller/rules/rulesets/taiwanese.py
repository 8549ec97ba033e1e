"""Taiwanese with sixteen tiles: tai added up; the dealer's streak on top. Decisions: docs/rulesets/taiwanese.md."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Any, Final

from controller.rules.entry import ANY_SOURCE, EACH, MOST_PRESETS, Asks, FlagField
from controller.rules.game import DicePlan, MatchPosition, WallPlan
from controller.rules.hand.facts import check_own_draw
from controller.rules.hand.reading import FLOWERS as FLOWER_WIN
from controller.rules.hand.reading import STANDARD, Form, Reading, eight_flowers, eight_pairs, standard
from controller.rules.hand.record import (
    AFTER_KONG,
    DISCARD,
    EARTHLY,
    EARTHLY_READY,
    FLOWER_REPLACEMENT,
    HEAVENLY,
    HEAVENLY_READY,
    HUMAN,
    LAST_DISCARD,
    LAST_TILE,
    READY,
    ROBBED_KONG,
    SELF_DRAW,
    Hand,
)
from controller.rules.hand.sets import CHOW, PAIR, kind_of
from controller.rules.hand.tile_set import FLOWERS, TileSet, tile_set
from controller.rules.hand.tiles import DRAGONS, KINDS, WINDS
from controller.rules.hand.waits import set_waits_of, still_there
from controller.rules.hand.words import less
from controller.rules.paid import Share
from controller.rules.seats import WIND_INDEXES, Seat, WindIndex
from controller.rules.settlement import StreakSettling, streak_and_dealer
from controller.rules.sheet import evidence as by
from controller.rules.sheet import glance
from controller.rules.sheet import patterns as has
from controller.rules.sheet.feeders import LIABLE_FOR, liable_feeder
from controller.rules.sheet.glance import needing
from controller.rules.sheet.judges import Sum, judge
from controller.rules.sheet.options import Option, choice, flag, least_above_most, number
from controller.rules.sheet.ruleset import (
    Bound,
    Exclusion,
    Item,
    Locks,
    Options,
    Pay,
    PenaltyRule,
    PlayedItems,
    Progression,
    ReadingWorth,
    Ruleset,
    Step,
    Test,
    Won,
)

HAND: Final = 16
SETS: Final = 5
DEAD_STACKS: Final = 8


# tests that only this game has


def concealed_hand(hand: Hand) -> int:
    return hand.shown == 0


def fully_concealed_hand(hand: Hand) -> int:
    return hand.shown == 0 and not hand.by_other


def five_chows(reading: Reading) -> int:
    return reading.chows == SETS


def concealed_pongs(number: int) -> Test:
    """Exactly so many, three or more; one that another player's tile completed is not concealed."""

    def test(reading: Reading) -> int:
        return reading.concealed == number

    needing(glance.THREE_CONCEALED, test)
    return test


def all_pongs(reading: Reading) -> int:
    return reading.triplets == SETS


def all_melded(reading: Reading) -> int:
    return reading.form == STANDARD and reading.hand.shown == SETS and reading.hand.by_other


def half_begging(reading: Reading) -> int:
    return reading.form == STANDARD and reading.hand.shown == SETS and not reading.hand.by_other


def taken_at_single_place(reading: Reading) -> bool:
    """The winning tile is half of the pair, the middle of a chow, the 3 of 1-2-3 or the 7 of 7-8-9."""
    return reading.taken >= PAIR or (kind_of(reading.taken) == CHOW and not has.taken_from_both_sides(reading))


def single_wait(reading: Reading) -> int:
    if reading.form != STANDARD or not taken_at_single_place(reading):
        return False
    hand = reading.hand
    waits = set_waits_of(less(hand.hidden, hand.winning, 1))
    return still_there(waits, less(hand.every, hand.winning, 1)) == 1


def as_played(five: Test, options: Options) -> Test:
    """Five chows as the house plays them: what must be claimed, from whom the tile comes, what waits."""
    concealed, drawn = options["all-chows-concealed"], options["all-chows-self-draw"]
    honors, wait = options["all-chows-honors"], options["all-chows-wait"]

    def fits(reading: Reading) -> int:
        hand = reading.hand
        if not five(reading) or not (concealed or hand.shown) or not (drawn or hand.by_other):
            return False
        if not honors and (reading.pair >= 27 or hand.flowers):
            return False
        return wait == "any" or (has.taken_from_both_sides(reading) and (wait == "two-sided" or always(hand)))

    def always(hand: Hand) -> bool:
        return all(has.taken_from_both_sides(one) for one in standard(hand, True) if five(one))

    return fits


def own_flower(hand: Hand) -> int:
    return hand.flowers >> hand.seat_wind & 1


def own_season(hand: Hand) -> int:
    return hand.flowers >> 4 + hand.seat_wind & 1


def outside_series(own: Test, series: int) -> Test:
    """The own tile where its series is not complete."""

    def test(hand: Hand) -> int:
        return own(hand) and hand.flowers & series != series

    needing(glance.BONUS_TILES, test)
    return test


def full_series(hand: Hand) -> int:
    flowers = hand.flowers
    return (flowers & has.PLANTS == has.PLANTS) + (flowers & has.SEASONS == has.SEASONS)


def all_eight(hand: Hand) -> int:
    return hand.flowers == has.PLANTS | has.SEASONS


def no_flowers(hand: Hand) -> int:
    return not hand.flowers


def eight_drawn(reading: Reading) -> int:
    return reading.form == FLOWER_WIN and not reading.hand.by_other


def eighth_taken(reading: Reading) -> int:
    return reading.form == FLOWER_WIN and reading.hand.by_other


needing(glance.BONUS_TILES, own_flower, own_season, full_series, all_eight)
needing(glance.THREE_CHOWS, five_chows)
needing(glance.THREE_TRIPLETS, all_pongs)
needing(glance.SPECIAL_FORM, eight_drawn, eighth_taken)


# the sheet


def tai(id: str, value: int | str, test: Test, **more: Any) -> Item:
    return Item(id, "tai", value, test, **more)


def on_hand(id: str, value: int | str, test: Test, **more: Any) -> Item:
    return Item(id, "tai", value, test, on="hand", **more)


WON: Final = {"earned": by.winning_tile}
ONE_PLUS_OWN: Final = {"flower-kong": "1+own"}
TWO: Final = {"flower-kong": "2"}
ITEMS: Final = (
    on_hand("concealed-hand", 1, concealed_hand),
    on_hand("fully-concealed", 1, fully_concealed_hand, same_as="fully-concealed-hand"),
    on_hand("self-draw", 1, has.self_drawn_hand, same_as="self-drawn", **WON),
    on_hand("robbing-the-kong", 1, has.robbed_kong_hand, **WON),
    on_hand("replacement-win", 1, has.flagged(AFTER_KONG | FLOWER_REPLACEMENT), when={"flower-replacement-win": True},
            **WON),
    on_hand("replacement-win", 1, has.flagged(AFTER_KONG), variant="kong", when={"flower-replacement-win": False},
            **WON),
    on_hand("last-tile", 1, has.flagged(LAST_TILE), **WON),
    on_hand("last-discard", 1, has.flagged(LAST_DISCARD), same_as="last-tile-claim", when={"last-discard": True},
            **WON),
    tai("single-wait", 1, single_wait, earned=by.taken_set),
    tai("seat-wind-pong", 1, has.seat_wind_triplet, same_as="seat-wind", earned=by.wind_triplet("seat")),
    tai("round-wind-pong", 1, has.round_wind_triplet, same_as="prevalent-wind", earned=by.wind_triplet("round")),
    tai("dragon-pong", 1, has.dragon_triplets, same_as="dragon-pung", earned=by.triplets(DRAGONS)),
    on_hand("own-flower", 1, own_flower, earned=by.own_flowers("seat", has.PLANTS), when=ONE_PLUS_OWN),
    on_hand("own-flower", 1, outside_series(own_flower, has.PLANTS), variant="2",
            earned=by.own_flowers("seat", has.PLANTS), when=TWO),
    on_hand("own-season", 1, own_season, earned=by.own_flowers("seat", has.SEASONS), when=ONE_PLUS_OWN),
    on_hand("own-season", 1, outside_series(own_season, has.SEASONS), variant="2",
            earned=by.own_flowers("seat", has.SEASONS), when=TWO),
    on_hand("flower-kong", 1, full_series, same_as="flower-set", earned=by.full_series, when=ONE_PLUS_OWN),
    on_hand("flower-kong", 2, full_series, same_as="flower-set", variant="2", earned=by.full_series, when=TWO),
    on_hand("no-flowers", 1, no_flowers, earned=by.nothing, when={"no-flowers": True}),
    on_hand("declared-ready", 1, has.flagged(READY), when={"declared-ready": True}),
    tai("half-begging", 1, half_begging, when={"half-begging": True}),
    tai("all-chows", 2, five_chows),
    tai("three-concealed-pongs", 2, concealed_pongs(3), same_as="three-concealed-pungs",
        earned=by.triplets(concealed=True)),
    tai("all-melded", 2, all_melded),
    tai("all-pongs", 4, all_pongs, same_as="all-pungs"),
    on_hand("half-flush", 4, has.one_suit_and_honours_hand),
    tai("little-dragons", 4, has.two_dragons_and_pair, same_as="little-three-dragons",
        earned=by.triplets_and_pair(DRAGONS)),
    tai("four-concealed-pongs", 5, concealed_pongs(4), same_as="four-concealed-pungs",
        earned=by.triplets(concealed=True)),
    tai("five-concealed-pongs", 8, concealed_pongs(5), earned=by.triplets(concealed=True)),
    tai("great-dragons", 8, has.three_dragons, same_as="big-three-dragons", earned=by.triplets(DRAGONS)),
    tai("little-winds", 8, has.three_winds_and_pair, same_as="little-four-winds", earned=by.triplets_and_pair(WINDS)),
    on_hand("full-flush", 8, has.one_suit_hand),
    tai("eight-pairs", 8, has.is_eight_pairs, when={"eight-pairs": True}),
    tai("eight-flowers", 8, eight_drawn, earned=by.flowers(), when={"eight-flowers": "win"}),
    on_hand("eight-flowers", 8, all_eight, variant="added", earned=by.flowers(), when={"eight-flowers": "added"}),
    tai("seven-robs-one", 8, eighth_taken, earned=by.flowers(), when={"seven-robs-one": True}),
    on_hand("earthly-ready", "earthly-ready-tai", has.flagged(EARTHLY_READY)),
    on_hand("heavenly-ready", "heavenly-ready-tai", has.flagged(HEAVENLY_READY)),
    on_hand("human-hand", "human-hand-tai", has.flagged(HUMAN)),
    on_hand("earthly-hand", 16, has.flagged(EARTHLY)),
    on_hand("all-honors", "all-honors-tai", has.only_honours_hand),
    tai("great-winds", 16, has.four_winds, same_as="big-four-winds", earned=by.triplets(WINDS)),
    on_hand("heavenly-hand", 24, has.flagged(HEAVENLY)),
)  # fmt: skip

READY_ITEMS: Final = ("heavenly-ready", "earthly-ready", "declared-ready")
BOTH_CONCEALED: Final = ("concealed-hand", "fully-concealed")
EXCLUSIONS: Final = (
    Exclusion("heavenly-hand", (*BOTH_CONCEALED, "single-wait", "replacement-win", *READY_ITEMS)),
    Exclusion("earthly-hand", (*BOTH_CONCEALED, *READY_ITEMS)),
    Exclusion("human-hand", ("concealed-hand", *READY_ITEMS)),
    Exclusion("heavenly-ready", ("earthly-ready", "declared-ready")),
    Exclusion("earthly-ready", ("declared-ready",)),
    Exclusion("heavenly-ready", BOTH_CONCEALED, when={"ready-keeps-concealed": False}),
    Exclusion("earthly-ready", BOTH_CONCEALED, when={"ready-keeps-concealed": False}),
    Exclusion("little-dragons", ("dragon-pong",)),
    Exclusion("great-dragons", ("dragon-pong",)),
    Exclusion("little-winds", ("seat-wind-pong", "round-wind-pong")),
    Exclusion("great-winds", ("seat-wind-pong", "round-wind-pong")),
    Exclusion("all-melded", ("single-wait",)),
    Exclusion("eight-flowers", ("own-flower", "own-season", "flower-kong")),
)

TAI: Final = (0, 40)
POINTS: Final = (0, 1_000_000)
OPTIONS: Final = (
    number("base", 30, POINTS),
    number("per-tai", 10, POINTS),
    number("min-tai", 0, (0, 8)),
    number("max-tai", 0, (0, 99)),
    choice("flower-kong", "1+own", ("2",)),
    flag("no-flowers", False),
    flag("last-discard", False),
    flag("half-begging", False),
    flag("declared-ready", False),
    flag("eight-pairs", False),
    flag("flower-replacement-win", True),
    flag("seven-robs-one", True),
    flag("ready-keeps-concealed", True),
    choice("eight-flowers", "win", ("added", "off")),
    flag("all-chows-concealed", False),
    flag("all-chows-self-draw", False),
    flag("all-chows-honors", True),
    choice("all-chows-wait", "two-sided", ("only-two-sided", "any")),
    number("heavenly-ready-tai", 16, TAI),
    number("earthly-ready-tai", 8, TAI),
    number("human-hand-tai", 16, TAI),
    number("all-honors-tai", 16, TAI),
    choice("seat-winds", "dealer", ("break-side",)),
    Option("liability", (), members=LIABLE_FOR),
    choice("liability-discard", "split", ("liable",)),
    choice("multiple-winners", "all", ("nearest", "three-only")),
    choice("dead-wall-rule", "moving", ("kong-adds", "supply")),
    choice("opening-flowers", "player-complete", ("round",)),
    choice("swap-call", "forbidden", ("same-tile-only", "allowed")),
    flag("kong-from-left", True),
    flag("claim-last-discard", False),
    choice("passed-win", "discard", ("all", "none")),
    flag("draw-keeps-deal", True),
    flag("draw-adds-streak", True),
    number("streak-limit", 0, (0, 100)),
    choice("seating", "dice", ("wind-tiles",)),
    choice("false-win", "pay-all", ("none",)),
    number("false-win-tai", 8, TAI),
    choice("wrong-count", "dead-hand", ()),
)  # fmt: skip

PROFILES: Final[dict[str, dict[str, Any]]] = {
    "table": {},
    "family": {
        "flower-kong": "2", "last-discard": True, "half-begging": True, "declared-ready": True, "eight-pairs": True,
        "all-chows-honors": False, "heavenly-ready-tai": 8, "earthly-ready-tai": 4, "human-hand-tai": 8,
        "all-honors-tai": 8,
    },
    "online": {
        "base": 5, "per-tai": 1, "multiple-winners": "three-only", "kong-from-left": False, "passed-win": "all",
    },
}  # fmt: skip


# from tai to points


def bind(options: Options, played: PlayedItems) -> Bound:
    if chows := played.items.get("all-chows"):
        played.items["all-chows"] = replace(chows, test=as_played(chows.test, options))
    base, each, most = options["base"], options["per-tai"], options["max-tai"]
    counted = Sum(
        "tai", lambda total: base + each * (min(total, most) if most else total), limit_from=most, more_items=True
    )
    return Bound(
        forms=forms(options),
        judge=judge(played, counted),
        pay=pay_with(options),
        base_of=lambda win: base + each * most if win.limit and most else counted.quick(win),
        minimum=options["min-tai"],
        convert=lambda verdict: conversion(options, verdict),
        check=check,
        every_way=True,
        pays_alike=not options["liability"],
    )


def forms(options: Options) -> tuple[Form, ...]:
    return (standard, flower_win(options), *((eight_pairs,) if options["eight-pairs"] else ()))


def flower_win(options: Options) -> Form:
    """The eighth bonus tile, drawn or laid out by another player, as the house plays it."""
    wins = {SELF_DRAW: options["eight-flowers"] == "win", DISCARD: options["seven-robs-one"], ROBBED_KONG: False}
    return lambda hand, every_way: eight_flowers(hand, every_way) if wins[hand.source] else []


def check(hand: Hand) -> None:
    if hand.flags:
        check_own_draw(hand)
    hand.own = streak_and_dealer(hand.record)


def conversion(options: Options, verdict: ReadingWorth) -> list[Step]:
    most, total = options["max-tai"], verdict.total
    cut: list[Step] = [("conversion.cut", {"total": most, "unit": "tai"})] if 0 < most < total else []
    figures = {"base": options["base"], "each": options["per-tai"], "amount": verdict.base}
    return [("conversion.sum", {"total": total, "unit": "tai"}), *cut, ("conversion.tai", figures)]


def pay_with(options: Options) -> Pay:
    each, cases, split = options["per-tai"], options["liability"], options["liability-discard"] == "split"

    def amount(won: Won, payer: WindIndex) -> int:
        dealers = won.dealer in (payer, won.winner)
        return won.base + (each * (1 + 2 * won.streak) if dealers else 0)

    def pay(won: Won) -> Sequence[Share]:
        flowers = won.hand is not None and won.hand.winning >= KINDS
        feeder: WindIndex | None = None
        if cases:
            feeder = won.liable if won.hand is None else None if flowers else liable_feeder(won.hand, cases)
        return shares_of(won, feeder, flowers=flowers)

    def shares_of(won: Won, feeder: WindIndex | None, *, flowers: bool) -> Sequence[Share]:
        if won.discarder is None:
            losers = [payer for payer in WIND_INDEXES if payer != won.winner]
            shares = [Share(payer, amount(won, payer), sentence(won, payer)) for payer in losers]
            return shares if feeder is None else [Share(feeder, sum(share.amount for share in shares), "line.pao")]
        whole = amount(won, won.discarder)
        if feeder is None or feeder == won.discarder:
            return [Share(won.discarder, whole, sentence(won, won.discarder, flowers=flowers))]
        if not split:
            return [Share(feeder, whole, "line.pao")]
        half = (whole + 1) // 2
        return [Share(feeder, half, "line.pao-half"), Share(won.discarder, half, "line.pao-discarder")]

    return pay


def sentence(won: Won, payer: WindIndex, *, flowers: bool = False) -> str:
    """The sentence for one payer; dealers pay and are paid more."""
    way = {SELF_DRAW: "self-draw", DISCARD: "discarder-alone", ROBBED_KONG: "robbed-alone"}[won.source]
    dealers = "-streak" if won.dealer in (payer, won.winner) else ""
    return f"line.{'flower-alone' if flowers and won.discarder is not None else way}{dealers}"


# table, match, penalties


def tiles(options: Options) -> TileSet:
    del options
    return tile_set(flowers=FLOWERS, hand=HAND)


def wall(options: Options, tiles: TileSet) -> WallPlan:
    """The supply of replacements shortens nothing; otherwise what stays back moves on with every replacement."""
    dead = "stacks" if options["dead-wall-rule"] == "supply" else "moving"
    return WallPlan.of(tiles, dead=dead, dead_stacks=DEAD_STACKS)


def progression(options: Options) -> Progression:
    most = options["streak-limit"]
    return Progression(
        keeps_on_draw=options["draw-keeps-deal"],
        draw_adds_streak=options["draw-adds-streak"],
        max_consecutive=most + 1 if most else 0,
        winds_from=options["seat-winds"],
    )


def penalties(options: Options) -> tuple[PenaltyRule, ...]:
    def each(position: MatchPosition, offender: Seat, receiver: Seat) -> int:
        dealers = 1 + 2 * position.streak if position.dealer in (offender, receiver) else 0
        return int(options["base"] + options["per-tai"] * (options["false-win-tai"] + dealers))

    pays = options["false-win"] == "pay-all"
    return (
        PenaltyRule("false-win", "hand-ends" if pays else "none", each if pays else None),
        PenaltyRule("wrong-count", options["wrong-count"]),
    )


def locks(options: Options) -> Locks:
    if options["passed-win"] == "none":
        return Locks()
    return Locks(passed_win="own-discard", passed_draw=options["passed-win"] == "all")


def asks(options: Options, plain: Asks) -> Asks:
    rows = [
        row._replace(sources=(SELF_DRAW,), from_dealer=False) if row.id == "earthly" else row
        for row in plain.situations
    ]
    if options["human-hand-tai"]:
        rows.append(FlagField("human", (DISCARD,), False, concealed=True))
    ready = {"heavenly-ready": "heavenly-ready-tai", "earthly-ready": "earthly-ready-tai", "ready": "declared-ready"}
    rows += [FlagField(name, ANY_SOURCE) for name, option in ready.items() if options[option]]
    return replace(
        plain,
        presets=tuple(range(options["min-tai"], options["min-tai"] + MOST_PRESETS)),
        limit="limit" if options["max-tai"] else "",
        limit_totals=(options["max-tai"],),
        liable_quick=ANY_SOURCE if options["liability"] else (),
        origins=bool(options["liability"]),
        situations=tuple(rows),
        streak_in="streak",
        bonus_after_deal=EACH if options["opening-flowers"] == "player-complete" else plain.bonus_after_deal,
    )


RULESET: Final = Ruleset(
    id="taiwanese",
    unit="tai",
    options=OPTIONS,
    items=ITEMS,
    bind=bind,
    tiles=tiles,
    wall=wall,
    dice=lambda _: DicePlan(3),
    progression=progression,
    penalties=penalties,
    exclusions=EXCLUSIONS,
    contradictions=(least_above_most("min-tai", "max-tai"),),
    profiles=PROFILES,
    asks=asks,
    locks=locks,
    settling=StreakSettling,
    fields=frozenset({"streak", "dealer"}),
)
