"""Korean: basic points for the right to win, bonus points on top, an ante with both. Decisions:
docs/rulesets/korean.md."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from copy import copy
from dataclasses import replace
from functools import lru_cache
from typing import Any, Final

from controller.rules.entry import ANY_SOURCE, MOST_PRESETS, Asks, FlagField
from controller.rules.game import DicePlan, QuickWin, WallPlan
from controller.rules.hand.facts import check_own_draw
from controller.rules.hand.reading import Form, Reading, seven_different_pairs, seven_pairs, standard
from controller.rules.hand.record import (
    AFTER_KONG,
    DISCARD,
    EARTHLY,
    HEAVENLY,
    HUMAN,
    KONG_DISCARD,
    LAST_DISCARD,
    LAST_TILE,
    NAMED_WAIT,
    NO_WIN,
    READY,
    SELF_DRAW,
    TOO_MANY,
    Hand,
)
from controller.rules.hand.sets import CHOW_SHOWN, kind_of
from controller.rules.hand.tile_set import FLOWERS, TileSet, tile_set
from controller.rules.hand.tiles import DRAGONS, IDS, IN_MAJORS, PLAYING, WINDS, count, read_tiles
from controller.rules.paid import Share
from controller.rules.seats import SEATS, Seat
from controller.rules.seats import WINDS as WIND_NAMES
from controller.rules.sheet import evidence as by
from controller.rules.sheet import glance
from controller.rules.sheet import patterns as has
from controller.rules.sheet.glance import needing
from controller.rules.sheet.judges import Counting, Sum, judge, summed
from controller.rules.sheet.options import Contradiction, choice, flag, number
from controller.rules.sheet.ruleset import (
    Bound,
    Exclusion,
    Found,
    Item,
    Judge,
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
    same_for_all,
)
from controller.rules.sheet.shares import everybody, role

BAMBOOS: Final = tuple(range(18, 27))
NORTH: Final = WINDS[3]
BONUS: Final = {"seasons": FLOWERS[4:], "flowers": FLOWERS[:4], "none": ()}
NORTHS: Final = {"keep": {}, "two": {NORTH: 2}, "remove": {}}
ANY_READY: Final = READY | NAMED_WAIT
FOUR_BONUS_TILES: Final = 4
BASIC: Final = "basic"
BONUS_POINTS: Final = "bonus-points"
SPECIAL_TILES: Final = {"kong-replacement": IDS["5p"], "last-tile": IDS["1p"], "last-discard": IDS["9p"]}
"""The tile with which each of these items is worth ``SPECIAL_MORE`` more."""
SPECIAL_MORE: Final = 3


# tests that only this game has


def nothing_exposed(hand: Hand) -> int:
    return not hand.shown


def nothing_exposed_and_drawn(hand: Hand) -> int:
    return not hand.shown and not hand.by_other


def with_prevailing(chows: Test) -> Test:
    """Four chows where the pair must not be the prevailing wind either."""
    return lambda reading: chows(reading) and reading.pair != WINDS[reading.hand.prevailing]


def all_chows(reading: Reading) -> int:
    """Four chows won on another player's tile; the pair is neither dragons nor the own wind."""
    hand, pair = reading.hand, reading.pair
    return reading.chows == 4 and hand.by_other and pair not in DRAGONS and pair != WINDS[hand.seat_wind]


def terminals_or_honors(hand: Hand) -> int:
    """Terminals and honors alone, with a terminal among them."""
    return not hand.tiles & (PLAYING & ~IN_MAJORS) and hand.suits != has.ONLY_HONOURS


def concealed_pongs(number: int) -> Test:
    def test(reading: Reading) -> int:
        return reading.concealed == number

    needing(glance.THREE_CONCEALED, test)
    return test


def like_the_winning_tile(hand: Hand) -> int:
    return count(hand.tiles, hand.winning)


def declared_only(hand: Hand) -> int:
    return hand.flags & ANY_READY == READY


def some_bonus_tiles(hand: Hand) -> int:
    number = hand.flowers.bit_count()
    return number if number < FOUR_BONUS_TILES else 0


def all_bonus_tiles(hand: Hand) -> int:
    return hand.flowers.bit_count() == FOUR_BONUS_TILES


def both_norths(hand: Hand) -> int:
    return count(hand.concealed, NORTH) == 2


needing(glance.BONUS_TILES, some_bonus_tiles, all_bonus_tiles)
needing(glance.FLAGGED, declared_only)
needing(glance.THREE_CHOWS, all_chows)
needing(glance.ALL_MAJORS, terminals_or_honors)


# the sheet


