"""Singapore and Malaysia: flowers, seasons and animals, tai that double up to a limit, payments at once. Decisions:
docs/rulesets/singapore.md."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import Any, Final

from controller.rules.entry import ANY_SOURCE, Asks, FlagField, on_dealers_discard
from controller.rules.errors import RecordError
from controller.rules.game import DicePlan, QuickWin, WallPlan
from controller.rules.hand.facts import check_dealers_discard
from controller.rules.hand.reading import FLOWERS as FLOWER_WIN
from controller.rules.hand.reading import (
    STANDARD,
    Form,
    Reading,
    eight_flowers,
    seven_different_pairs,
    seven_pairs,
    standard,
    thirteen_orphans,
)
from controller.rules.hand.record import (
    DISCARD,
    DOUBLE_REPLACEMENT,
    EARTHLY,
    FLOWER_REPLACEMENT,
    HEAVENLY,
    HUMAN,
    LAST_TILE,
    LATE_FRESH_DISCARD,
    NO_WIN,
    REPLACEMENT,
    ROBBED_KONG,
    SELF_DRAW,
    Hand,
)
from controller.rules.hand.tile_set import ANIMALS, FLOWERS, JOKER, Joker, TileSet, tile_set
from controller.rules.hand.tiles import DRAGONS, KINDS, WINDS
from controller.rules.instants import net_beside_win
from controller.rules.paid import Net, Share
from controller.rules.seats import WINDS as WIND_NAMES
from controller.rules.seats import WindIndex
from controller.rules.sheet import evidence as by
from controller.rules.sheet import glance
from controller.rules.sheet import patterns as has
from controller.rules.sheet.feeders import LIABLE_FOR, liable_feeder
from controller.rules.sheet.glance import needing
from controller.rules.sheet.judges import Limits, Sum, judge
from controller.rules.sheet.options import Option, choice, flag, least_above_most, number
from controller.rules.sheet.ruleset import (
    Bound,
    InstantRule,
    Item,
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

ALL_ANIMALS: Final = sum(1 << tile - KINDS for tile in ANIMALS)
KEPT_BACK: Final = 15
"""Tiles that are never drawn."""
EARLY: Final = "early"
"""Complete before the dealer's first discard."""
LATE_FRESH: Final = "late-fresh"
KONGS: Final = ("claimed-kong", "concealed-kong", "added-kong")
PAIRS: Final = ("cat-and-rat", "rooster-and-centipede", "own-pair")
SERIES: Final = ("all-flowers", "all-seasons", "all-animals")
EVENTS: Final = (*KONGS, *PAIRS, *SERIES)


# tests that only this game has


def concealed_and_drawn(hand: Hand) -> int:
    return not hand.shown and not hand.by_other


def concealed(hand: Hand) -> int:
    return not hand.shown


def four_chows(reading: Reading) -> bool:
    """Ping hu: a pair of no worth; on another player's tile a chow completed at an end that was open to both sides."""
    hand, pair = reading.hand, reading.pair
    if reading.form != STANDARD or reading.chows != 4 or pair in DRAGONS:
        return False
    if pair in (WINDS[hand.seat_wind], WINDS[hand.prevailing]):
        return False
    return not hand.by_other or has.taken_from_both_sides(reading)


def ping_hu(reading: Reading) -> int:
    return not reading.hand.flowers and four_chows(reading)


def small_ping_hu(reading: Reading) -> int:
    return reading.hand.flowers != 0 and four_chows(reading)


def mixed_terminals(reading: Reading) -> int:
    return reading.triplets == 4 and has.terminals_and_honours_hand(reading.hand)


def all_terminals(reading: Reading) -> int:
    return reading.triplets == 4 and has.only_terminals_hand(reading.hand)


def four_concealed_drawn(reading: Reading) -> int:
    return reading.concealed == 4 and not reading.hand.by_other


