"""Tiles and cuts for the second scorers: names of tiles in lists, and every way to cut them by trying."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cache

SUITS = "mps"
WINDS = ("1z", "2z", "3z", "4z")
DRAGONS = ("5z", "6z", "7z")
SEATS = "ESWN"


def tiles_of(text: str) -> list[str]:
    """``"123m5z"`` to ``["1m", "2m", "3m", "5z"]``."""
    return [digit + letter for digits, letter in re.findall(r"(\d+)([a-z])", text or "") for digit in digits]


@dataclass(frozen=True)
class Group:
    """A set as the sheets speak of it. ``shown``: claimed, or completed by another player's tile."""

    kind: str
    tile: str
    shown: bool = False
    melded: bool = False

    @property
    def is_pong(self) -> bool:
        return self.kind in ("pung", "kong")


@dataclass(frozen=True)
class Cut:
    """One way to read a hand: ``groups`` with the melds, ``pair`` (empty where the form has none), and where the
    winning tile went: a place in ``groups``, or -1 for the pair."""

    groups: tuple[Group, ...]
    pair: str
    at: int

    def pongs(self) -> list[Group]:
        return [group for group in self.groups if group.is_pong]

    def chows(self) -> list[Group]:
        return [group for group in self.groups if group.kind == "chow"]


def next_tile(tile: str, step: int) -> str:
    return f"{int(tile[0]) + step}{tile[1]}"


@cache
def into_sets(tiles: tuple[str, ...]) -> tuple[tuple[tuple[str, str], ...], ...]:
    """Every way to cut sorted tiles into chows and pungs, as ``(kind, lowest tile)``, each way once."""
    if not tiles:
        return ((),)
    first, found = tiles[0], set()
    if tiles.count(first) >= 3:
        found |= {tuple(sorted((("pung", first), *rest))) for rest in into_sets(tiles[3:])}
    if first[1] in SUITS and int(first[0]) <= 7:
        second, third = next_tile(first, 1), next_tile(first, 2)
        if second in tiles and third in tiles:
            left = list(tiles)
            for tile in (first, second, third):
                left.remove(tile)
            found |= {tuple(sorted((("chow", first), *rest))) for rest in into_sets(tuple(left))}
    return tuple(sorted(found))


def by_suit(tile: str) -> str:
    return tile[1] + tile[0]


def sets_and_pair(tiles: Sequence[str]) -> Iterator[tuple[tuple[tuple[str, str], ...], str]]:
    """Every way to cut tiles into sets and one pair."""
    counts = Counter(tiles)
    for pair in counts:
        if counts[pair] >= 2:
            rest = sorted((counts - Counter({pair: 2})).elements(), key=by_suit)
            for sets in into_sets(tuple(rest)):
                yield sets, pair


def holds(kind: str, tile: str, wanted: str) -> bool:
    if kind == "pung":
        return tile == wanted
    return wanted in (tile, next_tile(tile, 1), next_tile(tile, 2))


def melded(record: dict) -> list[Group] | None:
    """The melds of a record; None when one of them is no real set."""
    found = []
    for meld in record["melds"]:
        tiles = sorted(tiles_of(meld["tiles"]))
        kind, first = meld["kind"], tiles[0]
        if kind == "chow":
            if first[1] not in SUITS or tiles != [first, next_tile(first, 1), next_tile(first, 2)]:
                return None
        elif len(set(tiles)) != 1 or first[1] not in SUITS + "z":
            return None
        found.append(Group(kind, first, not meld["concealed"], True))
    return found


def cuts(record: dict, sets: int) -> list[Cut]:
    """Every reading of a record as so many sets and a pair."""
    melds, winning = melded(record), record["winning_tile"]
    if melds is None or winning[1] not in SUITS + "z":
        return []
    by_other, found = record["win"] != "self-draw", []
    for own, pair in sets_and_pair([*tiles_of(record["hand"]), winning]):
        if len(own) + len(melds) != sets:
            continue
        groups = [Group(kind, tile) for kind, tile in own]
        for at, (kind, tile) in enumerate(own):
            if holds(kind, tile, winning):
                taken = list(groups)
                taken[at] = Group(kind, tile, by_other)
                found.append(Cut((*taken, *melds), pair, at))
        if pair == winning:
            found.append(Cut((*groups, *melds), pair, -1))
    return found


def counted_right(record: dict, size: int) -> bool:
    """Whether the tiles of the hand and its melds are as many as there should be."""
    sizes = {"chow": 3, "pung": 3, "kong": 4}
    if any(len(tiles_of(meld["tiles"])) != sizes[meld["kind"]] for meld in record["melds"]):
        return False
    return len(tiles_of(record["hand"])) + 3 * len(record["melds"]) == size


def every_tile(record: dict) -> list[str]:
    melds = [tile for meld in record["melds"] for tile in tiles_of(meld["tiles"])]
    return [*tiles_of(record["hand"]), *melds, record["winning_tile"], *tiles_of(record["flowers"])]


def refused(reason: str) -> dict:
    return {"legal": False, "reason": reason}
