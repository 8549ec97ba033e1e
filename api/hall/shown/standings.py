"""Standings as everybody may see them."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from itertools import chain
from typing import TYPE_CHECKING, Final, NamedTuple

from api.hall.shown.people import Part
from api.hall.shown.tournament import tournament_of
from api.hall.views import ViewShown, view
from hall.tournament import outcome as outcomes
from hall.tournament.results import Results
from hall.tournament.standings import Standing
from hall.tournament.state import Tournament
from hall.tournament.values import TEAM_METHODS, Entrant

if TYPE_CHECKING:
    from api.hall.runtime import HallRuntime

MOST_BEST_HANDS: Final = 10


class StandingShown(Part):
    """``place`` null: listed without one. ``points``: an exact fraction, which is the sum of ``rounds`` (points of each
    round, null where the player did not play), ``fines`` (penalties and absences, beside the games) and ``cut`` (what
    cuts took from the points before them)."""

    place: int | None
    entrant: str
    name: str
    club: str
    team: str
    country: str
    status: str
    points: str
    score: int
    group: int
    games: int
    rounds: list[str | None]
    fines: str
    cut: str


class GroupShown(Part):
    place: int
    name: str
    points: str
    score: int


class BestHandShown(Part):
    name: str
    round: int
    table: int
    hand: str
    value: int
    level: str


class FineShown(Part):
    name: str
    round: int
    kind: str
    points: str
    why: str


class Reach(Part):
    """How far standings go. ``round``: the last one of which a result counts, 0 before the first; ``tables``: of that
    round, ``counted`` of them with a result. ``hidden``: there are results of later rounds, which are not shown yet."""

    round: int
    tables: int
    counted: int
    hidden: bool


class StandingsView(ViewShown):
    """What everybody may see. ``of_teams``: teams play for the places, so theirs come first."""

    name: str
    phase: str
    of_teams: bool
    reach: Reach
    rows: list[StandingShown]
    teams: list[GroupShown]
    countries: list[GroupShown]
    best_hands: list[BestHandShown]
    fines: list[FineShown]


@view("standings", "read.public", "*", "results")
def standings(runtime: HallRuntime, id_: str) -> StandingsView:
    one = tournament_of(runtime, id_)
    reach, upto, made, rows = standings_now(runtime, one)
    names = {each.id: each.name for each in one.entrants}
    return StandingsView(
        name=one.settings.name,
        phase=one.phase or "draft",
        of_teams=one.settings.method in TEAM_METHODS,
        reach=reach,
        rows=rows,
        teams=[group_shown(row) for row in outcomes.team_rows(one, made)],
        countries=[group_shown(row) for row in outcomes.country_rows(one, made)],
        best_hands=[
            BestHandShown(
                name=names.get(best.player, best.player), round=best.round, table=best.table, hand=best.hand.name,
                value=best.hand.value, level=best.hand.level,
            )
            for best in outcomes.best_hands(made, MOST_BEST_HANDS)
        ],
        fines=[
            FineShown(
                name=names.get(fine.entrant, fine.entrant), round=fine.round, kind=fine.kind, points=fine.points,
                why=fine.why,
            )
            for fine in outcomes.fines_of(one)
            if fine.round <= upto
        ],
    )  # fmt: skip


class Standings(NamedTuple):
    """What everybody may see now. ``upto``: rounds of which results and penalties are shown, whether there are some or
    not."""

    reach: Reach
    upto: int
    made: outcomes.Outcome
    rows: list[StandingShown]


_KEPT: Final = dict[str, tuple[Tournament, Results, Standings]]()
"""Of each tournament, with the values that they follow from, which are never changed."""


def standings_now(runtime: HallRuntime, one: Tournament) -> Standings:
    """Made once for all who look, the phones of a hundred players among them."""
    results = runtime.running.state.results
    of, by, kept = _KEPT.get(one.id, (None, None, None))
    if kept is None or of is not one or by is not results:
        shown = outcomes.shown_after(one)
        upto = len(one.rounds) if shown is None else min(shown, len(one.rounds))
        made = outcomes.outcome(one, results, upto)
        reach = _reach(one, results, made, upto)
        kept = Standings(reach, upto, made, standing_rows(one, made))
        _KEPT[one.id] = one, results, kept
    return kept


def _reach(one: Tournament, results: Results, made: outcomes.Outcome, upto: int) -> Reach:
    last = made.last_round
    return Reach(
        round=last,
        tables=len(one.rounds[last - 1].tables) if last else 0,
        counted=sum(game.round == last for game in made.games),
        hidden=any(outcomes.results_of(one, results, round) for round in one.rounds[upto:]),
    )


def standing_rows(one: Tournament, made: outcomes.Outcome) -> list[StandingShown]:
    entrants, rounds = {each.id: each for each in one.entrants}, made.last_round
    by_round, fines = _points_by_round(made, rounds), dict[str, Fraction]()
    for each in made.record.adjustments:
        fines[each.player] = fines.get(each.player, Fraction(0)) + each.points
    return [
        _standing(
            row, entrants[row.player], by_round.get(row.player, [None] * rounds), fines.get(row.player, Fraction(0))
        )
        for row in made.rows
    ]  # fmt: skip


def _points_by_round(made: outcomes.Outcome, rounds: int) -> dict[str, list[Fraction | None]]:
    """By whom they count for: a substitute may play for somebody else."""
    found: dict[str, list[Fraction | None]] = {}
    for game, sheet in zip(made.games, chain.from_iterable(made.record.rounds), strict=True):
        for player, points in zip(sheet.players, game.points, strict=True):
            found.setdefault(player, [None] * rounds)[game.round - 1] = points
    return found


def _standing(row: Standing, who: Entrant, rounds: Sequence[Fraction | None], fines: Fraction) -> StandingShown:
    before_cuts = sum((each for each in rounds if each is not None), fines)
    return StandingShown(
        place=row.place,
        entrant=row.player,
        name=who.name,
        club=who.club,
        team=who.team,
        country=who.country,
        status=who.status or ("substitute" if who.substitute else ""),
        points=str(row.points),
        score=row.score,
        group=row.group,
        games=row.games,
        rounds=[None if each is None else str(each) for each in rounds],
        fines=str(fines),
        cut=str(row.points - before_cuts),
    )


def group_shown(row: outcomes.GroupRow) -> GroupShown:
    return GroupShown(place=row.place, name=row.name, points=str(row.points), score=row.score)