def own_flower(hand: Hand) -> int:
    return hand.flowers >> hand.seat_wind & 1


def own_season(hand: Hand) -> int:
    return hand.flowers >> 4 + hand.seat_wind & 1


def animals(hand: Hand) -> int:
    return (hand.flowers & ALL_ANIMALS).bit_count()


def drawn_eighth(reading: Reading) -> int:
    return reading.form == FLOWER_WIN and not reading.hand.by_other


def taken_eighth(reading: Reading) -> int:
    return reading.form == FLOWER_WIN and reading.hand.by_other


needing(glance.BONUS_TILES, own_flower, own_season, animals)
needing(glance.THREE_CHOWS, ping_hu)
needing(glance.THREE_CHOWS | glance.BONUS_TILES, small_ping_hu)
needing(glance.THREE_TRIPLETS | glance.ALL_MAJORS, mixed_terminals, all_terminals)
needing(glance.THREE_CONCEALED, four_concealed_drawn)
needing(glance.SPECIAL_FORM, drawn_eighth, taken_eighth)


# the sheet


def tai(id: str, value: int | str, test: Test, **more: Any) -> Item:
    return Item(id, "tai", value, test, **more)


def on_hand(id: str, value: int | str, test: Test, **more: Any) -> Item:
    return Item(id, "tai", value, test, on="hand", **more)


def limit(id: str, test: Test, **more: Any) -> Item:
    return Item(id, "limit", "limit-tai", test, **more)


WON: Final = {"earned": by.winning_tile}
ITEMS = (
    tai("dragon-pong", 1, has.dragon_triplets, same_as="dragon-pung", earned=by.triplets(DRAGONS)),
    tai("seat-wind-pong", 1, has.seat_wind_triplet, same_as="seat-wind", earned=by.wind_triplet("seat")),
    tai("round-wind-pong", 1, has.round_wind_triplet, same_as="prevalent-wind", earned=by.wind_triplet("round")),
    tai("ping-hu", 4, ping_hu),
    tai("small-ping-hu", 1, small_ping_hu),
    tai("all-pongs", 2, has.all_triplets, same_as="all-pungs"),
    tai("mixed-terminals", 2, mixed_terminals),
    on_hand("half-flush", 2, has.one_suit_and_honours_hand),
    on_hand("full-flush", 4, has.one_suit_hand),
    tai("little-dragons", 1, has.two_dragons_and_pair, same_as="little-three-dragons",
        earned=by.triplets_and_pair(DRAGONS)),
    tai("little-winds", 2, has.three_winds_and_pair, same_as="little-four-winds", earned=by.triplets_and_pair(WINDS),
        when={"little-winds": "add"}),
    on_hand("concealed-hand", 1, concealed_and_drawn, when={"concealed-on-discard": False}),
    on_hand("concealed-hand", 1, concealed, variant="any", when={"concealed-on-discard": True}),
    on_hand("self-draw", "self-draw-tai", has.self_drawn_hand, same_as="self-drawn", **WON),
    on_hand("replacement-win", 1, has.flagged(REPLACEMENT | FLOWER_REPLACEMENT), **WON),
    on_hand("last-tile", 1, has.flagged(LAST_TILE), **WON),
    on_hand("robbing-the-kong", 1, has.robbed_kong_hand, **WON),
    on_hand("own-flower", 1, own_flower, earned=by.own_flowers("seat", has.PLANTS)),
    on_hand("own-season", 1, own_season, earned=by.own_flowers("seat", has.SEASONS)),
    on_hand("all-flowers", 1, has.has_all(has.PLANTS), same_as="all-four-flowers", earned=by.flowers(has.PLANTS)),
    on_hand("all-seasons", 1, has.has_all(has.SEASONS), same_as="all-four-seasons", earned=by.flowers(has.SEASONS)),
    on_hand("animal", 1, animals, earned=by.flowers(ALL_ANIMALS)),
    on_hand("all-animals", 1, has.has_all(ALL_ANIMALS), earned=by.flowers(ALL_ANIMALS), when={"all-animals": "set"}),
    limit("great-dragons", has.three_dragons, same_as="big-three-dragons", earned=by.triplets(DRAGONS)),
    limit("great-winds", has.four_winds, same_as="big-four-winds", earned=by.triplets(WINDS)),
    limit("thirteen-orphans", has.is_orphans),
    limit("seven-pairs", has.is_seven_pairs, when={"seven-pairs": True}),
    limit("nine-gates", has.completed_gates_hand, on="hand"),
    limit("all-honors", has.only_honours_hand, on="hand"),
    limit("all-terminals", all_terminals),
    limit("all-green", has.only_green_hand, on="hand"),
    limit("all-kongs", has.four_kongs, same_as="four-kongs", earned=by.kongs),
    limit("four-concealed-pongs", four_concealed_drawn, same_as="four-concealed-pungs",
          earned=by.triplets(concealed=True)),
    limit("double-replacement", has.flagged(DOUBLE_REPLACEMENT), on="hand", **WON),
    limit("heavenly-hand", has.flagged(HEAVENLY), on="hand"),
    limit("earthly-hand", has.flagged(EARTHLY), on="hand"),
    limit("human-hand", has.flagged(HUMAN), on="hand", when={"human-hand": True}),
    limit("eight-flowers", drawn_eighth, earned=by.flowers(0xFF), when={"flower-wins": True}),
    limit("seven-robs-one", taken_eighth, earned=by.flowers(0xFF), when={"flower-wins": True}),
    limit("little-winds", has.three_winds_and_pair, same_as="little-four-winds", variant="limit",
          earned=by.triplets_and_pair(WINDS), when={"little-winds": "limit"}),
    limit("all-animals", has.has_all(ALL_ANIMALS), on="hand", variant="limit", earned=by.flowers(ALL_ANIMALS),
          when={"all-animals": "limit"}),
)  # fmt: skip

