"""Standings of a tournament and everything that is read off them: functions of the tournament and the results."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from hall.tournament.presets import PenaltyUnit, Preset, StickRule, SubstituteRule, preset_of
from hall.tournament.record import Adjustment, Cut, CutGroup, TournamentRecord
from hall.tournament.results import Results, effective
from hall.tournament.standings import Standing, Standings, standings
from hall.tournament.state import Tournament
from hall.tournament.table_points import GameSheet
from hall.tournament.values import Entrant, Fine, PlayedHand, Round, TableResult


@dataclass(frozen=True)
class Game:
    """A game that counts. ``points`` by seat, penalties that fell at this table included."""

    round: int
    table: int
    result: TableResult
    points: tuple[Fraction, ...]
    scores: tuple[int, ...]


@dataclass(frozen=True)
class Outcome:
    """``rows``: the standings. ``games``: those that count, by round and table."""

    rows: tuple[Standing, ...]
    games: tuple[Game, ...]
    record: TournamentRecord

    @property
    def last_round(self) -> int:
        """Of which a result counts; 0: none does."""
        return self.games[-1].round if self.games else 0


def preset_of_tournament(tournament: Tournament) -> Preset:
    return preset_of(tournament.settings.preset)


def outcome(tournament: Tournament, results: Results, upto: int | None = None, cuts: int | None = None) -> Outcome:
    """The standings after round ``upto``; None: after everything that has been played. ``cuts``: so many cuts count;
    None: all. Raises ``Refused`` (``equal-at-cut``) only for a cut that was not published with its members."""
    preset = preset_of_tournament(tournament)
    last = len(tournament.rounds) if upto is None else upto
    played = [results_of(tournament, results, round) for round in tournament.rounds[:last]]
    record = _record(tournament, preset, played, last, cuts)
    made = standings(record)
    return Outcome(made.rows, tuple(_games(played, made, tournament)), record)


def results_of(tournament: Tournament, results: Results, round: Round) -> list[tuple[int, TableResult]]:
    """Those of a round that count, by table."""
    found = ((table, effective(tournament, results, round.number, table)) for table in range(1, len(round.tables) + 1))
    return [(table, result) for table, result in found if result is not None and result.state != "playing"]


def _games(
    played: Sequence[Sequence[tuple[int, TableResult]]], made: Standings, tournament: Tournament
) -> Iterator[Game]:
    for round, results, games in zip(tournament.rounds, played, made.rounds, strict=False):
        for (table, result), game in zip(results, games, strict=True):
            yield Game(round.number, table, result, game.points, game.scores)


def _record(
    tournament: Tournament,
    preset: Preset,
    played: Sequence[Sequence[tuple[int, TableResult]]],
    last: int,
    cuts: int | None,
) -> TournamentRecord:
    sticks = tournament.settings.sticks
    rule = preset.sticks if sticks is None or preset.sticks is StickRule.NONE else StickRule(sticks)
    counted = [each for each in tournament.cuts if each.after <= last][: None if cuts is None else cuts]
    return TournamentRecord(
        preset=preset,
        sticks=rule,
        players=tuple(each.id for each in tournament.entrants),
        status={each.id: status for each in tournament.entrants if (status := _status(each))},
        rounds=tuple(
            tuple(_sheet(tournament, preset, round.number, result) for _, result in results)
            for round, results in zip(tournament.rounds, played, strict=False)
        ),
        cuts=tuple(
            Cut(
                cut.after,
                tuple(CutGroup(group.size, Fraction(group.factor)) for group in cut.groups),
                tuple(group.members for group in cut.groups),
            )
            for cut in counted
        ),
        cut_order=(),
        adjustments=tuple(_adjustments(tournament, preset, played, last)),
    )


def _status(entrant: Entrant) -> str:
    return entrant.status or ("substitute" if entrant.substitute else "")


def _sheet(tournament: Tournament, preset: Preset, number: int, result: TableResult) -> GameSheet:
    """``ranked`` substitutes play for the absent player's account."""
    ranked = preset.substitutes is SubstituteRule.RANKED
    players = tuple(absent_of(tournament, id, number) or id if ranked else id for id in result.seats)
    fines = [Fraction(0)] * len(players)
    if preset.penalties is PenaltyUnit.TABLE:
        for fine in fines_of(tournament):
            if fine.round == number and fine.entrant in result.seats:
                fines[result.seats.index(fine.entrant)] += Fraction(fine.points)
        for penalty in result.penalties:
            if not penalty.in_score:
                fines[penalty.seat] += penalty.moves[penalty.seat]
    else:
        for penalty in result.penalties:
            if not penalty.in_score:
                fines[penalty.seat] += penalty.moves[penalty.seat] * preset.scale
    return GameSheet(players, result.scores, result.sticks, tuple(fines))


