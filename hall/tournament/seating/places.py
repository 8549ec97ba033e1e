"""Which table plays where: players come to the same physical table as seldom as can be."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random
from typing import Final

Tables = list[list[int]]
MOVES_PER_GAME: Final = 2500
MOST_MOVES: Final = 300_000
LEVELS: Final = 16
HOTTEST: Final = 1 << 14
UNIT: Final = 1 << 16
"""A step that costs a visit more is taken with a chance of ``HOTTEST`` / ``UNIT`` at first, and of 0 in the end."""


def placed(rounds: Sequence[Tables], players: int, random: Random, past: Sequence[Tables] = ()) -> list[Tables]:
    """The same tables of each round in another order. A visit costs as much as there were visits before."""
    rounds = [list(tables) for tables in rounds]
    size = max((len(tables) for tables in [*rounds, *past]), default=0)
    visits = [[0] * size for _ in range(players)]
    for tables in [*past, *rounds]:
        for place, game in enumerate(tables):
            for player in game:
                visits[player][place] += 1
    now = sum(times * (times - 1) // 2 for row in visits for times in row)
    enough = _least(len(rounds), visits, rounds)
    best, kept = now, [list(tables) for tables in rounds]
    moves = min(MOST_MOVES, MOVES_PER_GAME * sum(len(tables) for tables in rounds))
    for step in range(moves):
        if best <= enough:
            break
        chance = HOTTEST - HOTTEST * (step * LEVELS // moves) // (LEVELS - 1)
        tables = rounds[int(random.random() * len(rounds))]
        one, other = int(random.random() * len(tables)), int(random.random() * len(tables))
        if one == other:
            continue
        worse = _worse(visits, tables[one], one, other) + _worse(visits, tables[other], other, one)
        if worse > 0 and (worse > 2 or random.random() * UNIT >= chance >> 3 * (worse - 1)):
            continue
        _move(visits, tables[one], one, other)
        _move(visits, tables[other], other, one)
        tables[one], tables[other] = tables[other], tables[one]
        now += worse
        if now < best:
            best, kept = now, [list(each) for each in rounds]
    return kept


def _least(number: int, visits: list[list[int]], rounds: Sequence[Tables]) -> int:
    """A cost that no order of these rounds can be below: everybody's visits as equal as they can be."""
    free = [list(row) for row in visits]
    for tables in rounds:
        for place, game in enumerate(tables):
            for player in game:
                free[player][place] -= 1
    total = 0
    for row in free:
        for _ in range(number):
            row[row.index(min(row))] += 1
        total += sum(times * (times - 1) // 2 for times in row)
    return total


def _worse(visits: list[list[int]], game: list[int], here: int, there: int) -> int:
    return sum(visits[player][there] - visits[player][here] + 1 for player in game)


def _move(visits: list[list[int]], game: list[int], here: int, there: int) -> None:
    for player in game:
        visits[player][here] -= 1
        visits[player][there] += 1
