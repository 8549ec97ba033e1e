"""Cycles needed: the published table, and Student's distribution against printed tables."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from controller.fairness.shuffle.effects import EffectKind
from controller.fairness.shuffle.sample_size import cycles_needed, plan, smallest_shift, student


def found(effect: EffectKind, marked: int) -> Iterator[tuple[float, int]]:
    return ((row.shift, row.alone) for row in plan(136, 52, 15) if (row.effect, row.marked) == (effect, marked))


@pytest.mark.parametrize(
    ("effect", "marked", "cycles"),
    [
        (EffectKind.LAYER, 52, {2: 31, 1: 121, 0.5: 482, 0.25: 1926}),
        (EffectKind.LAYER, 13, {1: 45, 0.5: 177, 0.25: 705}),
        (EffectKind.WALL, 52, {2: 23, 1: 91, 0.5: 362, 0.25: 1445}),
        (EffectKind.KEPT, 0, {2: 8, 1: 30, 0.5: 117, 0.25: 466}),
    ],
)
def test_cycles_needed_at_one_per_cent_and_power_ninety(
    effect: EffectKind, marked: int, cycles: dict[float, int]
) -> None:
    assert dict(found(effect, marked)) == cycles


def test_a_test_among_others_needs_more_cycles() -> None:
    assert all(row.together > row.alone for row in plan(136, 52, 15))
    assert all(row.together == row.alone for row in plan(136, 52, 1))


def test_the_smallest_shift_is_the_reverse_of_the_cycles_needed() -> None:
    assert smallest_shift(2.84, cycles_needed(2.84, 0.5)) == pytest.approx(0.5, rel=0.01)


@pytest.mark.parametrize(
    ("freedom", "level", "value"),
    [(1, 0.01, 63.657), (2, 0.01, 9.925), (5, 0.05, 2.571), (30, 0.01, 2.750), (120, 0.05, 1.980), (481, 0.01, 2.586)],
)
def test_quantiles_of_student_are_those_of_the_tables(freedom: int, level: float, value: float) -> None:
    assert student(level, freedom) == pytest.approx(value, abs=0.001)
