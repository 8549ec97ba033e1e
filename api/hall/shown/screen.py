"""The running round for screens on a wall."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING

from api.hall.shown.people import Part
from api.hall.shown.standings import GroupShown, group_shown, standing_rows
from api.hall.shown.tournament import GameShown, round_shown, stands_still, tournament_of
from api.hall.views import ViewShown, view
from hall.tournament.outcome import outcome, team_rows
from hall.tournament.results import Results
from hall.tournament.state import Tournament
from hall.tournament.times import iso
from hall.tournament.values import TEAM_METHODS, ResultState

if TYPE_CHECKING:
    from api.hall.runtime import HallRuntime


class SeatShown(Part):
    entrant: str
    name: str


class ScreenTable(Part):
    """``hand``, ``scores``: of a game that is played or has ended; empty before."""

    table: int
    place: str
    seats: list[SeatShown]
    gong: str | None
    state: ResultState | None
    scores: list[int]


class ScreenView(ViewShown):
    """The running round for screens and phones. ``now``: the clock of the hall when this was made."""

    name: str
    phase: str
    rounds: int
    round: int
    start: str | None
    minutes: int
    standing: bool
    now: str
    protests_until: str | None
    tables: list[ScreenTable]
    winners: list[GroupShown]
    """The first three, players or teams, once the final standings are published."""


@view("screen", "read.public", "*", "results")
def screen(runtime: HallRuntime, id_: str) -> ScreenView:
    one, results, now = tournament_of(runtime, id_), runtime.running.state.results, runtime.now()
    found = one.round
    names = {each.id: each.name for each in one.entrants}
    over = one.phase in ("final", "closed")
    first = _first_three(one, results) if over else []
    return ScreenView(
        name=one.settings.name,
        phase=one.phase or "draft",
        rounds=one.settings.rounds,
        round=0 if found is None else found.number,
        start=None if found is None else found.start,
        minutes=0 if found is None else found.minutes,
        standing=found is not None and stands_still(found),
        now=iso(now),
        protests_until=None if found is None else found.protests_until,
        tables=[]
        if found is None
        else [_screen_table(each, names) for each in round_shown(one, results, found, now).games],
        winners=first,
    )


def _first_three(one: Tournament, results: Results) -> list[GroupShown]:
    made = outcome(one, results)
    if one.settings.method in TEAM_METHODS:
        return [group_shown(row) for row in team_rows(one, made) if row.place <= 3]
    return [
        GroupShown(place=row.place, name=row.name, points=row.points, score=row.score)
        for row in standing_rows(one, made)
        if row.place is not None and row.place <= 3
    ]


def _screen_table(game: GameShown, names: Mapping[str, str]) -> ScreenTable:
    return ScreenTable(
        table=game.table,
        place=game.place,
        seats=[SeatShown(entrant=each, name=names.get(each, each)) for each in game.seats],
        gong=game.gong,
        state=game.state,
        scores=[] if game.result is None else list(game.result.scores),
    )
