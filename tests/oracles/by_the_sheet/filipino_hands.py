"""What hands of ``filipino`` have beside those of other games: wild tiles, siete pares, bonus tiles and events."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Sequence
from typing import Any

from tests.oracles.by_the_sheet.filipino import EVENTS
from tests.oracles.by_the_sheet.random_hands import HONORS, Table, suit_tiles
from tests.oracles.by_the_sheet.tiles import SEATS, every_tile, spell, write

CHOICES: dict[str, Sequence[Any]] = {
    "base-points": (1, 2, 10), "dealt-win": (0, 7), "full-flush": (0, 5), "all-pongs": (0, 2), "wilds": (0,),
    "wild-on-discard": (True,), "edge": (True,), "doubles-dice": (True,),
    "instant-events": ([], ["no-flowers"], ["claimed-kong", "added-kong"], ["thirteen-flowers", "concealed-kong"]),
}  # fmt: skip
BONUS = (*HONORS, *(f"{number}f" for number in range(1, 9)))


def table(_options: dict[str, Any], _profile: str | None) -> Table:
    flags = ("last-tile", "last-discard", "replacement", "heavenly", "earthly")
    return Table(suit_tiles(), bonus=BONUS, flags=flags, sets=5, pairs=0)


def change(rng: random.Random, record: dict[str, Any]) -> None:
    kind = rng.random()
    if kind < 0.05:
        kept = {name: record[name] for name in ("ruleset", "options")}
        record.clear()
        record.update(kept, event=rng.choice(list(EVENTS)), seat_wind=rng.choice(SEATS), discarder=None,
                      flags=rng.choice(([], ["dice-pair"])))  # fmt: skip
        return
    if kind < 0.17:
        siete_pares(rng, record)
    elif kind < 0.21:
        dragon(rng, record)
    record["flags"] += [flag for flag in ("quick", "dice-pair") if rng.random() < 0.2]
    if rng.random() < 0.01:
        held = spell(record["hand"])
        record["hand"] = write([*held[1:], rng.choice(BONUS)]) if held else record["hand"]
    record["indicator"] = "" if record["options"].get("wilds") == 0 else turned(rng, record)
    if record["indicator"]:
        make_wild(rng, record)


def siete_pares(rng: random.Random, record: dict[str, Any]) -> None:
    """Seven pairs and a set in the hand, or beside a concealed kong."""
    kinds = suit_tiles(rng.choice(("m", "mp", "mps", "mps")))
    low = rng.choice(kinds)
    three = [low] * 3 if rng.random() < 0.4 else [f"{min(int(low[0]), 7) + step}{low[1]}" for step in range(3)]
    pairs = [tile for tile in rng.choices(kinds, k=7) for _ in range(2)]
    kong = rng.random() < 0.3
    used = [*pairs, *([low] * 4 if kong else three)]
    if max(Counter(used).values()) > 4:
        return
    tiles = pairs if kong else used
    rng.shuffle(tiles)
    melds = [{"kind": "kong", "tiles": write([low] * 4), "concealed": rng.random() < 0.8}] if kong else []
    record.update(hand=write(tiles[1:]), winning_tile=tiles[0], melds=melds)
    if record["win"] == "robbed-kong":
        record["win"] = "discard"
    record["flags"] = []


def dragon(rng: random.Random, record: dict[str, Any]) -> None:
    """Chows 123, 456 and 789 of one suit, and what completes them."""
    suit, other = rng.choice("mps"), rng.choice("mps")
    tiles = [f"{rank}{suit}" for rank in range(1, 10)]
    tiles += [f"{rank}{other}" for rank in rng.choice(("123789", "111999", "234666", "567888"))]
    tiles += [f"{rng.randint(1, 9)}{rng.choice('mps')}"] * 2
    if max(Counter(tiles).values()) > 4:
        return
    melds = []
    for low in "147":
        if rng.random() < 0.3:
            run = [f"{int(low) + step}{suit}" for step in range(3)]
            melds.append({"kind": "chow", "tiles": write(run), "concealed": False})
            for tile in run:
                tiles.remove(tile)
    rng.shuffle(tiles)
    record.update(hand=write(tiles[1:]), winning_tile=tiles[0], melds=melds)
    if record["win"] == "robbed-kong":
        record["win"] = "discard"
    record["flags"] = []


def turned(rng: random.Random, record: dict[str, Any]) -> str:
    """The tile turned up: any, often one of the hand; seldom one of which there can be no more, or of a meld."""
    held = spell(record["hand"])
    tile = rng.choice(held if held and rng.random() < 0.3 else suit_tiles())
    melded = any(tile in spell(meld["tiles"]) for meld in record["melds"])
    if tile[1] not in "mps" or ((melded or every_tile(record).count(tile) > 3) and rng.random() < 0.95):
        return ""
    return tile


def make_wild(rng: random.Random, record: dict[str, Any]) -> None:
    """Some tiles of the hand, and now and then the winning tile, are wild instead."""
    wild, held = record["indicator"], spell(record["hand"])
    used = every_tile(record).count(wild)
    for place in rng.sample(range(len(held)), min(len(held), rng.choice((0, 1, 1, 2, 2, 3)))):
        if used < 3:
            used += held[place] != wild
            held[place] = wild
    record["hand"] = write(held)
    if used < 3 and rng.random() < (0.2 if record["win"] == "self-draw" else 0.05):
        record["winning_tile"] = wild
