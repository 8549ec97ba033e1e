"""The reading that is worth most of a hand with wild tiles, compared with every way to cut that hand."""

from __future__ import annotations

import random
from collections.abc import Iterable, Iterator, Sequence
from itertools import product
from typing import Any, NamedTuple

from hypothesis import example, given, settings
from hypothesis import strategies as st

from bench.score import random_record
from controller.rules import configure
from controller.rules.hand import suit_kinds as ends_of_suits
from controller.rules.hand.best_reading import Placed, best_sets, real_tiles
from controller.rules.hand.reading import Reading
from controller.rules.hand.record import Hand
from controller.rules.hand.sets import tiles_of
from controller.rules.hand.suit_kinds import (
    ALL_KINDS,
    BELOW,
    LANE,
    MOST_CUTS,
    MOST_EQUAL,
    MOST_THROUGH,
    RANKS,
    REAL,
    suit_kinds,
)
from controller.rules.hand.suit_sorts import BACK_TO_BACK, CHOW_AMONG, MIDDLE, PUNG_AMONG, SINGLE, STRAIGHT
from controller.rules.hand.tiles import bag, bag_of, read_tiles, unpack, write_tiles
from controller.rules.rulesets.filipino import all_chows, all_pongs, one_suit, straight, worth_with
from controller.rules.rulesets.filipino.forms import wait_of
from controller.rules.sheet import patterns

GAME = configure("filipino")
WORTH = worth_with(GAME.played, GAME.options)
EVERY_SORT = best_sets(WORTH, every=True)
WILD = -1


class Tile(NamedTuple):
    """A tile of a hand, ``WILD`` for any wild one."""

    kind: int
    won: bool


class Group(NamedTuple):
    """A set or a pair: the kinds that it consists of, and for each the tile of the hand in that place."""

    kinds: tuple[int, ...]
    held: tuple[Tile, ...]


GROUPS = (
    *((kind,) * number for number in (2, 3) for kind in range(27)),
    *((kind, kind + 1, kind + 2) for kind in range(27) if kind % 9 < 7),
)
"""Pairs, pungs and chows."""


def cuts(tiles: Sequence[Tile], *, pair: bool) -> Iterator[tuple[Group, ...]]:
    """Every way to cut tiles, real ones first, into sets, and a pair if asked for: the first of them may be part of any
    group, with any others."""
    if not tiles:
        if not pair:
            yield ()
        return
    first = tiles[0]
    for kinds in GROUPS if first.kind == WILD else _WITH[first.kind]:
        if len(kinds) == 2 and not pair:
            continue
        for held, left in _filled(kinds, tiles):
            if first in held:
                for further in cuts(left, pair=pair and len(kinds) > 2):
                    yield (Group(kinds, held), *further)


_WITH = {kind: [kinds for kinds in GROUPS if kind in kinds] for kind in range(27)}


def _filled(kinds: Sequence[int], tiles: Sequence[Tile]) -> Iterator[tuple[tuple[Tile, ...], Sequence[Tile]]]:
    """A tile for each place of a group, and the tiles that are left."""
    if not kinds:
        yield (), tiles
        return
    for tile in dict.fromkeys(tiles):
        if tile.kind in (WILD, kinds[0]):
            at = tiles.index(tile)
            for others, left in _filled(kinds[1:], [*tiles[:at], *tiles[at + 1 :]]):
                yield (tile, *others), left


def worth_of(groups: Sequence[Group], melded: Sequence[tuple[int, ...]]) -> int:
    """By the rules of the game: kinds of sets, a straight, and the place of the winning tile, where two pairs and a
    pung count only when they are real."""
    sets = [group.kinds for group in groups if len(group.kinds) == 3] + list(melded)
    sort = sort_of(sets)
    if any(all((low + step, low + step + 1, low + step + 2) in sets for step in (0, 3, 6)) for low in (0, 9, 18)):
        sort |= STRAIGHT
    taken = next(group for group in groups if any(tile.won for tile in group.held))
    return WORTH(sort, _wait(taken, *pairs_of(groups)))


def _wait(taken: Group, pair: Group) -> str:
    if taken is pair:
        return "single"
    place = next(at for at, tile in enumerate(taken.held) if tile.won)
    if taken.kinds[0] == taken.kinds[1]:
        others = (*(tile for tile in taken.held if not tile.won), *pair.held)
        return "" if any(tile.kind == WILD for tile in others) else "back-to-back"
    if place == 1:
        return "middle"
    return "edge" if (taken.kinds[0] % 9, place) in ((0, 2), (6, 0)) else ""


def exhaustive(hand: Hand) -> int | None:
    """The most that a cut of the hand is worth; None where it cannot be cut."""
    assert hand.wild is not None
    real = unpack(bag_of(real_tiles(hand)))
    if not hand.wild.winning:
        real.remove(hand.winning)
    tiles = [Tile(kind, False) for kind in real] + [Tile(WILD, False)] * (len(hand.wild.held) - hand.wild.winning)
    won = Tile(WILD if hand.wild.winning else hand.winning, True)
    melded = [tuple(tiles_of(code))[:3] for code in hand.meld_sets]
    found = {worth_of(groups, melded) for groups in cuts(sorted([*tiles, won], key=_real_first), pair=True)}
    return max(found, default=None)


def _real_first(tile: Tile) -> tuple[bool, Tile]:
    return tile.kind == WILD, tile


def read_as(reading: Reading) -> int:
    sort = (CHOW_AMONG if reading.chows else 0) | (PUNG_AMONG if reading.triplets else 0)
    return WORTH(sort | (STRAIGHT if patterns.straight(reading) else 0), wait_of(reading))


