"""Schedules: who sits where in the rounds to come, made from what a schedule itself holds.

``plan`` looks at the tournament, ``tables_of`` at nothing but what the schedule was made from; so a schedule of a
report is made again by the same function.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from itertools import combinations
from random import Random
from typing import Final

from controller.refusals import Because, Code, Refused, Takes
from hall.tournament.draw import schedule_seed
from hall.tournament.outcome import outcome
from hall.tournament.results import Results
from hall.tournament.seating.meetings import APART
from hall.tournament.seating.places import placed
from hall.tournament.seating.plan import plan_among, plan_seating
from hall.tournament.seating.swiss import swiss_tables
from hall.tournament.seating.teams import meetings_of_teams, team_days
from hall.tournament.seating.winds import seated
from hall.tournament.state import Tournament
from hall.tournament.values import TEAM_METHODS, Entrant, EntrantId, Method, Schedule, Tables

SEATS: Final = 4
MOST_ROUNDS: Final = 100
BY_STANDINGS: Final = ("swiss", "fixed")
"""Methods that seat by the standings, so only while these do not change."""
STANDINGS_STAND: Final = ("drawn", "locked", "cut")
GAMES_A_DAY: Final = 2
"""Of four teams that meet, in ``team-days``: each is a round."""


@dataclass(frozen=True, slots=True)
class Ask:
    """``method`` None: that of the settings. ``rounds``: how many; None: to the last of the settings, for Swiss one.
    ``fixed``: places that sit together, by round and table, in the first group of a cut."""

    method: Method | None = None
    rounds: int | None = None
    fixed: tuple[tuple[tuple[int, ...], ...], ...] = ()


def plan(tournament: Tournament, results: Results, ask: Ask, version: str) -> Schedule:
    """The schedule of the rounds after those that were seated. Raises ``Refused``."""
    schedule, number = _asked(tournament, results, ask, version)
    return replace(schedule, rounds=tables_of(schedule, number))


def still_holds(tournament: Tournament, results: Results, made: Schedule) -> bool:
    """Whether a schedule would be made from the same things now, by this program."""
    ask = Ask(made.method, len(made.rounds), made.fixed)
    try:
        schedule, _ = _asked(tournament, results, ask, made.version)
    except Refused:
        return False
    return schedule == replace(made, rounds=())


def _asked(tournament: Tournament, results: Results, ask: Ask, version: str) -> tuple[Schedule, int]:
    """A schedule without its rounds, and how many it is to have."""
    draw = tournament.draw
    if draw is None:
        raise Refused(Code.TOURNAMENT_NOT_NOW, Because.NOT_DRAWN(), field="tournament")
    first = len(tournament.rounds) + 1
    method = ask.method or tournament.settings.method
    number = ask.rounds or (1 if method == "swiss" else max(1, tournament.settings.rounds - first + 1))
    if not 0 < number <= MOST_ROUNDS:
        raise Refused(Code.BAD_TOURNAMENT, Takes.BETWEEN(least=1, most=MOST_ROUNDS), field="rounds")
    if method in BY_STANDINGS and tournament.phase not in STANDINGS_STAND:
        raise Refused(Code.TOURNAMENT_NOT_NOW, Because.BY_STANDINGS(), field="tournament")
    playing = players_of(tournament, first)
    ranked, points, groups = _order(tournament, results, playing, by_place=method in BY_STANDINGS)
    if method == "fixed":
        number = len(ask.fixed)
        _check_fixed(ask.fixed, len(groups[0]))
    schedule = Schedule(
        first=first,
        method=method,
        rounds=(),
        players=tuple(ranked),
        groups=groups,
        apart=_apart(tournament, playing, method),
        seed=str(schedule_seed(draw, first)),
        version=version,
        points=points,
        before=tuple(round.tables for round in tournament.rounds),
        fixed=ask.fixed if method == "fixed" else (),
    )
    return schedule, number


def players_of(tournament: Tournament, number: int) -> list[Entrant]:
    """Who plays in this round, by number drawn, then in the order of entry. Whoever is absent is left out, and whoever
    plays for him is in; other substitutes fill up to a multiple of four, in the order of entry, and else wait."""
    order: dict[EntrantId, int] = {}
    if tournament.draw is not None:
        order = {id: at for at, id in enumerate(tournament.draw.numbers)}
    named = [each for each in tournament.substitutions if each.covers(number)]
    absent, by = {each.absent for each in named}, {each.by for each in named}
    out = _cut_out(tournament, number)
    there = [
        each
        for each in tournament.entrants
        if each.first_round <= number
        and (each.last_round is None or number <= each.last_round)
        and each.id not in absent | out
        and not waits(tournament, each)
    ]
    playing = [each for each in there if not each.substitute or each.id in by]
    free = [each for each in there if each.substitute and each.id not in by]
    missing = -len(playing) % SEATS
    if missing <= len(free):
        playing += free[:missing]
    return sorted(playing, key=lambda each: order.get(each.id, len(order) + int(each.id[1:])))


def _cut_out(tournament: Tournament, number: int) -> set[EntrantId]:
    """Who is in a group that does not play on, since a cut before this round."""
    return {
        id
        for cut in tournament.cuts
        if cut.after < number
        for group in cut.groups
        if not group.plays
        for id in group.members
    }


def waits(tournament: Tournament, entrant: Entrant) -> bool:
    """Whether somebody stands on the waiting list: entered beyond the capacity, and nobody left before the draw."""
    capacity = tournament.settings.capacity
    if (
        capacity is None
        or entrant.substitute
        or (tournament.draw is not None and entrant.id in tournament.draw.numbers)
    ):
        return False
    listed = [each for each in tournament.entrants if not each.substitute and not each.status]
    return entrant in listed[capacity:]


def waiting_list(tournament: Tournament) -> list[Entrant]:
    return [each for each in tournament.entrants if not each.status and waits(tournament, each)]


def _order(
    tournament: Tournament, results: Results, playing: Sequence[Entrant], *, by_place: bool
) -> tuple[list[EntrantId], tuple[str, ...], tuple[tuple[EntrantId, ...], ...]]:
    """Players in the order in which they count, their points, and the groups that play among themselves."""
    ids = [each.id for each in playing]
    points: dict[EntrantId, Fraction] = {}
    if tournament.rounds and (by_place or tournament.cuts):
        made = outcome(tournament, results)
        place = {row.player: at for at, row in enumerate(made.rows)}
        points = {row.player: row.points for row in made.rows}
        if by_place:
            ids.sort(key=lambda id: place[_counts_as(tournament, id)])
    elif by_place:
        seeds = {each.id: each.seed or len(tournament.entrants) + 1 for each in playing}
        ids.sort(key=lambda id: seeds[id])
    text = tuple(str(points.get(id, Fraction(0))) for id in ids) if by_place else ()
    return ids, text, _groups(tournament, ids)


def _counts_as(tournament: Tournament, id: EntrantId) -> EntrantId:
    """Whose standing a player has at the draw of tables: a substitute that of the absent player."""
    number = len(tournament.rounds) + 1
    return next((each.absent for each in tournament.substitutions if each.by == id and each.covers(number)), id)


def _groups(tournament: Tournament, ids: Sequence[EntrantId]) -> tuple[tuple[EntrantId, ...], ...]:
    """By the last cut, the first group first. Who is in none, as a substitute, fills up groups that lack somebody."""
    if not tournament.cuts:
        return (tuple(ids),)
    found = ([id for id in ids if _counts_as(tournament, id) in cut.members] for cut in tournament.cuts[-1].groups)
    groups = [group for group in found if group] or [[]]
    placed_ids = {id for group in groups for id in group}
    more = [id for id in ids if id not in placed_ids]
    for group in groups:
        missing = -len(group) % SEATS
        group += more[:missing]
        more = more[missing:]
    groups[-1] += more
    return tuple(map(tuple, groups))


def _apart(tournament: Tournament, playing: Sequence[Entrant], method: Method) -> tuple[tuple[EntrantId, ...], ...]:
    if method in TEAM_METHODS:
        return _teams(playing)
    policy = tournament.settings.apart
    if policy == "none":
        return ()
    found: dict[str, list[EntrantId]] = {}
    for each in playing:
        if name := getattr(each, policy):
            found.setdefault(name, []).append(each.id)
    return tuple(tuple(ids) for ids in found.values() if len(ids) > 1)


def _teams(playing: Sequence[Entrant]) -> tuple[tuple[EntrantId, ...], ...]:
    found: dict[str, list[EntrantId]] = {}
    for each in playing:
        if not each.team:
            raise Refused(Code.BAD_TOURNAMENT, Takes.NO_TEAM(name=each.name), field="method")
        found.setdefault(each.team, []).append(each.id)
    return tuple(tuple(ids) for ids in found.values())


def _check_fixed(fixed: Sequence[Sequence[Sequence[int]]], players: int) -> None:
    everybody = list(range(1, players + 1))
    for index, tables in enumerate(fixed):
        if sorted(place for table in tables for place in table) != everybody or any(len(t) != SEATS for t in tables):
            raise Refused(Code.BAD_TABLES, Takes.PLACES_ONCE(players=players), field=f"fixed[{index}]")
    if not fixed:
        raise Refused(Code.BAD_TABLES, Takes.SOMETHING(), field="fixed")


# ---------------------------------------------------------------- from the schedule alone


def tables_of(schedule: Schedule, number: int) -> tuple[Tables, ...]:
    """The tables of ``number`` rounds from what the schedule was made from. Raises ``Refused``."""
    if schedule.method in TEAM_METHODS:
        return _of_teams(schedule, number)
    rounds: list[list[tuple[EntrantId, ...]]] = [[] for _ in range(number)]
    for at, group in enumerate(schedule.groups):
        if len(group) % SEATS:
            detail = Because.MORE_NEEDED(n=len(group), more=-len(group) % SEATS)
            raise Refused(Code.NOT_FOURS, detail, field="players", more={"players": len(group)})
        for tables, more in zip(rounds, _of_group(schedule, at, group, number, len(rounds[0])), strict=True):
            tables += more
    return tuple(tuple(tables) for tables in rounds)


def _of_group(
    schedule: Schedule, at: int, group: Sequence[EntrantId], number: int, first_table: int
) -> list[list[tuple[EntrantId, ...]]]:
    """``at``: which group it is, part of its seed."""
    index = {id: place for place, id in enumerate(group)}
    for tables in schedule.before:
        for table in tables:
            for id in table:
                index.setdefault(id, len(index))
    played = [[[index[id] for id in table] for table in tables] for tables in schedule.before]
    apart = [known for ids in schedule.apart if len(known := [index[id] for id in ids if id in set(group)]) > 1]
    seed = int(schedule.seed) + at
    if schedule.method == "swiss":
        made = _swiss(len(group), number, seed, apart, played, len(index), first_table)
    elif schedule.method == "fixed" and at == 0:
        named = [[[place - 1 for place in table] for table in tables] for tables in schedule.fixed]
        made = seated(named, len(index), Random(seed), played)
    else:
        made = plan_among(len(group), number, seed, apart, played, len(index), first_table)
    return [[tuple(group[player] for player in table) for table in tables] for tables in made]


def _swiss(
    players: int,
    number: int,
    seed: int,
    apart: list[list[int]],
    played: list[list[list[int]]],
    everybody: int,
    first: int,
) -> list[list[list[int]]]:
    """Several rounds at once go by the same standings."""
    random = Random(seed)
    made: list[list[list[int]]] = []
    for _ in range(number):
        before = [[0] * players for _ in range(players)]
        past = [*played, *made]
        for tables in past:
            for table in tables:
                for one, other in combinations([player for player in table if player < players], 2):
                    before[one][other] += 1
                    before[other][one] += 1
        winds = [[0] * SEATS for _ in range(everybody)]
        for tables in past:
            for table in tables:
                for wind, player in enumerate(table):
                    winds[player][wind] += 1
        for group in apart:
            for one, other in combinations(group, 2):
                before[one][other] += APART
                before[other][one] += APART
        found = swiss_tables(before, winds[:players], random)
        if any(before[one][other] >= APART for table in found for one, other in combinations(table, 2)):
            raise Refused(Code.BAD_RECORD, "no tables were found that keep these players apart", field="apart")
        made += placed([found], everybody, random, [tables[first:] for tables in past])
    return made


def _of_teams(schedule: Schedule, number: int) -> tuple[Tables, ...]:
    teams = [list(ids) for ids in schedule.apart]
    index = {id: place for place, id in enumerate(schedule.players)}
    played = [[[index.setdefault(id, len(index)) for id in table] for table in tables] for tables in schedule.before]
    random = Random(int(schedule.seed))
    if schedule.method == "team-rounds":
        if len(teams) % SEATS or any(len(team) != SEATS for team in teams):
            raise Refused(Code.NOT_FOURS, Because.TEAMS_OF_FOUR(), field="players")
        found = plan_seating(len(teams), number, int(schedule.seed))["rounds"]
        groups = [[int(team) - 1 for group in groups for team in group] for groups in found]
        rounds = meetings_of_teams(groups, [[index[id] for id in team] for team in teams], random)
    else:
        rounds = _days(teams, index, played, number, random)
    made = seated(placed(rounds, len(index), random, played), len(index), random, played)
    names = {place: id for id, place in index.items()}
    return tuple(tuple(tuple(names[player] for player in table) for table in tables) for tables in made)


def _days(
    teams: Sequence[Sequence[EntrantId]],
    index: Mapping[EntrantId, int],
    played: Sequence[Sequence[Sequence[int]]],
    number: int,
    random: Random,
) -> list[list[list[int]]]:
    """Two rounds a day of the same four teams; of each team plays who has played least. The director may exchange
    players of a team before a round is seated."""
    if len(teams) < SEATS:
        raise Refused(Code.NOT_FOURS, Because.FOUR_TEAMS(), field="players")
    games = [0] * len(index)
    for tables in played:
        for table in tables:
            for player in table:
                games[player] += 1
    rounds: list[list[list[int]]] = []
    for day in team_days(len(teams), -(-number // GAMES_A_DAY), random):
        for _ in range(GAMES_A_DAY):
            drawn: list[list[int]] = []
            for start in range(0, len(day), SEATS):
                members = ([index[id] for id in teams[team]] for team in day[start : start + SEATS])
                chosen = [min(ids, key=lambda player: (games[player], player)) for ids in members]
                for player in chosen:
                    games[player] += 1
                drawn.append(chosen)
            rounds.append(drawn)
    return rounds[:number]
