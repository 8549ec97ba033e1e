"""A second scorer of ``american``, written from its sheet; the numbers in the comments are its sections."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from itertools import permutations
from pathlib import Path
from typing import Any

from tests.oracles.by_the_sheet.tiles import SEATS, spell

DEFAULTS: dict[str, Any] = {
    "charleston-second": "vote", "blind-pass": True, "courtesy": True, "jokerless-bonus": True, "jokers": 8,
    "hot-wall": "off", "cold-wall": "off", "wall-pot": 0,
}  # fmt: skip
SIZES = {"pung": 3, "kong": 4, "quint": 5, "sextet": 6}
KINDS = {"S": 1, "R": 2, "P": 3, "K": 4, "Q": 5, "X": 6}
DRAGONS = {"m": "7z", "p": "5z", "s": "6z"}
WINDS = {"E": "1z", "S": "2z", "W": "3z", "N": "4z"}
JOKER, FLOWER = "1j", "f"
EXAMPLE = json.loads((Path(__file__).parent / "american_card.json").read_text(encoding="utf-8"))


@dataclass(frozen=True)
class Group:
    """Equal tiles, or a single tile of a run; ``size`` of them."""

    tile: str
    size: int

    @property
    def takes_jokers(self) -> bool:
        return self.size > 2


@dataclass(frozen=True)
class Line:
    id: str
    groups: tuple[Group, ...]
    concealed: bool
    value: int
    bonus: bool


def kind(tile: str) -> str:
    """1: the flowers are one kind."""
    return FLOWER if tile[1] == "f" else tile


def score(record: dict[str, Any]) -> dict[str, Any]:
    house = {**DEFAULTS, **{name: value for name, value in record.get("options", {}).items() if name != "changes"}}
    card = record.get("options", {}).get("changes", {}).get("card", EXAMPLE)
    melds = [(row["kind"], spell(row["tiles"])) for row in record["melds"]]
    held = spell(record["hand"])
    if any(len(tiles) != SIZES[name] for name, tiles in melds) or len(held) + sum(len(t) for _, t in melds) != 13:
        return {"legal": False, "reason": "wrong-tile-count"}
    every = [*held, *(tile for _, tiles in melds for tile in tiles), record["winning_tile"]]
    if any(count > copies(tile, house["jokers"]) for tile, count in Counter(every).items()):
        return {"legal": False, "reason": "too-many-copies"}
    if forbidden(record, house):
        return {"legal": False, "reason": "not-a-winning-hand"}
    concealed = Counter(kind(tile) for tile in [*held, record["winning_tile"]])
    exposures = [Counter(kind(tile) for tile in tiles) for _, tiles in melds]
    jokerless = house["jokerless-bonus"] and JOKER not in every
    found = [line for line in lines(json.dumps(card)) if matches(line, concealed, exposures)]
    if not found:
        return {"legal": False, "reason": "not-a-winning-hand"}
    best = max(found, key=lambda line: line.value * (2 if jokerless and line.bonus else 1))
    items = {best.id: best.value} | ({"jokerless": best.value} if jokerless and best.bonus else {})
    return result(record, house, items)


def copies(tile: str, jokers: int) -> int:
    """7."""
    return {"j": jokers, "f": 1}.get(tile[1], 4)


def forbidden(record: dict[str, Any], house: dict[str, Any]) -> bool:
    """4 and 6: a joker is not claimed; with a cold wall no late discard is."""
    if record["win"] != "discard":
        return False
    late = {"late-fresh-discard", "last-discard"} & set(record["flags"])
    return record["winning_tile"] == JOKER or (house["cold-wall"] == "self-draw-only" and bool(late))


@cache
def lines(card: str) -> tuple[Line, ...]:
    """5: every line for every order of suits and every n, in the order of the card."""
    return tuple(line for row in json.loads(card)["lines"] for line in meanings(row))


def meanings(row: dict[str, Any]) -> Iterator[Line]:
    low, high = row.get("n", [0, 0])
    for order in permutations("mps"):
        suits = dict(zip("abc", order, strict=True))
        for n in range(low, high + 1):
            groups = [group for text in row["groups"] for group in spelt(text, suits, n)]
            if None not in groups:
                yield Line(
                    row["id"], tuple(group for group in groups if group), row["exposure"] == "C", row["value"],
                    row.get("jokerless-bonus", True),
                )  # fmt: skip


def spelt(text: str, suits: dict[str, str], n: int) -> list[Group | None]:
    if text[0] == "[":
        words, size = text[1:-1].split(), 1
    else:
        words, size = [text[2:-1]], KINDS[text[0]]
    tiles = [tile_of(word, suits, n) for word in words]
    return [None if tile is None else Group(tile, size) for tile in tiles]


def tile_of(word: str, suits: dict[str, str], n: int) -> str | None:
    """None: a rank above nine."""
    if word == "F":
        return FLOWER
    if word in WINDS:
        return WINDS[word]
    if word == "0":
        return "5z"
    suit = suits[word[-1]]
    if word[0] == "D":
        return DRAGONS[suit]
    number = word[:-1]
    rank = n + int(number[2:] or 0) if number[0] == "n" else int(number)
    return f"{rank}{suit}" if 1 <= rank <= 9 else None


def matches(line: Line, concealed: Counter[str], exposures: list[Counter[str]]) -> bool:
    """5, conditions 1 to 3, for every way to give the exposures to groups."""
    if line.concealed and exposures:
        return False
    return any(complete(rest, concealed) for rest in without(list(line.groups), exposures))


def without(groups: list[Group], exposures: list[Counter[str]]) -> Iterator[list[Group]]:
    if not exposures:
        yield groups
        return
    first, *others = exposures
    real = set(first) - {JOKER}
    for at, group in enumerate(groups):
        if group.takes_jokers and real == {group.tile} and sum(first.values()) == group.size:
            yield from without(groups[:at] + groups[at + 1 :], others)


def complete(groups: list[Group], concealed: Counter[str]) -> bool:
    real = Counter({tile: count for tile, count in concealed.items() if tile != JOKER})
    for group in groups:
        if not group.takes_jokers:
            real[group.tile] -= group.size
    if any(count < 0 for count in real.values()):
        return False
    wanted: Counter[str] = Counter()
    for group in groups:
        if group.takes_jokers:
            wanted[group.tile] += group.size
    return all(count <= wanted[tile] for tile, count in real.items())


def result(record: dict[str, Any], house: dict[str, Any], items: dict[str, int]) -> dict[str, Any]:
    """6."""
    total, discarder = sum(items.values()), record["discarder"]
    hot = house["hot-wall"] == "discarder-pays-all" and "late-fresh-discard" in record["flags"]
    pays = dict.fromkeys([seat for seat in SEATS if seat != record["seat_wind"]], 2 * total)
    if discarder is not None:
        pays = {seat: 4 * total * (seat == discarder) if hot else total for seat in pays}
        if not hot:
            pays[discarder] = 2 * total
    net = {seat: -pays.get(seat, 0) for seat in SEATS}
    net[record["seat_wind"]] = sum(pays.values())
    return {
        "legal": True, "items": items, "total": total, "unit": "points", "limit": False, "base": total,
        "payments": net,
    }  # fmt: skip
