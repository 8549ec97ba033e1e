"""Hands of the American game: lines of a card, with jokers and exposures, and now and then a tile that is wrong."""

from __future__ import annotations

import json
import random
from collections import Counter
from typing import Any

from tests.oracles.by_the_sheet import american
from tests.oracles.by_the_sheet.random_hands import EVERY, Table
from tests.oracles.by_the_sheet.tiles import write

FLOWERS = [f"{rank}f" for rank in range(1, 9)]
JOKER = american.JOKER
NAMES = {size: name for name, size in american.SIZES.items()}
HOUSE_CARD: dict[str, Any] = {
    "card": "second",
    "title": "Second card of the tests",
    "lines": [
        {"id": "A", "groups": ["K(na)", "P(na)", "R(na)", "Q(F)"], "n": [1, 9], "exposure": "X", "value": 75},
        {"id": "B", "groups": ["P(na)", "P(na)", "K(n+1a)", "K(n+2b)"], "n": [2, 8], "exposure": "X", "value": 40},
        {"id": "C", "groups": ["P(na)", "P(n+1a)", "P(n+1b)", "Q(n+2b)"], "n": [1, 9], "exposure": "X", "value": 40,
         "jokerless-bonus": False},
        {"id": "D.1", "groups": ["X(Da)", "[N E W S 0 Db Dc]", "S(F)"], "exposure": "C", "value": 60},
        {"id": "D.2", "groups": ["X(Da)", "[N E W S 0 Db Dc]", "S(F)"], "exposure": "X", "value": 30},
    ],
}  # fmt: skip
CARDS = (american.EXAMPLE, american.EXAMPLE, HOUSE_CARD)
CHOICES: dict[str, Any] = {
    "jokerless-bonus": (False,), "jokers": (0, 2, 4), "hot-wall": ("discarder-pays-all",),
    "cold-wall": ("self-draw-only",), "wall-pot": (5,), "charleston-second": ("always", "never"),
    "blind-pass": (False,), "courtesy": (False,),
}  # fmt: skip


def table(_options: dict[str, Any], _profile: str | None) -> Table:
    return Table(EVERY)


def change(rng: random.Random, record: dict[str, Any]) -> None:
    """The record anew: a hand by a line of the card."""
    card = rng.choice(CARDS)
    if card is HOUSE_CARD:
        record["options"] = {**record["options"], "changes": {"card": card}}
    if rng.random() < 0.2:
        record["card"] = card["card"]
    row = rng.choice(card["lines"])
    line = rng.choice([one for one in american.lines(json.dumps(card)) if one.id == row["id"]])
    jokers, shown = rng.choice((0, 0, 0.1, 0.3, 0.6)), rng.choice((0, 0, 0.3, 0.7))
    shown = shown if not line.concealed or rng.random() < 0.05 else 0
    groups = fill(rng, line, jokers)
    melds = [group for group in groups if len(group) > 2 and set(group) != {JOKER} and rng.random() < shown]
    concealed = [tile for group in groups if group not in melds for tile in group]
    if not concealed:
        concealed = melds.pop()
    spoil(rng, concealed, melds)
    winning = concealed.pop(rng.randrange(len(concealed)))
    seat, other = rng.sample("ESWN", 2)
    win = rng.choice(("self-draw", "discard"))
    flags = rng.choice(([], [], ["late-fresh-discard"], ["last-discard"])) if win == "discard" else []
    record |= {
        "hand": write(concealed),
        "melds": [{"kind": NAMES.get(len(meld), "pung"), "tiles": write(meld), "concealed": False} for meld in melds],
        "winning_tile": winning, "win": win, "seat_wind": seat, "flags": flags, "flowers": "",
        "discarder": other if win == "discard" else None,
    }  # fmt: skip
    if win == "self-draw" and rng.random() < 0.2:
        record["flags"] = rng.choice((["joker-exchange"], ["last-tile"]))


def fill(rng: random.Random, line: american.Line, chance: float) -> list[list[str]]:
    """The tiles of each group; jokers where the set has no more of a tile, and by chance where they may stand."""
    left = Counter(dict.fromkeys(EVERY, 4))
    flowers = rng.sample(FLOWERS, 8)
    groups = []
    for group in sorted(line.groups, key=lambda group: group.size):
        tiles = []
        for _ in range(group.size):
            there = flowers if group.tile == american.FLOWER else [group.tile] * left[group.tile]
            if not there or (rng.random() < chance and (group.takes_jokers or rng.random() < 0.02)):
                tiles.append(JOKER)
                continue
            tiles.append(there.pop())
            left[tiles[-1]] -= 1
        groups.append(tiles)
    return groups


def spoil(rng: random.Random, concealed: list[str], melds: list[list[str]]) -> None:
    """Now and then another tile, a tile too few, or a meld that is none."""
    chance = rng.random()
    if chance < 0.08:
        concealed[rng.randrange(len(concealed))] = rng.choice((*EVERY, *FLOWERS, JOKER))
    elif chance < 0.09 and len(concealed) > 1:
        concealed.pop()
    elif chance < 0.12 and melds:
        meld = rng.choice(melds)
        meld[rng.randrange(len(meld))] = rng.choice((*EVERY, JOKER))
    elif chance < 0.14 and melds:
        tile = next(tile for tile in melds[0] if tile != JOKER)
        melds[0][:] = [tile, *[JOKER] * (len(melds[0]) - 1)]
