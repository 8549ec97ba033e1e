"""New Hong Kong: the discarder pays for all, and East has no privilege. Decisions: docs/rulesets/hong-kong-new.md."""

from __future__ import annotations

from collections.abc import Container, Sequence
from dataclasses import replace
from typing import Any, Final

from controller.rules.entry import Asks, FlagField, on_dealers_discard
from controller.rules.game import DicePlan, QuickWin, WallPlan
from controller.rules.hand.facts import check_dealers_discard
from controller.rules.hand.melds import KONG
from controller.rules.hand.reading import (
    Form,
    Reading,
    eight_flowers,
    seven_different_pairs,
    seven_flowers,
    seven_pairs,
    standard,
    thirteen_orphans,
)
from controller.rules.hand.record import (
    AFTER_KONG,
    DISCARD,
    DOUBLE_REPLACEMENT,
    EARTHLY,
    FLOWER_REPLACEMENT,
    HEAVENLY,
    HUMAN,
    LAST_TILE,
    REPLACEMENT,
    ROBBED_KONG,
    SELF_DRAW,
    Hand,
)
from controller.rules.hand.sets import CHOW_SHOWN, kind_of
from controller.rules.hand.tile_set import PLAIN, WITH_FLOWERS, TileSet
from controller.rules.hand.tiles import DRAGONS, KINDS, WINDS
from controller.rules.paid import Share
from controller.rules.seats import WIND_INDEX_OR_NONE, WIND_INDEXES, WindIndex
from controller.rules.seats import WINDS as WIND_NAMES
from controller.rules.sheet import evidence as by
from controller.rules.sheet import glance
from controller.rules.sheet import patterns as has
from controller.rules.sheet.glance import needing
from controller.rules.sheet.judges import Highest, Sum, judge, summed
from controller.rules.sheet.options import Option, choice, flag, in_table, number, table
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
    Won,
    same_for_all,
)
from controller.rules.sheet.shares import everybody, role

SCALES: Final = {
    "half-spicy": (1, 2, 4, 8, 16, 24, 32, 48, 64, 96, 128, 192, 256, 384),
    "full-spicy": (1, 2, 4, 8, 16, 32, 64, 128, 256, 512, 1024, 2048, 4096, 8192),
    "laak": (1, 2, 4, 8, 16, 16, 16, 32, 32, 32, 64, 64, 64, 64),
}
"""Units for the faan of a hand, from 0 to 13."""
CEILINGS: Final = {"modern": 13, "association": 10}


# tests that only this game has


def concealed_hand(hand: Hand) -> int:
    return not hand.shown


def gates_by_wait(hand: Hand) -> int:
    """1112345678999 of one suit and one more tile; on another player's tile only with these thirteen in hand before."""
    return has.gates_hand(hand) if hand.by_other else has.completed_gates_hand(hand)


def four_concealed_drawn(reading: Reading) -> int:
    return reading.concealed == 4 and reading.hand.source == SELF_DRAW


def four_chows(reading: Reading) -> int:
    return reading.chows == 4


def mixed_terminals(reading: Reading) -> int:
    return reading.triplets == 4 and has.terminals_and_honours_hand(reading.hand)


def all_terminals(reading: Reading) -> int:
    return reading.triplets == 4 and has.only_terminals_hand(reading.hand)


def after_flower(hand: Hand) -> int:
    """The tile drawn after a bonus tile that was not itself drawn after a kong."""
    return hand.flags & (FLOWER_REPLACEMENT | AFTER_KONG) == FLOWER_REPLACEMENT


def no_flowers(hand: Hand) -> int:
    return not hand.flowers


def own_plant(hand: Hand) -> int:
    return hand.flowers >> hand.seat_wind & 1


def own_season(hand: Hand) -> int:
    return hand.flowers >> 4 + hand.seat_wind & 1