def absent_of(tournament: Tournament, by: str, number: int) -> str | None:
    """For whom a substitute plays in this round."""
    for each in tournament.substitutions:
        if each.by == by and each.covers(number):
            return each.absent
    return None


def fines_of(tournament: Tournament) -> list[Fine]:
    """Those that stand."""
    return [fine for fine in tournament.fines if not fine.cancelled]


def _adjustments(
    tournament: Tournament,
    preset: Preset,
    played: Sequence[Sequence[tuple[int, TableResult]]],
    last: int,
) -> Iterator[Adjustment]:
    if preset.penalties is PenaltyUnit.STANDINGS:
        for fine in fines_of(tournament):
            if fine.round <= last:
                yield Adjustment(fine.entrant, fine.round, Fraction(fine.points))
    if preset.substitutes is not SubstituteRule.RANKED and preset.absence:
        for round, results in zip(tournament.rounds, played, strict=False):
            for _, result in results:
                for id in result.seats:
                    absent = absent_of(tournament, id, round.number)
                    if absent is not None:
                        yield Adjustment(absent, round.number, preset.absence)


# ---------------------------------------------------------------- what is shown when


def shown_after(tournament: Tournament) -> int | None:
    """The round after which everybody may see standings; None: after everything that was played."""
    hidden = tournament.settings.hidden_after
    if hidden is None or tournament.phase in ("final", "closed"):
        return None
    played = tournament.locked_rounds()
    return max([min(hidden, played), *(number for number in tournament.published if number <= played)])


# ---------------------------------------------------------------- views


@dataclass(frozen=True)
class GroupRow:
    """A team or a country. ``counting``: members whose points are added."""

    place: int
    name: str
    points: Fraction
    score: int
    members: tuple[str, ...]
    counting: tuple[str, ...]


def team_rows(tournament: Tournament, made: Outcome) -> list[GroupRow]:
    return _group_rows(tournament, made, lambda entrant: entrant.team)


def country_rows(tournament: Tournament, made: Outcome) -> list[GroupRow]:
    return _group_rows(tournament, made, lambda entrant: entrant.country)


def _group_rows(tournament: Tournament, made: Outcome, group: Callable[[Entrant], str]) -> list[GroupRow]:
    """Equal points go by score; what is equal then shares a place. Substitutes belong to no group unless they play for
    its member's account."""
    members: dict[str, list[Standing]] = {}
    by_id = {each.id: each for each in tournament.entrants}
    for row in made.rows:
        entrant = by_id[row.player]
        if group(entrant) and not entrant.substitute:
            members.setdefault(group(entrant), []).append(row)
    found = []
    for name, rows in members.items():
        counting = sorted(rows, key=lambda row: -row.points)[: tournament.settings.team_counting]
        total = sum((row.points for row in counting), Fraction(0))
        ids = tuple(row.player for row in rows)
        score = sum(row.score for row in counting)
        found.append(GroupRow(0, name, total, score, ids, tuple(row.player for row in counting)))
    found.sort(key=lambda row: (-row.points, -row.score, row.name))
    return [*_placed(found)]


def _placed(rows: Sequence[GroupRow]) -> Iterator[GroupRow]:
    place, before = 0, None
    for count, row in enumerate(rows, 1):
        key = (row.points, row.score)
        place, before = (place if key == before else count), key
        yield GroupRow(place, row.name, row.points, row.score, row.members, row.counting)