POINTS = (0, 1_000_000)
OPTIONS = (
    flag("animals", True),
    choice("jokers", 0, (4,)),
    choice("dice", 3, (2,)),
    number("min-tai", 1, (1, 5)),
    number("limit-tai", 5, (1, 13)),
    number("stake", 1, (1, 1_000_000)),
    choice("shooter", "half", ("full",)),
    choice("all-animals", "set", ("limit",)),
    choice("little-winds", "add", ("limit",)),
    flag("seven-pairs", True),
    flag("seven-pairs-distinct", True),
    flag("human-hand", False),
    flag("concealed-on-discard", False),
    number("self-draw-tai", 0, (0, 2)),
    flag("flower-wins", True),
    Option("liability", (*LIABLE_FOR, LATE_FRESH), members=(*LIABLE_FOR, LATE_FRESH)),
    Option("instant-events", EVENTS, members=EVENTS),
    number("instant-series", 2, (0, 1_000)),
    choice("multiple-winners", "nearest", ("all",)),
    choice("rob-concealed-kong", "never", ("orphans",)),
    choice("draw-passes", "if-paid", ("never", "always")),
    choice("false-win", "pay-all", ("dead-hand",)),
    choice("wrong-count", "dead-hand", ()),
)
PROFILES: dict[str, dict[str, Any]] = {
    "singapore": {},
    "shooter-pays": {"shooter": "full"},
    "fei": {"jokers": 4},
    "plain": {"animals": False, "instant-events": KONGS},
}


# tai doubled up to the limit


def doubled(options: Options) -> Callable[[int], int]:
    """What the tai of a hand come to: the stake, doubled for every tai after the first, up to the limit."""
    stake, most = options["stake"], options["limit-tai"]
    return lambda total: int(stake << max(1, min(total, most)) - 1)


