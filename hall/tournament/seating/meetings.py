"""Who meets whom: a search for rounds in which as few pairs as possible meet again, by simulated annealing.

A round is a list of all players, counted from 0, four by four: a table each. ``before[a][b]`` is how often two players
have met already; ``APART`` more for two who may not meet. The cost of a schedule is the sum, over all meetings, of how
often the two had met before: a pair that meets m times costs m(m-1)/2.

The chances of steps that make it worse are whole numbers, and nothing depends on a clock: the same seed gives the same
schedule on every computer (``random.Random.random`` is the same in all versions of Python).
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import combinations
from random import Random
from typing import Final

APART: Final = 1000
"""Added to the meetings of a pair that may not meet. No step that adds such a meeting is ever taken."""
SEATS: Final = 4
LEVELS: Final = 64
"""Steps of the cooling."""
HOTTEST: Final = 16_000
COLDEST: Final = 400
UNIT: Final = 1 << 16
"""``HOTTEST`` / ``UNIT`` is the chance, at first, of a step that costs one meeting more; of two the square of it."""
WORST: Final = 12
"""A step that costs as many meetings is not taken at all."""

Rounds = list[list[int]]
Counts = list[list[int]]


def count(rounds: Sequence[Sequence[int]], before: Sequence[Sequence[int]]) -> Counts:
    """``before`` and the meetings of these rounds."""
    counts = [list(row) for row in before]
    for players in rounds:
        for start in range(0, len(players), SEATS):
            for one, other in combinations(players[start : start + SEATS], 2):
                counts[one][other] += 1
                counts[other][one] += 1
    return counts


def cost(rounds: Sequence[Sequence[int]], before: Sequence[Sequence[int]]) -> int:
    after = count(rounds, before)
    pairs = combinations(range(len(before)), 2)
    return sum(_sum(before[one][other], after[one][other]) for one, other in pairs)


def _sum(low: int, high: int) -> int:
    return (high * (high - 1) - low * (low - 1)) // 2


def least(number: int, before: Sequence[Sequence[int]]) -> int:
    """A cost that no ``number`` rounds of everybody can be below: each player meets those he has met least."""
    total = 0
    for one, row in enumerate(before):
        others = sorted(times for other, times in enumerate(row) if other != one)
        left, level = (SEATS - 1) * number, 0
        while left:
            ready = sum(times <= level for times in others)
            taken = min(ready, left)
            total, left, level = total + taken * level, left - taken, level + 1
    return (total + 1) // 2


def improved(
    rounds: Rounds, before: Counts, random: Random, moves: int, enough: int, hottest: int = HOTTEST
) -> tuple[int, Rounds]:
    """The best cost found, and its rounds: from these rounds, in so many tries, until it is ``enough``."""
    rounds = [list(players) for players in rounds]
    counts, now = count(rounds, before), cost(rounds, before)
    best, kept = now, [list(players) for players in rounds]
    size, draw = len(before), random.random
    choices = len(rounds) * size * size
    for level in range(LEVELS):
        if best <= enough:
            break
        chances = _chances(level, hottest)
        for _ in range(moves // LEVELS):
            choice, first = divmod(int(draw() * choices), size)
            number, second = divmod(choice, size)
            table, other_table = first & -SEATS, second & -SEATS
            if table == other_table:
                continue
            players = rounds[number]
            one, other = players[first], players[second]
            met, other_met = counts[one], counts[other]
            a, b, c, d = players[table : table + SEATS]
            e, f, g, h = players[other_table : other_table + SEATS]
            worse = (
                met[e] + met[f] + met[g] + met[h] + other_met[a] + other_met[b] + other_met[c] + other_met[d]
                - met[a] - met[b] - met[c] - met[d] - other_met[e] - other_met[f] - other_met[g] - other_met[h]
                - 2 * met[other] + 6
            )  # fmt: skip
            if worse > 0 and (worse >= WORST or draw() * UNIT >= chances[worse]):
                continue
            _exchange(counts, one, other, (a, b, c, d), (e, f, g, h))
            players[first], players[second] = other, one
            now += worse
            if now < best:
                best, kept = now, [list(each) for each in rounds]
                if best <= enough:
                    break
    return best, kept


def _chances(level: int, hottest: int) -> list[int]:
    """Of ``UNIT``: that a step is taken that costs 0, 1, 2, ... more."""
    one = hottest + (COLDEST - hottest) * level // (LEVELS - 1)
    chances = [UNIT]
    for _ in range(1, WORST):
        chances.append(chances[-1] * one // UNIT)
    return chances


def _exchange(counts: Counts, one: int, other: int, table: tuple[int, ...], other_table: tuple[int, ...]) -> None:
    met, other_met = counts[one], counts[other]
    for each in table:
        if each != one:
            met[each] -= 1
            counts[each][one] -= 1
            other_met[each] += 1
            counts[each][other] += 1
    for each in other_table:
        if each != other:
            other_met[each] -= 1
            counts[each][other] -= 1
            met[each] += 1
            counts[each][one] += 1
