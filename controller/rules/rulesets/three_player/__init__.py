"""Three players: simple points, fan with 84 tiles, or the older game of Hong Kong. Decisions:
docs/rulesets/three-player.md."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace
from typing import Any, Final

from controller.rules.entry import ANY_SOURCE, MOST_PRESETS, Asks, Declaration, FlagField
from controller.rules.errors import RecordError
from controller.rules.game import DicePlan, WallPlan
from controller.rules.hand.facts import check_no_other_discard
from controller.rules.hand.record import Hand
from controller.rules.hand.tile_set import ANIMALS, FACE, FLOWERS, FULL_COPIES, JOKER, Joker, TileSet, tile_set
from controller.rules.hand.tiles import WINDS
from controller.rules.progression import PotCourse
from controller.rules.rulesets import hong_kong_old
from controller.rules.rulesets.three_player import eighty_four, points
from controller.rules.rulesets.three_player.jackpot import (
    CONCEALED,
    HIDDEN,
    OFF,
    TALLY,
    JackpotSettling,
    jackpot_of,
    read_tally,
    taken,
)
from controller.rules.seats import NORTH
from controller.rules.seats import WINDS as WIND_NAMES
from controller.rules.sheet.options import Contradiction, choice, flag, least_above_most, number
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
)

POINTS, FAN, HONG_KONG = "points", "fan", "hong-kong"
IN_HONG_KONG: Final = {"scoring": HONG_KONG}
UNITS: Final = {POINTS: "points", FAN: "fan", HONG_KONG: "faan"}
PLAYERS: Final = points.PLAYERS
CHARACTERS, BAMBOOS = tuple(range(9)), tuple(range(18, 27))
SUITS_OUT: Final = {
    "bamboo-simples": BAMBOOS[1:8],
    "character-simples": CHARACTERS[1:8],
    "bamboo": BAMBOOS,
    "characters": CHARACTERS,
    "two": (*CHARACTERS, *BAMBOOS),
}
WINDS_OUT: Final = {"three": WINDS[3:], "four": (), "none": WINDS}

# what the older game of Hong Kong brings along

TABLE_OF_FOUR: Final = {"tiles": 144, "wild-tiles": "none", "wind-after-draw": "stays"}
"""Its options about walls and tiles, and what this game has not, as they are when it is asked."""
NOT_HERE: Final = frozenset({*TABLE_OF_FOUR, "dice", "throws", "dead-wall-stacks"})
OF_HONG_KONG: Final = tuple(option for option in hong_kong_old.OPTIONS if option.name not in NOT_HERE)
HAS_FLOWERS: Final = {"flower-tiles": frozenset({4, 8})}
VARIANTS: Final = {"earthly-hand": "first-discard", "little-dragons": "alone", "seven-pairs": "or-equal"}
"""Items that mean something else there than with simple points."""


def for_three(options: Options) -> Options:
    return {**options, **TABLE_OF_FOUR}


def of_hong_kong(item: Item) -> Item:
    when = {name: value for name, value in item.when.items() if name != "tiles"}
    asked = HAS_FLOWERS if item.id == "no-flowers" else {}
    return replace(item, when={**when, **asked, **IN_HONG_KONG}, variant=item.variant or VARIANTS.get(item.id, ""))


ITEMS: Final = (*points.ITEMS, *map(of_hong_kong, hong_kong_old.ITEMS), *eighty_four.ITEMS)
EXCLUSIONS: Final = (
    *(Exclusion(rule.item, rule.drops, rule.why, {**rule.when, **IN_HONG_KONG}) for rule in hong_kong_old.EXCLUSIONS),
    *eighty_four.EXCLUSIONS,
)

MONEY: Final = (1, 1_000_000)
OPTIONS: Final = (
    choice("scoring", POINTS, (FAN, HONG_KONG)),
    choice("suit-out", "bamboo-simples", tuple(SUITS_OUT)[1:]),
    choice("winds", "three", ("four", "none")),
    choice("flower-tiles", 4, (0, 8)),
    number("dead-wall", 14, (0, 40)),
    choice("absent-seat", 3, (0, 1, 2)),
    number("min-points", 3, (0, 100)),
    number("limit", 10, (1, 1_000)),
    flag("seven-pairs", True),
    flag("seat-dragon", False),
    flag("declared-ready", False),
    flag("no-flowers-limit", False),
    choice("discard-payment", "discarder-double", ("shared", "each")),
    choice("jackpot", OFF, ("points", HIDDEN)),
    number("jackpot-points", 10, MONEY),
    number("jackpot-hidden", 3, (1, 100)),
    number("jackpot-stake", 1, MONEY),
    *OF_HONG_KONG,
)


def too_few_to_draw(options: Options) -> bool:
    dealt = PLAYERS * 13 + 1
    return tiles(options).total <= dealt + int(options["dead-wall"])


CONTRADICTIONS: Final = (
    least_above_most("min-points", "limit", "limit"),
    Contradiction("dead-wall", "suit-out", too_few_to_draw, "after the deal no tile is left to draw"),
    Contradiction(
        "multiple-winners",
        "scoring",
        lambda options: options["multiple-winners"] != "nearest" and options["scoring"] != HONG_KONG,
        "one player wins on a tile, the first in turn, unless the game is scored as in Hong Kong",
    ),
    *(rule for rule in hong_kong_old.CONTRADICTIONS if not {rule.first, rule.second} & NOT_HERE),
)

PROFILES: Final[dict[str, dict[str, Any]]] = {
    "eighty-four": {
        "scoring": FAN, "suit-out": "two", "winds": "four", "flower-tiles": 8, "dead-wall": 15, "min-points": 0,
        "seven-pairs": False, "discard-payment": "shared",
    },
    "hong-kong": {
        "scoring": HONG_KONG, "suit-out": "character-simples", "winds": "four", "flower-tiles": 8, "dead-wall": 0,
    },
}  # fmt: skip


# what a hand comes to


def bind_hong_kong(options: Options, played: PlayedItems) -> Bound:
    return hong_kong_old.bind(for_three(options), played, PLAYERS)


BOUND: Final[Mapping[str, Callable[[Options, PlayedItems], Bound]]] = {
    POINTS: points.bind, FAN: eighty_four.bind, HONG_KONG: bind_hong_kong,
}  # fmt: skip


def bind(options: Options, played: PlayedItems) -> Bound:
    bound = BOUND[options["scoring"]](options, played)
    with_check = replace(bound, check=check_with(bound.check or check_no_other_discard))
    jackpot = jackpot_of(options)
    if jackpot is None:
        return with_check

    def figures(result: dict[str, Any], hand: Hand, best: ReadingWorth) -> None:
        bound.figures(result, hand, best)
        result["pot"] = taken(jackpot, hand, best.total)

    def convert(verdict: ReadingWorth) -> list[Step]:
        pot = taken(jackpot, verdict.reading.hand, verdict.total)
        return [*bound.convert(verdict), *([("conversion.jackpot", {"points": pot})] if pot else [])]

    return replace(with_check, figures=figures, convert=convert)


def check_with(own: Callable[[Hand], None]) -> Callable[[Hand], None]:
    """Notes in ``Hand.own`` what the winner had won towards the jackpot. Raises RecordError."""

    def check(hand: Hand) -> None:
        if hand.prevailing == NORTH:
            raise RecordError("round_wind", "the North wind never prevails when three play", "use E, S or W")
        own(hand)
        hand.own = read_tally(hand)

    return check


# table, match, penalties


def tiles(options: Options) -> TileSet:
    """A record may hold tiles that the set has not: it is scored as it stands."""
    further: dict[str, Any] = {"known": frozenset({FACE, JOKER})}
    if options["scoring"] == FAN:
        further = {
            "animals": len(ANIMALS),
            "more_bonus": {FACE: FULL_COPIES},
            "jokers": {JOKER: Joker(FULL_COPIES, eighty_four.STANDS_FOR)},
            "laid": (JOKER,),
        }
    return tile_set(
        without=(*SUITS_OUT[options["suit-out"]], *WINDS_OUT[options["winds"]]),
        flowers=FLOWERS[: options["flower-tiles"]],
        players=PLAYERS,
        strangers_count=True,
        **further,
    )


def wall(options: Options, tiles: TileSet) -> WallPlan:
    """Three sides have walls. What is kept back serves replacements and is not filled up."""
    kept = options["dead-wall"]
    return WallPlan.of(tiles, absent_seat=options["absent-seat"], dead="stacks" if kept else "none", dead_tiles=kept)


def progression(options: Options) -> Progression:
    """East always prevails where fan are counted."""
    rounds = 1 if options["scoring"] == FAN else PLAYERS
    usual = hong_kong_old.progression(for_three(options))
    return replace(usual, winds=WIND_NAMES[:rounds], absent_seat=options["absent-seat"])


def penalties(options: Options) -> tuple[PenaltyRule, ...]:
    """A false win costs the limit where there is one."""
    fine = {} if options["scoring"] == HONG_KONG else {"false-win-points": options["limit"]}
    return hong_kong_old.penalties({**options, **fine})


DRAWN_ALONE: Final = ("last-tile", "replacement", "double-replacement", "heavenly", "earthly")
SITUATIONS: Final = {
    POINTS: (*DRAWN_ALONE, "last-discard"),
    FAN: (*DRAWN_ALONE, "flower-replacement"),
}


def asks(options: Options, plain: Asks) -> Asks:
    hidden = Declaration(CONCEALED, ("win",), always=True, quick=True)
    with_jackpot = replace(plain, declared=(hidden,)) if options["jackpot"] == HIDDEN else plain
    scoring, most = options["scoring"], options["limit"]
    if scoring == HONG_KONG:
        return hong_kong_old.asks(options, with_jackpot)
    rows = [row for row in plain.situations if row.id in SITUATIONS[scoring]]
    if scoring == POINTS and options["declared-ready"]:
        rows.append(FlagField("ready", ANY_SOURCE, concealed=True))
    return replace(
        with_jackpot,
        presets=tuple(range(plain.least, min(most + 1, plain.least + MOST_PRESETS))),
        limit_totals=(most,),
        situations=tuple(rows),
        chows=False,
    )


def off(options: Options) -> tuple[str, ...]:
    if options["scoring"] != HONG_KONG:
        return ()
    without_flowers = () if options["eight-flowers-win"] else ("great-flowers",)
    return (*options["limit-hands-off"], *without_flowers)


RULESET = Ruleset(
    id="three-player",
    unit=UNITS[POINTS],
    unit_of=lambda options: UNITS[options["scoring"]],
    options=OPTIONS,
    items=ITEMS,
    bind=bind,
    tiles=tiles,
    wall=wall,
    dice=lambda _: DicePlan(2),
    progression=progression,
    penalties=penalties,
    exclusions=EXCLUSIONS,
    contradictions=CONTRADICTIONS,
    profiles=PROFILES,
    off=off,
    fields=frozenset({TALLY}),
    asks=asks,
    locks=lambda options: Locks(own_discards=options["scoring"] != HONG_KONG),
    settling=JackpotSettling,
    course=PotCourse,
)
