"""What hands of ``singapore`` have beside those of other games: animals, jokers, wins by flowers, payments at once."""

from __future__ import annotations

import random
from typing import Any

from tests.oracles.by_the_sheet.random_hands import EVERY, Table
from tests.oracles.by_the_sheet.singapore import DEFAULTS, EVENTS, FLOWERS, KONGS, PROFILES
from tests.oracles.by_the_sheet.tiles import SEATS, spell, write

CHOICES: dict[str, list[Any]] = {
    "animals": [False], "jokers": [4], "min-tai": [2, 3, 5], "limit-tai": [1, 4, 8, 13], "stake": [3],
    "shooter": ["full"],
    "all-animals": ["limit"], "little-winds": ["limit"], "seven-pairs": [False], "seven-pairs-distinct": [False],
    "human-hand": [True], "concealed-on-discard": [True], "self-draw-tai": [1, 2], "flower-wins": [False],
    "liability": [[], ["dragons"], ["winds", "late-fresh"], ["one-suit"]],
    "instant-events": [[], ["own-pair", "claimed-kong"], list(EVENTS[:5])], "instant-series": [0, 5],
}  # fmt: skip
FLAGS = ("last-tile", "last-discard", "replacement", "double-replacement", "flower-replacement", "heavenly", "earthly",
         "human")  # fmt: skip
ANIMALS = ("1a", "2a", "3a", "4a")
TWO_SERIES = ("1234f", "5678f", "1234a", "12345678f", "1234f1234a", "37f")


def table(_options: dict[str, Any], _profile: str | None) -> Table:
    return Table(EVERY, bonus=(*FLOWERS, *ANIMALS), flags=FLAGS)


def change(rng: random.Random, record: dict[str, Any]) -> None:
    house = {**DEFAULTS, **PROFILES[record.get("profile") or "singapore"], **record["options"]}
    if "human" in record["flags"] and record["win"] != "discard":
        record["flags"].remove("human")
    if record["win"] == "discard" and rng.random() < 0.1:
        record["flags"].append("late-fresh-discard")
    if rng.random() < 0.1:
        record["flowers"] = rng.choice(TWO_SERIES)
    if rng.random() < 0.02:
        green(rng, record)
    if house["jokers"]:
        with_jokers(rng, record)
    if rng.random() < 0.05:
        by_flowers(rng, record)
    if rng.random() < 0.3:
        record["instant"] = [event(rng) for _ in range(rng.choice((0, 1, 2, 3)))]


def with_jokers(rng: random.Random, record: dict[str, Any]) -> None:
    held = spell(record["hand"])
    for place in rng.sample(range(len(held)), min(len(held), rng.choice((0, 1, 1, 1, 2, 2)))):
        held[place] = "1j"
    record["hand"] = write(held)
    if rng.random() < 0.08:
        record["winning_tile"] = "1j"


def by_flowers(rng: random.Random, record: dict[str, Any]) -> None:
    last = rng.choice((*FLOWERS, *FLOWERS, "1a"))
    laid = [tile for tile in FLOWERS if tile != last and rng.random() < 0.98]
    record |= {"winning_tile": last, "flowers": write(laid), "flags": []}


def green(rng: random.Random, record: dict[str, Any]) -> None:
    sets = rng.sample(("222s", "333s", "444s", "666s", "888s", "666z", "234s"), 4)
    tiles = [tile for one in sets for tile in spell(one)]
    pair = rng.choice([tile for tile in ("2s", "3s", "4s", "6s", "8s", "6z") if tiles.count(tile) < 3])
    tiles += [pair, pair]
    record |= {
        "winning_tile": tiles[0],
        "hand": write(tiles[1:]),
        "melds": [],
        "flags": [],
        "win": "self-draw",
        "discarder": None,
    }


def event(rng: random.Random) -> dict[str, Any]:
    seat = rng.choice(SEATS)
    row: dict[str, Any] = {"event": rng.choice(EVENTS), "seat": seat}
    if row["event"] == KONGS[0]:
        row["from"] = rng.choice([other for other in SEATS if other != seat])
    if rng.random() < 0.4:
        row["early"] = rng.random() < 0.8
    return row
