"""Where in the walls a tile can lie."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class WallPlace:
    """``wall`` and ``stack`` are counted from 0 in the order in which the file lists them."""

    wall: int
    stack: int
    upper: bool


def wall_places(walls: Sequence[int], *, upper_first: bool) -> tuple[WallPlace, ...]:
    """The places of walls with so many tiles each, stack by stack. The odd tile at the end of a wall lies below."""
    return tuple(place for wall, tiles in enumerate(walls) for place in _of_wall(wall, tiles, upper_first))


def _of_wall(wall: int, tiles: int, upper_first: bool) -> Iterator[WallPlace]:
    for place in range(tiles):
        alone = tiles % 2 == 1 and place == tiles - 1
        yield WallPlace(wall, place // 2, not alone and (place % 2 == 0) == upper_first)
