"""Pusser's bones: pungs alone, points doubled for a concealed hand, everybody pays the winner. Decisions:
docs/rulesets/pussers-bones.md."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import replace
from typing import Any, Final

from controller.rules.entry import Asks
from controller.rules.game import DicePlan, WallPlan
from controller.rules.hand.reading import STANDARD, Form, Reading, standard, thirteen_orphans
from controller.rules.hand.record import AFTER_KONG, FLOWER_REPLACEMENT, LAST_TILE, Hand
from controller.rules.hand.sets import FINE, KONG, KONG_SHOWN, PUNG, PUNG_SHOWN
from controller.rules.hand.tile_set import FLOWERS, TileSet, tile_set
from controller.rules.hand.tiles import DRAGONS, IN_MAJORS, KINDS, MAJORS, ONE, PLAYING, WINDS, bag
from controller.rules.paid import Share
from controller.rules.seats import EAST, SEATS, WIND_INDEXES, Seat
from controller.rules.seats import WINDS as WIND_NAMES
from controller.rules.sheet import evidence as by
from controller.rules.sheet import glance
from controller.rules.sheet import patterns as has
from controller.rules.sheet.glance import needing
from controller.rules.sheet.judges import PointsAndDoubles, judge
from controller.rules.sheet.options import Contradiction, choice, flag, number
from controller.rules.sheet.ruleset import (
    ALWAYS,
    Bound,
    Found,
    InstantRule,
    Item,
    Judge,
    Options,
    PenaltyRule,
    PlayedItems,
    Progression,
    ReadingWorth,
    Ruleset,
    Step,
    Test,
    find,
    same_for_all,
)
from controller.rules.sheet.shares import role

POINTS: Final = "points"
DOUBLES: Final = "doubles"
FIXED: Final = "fixed"
SERIES: Final = "series"
LIZARD: Final = "lizard"
SIMPLES: Final = tuple(tile for tile in range(KINDS) if tile not in MAJORS)
_SUIT_RUNS: Final = tuple(bag(range(9 * suit, 9 * suit + 9)) for suit in range(3))
_EVERY_WIND: Final = bag(WINDS)
LIZARDS: Final = {run + _EVERY_WIND + ONE[wind]: wind for run in _SUIT_RUNS for wind in WINDS}
"""Concealed tiles of a lizard to the wind that is there twice."""

# forms and tests that only this game has


def four_pungs(one_suit: bool) -> Form:
    """Four pungs or kongs and a pair; ``one_suit``: of no more than one suit, honors beside it."""

    def form(hand: Hand, every_way: bool) -> list[Reading]:
        if one_suit and (hand.suits & 7).bit_count() > 1:
            return []
        return [reading for reading in standard(hand, every_way) if not reading.chows]

    return form


def lizard(hand: Hand, every_way: bool) -> list[Reading]:
    """One to nine of a suit, the four winds and one of them twice, nothing declared."""
    del every_way
    if hand.melds or hand.concealed not in LIZARDS:
        return []
    return [Reading(hand, LIZARD, (), -1, -1, 0)]


def lizard_with(*, own: bool) -> Test:
    """A lizard whose second wind is the winner's own, or another."""

    def test(reading: Reading) -> int:
        hand = reading.hand
        return reading.form == LIZARD and (LIZARDS[hand.concealed] == WINDS[hand.seat_wind]) is own

    return test


def four_sets_of(test: Callable[[Hand], int]) -> Test:
    return lambda reading: reading.triplets == 4 and test(reading.hand)


def majors_alone(hand: Hand) -> int:
    return not hand.tiles & PLAYING & ~IN_MAJORS


def fine(place: int) -> Test:
    """Triplets of one of the eight kinds: pung or kong, melded or concealed, minor or major."""
    at = FINE[place]

    def test(reading: Reading) -> int:
        return reading.digits >> at & 7

    needing(glance.TRIPLET, test)
    return test


def dragon_pair(reading: Reading) -> int:
    return reading.pair in DRAGONS


def own_wind_pair(reading: Reading) -> int:
    return reading.pair == WINDS[reading.hand.seat_wind]


def every_hand(hand: Hand) -> int:
    del hand
    return True


def bonus_tiles(hand: Hand) -> int:
    return (hand.flowers & 0xFF).bit_count()


def dealer(hand: Hand) -> int:
    return hand.seat_wind == EAST


def own_flower(hand: Hand) -> int:
    return hand.flowers >> hand.seat_wind & 1


def own_season(hand: Hand) -> int:
    return hand.flowers >> 4 + hand.seat_wind & 1


def nothing_claimed(hand: Hand) -> int:
    return not hand.shown


def nothing_claimed_and_drawn(hand: Hand) -> int:
    return not hand.shown and not hand.by_other


ALL_PLANTS: Final = has.has_all(has.PLANTS)
ALL_SEASONS: Final = has.has_all(has.SEASONS)


def one_series(hand: Hand) -> int:
    return ALL_PLANTS(hand) + ALL_SEASONS(hand) == 1


# the sheet


def points(id: str, value: int | str, test: Test, **more: Any) -> Item:
    return Item(id, POINTS, value, test, **more)


