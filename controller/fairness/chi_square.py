"""Pearson's chi-square: the chance of a value, and how far from fair a sample has to be to show it.

Closed forms for whole degrees of freedom (Abramowitz and Stegun, 26.4.4 and 26.4.5); the power is that of the
noncentral distribution, a Poisson mixture of central ones (26.4.25). No library: the ones that have it weigh more than
the service.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from math import erfc, exp, lgamma, log, sqrt
from typing import Final

LEVEL: Final = 0.05
"""Chance that fair dice look biased in one test."""
POWER: Final = 0.8
"""Chance that a bias as large as the stated one would have been seen."""
_HIGHEST: Final = 200.0
"""Above every root that is looked for, up to 100 degrees of freedom."""
_STEPS: Final = 45
_MOST_TERMS: Final = 500
_NEGLIGIBLE: Final = 1e-12


def chance_above(value: float, freedom: int) -> float:
    """The chance that chi-square with so many degrees of freedom is larger than the value."""
    half = value / 2
    if half <= 0:
        return 1.0
    first, odd = (erfc(sqrt(half)), 0.5) if freedom % 2 else (0.0, 0.0)
    terms = (exp((step + odd) * log(half) - half - lgamma(step + odd + 1)) for step in range(freedom // 2))
    return min(1.0, first + sum(terms))


@cache
def noncentrality(freedom: int, level: float = LEVEL, power: float = POWER) -> float:
    """How far from fair, in chi-square, a bias is that a test at the level shows with the power."""
    critical = _root(lambda value: level - chance_above(value, freedom))
    return _root(lambda shift: _power(critical, freedom, shift) - power)


def _power(critical: float, freedom: int, shift: float) -> float:
    """The chance that the noncentral chi-square is above the critical value."""
    half, above = critical / 2, chance_above(critical, freedom)
    total, weight, left = 0.0, exp(-shift / 2), 1.0
    for step in range(_MOST_TERMS):
        total, left = total + weight * above, left - weight
        if left < _NEGLIGIBLE:
            break
        above += exp((freedom / 2 + step) * log(half) - half - lgamma(freedom / 2 + step + 1))
        weight *= shift / 2 / (step + 1)
    return total


def _root(rising: Callable[[float], float]) -> float:
    """Where a function that rises from below zero crosses it, between 0 and the highest."""
    low, high = 0.0, _HIGHEST
    for _ in range(_STEPS):
        middle = (low + high) / 2
        low, high = (middle, high) if rising(middle) < 0 else (low, middle)
    return high
