"""Tests of what has too many values to be counted out: correlations, and the guessing game."""

from __future__ import annotations

from collections.abc import Sequence
from math import sqrt
from operator import mul
from random import Random
from statistics import NormalDist

from controller.fairness.shuffle.effects import standardized
from controller.fairness.shuffle.null import CountDistribution


def correlations(rows: Sequence[Sequence[float]], against: Sequence[float]) -> list[float]:
    """Of each row with the same other one."""
    other = standardized(against)
    return [sum(map(mul, standardized(row), other)) for row in rows]


def correlation_deviation(tiles: int) -> float:
    """Over all permutations, exactly: the mean is 0 and the variance 1 / (tiles - 1), whatever the values are."""
    return 1 / sqrt(tiles - 1)


def correlation_p(found: Sequence[float], tiles: int) -> float:
    """The two-sided p-value of correlations of several cycles. Their sum is normally distributed: a single one already
    is but for terms of 1 / tiles (its excess kurtosis is about -1.2 / tiles for ranks), and these shrink with the
    number of cycles once more."""
    deviations = abs(sum(found)) / (sqrt(len(found)) * correlation_deviation(tiles))
    return 2 * NormalDist().cdf(-deviations)


def rank_among(own: float, others: Sequence[float], random: Random) -> int:
    """How many of the others are smaller; those that are equal count by lot, so that every rank is equally likely."""
    level = sum(other == own for other in others)
    return sum(other < own for other in others) + random.randint(0, level)


def ranks_p(ranks: Sequence[int], others: int) -> float:
    """The one-sided p-value of ranks among so many others: how often their sum would be this large. Exact for any
    number of others, as what was measured is one draw among equals."""
    each = CountDistribution(0, (1 / (others + 1),) * (others + 1))
    return each.times(len(ranks)).at_least(sum(ranks))
