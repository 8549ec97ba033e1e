"""Which tiles a game leaves out of a full set, for people who fill a table.

A full set has 144 tiles: four of each of the 34 kinds, and the eight bonus tiles.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Final

from controller.rules.hand.tile_set import FLOWERS, FULL_COPIES, PLAYING_KINDS, TileSet
from controller.rules.hand.tiles import DRAGONS, FIRST, NAMES, WINDS

GROUPS: Final[dict[str, tuple[int, ...]]] = {
    "characters": tuple(range(9)),
    "dots": tuple(range(9, 18)),
    "bamboos": tuple(range(18, 27)),
    "winds": WINDS,
    "dragons": DRAGONS,
    "flowers": FLOWERS[:4],
    "seasons": FLOWERS[4:],
}


@dataclass(frozen=True, slots=True)
class LeftOut:
    """Tiles of one group: ``copies`` of each of the ``tiles`` (names); ``whole``: all tiles of the group."""

    group: str
    tiles: tuple[str, ...]
    copies: int
    whole: bool

    def as_json(self) -> dict[str, Any]:
        return {"group": self.group, "tiles": list(self.tiles), "copies": self.copies, "whole": self.whole}


@dataclass(frozen=True, slots=True)
class TilesNeeded:
    """``total``: tiles on the table. ``left_out`` of a full set. ``red``: red fives that take the place of plain ones.
    ``added``: tiles that a full set has not (animals, jokers). ``chosen``: tiles that the players leave out as they
    agree (a suit); ``spare``: tiles of the house that nothing scores.
    """

    total: int
    left_out: tuple[LeftOut, ...]
    red: dict[str, int]
    added: dict[str, int]
    chosen: int
    spare: int

    def as_json(self) -> dict[str, Any]:
        return {
            "total": self.total,
            "left_out": [each.as_json() for each in self.left_out],
            "red": dict(self.red),
            "added": dict(self.added),
            "chosen": self.chosen,
            "spare": self.spare,
        }


def tiles_needed(tiles: TileSet) -> TilesNeeded:
    """What people put into the table for a game."""
    return TilesNeeded(
        total=tiles.total,
        left_out=tuple(part for group, kinds in GROUPS.items() for part in _of_group(tiles, group, kinds)),
        red={name: number for name, number in tiles.red.items() if number},
        added=_added(tiles),
        chosen=max(0, -tiles.more),
        spare=max(0, tiles.more),
    )


def _of_group(tiles: TileSet, group: str, kinds: tuple[int, ...]) -> list[LeftOut]:
    """A part for each number of copies that are left out."""
    missing = {tile: _full(tile) - tiles.kinds.get(tile, tiles.bonus.get(tile, 0)) for tile in kinds}
    numbers = sorted({number for number in missing.values() if number > 0}, reverse=True)
    parts = ((number, [tile for tile in kinds if missing[tile] == number]) for number in numbers)
    return [
        LeftOut(group, tuple(NAMES[tile] for tile in out), number, len(out) == len(kinds) and number == _full(out[0]))
        for number, out in parts
    ]


def _full(tile: int) -> int:
    return FULL_COPIES if tile in PLAYING_KINDS else 1


def _added(tiles: TileSet) -> dict[str, int]:
    more = {NAMES[tile]: number - _full(tile) for tile, number in tiles.kinds.items() if number > _full(tile)}
    bonus = {NAMES[tile]: number for tile, number in tiles.bonus.items() if tile >= FIRST["a"]}
    jokers = {NAMES[tile]: joker.copies for tile, joker in tiles.jokers.items()}
    return more | bonus | jokers
