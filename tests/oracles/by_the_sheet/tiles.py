"""Tiles as strings, ``"5m"``, and every way to cut them into sets and a pair."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from functools import cache
from typing import Any

SEATS = "ESWN"
DRAGONS = ("5z", "6z", "7z")
WINDS = ("1z", "2z", "3z", "4z")
MAJORS = tuple(rank + suit for suit in "mps" for rank in "19") + WINDS + DRAGONS


@dataclass(frozen=True)
class Group:
    """A set or pair: ``chow``, ``pung``, ``kong`` or ``pair``; ``concealed`` after the winning tile is placed."""

    kind: str
    tiles: tuple[str, ...]
    concealed: bool
    feeder: str | None = None
    added: bool = False
    declared: bool = False


def spell(text: str) -> list[str]:
    """``"123m55z"`` -> ``["1m", "2m", "3m", "5z", "5z"]``."""
    tiles: list[str] = []
    ranks: list[str] = []
    for sign in text:
        if sign.isdigit():
            ranks.append(sign)
        else:
            tiles += [rank + sign for rank in ranks]
            ranks = []
    return tiles


def write(tiles: Iterable[str]) -> str:
    held = sorted(tiles, key=lambda tile: (tile[1], tile[0]))
    letters = sorted({tile[1] for tile in held})
    return "".join("".join(tile[0] for tile in held if tile[1] == letter) + letter for letter in letters)


def next_tile(tile: str, step: int) -> str:
    """The tile of the same suit so many ranks further."""
    return f"{int(tile[0]) + step}{tile[1]}"


def melds_of(record: dict[str, Any]) -> list[Group]:
    return [
        Group(row["kind"], tuple(spell(row["tiles"])), bool(row["concealed"]), row.get("from"),
              bool(row.get("added")), declared=True)
        for row in record["melds"]
    ]  # fmt: skip


def is_real(meld: Group) -> bool:
    if meld.kind == "chow":
        suit = {tile[1] for tile in meld.tiles}
        ranks = sorted(int(tile[0]) for tile in meld.tiles)
        return suit <= set("mps") and len(suit) == 1 and ranks == [ranks[0], ranks[0] + 1, ranks[0] + 2]
    return len(set(meld.tiles)) == 1


@cache
def cuts(tiles: tuple[str, ...]) -> tuple[tuple[tuple[str, ...], ...], ...]:
    """Every way to cut sorted tiles into sets of three and at most one pair."""
    return tuple(sorted(set(_cuts(tiles, paired=False))))


def _cuts(tiles: tuple[str, ...], *, paired: bool) -> Iterator[tuple[tuple[str, ...], ...]]:
    if not tiles:
        if paired:
            yield ()
        return
    for group in _groups_with_the_first(tiles, pair=not paired):
        rest = list(tiles)
        for tile in group:
            rest.remove(tile)
        for more in _cuts(tuple(rest), paired=paired or len(group) == 2):
            yield tuple(sorted((group, *more)))


def _groups_with_the_first(tiles: tuple[str, ...], *, pair: bool) -> Iterator[tuple[str, ...]]:
    first = tiles[0]
    if pair and tiles.count(first) >= 2:
        yield (first, first)
    if tiles.count(first) >= 3:
        yield (first, first, first)
    if first[1] in "mps" and int(first[0]) <= 7:
        run = tuple(next_tile(first, step) for step in range(3))
        if all(tile in tiles for tile in run):
            yield run


def readings(concealed: list[str], winning: str, drawn: bool) -> Iterator[list[Group]]:
    """Concealed groups of every cut; on another player's tile the group that it completes is not concealed."""
    for cut in cuts(tuple(sorted([*concealed, winning]))):
        yield from readings_of(cut, winning, drawn)


def readings_of(cut: tuple[tuple[str, ...], ...], winning: str, drawn: bool) -> Iterator[list[Group]]:
    """The same of one cut."""
    groups = [Group(_kind(group), group, concealed=True) for group in cut]
    if drawn:
        yield groups
        return
    for taken in {group for group in groups if winning in group.tiles}:
        place = groups.index(taken)
        yield [*groups[:place], replace(taken, concealed=False), *groups[place + 1 :]]


def _kind(group: tuple[str, ...]) -> str:
    return "pair" if len(group) == 2 else "pung" if group[0] == group[1] else "chow"


def wrong_count(record: dict[str, Any], size: int = 13) -> bool:
    """``size``: tiles of a hand that waits for one more."""
    melds = melds_of(record)
    sizes = {"chow": 3, "pung": 3, "kong": 4}
    return any(len(meld.tiles) != sizes[meld.kind] for meld in melds) or (
        len(spell(record["hand"])) + 3 * len(melds) != size
    )


def every_tile(record: dict[str, Any]) -> list[str]:
    """Of the hand, its melds, the winning tile and the bonus tiles."""
    melds = [tile for meld in melds_of(record) for tile in meld.tiles]
    return [*spell(record["hand"]), *melds, record["winning_tile"], *spell(record["flowers"])]


def too_many(record: dict[str, Any], *, bonus: bool, jokers: int = 0) -> bool:
    held = Counter(every_tile(record))
    return any(count > _copies(tile, jokers) for tile, count in held.items() if bonus or tile[1] in "mpszjx")


def _copies(tile: str, jokers: int) -> int:
    return jokers if tile[1] == "j" else 1 if tile[1] in "fa" else 4
