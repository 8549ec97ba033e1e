"""What a European report (MERS) and the public riichi portal take, and a tournament under Pantheon's names."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from datetime import date
from fractions import Fraction
from typing import Any, Final

from hall.tournament.exports.rows import csv_text, decimal
from hall.tournament.outcome import Outcome, fines_of
from hall.tournament.presets import SEATS, Preset, StickRule, SubstituteRule
from hall.tournament.state import Tournament
from hall.tournament.values import Entrant

EMA_COLUMNS: Final = (
    "Tournament name", "Number of participants", "Place", "Player's first name", "Player's last name", "EMA number",
    "Table points", "Score", "EMA member", "Country", "Date", "Countrycourt", "city", "mers", "shortname", "rules",
    "period", "NbDays", "Extra",
)  # fmt: skip
"""The 19 columns of the portal's own export for the association, in its order."""
PORTAL_COLUMNS: Final = ("place", "first_name", "last_name", "scores", "games", "ema", "load_player")
MCR: Final = "mcr"


def ema_csv(tournament: Tournament, made: Outcome) -> str:
    """A line for each player with a place. MCR: table points and score; riichi: table points 1, as the portal writes
    it, and the points of the standings. Whoever is no member has no number. Substitutes and players without a place
    are left out; three substitutes at most count as participants, as the association has it."""
    return csv_text(EMA_COLUMNS, _ema_rows(tournament, made))


MOST_COUNTING_SUBSTITUTES: Final = 3


def participants(tournament: Tournament) -> int:
    """Players that count for the weight of the event: those who are ranked or left, and substitutes who filled up the
    tables. One who sat in for somebody absent fills no seat of his own: that player counts already."""
    played = {id for round in tournament.rounds for table in round.tables for id in table}
    players = sum(not each.substitute and (each.id in played or not tournament.rounds) for each in tournament.entrants)
    seats = max((SEATS * len(round.tables) for round in tournament.rounds), default=0)
    return players + min(max(0, seats - players), MOST_COUNTING_SUBSTITUTES)


def _ema_rows(tournament: Tournament, made: Outcome) -> Iterator[tuple[object, ...]]:
    settings, is_mcr = tournament.settings, made.record.preset.ruleset == MCR
    by_id = {each.id: each for each in tournament.entrants}
    last = settings.last_day or settings.first_day
    for row in made.rows:
        if row.place is None:
            continue
        who = by_id[row.player]
        first, family = _names(who)
        yield (
            settings.name, participants(tournament), row.place, first, family.upper(), who.ema,
            decimal(row.points) if is_mcr else "1", row.score if is_mcr else decimal(row.points),
            "YES" if who.ema else "", who.country, _day(last), settings.country, settings.city, "", "",
            "MCR" if is_mcr else "Riichi", "", _days(settings.first_day, last), "NO",
        )  # fmt: skip


def _names(who: Entrant) -> tuple[str, str]:
    """First and last name; of a name in one piece the last word is the family's."""
    if who.first_name or who.last_name:
        return who.first_name, who.last_name
    first, _, family = who.name.rpartition(" ")
    return first, family


def _day(text: str) -> str:
    return date.fromisoformat(text).strftime("%d.%m.%Y") if text else ""


def _days(first: str, last: str) -> object:
    return (date.fromisoformat(last) - date.fromisoformat(first)).days + 1 if first and last else ""


def mers_report(tournament: Tournament, made: Outcome) -> dict[str, Any]:
    """The fields that a report for the European ranking needs, as JSON values."""
    settings = tournament.settings
    by_id = {each.id: each for each in tournament.entrants}
    rows = []
    for row in made.rows:
        who = by_id[row.player]
        first, family = _names(who)
        rows.append(
            {
                "place": row.place,
                "ema": who.ema or "new",
                "last_name": family,
                "first_name": first,
                "country": who.country,
                "member": bool(who.ema),
                "table_points": decimal(row.points) if made.record.preset.ruleset == MCR else None,
                "score": row.score if made.record.preset.ruleset == MCR else decimal(row.points),
                "games": row.games,
                "substitute": who.substitute,
                "status": who.status,
            }
        )
    countries = {each.country for each in tournament.entrants if each.country and not each.substitute}
    return {
        "name": settings.name,
        "rules": made.record.preset.edition,
        "country": settings.country,
        "city": settings.city,
        "first_day": settings.first_day,
        "last_day": settings.last_day,
        "days": _days(settings.first_day, settings.last_day) or None,
        "sessions": made.last_round,
        "qualification": settings.qualification,
        "participants": participants(tournament),
        "countries": len(countries),
        "players": rows,
    }


def portal_csv(tournament: Tournament, made: Outcome) -> str:
    """The upload of the public riichi portal: a line for each player; a substitute goes in as a pseudo player, whose
    name is kept as text."""
    by_id = {each.id: each for each in tournament.entrants}
    return csv_text(PORTAL_COLUMNS, (_portal_row(by_id[row.player], row.place, row.points, row.games, at)
                                     for at, row in enumerate(made.rows, 1)))  # fmt: skip


