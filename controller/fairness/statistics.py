"""What the recorded rolls of a table show: faces, pairs, sums and walls of the break against fair dice.

The counts are a fold over the rolls, a few hundred bytes for ever; the report is made from them when somebody asks.
Beside every p stands how small a bias these rolls could have revealed: a sample that shows nothing may be too small to
show anything.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from functools import cache
from itertools import product
from math import sqrt
from typing import Final, NamedTuple

from controller.events import Event
from controller.events.dice import DiceMisshown, DiceRolled, DiceVoided
from controller.fairness.chi_square import chance_above, noncentrality
from controller.fairness.dice import BY_HAND, FACES
from controller.walls.sides import SIDES

LEAST_EXPECTED: Final = 5.0
"""Rolls that every outcome has to expect before chi-square says anything."""
BREAK: Final = "break"

Counts = tuple[int, ...]


@dataclass(frozen=True, slots=True)
class DiceCounts:
    """``faces`` of all dice from one on; ``pairs`` of rolls of two dice, by the first die, then by the second;
    ``three`` by the sum of rolls of three dice, from 3 on; ``walls`` of breaks with two and with three dice, counted
    from the thrower's own."""

    rolls: int = 0
    faces: Counts = (0,) * FACES
    pairs: Counts = (0,) * (FACES * FACES)
    three: Counts = (0,) * (3 * FACES - 2)
    walls_of_two: Counts = (0,) * SIDES
    walls_of_three: Counts = (0,) * SIDES


@dataclass(frozen=True, slots=True)
class DiceStatistics:
    """Rolls that the table made, those thrown by hand and entered, rolls that were given up, and rolls that the board
    showed otherwise than they are."""

    table: DiceCounts = field(default_factory=DiceCounts)
    by_hand: DiceCounts = field(default_factory=DiceCounts)
    voids: int = 0
    misshown: int = 0


def evolve(statistics: DiceStatistics, event: Event) -> DiceStatistics:
    """Never fails; the work does not depend on how many rolls there were."""
    if isinstance(event, DiceVoided):
        return replace(statistics, voids=statistics.voids + 1)
    if isinstance(event, DiceMisshown):
        return replace(statistics, misshown=statistics.misshown + 1)
    if not isinstance(event, DiceRolled):
        return statistics
    if event.algorithm == BY_HAND:
        return replace(statistics, by_hand=counted(statistics.by_hand, event.dice, event.purpose))
    return replace(statistics, table=counted(statistics.table, event.dice, event.purpose))


def counted(counts: DiceCounts, dice: Sequence[int], purpose: str) -> DiceCounts:
    """The counts with one roll more."""
    faces = counts.faces
    for face in dice:
        faces = _one_more(faces, face - 1)
    counts = replace(counts, rolls=counts.rolls + 1, faces=faces)
    wall = (sum(dice) - 1) % SIDES
    if len(dice) == 2:
        pairs = _one_more(counts.pairs, FACES * (dice[0] - 1) + dice[1] - 1)
        walls = _one_more(counts.walls_of_two, wall) if purpose == BREAK else counts.walls_of_two
        return replace(counts, pairs=pairs, walls_of_two=walls)
    if len(dice) == 3:
        walls = _one_more(counts.walls_of_three, wall) if purpose == BREAK else counts.walls_of_three
        return replace(counts, three=_one_more(counts.three, sum(dice) - 3), walls_of_three=walls)
    return counts


def _one_more(counts: Counts, place: int) -> Counts:
    return (*counts[:place], counts[place] + 1, *counts[place + 1 :])


# ---------------------------------------------------------------- the report


class DiceTest(NamedTuple):
    """``observed`` and ``ways`` by outcome, in the same order: fair dice have the outcomes in proportion to the ways.

    ``p`` None: too few for a test. ``smallest``: by how much of its own chance the likeliest outcome would have to be
    off, the others making up for it evenly, for a test at the usual level to show it with the
    usual power (``chi_square``); None for no rolls.
    """

    name: str
    observed: Counts
    ways: Counts
    chi_square: float | None
    p: float | None
    smallest: float | None


def assessments(counts: DiceCounts) -> tuple[DiceTest, ...]:
    """Every test of the dice, those without a roll among them."""
    return (
        assessed("faces", counts.faces, (1,) * FACES),
        assessed("pairs", counts.pairs, (1,) * FACES**2),
        assessed("sums-of-two", _sums(counts.pairs), _ways(2)),
        assessed("sums-of-three", counts.three, _ways(3)),
        assessed("walls-of-two", counts.walls_of_two, _walls(2)),
        assessed("walls-of-three", counts.walls_of_three, _walls(3)),
    )


def assessed(name: str, observed: Counts, ways: Counts) -> DiceTest:
    total, all_ways = sum(observed), sum(ways)
    if not total:
        return DiceTest(name, observed, ways, None, None, None)
    share = max(ways) / all_ways
    freedom = len(ways) - 1
    smallest = sqrt(noncentrality(freedom) * (1 - share) / (share * total))
    if total * min(ways) / all_ways < LEAST_EXPECTED:
        return DiceTest(name, observed, ways, None, None, smallest)
    expected = [total * each / all_ways for each in ways]
    found = sum((seen - fair) ** 2 / fair for seen, fair in zip(observed, expected, strict=True))
    return DiceTest(name, observed, ways, found, chance_above(found, freedom), smallest)


def _sums(pairs: Counts) -> Counts:
    sums = [0] * (2 * FACES - 1)
    for place, number in enumerate(pairs):
        sums[place // FACES + place % FACES] += number
    return tuple(sums)


@cache
def _ways(dice: int) -> Counts:
    """In how many ways the dice make each of their sums, from the smallest on."""
    ways = [0] * (dice * FACES - dice + 1)
    for faces in product(range(FACES), repeat=dice):
        ways[sum(faces)] += 1
    return tuple(ways)


def _walls(dice: int) -> Counts:
    """In how many ways they count to each wall; 8, 9, 10 and 9 of 36 for two dice."""
    ways = [0] * SIDES
    for total, number in enumerate(_ways(dice), dice):
        ways[(total - 1) % SIDES] += number
    return tuple(ways)
