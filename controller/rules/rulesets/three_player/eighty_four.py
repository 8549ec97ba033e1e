"""Fan with 84 tiles: dots and honors, jokers, animals and faces."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from functools import lru_cache
from typing import Any, Final

from controller.rules.hand.reading import Reading, standard
from controller.rules.hand.record import (
    DOUBLE_REPLACEMENT,
    EARTHLY,
    FLOWER_REPLACEMENT,
    HEAVENLY,
    LAST_TILE,
    REPLACEMENT,
    Hand,
)
from controller.rules.hand.tile_set import ANIMALS, FACE, JOKER
from controller.rules.hand.tiles import DRAGONS, HONOURS, KINDS, NAMES, WINDS, read_tiles, write_tiles
from controller.rules.rulesets.three_player.points import GREAT, adding_up, same
from controller.rules.sheet import evidence as by
from controller.rules.sheet import patterns as has
from controller.rules.sheet.judges import Sum
from controller.rules.sheet.ruleset import Bound, Exclusion, InstantRule, Item, Options, PlayedItems, Test

FAN: Final = "fan"
SCORING: Final = {"scoring": "fan"}
DOTS: Final = tuple(range(9, 18))
ONLY_DOTS: Final = 2
"""The bit of the dots among the suits of a hand."""
STANDS_FOR: Final = (*DOTS, *HONOURS)
EVERY_ANIMAL: Final = sum(1 << tile - KINDS for tile in ANIMALS)
SERIES: Final = 4
"""Tiles of a full series."""
FOURTH: Final = 3
"""The place of number 4 in its series, from 0."""


# tests that only this game has


def triplet_of(tile: int) -> Test:
    return lambda reading: reading.has_triplet(tile)


def four_chows_and_dots(reading: Reading) -> int:
    return reading.chows == 4 and reading.pair in DOTS


def only_dots(hand: Hand) -> int:
    return hand.suits == ONLY_DOTS


def four_concealed_drawn(reading: Reading) -> int:
    return reading.concealed == 4 and not reading.hand.by_other


def own_flower(hand: Hand) -> int:
    return hand.flowers >> hand.seat_wind & 1


def own_season(hand: Hand) -> int:
    return hand.flowers >> SERIES + hand.seat_wind & 1


def fourth_flower(hand: Hand) -> int:
    return hand.flowers >> FOURTH & 1


def fourth_season(hand: Hand) -> int:
    return hand.flowers >> SERIES + FOURTH & 1


def animals(hand: Hand) -> int:
    return (hand.flowers & EVERY_ANIMAL).bit_count()


@lru_cache(maxsize=1_000)
def laid(text: str) -> tuple[int, ...]:
    return tuple(read_tiles(text))


def number_laid(tile: int) -> Callable[[Hand], int]:
    """How often a tile lies before the winner of which the set has several."""
    return lambda hand: laid(hand.record.get("flowers") or "").count(tile)


def some_of(number: Callable[[Hand], int]) -> Callable[[Hand], int]:
    def test(hand: Hand) -> int:
        there = number(hand)
        return there if there < SERIES else 0

    return test


def all_of(number: Callable[[Hand], int]) -> Callable[[Hand], int]:
    return lambda hand: number(hand) == SERIES


def nothing_laid(hand: Hand) -> int:
    return not hand.record.get("flowers")


def tiles_laid(tile: int) -> by.Evidence:
    return lambda reading: [write_tiles(one for one in laid(reading.hand.record["flowers"]) if one == tile)]


def flower_numbered(place: int) -> by.Evidence:
    return lambda _reading: [NAMES[KINDS + place]]


faces, jokers = number_laid(FACE), number_laid(JOKER)


# the sheet


def fan(id: str, value: int, test: Test, **more: Any) -> Item:
    return Item(id, FAN, value, test, when=SCORING, **more)


def on_hand(id: str, value: int, test: Test, **more: Any) -> Item:
    return fan(id, value, test, on="hand", **more)


def great(id: str, test: Test, *, when: dict[str, Any] | None = None, **more: Any) -> Item:
    return Item(id, GREAT, "limit", test, when={**SCORING, **(when or {})}, **more)


WON: Final[dict[str, Any]] = {"earned": by.winning_tile}
ITEMS: Final = (
    fan("dragon-pong", 1, has.dragon_triplets, same_as="dragon-pung", earned=by.triplets(DRAGONS)),
    fan("east-wind-pong", 1, triplet_of(WINDS[0]), earned=by.triplets((WINDS[0],))),
    fan("north-wind-pong", 1, triplet_of(WINDS[3]), earned=by.triplets((WINDS[3],))),
    fan("seat-wind-pong", 1, has.seat_wind_triplet, same_as="seat-wind", earned=by.wind_triplet("seat")),
    fan("all-chows", 1, four_chows_and_dots, variant="dots"),
    fan("all-pongs", 2, has.all_triplets, same_as="all-pungs"),
    on_hand("full-flush", 3, only_dots, variant="dots"),
    fan("little-dragons", 3, has.two_dragons_and_pair, same_as="little-three-dragons", variant="alone",
        earned=by.triplets_and_pair(DRAGONS)),
    on_hand("replacement-win", 1, has.flagged(REPLACEMENT), **WON),
    on_hand("flower-replacement", 1, has.flagged(FLOWER_REPLACEMENT), **WON),
    on_hand("robbing-the-kong", 1, has.robbed_kong_hand, **WON),
    on_hand("own-flower", 1, own_flower, earned=by.own_flowers("seat", has.PLANTS)),
    on_hand("fourth-flower", 1, fourth_flower, earned=flower_numbered(FOURTH)),
    on_hand("own-season", 1, own_season, earned=by.own_flowers("seat", has.SEASONS)),
    on_hand("fourth-season", 1, fourth_season, earned=flower_numbered(SERIES + FOURTH)),
    on_hand("all-flowers", 4, has.has_all(has.PLANTS), same_as="all-four-flowers", variant="alone",
            earned=by.flowers(has.PLANTS)),
    on_hand("all-seasons", 4, has.has_all(has.SEASONS), same_as="all-four-seasons", variant="alone",
            earned=by.flowers(has.SEASONS)),
    on_hand("animal", 1, some_of(animals), earned=by.flowers(EVERY_ANIMAL)),
    on_hand("all-animals", 5, all_of(animals), earned=by.flowers(EVERY_ANIMAL)),
    on_hand("face", 1, some_of(faces), earned=tiles_laid(FACE)),
    on_hand("all-faces", 5, all_of(faces), earned=tiles_laid(FACE)),
    on_hand("shown-joker", 1, jokers, earned=tiles_laid(JOKER)),
    great("great-dragons", has.three_dragons, same_as="big-three-dragons", earned=by.triplets(DRAGONS)),
    great("little-winds", has.three_winds_and_pair, same_as="little-four-winds", variant="alone",
          earned=by.triplets_and_pair(WINDS)),
    great("great-winds", has.four_winds, same_as="big-four-winds", earned=by.triplets(WINDS)),
    great("all-honors", has.only_honours_hand, on="hand"),
    great("nine-gates", has.gates_hand, on="hand"),
    great("all-kongs", has.four_kongs, same_as="four-kongs", earned=by.kongs),
    great("four-concealed-pongs", four_concealed_drawn, same_as="four-concealed-pungs", variant="drawn",
          earned=by.triplets(concealed=True)),
    great("heavenly-hand", has.flagged(HEAVENLY), on="hand"),
    great("earthly-hand", has.flagged(EARTHLY), on="hand"),
    great("last-tile", has.flagged(LAST_TILE), on="hand", variant="drawn", **WON),
    great("double-replacement", has.flagged(DOUBLE_REPLACEMENT), on="hand", **WON),
    great("no-flowers", nothing_laid, on="hand", variant="limit", earned=by.nothing, when={"no-flowers-limit": True}),
)  # fmt: skip

EXCLUSIONS: Final = (
    Exclusion("little-dragons", ("dragon-pong",), "replaces", when=SCORING),
    Exclusion("all-flowers", ("own-flower", "fourth-flower"), "replaces", when=SCORING),
    Exclusion("all-seasons", ("own-season", "fourth-season"), "replaces", when=SCORING),
)

INSTANTS: Final = (
    InstantRule("claimed-kong", 1, tile=True, most=SERIES),
    InstantRule("concealed-kong", 2, tile=True, most=SERIES),
    InstantRule("added-kong", 1, tile=True, most=SERIES),
    *(InstantRule(id, 5, alone=True) for id in ("all-flowers", "all-seasons", "all-animals", "all-faces")),
)


def bind(options: Options, played: PlayedItems) -> Bound:
    counting = Sum(FAN, same, top=options["limit"])
    return replace(adding_up(options, played, counting, (standard,)), instants=INSTANTS)
