"""The guessing game: how many tiles somebody gets right who remembers the drop order and counts what is left.

A strategy is fitted on half of the cycles and plays the other half. Against a perfect shuffle nothing beats guessing
the kind of which most tiles are left. The idea and its history: Diaconis, Fulman, Holmes, Annals of Applied Probability
23 (2013).
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from random import Random
from typing import Final

from controller.fairness.shuffle.effects import TracedCycle
from controller.fairness.shuffle.wall_places import WallPlace

PARTS: Final = 4
"""Of the drop order: what dropped in first, second ..."""
CAUTION: Final = 200
"""Tiles that lay as in a perfect shuffle, added to what was seen, so that chance is not taken for a habit."""
OTHERS: Final = 19
"""Permutations of each cycle that the strategy plays as well, for comparison."""


@dataclass(frozen=True, slots=True)
class Strategy:
    """``habits[class][part]``: how much likelier than by chance a tile of this part lies on a place of this class.
    ``neighbour``: the same for a tile that dropped in beside the last one."""

    classes: tuple[int, ...]
    habits: tuple[tuple[float, ...], ...]
    neighbour: float


COUNTING_STRATEGY: Final = Strategy((), (), 1.0)


def fit(cycles: Sequence[TracedCycle], places: Sequence[WallPlace]) -> Strategy:
    classes = tuple(2 * place.wall + place.upper for place in places)
    seen = [[0] * PARTS for _ in range(max(classes) + 1)]
    beside = 0
    for cycle in cycles:
        for place, dropped in zip(classes, cycle.dropped, strict=True):
            seen[place][part_of(dropped)] += 1
        beside += sum(abs(one - other) == 1 for one, other in zip(cycle.order, cycle.order[1:], strict=False))
    return Strategy(classes, _habits(seen), _neighbour(beside, cycles))


def part_of(dropped: float) -> int:
    return min(int(dropped * PARTS), PARTS - 1)


def _habits(seen: Sequence[Sequence[int]]) -> tuple[tuple[float, ...], ...]:
    tiles = sum(map(sum, seen))
    parts = [sum(row[part] for row in seen) / tiles for part in range(PARTS)]
    return tuple(
        tuple(
            (row[part] + CAUTION * parts[part]) / ((sum(row) + CAUTION) * parts[part] or 1.0) for part in range(PARTS)
        )
        for row in seen
    )


def _neighbour(beside: int, cycles: Sequence[TracedCycle]) -> float:
    """Two of every ``tiles`` neighbours dropped in side by side, by chance."""
    tiles = len(cycles[0].order)
    if not tiles:
        return 1.0
    pairs, fair = len(cycles) * (tiles - 1), 2 / tiles
    return (beside + CAUTION * fair) / ((pairs + CAUTION) * fair)


def right_guesses(cycle: TracedCycle, strategy: Strategy) -> int:
    """How often the strategy names the kind of the next tile, from the first to the last of the walls."""
    classes = strategy.classes or (0,) * len(cycle.kind)
    habits = strategy.habits or ((1.0,) * PARTS,)
    parts = tuple(map(part_of, cycle.dropped))
    left = _chances(cycle, parts, habits)
    unseen = dict(zip(cycle.order, zip(cycle.kind, parts, strict=True), strict=False))
    right, last = 0, -2
    for place, (kind, part) in enumerate(zip(cycle.kind, parts, strict=True)):
        near = [unseen[order] for order in (last - 1, last + 1) if order in unseen]
        right += _guess(left[classes[place]], habits[classes[place]], strategy.neighbour, near) == kind
        for chances, habit in zip(left, habits, strict=True):
            chances[kind] -= habit[part]
        if cycle.order:
            last = cycle.order[place]
            del unseen[last]
    return right


def _chances(cycle: TracedCycle, parts: Sequence[int], habits: Sequence[Sequence[float]]) -> list[list[float]]:
    """For each class of places and each kind: how likely its tiles together are the next one, up to a factor."""
    left = [[0.0] * (max(cycle.kind) + 1) for _ in habits]
    for kind, part in sorted(zip(cycle.kind, parts, strict=True)):  # in an order that tells nothing of the walls
        for chances, habit in zip(left, habits, strict=True):
            chances[kind] += habit[part]
    return left


def _guess(chances: Sequence[float], habit: Sequence[float], neighbour: float, near: Sequence[tuple[int, int]]) -> int:
    """The likeliest kind; ``near``: kind and part of the tiles that dropped in beside the last one."""
    if not near or neighbour == 1.0:
        return max(range(len(chances)), key=chances.__getitem__)
    likelier = list(chances)
    for kind, part in near:
        likelier[kind] += (neighbour - 1) * habit[part]
    return max(range(len(likelier)), key=likelier.__getitem__)


def shuffled(cycle: TracedCycle, random: Random) -> TracedCycle:
    """The same tiles in a perfectly random order."""
    order = sorted(range(len(cycle.kind)), key=lambda _: random.random())
    return TracedCycle(
        tuple(cycle.dropped[n] for n in order),
        tuple(cycle.order[n] for n in order) if cycle.order else (),
        tuple(cycle.zone[n] for n in order),
        tuple(cycle.kind[n] for n in order),
    )