def doubles(id: str, value: int | str, test: Test, **more: Any) -> Item:
    return Item(id, DOUBLES, value, test, **more)


def fixed(id: str, value: int, test: Test, **more: Any) -> Item:
    return Item(id, FIXED, value, test, **more)


def series(id: str, test: Test, **more: Any) -> Item:
    """The value of these items is the option with their own name."""
    return Item(id, SERIES, id, test, on="hand", earned=by.full_series, **more)


def of_kind(kind: int, tiles: tuple[int, ...]) -> by.Evidence:
    chosen = by.set_kinds(kind)
    return lambda reading: [text for text in chosen(reading) if text in by.triplets(tiles)(reading)]


ITEMS: Final = (
    points("win", "win-points", every_hand, on="hand", earned=by.nothing),
    points("pung-minor-open", 2, fine(0), earned=of_kind(PUNG_SHOWN, SIMPLES)),
    points("pung-major-open", 4, fine(1), earned=of_kind(PUNG_SHOWN, MAJORS)),
    points("pung-minor-concealed", 4, fine(2), earned=of_kind(PUNG, SIMPLES)),
    points("pung-major-concealed", 8, fine(3), earned=of_kind(PUNG, MAJORS)),
    points("kong-minor-open", 8, fine(4), earned=of_kind(KONG_SHOWN, SIMPLES)),
    points("kong-major-open", 16, fine(5), earned=of_kind(KONG_SHOWN, MAJORS)),
    points("kong-minor-concealed", 16, fine(6), earned=of_kind(KONG, SIMPLES)),
    points("kong-major-concealed", 32, fine(7), earned=of_kind(KONG, MAJORS)),
    points("dragon-pair", 2, dragon_pair, earned=by.pair),
    points("own-wind-pair", 2, own_wind_pair, earned=by.pair),
    points("bonus-tile", 4, bonus_tiles, on="hand", earned=by.flowers(0xFF)),

    doubles("dealer", "dealer-doubles", dealer, on="hand", earned=by.nothing),
    doubles("dragon-pung", 1, has.dragon_triplets, earned=by.triplets(DRAGONS)),
    doubles("own-wind-pung", 1, has.seat_wind_triplet, same_as="seat-wind", earned=by.wind_triplet("seat")),
    doubles("own-flower", 1, own_flower, on="hand", earned=by.own_flowers("seat", has.PLANTS)),
    doubles("own-season", 1, own_season, on="hand", earned=by.own_flowers("seat", has.SEASONS)),
    doubles("last-or-loose", 1, has.flagged(LAST_TILE | AFTER_KONG | FLOWER_REPLACEMENT), on="hand",
            earned=by.winning_tile),
    doubles("half-flush", "half-flush-doubles", has.one_suit_and_honours_hand, on="hand"),
    doubles("full-flush", "full-flush-doubles", has.one_suit_hand, on="hand"),
    doubles("concealed", "concealed-doubles", nothing_claimed, on="hand", when={"concealed-on-discard": True}),
    doubles("concealed", "concealed-doubles", nothing_claimed_and_drawn, variant="drawn", on="hand",
            when={"concealed-on-discard": False}),

    fixed("majors", 3000, four_sets_of(majors_alone)),
    fixed("ones-and-nines", 5000, four_sets_of(has.only_terminals_hand), same_as="all-terminals"),
    fixed("winds-and-dragons", 5000, four_sets_of(has.only_honours_hand), same_as="all-honors"),
    fixed("little-lizard", 2000, lizard_with(own=False)),
    fixed("big-lizard", 3000, lizard_with(own=True)),
    fixed("moon", 5000, has.is_orphans, same_as="thirteen-orphans"),

    series("flower-set", one_series),
    series("two-flower-sets", has.has_all(0xFF)),
)  # fmt: skip

MONEY: Final = (0, 1_000_000)
TIMES: Final = (0, 20)
OPTIONS: Final = (
    choice("players", 4, (3,)),
    choice("absent-seat", None, (0, 1, 2, 3)),
    number("dead-wall", 0, (0, 14)),
    number("min-score", 50, MONEY),
    number("round-to", 100, (1, 1_000)),
    number("win-points", 20, (0, 1_000)),
    flag("one-suit-only", False),
    number("half-flush-doubles", 0, TIMES),
    number("full-flush-doubles", 3, TIMES),
    number("concealed-doubles", 3, TIMES),
    flag("concealed-on-discard", True),
    number("dealer-doubles", 1, TIMES),
    number("flower-set", 2000, MONEY),
    number("two-flower-sets", 5000, MONEY),
    number("first-flower", 1000, MONEY),
)  # fmt: skip

CONTRADICTIONS: Final = (
    Contradiction(
        "absent-seat",
        "players",
        lambda options: options["absent-seat"] is not None and options["players"] == 4,
        "with four players no chair is empty",
    ),
)


# from points to what everybody pays


