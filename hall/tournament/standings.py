"""Standings: points of all games, cuts with what is carried over them, places with the ties that a preset leaves."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from typing import Any

from controller.refusals import Because, Code, Refused
from hall.tournament.presets import Preset, TieBreak
from hall.tournament.record import MOST_ROUNDS, Cut, TournamentRecord, read_record
from hall.tournament.table_points import GamePoints, game_points

SortKey = tuple[Any, ...]


@dataclass
class _Account:
    """What a player has so far."""

    points: Fraction = Fraction(0)
    score: int = 0
    games: list[Fraction] = field(default_factory=list)
    group: int = 0


@dataclass(frozen=True)
class Standing:
    place: int | None
    """None: listed without a place (withdrawn, disqualified, substitute)."""
    player: str
    points: Fraction
    score: int
    group: int = 0
    """That of the last cut, from 0."""
    games: int = 0


@dataclass(frozen=True)
class Standings:
    rounds: tuple[tuple[GamePoints, ...], ...]
    rows: tuple[Standing, ...]


def score_record(record: Mapping[str, Any]) -> dict[str, Any]:
    """The answer of ``jantaku tournament score`` to one line, without its id. Raises ``Refused``."""
    result = standings(read_record(record))
    return {
        "rounds": [[[str(points) for points in game.points] for game in games] for games in result.rounds],
        "standings": [
            {"place": row.place, "player": row.player, "points": str(row.points), "score": row.score}
            for row in result.rows
        ],
    }


def standings(record: TournamentRecord) -> Standings:
    rounds, accounts = _accounts(record)
    return Standings(rounds, tuple(_rows(accounts, record)))


def _accounts(record: TournamentRecord) -> tuple[tuple[tuple[GamePoints, ...], ...], Mapping[str, _Account]]:
    """The games of each round, and what everybody has after all of them."""
    accounts = {player: _Account() for player in record.players}
    cuts = {cut.after: (index, cut) for index, cut in enumerate(record.cuts)}
    rounds = []
    _adjust(accounts, record, range(1))
    for number, sheets in enumerate(record.rounds, 1):
        games = tuple(game_points(sheet, record.preset, record.sticks) for sheet in sheets)
        for sheet, game in zip(sheets, games, strict=True):
            for player, points, score in zip(sheet.players, game.points, game.scores, strict=True):
                _add(accounts[player], points, score)
        _adjust(accounts, record, range(number, number + 1))
        if number in cuts:
            _cut(accounts, record, *cuts[number])
        rounds.append(games)
    _adjust(accounts, record, range(len(rounds) + 1, MOST_ROUNDS + 1))
    return tuple(rounds), accounts


def _adjust(accounts: Mapping[str, _Account], record: TournamentRecord, after: range) -> None:
    for adjustment in record.adjustments:
        if adjustment.after in after:
            accounts[adjustment.player].points += adjustment.points


def _add(account: _Account, points: Fraction, score: int) -> None:
    account.points += points
    account.score += score
    account.games.append(points)


def _rows(accounts: Mapping[str, _Account], record: TournamentRecord) -> Iterator[Standing]:
    place, before = 0, None
    for count, (player, key) in enumerate(_ranked(accounts, record), 1):
        place, before = (place if key == before else count), key
        yield _standing(place, player, accounts[player])
    for player in record.players:
        if player in record.status:
            yield _standing(None, player, accounts[player])


def _standing(place: int | None, player: str, account: _Account) -> Standing:
    return Standing(place, player, account.points, account.score, account.group, len(account.games))


def _ranked(accounts: Mapping[str, _Account], record: TournamentRecord) -> list[tuple[str, SortKey]]:
    """Who has a place, best first; equal keys share one, and stand in the order of the players."""
    rows = [(name, _key(accounts[name], record.preset)) for name in record.players if name not in record.status]
    return sorted(rows, key=lambda row: row[1])


def _key(account: _Account, preset: Preset) -> SortKey:
    """Smaller is better."""
    high_games = tuple(sorted(-points for points in account.games))
    broken: Mapping[TieBreak, Any] = {
        TieBreak.SCORE: -account.score,
        TieBreak.BEST_GAME: high_games[:1],
        TieBreak.HIGH_GAMES: high_games,
    }
    return (account.group, -account.points, *(broken[tie_break] for tie_break in preset.tie_breaks))


def _cut(accounts: Mapping[str, _Account], record: TournamentRecord, index: int, cut: Cut) -> None:
    """Players without a place belong to no group: they keep what they have."""
    for number, (group, members) in enumerate(zip(cut.groups, _groups_of(accounts, record, index, cut), strict=True)):
        for player in members:
            accounts[player].group = number
            accounts[player].points *= group.factor


def cut_groups(record: TournamentRecord, cut: Cut, field: str) -> list[tuple[str, ...]]:
    """Who would be in each group of a cut after everything that was played, by place. Raises ``Refused``."""
    return _split(_ranked(_accounts(record)[1], record), record, cut, field)


def _groups_of(
    accounts: Mapping[str, _Account], record: TournamentRecord, index: int, cut: Cut
) -> Sequence[tuple[str, ...]]:
    if cut.members:
        return cut.members
    return _split(_ranked(accounts, record), record, cut, f"carry[{index}].groups")


def _split(ranked: list[tuple[str, SortKey]], record: TournamentRecord, cut: Cut, field: str) -> list[tuple[str, ...]]:
    bounds = _bounds(cut, len(ranked), field)
    _order_edges(ranked, bounds[:-1], record.cut_order)
    return [
        tuple(player for player, _ in ranked[first:behind]) for first, behind in zip([0, *bounds], bounds, strict=False)
    ]


def _bounds(cut: Cut, players: int, field: str) -> list[int]:
    """Behind whom each group ends."""
    rest = players - sum(group.size or 0 for group in cut.groups)
    open_end = any(group.size is None for group in cut.groups)
    if rest < 0 or (rest and not open_end):
        raise Refused(Code.BAD_RECORD, Because.GROUP_PLACES(places=players - rest, players=players), field=field)
    bounds = [0]
    for group in cut.groups:
        bounds.append(bounds[-1] + (rest if group.size is None else group.size))
    return bounds[1:]


def _order_edges(ranked: list[tuple[str, SortKey]], edges: Sequence[int], cut_order: Sequence[str]) -> None:
    """Puts players who are equal across an edge into the order that the director gave."""
    for edge in edges:
        if not 0 < edge < len(ranked) or ranked[edge - 1][1] != ranked[edge][1]:
            continue
        key = ranked[edge][1]
        equal = [row for row in ranked if row[1] == key]
        missing = [name for name, _ in equal if name not in cut_order]
        if missing:
            names = [name for name, _ in equal]
            detail = f"equal at the cut: {', '.join(names)}"
            raise Refused(Code.EQUAL_AT_CUT, detail, field="cut_order", more={"players": names})
        first = ranked.index(equal[0])
        ranked[first : first + len(equal)] = sorted(equal, key=lambda row: cut_order.index(row[0]))