def by_list(id: str, values: tuple[int, int, int], test: Test, **more: Any) -> tuple[Item, ...]:
    """The rows of an item that the lists a, b and c value as given: one for each value."""
    lists = {
        value: frozenset(name for name, one in zip("abc", values, strict=True) if one == value) for value in values
    }
    return tuple(
        Item(id, BASIC, value, test, when={**more.get("when", {}), "values": names}, **_without_when(more))
        for value, names in lists.items()
    )


def _without_when(more: dict[str, Any]) -> dict[str, Any]:
    return {name: value for name, value in more.items() if name != "when"}


def basic(id: str, value: int, test: Test, **more: Any) -> Item:
    return Item(id, BASIC, value, test, **more)


def bonus(id: str, value: int, test: Test, **more: Any) -> Item:
    return Item(id, BONUS_POINTS, value, test, on="hand", **more)


WON: Final = {"earned": by.winning_tile}
ITEMS: Final = (
    basic("concealed-hand", 1, nothing_exposed, on="hand"),
    basic("fully-concealed", 1, nothing_exposed_and_drawn, same_as="fully-concealed-hand", on="hand"),
    basic("all-chows", 1, all_chows),
    basic("all-simples", 1, has.only_simples_hand, on="hand"),
    basic("dragon-pong", 1, has.dragon_triplets, same_as="dragon-pung", earned=by.triplets(DRAGONS)),
    basic("seat-wind-pong", 1, has.seat_wind_triplet, same_as="seat-wind", earned=by.wind_triplet("seat")),
    basic("round-wind-pong", 1, has.round_wind_triplet, same_as="prevalent-wind", earned=by.wind_triplet("round"),
          when={"round-wind": True}),
    basic("straight", 2, has.straight, same_as="pure-straight", earned=by.straight),
    basic("half-flush", 2, has.one_suit_and_honours_hand, on="hand"),
    basic("all-pongs", 2, has.all_triplets, same_as="all-pungs"),
    *by_list("three-concealed-pongs", (4, 2, 2), concealed_pongs(3), same_as="three-concealed-pungs",
             earned=by.triplets(concealed=True)),
    *by_list("seven-pairs", (4, 2, 2), has.is_seven_pairs),
    *by_list("little-dragons", (6, 4, 6), has.two_dragons_and_pair, same_as="little-three-dragons",
             earned=by.triplets_and_pair(DRAGONS)),
    *by_list("four-concealed-pongs", (6, 4, 6), concealed_pongs(4), same_as="four-concealed-pungs",
             earned=by.triplets(concealed=True)),
    *by_list("little-winds", (8, 4, 4), has.three_winds_and_pair, same_as="little-four-winds",
             earned=by.triplets_and_pair(WINDS)),
    *by_list("terminals-honors", (8, 6, 4), terminals_or_honors, on="hand"),
    *by_list("full-flush", (8, 6, 6), has.one_suit_hand, on="hand"),
    *by_list("great-dragons", (8, 6, 6), has.three_dragons, same_as="big-three-dragons", earned=by.triplets(DRAGONS)),
    *by_list("great-winds", (12, 6, 6), has.four_winds, same_as="big-four-winds", earned=by.triplets(WINDS)),
    *by_list("all-honors", (12, 6, 12), has.only_honours_hand, on="hand"),
    *by_list("heavenly-hand", (16, 12, 24), has.flagged(HEAVENLY), on="hand"),
    *by_list("earthly-hand", (16, 12, 12), has.flagged(EARTHLY), on="hand"),
    *by_list("human-hand", (16, 12, 12), has.flagged(HUMAN), on="hand"),
    *by_list("nine-gates", (24, 12, 48), has.gates_hand, on="hand"),
    bonus("dora", 1, like_the_winning_tile, **WON),
    bonus("declared-ready", 1, declared_only),
    bonus("named-wait", 2, has.flagged(NAMED_WAIT)),
    bonus("flowers", 1, some_bonus_tiles, earned=by.flowers()),
    bonus("all-flowers", 8, all_bonus_tiles, earned=by.flowers()),
    bonus("kong-replacement", 5, has.flagged(AFTER_KONG), same_as="out-with-replacement-tile", **WON),
    bonus("kong-discard", 5, has.flagged(KONG_DISCARD), **WON),
    bonus("last-tile", 5, has.flagged(LAST_TILE), **WON),
    bonus("last-discard", 5, has.flagged(LAST_DISCARD), same_as="last-tile-claim", **WON),
    bonus("north-pair", 1, both_norths, when={"north": "two"}),
)  # fmt: skip

EXCLUSIONS: Final = (
    Exclusion("little-dragons", ("dragon-pong",)),
    Exclusion("great-dragons", ("dragon-pong",)),
)

