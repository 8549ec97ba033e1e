"""Records made by chance for the second scorers: complete hands of many sorts, and hands that are nearly complete."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Mapping, Sequence
from typing import Any

from tests.controller.rules.second.reading_tiles import SEATS, SUITS, next_tile

LEFT = {"E": "N", "S": "E", "W": "S", "N": "W"}
HONORS = [f"{number}z" for number in range(1, 8)]
THEMES = ("any", "one-suit", "with-honors", "honors", "pungs", "chows", "near")

SORTS = {"pungs": ["pung"], "chows": ["chow"], "honors": ["pung"]}


def suits_of(theme: str, chance: random.Random) -> list[str]:
    if theme == "honors":
        return []
    return [chance.choice(SUITS)] if theme in ("one-suit", "with-honors", "near") else list(SUITS)


def groups(theme: str, number: int, chance: random.Random, honors: bool = True) -> list[tuple[str, list[str]]]:
    """So many sets and a pair in which no tile is there five times."""
    suits = suits_of(theme, chance)
    more = HONORS if honors and theme not in ("one-suit", "near", "chows") else []
    kinds = [f"{rank}{suit}" for suit in suits for rank in range(1, 10)] + more
    while True:
        made: list[tuple[str, list[str]]] = []
        for _ in range(number):
            kind = chance.choice(SORTS.get(theme, ["chow", "pung"]))
            tile = chance.choice(kinds)
            if kind == "chow" and tile[1] in SUITS and int(tile[0]) <= 7:
                made.append(("chow", [tile, next_tile(tile, 1), next_tile(tile, 2)]))
            elif kind == "pung":
                made.append(("kong" if chance.random() < 0.15 else "pung", [tile] * 3))
        made.append(("pair", [chance.choice(kinds)] * 2))
        tiles = Counter(tile for kind, row in made for tile in ([*row, row[0]] if kind == "kong" else row))
        if len(made) == number + 1 and max(tiles.values()) <= 4:
            return made


def compact(tiles: Sequence[str]) -> str:
    """Tiles as records write them."""
    ordered = sorted(tiles, key=lambda tile: (tile[1], tile[0]))
    letters = dict.fromkeys(tile[1] for tile in ordered)
    return "".join("".join(tile[0] for tile in ordered if tile[1] == letter) + letter for letter in letters)


def record(
    ruleset: str, sets: int, chance: random.Random, bonus: Sequence[str], *, honors: bool = True
) -> dict[str, Any]:
    """A record of a hand that is complete, or has one tile that does not fit."""
    seat = chance.choice(SEATS)
    themes = THEMES if honors else [theme for theme in THEMES if theme != "honors"]
    made = groups(chance.choice(themes), sets, chance, honors)
    claims = chance.choice([0, 0, 0.3, 0.7, 1])
    concealed, melds = [], []
    for kind, tiles in made:
        if kind != "pair" and (kind == "kong" or chance.random() < claims):
            melds.append(meld(kind, tiles, seat, chance))
        else:
            concealed += tiles
    chance.shuffle(concealed)
    winning = concealed.pop()
    if chance.random() < 0.05:
        stray = [f"{rank}{suit}" for suit in SUITS for rank in range(1, 10)] + (HONORS if honors else [])
        concealed[0] = chance.choice(stray)
    melded = [tile for one in melds for tile in tiles_in(one["tiles"])]
    return {
        "ruleset": ruleset,
        "options": {},
        "hand": compact(concealed),
        "melds": melds,
        "winning_tile": winning,
        **source(seat, [*concealed, *melded].count(winning), melds, chance),
        "seat_wind": seat,
        "round_wind": chance.choice(SEATS),
        "flowers": compact(chance.sample(bonus, min(len(bonus), chance.choice([0, 0, 1, 3, 6, 8])))),
    }


def tiles_in(text: str) -> list[str]:
    return [digit + text[-1] for digit in text[:-1]]


def meld(kind: str, tiles: list[str], seat: str, chance: random.Random) -> dict[str, Any]:
    whole = [*tiles, tiles[0]] if kind == "kong" else tiles
    hidden = kind == "kong" and chance.random() < 0.4
    others = [other for other in SEATS if other != seat]
    fed = LEFT[seat] if kind == "chow" else chance.choice(others)
    feeder = {} if hidden or chance.random() < 0.2 else {"from": fed}
    added = {"added": True} if kind == "kong" and feeder and chance.random() < 0.5 else {}
    return {"kind": kind, "tiles": compact(whole), "concealed": hidden, **feeder, **added}


def source(seat: str, held: int, melds: Sequence[Mapping[str, Any]], chance: random.Random) -> dict[str, Any]:
    """Where the winning tile came from, with flags that can be true of it."""
    win = chance.choice(["self-draw", "discard", "discard", *(["robbed-kong"] if not held else [])])
    others = [other for other in SEATS if other != seat]
    kongs = sum(one["kind"] == "kong" for one in melds)
    drawn = ["last-tile", "flower-replacement", *["replacement"][:kongs], *["double-replacement"][: kongs // 2]]
    possible = {"self-draw": drawn, "discard": ["last-discard"], "robbed-kong": []}[win]
    return {
        "win": win,
        "discarder": None if win == "self-draw" else chance.choice(others),
        "flags": [chance.choice(possible)] if possible and chance.random() < 0.3 else [],
    }


def options(choices: Mapping[str, Sequence[Any]], chance: random.Random) -> dict[str, Any]:
    """Some options with a value out of those named."""
    named = chance.sample(sorted(choices), chance.choice([0, 1, 2, len(choices) // 2]))
    return {name: chance.choice(choices[name]) for name in named}