needing(glance.FLAGGED, after_flower)
needing(glance.BONUS_TILES, own_plant, own_season)
needing(glance.ONE_SUIT, gates_by_wait)
needing(glance.THREE_CHOWS, four_chows)
needing(glance.THREE_TRIPLETS | glance.ALL_MAJORS, mixed_terminals, all_terminals)
needing(glance.THREE_CONCEALED, four_concealed_drawn)


# the sheet

MODERN: Final = {"values": "modern"}
ASSOCIATION: Final = {"values": "association"}


def limit(id: str, value: int, test: Test, **more: Any) -> Item:
    return Item(id, "limit", value, test, **more)


def faan(id: str, value: int | str, test: Test, **more: Any) -> Item:
    return Item(id, "faan", value, test, **more)


def bonus(id: str, value: int, test: Test, **more: Any) -> Item:
    return Item(id, "bonus", value, test, on="hand", when={"flowers": True, **more.pop("when", {})}, **more)


def of_list(row: Any, id: str, modern: int, association: int, test: Test, **more: Any) -> tuple[Item, Item]:
    """An item that the two lists value differently."""
    when = more.pop("when", {})
    return (
        row(id, modern, test, when={**when, **MODERN}, **more),
        row(id, association, test, when={**when, **ASSOCIATION}, **more),
    )


BY_FLOWERS: Final = {"flowers": True, "flower-wins": True}
ITEMS: Final = (
    limit("all-honors", 10, has.only_honours_hand, on="hand"),
    limit("all-terminals", 10, all_terminals),
    limit("nine-gates", 10, has.completed_gates_hand, on="hand", when=MODERN),
    limit("nine-gates", 10, gates_by_wait, variant="association", on="hand", when=ASSOCIATION),
    *of_list(limit, "thirteen-orphans", 13, 10, has.is_orphans),
    *of_list(limit, "great-winds", 13, 10, has.four_winds, same_as="big-four-winds", earned=by.triplets(WINDS)),
    *of_list(limit, "all-kongs", 13, 10, has.four_kongs, same_as="four-kongs", earned=by.kongs),
    *of_list(limit, "heavenly-hand", 13, 10, has.flagged(HEAVENLY), on="hand"),
    *of_list(limit, "earthly-hand", 13, 10, has.flagged(EARTHLY), on="hand"),
    limit("human-hand", 13, has.flagged(HUMAN), on="hand", when=MODERN),
    limit("double-kong", 10, has.flagged(DOUBLE_REPLACEMENT), same_as="kong-on-kong", on="hand",
          earned=by.winning_tile, when=ASSOCIATION),
    limit("little-winds", 10, has.three_winds_and_pair, same_as="little-four-winds",
          earned=by.triplets_and_pair(WINDS), when=ASSOCIATION),
    limit("four-concealed-pongs", 10, four_concealed_drawn, same_as="four-concealed-pungs", when=ASSOCIATION),
    limit("seven-flowers", 3, has.of_form("seven-flowers"), earned=by.flowers(), when=BY_FLOWERS),
    *of_list(limit, "eight-flowers", 8, 10, has.is_eight_flowers, earned=by.flowers(), when=BY_FLOWERS),

    faan("all-chows", 1, four_chows, earned=by.chows),
    faan("concealed-hand", 1, concealed_hand, on="hand", when={"flowers": False}),
    faan("concealed-hand", 1, concealed_hand, on="hand", when={"flowers": True, "concealed-with-flowers": True}),
    faan("self-draw", 1, has.self_drawn_hand, same_as="self-drawn", on="hand", earned=by.winning_tile),
    faan("dragon-pong", 1, has.dragon_triplets, same_as="dragon-pung", earned=by.triplets(DRAGONS)),
    faan("seat-wind-pong", 1, has.seat_wind_triplet, same_as="seat-wind", earned=by.wind_triplet("seat")),
    faan("round-wind-pong", 1, has.round_wind_triplet, same_as="prevalent-wind", earned=by.wind_triplet("round")),
    faan("robbing-the-kong", 1, has.robbed_kong_hand, on="hand", earned=by.winning_tile),
    faan("last-tile", 1, has.last_tile_or_discard_hand, on="hand", earned=by.winning_tile, when=MODERN),
    faan("last-tile", 1, has.flagged(LAST_TILE), variant="association", on="hand", earned=by.winning_tile,
         when=ASSOCIATION),
    faan("kong-replacement", 1, has.flagged(REPLACEMENT), same_as="out-with-replacement-tile", on="hand",
         earned=by.winning_tile),
    faan("flower-replacement", 1, after_flower, on="hand", earned=by.winning_tile,
         when={"flowers": True, "flower-replacement": True}),
    faan("double-kong", 8, has.flagged(DOUBLE_REPLACEMENT), same_as="kong-on-kong", on="hand",
         earned=by.winning_tile, when=MODERN),
    faan("half-flush", 3, has.one_suit_and_honours_hand, on="hand"),
    faan("all-pongs", 3, has.all_triplets, same_as="all-pungs"),
    *of_list(faan, "mixed-terminals", 4, 1, mixed_terminals),
    *of_list(faan, "little-dragons", 5, 3, has.two_dragons_and_pair, same_as="little-three-dragons",
             earned=by.triplets_and_pair(DRAGONS)),
    *of_list(faan, "great-dragons", 8, 5, has.three_dragons, same_as="big-three-dragons",
             earned=by.triplets(DRAGONS)),
    faan("little-winds", 6, has.three_winds_and_pair, same_as="little-four-winds",
         earned=by.triplets_and_pair(WINDS), when=MODERN),
    faan("full-flush", 7, has.one_suit_hand, on="hand"),
    faan("four-concealed-pongs", 8, four_concealed_drawn, same_as="four-concealed-pungs", when=MODERN),
    faan("seven-pairs", "seven-pairs", has.is_seven_pairs),

    bonus("no-flowers", 1, no_flowers, earned=by.nothing),
    bonus("own-flower", 1, own_plant, earned=by.own_flowers("seat", has.PLANTS)),
    bonus("own-season", 1, own_season, earned=by.own_flowers("seat", has.SEASONS)),
    *of_list(bonus, "all-flowers", 2, 1, has.has_all(has.PLANTS), same_as="all-four-flowers",
             earned=by.flowers(has.PLANTS)),
    *of_list(bonus, "all-seasons", 2, 1, has.has_all(has.SEASONS), same_as="all-four-seasons",
             earned=by.flowers(has.SEASONS)),
)  # fmt: skip