def bind(options: Options, played: PlayedItems) -> Bound:
    unit, most, at_once = doubled(options), options["limit-tai"], instants(options)
    limits = Limits("limit", most, base=lambda _hand, _items: unit(most))
    counting = Sum("tai", unit, limit_from=most, more_items=True)

    def base_of(win: QuickWin) -> int:
        return unit(most if win.limit else win.total)

    return Bound(
        forms=forms(options),
        judge=judge(played, counting, limits),
        pay=pay_with(options),
        base_of=base_of,
        minimum=options["min-tai"],
        convert=lambda verdict: conversion(options, verdict),
        refuses=refuses,
        check=lambda hand: check(hand, at_once),
        aside=bonus_tiles,
        figures=figures,
        instants=at_once,
    )


def forms(options: Options) -> tuple[Form, ...]:
    pairs = seven_different_pairs if options["seven-pairs-distinct"] else seven_pairs
    return (
        standard,
        thirteen_orphans,
        *((pairs,) if options["seven-pairs"] else ()),
        *((eighth_flower,) if options["flower-wins"] else ()),
    )


def eighth_flower(hand: Hand, every_way: bool) -> list[Reading]:
    """The last of the flowers and seasons, drawn by the player himself or by another one."""
    return eight_flowers(hand, every_way) if hand.source != ROBBED_KONG else []


def bonus_tiles(hand: Hand) -> int:
    """Each of them was replaced."""
    return hand.flowers.bit_count()


def refuses(hand: Hand) -> str:
    """A discarded joker is dead."""
    return NO_WIN if hand.winning == JOKER and hand.source == DISCARD else ""


def check(hand: Hand, at_once: Sequence[InstantRule]) -> None:
    """Notes in ``Hand.own`` what was paid at once in the hand, where the record says so. Raises RecordError."""
    if hand.flags:
        check_dealers_discard(hand)
        if hand.flags & HUMAN and hand.source != DISCARD:
            raise RecordError("flags", "human is won on another player's discard")
    listed = hand.record.get("instant")
    if listed is not None:
        hand.own = net_beside_win(at_once, listed, EVENTS, (EARLY,))


def figures(result: dict[str, Any], hand: Hand, best: ReadingWorth) -> None:
    net: Net | None = hand.own
    result["base"] = best.base
    if net is not None:
        result["instant"] = dict(zip(WIND_NAMES, net, strict=True))


def conversion(options: Options, verdict: ReadingWorth) -> list[Step]:
    most = options["limit-tai"]
    if verdict.limit_hand:
        return [("conversion.limit-tai", {"total": most, "base": verdict.base})]
    total = verdict.total
    cut: list[Step] = [("conversion.cut", {"total": most, "unit": "tai"})] if most < total else []
    doubles = {"stake": options["stake"], "doubles": min(total, most) - 1, "base": verdict.base}
    return [("conversion.sum", {"total": total, "unit": "tai"}), *cut, ("conversion.stake", doubles)]


# who pays


def pay_with(options: Options) -> Pay:
    full = options["shooter"] == "full"
    cases, late = frozenset(options["liability"]) - {LATE_FRESH}, LATE_FRESH in options["liability"]

    def pay(won: Won) -> Sequence[Share]:
        by_bonus_tiles = won.hand is not None and won.hand.winning in FLOWERS
        feeder = None if by_bonus_tiles or won.source == ROBBED_KONG else liable(won)
        if feeder is not None:
            return [Share(feeder, won.base * (6 if won.discarder is None else 4), "line.pao")]
        if won.discarder is None:
            return everybody(won, 2 * won.base, "line.self-draw-doubled")
        if by_bonus_tiles:
            return [Share(won.discarder, 4 * won.base, "line.flower-alone")]
        if full:
            alone = "line.robbed-alone" if won.source == ROBBED_KONG else "line.pays-for-all"
            return [Share(won.discarder, 4 * won.base, alone)]
        doubled = Share(won.discarder, 2 * won.base, f"{role(won, won.discarder)}-doubled")
        shares = everybody(won, won.base, "line.other")
        return [doubled if share.payer == won.discarder else share for share in shares]

    def liable(won: Won) -> WindIndex | None:
        """The feeder of a great hand; else whoever discarded a fresh tile too late."""
        if won.hand is None:
            return won.liable
        feeder = liable_feeder(won.hand, cases)
        fresh = late and won.hand.flags & LATE_FRESH_DISCARD
        return won.discarder if feeder is None and fresh else feeder

    return pay