POINTS: Final = (0, 1_000_000)
OPTIONS: Final = (
    choice("values", "a", ("b", "c")),
    number("min-points", 2, (0, 10)),
    number("ante", 10, POINTS),
    number("max-points", 0, POINTS),
    flag("round-wind", False),
    choice("rounds", 0, (2, 4)),
    flag("seven-pairs-distinct", True),
    flag("special-tiles", True),
    choice("discard-payment", "discarder", ("discarder-all", "everybody")),
    choice("players", 4, (3,)),
    choice("absent-seat", None, (0, 1, 2, 3)),
    choice("north", "keep", ("two", "remove")),
    choice("bonus-tiles", "seasons", ("flowers", "none")),
    choice("throws", 1, (2,)),
    choice("multiple-winners", "nearest", ("all",)),
    number("ready-tiles-left", 4, (0, 40)),
    flag("own-discards", True),
    flag("draw-keeps-deal", False),
    choice("exposed-tile", "must-discard", ("free",)),
    choice("false-win", "no-discard-win", ("pay-all",)),
    choice("wrong-count", "dead-hand", ()),
)
CONTRADICTIONS: Final = (
    Contradiction(
        "absent-seat",
        "players",
        lambda options: options["players"] != 3 and options["absent-seat"] is not None,
        "a chair is empty only when three play",
    ),
)
THREE: Final = {"players": 3, "discard-payment": "discarder-all"}
PROFILES: Final[dict[str, dict[str, Any]]] = {"four": {}, "three": THREE, "three-two-norths": {**THREE, "north": "two"}}


# basic and bonus points


class BasicAndBonus(Sum):
    """Basic points reach the minimum, bonus points stand beside them; some of these are worth more with one tile."""

    def of(self, played: PlayedItems) -> Counting:
        counting = super().of(played)

        def of_hand(hand: Hand, glanced: int) -> Any:
            own, further, dropped = counting.of_hand(hand, glanced)
            return own, with_special_tile(hand, further), dropped

        return Counting(of_hand, counting.of_reading)


def with_special_tile(hand: Hand, found: Found) -> Found:
    return {
        name: value + SPECIAL_MORE if SPECIAL_TILES.get(name) == hand.winning else value
        for name, value in found.items()
    }


def ready_on_a_discard(counted: Judge, forms: Sequence[Form]) -> Judge:
    """A hand that was declared ready and is drawn must reach the minimum on another player's discard too: no reading of
    it counts for more than the best one would then."""

    def verdicts(hand: Hand, readings: Sequence[Reading]) -> Iterable[ReadingWorth]:
        found = counted(hand, readings)
        if hand.by_other or not hand.flags & ANY_READY:
            return found
        thrown = as_if_thrown(hand)
        others = [reading for form in forms for reading in form(thrown, False)]
        most = max(verdict.counted for verdict in counted(thrown, others))
        return [verdict.but(counted=min(verdict.counted, most)) for verdict in found]

    return verdicts


def as_if_thrown(hand: Hand) -> Hand:
    thrown = copy(hand)
    thrown.by_other, thrown.source = True, DISCARD
    return thrown


def bind(options: Options, played: PlayedItems) -> Bound:
    if (options["rounds"] or options["round-wind"]) and (chows := played.items.get("all-chows")):
        played.items["all-chows"] = replace(chows, test=with_prevailing(chows.test))
    ante, most = options["ante"], options["max-points"]
    kind = BasicAndBonus if options["special-tiles"] else Sum
    counting = kind(
        BASIC, base_of_total(ante, most), beside=BONUS_POINTS, beside_counts=False, more_items=True,
        limit_from=max(1, most - ante) if most else 0,
    )  # fmt: skip
    forms: tuple[Form, ...] = (standard, seven_different_pairs if options["seven-pairs-distinct"] else seven_pairs)

    def base_of(win: QuickWin) -> int:
        return most if win.limit and most else counting.base(win.total)

    return Bound(
        forms=forms,
        judge=ready_on_a_discard(judge(played, counting), forms),
        pay=pay_with(options),
        pays_alike=True,
        base_of=base_of,
        minimum=options["min-points"],
        convert=lambda verdict: conversion(options, verdict),
        refuses=refusing(frozenset(BONUS[options["bonus-tiles"]])),
        check=check,
        beside_minimum=(BONUS_POINTS,),
    )


def base_of_total(ante: int, most: int) -> Callable[[int], int]:
    return lambda total: min(ante + total, most) if most else ante + total