EXCLUSIONS: Final = (
    Exclusion("four-concealed-pongs", ("all-pongs", "self-draw", "concealed-hand")),
    Exclusion("double-kong", ("self-draw", "kong-replacement")),
    Exclusion("mixed-terminals", ("all-pongs",), when=MODERN),
    Exclusion("little-dragons", ("dragon-pong",), when=MODERN),
    Exclusion("great-dragons", ("dragon-pong",), when=MODERN),
    Exclusion("little-winds", ("half-flush",), "replaces"),
    Exclusion("all-flowers", ("own-flower",), when=MODERN),
    Exclusion("all-seasons", ("own-season",), when=MODERN),
)

LIABLE: Final = ("dragons", "winds", "one-suit", "kong")
"""Who fed the last of certain sets pays for all: the cases in the order in which they are asked."""
OPTIONS: Final = (
    choice("values", "modern", ("association",)),
    flag("flowers", True),
    choice("dice", 3, (2,)),
    choice("dead-wall-stacks", 0, (7,)),
    number("min-faan", 3, (0, 10)),
    flag("flowers-count-to-minimum", True),
    number("limit-faan", 0, (0, 13)),
    choice("scale", "half-spicy", ("full-spicy", "laak")),
    table("points-table"),
    choice("shooter", "full", ("half",)),
    flag("robbed-kong-pays-all", False),
    flag("concealed-with-flowers", False),
    flag("flower-replacement", False),
    number("seven-pairs", 0, (0, 13)),
    flag("seven-pairs-distinct", True),
    flag("flower-wins", True),
    Option("liability", (), members=LIABLE),
    choice("multiple-winners", "nearest", ("all",)),
    choice("next-dealer", "winner-stays", ("rotate",)),
    choice("rounds", 4, (1, 2)),
    choice("false-win", "pay-all", ("dead-hand",)),
    choice("wrong-count", "dead-hand", ()),
)

