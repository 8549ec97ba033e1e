"""What the recorded rolls show: counts, chi-square, and the smallest bias that they could have revealed."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from controller.events.dice import DiceRolled, DiceVoided
from controller.events.machine import HatchOpened
from controller.fairness.chi_square import chance_above, noncentrality
from controller.fairness.statistics import DiceCounts, DiceStatistics, assessed, assessments, counted, evolve

rolls = st.lists(st.lists(st.integers(1, 6), min_size=1, max_size=4).map(tuple), max_size=30)


def rolled(dice: tuple[int, ...], algorithm: str = "kernel-reject-252", purpose: str = "break") -> DiceRolled:
    return DiceRolled(1, purpose, dice, algorithm, 0, None)


def by_name(counts: DiceCounts) -> dict[str, tuple[int, ...]]:
    return {test.name: test.ways for test in assessments(counts)}


@pytest.mark.parametrize(
    ("value", "freedom", "chance"),
    [(3.841, 1, 0.05), (11.070, 5, 0.05), (7.815, 3, 0.05), (15.086, 5, 0.01), (49.802, 35, 0.05), (18.307, 10, 0.05)],
)
def test_the_chances_are_those_of_the_printed_tables(value: float, freedom: int, chance: float) -> None:
    assert chance_above(value, freedom) == pytest.approx(chance, rel=2e-3)


@pytest.mark.parametrize(
    ("dice", "bias"),
    [(257, 0.5), (1_604, 0.2), (6_414, 0.1), (25_656, 0.05), (160_346, 0.02), (641_381, 0.01)],
)
def test_so_many_dice_show_a_face_that_comes_up_too_often(dice: int, bias: float) -> None:
    """The sizes of samples at 5 % and 80 % that were calculated for the table of the reference on fair play."""
    even = tuple(dice // 6 + (1 if place < dice % 6 else 0) for place in range(6))
    assert assessed("faces", even, (1,) * 6).smallest == pytest.approx(bias, rel=3e-3)


def test_a_stricter_test_needs_a_larger_bias() -> None:
    assert noncentrality(5, 0.01, 0.9) == pytest.approx(11_014 * 0.1**2 / 5, rel=3e-3)


def test_the_walls_of_two_dice_are_eight_nine_ten_and_nine_of_36() -> None:
    assert by_name(DiceCounts())["walls-of-two"] == (8, 9, 10, 9)


def test_the_walls_of_three_dice_share_all_216_ways() -> None:
    walls = by_name(DiceCounts())["walls-of-three"]
    assert (sum(walls), walls) == (216, (55, 53, 53, 55))


@given(rolls)
def test_every_die_and_roll_is_counted_once(given_rolls: list[tuple[int, ...]]) -> None:
    counts = DiceCounts()
    for dice in given_rolls:
        counts = counted(counts, dice, "break")
    found = {test.name: sum(test.observed) for test in assessments(counts)}
    two, three = sum(len(dice) == 2 for dice in given_rolls), sum(len(dice) == 3 for dice in given_rolls)
    assert counts.rolls == len(given_rolls)
    assert found == {
        "faces": sum(map(len, given_rolls)), "pairs": two, "sums-of-two": two, "sums-of-three": three,
        "walls-of-two": two, "walls-of-three": three,
    }  # fmt: skip


def test_only_throws_for_a_break_count_to_a_wall() -> None:
    counts = counted(counted(DiceCounts(), (2, 3), "seats"), (2, 3), "break")
    assert (sum(counts.pairs), counts.walls_of_two) == (2, (1, 0, 0, 0))


def test_dice_of_the_table_of_hands_and_rolls_given_up_are_kept_apart() -> None:
    events = [rolled((1, 2)), rolled((6, 6), "by-hand"), DiceVoided(1, "not-shown", "Ann", ""), HatchOpened()]
    statistics = DiceStatistics()
    for event in events:
        statistics = evolve(statistics, event)
    assert (statistics.table.faces, statistics.by_hand.faces) == ((1, 1, 0, 0, 0, 0), (0, 0, 0, 0, 0, 2))
    assert statistics.voids == 1


def test_too_few_rolls_have_no_p_but_say_what_they_could_show() -> None:
    test = assessed("faces", (1, 0, 0, 0, 0, 0), (1,) * 6)
    assert (test.chi_square, test.p) == (None, None)
    assert test.smallest is not None and test.smallest > 1


def test_without_a_roll_there_is_nothing_to_say() -> None:
    assert assessed("faces", (0,) * 6, (1,) * 6)[3:] == (None, None, None)


def test_a_die_with_a_heavy_face_is_noticed_and_a_fair_one_is_not() -> None:
    heavy, fair = assessed("faces", (150, 100, 100, 100, 100, 100), (1,) * 6), assessed("faces", (100,) * 6, (1,) * 6)
    assert heavy.p is not None and heavy.p < 0.01
    assert fair.p == 1.0
