"""How many cycles show which effect, and how small an effect a number of cycles can show.

With z as the quantile of the normal distribution: cycles = ((z(1 - level/2) + z(power)) * deviation / shift)^2, for a
two-sided test of a mean whose deviation in a perfect shuffle is known. Tested several times, the level of the first
step of Holm's procedure is divided by the number of tests.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from math import atan, ceil, cos, exp, lgamma, pi, sqrt
from statistics import NormalDist
from typing import Any, Final

from controller.fairness.shuffle.effects import EffectKind
from controller.fairness.shuffle.null import kept_neighbours, marked_among

LEVEL: Final = 0.01
POWER: Final = 0.9
HAND: Final = 13
_HALVES: Final = 60
_NORMAL_FROM: Final = 200


@dataclass(frozen=True, slots=True)
class CyclesNeeded:
    """``shift``: by how many tiles, or pairs, the mean of a cycle differs. ``alone``: cycles when nothing else is
    tested; ``together``: when it is one of several tests. ``marked``: tiles of the zone, 0 without one."""

    effect: EffectKind
    marked: int
    shift: float
    alone: int
    together: int

    def as_json(self) -> dict[str, Any]:
        return {
            "effect": str(self.effect), "marked": self.marked or None, "shift": self.shift, "alone": self.alone,
            "together": self.together,
        }  # fmt: skip


def cycles_needed(deviation: float, shift: float, level: float = LEVEL, power: float = POWER) -> int:
    return ceil((_factor(level, power) * deviation / shift) ** 2)


def smallest_shift(deviation: float, cycles: int, level: float = LEVEL, power: float = POWER) -> float:
    """What so many cycles would have shown with this power."""
    return _factor(level, power) * deviation / sqrt(cycles)


def _factor(level: float, power: float) -> float:
    normal = NormalDist()
    return normal.inv_cdf(1 - level / 2) + normal.inv_cdf(power)


def plan(tiles: int, marked: int, tests: int, level: float = LEVEL, power: float = POWER) -> Iterator[CyclesNeeded]:
    """For a zone of ``marked`` tiles, a hand, and neighbours, in a set of ``tiles`` on four equal walls."""
    deviations = [
        (EffectKind.LAYER, marked, marked_among(tiles, marked, tiles // 2).deviation, (2.0, 1.0, 0.5, 0.25)),
        (EffectKind.LAYER, HAND, marked_among(tiles, HAND, tiles // 2).deviation, (1.0, 0.5, 0.25)),
        (EffectKind.WALL, marked, marked_among(tiles, marked, tiles // 4).deviation, (2.0, 1.0, 0.5, 0.25)),
        (EffectKind.KEPT, 0, kept_neighbours(tiles).deviation, (2.0, 1.0, 0.5, 0.25)),
    ]
    for effect, zone, deviation, shifts in deviations:
        for shift in shifts:
            alone = cycles_needed(deviation, shift, level, power)
            yield CyclesNeeded(effect, zone, shift, alone, cycles_needed(deviation, shift, level / tests, power))


def student(level: float, freedom: int) -> float:
    """The quantile of Student's distribution that ``level`` exceeds on both sides together."""
    if freedom > _NORMAL_FROM:
        z = NormalDist().inv_cdf(1 - level / 2)
        return z + (z**3 + z) / (4 * freedom) + (5 * z**5 + 16 * z**3 + 3 * z) / (96 * freedom**2)
    low, high = 0.0, 1.0
    while _outside(high, freedom) > level:
        high *= 2
    for _ in range(_HALVES):
        middle = (low + high) / 2
        low, high = (middle, high) if _outside(middle, freedom) > level else (low, middle)
    return high


def _outside(t: float, freedom: int) -> float:
    """The chance of a value beyond t on either side: two integrals of the density, by Simpson's rule in the angle
    whose tangent is t / sqrt(freedom)."""
    angle, steps = atan(t / sqrt(freedom)), 200
    wide = angle / steps
    values = [cos(n * wide) ** (freedom - 1) for n in range(steps + 1)]
    area = wide / 3 * (values[0] + values[-1] + 4 * sum(values[1:-1:2]) + 2 * sum(values[2:-1:2]))
    return max(0.0, 1 - 2 * area * exp(lgamma((freedom + 1) / 2) - lgamma(freedom / 2)) / sqrt(pi))