PROFILES: Final[dict[str, dict[str, Any]]] = {
    "modern": {},
    "association": {"values": "association", "robbed-kong-pays-all": True, "liability": LIABLE},
    "old-table": {"scale": "laak", "shooter": "half", "limit-faan": 10},
}


# from faan to units


def ceiling(options: Options) -> int:
    return int(options["limit-faan"]) or CEILINGS[options["values"]]


def scale_of(options: Options) -> tuple[int, ...]:
    """Units by faan: the house's own table, or one of the three that are known by name."""
    own: tuple[int, ...] = options["points-table"]
    return own or SCALES[options["scale"]]


def units(options: Options, faan: int) -> int:
    return in_table(scale_of(options), min(faan, ceiling(options)))


def bind(options: Options, played: PlayedItems) -> Bound:
    highest, scale = ceiling(options), scale_of(options)

    def base(total: int) -> int:
        return in_table(scale, min(total, highest))

    def quick(win: QuickWin) -> int:
        return base(highest if win.limit else win.total)

    flowers_count = options["flowers-count-to-minimum"]
    counted = Sum("faan", base, "bonus", limit_from=highest, beside_counts=flowers_count, more_items=True)
    limits = Highest("limit", base, highest)
    return Bound(
        forms=forms(options, played),
        judge=judge(played, counted, limits),
        pay=lambda won: pay(options, won),
        base_of=quick,
        minimum=options["min-faan"],
        convert=conversion,
        check=check_dealers_discard,
        beside_minimum=() if flowers_count else ("bonus",),
    )


def forms(options: Options, played: PlayedItems) -> tuple[Form, ...]:
    pairs = seven_different_pairs if options["seven-pairs-distinct"] else seven_pairs
    special = {"seven-pairs": pairs, "seven-flowers": seven_flowers, "eight-flowers": eight_flowers}
    return (standard, thirteen_orphans, *(form for name, form in special.items() if name in played.items))


def conversion(verdict: ReadingWorth) -> list[Step]:
    table = ("conversion.table", {"total": verdict.total, "unit": "faan", "base": verdict.base})
    if verdict.limit_hand:
        return [("conversion.highest", {"total": verdict.total, "unit": "faan"}), table]
    return [*summed(verdict, "faan"), table]


# payments


def pay(options: Options, won: Won) -> Sequence[Share]:
    liable = liable_in(options, won)
    if liable is not None:
        return [Share(liable, (6 if won.discarder is None else 4) * won.base, "line.liable-named")]
    if won.discarder is None:
        return everybody(won, 2 * won.base, "line.self-draw")
    if won.source == ROBBED_KONG and options["robbed-kong-pays-all"]:
        return [Share(won.discarder, 6 * won.base, "line.robbed-alone")]
    if options["shooter"] == "full":
        return [Share(won.discarder, 4 * won.base, f"{role(won, won.discarder)}-alone")]
    return [half(won, payer) for payer in WIND_INDEXES if payer != won.winner]


def liable_in(options: Options, won: Won) -> WindIndex | None:
    """Who pays for all. A robbed kong makes nobody liable; without the tiles it is whom the table names."""
    if won.source == ROBBED_KONG:
        return None
    return won.liable if won.hand is None else feeder(options["liability"], won.hand)


def half(won: Won, payer: WindIndex) -> Share:
    if payer == won.discarder:
        return Share(payer, 2 * won.base, f"{role(won, payer)}-doubled")
    return Share(payer, won.base, role(won, payer))


