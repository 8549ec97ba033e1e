"""P-values of correlations and ranks: as over all permutations."""

from __future__ import annotations

from itertools import permutations, product
from operator import mul
from random import Random

import pytest

from controller.fairness.shuffle.effects import standardized
from controller.fairness.shuffle.sampling import (
    correlation_deviation,
    correlation_p,
    correlations,
    rank_among,
    ranks_p,
)


def test_over_all_permutations_a_correlation_has_mean_zero_and_the_stated_deviation() -> None:
    row, against = (0, 1, 1, 3, 7, 7, 9), (0, 0, 1, 1, 2, 2, 3)
    found = correlations([list(order) for order in permutations(row)], against)
    assert sum(found) == pytest.approx(0, abs=1e-6)
    assert sum(one**2 for one in found) / len(found) == pytest.approx(correlation_deviation(7) ** 2)


@pytest.mark.parametrize("cycles", [2, 10])
def test_p_values_of_correlations_are_those_of_sampled_permutations(cycles: int) -> None:
    """Of 4,000 samples; three deviations of a share of one in twenty are 0.0104."""
    random, against = Random(11), standardized([place % 2 for place in range(136)])
    row = list(standardized(range(136)))

    def summed() -> float:
        return sum(sum(map(mul, random.sample(row, 136), against)) for _ in range(cycles))

    limit = 1.96 * correlation_deviation(136) * cycles**0.5
    assert correlation_p([limit / cycles] * cycles, 136) == pytest.approx(0.05, abs=0.001)
    samples = 4_000 // cycles
    share = sum(abs(summed()) >= limit for _ in range(samples)) / samples
    assert share == pytest.approx(0.05, abs=3 * (0.05 * 0.95 / samples) ** 0.5)


def test_values_that_are_all_the_same_correlate_with_nothing() -> None:
    assert correlations([[1.0, 1.0, 1.0]], [0.0, 1.0, 2.0]) == [0.0]


def test_a_rank_among_equals_is_drawn_by_lot() -> None:
    random = Random(1)
    assert {rank_among(1, [1, 1, 0, 2], random) for _ in range(100)} == {1, 2, 3}


def test_sums_of_ranks_are_those_of_all_cases() -> None:
    cases = [sum(case) for case in product(range(4), repeat=3)]
    for ranks in product(range(4), repeat=3):
        share = sum(case >= sum(ranks) for case in cases) / len(cases)
        assert ranks_p(ranks, 3) == pytest.approx(share)
