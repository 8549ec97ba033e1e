"""Distributions over all permutations: counted out for small sets, and the published figures for a whole one."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Sequence
from itertools import pairwise, permutations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from controller.fairness.shuffle.null import CountDistribution, equal_neighbours, kept_neighbours, marked_among


def counted(tiles: Sequence[int], count: Callable[[Sequence[int]], int]) -> dict[int, float]:
    found = Counter(count(order) for order in permutations(tiles))
    return {value: times / found.total() for value, times in sorted(found.items())}


def chances(distribution: CountDistribution) -> dict[int, float]:
    found = enumerate(distribution.chances, distribution.least)
    return {count: pytest.approx(chance, abs=1e-12) for count, chance in found if chance > 0}


@pytest.mark.parametrize("tiles", range(2, 8))
def test_kept_neighbours_are_those_of_all_permutations(tiles: int) -> None:
    own = counted(range(tiles), lambda order: sum(abs(one - other) == 1 for one, other in pairwise(order)))
    assert own == chances(kept_neighbours(tiles))


@pytest.mark.parametrize("kinds", [(2, 2), (4, 3), (2, 2, 1, 1), (3, 1, 2), (1, 1, 1), (7,)])
def test_equal_neighbours_are_those_of_all_permutations(kinds: tuple[int, ...]) -> None:
    tiles = [kind for kind, many in enumerate(kinds) for _ in range(many)]
    own = counted(tiles, lambda order: sum(one == other for one, other in pairwise(order)))
    assert own == chances(equal_neighbours(kinds))


@pytest.mark.parametrize(("marked", "places"), [(3, 4), (1, 7), (5, 5), (7, 2)])
def test_marked_tiles_on_named_places_are_those_of_all_permutations(marked: int, places: int) -> None:
    own = counted(range(7), lambda order: sum(tile < marked for tile in order[:places]))
    assert own == chances(marked_among(7, marked, places))


@pytest.mark.parametrize(
    ("distribution", "mean", "deviation"),
    [
        (marked_among(136, 52, 68), 26.0, 2.84),
        (marked_among(136, 52, 34), 13.0, 2.46),
        (kept_neighbours(136), 1.99, 1.40),
        (equal_neighbours((4,) * 34), 3.0, 1.71),
    ],
)
def test_a_whole_set_has_the_known_mean_and_deviation(
    distribution: CountDistribution, mean: float, deviation: float
) -> None:
    assert distribution.mean == pytest.approx(mean, abs=0.01)
    assert distribution.deviation == pytest.approx(deviation, abs=0.01)
    assert sum(distribution.chances) == pytest.approx(1)


@given(st.integers(1, 60))
@settings(deadline=None)
def test_several_cycles_are_the_sum_of_single_ones(cycles: int) -> None:
    one = marked_among(12, 4, 6)
    added = one
    for _ in range(cycles - 1):
        added = added.plus(one)
    together = one.times(cycles)
    assert together.mean == pytest.approx(cycles * one.mean)
    assert together.deviation == pytest.approx(cycles**0.5 * one.deviation)
    for count in range(together.least, together.least + len(together.chances)):
        assert together.at_least(count) == pytest.approx(added.at_least(count), abs=1e-12)


@given(st.integers(0, 4))
def test_both_tails_together_are_everything(count: int) -> None:
    one = marked_among(12, 4, 6)
    assert one.at_least(count) + one.at_most(count - 1) == pytest.approx(1)
    assert one.two_sided(count) <= 1