def instants(options: Options) -> tuple[InstantRule, ...]:
    stake, series = options["stake"], options["stake"] * options["instant-series"]
    claimed = (0, 3 * stake) if options["shooter"] == "full" else (stake, 2 * stake)
    rules = (
        InstantRule("claimed-kong", claimed[0], feeder=claimed[1], tile=True, most=4),
        InstantRule("concealed-kong", 2 * stake, tile=True, most=4),
        InstantRule("added-kong", stake, tile=True, most=4),
        InstantRule("cat-and-rat", stake, twice=EARLY, alone=True),
        InstantRule("rooster-and-centipede", stake, twice=EARLY, alone=True),
        InstantRule("own-pair", stake, twice=EARLY, most=1),
        *(InstantRule(id, series, twice=EARLY, alone=True) for id in SERIES),
    )
    played = options["instant-events"]
    return tuple(rule for rule in rules if rule.id in played and (options["animals"] or rule.id not in OF_ANIMALS))


OF_ANIMALS: Final = frozenset({"cat-and-rat", "rooster-and-centipede", "all-animals"})


# table, match, penalties


def tiles(options: Options) -> TileSet:
    animals = len(ANIMALS) if options["animals"] else 0
    jokers = {JOKER: Joker(options["jokers"])} if options["jokers"] else {}
    return tile_set(flowers=FLOWERS, animals=animals, jokers=jokers, known=frozenset(ANIMALS))


def progression(options: Options) -> Progression:
    passes = options["draw-passes"]
    return Progression(keeps_on_draw=passes != "always", paid_draw_passes=passes == "if-paid")


def penalties(options: Options) -> tuple[PenaltyRule, ...]:
    pays = options["false-win"] == "pay-all"
    each = same_for_all(2 * doubled(options)(options["limit-tai"]))
    return (
        PenaltyRule("false-win", "pays" if pays else "dead-hand", each if pays else None),
        PenaltyRule("wrong-count", options["wrong-count"]),
    )


def asks(options: Options, plain: Asks) -> Asks:
    most, cases = options["limit-tai"], options["liability"]
    rows = [row for row in on_dealers_discard(plain.situations) if row.id != "last-discard"]
    if options["human-hand"]:
        rows.append(FlagField("human", (DISCARD,), False, concealed=True))
    if LATE_FRESH in cases:
        rows.append(FlagField("late-fresh-discard", (DISCARD,)))
    return replace(
        plain,
        presets=tuple(range(options["min-tai"], most + 1)),
        limit_totals=(most,),
        liable_quick=(SELF_DRAW, DISCARD) if cases else (),
        origins=bool(set(cases) - {LATE_FRESH}),
        situations=tuple(rows),
        sources=ANY_SOURCE,
    )


RULESET = Ruleset(
    id="singapore",
    unit="tai",
    options=OPTIONS,
    items=ITEMS,
    bind=bind,
    tiles=tiles,
    wall=lambda _, tiles: WallPlan.of(tiles, dead="moving", dead_tiles=KEPT_BACK),
    dice=lambda options: DicePlan(options["dice"]),
    progression=progression,
    penalties=penalties,
    contradictions=(least_above_most("min-tai", "limit-tai", "limit"),),
    profiles=PROFILES,
    fields=frozenset({"instant"}),
    asks=asks,
)
