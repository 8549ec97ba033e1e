"""What the recorded rolls of a table show."""

from __future__ import annotations

from pydantic import Field

from api.table.shown.base import Shown
from controller.fairness.chi_square import LEVEL, POWER
from controller.fairness.statistics import DiceCounts, DiceStatistics, assessments


class DiceTestShown(Shown):
    """Outcomes against fair dice: ``faces``, ``pairs`` (first die, then second), ``sums-of-two``, ``sums-of-three``,
    ``walls-of-two`` and ``walls-of-three`` (the wall that a break counts to, the thrower's own first)."""

    name: str
    observed: list[int]
    ways: list[int] = Field(description="fair dice have the outcomes in these proportions")
    chi_square: float | None
    p: float | None = Field(description="null: too few for a test")
    smallest_bias: float | None = Field(
        description="share of its own chance by which the likeliest outcome would have to be off to be seen"
    )


class DiceOfOneKind(Shown):
    rolls: int
    tests: list[DiceTestShown]


class DiceStatisticsShown(Shown):
    """Of all recorded rolls: those that the table made, those thrown by hand, and how many were given up."""

    table: DiceOfOneKind
    by_hand: DiceOfOneKind
    voids: int
    misshown: int = Field(description="rolls of which the board said that it shows other dice")
    level: float = Field(description="chance that fair dice look biased in one test")
    power: float = Field(description="chance that a bias as large as `smallest_bias` would have been seen")


def dice_statistics(statistics: DiceStatistics) -> DiceStatisticsShown:
    return DiceStatisticsShown(
        table=_of_one_kind(statistics.table),
        by_hand=_of_one_kind(statistics.by_hand),
        voids=statistics.voids,
        misshown=statistics.misshown,
        level=LEVEL,
        power=POWER,
    )


def _of_one_kind(counts: DiceCounts) -> DiceOfOneKind:
    tests = [
        DiceTestShown(
            name=test.name,
            observed=list(test.observed),
            ways=list(test.ways),
            chi_square=test.chi_square,
            p=test.p,
            smallest_bias=test.smallest,
        )
        for test in assessments(counts)
    ]
    return DiceOfOneKind(rolls=counts.rolls, tests=tests)
