"""Standings, results, seating, penalties as CSV; for spreadsheets and for print."""

from __future__ import annotations

from collections.abc import Iterator

from hall.tournament.exports.rows import csv_text, decimal
from hall.tournament.outcome import Outcome, fine_rows
from hall.tournament.results import seats_of
from hall.tournament.state import Tournament

STANDINGS = (
    "place", "name", "first_name", "last_name", "ema", "club", "team", "country", "status", "points", "exact", "score",
    "games",
)  # fmt: skip
RESULTS = ("round", "table", "wind", "id", "name", "score", "points", "exact", "state", "source", "authority")
SEATING = ("round", "table", "place", "east", "south", "west", "north")
FINES = ("round", "id", "name", "kind", "points", "why", "who", "cancelled")


def standings_csv(tournament: Tournament, made: Outcome) -> str:
    """``points`` as a decimal of three digits, ``exact`` as a fraction."""
    return csv_text(STANDINGS, _standings(tournament, made))


def _standings(tournament: Tournament, made: Outcome) -> Iterator[tuple[object, ...]]:
    by_id = {each.id: each for each in tournament.entrants}
    for row in made.rows:
        who = by_id[row.player]
        status = who.status or ("substitute" if who.substitute else "")
        yield (
            row.place, who.name, who.first_name, who.last_name, who.ema, who.club, who.team, who.country, status,
            decimal(row.points), str(row.points), row.score, row.games,
        )  # fmt: skip


def results_csv(tournament: Tournament, made: Outcome) -> str:
    return csv_text(RESULTS, _results(tournament, made))


def _results(tournament: Tournament, made: Outcome) -> Iterator[tuple[object, ...]]:
    names = names_of(tournament)
    for game in made.games:
        for seat, id in enumerate(game.result.seats):
            points = game.points[seat]
            yield (
                game.round, game.table, "ESWN"[seat], id, names[id], game.scores[seat], decimal(points), str(points),
                game.result.state, game.result.source, game.result.authority,
            )  # fmt: skip


def seating_csv(tournament: Tournament) -> str:
    """Of the rounds that were seated."""
    names = names_of(tournament)
    return csv_text(
        SEATING,
        (
            (number, table, tournament.rounds[number - 1].places[table - 1], *(names[id] for id in seats))
            for number, table, seats in seats_of(tournament)
        ),
    )


def fines_csv(tournament: Tournament, made: Outcome) -> str:
    names = names_of(tournament)
    return csv_text(
        FINES,
        (
            (row["round"], row["player"], names[row["player"]], row["kind"], row["points"], row["why"], row["who"],
             row["cancelled"])
            for row in fine_rows(tournament, made)
        ),
    )  # fmt: skip


def names_of(tournament: Tournament) -> dict[str, str]:
    return {each.id: each.name for each in tournament.entrants}