def feeder(cases: Container[str], hand: Hand) -> WindIndex | None:
    """The player who is liable: the first case that names somebody. A hand won with bonus tiles makes nobody liable."""
    if hand.winning >= KINDS:
        return None
    for case in LIABLE:
        if case in cases and (fed := _fed_by[case](hand)) is not None:
            return fed
    return None


def fed_last_of(kinds: Container[int], number: int, hand: Hand) -> WindIndex | None:
    """Who fed the last of so many declared triplets of these tiles."""
    fitting = [
        at for at, code in enumerate(hand.meld_sets) if kind_of(code) != CHOW_SHOWN and code % KINDS in kinds
    ]  # fmt: skip
    return _feeder_of(hand, fitting[-1]) if len(fitting) == number else None


def fed_one_suit(hand: Hand) -> WindIndex | None:
    return _feeder_of(hand, 3) if hand.suits in has.ONE_SUIT and len(hand.melds) == 4 else None


def fed_kong(hand: Hand) -> WindIndex | None:
    """Who fed the kong that was the last set; one made by adding a tile was fed by nobody."""
    last = hand.record["melds"][-1] if hand.flags & AFTER_KONG else None
    fed = last is not None and last["kind"] == KONG and not last.get("added")
    return _feeder_of(hand, -1) if fed else None


_fed_by = {
    "dragons": lambda hand: fed_last_of(DRAGONS, 3, hand),
    "winds": lambda hand: fed_last_of(WINDS, 4, hand),
    "one-suit": fed_one_suit,
    "kong": fed_kong,
}


def _feeder_of(hand: Hand, at: int) -> WindIndex | None:
    return WIND_INDEX_OR_NONE[hand.record["melds"][at].get("from")]


# table, match, penalties


def tiles(options: Options) -> TileSet:
    return WITH_FLOWERS if options["flowers"] else PLAIN


def wall(options: Options, tiles: TileSet) -> WallPlan:
    """Kept back are always as many tiles: each replacement moves the end of the wall by one."""
    dead = options["dead-wall-stacks"]
    return WallPlan.of(tiles, dead="moving" if dead else "none", dead_stacks=dead)


def progression(options: Options) -> Progression:
    stays = options["next-dealer"] == "winner-stays"
    return Progression(winds=WIND_NAMES[: options["rounds"]], keeps_on_win=stays, keeps_on_draw=stays)


def penalties(options: Options) -> tuple[PenaltyRule, ...]:
    pays = options["false-win"] == "pay-all"
    each = same_for_all(2 * units(options, ceiling(options))) if pays else None
    return (PenaltyRule("false-win", "pays" if pays else "dead-hand", each), PenaltyRule("wrong-count", "dead-hand"))


def asks(options: Options, plain: Asks) -> Asks:
    """Liability asks from whom a set was claimed, and without the tiles who is liable. Every total from the ceiling on
    is entered as the limit."""
    human = (FlagField("human", (SELF_DRAW, DISCARD), False, concealed=True),) if options["values"] == "modern" else ()
    wanted = plain.situations if options["flower-replacement"] else _without(plain.situations, "flower-replacement")
    liable, highest = options["liability"], ceiling(options)
    return replace(
        plain,
        presets=tuple(range(plain.presets[0], highest)),
        limit_totals=(highest,),
        situations=on_dealers_discard(wanted) + human,
        origins=bool(liable),
        liable_quick=(SELF_DRAW, DISCARD) if liable else (),
    )


def _without(situations: Sequence[FlagField], id: str) -> tuple[FlagField, ...]:
    return tuple(row for row in situations if row.id != id)


RULESET: Final = Ruleset(
    id="hong-kong-new",
    unit="faan",
    options=OPTIONS,
    items=ITEMS,
    bind=bind,
    tiles=tiles,
    wall=wall,
    dice=lambda options: DicePlan(options["dice"]),
    progression=progression,
    penalties=penalties,
    exclusions=EXCLUSIONS,
    profiles=PROFILES,
    asks=asks,
)
