"""The report of a measurement: every effect with its interval, its p-value and what the cycles could have shown."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from math import sqrt
from random import Random
from statistics import fmean, stdev
from typing import Any, Final

from controller.fairness.shuffle.cycle_file import CycleFile
from controller.fairness.shuffle.effects import (
    EffectKind,
    TracedFile,
    above,
    along_the_walls,
    by_layer,
    equal,
    in_wall,
    kept,
    trace,
)
from controller.fairness.shuffle.guessing import OTHERS, fit, right_guesses, shuffled
from controller.fairness.shuffle.null import CountDistribution, equal_neighbours, kept_neighbours, marked_among
from controller.fairness.shuffle.sample_size import LEVEL, POWER, smallest_shift, student
from controller.fairness.shuffle.sampling import (
    correlation_deviation,
    correlation_p,
    correlations,
    rank_among,
    ranks_p,
)

FEWEST_TO_GUESS: Final = 8
"""Cycles below which half of them is too little to fit a strategy on."""


@dataclass(frozen=True, slots=True)
class ShuffleEffect:
    """``mean`` and the interval ``low`` to ``high`` (of confidence 1 - level) are of one cycle; ``fair``: the mean of a
    perfect shuffle. ``smallest``: the shift of the mean that these cycles show with the stated power, among the other
    effects. ``adjusted``: the p-value after Holm, for all effects of the report together. ``wall`` counts from 1."""

    kind: EffectKind
    zone: str
    wall: int
    fair: float
    mean: float
    low: float
    high: float
    smallest: float
    p: float
    adjusted: float = 1.0


@dataclass(frozen=True, slots=True)
class ShuffleReport:
    """``starts``: how many cycles began with which starting order. ``missing``: what the file says nothing about."""

    table: str
    tiles: int
    cycles: int
    starts: dict[str, int]
    level: float
    power: float
    effects: tuple[ShuffleEffect, ...]
    missing: tuple[EffectKind, ...]

    @property
    def shown(self) -> tuple[ShuffleEffect, ...]:
        """What a perfect shuffle would not show, at the level for all effects together."""
        return tuple(effect for effect in self.effects if effect.adjusted < self.level)

    def as_json(self) -> dict[str, Any]:
        return {
            "table": self.table, "tiles": self.tiles, "cycles": self.cycles, "starts": self.starts,
            "level": self.level, "power": self.power, "shown": len(self.shown),
            "missing": [str(kind) for kind in self.missing], "effects": [_effect_json(each) for each in self.effects],
        }  # fmt: skip


def _effect_json(effect: ShuffleEffect) -> dict[str, Any]:
    numbers = ("fair", "mean", "low", "high", "smallest", "p", "adjusted")
    found: dict[str, Any] = {"kind": str(effect.kind), "zone": effect.zone or None, "wall": effect.wall or None}
    return found | {name: float(f"{getattr(effect, name):.6g}") for name in numbers}


def measure(file: CycleFile, *, seed: int, level: float = LEVEL, power: float = POWER) -> ShuffleReport:
    """``seed``: of the permutations that the guesser plays, so that a report can be made again."""
    traced = trace(file)
    found = _Measuring(traced, level, power, Random(seed))
    effects = tuple(found.effects())
    starts: dict[str, int] = {}
    for cycle in file.cycles:
        starts[cycle.start] = starts.get(cycle.start, 0) + 1
    missing = tuple(kind for kind in EffectKind if kind not in {effect.kind for effect in effects})
    return ShuffleReport(
        file.table, file.tiles, len(file.cycles), starts, level, power, tuple(holm(effects)), missing
    )  # fmt: skip


def holm(effects: Sequence[ShuffleEffect]) -> Iterator[ShuffleEffect]:
    """With p-values that hold for all tests together: S. Holm, Scandinavian Journal of Statistics 6 (1979)."""
    adjusted, least = {}, 0.0
    for rank, number in enumerate(sorted(range(len(effects)), key=lambda n: effects[n].p)):
        least = max(least, min(1.0, effects[number].p * (len(effects) - rank)))
        adjusted[number] = least
    return (replace(effect, adjusted=adjusted[number]) for number, effect in enumerate(effects))


@dataclass(frozen=True, slots=True)
class _Measuring:
    traced: TracedFile
    level: float
    power: float
    random: Random

    @property
    def tests(self) -> int:
        """How many effects there will be."""
        traced = self.traced
        zones = 5 * len(traced.zones) * traced.zones_known
        return zones + traced.each_known + (max(traced.kinds) > 1) + 2 + (len(traced.cycles) >= FEWEST_TO_GUESS)

    def effects(self) -> Iterator[ShuffleEffect]:
        if self.traced.zones_known:
            yield from self._zones()
        if self.traced.each_known:
            counts = [kept(cycle) for cycle in self.traced.cycles]
            yield self._count(EffectKind.KEPT, counts, kept_neighbours(len(self.traced.places)))
        if max(self.traced.kinds) > 1:
            counts = [equal(cycle) for cycle in self.traced.cycles]
            yield self._count(EffectKind.EQUAL, counts, equal_neighbours(self.traced.kinds))
        yield self._correlation(EffectKind.DRIFT, along_the_walls(self.traced.places))
        yield self._correlation(EffectKind.LAYERING, by_layer(self.traced.places))
        if len(self.traced.cycles) >= FEWEST_TO_GUESS:
            yield self._guesses()

    def _zones(self) -> Iterator[ShuffleEffect]:
        places, cycles = self.traced.places, self.traced.cycles
        walls = [sum(place.wall == wall for place in places) for wall in range(4)]
        for number, zone in enumerate(self.traced.zones):
            size, upper = zone.end - zone.first, sum(place.upper for place in places)
            fair = marked_among(len(places), size, upper)
            yield self._count(EffectKind.LAYER, [above(each, places, number) for each in cycles], fair, zone.name)
            for wall, tiles in enumerate(walls):
                counts = [in_wall(each, places, number, wall) for each in cycles]
                fair = marked_among(len(places), size, tiles)
                yield self._count(EffectKind.WALL, counts, fair, zone.name, wall + 1)

    def _count(
        self, kind: EffectKind, counts: Sequence[int], fair: CountDistribution, zone: str = "", wall: int = 0
    ) -> ShuffleEffect:
        p = fair.times(len(counts)).two_sided(sum(counts))
        smallest = self._smallest(fair.deviation, len(counts))
        return self._effect(kind, counts, fair.mean, smallest, p, zone, wall)

    def _correlation(self, kind: EffectKind, against: Sequence[float]) -> ShuffleEffect:
        found = correlations([cycle.dropped for cycle in self.traced.cycles], against)
        smallest = self._smallest(correlation_deviation(len(against)), len(found))
        return self._effect(kind, found, 0.0, smallest, correlation_p(found, len(against)))

    def _guesses(self) -> ShuffleEffect:
        """Every other cycle is learnt from, the others are played: starting orders come into both halves."""
        learnt, played = self.traced.cycles[::2], self.traced.cycles[1::2]
        strategy = fit(learnt, self.traced.places)
        right = [right_guesses(cycle, strategy) for cycle in played]
        fair = [[right_guesses(shuffled(cycle, self.random), strategy) for _ in range(OTHERS)] for cycle in played]
        ranks = [rank_among(own, others, self.random) for own, others in zip(right, fair, strict=True)]
        every = [one for others in fair for one in others]
        smallest = self._smallest(stdev(every), len(played), sides=1)
        return self._effect(EffectKind.GUESSES, right, fmean(every), smallest, ranks_p(ranks, OTHERS))

    def _smallest(self, deviation: float, cycles: int, sides: int = 2) -> float:
        """In the first, strictest step of Holm's procedure."""
        return smallest_shift(deviation, cycles, 2 / sides * self.level / self.tests, self.power)

    def _effect(
        self, kind: EffectKind, values: Sequence[float], fair: float, smallest: float, p: float, zone: str = "",
        wall: int = 0,
    ) -> ShuffleEffect:  # fmt: skip
        mean = fmean(values)
        half = student(self.level, len(values) - 1) * stdev(values) / sqrt(len(values))
        return ShuffleEffect(kind, zone, wall, fair, mean, mean - half, mean + half, smallest, p)
