"""Tiles and the places where they can be.

Identities exist only here: nothing that the board can see tells one tile from another, except its back colour.
A tile is in exactly one place; places are plain lists, so that a move is one ``append`` and one ``remove``.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any, Final

from .errors import TilesLost
from .parts import SIDES

SETS: Final = ("A", "B")
SET_SIZE: Final = 192
"""Tiles of each set in its box: more than the largest game needs, so the rest are the spares."""

Stack = list["Tile"]
"""One or two tiles, the lower first."""


@dataclass(slots=True, eq=False)
class Tile:
    """``magnet``: chance that the pick wheel holds the tile when it lies right. ``turns``: flips while tumbling.

    ``urgency`` orders the picking: higher goes first. ``dropped``: when it fell in, 0 the first of its drop to below 1;
    kept only where the drum has an effect of it.
    """

    id: int
    set: str
    magnet: float = 1.0
    face_up: bool = False
    turns: bool = True
    urgency: float = 0.0
    dropped: float = 0.0


@dataclass(slots=True)
class Places:
    """Everything that can hold tiles.

    ``tray[s]``: finished stacks below the deck on the lift of side s, in the order in which they were pushed.
    ``wall[s]``: the same stacks after they were raised. ``channel[s]`` is filled from the wheel, emptied at the head.
    """

    box: list[Tile] = field(default_factory=list)
    table: list[Tile] = field(default_factory=list)
    player: list[Tile] = field(default_factory=list)
    floor: list[Tile] = field(default_factory=list)
    well: list[Tile] = field(default_factory=list)
    drum: list[Tile] = field(default_factory=list)
    channel: tuple[list[Tile], ...] = field(default_factory=lambda: tuple([] for _ in SIDES))
    head: tuple[list[Tile], ...] = field(default_factory=lambda: tuple([] for _ in SIDES))
    tray: tuple[list[Stack], ...] = field(default_factory=lambda: tuple([] for _ in SIDES))
    wall: tuple[list[Stack], ...] = field(default_factory=lambda: tuple([] for _ in SIDES))
    total: int = 0

    @classmethod
    def boxed(cls) -> Places:
        """Both sets in their boxes. Tile ids of set A begin at 0, of set B at 1000."""
        box = [Tile(1000 * number + n, name) for number, name in enumerate(SETS) for n in range(SET_SIZE)]
        return cls(box=box, total=len(box))

    def flat(self) -> Iterator[tuple[str, list[Tile]]]:
        """Every unordered place and every stack with its name, as in ``"tray.2.17"``."""
        for name in ("box", "table", "player", "floor", "well", "drum"):
            yield name, getattr(self, name)
        for side in SIDES:
            yield f"channel.{side}", self.channel[side]
            yield f"head.{side}", self.head[side]
            for place in ("tray", "wall"):
                for number, stack in enumerate(getattr(self, place)[side]):
                    yield f"{place}.{side}.{number}", stack

    def count(self) -> int:
        """Tiles in all places."""
        heaps = self.box, self.table, self.player, self.floor, self.well, self.drum, *self.channel, *self.head
        rows = *self.tray, *self.wall
        return sum(map(len, heaps)) + sum(sum(map(len, row)) for row in rows)

    def check(self) -> None:
        """Raises :class:`TilesLost` unless every tile is somewhere."""
        if (count := self.count()) != self.total:
            raise TilesLost(f"{count} tiles, but there were {self.total}")

    def above_deck(self) -> Iterator[list[Tile]]:
        """The places that people reach without opening anything."""
        yield self.table
        yield self.player
        for wall in self.wall:
            yield from wall

    def take_from_walls(self) -> list[Tile]:
        """Empties the raised walls."""
        taken = [tile for wall in self.wall for stack in wall for tile in stack]
        for wall in self.wall:
            wall.clear()
        return taken


def dump_places(places: Places) -> dict[str, Any]:
    """As JSON: tile ids in their places, and what is particular to a tile where it is particular."""
    rows = {name: [[[t.id for t in stack] for stack in row] for row in getattr(places, name)] for name in _ROWS}
    heaps = {name: [t.id for t in getattr(places, name)] for name in _HEAPS}
    per_side = {name: [[t.id for t in heap] for heap in getattr(places, name)] for name in _PER_SIDE}
    tiles = [tile for _, heap in places.flat() for tile in heap]
    marks = {str(t.id): [t.magnet, t.face_up, t.turns, t.urgency, t.dropped] for t in tiles if _is_particular(t)}
    return {**heaps, **per_side, **rows, "marks": marks}


_HEAPS: Final = ("box", "table", "player", "floor", "well", "drum")
_PER_SIDE: Final = ("channel", "head")
_ROWS: Final = ("tray", "wall")


def _is_particular(tile: Tile) -> bool:
    return tile.face_up or not tile.turns or tile.magnet != 1.0 or tile.urgency != 0.0 or tile.dropped != 0.0


def load_places(data: dict[str, Any]) -> Places:
    """The inverse of :func:`dump_places`. Raises ``KeyError``, ``TypeError`` or :class:`TilesLost` on damage."""
    tiles = {tile.id: tile for tile in Places.boxed().box}
    for number, (magnet, face_up, turns, urgency, *dropped) in data["marks"].items():  # ``dropped`` came later
        tile = tiles[int(number)]
        tile.magnet, tile.face_up, tile.turns, tile.urgency = float(magnet), bool(face_up), bool(turns), float(urgency)
        tile.dropped = float(dropped[0]) if dropped else 0.0
    places = Places(total=len(tiles))
    for name in _HEAPS:
        getattr(places, name).extend(tiles.pop(n) for n in data[name])
    for name in _PER_SIDE:
        for heap, numbers in zip(getattr(places, name), data[name], strict=True):
            heap.extend(tiles.pop(n) for n in numbers)
    for name in _ROWS:
        for row, stacks in zip(getattr(places, name), data[name], strict=True):
            row.extend([tiles.pop(n) for n in stack] for stack in stacks)
    places.check()
    return places