def judge_with(options: Options, played: PlayedItems) -> Judge:
    """A hand is worth its points, doubled and rounded, or the highest fixed hand that it is alone, whichever is more. A
    full series comes on top of either."""
    step = options["round-to"]
    counted = judge(played, PointsAndDoubles(lambda raw, doubles: (raw << doubles, False)))
    whole, beside = played.group(FIXED), played.group(SERIES)

    def highest(reading: Reading) -> Found:
        """The fixed hand of a reading alone; empty for none."""
        shown = {**find(whole.on_hand, reading.hand), **find(whole.on_reading, reading)}
        name = max(shown, key=lambda one: shown[one], default="")
        return {name: shown[name]} if name else {}

    def on_top(reading: Reading) -> Found:
        return {**find(beside.on_hand, reading.hand), **find(beside.on_reading, reading)}

    def fixed_hand(reading: Reading, items: Found) -> ReadingWorth:
        total = sum(items.values())
        more = {"points": None, "doubles": None}
        return ReadingWorth((total, True), ALWAYS, reading, items, total, total, True, more=more)

    def verdicts(hand: Hand, readings: Sequence[Reading]) -> Iterable[ReadingWorth]:
        for verdict in counted(hand, readings):
            further = on_top(verdict.reading)
            if fixed := highest(verdict.reading):
                yield fixed_hand(verdict.reading, fixed | further)
            if verdict.reading.form != STANDARD:
                continue
            more = verdict.more or {}
            total = rounded(verdict.total, step) + sum(further.values())
            rank = (total, False, more["doubles"], more["points"])
            items = {**verdict.items, **further}
            yield verdict.but(rank=rank, items=items, total=total, base=total)

    return verdicts


def rounded(score: int, step: int) -> int:
    """To the nearest ``step``; a half goes up."""
    return (2 * score + step) // (2 * step) * step


def conversion(options: Options, verdict: ReadingWorth) -> list[Step]:
    more, step = verdict.more or {}, options["round-to"]
    on_top = sum(value for name, value in verdict.items.items() if name in ("flower-set", "two-flower-sets"))
    more_lines: list[Step] = [("conversion.on-top", {"points": on_top, "total": verdict.total})] if on_top else []
    if more["points"] is None:
        return [("conversion.fixed", {"points": verdict.total - on_top}), *more_lines]
    raw, doubles = more["points"], more["doubles"]
    score = raw << doubles
    lines: list[Step] = [
        ("conversion.points", {"points": raw, "doubles": doubles}),
        ("conversion.doubled", {"point": raw, "doubles": doubles, "base": score}),
    ]
    if score % step:
        lines.append(("conversion.rounded", {"points": rounded(score, step)}))
    return [*lines, *more_lines]


def bind(options: Options, played: PlayedItems) -> Bound:
    players = options["players"]
    first = options["first-flower"]
    return Bound(
        forms=(four_pungs(options["one-suit-only"]), lizard, thirteen_orphans),
        judge=judge_with(options, played),
        pay=lambda won: [
            Share(payer, won.base, role(won, payer)) for payer in WIND_INDEXES[:players] if payer != won.winner
        ],
        base_of=lambda win: win.total,
        minimum=options["min-score"],
        convert=lambda verdict: conversion(options, verdict),
        beside_minimum=(SERIES,),
        instants=(InstantRule("first-flower", first, most=1, alone=True),) if first else (),
    )


# table, match, penalties


def absent_seat(options: Options) -> Seat | None:
    seat: Seat | None = options["absent-seat"]
    return None if options["players"] == 4 else SEATS[3] if seat is None else seat


def tiles(options: Options) -> TileSet:
    return tile_set(flowers=FLOWERS, players=options["players"])


def wall(options: Options, tiles: TileSet) -> WallPlan:
    """All four sides have a wall, that of an empty chair too, and all are counted."""
    kept = options["dead-wall"]
    return WallPlan.of(
        tiles, absent_seat=absent_seat(options), every_side=True, dead="stacks" if kept else "none", dead_tiles=kept
    )


def progression(options: Options) -> Progression:
    """The changes of the dealer are counted in two rounds, by winds that mean nothing else here."""
    return Progression(winds=WIND_NAMES[:2], absent_seat=absent_seat(options))


def asks(options: Options, plain: Asks) -> Asks:
    """Fixed hands have no name of their own in a result without tiles: what each pays is entered."""
    del options
    drawn = ("last-tile", "replacement", "double-replacement", "flower-replacement")
    rows = tuple(row for row in plain.situations if row.id in drawn)
    presets = (100, 200, 300, 400, 500, 600, 800, 1000, 1300, 2000, 3000, 5000)
    return replace(plain, presets=presets, situations=rows, chows=False, limit="")


RULESET: Final = Ruleset(
    id="pussers-bones",
    unit="points",
    options=OPTIONS,
    items=ITEMS,
    bind=bind,
    tiles=tiles,
    wall=wall,
    dice=lambda _: DicePlan(2, 2),
    progression=progression,
    penalties=lambda _: (
        PenaltyRule("false-win", "pays", same_for_all(500)),
        PenaltyRule("wrong-count", "dead-hand"),
    ),
    contradictions=CONTRADICTIONS,
    asks=asks,
)
