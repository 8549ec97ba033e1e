"""Chinese traditional: points, doubled and limited. Decisions: docs/rulesets/chinese-traditional.md."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, Final

from controller.rules.game import DicePlan, MatchPosition, WallPlan
from controller.rules.hand.facts import check_no_other_discard
from controller.rules.hand.reading import Reading, standard, thirteen_orphans
from controller.rules.hand.record import AFTER_KONG, EARTHLY, HEAVENLY, LAST_DISCARD, LAST_TILE, SELF_DRAW, Hand
from controller.rules.hand.sets import FINE, KONG, KONG_SHOWN, PAIR, PUNG, PUNG_SHOWN
from controller.rules.hand.tile_set import PLAIN, WITH_FLOWERS, TileSet
from controller.rules.hand.tiles import DRAGONS, KINDS, MAJORS, WINDS
from controller.rules.paid import Share
from controller.rules.seats import EAST, WIND_INDEXES, Seat
from controller.rules.sheet import evidence as by
from controller.rules.sheet import glance
from controller.rules.sheet import patterns as has
from controller.rules.sheet.glance import needing
from controller.rules.sheet.judges import Limits, PointsAndDoubles, judge
from controller.rules.sheet.options import Option, choice, flag, least_above_most, number
from controller.rules.sheet.ruleset import (
    Bound,
    Exclusion,
    Found,
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
    Won,
    east_by_dice,
)
from controller.rules.sheet.shares import everybody, role

LIMIT_DOUBLES: Final = 5
LIMIT_POINTS: Final = 32
LIMIT_POINTS_DOUBLES: Final = 4

# tests that only this game has


def fine(place: int) -> Test:
    """Triplets of one of the eight kinds: pung or kong, melded or concealed, simple or major."""
    at = FINE[place]

    def test(reading: Reading) -> int:
        return reading.digits >> at & 7

    needing(glance.TRIPLET, test)
    return test


def lucky_pair(reading: Reading) -> int:
    pair, hand = reading.pair, reading.hand
    if pair < 27:
        return 0
    return pair > 30 or (pair in (27 + hand.seat_wind, 27 + hand.prevailing) and hand.seat_wind != hand.prevailing)


def double_wind_pair(reading: Reading) -> int:
    return reading.hand.seat_wind == reading.hand.prevailing and reading.pair == 27 + reading.hand.seat_wind


def one_chance(reading: Reading) -> int:
    """Second of the pair, middle of a sequence, the 3 of 1-2-3 or the 7 of 7-8-9, in this reading."""
    taken, tile = reading.taken, reading.hand.winning
    if taken >= PAIR:
        return 1
    if not 0 <= taken < KINDS:
        return 0
    return tile == taken + 1 or (tile == taken + 2 and taken % 9 == 0) or (tile == taken and taken % 9 == 6)


def concealed_on_discard(hand: Hand) -> int:
    return hand.by_other and hand.shown == 0


def concealed_self_drawn(hand: Hand) -> int:
    return not hand.by_other and hand.shown == 0


def lucky_triplets(reading: Reading) -> int:
    hand = reading.hand
    winds = 0 if hand.seat_wind == hand.prevailing else has.seat_wind_triplet(reading) + has.round_wind_triplet(reading)
    return reading.dragons + winds


def no_points(points: Found) -> int:
    """No points but those of winning itself."""
    return points.keys() <= {"win", "concealed-on-discard"}


def double_wind_triplet(reading: Reading) -> int:
    return reading.hand.seat_wind == reading.hand.prevailing and has.seat_wind_triplet(reading)


def four_triplets(reading: Reading) -> int:
    return reading.triplets == 4 and reading.concealed <= 2


def four_triplets_three_concealed(reading: Reading) -> int:
    return reading.triplets == 4 and reading.concealed == 3


def three_concealed_and_sequence(reading: Reading) -> int:
    return reading.concealed == 3 and reading.chows == 1


def outside(reading: Reading) -> int:
    return reading.outside == 5


def outside_sets(reading: Reading) -> int:
    return reading.outside - (reading.pair in MAJORS) == 4


def four_concealed(reading: Reading) -> int:
    return reading.concealed == 4


def gates_on_odd_tile(hand: Hand) -> int:
    return has.gates_hand(hand) and hand.winning % 9 % 2 == 0


needing(glance.TRIPLET, lucky_triplets)
needing(glance.WIND_TRIPLET, double_wind_triplet)
needing(glance.THREE_TRIPLETS, four_triplets)
needing(glance.THREE_CONCEALED, four_triplets_three_concealed, three_concealed_and_sequence, four_concealed)
needing(glance.ONE_SUIT, gates_on_odd_tile)


# the sheet


def limit(id: str, test: Test, **more: Any) -> Item:
    return Item(id, "limit", "limit", test, **more)


def points(id: str, value: int, test: Test, **more: Any) -> Item:
    return Item(id, "points", value, test, **more)


def doubles(id: str, value: int | str, test: Test, **more: Any) -> Item:
    return Item(id, "doubles", value, test, **more)


SIMPLES: Final = tuple(tile for tile in range(KINDS) if tile not in MAJORS)


def of_kind(kind: int, tiles: tuple[int, ...]) -> by.Evidence:
    chosen = by.set_kinds(kind)
    return lambda reading: [text for text in chosen(reading) if text in by.triplets(tiles)(reading)]


ITEMS: Final = (
    points("win", 20, lambda _: 1, on="hand", earned=by.nothing),
    points("triplet-melded-simple", 2, fine(0), earned=of_kind(PUNG_SHOWN, SIMPLES)),
    points("triplet-melded-major", 4, fine(1), earned=of_kind(PUNG_SHOWN, MAJORS)),
    points("triplet-concealed-simple", 4, fine(2), earned=of_kind(PUNG, SIMPLES)),
    points("triplet-concealed-major", 8, fine(3), earned=of_kind(PUNG, MAJORS)),
    points("four-melded-simple", 8, fine(4), earned=of_kind(KONG_SHOWN, SIMPLES)),
    points("four-melded-major", 16, fine(5), earned=of_kind(KONG_SHOWN, MAJORS)),
    points("four-concealed-simple", 16, fine(6), earned=of_kind(KONG, SIMPLES)),
    points("four-concealed-major", 32, fine(7), earned=of_kind(KONG, MAJORS)),
    points("lucky-pair", 2, lucky_pair, earned=by.pair),
    points("double-wind-pair", 4, double_wind_pair, earned=by.pair),
    points("self-drawn", 2, has.self_drawn_hand, on="hand", earned=by.winning_tile),
    points("one-chance", 2, one_chance, earned=by.taken_set),
    points("concealed-on-discard", 10, concealed_on_discard, same_as="concealed-hand", on="hand",
           earned=by.winning_tile),

    doubles("lucky-triplet", 1, lucky_triplets, earned=by.lucky_triplets),
    doubles("double-wind-triplet", 2, double_wind_triplet, earned=by.wind_triplet("seat")),
    doubles("concealed-self-drawn", "concealed-self-drawn-doubles", concealed_self_drawn,
            same_as="fully-concealed-hand", on="hand", earned=by.winning_tile),
    doubles("four-triplets", 1, four_triplets, same_as="all-pungs"),
    doubles("four-triplets-three-concealed", 2, four_triplets_three_concealed),
    doubles("three-concealed-triplets", 1, three_concealed_and_sequence, same_as="three-concealed-pungs",
            earned=by.triplets(concealed=True)),
    doubles("last-tile", 1, has.flagged(LAST_TILE), on="hand", earned=by.winning_tile),
    doubles("last-discard", 1, has.flagged(LAST_DISCARD), same_as="last-tile-claim", on="hand",
            earned=by.winning_tile),
    doubles("robbing-a-kong", 1, has.robbed_kong_hand, same_as="robbing-the-kong", on="hand", earned=by.winning_tile),
    doubles("supplemental-tile", 1, has.flagged(AFTER_KONG), same_as="out-with-replacement-tile", on="hand",
            earned=by.winning_tile),
    doubles("three-consecutive-sequences", 1, has.straight, same_as="pure-straight", earned=by.straight),
    doubles("no-points", 1, no_points, on="found"),
    doubles("all-simples", 1, has.only_simples_hand, on="hand"),
    doubles("all-terminals-honors", 1, has.terminals_and_honours_hand, same_as="all-terminals-and-honors", on="hand"),
    doubles("terminal-or-honor-each-set", 1, outside, same_as="outside-hand", when={"outside-pair": True}),
    doubles("terminal-or-honor-each-set", 1, outside_sets, same_as="outside-hand", variant="sets",
            when={"outside-pair": False}),
    doubles("one-suit-honors", 1, has.one_suit_and_honours_hand, same_as="half-flush", on="hand"),
    doubles("one-suit", "one-suit-doubles", has.one_suit_hand, same_as="full-flush", on="hand"),
    doubles("little-three-dragons", 1, has.two_dragons_and_pair, earned=by.triplets_and_pair(DRAGONS)),
    doubles("own-flower", 1, has.own_number_hand, on="hand", earned=by.own_flowers("seat")),
    doubles("prevailing-flower", 1, has.round_number_hand, on="hand", earned=by.own_flowers("round")),
    doubles("all-four-flowers", 1, has.has_all(has.PLANTS), on="hand", earned=by.flowers(has.PLANTS)),
    doubles("all-four-seasons", 1, has.has_all(has.SEASONS), on="hand", earned=by.flowers(has.SEASONS)),

    limit("big-three-dragons", has.three_dragons, earned=by.triplets(DRAGONS)),
    limit("little-four-winds", has.three_winds_and_pair, earned=by.triplets_and_pair(WINDS)),
    limit("big-four-winds", has.four_winds, earned=by.triplets(WINDS)),
    limit("all-honors", has.only_honours_hand, on="hand"),
    limit("all-terminals", has.only_terminals_hand, on="hand"),
    limit("four-concealed-triplets", four_concealed, same_as="four-concealed-pungs"),
    limit("heavenly-hand", has.flagged(HEAVENLY), on="hand"),
    limit("earthly-hand", has.flagged(EARTHLY), on="hand"),
    limit("nine-gates", has.gates_hand, on="hand", when={"nine-gates-tile": "any"}),
    limit("nine-gates", gates_on_odd_tile, variant="odd", on="hand", when={"nine-gates-tile": "odd"}),
    limit("thirteen-orphans", has.is_orphans),
)  # fmt: skip

EXCLUSIONS: Final = (Exclusion("all-terminals-honors", ("terminal-or-honor-each-set",)),)

POINTS: Final = (0, 1_000_000)
OPTIONS: Final = (
    flag("flowers", True),
    choice("dice", 2, (3,)),
    choice("seating", "dice", ("wind-tiles",)),
    choice("dead-wall", "dice", ("seven",)),
    number("limit", 500, (1, 1_000_000)),
    number("min-points", 0, POINTS),
    number("start-points", 2000, POINTS),
    number("concealed-self-drawn-doubles", 1, (0, 1)),
    flag("outside-pair", True),
    choice("nine-gates-tile", "any", ("odd",)),
    number("one-suit-doubles", 4, (0, 20)),
    flag("draw-keeps-deal", False),
    choice("declare-ready", "advice", ("required", "off")),
    choice("multiple-winners", "nearest", ("all",)),
    Option("false-out-nondealer", (250, 500), bounds=POINTS, length=2),
    number("false-out-dealer", 500, POINTS),
    number("kitty", 100, POINTS),
)  # fmt: skip

CONTRADICTIONS: Final = (least_above_most("min-points", "limit", "limit"),)

PROFILES: Final[dict[str, dict[str, Any]]] = {
    "without-flowers": {"flowers": False},
    "seven-stacks": {"dead-wall": "seven"},
}


# from points to score


def bind(options: Options, played: PlayedItems) -> Bound:
    top = options["limit"]
    limits = Limits("limit", top, lambda _hand, _items: top, more={"points": None, "doubles": None})
    return Bound(
        forms=(standard, thirteen_orphans),
        judge=judge(played, PointsAndDoubles(lambda raw, doubles: score_of(raw, doubles, top)), limits),
        pay=pay,
        pays_alike=True,
        base_of=lambda win: top if win.limit else min(win.total, top),
        minimum=options["min-points"],
        convert=lambda verdict: conversion(options, verdict),
        check=check_no_other_discard,
        every_way=True,
    )


def score_of(raw: int, doubles: int, limit: int) -> tuple[int, bool]:
    """The score, and whether it is the limit. The limit is tested on raw points, before they are rounded to tens."""
    if doubles >= LIMIT_DOUBLES or (raw >= LIMIT_POINTS and doubles >= LIMIT_POINTS_DOUBLES):
        return limit, True
    score = (raw + 5) // 10 * 10 << doubles
    return min(score, limit), score >= limit


def conversion(options: Options, verdict: ReadingWorth) -> list[Step]:
    top = options["limit"]
    if verdict.limit_hand:
        return [("conversion.limit", {"points": top})]
    more = verdict.more or {}
    raw, doubles = more["points"], more["doubles"]
    lines: list[Step] = [("conversion.points", {"points": raw, "doubles": doubles})]
    if doubles >= LIMIT_DOUBLES:
        return [*lines, ("conversion.limit-doubles", {"points": top})]
    if raw >= LIMIT_POINTS and doubles >= LIMIT_POINTS_DOUBLES:
        return [*lines, ("conversion.limit-points", {"points": top})]
    rounded = (raw + 5) // 10 * 10
    lines.append(("conversion.rounded", {"points": rounded}))
    lines.append(("conversion.doubled", {"point": rounded, "doubles": doubles, "base": rounded << doubles}))
    return [*lines, ("conversion.limited", {"points": top})] if rounded << doubles > top else lines


def pay(won: Won) -> Sequence[Share]:
    """From the wall all pay, the dealer and to the dealer double; otherwise the discarder alone, four or six times."""
    if won.source != SELF_DRAW and won.discarder is not None:
        key = role(won, won.discarder)
        if won.winner == EAST:
            return [Share(won.discarder, 6 * won.base, f"{key}-alone-dealer")]
        return [Share(won.discarder, 4 * won.base, f"{key}-alone")]
    if won.winner == EAST:
        return everybody(won, 2 * won.base, "line.self-draw-dealer")
    return [
        Share(payer, won.base * (2 if payer == EAST else 1), "line.self-draw" + ("-dealer" if payer == EAST else ""))
        for payer in WIND_INDEXES
        if payer != won.winner
    ]


# table, match, penalties


def wall(options: Options, tiles: TileSet) -> WallPlan:
    if options["dead-wall"] == "dice":
        return WallPlan.of(tiles, dead="counted")
    return WallPlan.of(tiles, dead="stacks", dead_stacks=7)


def false_out(options: Options) -> Callable[[MatchPosition, Seat, Seat], int]:
    other, dealer = options["false-out-nondealer"]

    def each(position: MatchPosition, offender: Seat, receiver: Seat) -> int:
        if offender == position.dealer:
            return int(options["false-out-dealer"])
        return int(dealer if receiver == position.dealer else other)

    return each


def penalties(options: Options) -> tuple[PenaltyRule, ...]:
    return (
        PenaltyRule("false-out-shown", "hand-ends", false_out(options)),
        PenaltyRule("false-out-unseen", "no-win-until-next-turn"),
        PenaltyRule("foul-hand", "dead-hand"),
        PenaltyRule("wrong-set-played-on", "dead-hand"),
        PenaltyRule("wrong-set-taken-back", "none"),
        PenaltyRule("wrong-claim", "kitty", pays_bank=options["kitty"]),
        PenaltyRule("mistaken-discard", "stays"),
    )


RULESET: Final = Ruleset(
    id="chinese-traditional",
    unit="points",
    pieces=(500, 100, 10),
    options=OPTIONS,
    items=ITEMS,
    bind=bind,
    tiles=lambda options: WITH_FLOWERS if options["flowers"] else PLAIN,
    wall=wall,
    dice=lambda options: DicePlan(options["dice"]),
    progression=lambda options: Progression(keeps_on_draw=options["draw-keeps-deal"]),
    penalties=penalties,
    exclusions=EXCLUSIONS,
    contradictions=CONTRADICTIONS,
    profiles=PROFILES,
    seating=east_by_dice,
    locks=lambda _: Locks(sacred_discard=True, passed_win="own-draw"),
)
