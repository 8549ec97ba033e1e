"""Swiss: players of like standing sit together, and as few as can be who have met before.

Begins with tables of four by place and exchanges players of near tables. A pair costs the places between the two, and
``REPEAT`` for each time they have met. Steps that make it worse are taken up to a limit that falls to nothing
(threshold accepting): whole numbers alone, so that the same seed gives the same tables on every computer.

Then the winds: a table in which two need the same wind costs ``WIND``, and some more exchanges are tried.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from itertools import combinations, permutations
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
WIND: Final = 100
"""For each wind that a player then has too often."""
WIND_MOVES_PER_PLAYER: Final = 60
WIND_HIGHEST: Final = 30
ORDERS: Final = tuple(permutations(range(SEATS)))


def swiss_tables(before: Sequence[Sequence[int]], winds: Sequence[Sequence[int]], random: Random) -> list[list[int]]:
    """Tables of players 0, 1, ... by place, each in the order E, S, W, N. ``before[a][b]``: how often two have met, and
    ``meetings.APART`` more for two who may not meet. ``winds[a]``: how often a player had each wind."""
    tables = [[*range(start, start + SEATS)] for start in range(0, len(before), SEATS)]
    uneven = [_uneven(row) for row in winds]

    def with_winds(table: Sequence[int]) -> int:
        return _cost(table, before) + WIND * min(_in_order(table, order, uneven) for order in ORDERS)

    if len(tables) > 1:
        tables = _searched(tables, lambda table: _cost(table, before), random, MOVES_PER_PLAYER, HIGHEST)
        tables = _searched(tables, with_winds, random, WIND_MOVES_PER_PLAYER, WIND_HIGHEST)
    return [_seated(table, uneven, random) for table in tables]


def _uneven(row: Sequence[int]) -> list[int]:
    """By wind: how uneven a player's winds are when he gets it now."""
    found = []
    for wind in range(SEATS):
        after = [times + (wind == each) for each, times in enumerate(row)]
        found.append(max(after) - min(after) - (sum(after) % SEATS != 0))
    return found


def _in_order(table: Sequence[int], order: Sequence[int], uneven: Sequence[Sequence[int]]) -> int:
    return sum(uneven[table[place]][wind] for wind, place in enumerate(order))


def _seated(table: Sequence[int], uneven: Sequence[Sequence[int]], random: Random) -> list[int]:
    """The order with the most even winds; of equal ones one is drawn."""
    costs = [_in_order(table, order, uneven) for order in ORDERS]
    best = [order for order, cost in zip(ORDERS, costs, strict=True) if cost == min(costs)]
    return [table[place] for place in best[int(random.random() * len(best))]]


def _searched(
    tables: list[list[int]], cost: Callable[[Sequence[int]], int], random: Random, each: int, highest: int
) -> list[list[int]]:
    """The cheapest tables found with so many exchanges for each player."""
    costs = [cost(table) for table in tables]
    best, kept, now = sum(costs), [list(table) for table in tables], sum(costs)
    moves = each * SEATS * len(tables)
    for step in range(moves):
        limit = highest - highest * (step * LEVELS // moves) // (LEVELS - 1)
        one = int(random.random() * len(tables))
        other = one + 1 + int(random.random() * REACH)
        if other >= len(tables):
            continue
        seat, place = int(random.random() * SEATS), int(random.random() * SEATS)
        _exchange(tables, one, seat, other, place)
        after = cost(tables[one]), cost(tables[other])
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
