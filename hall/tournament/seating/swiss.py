"""Swiss: players of like standing sit together, and as few as can be who have met before.

Begins with tables of four by place and exchanges players of near tables. A pair costs the places between the two, and
``REPEAT`` for each time they have met. Steps that make it worse are taken up to a limit that falls to nothing
(threshold accepting): whole numbers alone, so that the same seed gives the same tables on every computer.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import combinations
from random import Random
from typing import Final

SEATS: Final = 4
REPEAT: Final = 60
"""As much as sitting some two tables away from one's place."""
REACH: Final = 4
"""Tables, of the one to those it exchanges players with."""
MOVES_PER_PLAYER: Final = 600
LEVELS: Final = 20
HIGHEST: Final = 60


def swiss_tables(before: Sequence[Sequence[int]], random: Random) -> list[list[int]]:
    """Tables of players 0, 1, ... by place. ``before[a][b]``: how often two have met, and ``meetings.APART`` more for
    two who may not meet."""
    tables = [[*range(start, start + SEATS)] for start in range(0, len(before), SEATS)]
    if len(tables) < 2:
        return tables
    costs = [_cost(table, before) for table in tables]
    best, kept, now = sum(costs), [list(table) for table in tables], sum(costs)
    moves = MOVES_PER_PLAYER * len(before)
    for step in range(moves):
        limit = HIGHEST - HIGHEST * (step * LEVELS // moves) // (LEVELS - 1)
        one = int(random.random() * len(tables))
        other = one + 1 + int(random.random() * REACH)
        if other >= len(tables):
            continue
        seat, place = int(random.random() * SEATS), int(random.random() * SEATS)
        _exchange(tables, one, seat, other, place)
        after = _cost(tables[one], before), _cost(tables[other], before)
        worse = sum(after) - costs[one] - costs[other]
        if worse > limit:
            _exchange(tables, one, seat, other, place)
            continue
        costs[one], costs[other] = after
        now += worse
        if now < best:
            best, kept = now, [list(table) for table in tables]
    return kept


def _cost(table: Sequence[int], before: Sequence[Sequence[int]]) -> int:
    total = 0
    for one, other in combinations(table, 2):
        met = before[one][other]
        total += abs(one - other) + REPEAT * met * (met + 1) // 2
    return total


def _exchange(tables: list[list[int]], one: int, seat: int, other: int, place: int) -> None:
    tables[one][seat], tables[other][place] = tables[other][place], tables[one][seat]