def _portal_row(who: Entrant, place: int | None, points: Fraction, games: int, at: int) -> tuple[object, ...]:
    first, family = _names(who)
    return place or at, first, family, decimal(points), games, who.ema, "" if who.substitute else "true"


# ---------------------------------------------------------------- Pantheon


def pantheon(tournament: Tournament, made: Outcome) -> dict[str, Any]:
    """Players, games, penalties, standings and rules under the names that Pantheon has for them."""
    number = {each.id: at for at, each in enumerate(tournament.entrants, 1)}
    return {
        "event": {"title": tournament.settings.name, "series_length": 0, "is_team": _has_teams(tournament)},
        "ruleset": pantheon_ruleset(made.record.preset, made.record.sticks),
        "players": [
            {"id": number[each.id], "title": each.name, "team_name": each.team, "local_id": number[each.id]}
            for each in tournament.entrants
        ],
        "games": list(_pantheon_games(tournament, made, number)),
        "rating_table": list(_pantheon_rating(tournament, made, number)),
        "penalties": [
            {
                "who": number[fine.entrant],
                "amount": _thousands(made.record.preset, Fraction(fine.points)),
                "reason": fine.why,
                "assigned_by": fine.who,
                "created_at": fine.time,
                "is_cancelled": bool(fine.cancelled),
                "cancellation_reason": fine.cancelled,
            }
            for fine in tournament.fines
        ],
    }


def _has_teams(tournament: Tournament) -> bool:
    return any(each.team for each in tournament.entrants)


def _thousands(preset: Preset, points: Fraction) -> int:
    """Pantheon counts penalties in points of the table, above 0."""
    return int(-points / preset.scale) if preset.scale else int(-points)


def _pantheon_games(tournament: Tournament, made: Outcome, number: Mapping[str, int]) -> Iterator[dict[str, Any]]:
    for game in made.games:
        order = sorted(range(4), key=lambda seat, game=game: (-game.scores[seat], seat))  # type: ignore[misc]
        yield {
            "session_hash": f"{tournament.id}-{game.round}-{game.table}",
            "session_index": game.round,
            "table_index": game.table,
            "final_results": [
                {
                    "order": seat,
                    "player_id": number[game.result.seats[seat]],
                    "score": game.scores[seat],
                    "rating_delta": decimal(game.points[seat]),
                    "place": order.index(seat) + 1,
                }
                for seat in range(4)
            ],
        }


def _pantheon_rating(tournament: Tournament, made: Outcome, number: Mapping[str, int]) -> Iterator[dict[str, Any]]:
    fines = fines_of(tournament)
    for row in made.rows:
        own = [Fraction(fine.points) for fine in fines if fine.entrant == row.player]
        games = [(game, game.result.seats.index(row.player)) for game in made.games if row.player in game.result.seats]
        places = [1 + sum(score > game.scores[seat] for score in game.scores) for game, seat in games]
        yield {
            "id": number[row.player],
            "rating": decimal(row.points),
            "avg_place": decimal(Fraction(sum(places), len(places))) if places else None,
            "avg_score": decimal(Fraction(row.score, len(games))) if games else None,
            "games_played": len(games),
            "penalties_amount": _thousands(made.record.preset, sum(own, Fraction(0))),
            "penalties_count": len(own),
            "chips": 0,
        }


def pantheon_ruleset(preset: Preset, sticks: StickRule) -> dict[str, Any]:
    """The switches of Pantheon that a preset has a value for."""
    floating = len(set(preset.uma_by_floating)) > 1
    chombo = next((row.points[0] for row in preset.tariff if row.id == "chombo" and row.points), Fraction(0))
    fixed = preset.substitutes is SubstituteRule.FIXED
    return {
        "start_points": preset.start or 0,
        "goal_points": preset.zero,
        "uma": [decimal(value / preset.scale if preset.scale else value) for value in preset.uma_by_floating[1]],
        "uma_type": "UMA_COMPLEX" if floating else "UMA_SIMPLE",
        "complex_uma": {
            f"pos_{count}": [decimal(value / preset.scale if preset.scale else value) for value in uma]
            for count, uma in enumerate(preset.uma_by_floating)
        }
        if floating
        else None,
        "oka": 0,
        "equalize_uma": True,
        "riichi_goes_to_winner": sticks is StickRule.FIRST,
        "chombo_amount": _thousands(preset, chombo),
        "extra_chombo_payments": False,
        "chombo_ends_game": not preset.gong.redeal_last,
        "ending_policy": "ENDING_POLICY_ONE_MORE_HAND" if preset.gong.inside else "ENDING_POLICY_END_AFTER_HAND",
        "replacement_player_fixed_points": int(preset.absence / preset.scale) if fixed and preset.scale else 0,
        "replacement_player_override_uma": 0,
    }
