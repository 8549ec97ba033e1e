"""The Filipino game: suits alone are played, the turned tile makes its other copies wild, kongs and bonus tiles are
paid at once. Decisions: docs/rulesets/filipino.md."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from functools import lru_cache
from typing import Any, Final

from controller.rules.engine import ConfiguredGame
from controller.rules.entry import ANY_SOURCE, EACH, MOST_PRESETS, Asks, FlagField, on_dealers_discard
from controller.rules.errors import RecordError
from controller.rules.game import DicePlan, WallPlan
from controller.rules.hand.best_reading import Placed, beside_wild, best_sets
from controller.rules.hand.facts import check_dealers_discard
from controller.rules.hand.parse import indicator_of
from controller.rules.hand.reading import Reading
from controller.rules.hand.record import DICE_PAIR, DISCARD, EARTHLY, HEAVENLY, NO_WIN, QUICK, TOO_MANY, Hand
from controller.rules.hand.suit_sorts import (
    BACK_TO_BACK,
    CHOW_AMONG,
    EDGE,
    MIDDLE,
    NO_WAIT,
    PUNG_AMONG,
    SINGLE,
    STRAIGHT,
    WAIT_AT,
    WAITS,
    Worth,
)
from controller.rules.hand.tile_set import FLOWERS, FULL_COPIES, NO_WILD, TileSet, Wild
from controller.rules.hand.tiles import EACH_RANK, HONOURS, count_in, read_tiles
from controller.rules.hand.words import ranks_in
from controller.rules.instants import score_event
from controller.rules.rulesets.filipino.forms import SIETE, SUIT_TILES, siete_pares, wait_of
from controller.rules.seats import WINDS as WIND_NAMES
from controller.rules.sheet import evidence as by
from controller.rules.sheet import glance
from controller.rules.sheet import patterns as has
from controller.rules.sheet.alike import judged_once
from controller.rules.sheet.glance import needing
from controller.rules.sheet.judges import Sum, judge, summed
from controller.rules.sheet.options import Option, choice, flag, number
from controller.rules.sheet.ruleset import (
    Bound,
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
    same_for_all,
)
from controller.rules.sheet.shares import dealer_and_discarder

POINTS: Final[Mapping[str, int]] = {
    "no-flowers": 1, "thirteen-flowers": 1, "claimed-kong": 1, "concealed-kong": 2, "added-kong": 2,
}  # fmt: skip
"""What is paid at once, with the points from each."""
EVENTS: Final = tuple(POINTS)
SETS: Final = 5
KINDS: Final = CHOW_AMONG | PUNG_AMONG
"""Of the sets of a sort."""
DICE: Final = "dice-pair"


def check_with(options: Options) -> Any:
    """What the record must say right: the turned tile, and honours that are bonus tiles. The check raises
    RecordError."""
    turned = bool(options["wilds"])

    def check(hand: Hand) -> None:
        indicator = hand.turned if turned else indicator_of(hand.record)
        if indicator is not None and not turned:
            raise RecordError("indicator", "no tile is turned up in this game", "leave it empty")
        if indicator is not None and indicator >= HONOURS[0]:
            raise RecordError("indicator", "the tile turned up is a suit tile")
        if hand.flags:
            check_dealers_discard(hand)
        if hand.every[3] and hand.fault in ("", NO_WIN):
            laid = laid_out(hand.record.get("flowers") or "")
            if any(laid.count(tile) + count_in(hand.every, tile) > FULL_COPIES for tile in HONOURS):
                hand.fault = TOO_MANY

    return check


@lru_cache(maxsize=2_000)
def laid_out(flowers: str) -> tuple[int, ...]:
    return tuple(read_tiles(flowers))


def refuses_with(options: Options) -> Any:
    taken = options["wild-on-discard"]

    def refuses(hand: Hand) -> str:
        """Bonus tiles are no part of a hand; wild tiles are in no declared set, and nobody takes a discarded one but to
        win where that is played."""
        if hand.every[3] or -1 in hand.meld_sets:
            return NO_WIN
        indicator = hand.turned
        if indicator is None:
            return ""
        thrown = hand.by_other and hand.winning == indicator and not (taken and hand.source == DISCARD)
        return NO_WIN if thrown or count_in(hand.every, indicator) > count_in(hand.hidden, indicator) else ""

    return refuses


# items


def every_hand(hand: Hand) -> int:
    del hand
    return True


def all_up(hand: Hand) -> int:
    return not hand.shown


def all_down(hand: Hand) -> int:
    return hand.shown == SETS


def all_chows(reading: Reading) -> int:
    if isinstance(reading, Placed):
        return reading.sort & KINDS == CHOW_AMONG
    return reading.chows == SETS


def all_pongs(reading: Reading) -> int:
    if isinstance(reading, Placed):
        return reading.sort & KINDS == PUNG_AMONG
    return reading.triplets == SETS


def straight(reading: Reading) -> int:
    if isinstance(reading, Placed):
        return reading.sort & STRAIGHT != 0
    m, p, s, _ = reading.hand.every
    return EACH_RANK in (ranks_in(m), ranks_in(p), ranks_in(s)) and has.straight(reading)


def one_suit(hand: Hand) -> int:
    """All but the wild tiles are of one suit."""
    m, p, s, _ = beside_wild(hand)
    return (m != 0) + (p != 0) + (s != 0) == 1


def is_siete_pares(reading: Reading) -> int:
    return reading.form == SIETE


needing(glance.THREE_CHOWS, all_chows, straight)
needing(glance.NO_CHOW, all_pongs)
needing(glance.SPECIAL_FORM, is_siete_pares)


def waited(wait: str, taken: int) -> Test:
    """``taken``: what is seen at a glance of what such a wait is for."""

    def test(reading: Reading) -> int:
        return wait_of(reading) == wait

    needing(taken, test)
    return test


def point(id: str, value: int | str, test: Test, **more: Any) -> Item:
    return Item(id, "points", value, test, **more)


ITEMS = (
    point("base", "base-points", every_hand, on="hand", earned=by.nothing),
    point("all-up", 1, all_up, on="hand"),
    point("all-down", 1, all_down, on="hand"),
    point("all-chows", 1, all_chows),
    point("all-pongs", "all-pongs", all_pongs, same_as="all-pungs"),
    point("escalera", 2, straight, earned=by.straight),
    point("full-flush", "full-flush", one_suit, on="hand"),
    point("siete-pares", 2, is_siete_pares),
    point("single", 1, waited(SINGLE, glance.TAKEN_PAIR), earned=by.taken_set),
    point("middle", 1, waited(MIDDLE, glance.TAKEN_CHOW), earned=by.taken_set),
    point("back-to-back", 1, waited(BACK_TO_BACK, glance.TAKEN_TRIPLET), earned=by.taken_set),
    point("edge", 1, waited(EDGE, glance.TAKEN_CHOW), earned=by.taken_set, when={"edge": True}),
    point("quick-win", 1, has.flagged(QUICK), on="hand", earned=by.nothing),
    point("dealt-win", "dealt-win", has.flagged(HEAVENLY | EARTHLY), on="hand"),
)

WORTH = (0, 1_000)
OPTIONS = (
    number("base-points", 4, (1, 1_000)),
    number("dealt-win", 20, WORTH),
    number("full-flush", 2, WORTH),
    number("all-pongs", 1, WORTH),
    choice("wilds", 3, (0,)),
    flag("wild-on-discard", False),
    flag("edge", False),
    flag("doubles-dice", False),
    Option("instant-events", EVENTS, members=EVENTS),
    number("quick-discards", 5, (1, 40)),
    choice("multiple-winners", "nearest", ("all",)),
    choice("next-dealer", "winner-stays", ("rotate",)),
    number("rounds", 4, (1, 16)),
)


# points and payments


_WAITS: Final = {wait: at << WAIT_AT for at, wait in enumerate(WAITS)}


def what_counts(reading: Reading) -> int:
    """All that items look at: the sort of the sets and the wait as ``Placed`` has them, whether it is siete pares, what
    is claimed, and whether there is one suit."""
    hand = reading.hand
    if isinstance(reading, Placed):
        sort = reading.sort
    elif reading.form == SIETE:
        sort = 1 << _FORM_AT | _WAITS[wait_of(reading)]
    else:
        sort = _WAITS[wait_of(reading)]
        if reading.triplets != SETS:
            sort |= CHOW_AMONG if reading.chows == SETS else KINDS
            if reading.chows > 2 and straight(reading):
                sort |= STRAIGHT
        else:
            sort |= PUNG_AMONG
    claimed = 1 if all_up(hand) else 2 if all_down(hand) else 0
    return (sort << 2 | claimed) << 1 | one_suit(hand)


_FORM_AT: Final = WAIT_AT + 3


def judge_with(options: Options, played: PlayedItems) -> Judge:
    counted = judged_once(judge(played, Sum("points", base=lambda total: total)), played, what_counts)
    if not options["doubles-dice"]:
        return counted

    def doubled(hand: Hand, readings: Sequence[Reading]) -> Iterable[ReadingWorth]:
        times = 2 if hand.flags & DICE_PAIR else 1
        return [verdict.but(base=times * verdict.base) for verdict in counted(hand, readings)]

    return doubled


def conversion(verdict: ReadingWorth) -> list[Step]:
    doubled: list[Step] = [("conversion.dice-pair", {"points": verdict.base})] if verdict.base > verdict.total else []
    return [*summed(verdict, "points"), *doubled]


def instants(options: Options) -> tuple[InstantRule, ...]:
    twice = DICE if options["doubles-dice"] else ""
    played = options["instant-events"]
    rules = (
        InstantRule("no-flowers", POINTS["no-flowers"], twice=twice, most=1),
        InstantRule("thirteen-flowers", POINTS["thirteen-flowers"], twice=twice, most=1),
        *(InstantRule(id, POINTS[id], twice=twice, tile=True, most=SETS) for id in EVENTS[2:]),
    )
    return tuple(rule for rule in rules if rule.id in played)


def score_at_once(game: ConfiguredGame, record: Mapping[str, Any]) -> dict[str, Any]:
    """A record of what was paid during a hand: like a win, its base is doubled and its items are not."""
    result: dict[str, Any] = score_event(EVENTS)(game, record)
    items = {id: POINTS[id] for id in result["items"]}
    return {**result, "items": items, "total": sum(items.values())}


def worth_with(played: PlayedItems, options: Options) -> Worth:
    """What the items that look at a reading of five sets come to."""

    def points(id: str) -> int:
        return played.items[id].worth(options) if id in played.items else 0

    kinds = {CHOW_AMONG: points("all-chows"), PUNG_AMONG: points("all-pongs")}
    waits = {wait: points(wait) for wait in (SINGLE, MIDDLE, BACK_TO_BACK, EDGE)} | {NO_WAIT: 0}
    straights = points("escalera")

    def worth(sort: int, wait: str) -> int:
        of_kinds = kinds.get(sort & (CHOW_AMONG | PUNG_AMONG), 0)
        return of_kinds + waits[wait] + (straights if sort & STRAIGHT else 0)

    return worth


def bind(options: Options, played: PlayedItems) -> Bound:
    return Bound(
        forms=(best_sets(worth_with(played, options), every=bool(played.own)), siete_pares),
        judge=judge_with(options, played),
        pay=dealer_and_discarder(self_draw=2, dealer_wins=1, dealer_loses=1),
        pays_alike=True,
        base_of=lambda win: win.total,
        minimum=0,
        convert=conversion,
        refuses=refuses_with(options),
        check=check_with(options),
        every_way=True,
        instants=instants(options),
    )


# table, match, penalties


def tiles(options: Options) -> TileSet:
    """Suit tiles are played with; all the others are bonus tiles."""
    return TileSet(
        dict.fromkeys(SUIT_TILES, FULL_COPIES),
        {**dict.fromkeys(HONOURS, FULL_COPIES), **dict.fromkeys(FLOWERS, 1)},
        hand=3 * SETS + 1,
        wild=Wild(shown="same", stands_for=SUIT_TILES) if options["wilds"] else NO_WILD,
        strangers_win_nothing=True,
    )


def progression(options: Options) -> Progression:
    """The deal's rounds are counted by winds, which mean nothing else here."""
    stays = options["next-dealer"] == "winner-stays"
    winds = tuple(WIND_NAMES[round_ % 4] for round_ in range(options["rounds"]))
    return Progression(winds=winds, keeps_on_win=stays, keeps_on_draw=stays)


def asks(options: Options, plain: Asks) -> Asks:
    dealt = ("heavenly", "earthly") if options["dealt-win"] else ()
    rows = [row for row in on_dealers_discard(plain.situations) if row.id in dealt]
    rows.append(FlagField("quick", ANY_SOURCE))
    if options["doubles-dice"]:
        rows.append(FlagField(DICE, ANY_SOURCE))
    base = options["base-points"]
    presets = tuple(range(base, base + MOST_PRESETS))
    return replace(plain, presets=presets, situations=tuple(rows), limit="", bonus_after_deal=EACH)


RULESET = Ruleset(
    id="filipino",
    unit="points",
    options=OPTIONS,
    items=ITEMS,
    bind=bind,
    tiles=tiles,
    wall=lambda options, tiles: WallPlan.of(tiles, turned=options["wilds"] > 0),
    dice=lambda _: DicePlan(2),
    progression=progression,
    penalties=lambda options: (
        PenaltyRule("false-win", "pays", same_for_all(2 * options["base-points"])),
        PenaltyRule("wrong-count", "dead-hand"),
    ),
    fields=frozenset({"indicator"}),
    asks=asks,
    scores_instants=score_at_once,
)
