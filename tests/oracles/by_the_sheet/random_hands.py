"""Random scoring records near winning hands, with facts that can be true together."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from tests.oracles.by_the_sheet.tiles import MAJORS, SEATS, WINDS, spell, write

Groups = list[tuple[str, list[str]]]


@dataclass(frozen=True)
class Table:
    """What is played: tiles of the set, winds of the players, bonus tiles, and whether chows are claimed."""

    tiles: tuple[str, ...]
    seats: str = SEATS
    bonus: tuple[str, ...] = ()
    chows: bool = True
    flags: tuple[str, ...] = ()
    earthly: str = "discard"
    """How an earthly hand is won: ``discard`` (the dealer's) or ``self-draw``, or ``any``."""
    pairs: float = 0.06
    """How often the hand is seven pairs."""
    sets: int = 4


def suit_tiles(letters: str = "mps", ranks: str = "123456789") -> tuple[str, ...]:
    return tuple(rank + letter for letter in letters for rank in ranks)


HONORS = tuple(f"{rank}z" for rank in range(1, 8))
EVERY = suit_tiles() + HONORS


def pool(rng: random.Random, table: Table) -> list[str]:
    """The tiles that a hand is made of: often of a kind that scores."""
    suits = [letter for letter in "mps" if any(tile[1] == letter for tile in table.tiles)]
    one = rng.choice(suits)
    of_kind: list[Sequence[str]] = [
        table.tiles, table.tiles, suit_tiles(one), suit_tiles(one) + HONORS, MAJORS, HONORS, HONORS + suit_tiles(one),
        [tile for tile in table.tiles if tile[1] != one], [tile for tile in table.tiles if tile[0] in "2345678"],
        [tile for tile in table.tiles if tile[0] in "258" and tile[1] != "z"], suit_tiles(ranks="19"),
        [*WINDS, rng.choice(table.tiles)],
    ]  # fmt: skip
    chosen = [tile for tile in rng.choice(of_kind) if tile in table.tiles]
    return chosen if len(chosen) > 4 else list(table.tiles)


def groups(rng: random.Random, table: Table) -> Groups:
    """The sets and a pair, no tile more than four times."""
    weight = rng.choice([(6, 2, 1), (2, 6, 2), (1, 3, 5), (1, 1, 0)])
    while True:
        tiles = pool(rng, table)
        made: Groups = []
        weight = weight if len(tiles) > 9 else (0, 3, 1)
        for kind in [*rng.choices(("chow", "pung", "kong"), weight, k=table.sets), "pair"]:
            made.append((kind, one_group(rng, tiles, kind)))
        counts = Counter(tile for _, row in made for tile in row)
        if all(row for _, row in made) and max(counts.values()) <= 4:
            return made


def one_group(rng: random.Random, tiles: list[str], kind: str) -> list[str]:
    if kind == "chow":
        runs = [
            [f"{int(tile[0]) + step}{tile[1]}" for step in range(3)]
            for tile in tiles
            if tile[1] != "z" and f"{int(tile[0]) + 1}{tile[1]}" in tiles and f"{int(tile[0]) + 2}{tile[1]}" in tiles
        ]
        return rng.choice(runs) if runs else []
    return [rng.choice(tiles)] * {"pair": 2, "pung": 3, "kong": 4}[kind]


def special(rng: random.Random, table: Table) -> list[str]:
    """Fourteen tiles of a form without melds: pairs, orphans or gates."""
    form = rng.random()
    if form < 0.6:
        tiles = pool(rng, table)
        if rng.random() < 0.5 or len(tiles) < 7:
            pairs = rng.choices(tiles, k=7)
            while max(Counter(pairs).values()) > 2:
                pairs = rng.choices(tiles, k=7)
        else:
            pairs = rng.sample(tiles, 7)
        return [tile for tile in pairs for _ in range(2)]
    if form < 0.8 and set(MAJORS) <= set(table.tiles):
        return [*MAJORS, rng.choice(MAJORS)]
    suit = rng.choice([letter for letter in "mps" if f"5{letter}" in table.tiles])
    return [f"{rank}{suit}" for rank in "1112345678999" + rng.choice("123456789")]


def random_record(rng: random.Random, table: Table, ruleset: str) -> dict[str, Any]:
    concealed: list[str] = []
    melds: list[dict[str, Any]] = []
    seat = rng.choice(table.seats)
    others = [wind for wind in table.seats if wind != seat]
    left = table.seats[(table.seats.index(seat) - 1) % len(table.seats)]
    if rng.random() < table.pairs:
        concealed = special(rng, table)
    else:
        shown = rng.choice((0.0, 0.3, 0.6, 0.9))
        for kind, tiles in groups(rng, table):
            hidden_kong = kind == "kong" and rng.random() < 0.5
            claims = kind in ("pung", "kong") or (kind == "chow" and table.chows)
            if kind == "kong" or (claims and rng.random() < shown):
                melds.append(meld(rng, kind, tiles, hidden_kong, left if kind == "chow" else rng.choice(others)))
            else:
                concealed += tiles
        rng.shuffle(melds)
    spoil(rng, table, concealed)
    winning = concealed.pop(rng.randrange(len(concealed)))
    record: dict[str, Any] = {
        "ruleset": ruleset,
        "hand": write(concealed),
        "melds": melds,
        "winning_tile": winning,
        "seat_wind": seat,
        "round_wind": rng.choice(table.seats),
        "flowers": write(rng.sample(table.bonus, min(len(table.bonus), rng.choice((0, 0, 1, 2, 5))))),
    }
    return {**record, **situation(rng, table, record, others)}


def spoil(rng: random.Random, table: Table, concealed: list[str]) -> None:
    """Now and then a hand that is none: another tile in the place of one, or one too few."""
    chance = rng.random()
    if chance < 0.06:
        concealed[rng.randrange(len(concealed))] = rng.choice(table.tiles)
    elif chance < 0.07:
        concealed.pop()
        if not concealed:
            concealed.append(rng.choice(table.tiles))


def meld(rng: random.Random, kind: str, tiles: list[str], concealed: bool, feeder: str) -> dict[str, Any]:
    row: dict[str, Any] = {"kind": kind, "tiles": write(tiles), "concealed": concealed}
    if not concealed and rng.random() < 0.8:
        row["from"] = feeder
        if kind == "kong" and rng.random() < 0.4:
            row["added"] = True
    return row


def situation(rng: random.Random, table: Table, record: dict[str, Any], others: list[str]) -> dict[str, Any]:
    """How the tile was won and what was true of it."""
    everything = spell(record["hand"]) + [tile for row in record["melds"] for tile in spell(row["tiles"])]
    ways = ["self-draw", "self-draw", "discard", "discard"]
    if record["winning_tile"] not in everything:
        ways.append("robbed-kong")
    win = rng.choice(ways)
    discarder = None if win == "self-draw" else rng.choice(others)
    possible = [flag for flag in table.flags if can_be(flag, win, discarder, record, table)]
    flags = rng.sample(possible, min(len(possible), rng.choice((0, 0, 0, 1, 1, 2))))
    if {"replacement", "double-replacement"} <= set(flags):
        flags.remove("replacement")
    return {"win": win, "discarder": discarder, "flags": flags}


def can_be(flag: str, win: str, discarder: str | None, record: dict[str, Any], table: Table) -> bool:
    kongs = sum(row["kind"] == "kong" for row in record["melds"])
    claimed = any(not row["concealed"] for row in record["melds"])
    dealer, drawn = record["seat_wind"] == "E", win == "self-draw"
    earthly = {"discard": discarder == "E", "self-draw": drawn, "any": drawn or discarder == "E"}[table.earthly]
    return {
        "last-tile": drawn, "last-discard": win == "discard", "replacement": drawn and kongs > 0,
        "double-replacement": drawn and kongs > 1, "flower-replacement": drawn and bool(record["flowers"]),
        "heavenly": drawn and dealer and not claimed, "earthly": not dealer and not claimed and win != "robbed-kong"
        and earthly, "human": not dealer and not claimed and win != "robbed-kong", "kong-discard": win == "discard",
        "ready": not claimed,
    }[flag]  # fmt: skip


def random_options(rng: random.Random, choices: dict[str, Sequence[Any]]) -> dict[str, Any]:
    """Some of the options, each with one of its values."""
    share = rng.choice((0.0, 0.1, 0.4))
    return {name: rng.choice(values) for name, values in choices.items() if rng.random() < share}
