"""Teams: rounds in which each table has one of each of four teams, and days on which four teams meet.

Whole numbers and the seed alone decide, so that the same seed gives the same schedule on every computer.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import combinations
from random import Random
from typing import Final

from hall.tournament.seating.meetings import Rounds

SEATS: Final = 4
TRIES: Final = 200
DAY_MOVES: Final = 20_000
LIMITS: Final = (6, 4, 3, 2, 1, 0)


def meetings_of_teams(groups: Rounds, teams: Sequence[Sequence[int]], random: Random) -> list[list[list[int]]]:
    """Tables of all players, by round. ``groups``: by round the teams, four by four, that meet; ``teams``: four
    players each. A group of four teams is four tables; who meets whom there is the best of some tries."""
    met: dict[tuple[int, int], int] = {}
    rounds = []
    for order in groups:
        tables: list[list[int]] = []
        for start in range(0, len(order), SEATS):
            tables += _group([teams[team] for team in order[start : start + SEATS]], met, random)
        for table in tables:
            for pair in combinations(sorted(table), 2):
                met[pair[0], pair[1]] = met.get((pair[0], pair[1]), 0) + 1
        rounds.append(tables)
    return rounds


def _group(four: Sequence[Sequence[int]], met: dict[tuple[int, int], int], random: Random) -> list[list[int]]:
    best: tuple[int, list[list[int]]] | None = None
    for _ in range(TRIES):
        orders = [random.sample(list(team), SEATS) for team in four]
        tables = [[order[table] for order in orders] for table in range(SEATS)]
        pairs = (sorted(pair) for table in tables for pair in combinations(table, 2))
        cost = sum(met.get((one, other), 0) for one, other in pairs)
        if best is None or cost < best[0]:
            best = cost, tables
        if cost == 0:
            break
    assert best is not None
    return best[1]


def team_days(teams: int, days: int, random: Random) -> Rounds:
    """By day the teams that play, four by four; the others rest. All pairs meet, and all teams rest, as equally as was
    found."""
    playing = teams // SEATS * SEATS
    plan = [random.sample(range(teams), teams) for _ in range(days)]
    meets = [[0] * teams for _ in range(teams)]
    rests = [0] * teams
    for day in plan:
        _count(day, playing, meets, rests, 1)
    best, kept, now = _day_cost(meets, rests), [list(day) for day in plan], _day_cost(meets, rests)
    for limit in LIMITS:
        for _ in range(DAY_MOVES // len(LIMITS)):
            day = plan[int(random.random() * days)]
            one, other = int(random.random() * teams), int(random.random() * teams)
            if one == other or (one // SEATS == other // SEATS and max(one, other) < playing):
                continue
            _count(day, playing, meets, rests, -1)
            day[one], day[other] = day[other], day[one]
            _count(day, playing, meets, rests, 1)
            after = _day_cost(meets, rests)
            if after - now > limit:
                _count(day, playing, meets, rests, -1)
                day[one], day[other] = day[other], day[one]
                _count(day, playing, meets, rests, 1)
                continue
            now = after
            if now < best:
                best, kept = now, [list(each) for each in plan]
    return [day[:playing] for day in kept]


def _count(day: Sequence[int], playing: int, meets: list[list[int]], rests: list[int], by: int) -> None:
    for start in range(0, playing, SEATS):
        for one, other in combinations(day[start : start + SEATS], 2):
            meets[one][other] += by
            meets[other][one] += by
    for team in day[playing:]:
        rests[team] += by


def _day_cost(meets: Sequence[Sequence[int]], rests: Sequence[int]) -> int:
    """Each meeting and each rest costs as much as there were before; a rest three times that."""
    return sum(times * (times - 1) // 2 for row in meets for times in row) // 2 + 3 * sum(
        times * (times - 1) // 2 for times in rests
    )
