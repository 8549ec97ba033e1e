"""American: the hands stand on a card, jokers stand in groups of three and more, and tiles are passed before play.
Decisions: docs/rulesets/american.md."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import Any, Final

from controller.rules.entry import ACROSS, LEFT, RIGHT, Asks, CardLine, Declaration, Pass
from controller.rules.errors import RecordError
from controller.rules.game import DicePlan, WallPlan
from controller.rules.hand.reading import Reading
from controller.rules.hand.record import DISCARD, LAST_DISCARD, LATE_FRESH_DISCARD, NO_WIN, ROBBED_KONG, SELF_DRAW, Hand
from controller.rules.hand.tile_set import FLOWERS, JOKER, PLAYING_KINDS, Joker, TileSet, tile_set
from controller.rules.hand.tiles import JOKERS, RED_SHIFT
from controller.rules.rulesets.american.example_card import EXAMPLE_CARD
from controller.rules.rulesets.american.lines import LineReading, Lines
from controller.rules.rulesets.american.settling import (
    DEAD_HANDS,
    LATE_FRESH,
    MISNAMED,
    AmericanCourse,
    AmericanSettling,
    pay_with,
)
from controller.rules.sheet import evidence as by
from controller.rules.sheet.card import CARD, Card, read_card, written
from controller.rules.sheet.judges import summed
from controller.rules.sheet.options import CHANGES, choice, flag, number
from controller.rules.sheet.ruleset import (
    ALWAYS,
    Bound,
    Found,
    Item,
    Judge,
    Options,
    PenaltyRule,
    PlayedItems,
    Progression,
    ReadingWorth,
    Ruleset,
    Step,
    find,
)

POINTS: Final = "points"
LINE = "line"
JOKERLESS: Final = "jokerless"
MOST_JOKERS: Final = 8
_JOKERS: Final = JOKERS >> RED_SHIFT
"""Of what a hand has beside the playing tiles."""


# items


def no_jokers(hand: Hand) -> int:
    return not hand.beside & _JOKERS


def is_line(id: str) -> Callable[[LineReading], int]:
    return lambda reading: reading.line.id == id


def every_tile(reading: Reading) -> list[str]:
    """The concealed tiles as they were entered, each exposure, and the winning tile."""
    record = reading.hand.record
    return [record["hand"], *(meld["tiles"] for meld in record.get("melds") or ()), record["winning_tile"]]


def items_of(card: Card) -> tuple[Item, ...]:
    """The lines of a card in its order, and what counts beside them."""
    lines = tuple(Item(line.id, LINE, line.value, is_line(line.id), earned=every_tile) for line in card.lines)
    return (*lines, Item(JOKERLESS, JOKERLESS, "jokerless-bonus", no_jokers, on="hand", earned=by.nothing))


EXAMPLE: Final = read_card(EXAMPLE_CARD)


def card_of(options: Options) -> Card:
    """The card that is played: of the house, or the example."""
    own = options.get(CHANGES, {}).get(CARD)
    return EXAMPLE if own is None else read_card(own, f"{CHANGES}.{CARD}")


OPTIONS = (
    choice("charleston-second", "vote", ("always", "never")),
    flag("blind-pass", True),
    flag("courtesy", True),
    number("pass-seconds", 60, (0, 600)),
    flag("jokerless-bonus", True),
    number("jokers", MOST_JOKERS, (0, MOST_JOKERS)),
    choice("hot-wall", "off", ("discarder-pays-all",)),
    choice("cold-wall", "off", ("self-draw-only",)),
    number("wall-pot", 0, (0, 1_000_000)),
    choice("multiple-winners", "nearest", ("all",)),
    choice("hands", 16, (4, 8, 12, 20, 24, 32)),
)


# value and payments


def check_with(card: Card) -> Callable[[Hand], None]:
    """Raises RecordError for another card than the one played, and for a win that this game has not."""

    def check(hand: Hand) -> None:
        named = hand.record.get(CARD)
        if named is not None and named != card.id:
            raise RecordError(CARD, f"{named!r} is not the card that is played", f"write {card.id}")
        if hand.source == ROBBED_KONG:
            raise RecordError("win", "no kong can be robbed here", "write self-draw or discard")
        hand.own = bool(hand.flags & LATE_FRESH_DISCARD)

    return check


def refuses_with(options: Options) -> Callable[[Hand], str]:
    cold = options["cold-wall"] == "self-draw-only"

    def refuses(hand: Hand) -> str:
        """A joker cannot be claimed; with a cold wall no late discard can."""
        barred = hand.winning == JOKER or (cold and hand.flags & (LATE_FRESH_DISCARD | LAST_DISCARD))
        return NO_WIN if hand.source == DISCARD and barred else ""

    return refuses


def judge_with(played: PlayedItems) -> Judge:
    """The value of the line, and once more what the bonus of a hand without jokers gives for it."""
    bonus = played.group(JOKERLESS).on_hand
    lines = {row[0]: row for row in played.group(LINE).on_reading}

    def worth(reading: LineReading, found: Found) -> ReadingWorth:
        line = reading.line
        id, value, test = lines[line.id]
        total = value * test(reading)
        items = {id: total}
        if line.doubled:
            for name, times in found.items():
                items[name] = times * value
                total += times * value
        return ReadingWorth((total,), ALWAYS, reading, items, total, total, False)

    def verdicts(hand: Hand, readings: Sequence[Any]) -> list[ReadingWorth]:
        found = find(bonus, hand)
        return [worth(reading, found) for reading in readings]

    return verdicts


def conversion(verdict: ReadingWorth) -> list[Step]:
    return summed(verdict, POINTS)


def bind(options: Options, played: PlayedItems) -> Bound:
    card = card_of(options)
    return Bound(
        forms=(Lines(card.lines).readings,),
        judge=judge_with(played),
        pay=pay_with(options),
        base_of=lambda win: win.total,
        minimum=0,
        convert=conversion,
        refuses=refuses_with(options),
        check=check_with(card),
        pays_alike=options["hot-wall"] != "discarder-pays-all",
    )


# table, match, penalties


def tiles(options: Options) -> TileSet:
    jokers = {JOKER: Joker(options["jokers"], PLAYING_KINDS)} if options["jokers"] else {}
    return tile_set(flowers=FLOWERS, jokers=jokers, known=frozenset({JOKER}), exposures=True)


def progression(options: Options) -> Progression:
    return Progression(
        keeps_on_win=False, keeps_on_draw=False, hands=options["hands"], extra_hand_each=options["wall-pot"]
    )


def penalties(options: Options) -> tuple[PenaltyRule, ...]:
    """What makes a dead hand, which pays like a loser."""
    del options
    return tuple(PenaltyRule(id, "dead-hand") for id in ("false-win", "wrong-count", "impossible-exposure"))


def passes(options: Options) -> tuple[Pass, ...]:
    """The Charleston: right, across, left; the same the other way round; then the courtesy of players opposite."""
    blind, second = options["blind-pass"], options["charleston-second"]
    first = [Pass(to, blind=blind and to == LEFT) for to in (RIGHT, ACROSS, LEFT)]
    voted = [Pass(to, blind=blind and to == RIGHT, second=second) for to in (LEFT, ACROSS, RIGHT)]
    courtesy = [Pass(ACROSS, courtesy=True)] if options["courtesy"] else []
    every = (*first, *(voted if second != "never" else ()), *courtesy)
    return tuple(row._replace(seconds=options["pass-seconds"]) for row in every)


def asks(options: Options, plain: Asks) -> Asks:
    """The line of the card, and what makes a discard dearer."""
    card = card_of(options)
    hot = options["hot-wall"] == "discarder-pays-all"
    late = (Declaration(LATE_FRESH, ("win",), flags=(LATE_FRESH,)),) if hot else ()
    return replace(
        plain,
        declared=(*late, Declaration(MISNAMED, ("win",))),
        abort=(DEAD_HANDS,),
        limit="",
        sources=(SELF_DRAW, DISCARD),
        situations=(),
        chows=False,
        counters=bool(options["wall-pot"]),
        lines=tuple(
            CardLine(line.id, written(line), line.value, line.doubled and options["jokerless-bonus"])
            for line in card.lines
        ),
        bonus_after_deal="",
        passes=passes(options),
    )


RULESET = Ruleset(
    id="american",
    unit=POINTS,
    options=OPTIONS,
    items=items_of(EXAMPLE),
    bind=bind,
    tiles=tiles,
    wall=lambda _, tiles: WallPlan.of(tiles, break_rule="always-own", replaced_from="nowhere"),
    dice=lambda _: DicePlan(2),
    progression=progression,
    penalties=penalties,
    fields=frozenset({CARD}),
    fixed_items=True,
    of_card=lambda given: items_of(read_card(given, f"{CHANGES}.{CARD}")),
    asks=asks,
    settling=AmericanSettling,
    course=AmericanCourse,
)