@dataclass(frozen=True)
class SessionRow:
    """What a player had from one round."""

    place: int
    player: str
    points: Fraction
    score: int
    table: int
    seat: int


def session_rows(made: Outcome, number: int) -> list[SessionRow]:
    """One round alone, best first; equal points share a place."""
    rows = sorted(
        (
            SessionRow(0, player, game.points[seat], game.scores[seat], game.table, seat)
            for game in made.games
            if game.round == number
            for seat, player in enumerate(game.result.seats)
        ),
        key=lambda row: (-row.points, row.table, row.seat),
    )
    found: list[SessionRow] = []
    for count, row in enumerate(rows, 1):
        place = found[-1].place if found and found[-1].points == row.points else count
        found.append(SessionRow(place, row.player, row.points, row.score, row.table, row.seat))
    return found


@dataclass(frozen=True)
class BestHand:
    player: str
    round: int
    table: int
    hand: PlayedHand


def best_hands(made: Outcome, most: int = 10) -> list[BestHand]:
    """The largest wins, the largest first; of equal ones the earlier."""
    found = [
        BestHand(game.result.seats[hand.best], game.round, game.table, hand)
        for game in made.games
        for hand in game.result.hands
        if hand.best is not None and not hand.void
    ]
    found.sort(key=lambda best: (-best.hand.value, best.round, best.table, best.hand.number))
    return found[:most]


@dataclass(frozen=True)
class Balance:
    """Points of all players and what was taken from them: ``points`` + ``fines`` taken back = ``expected``."""

    points: Fraction
    """Of all games, penalties included, before a cut changes them."""
    fines: Fraction
    """All that stand, tables' own included, and what absent players had; 0 or below."""
    games: Fraction
    """What the games are worth without them."""


def balance(made: Outcome) -> Balance:
    """Points without fines: 0 in presets whose uma adds to 0, apart from sticks that were lost and shares that do not
    divide. A federation's reporter adds them up."""
    at_tables = sum(
        (fine for sheets in made.record.rounds for sheet in sheets for fine in sheet.penalties), Fraction(0)
    )
    adjusted = sum((each.points for each in made.record.adjustments), Fraction(0))
    games = sum((points for game in made.games for points in game.points), Fraction(0))
    in_points = at_tables if made.record.preset.penalties is PenaltyUnit.STANDINGS else Fraction(0)
    return Balance(games + adjusted, at_tables + adjusted, games - in_points)


def fine_rows(tournament: Tournament, made: Outcome) -> list[dict[str, Any]]:
    """All penalties beside the standings: those of the tariff (cancelled ones too), those entered at tables, and what
    absent players had. JSON values."""
    rows: list[dict[str, Any]] = [
        {
            "player": fine.entrant,
            "round": fine.round,
            "kind": fine.kind,
            "points": fine.points,
            "why": fine.why,
            "who": fine.who,
            "cancelled": fine.cancelled,
        }
        for fine in tournament.fines
    ]
    scale: Mapping[bool, Fraction] = {True: Fraction(1), False: made.record.preset.scale}
    unit = scale[made.record.preset.penalties is PenaltyUnit.TABLE]
    for game in made.games:
        rows += [
            {
                "player": game.result.seats[penalty.seat],
                "round": game.round,
                "kind": penalty.kind,
                "points": "0" if penalty.in_score else str(penalty.moves[penalty.seat] * unit),
                "why": penalty.why,
                "who": "",
                "cancelled": "",
            }
            for penalty in game.result.penalties
        ]
    preset = made.record.preset
    if preset.absence and preset.substitutes is not SubstituteRule.RANKED:
        for game in made.games:
            for id in game.result.seats:
                absent = absent_of(tournament, id, game.round)
                if absent is not None:
                    rows.append(
                        {
                            "player": absent,
                            "round": game.round,
                            "kind": "absent",
                            "points": str(preset.absence),
                            "why": "",
                            "who": "",
                            "cancelled": "",
                        }
                    )
    return rows
