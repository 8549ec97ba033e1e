"""Random winning hands of Chinese Official: every shape, melds and kongs, winds, flowers, and many large fans.

A hand is dealt by a *plan*: which chows and pungs may be taken, so that straights, shifted sets, one suit, greens, ends
and honors come up often enough to be tested.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Sequence
from itertools import permutations
from typing import Any

from controller.rules.hand.tiles import HONOURS, KINDS, MAJORS, NAMES, write_tiles

Tiles = list[int]
_BODIES = [
    [9 * suit + first + 3 * step for suit, first in enumerate(order) for step in range(3)]
    for order in permutations(range(3))
]
_CHOWS = [9 * suit + rank for suit in range(3) for rank in range(7)]


class HandPlan:
    """What a hand may be made of: lowest tiles of chows, tiles of pungs and of the pair."""

    def __init__(
        self, chows: Sequence[int], pungs: Sequence[int], share: float | None = None, pairs: Sequence[int] = ()
    ) -> None:
        self.chows, self.pungs, self.share, self.pairs = list(chows), list(pungs), share, list(pairs or pungs)

    def take(self, rng: random.Random, chow: bool, kongs: float) -> Tiles:
        """A chow, or a pung or kong of a tile that was not taken before as long as there are others."""
        if chow and self.chows:
            first = rng.choice(self.chows)
            return [first, first + 1, first + 2]
        tile = rng.choice(self.pungs)
        if len(self.pungs) > 1:
            self.pungs.remove(tile)
        return [tile] * (4 if rng.random() < kongs else 3)


def _whatever(rng: random.Random) -> HandPlan:
    return HandPlan(_CHOWS, range(KINDS), rng.random())


def _one_suit(rng: random.Random) -> HandPlan:
    suit = rng.randrange(3)
    honours = rng.choice(([], HONOURS))
    return HandPlan([9 * suit + rank for rank in range(7)], [*range(9 * suit, 9 * suit + 9), *honours])


def _two_suits(rng: random.Random) -> HandPlan:
    suits = rng.sample(range(3), 2)
    tiles = [tile for tile in range(27) if tile // 9 in suits]
    return HandPlan([tile for tile in _CHOWS if tile // 9 in suits], tiles)


def _few_chows(rng: random.Random) -> HandPlan:
    """Chows of few different ranks: same, shifted, straight and terminal chows."""
    ranks = rng.choice(((0, 3, 6), (0, 6), (0, 1, 2, 3), (0, 2, 4, 6), (2, 3, 4), (rng.randrange(7),), (3, 4, 5, 6)))
    suits = rng.choice(((0, 1, 2), (rng.randrange(3),), (0, 2)))
    return HandPlan([9 * suit + rank for suit in suits for rank in ranks], [4, 13, 22, *range(KINDS)], 0.95)


def _few_pungs(rng: random.Random) -> HandPlan:
    first = rng.randrange(6)
    ranks = rng.choice((range(first, first + 4), (first,), (first, first + 1), (1, 3, 5, 7), (0, 8)))
    suits = rng.choice(((0, 1, 2), (rng.randrange(3),)))
    return HandPlan(_CHOWS, [9 * suit + rank for suit in suits for rank in ranks], 0.1)


def _honours(rng: random.Random) -> HandPlan:
    pungs = rng.choice((HONOURS, MAJORS, HONOURS[:4], [*HONOURS[4:], rng.randrange(27)]))
    return HandPlan(_CHOWS, pungs, rng.choice((0.0, 0.2)), rng.choice((pungs, range(KINDS))))


def _ranks(rng: random.Random) -> HandPlan:
    """Only some ranks: upper, middle and lower tiles, fives, ends, greens, reversible tiles."""
    low, high = rng.choice(((0, 2), (0, 3), (3, 5), (5, 8), (6, 8), (2, 6), (1, 7)))
    tiles = [tile for tile in range(27) if low <= tile % 9 <= high]
    return HandPlan([tile for tile in _CHOWS if low <= tile % 9 <= high - 2], tiles)


def _special_tiles(rng: random.Random) -> HandPlan:
    green = HandPlan([19], [19, 20, 21, 23, 25, 32])
    reversible = HandPlan([9, 10, 11, 21], [*range(9, 14), 16, 17, 19, 21, 22, 23, 25, 26, 31])
    fives = HandPlan([9 * suit + rank for suit in range(3) for rank in (2, 3, 4)], [4, 13, 22], 0.8)
    outside = HandPlan([9 * suit + rank for suit in range(3) for rank in (0, 6)], MAJORS)
    return rng.choice((green, reversible, fives, outside))


_PLANS: tuple[Callable[[random.Random], HandPlan], ...] = (
    _whatever, _one_suit, _two_suits, _few_chows, _few_chows, _few_pungs, _honours, _ranks, _special_tiles,
)  # fmt: skip


def four_sets(rng: random.Random) -> tuple[Tiles, list[dict[str, Any]]]:
    plan = rng.choice(_PLANS)(rng)
    share = rng.random() if plan.share is None else plan.share
    shown, kongs = rng.choice((0, 0, 0, 1, 2, 3, 4)), rng.choice((0.0, 0.0, 0.2, 0.9))
    pair = rng.choice(plan.pairs)
    concealed, melds = [pair, pair], []
    for number in range(4):
        _add(rng, plan.take(rng, rng.random() < share, kongs), number < shown, concealed, melds)
    return concealed, melds


def _add(rng: random.Random, tiles: Tiles, shown: bool, concealed: Tiles, melds: list[dict[str, Any]]) -> None:
    if shown or len(tiles) == 4:
        kind = "kong" if len(tiles) == 4 else "pung" if tiles[0] == tiles[1] else "chow"
        hidden = kind == "kong" and (not shown or rng.random() < 0.3)
        melds.append({"kind": kind, "tiles": write_tiles(tiles), "concealed": hidden})
    else:
        concealed += tiles


def seven_pairs(rng: random.Random) -> Tiles:
    first = rng.randrange(3) + 9 * rng.randrange(3)
    pool = rng.choice((range(KINDS), MAJORS, range(9), [19, 20, 21, 23, 25, 32], HONOURS, range(first, first + 7)))
    different = rng.sample(pool, min(7, len(pool)))
    return [tile for tile in [*different, rng.choice(pool)][:7] for _ in range(2)]


def orphans(rng: random.Random) -> Tiles:
    return [*MAJORS, rng.choice(MAJORS)]


def gates(rng: random.Random) -> Tiles:
    suit = 9 * rng.randrange(3)
    return [suit + rank for rank in (0, 0, 0, *range(1, 8), 8, 8, 8, rng.randrange(9))]


def terminal_chows(rng: random.Random) -> Tiles:
    """123 and 789 twice, in one suit or in two, and a pair of fives of that suit or of the third."""
    first, second, third = (9 * suit for suit in rng.sample(range(3), 3))
    pair = third if rng.random() < 0.6 else first
    other = second if pair == third else first
    return [start + rank for start in (first, other) for rank in (0, 1, 2, 6, 7, 8)] + [pair + 4] * 2


def singles(rng: random.Random) -> Tiles:
    honours = rng.choice((7, rng.randrange(5, 8)))
    return rng.sample(rng.choice(_BODIES), 14 - honours) + rng.sample(HONOURS, honours)


def knitted(rng: random.Random) -> tuple[Tiles, list[dict[str, Any]]]:
    body, pair = rng.choice(_BODIES), rng.randrange(KINDS)
    concealed: Tiles = [*body, pair, pair]
    melds: list[dict[str, Any]] = []
    tiles = HandPlan(_CHOWS, range(KINDS)).take(rng, rng.random() < 0.5, rng.choice((0.0, 0.4)))
    _add(rng, tiles, rng.random() < 0.4, concealed, melds)
    return concealed, melds


_SHAPES: tuple[Callable[[random.Random], Tiles], ...] = (
    seven_pairs,
    seven_pairs,
    orphans,
    gates,
    singles,
    terminal_chows,
)


def _dealt(rng: random.Random) -> tuple[Tiles, list[dict[str, Any]]]:
    chance = rng.random()
    if chance < 0.12:
        return rng.choice(_SHAPES)(rng), []
    return knitted(rng) if chance < 0.2 else four_sets(rng)


def random_record(rng: random.Random) -> dict[str, Any]:
    """A scoring record of a complete hand with facts that can be true of it."""
    while True:
        concealed, melds = _dealt(rng)
        tiles = concealed + [_tile(meld, at) for meld in melds for at in range(len(meld["tiles"]) - 1)]
        if max(tiles.count(tile) for tile in set(tiles)) <= 4:
            return _record(rng, concealed, melds, tiles)


def _tile(meld: dict[str, Any], at: int) -> int:
    return NAMES.index(meld["tiles"][at] + meld["tiles"][-1])


def _record(rng: random.Random, concealed: Tiles, melds: list[dict[str, Any]], tiles: Tiles) -> dict[str, Any]:
    winning = concealed.pop(rng.randrange(len(concealed)))
    seat, win = rng.choice("ESWN"), rng.choice(("self-draw", "discard", "discard", "robbed-kong"))
    if win == "robbed-kong" and tiles.count(winning) > 1:
        win = "discard"
    others = [wind for wind in "ESWN" if wind != seat]
    flags = _flags(rng, win, melds, tiles, winning)
    return {
        "ruleset": "mcr", "options": {}, "hand": write_tiles(sorted(concealed)), "melds": melds,
        "winning_tile": NAMES[winning], "win": win, "seat_wind": seat, "round_wind": rng.choice("ESWN"),
        "discarder": None if win == "self-draw" else rng.choice(others), "flags": flags,
        "flowers": write_tiles(sorted(rng.sample(range(34, 42), rng.choice((0, 0, 0, 1, 3))))),
    }  # fmt: skip


def _flags(rng: random.Random, win: str, melds: list[dict[str, Any]], tiles: Tiles, winning: int) -> list[str]:
    flags = []
    if win == "self-draw" and rng.random() < 0.1:
        flags.append("last-tile")
    if win == "self-draw" and rng.random() < 0.3 and any(meld["kind"] == "kong" for meld in melds):
        flags.append("replacement")
    if win == "discard" and rng.random() < 0.1:
        flags.append("last-discard")
    if tiles.count(winning) == 1 and rng.random() < 0.15:
        flags.append("last-of-kind")
    return flags
