"""Random hands of a game whose hands stand on a card: lines of its card, with exposures and jokers."""

from __future__ import annotations

import random
from collections import Counter
from typing import Any

from controller.rules.hand.tile_set import FLOWERS, JOKER
from controller.rules.hand.tiles import KINDS, NAMES, write_tiles
from controller.rules.rulesets.american import EXAMPLE
from controller.rules.sheet.card import COPIES, FLOWER, SMALLEST_EXPOSED, Group, Line

KIND_OF_SIZE = {3: "pung", 4: "kong", 5: "quint", 6: "sextet"}


def random_card_record(rng: random.Random, ruleset: str) -> dict[str, Any]:
    """A winning hand; one in three has exposures, and half have jokers."""
    line = rng.choice(EXAMPLE.lines)
    groups = _fill(rng, line, rng.choice((0.0, 0.0, 0.2)))
    shown = rng.choice((0.0, 0.0, 0.5)) if not line.concealed else 0.0
    melds = [tiles for group, tiles in groups if _claimed(rng, group, tiles, shown)]
    held = [tile for _, tiles in groups if tiles not in melds for tile in tiles]
    if not held:
        held = melds.pop()
    winning = held.pop(rng.randrange(len(held)))
    seat, other = rng.sample("ESWN", 2)
    drawn = winning == JOKER or rng.random() < 0.4
    return {
        "ruleset": ruleset,
        "options": {},
        "hand": write_tiles(sorted(held)),
        "melds": [
            {"kind": KIND_OF_SIZE[len(tiles)], "tiles": write_tiles(tiles), "concealed": False} for tiles in melds
        ],
        "winning_tile": NAMES[winning],
        "win": "self-draw" if drawn else "discard",
        "seat_wind": seat,
        "round_wind": "E",
        "discarder": None if drawn else other,
        "flags": [],
        "flowers": "",
    }


def _claimed(rng: random.Random, group: Group, tiles: list[int], chance: float) -> bool:
    return group.size >= SMALLEST_EXPOSED and set(tiles) != {JOKER} and rng.random() < chance


def _fill(rng: random.Random, line: Line, jokers: float) -> list[tuple[Group, list[int]]]:
    """Each group with its tiles; a joker where the set has no more of one, and by chance."""
    left, flowers = Counter(dict.fromkeys(range(KINDS), COPIES)), rng.sample(FLOWERS, len(FLOWERS))
    filled = []
    for group in sorted(rng.choice(line.meanings), key=lambda group: group.size):
        tiles = []
        for _ in range(group.size):
            there = len(flowers) if group.tile == FLOWER else left[group.tile]
            if not there or (group.size >= SMALLEST_EXPOSED and rng.random() < jokers):
                tiles.append(JOKER)
            elif group.tile == FLOWER:
                tiles.append(flowers.pop())
            else:
                tiles.append(group.tile)
                left[group.tile] -= 1
        filled.append((group, tiles))
    return filled
