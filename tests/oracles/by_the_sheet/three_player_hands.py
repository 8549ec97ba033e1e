"""What hands of ``three-player`` have beside those of other games: jokers, animals, faces, a tally, tiles of no set."""

from __future__ import annotations

import random
from typing import Any

from tests.oracles.by_the_sheet.random_hands import EVERY, Table
from tests.oracles.by_the_sheet.three_player import DEFAULTS, PLAYERS, PROFILES, STANDS_FOR
from tests.oracles.by_the_sheet.tiles import spell, write

CHOICES: dict[str, list[Any]] = {
    "scoring": ["fan", "hong-kong"], "suit-out": ["character-simples", "bamboo", "characters", "two"],
    "winds": ["four", "none"], "flower-tiles": [0, 8], "min-points": [0, 1, 5, 9], "limit": [8, 15, 100],
    "discard-payment": ["discarder-double", "shared", "each"], "seven-pairs": [False], "seat-dragon": [True],
    "declared-ready": [True], "no-flowers-limit": [True], "jackpot": ["points", "hidden"],
    "jackpot-points": [6, 30], "jackpot-hidden": [1, 2], "min-faan": [0, 1, 5], "limit-points": [32],
    "east-doubles": [False], "common-hand": ["basic"], "flower-scoring": ["each"], "flower-set": ["5"],
    "double-wind": ["one"], "all-simples": ["1-9"], "four-concealed-pongs-discard": ["any"], "pure-green": [True],
    "limit-hands-off": [["all-honors", "heavenly-hand"], ["great-dragons", "four-concealed-pongs"]],
    "limit-hands-concealed": [["great-winds", "all-honors"]], "eight-flowers-win": [False],
    "seven-pairs-distinct": [False], "points-table": [[1, 2, 3, 4, 5, 6]], "dead-wall": [0],
}  # fmt: skip
FLOWERS = tuple(f"{rank}f" for rank in range(1, 9))
ANIMALS = ("1a", "2a", "3a", "4a")
FACES, JOKERS = ("1x",) * 4, ("1j",) * 4
SERIES = ("1234f", "5678f", "1234a", "1111x", "12345678f", "1234f1111x", "48f", "111x234a")
OUT = {
    "bamboo-simples": [f"{rank}s" for rank in range(2, 9)],
    "character-simples": [f"{rank}m" for rank in range(2, 9)],
    "bamboo": [f"{rank}s" for rank in range(1, 10)],
    "characters": [f"{rank}m" for rank in range(1, 10)],
    "two": [f"{rank}{suit}" for rank in range(1, 10) for suit in "ms"],
}
WINDS_OUT = {"three": ["4z"], "four": [], "none": ["1z", "2z", "3z", "4z"]}


def table(options: dict[str, Any], profile: str | None) -> Table:
    house = {**DEFAULTS, **PROFILES.get(profile or "", {}), **options}
    out = {*OUT[house["suit-out"]], *WINDS_OUT[house["winds"]]}
    scoring = house["scoring"]
    flags = ("last-tile", "last-discard", "replacement", "double-replacement", "heavenly", "earthly", "ready")
    return Table(
        tuple(tile for tile in EVERY if tile not in out),
        PLAYERS,
        (*FLOWERS, *ANIMALS, *FACES, *JOKERS[:1]) if scoring == "fan" else FLOWERS,
        chows=scoring == "hong-kong",
        flags=(*flags, "flower-replacement") if scoring == "fan" else flags,
        earthly="discard" if scoring == "hong-kong" else "any",
        pairs=0.1 if scoring == "points" else 0.04,
    )


def change(rng: random.Random, record: dict[str, Any]) -> None:
    house = {**DEFAULTS, **PROFILES.get(record.get("profile") or "", {}), **record["options"]}
    chance = rng.random()
    if house["scoring"] == "fan":
        with_jokers(rng, record)
        if chance < 0.15:
            record["flowers"] = rng.choice(SERIES)
    elif house["scoring"] == "hong-kong" and chance < 0.1 and record["win"] == "self-draw":
        tiles = rng.sample(FLOWERS, rng.choice((6, 7, 8, 8)))
        record |= {"winning_tile": tiles[0], "flowers": write(tiles[1:])}
    elif chance < 0.1:
        record["flowers"] = rng.choice(("1234f", "5678f", "12345678f", "1234a"))
    if chance > 0.97:
        out_of_the_set(rng, record)
    elif chance > 0.93:
        rare(rng, record)
    if house["jackpot"] != "off" or chance < 0.2:
        record["tally"] = {"points": rng.randrange(12), "hidden": rng.randrange(3), "pot": 3 * rng.randrange(9)}


def with_jokers(rng: random.Random, record: dict[str, Any]) -> None:
    """In the place of dots, honors or any other tile; now and then in a declared set or won."""
    held = spell(record["hand"])
    for place in rng.sample(range(len(held)), min(len(held), rng.choice((0, 0, 1, 1, 1, 2, 2, 3)))):
        if held[place] in STANDS_FOR or rng.random() < 0.1:
            held[place] = "1j"
    record["hand"] = write(held)
    if rng.random() < 0.05 and record["win"] != "robbed-kong":
        record["winning_tile"] = "1j"
    for meld in record["melds"]:
        if rng.random() < 0.15:
            tiles = spell(meld["tiles"])
            number = rng.choice((1, 1, 2, len(tiles)))
            meld["tiles"] = write([*tiles[number:], *["1j"] * number])


def out_of_the_set(rng: random.Random, record: dict[str, Any]) -> None:
    """Tiles of another suit in the place of those of one, and a run that was claimed."""
    if record["win"] == "robbed-kong":
        record["win"] = "discard"  # the winner may come to hold the tile himself
    if rng.random() < 0.3:
        record["melds"] = [*record["melds"][:3], {"kind": "chow", "tiles": "123p", "concealed": False}]
        record["hand"] = write(spell(record["hand"])[: 13 - 3 * len(record["melds"])])
        record["flags"] = []
        return
    old, new = rng.choice(("pm", "ms", "ps"))
    record["hand"] = record["hand"].replace(old, new)
    record["winning_tile"] = record["winning_tile"].replace(old, new)


def rare(rng: random.Random, record: dict[str, Any]) -> None:
    """Hands that hardly come by chance."""
    hand, won = rng.choice(
        (
            ("111999m111999p1s", "1s"), ("1112345678999p", "4p"), ("112233p445566m7p", "7p"),
            ("111222333p55z66p", "5z"), ("222333444666s8s", "8s"), ("111222333z4455z", "4z"),
            ("555666z11m234p99p", "7z"), ("123789p11199m11s", "1s"), ("111333999m77z44m", "7z"),
        )
    )  # fmt: skip
    drawn = rng.random() < 0.5
    others = [wind for wind in PLAYERS if wind != record["seat_wind"]]
    record |= {"melds": [], "flags": [], "hand": hand, "winning_tile": won, "win": "self-draw" if drawn else "discard"}
    record["discarder"] = None if drawn else rng.choice(others)
