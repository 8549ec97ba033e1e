"""What a shuffle that does not mix would show: counts and correlations of single cycles.

Positions are those of the walls as the file lists them, which is the order in which tiles are drawn.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Sequence
from dataclasses import dataclass
from enum import StrEnum
from itertools import pairwise
from math import sqrt

from controller.fairness.shuffle.cycle_file import CycleFile, ShuffleCycle, Zone
from controller.fairness.shuffle.wall_places import WallPlace, wall_places

NO_ZONE = -1
UNKNOWN_ZONE = -2
USUAL_COPIES = 4


class EffectKind(StrEnum):
    """LAYER: tiles of a zone that lie above. WALL: tiles of a zone in one wall. KEPT: tiles that dropped in one after
    the other and lie side by side. EQUAL: equal tiles side by side. DRIFT: correlation of the drop order with the place
    along the wall; LAYERING: with the layer. GUESSES: tiles that somebody guesses who remembers the drop order."""

    LAYER = "layer"
    WALL = "wall"
    KEPT = "kept"
    EQUAL = "equal"
    DRIFT = "drift"
    LAYERING = "layering"
    GUESSES = "guesses"


@dataclass(frozen=True, slots=True)
class TracedCycle:
    """A cycle by positions. ``dropped``: when the tile that lies there dropped in, from 0 (first) to 1 (last); equal
    tiles that cannot be told apart have their mean. ``order``: the same as a whole number, where tiles can be told
    apart, else empty. ``zone``: the number of its zone. ``kind``: the number of its kind."""

    dropped: tuple[float, ...]
    order: tuple[int, ...]
    zone: tuple[int, ...]
    kind: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class TracedFile:
    """``kinds``: how many tiles of each kind."""

    places: tuple[WallPlace, ...]
    zones: tuple[Zone, ...]
    kinds: tuple[int, ...]
    cycles: tuple[TracedCycle, ...]

    @property
    def each_known(self) -> bool:
        """Whether every tile can be told from every other."""
        return bool(self.cycles[0].order)

    @property
    def zones_known(self) -> bool:
        """Whether the zone of every tile is known: equal tiles may not come from several zones."""
        return all(UNKNOWN_ZONE not in cycle.zone for cycle in self.cycles)


def trace(file: CycleFile) -> TracedFile:
    """Every tile of every cycle, from where it dropped in to where it lies."""
    kinds = _kinds(file)
    many = tuple(Counter(kinds[tile] for tile in file.cycles[0].before).values())
    places = wall_places(file.walls, upper_first=file.upper_first)
    return TracedFile(places, file.zones, many, tuple(_traced(cycle, file.zones, kinds) for cycle in file.cycles))


def _traced(cycle: ShuffleCycle, zones: Sequence[Zone], kinds: dict[str, int]) -> TracedCycle:
    fell: dict[str, list[int]] = defaultdict(list)
    for order, tile in enumerate(cycle.before):
        fell[tile].append(order)
    last = len(cycle.before) - 1
    mean = {tile: sum(orders) / len(orders) / last for tile, orders in fell.items()}
    zone = {tile: _zone_of(orders, zones) for tile, orders in fell.items()}
    known = len(fell) == len(cycle.before)
    return TracedCycle(
        tuple(mean[tile] for tile in cycle.after),
        tuple(fell[tile][0] for tile in cycle.after) if known else (),
        tuple(zone[tile] for tile in cycle.after),
        tuple(kinds[tile] for tile in cycle.after),
    )


def _zone_of(orders: Sequence[int], zones: Sequence[Zone]) -> int:
    found = {
        next((number for number, zone in enumerate(zones) if zone.first <= order < zone.end), NO_ZONE)
        for order in orders
    }
    return found.pop() if len(found) == 1 else UNKNOWN_ZONE


def _kinds(file: CycleFile) -> dict[str, int]:
    """The kind of each tile: by its number where they are numbered from 1, else tiles written alike are of one kind."""
    tiles = file.cycles[0].before
    if {*tiles} != {str(number) for number in range(1, len(tiles) + 1)}:
        return {tile: kind for kind, tile in enumerate(sorted({*tiles}))}
    kinds = file.kinds or usual_kinds(len(tiles))
    return {str(number): kind for number, kind in enumerate((k for k, n in enumerate(kinds) for _ in range(n)), 1)}


def usual_kinds(tiles: int) -> tuple[int, ...]:
    """Four of each kind, up to the 34 kinds of a set; what goes beyond are flowers, one of each."""
    sets = min(tiles // USUAL_COPIES, 34)
    return (USUAL_COPIES,) * sets + (1,) * (tiles - USUAL_COPIES * sets)


def above(cycle: TracedCycle, places: Sequence[WallPlace], zone: int) -> int:
    """Tiles of the zone in the upper layer."""
    return sum(own == zone and place.upper for own, place in zip(cycle.zone, places, strict=True))


def in_wall(cycle: TracedCycle, places: Sequence[WallPlace], zone: int, wall: int) -> int:
    return sum(own == zone and place.wall == wall for own, place in zip(cycle.zone, places, strict=True))


def kept(cycle: TracedCycle) -> int:
    """Pairs that dropped in one after the other and lie side by side."""
    return sum(abs(one - other) == 1 for one, other in pairwise(cycle.order))


def equal(cycle: TracedCycle) -> int:
    """Places with an equal tile after them."""
    return sum(one == other for one, other in pairwise(cycle.kind))


def standardized(values: Sequence[float]) -> tuple[float, ...]:
    """With mean 0 and sum of squares 1, so that the sum of products of two such rows is their correlation; all 0 where
    the values are all the same."""
    mean = sum(values) / len(values)
    length = sqrt(sum((value - mean) ** 2 for value in values))
    return tuple((value - mean) / length if length > 1e-12 else 0.0 for value in values)


def along_the_walls(places: Sequence[WallPlace]) -> tuple[float, ...]:
    """How far along its wall each place is, from 0 to 1."""
    longest: Counter[int] = Counter()
    for place in places:
        longest[place.wall] = max(longest[place.wall], place.stack)
    return tuple(place.stack / max(1, longest[place.wall]) for place in places)


def by_layer(places: Sequence[WallPlace]) -> tuple[float, ...]:
    return tuple(float(place.upper) for place in places)