def with_wild(rng: random.Random) -> Hand:
    """A hand with one to three wild tiles in the place of others, the drawn one perhaps among them; one in four is
    spoilt by a tile that may not fit."""
    while True:
        record = random_record(rng, "filipino")
        held, wild = read_tiles(record["hand"]), read_tiles(record["indicator"])[0]
        for place in rng.sample(range(len(held)), min(len(held), rng.randint(1, 3))):
            held[place] = wild
        if rng.random() < 0.25:
            held[rng.randrange(len(held))] = rng.randrange(27)
        record["hand"] = write_tiles(sorted(held))
        if record["win"] == "self-draw" and rng.random() < 0.5:
            record["winning_tile"] = record["indicator"]
        hand = GAME.hand_of(record)
        if hand.wild and not hand.fault:
            return hand


@settings(max_examples=60, deadline=None)
@given(st.integers(0, 2**32))
def test_no_cut_of_a_hand_with_wild_tiles_is_worth_more_than_its_reading(seed: int) -> None:
    hand = with_wild(random.Random(seed))
    sketches = GAME.bound.forms[0](hand, True)
    readings = [sketch.laid_out() for sketch in sketches]
    assert max(map(read_as, readings), default=None) == exhaustive(hand)
    for sketch, reading in zip(sketches, readings, strict=True):
        says_the_same(sketch, reading)
    assert len(readings) <= 1


def test_a_hand_with_too_many_copies_is_read_without_an_error() -> None:
    """Nobody pays for it, but whoever looks at its readings is answered."""
    record: dict[str, Any] = {
        "ruleset": "filipino", "options": {}, "hand": "11111m234p555p678s77s", "melds": [], "winning_tile": "6s",
        "win": "self-draw", "seat_wind": "E", "round_wind": "E", "discarder": None, "flags": [], "flowers": "",
        "indicator": "7s",
    }  # fmt: skip
    for text in ("11111m234p555p678s77s", "11111m234p555p67899s"):
        hand = GAME.hand_of({**record, "hand": text})
        assert hand.fault == "too-many-copies"
        for sketch in GAME.bound.forms[0](hand, True):
            says_the_same(sketch, sketch.laid_out())


def says_the_same(sketch: Reading, reading: Reading) -> None:
    """Of a sketch no set is known, and of the sets that it is laid out with no sort."""
    by_its_sets = Reading(reading.hand, reading.form, reading.sets, reading.pair, reading.taken, 0, reading.digits)
    for test in (all_chows, all_pongs, straight):
        assert test(sketch) == test(by_its_sets), test.__name__
    assert one_suit(sketch.hand) == one_suit(reading.hand)
    for wait in (SINGLE, MIDDLE, BACK_TO_BACK):
        assert (wait_of(sketch) == wait) == (wait_of(reading) == wait)


@settings(max_examples=200, deadline=None)
@given(st.integers(0, 2**32))
def test_what_kinds_tell_is_a_cut_that_is_worth_most(seed: int) -> None:
    hand = with_wild(random.Random(seed))
    for sketch in GAME.bound.forms[0](hand, True):
        says_the_same(sketch, sketch.laid_out())


@settings(max_examples=300, deadline=None)
@given(st.integers(0, 2**32))
@example(74)  # two pairs of real tiles beside a straight that has a wild one, in the winning tile's suit
def test_no_sort_of_cut_is_worth_more_than_what_kinds_tell(seed: int) -> None:
    hand = with_wild(random.Random(seed))
    every = [WORTH(reading.sort, reading.wait) for reading in EVERY_SORT(hand, True) if isinstance(reading, Placed)]
    told = [WORTH(sketch.sort, sketch.wait) for sketch in GAME.bound.forms[0](hand, True) if isinstance(sketch, Placed)]
    assert told == ([max(every)] if every else [])


@given(st.lists(st.integers(0, 4), min_size=9, max_size=9), st.integers(0, 3))
@settings(max_examples=50, deadline=None)
def test_kinds_of_a_suit_are_those_of_its_cuts(copies: list[int], wild: int) -> None:
    """Every number of wild tiles, with and without a pair, against cuts made one by one."""
    held = [rank for rank, number in enumerate(copies) for _ in range(number)][:6]
    kinds = suit_kinds(bag(held), wild)
    for used in range(wild + 1):
        tiles = [Tile(rank, False) for rank in held] + [Tile(WILD, False)] * used
        of_any, of_real = [kinds >> at + LANE * used & ALL_KINDS for at in (0, REAL)]
        every = list(cuts(tiles, pair=len(tiles) % 3 == 2))
        assert of_any == kinds_of(every)
        assert of_real == kinds_of(groups for groups in every if all(is_real(pair) for pair in pairs_of(groups)))


def test_the_cuts_of_every_end_of_a_suit_have_their_place() -> None:
    for copies in product(range(MOST_EQUAL + 1), repeat=RANKS - BELOW):
        end = ends_of_suits._SUIT_END
        for number in copies:
            end = end.with_inner(number)
        for needed in range(MOST_THROUGH + 1):
            for twice in range(needed + 1):
                end.cuts(needed, twice)
        end.find_joints()
    assert len(ends_of_suits._CUTS) <= MOST_CUTS


def kinds_of(every_cut: Iterable[Sequence[Group]]) -> int:
    kinds = 0
    for groups in every_cut:
        kinds |= 1 << sort_of([group.kinds for group in groups if len(group.kinds) == 3])
    return kinds


def pairs_of(groups: Iterable[Group]) -> list[Group]:
    return [group for group in groups if len(group.kinds) == 2]


def is_real(group: Group) -> bool:
    return Tile(WILD, False) not in group.held


def sort_of(sets: Iterable[tuple[int, ...]]) -> int:
    sort = 0
    for kinds in sets:
        sort |= PUNG_AMONG if kinds[0] == kinds[1] else CHOW_AMONG
    return sort
