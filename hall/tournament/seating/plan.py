"""Makes a seating schedule: who meets whom, at which table, in which wind.

The same numbers and the same seed give the same schedule on every computer, so that anybody can make it again. Study
behind it: resolvable designs where there are such, and simulated annealing for the rest. ``check`` judges the result.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from itertools import combinations
from random import Random
from typing import Any, Final

from controller.refusals import Code, Refused
from hall.tournament.seating.kept import design_of, kept_rounds
from hall.tournament.seating.meetings import APART, COLDEST, SEATS, Counts, Rounds, cost, count, improved, least
from hall.tournament.seating.opponents import joined
from hall.tournament.seating.places import placed
from hall.tournament.seating.winds import seated, unevenness

MOST_PLAYERS: Final = 1000
MOST_ROUNDS: Final = 200
MOST_SEED: Final = 1 << 256
MOST_DRAWN: Final = 1 << 53
"""Of a seed that is drawn: every program that reads JSON keeps such numbers as they are."""
RUNS: Final = 4
MOST_MOVES: Final = 1_000_000
MOVES_PER_SEAT: Final = 5000
"""Of one run: at most half a second to a second of a present computer, five to eight times that of a Raspberry Pi 4."""

ATTEMPTS: Final = 8
"""Without rounds that were played winds come out even at once. With them, a table of four who all were East before
leaves one of them East again: other tables are sought."""
NAMINGS: Final = 100
"""So many times a design is given other numbers, to find one that fits who may meet."""

Seats = list[list[list[int]]]
"""Rounds, tables, players counted from 0."""


def plan_seating(players: Any, rounds: Any, seed: Any, apart: Any = (), past: Any = None) -> dict[str, Any]:
    """A schedule as ``check.check_seating`` takes it: ``{"players", "seed", "rounds"}``.

    ``players``: a multiple of four. ``rounds``: of all, those of ``past`` included. ``apart``: lists of players of whom
    no two may meet. ``past``: a schedule of which all rounds were played already; they come first and stay as they are.

    Raises ``Refused`` with the field, also where players cannot be kept apart.
    """
    _number(players, "players", SEATS, MOST_PLAYERS)
    if players % SEATS:
        raise Refused(Code.BAD_RECORD, "is a multiple of four: add substitutes", field="players")
    _number(rounds, "rounds", 1, MOST_ROUNDS)
    _number(seed, "seed", 0, MOST_SEED)
    played = _played(past, players)
    if len(played) > rounds:
        raise Refused(Code.BAD_RECORD, f"is at least {len(played)}, which were played already", field="rounds")
    groups = _groups(apart, players)
    made = _made(players, rounds - len(played), Random(seed), groups, played)
    return {"players": players, "seed": seed, "rounds": [_named(tables) for tables in [*played, *made]]}


def plan_among(
    players: int, number: int, seed: int, groups: list[list[int]], played: Seats, everybody: int, first_table: int = 0
) -> Seats:
    """So many more rounds of players 0 to ``players`` - 1 among themselves. In ``played`` others, up to ``everybody``,
    may have sat with them. ``first_table``: the first of the tables at which these rounds are played, from 0.

    Raises ``Refused`` where players cannot be kept apart.
    """
    return _made(players, number, Random(seed), groups, played, everybody, first_table)


def _made(
    players: int,
    number: int,
    random: Random,
    groups: list[list[int]],
    played: Seats,
    everybody: int = 0,
    first_table: int = 0,
) -> Seats:
    everybody = max(everybody, players)
    before = _before(players, groups, played)
    visited = [tables[first_table:] for tables in played]
    best: tuple[int, Seats] | None = None
    for _ in range(ATTEMPTS):
        found = _rounds(players, number, random, before)
        if groups and _near(found, groups):
            raise Refused(Code.BAD_RECORD, "no schedule was found that keeps these players apart", field="apart")
        found = joined(found, before, random)
        tables = [[each[start : start + SEATS] for start in range(0, players, SEATS)] for each in found]
        made = seated(placed(tables, everybody, random, visited), everybody, random, played)
        uneven = unevenness([*played, *made], everybody, of=players)
        if best is None or uneven < best[0]:
            best = uneven, made
        if uneven == 0:
            break
    assert best is not None
    return best[1]


def _before(players: int, groups: list[list[int]], played: Seats) -> Counts:
    before = [[0] * players for _ in range(players)]
    for tables in played:
        for table in tables:
            for one, other in combinations([player for player in table if player < players], 2):
                before[one][other] += 1
                before[other][one] += 1
    for group in groups:
        for one, other in combinations(group, 2):
            if before[one][other] < APART:
                before[one][other] += APART
                before[other][one] += APART
    return before


def _rounds(players: int, number: int, random: Random, before: Counts) -> Rounds:
    """The cheapest rounds of some runs; the first of them begins with a design where there is one."""
    if not any(map(any, before)) and (known := kept_rounds(players, number)):
        return _renamed(known, random)
    enough, moves = least(number, before), min(MOST_MOVES, MOVES_PER_SEAT * players * number)
    runs: list[Callable[[], tuple[int, Rounds]]] = [
        lambda: improved(_anyhow(players, number, random), before, random, moves, enough)
    ] * RUNS
    if design := design_of(players):
        runs.insert(0, lambda: _from_design(design, number, random, before, moves, enough))
    best = runs[0]()
    for run in runs[1:]:
        if best[0] <= enough:
            break
        best = min(best, run(), key=lambda found: found[0])
    return best[1]


def _anyhow(players: int, number: int, random: Random) -> Rounds:
    return [random.sample(range(players), players) for _ in range(number)]


def _from_design(
    design: Rounds, number: int, random: Random, before: Counts, moves: int, enough: int
) -> tuple[int, Rounds]:
    """More rounds are sought beside the design; what stands against it is mended with as few changes as possible."""
    first = min((_renamed(design, random)[:number] for _ in range(NAMINGS)), key=lambda rounds: cost(rounds, before))
    if number <= len(first):
        return improved(first, before, random, moves, enough, hottest=COLDEST)
    more, spent = _anyhow(len(before), number - len(first), random), cost(first, before)
    dearer, found = improved(more, count(first, before), random, moves, enough - spent)
    return spent + dearer, first + found


def _renamed(rounds: Sequence[Sequence[int]], random: Random) -> Rounds:
    """Another one of the schedules that differ in the numbers of the players and the order of the rounds alone."""
    size = len(rounds[0]) if rounds else 0
    names = random.sample(range(size), size)
    order = random.sample(range(len(rounds)), len(rounds))
    return [[names[player] for player in rounds[number]] for number in order]


def _near(rounds: Rounds, groups: list[list[int]]) -> bool:
    tables = [frozenset(each[start : start + SEATS]) for each in rounds for start in range(0, len(each), SEATS)]
    return any(len(table.intersection(group)) > 1 for table in tables for group in groups)


def _named(tables: list[list[int]]) -> list[list[str]]:
    return [[str(player + 1) for player in seats] for seats in tables]


# ---------------------------------------------------------------- what is asked for


def _number(given: Any, field: str, low: int, high: int) -> None:
    if not isinstance(given, int) or isinstance(given, bool) or not low <= given <= high:
        raise Refused(Code.BAD_RECORD, f"is a whole number from {low} to {high}", field=field)


def _groups(apart: Any, players: int) -> list[list[int]]:
    if not isinstance(apart, list | tuple):
        raise Refused(Code.BAD_RECORD, "is a list of groups of players", field="apart")
    found = []
    for index, group in enumerate(apart):
        numbers = [_player(name, players) for name in group] if isinstance(group, list) else [None]
        known = [number for number in numbers if number is not None]
        if len(known) < len(numbers) or len(set(known)) < len(known):
            raise Refused(Code.BAD_RECORD, "is a list of different players", field=f"apart[{index}]")
        if len(known) > players // SEATS:
            raise Refused(Code.BAD_RECORD, "has more players than there are tables", field=f"apart[{index}]")
        found.append(known)
    return found


def _played(past: Any, players: int) -> Seats:
    """The rounds of a schedule; who came late is missing from the first ones."""
    if past is None:
        return []
    rounds = past.get("rounds") if isinstance(past, dict) else None
    if not isinstance(rounds, list) or len(rounds) > MOST_ROUNDS:
        raise Refused(Code.BAD_RECORD, f"is a schedule of at most {MOST_ROUNDS} rounds", field="past")
    return [_played_round(tables, f"past.rounds[{index}]", players) for index, tables in enumerate(rounds)]


def _played_round(tables: Any, field: str, players: int) -> list[list[int]]:
    if not isinstance(tables, list) or len(tables) > players // SEATS:
        raise Refused(Code.BAD_RECORD, f"is a list of at most {players // SEATS} tables", field=field)
    found: list[list[int]] = []
    seen = set[int]()
    for at, seats in enumerate(tables):
        game = [_player(name, players) for name in seats] if isinstance(seats, list) else []
        known = [number for number in game if number is not None]
        if len(game) != SEATS or len(known) != SEATS or len({*known} - seen) != SEATS:
            detail = f"is four players from 1 to {players}, each once in a round"
            raise Refused(Code.BAD_RECORD, detail, field=f"{field}[{at}]")
        seen |= set(known)
        found.append(known)
    return found


def _player(name: Any, players: int) -> int | None:
    """Counted from 0; None if it is no player."""
    if not isinstance(name, str) or not name.isascii() or not name.isdigit() or name.startswith("0"):
        return None
    return int(name) - 1 if len(name) < 5 and int(name) <= players else None
