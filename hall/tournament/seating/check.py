"""Judges a seating schedule, whoever made it. Shares no code with what makes one, so that a mistake is not made twice.

A schedule is ``{"players": N, "rounds": [[["1", "2", "3", "4"], ...], ...]}``: per round its tables in order, per table
four numbers of players in the order E, S, W, N.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from itertools import combinations
from typing import Any, Final

from controller.refusals import Code, Refused

MOST_PLAYERS: Final = 1000
MOST_ROUNDS: Final = 200
Round = Sequence[Sequence[str]]
Finding = dict[str, Any]


def check_seating(schedule: Any, apart: Any = ()) -> dict[str, Any]:
    """``apart``: lists of players of whom no two may meet. The answer holds

    * ``repeats``: meetings of a pair beyond its first, summed over all pairs;
    * ``floor``: the repeats that no schedule with these games can avoid, by counting pairs alone;
    * ``wind_deviation``: largest over players of (most - fewest games with a wind) beyond what their number forces;
    * ``table_revisits``: games of a player at a physical table beyond the first there, summed over all players;
    * ``indirect_min``: fewest opponents in common of any two who never meet, None where all meet;
    * ``violations``: who is missing, sits twice, is unknown or meets whom he may not; tables that are not four.

    Raises ``Refused`` with the field where it is not a schedule at all.
    """
    names, rounds = _read(schedule)
    groups = _groups(apart, names)
    violations = [finding for number, tables in enumerate(rounds, 1) for finding in _faults(number, tables, names)]
    violations += [finding for number, tables in enumerate(rounds, 1) for finding in _too_near(number, tables, groups)]
    meetings = _meetings(rounds)
    return {
        "repeats": sum(times - 1 for times in meetings.values()),
        "floor": _floor(rounds, len(names)),
        "wind_deviation": _wind_deviation(rounds),
        "table_revisits": _table_revisits(rounds),
        "indirect_min": _indirect_min(meetings, names),
        "violations": violations,
    }


def _read(schedule: Any) -> tuple[list[str], list[Round]]:
    if not isinstance(schedule, dict):
        raise Refused(Code.BAD_RECORD, "a schedule is an object with players and rounds", field="rounds")
    count, rounds = schedule.get("players"), schedule.get("rounds")
    if not isinstance(count, int) or isinstance(count, bool) or not 1 <= count <= MOST_PLAYERS:
        raise Refused(Code.BAD_RECORD, f"is a whole number from 1 to {MOST_PLAYERS}", field="players")
    if not isinstance(rounds, list) or len(rounds) > MOST_ROUNDS:
        raise Refused(Code.BAD_RECORD, f"is a list of at most {MOST_ROUNDS} rounds", field="rounds")
    for index, tables in enumerate(rounds):
        if not isinstance(tables, list) or len(tables) > count:
            raise Refused(Code.BAD_RECORD, "is a list of tables", field=f"rounds[{index}]")
        for at, seats in enumerate(tables):
            if not isinstance(seats, list) or len(seats) > count or not all(isinstance(name, str) for name in seats):
                raise Refused(Code.BAD_RECORD, "is a list of numbers as text", field=f"rounds[{index}][{at}]")
    return [str(number) for number in range(1, count + 1)], rounds


def _groups(apart: Any, names: Sequence[str]) -> list[frozenset[str]]:
    if not isinstance(apart, list | tuple):
        raise Refused(Code.BAD_RECORD, "is a list of groups of players", field="apart")
    for index, group in enumerate(apart):
        if not isinstance(group, list) or not all(isinstance(name, str) and name in names for name in group):
            raise Refused(Code.BAD_RECORD, "is a list of players of this schedule", field=f"apart[{index}]")
    return [frozenset(group) for group in apart]


def _faults(number: int, tables: Round, names: Sequence[str]) -> Iterator[Finding]:
    seated = Counter(name for seats in tables for name in seats)
    for table, seats in enumerate(tables, 1):
        if len(seats) != 4:
            yield _finding("not-four", number, table, seats)
        unknown = [name for name in seats if name not in names]
        if unknown:
            yield _finding("unknown", number, table, unknown)
        twice = [name for name in dict.fromkeys(seats) if seated[name] > 1]
        if twice:
            yield _finding("twice", number, table, twice)
    missing = [name for name in names if name not in seated]
    if missing:
        yield _finding("missing", number, None, missing)


def _too_near(number: int, tables: Round, groups: Sequence[frozenset[str]]) -> Iterator[Finding]:
    for table, seats in enumerate(tables, 1):
        for group in groups:
            together = [name for name in dict.fromkeys(seats) if name in group]
            if len(together) > 1:
                yield _finding("apart", number, table, together)


def _finding(kind: str, number: int, table: int | None, players: Sequence[str]) -> Finding:
    return {"kind": kind, "round": number, "table": table, "players": list(players)}


def _meetings(rounds: Sequence[Round]) -> Counter[frozenset[str]]:
    pairs = (pair for tables in rounds for seats in tables for pair in combinations(seats, 2))
    return Counter(frozenset(pair) for pair in pairs if pair[0] != pair[1])


def _games(rounds: Sequence[Round]) -> Counter[str]:
    return Counter(name for tables in rounds for seats in tables for name in seats)


def _floor(rounds: Sequence[Round], players: int) -> int:
    """Who has more seats beside him than there are others meets some again; each repeat counts for two."""
    over = sum(max(0, 3 * games - (players - 1)) for games in _games(rounds).values())
    return (over + 1) // 2


def _wind_deviation(rounds: Sequence[Round]) -> int:
    worst = 0
    winds = Counter((name, wind) for tables in rounds for seats in tables for wind, name in enumerate(seats))
    for name, games in _games(rounds).items():
        counts = [winds[name, wind] for wind in range(4)]
        worst = max(worst, max(counts) - min(counts) - (games % 4 != 0))
    return worst


def _table_revisits(rounds: Sequence[Round]) -> int:
    visits = Counter((name, table) for tables in rounds for table, seats in enumerate(tables) for name in seats)
    return sum(times - 1 for times in visits.values())


def _indirect_min(meetings: Mapping[frozenset[str], int], names: Sequence[str]) -> int | None:
    met: dict[str, set[str]] = {name: set() for name in names}
    for pair in meetings:
        one, other = pair
        met.setdefault(one, set()).add(other)
        met.setdefault(other, set()).add(one)
    common = (len(met[one] & met[other]) for one, other in combinations(names, 2) if other not in met[one])
    return min(common, default=None)
