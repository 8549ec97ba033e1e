"""Rulesets made for the tests alone: what the seven games do not have, each on a sheet of data and a few predicates."""

from __future__ import annotations

from typing import Any

from controller.rules.game import DicePlan, WallPlan
from controller.rules.hand.reading import Form, Reading, seven_pairs, standard, thirteen_orphans
from controller.rules.hand.record import Hand
from controller.rules.hand.tile_set import FLOWERS, JOKER, Joker, TileSet, Wild, tile_set
from controller.rules.seats import Seat
from controller.rules.sheet import evidence as by
from controller.rules.sheet import patterns as has
from controller.rules.sheet.judges import Sum, judge
from controller.rules.sheet.options import Option, number
from controller.rules.sheet.ruleset import Bound, Item, Options, PlayedItems, Progression, ReadingWorth, Ruleset
from controller.rules.sheet.shares import everybody


def wild_held(reading: Reading) -> int:
    """Wild tiles in the hand, however used."""
    return len(reading.hand.wild.held) if reading.hand.wild else 0


def no_wild(hand: Hand) -> int:
    return hand.wild is None


def animals(hand: Hand) -> int:
    return (hand.flowers >> 8 & 0xF).bit_count()


ITEMS = (
    Item("win", "points", 1, lambda _: 1, on="hand", earned=by.nothing),
    Item("all-pungs", "points", 5, has.all_triplets),
    Item("five-chows", "points", 3, lambda reading: reading.chows == 5),
    Item("four-chows", "points", 2, lambda reading: reading.chows == 4),
    Item("seven-pairs", "points", 6, has.is_seven_pairs),
    Item("orphans", "points", 20, has.is_orphans),
    Item("one-suit", "points", 10, has.one_suit_hand, on="hand"),
    Item("no-wild", "points", 1, no_wild, on="hand", earned=by.nothing),
    Item("wild", "points", 1, wild_held, earned=by.nothing),
    Item("animal", "bonus", 1, animals, on="hand", earned=by.nothing),
)
FORMS: tuple[Form, ...] = (standard, seven_pairs, thirteen_orphans)
OPTIONS: tuple[Option, ...] = (number("min-points", 0, (0, 100)),)


def ruleset(id: str, tiles: TileSet, absent: Seat | None = None) -> Ruleset:
    """A game of points, paid once by every loser, played with these tiles."""

    def bind(options: Options, played: PlayedItems) -> Bound:
        counted = Sum("points", lambda total: total, beside="bonus")
        return Bound(
            forms=FORMS,
            judge=judge(played, counted),
            pay=lambda won: everybody(won, won.base, "line.other", tiles.players),
            base_of=counted.quick,
            minimum=options["min-points"],
            convert=conversion,
            every_way=True,
        )

    return Ruleset(
        id=id,
        unit="points",
        options=OPTIONS,
        items=ITEMS,
        bind=bind,
        tiles=lambda _: tiles,
        wall=lambda _, tiles: WallPlan.of(tiles, absent_seat=absent),
        dice=lambda _: DicePlan(2),
        progression=lambda _: Progression(absent_seat=absent),
        penalties=lambda _: (),
    )


def conversion(verdict: ReadingWorth) -> list[Any]:
    return [("conversion.sum", {"total": verdict.total, "unit": "points"})]


RULESETS = {
    rules.id: rules
    for rules in (
        ruleset("sixteen", tile_set(hand=16, flowers=FLOWERS)),
        ruleset("jokers", tile_set(jokers={JOKER: Joker(4)})),
        ruleset("dot-jokers", tile_set(jokers={JOKER: Joker(8, tuple(range(9, 18)))})),
        ruleset("gold", tile_set(flowers=FLOWERS, wild=Wild(shown="same", stands_for=tuple(range(27))))),
        ruleset("next", tile_set(wild=Wild(shown="next"))),
        ruleset("both", tile_set(wild=Wild(shown="same-and-next"))),
        ruleset("red-dragons", tile_set(wild=Wild(kinds=(33,)))),
        ruleset("animals", tile_set(flowers=FLOWERS, animals=4)),
        ruleset("two-suits", tile_set(hand=10, without=tuple(range(18, 34)), strangers_are_too_many=True)),
        ruleset("three", tile_set(players=3, copies=3, uneven={30: 2}, without=tuple(range(1, 8))), Seat(3)),
    )
}


def hand(ruleset: str, tiles: str, winning: str, **more: Any) -> dict[str, Any]:
    """A record won from the wall by East."""
    return {
        "ruleset": ruleset, "hand": tiles, "winning_tile": winning, "win": "self-draw", "seat_wind": "E",
        "round_wind": "E", **more,
    }  # fmt: skip