def refusing(bonus_tiles: frozenset[int]) -> Callable[[Hand], str]:
    """A bonus tile that the set has not is one too many, and chows are never declared."""

    def refuses(hand: Hand) -> str:
        laid = hand.record.get("flowers")
        if laid and not bonus_tiles.issuperset(laid_out(laid)):
            return TOO_MANY
        return NO_WIN if any(kind_of(code) == CHOW_SHOWN for code in hand.meld_sets) else ""

    return refuses


@lru_cache(maxsize=1_000)
def laid_out(flowers: str) -> frozenset[int]:
    return frozenset(read_tiles(flowers))


def check(hand: Hand) -> None:
    if hand.flags:
        check_own_draw(hand)


def conversion(options: Options, verdict: ReadingWorth) -> list[Step]:
    ante, most, total = options["ante"], options["max-points"], verdict.total
    steps = [*summed(verdict, "points"), ("conversion.ante", {"ante": ante, "total": total, "base": ante + total})]
    return [*steps, ("conversion.limited", {"points": most})] if 0 < most < ante + total else steps


# who pays


def pay_with(options: Options) -> Pay:
    players, who = options["players"], options["discard-payment"]

    def pay(won: Won) -> Sequence[Share]:
        if won.discarder is None or who == "everybody":
            shares = everybody(won, won.base, "line.other", players)
            return [Share(share.payer, share.amount, role(won, share.payer)) for share in shares]
        if who == "discarder":
            return [Share(won.discarder, won.base, role(won, won.discarder))]
        return [Share(won.discarder, won.base * (players - 1), "line.pays-for-others")]

    return pay


# table, match, penalties


def tiles(options: Options) -> TileSet:
    north = options["north"]
    return tile_set(
        without=(*BAMBOOS, *((NORTH,) if north == "remove" else ())),
        uneven=NORTHS[north],
        flowers=BONUS[options["bonus-tiles"]],
        players=options["players"],
        strangers_are_too_many=True,
    )


def absent_seat(options: Options) -> Seat | None:
    if options["players"] != 3:
        return None
    seat: Seat | None = options["absent-seat"]
    return SEATS[3] if seat is None else seat


def wall(options: Options, tiles: TileSet) -> WallPlan:
    """All four sides have a wall; the dice count players alone."""
    return WallPlan.of(tiles, absent_seat=absent_seat(options), every_side=True, count_over="players")


def progression(options: Options) -> Progression:
    rounds = options["rounds"]
    return Progression(
        winds=WIND_NAMES[:rounds] if rounds else WIND_NAMES,
        keeps_on_draw=options["draw-keeps-deal"],
        endless=not rounds,
        absent_seat=absent_seat(options),
    )


def penalties(options: Options) -> tuple[PenaltyRule, ...]:
    pays = same_for_all(options["ante"]) if options["false-win"] == "pay-all" else None
    effect = "pays" if pays else "no-discard-win"
    exposed = (PenaltyRule("exposed-tile", "must-discard"),) if options["exposed-tile"] == "must-discard" else ()
    return (
        PenaltyRule("false-win", effect, pays),
        PenaltyRule("false-ready", effect, pays),
        PenaltyRule("wrong-count", options["wrong-count"]),
        *exposed,
    )


SITUATIONS: Final = ("last-tile", "last-discard", "replacement", "double-replacement", "heavenly")


def asks(options: Options, plain: Asks) -> Asks:
    """The tile that is won counts as a bonus point itself, so that a hand counts more than the minimum."""
    first, most = options["min-points"] + 1, options["max-points"]
    rows = (
        *(row for row in plain.situations if row.id in SITUATIONS),
        FlagField("earthly", (SELF_DRAW,), False, concealed=True),
        FlagField("human", (DISCARD,), False, concealed=True),
        FlagField("kong-discard", (DISCARD,)),
        FlagField("ready", ANY_SOURCE, concealed=True),
        FlagField("named-wait", ANY_SOURCE, concealed=True),
    )
    return replace(
        plain,
        presets=tuple(range(first, first + MOST_PRESETS)),
        limit="limit" if most else "",
        limit_totals=(max(1, most - options["ante"]),),
        situations=rows,
        chows=False,
    )


RULESET: Final = Ruleset(
    id="korean",
    unit="points",
    options=OPTIONS,
    items=ITEMS,
    bind=bind,
    tiles=tiles,
    wall=wall,
    dice=lambda options: DicePlan(2, options["throws"]),
    progression=progression,
    penalties=penalties,
    exclusions=EXCLUSIONS,
    contradictions=CONTRADICTIONS,
    profiles=PROFILES,
    seating=lambda _: "wind-tiles",
    asks=asks,
    locks=lambda options: Locks(own_discards=options["own-discards"], passed_ready=True),
)
