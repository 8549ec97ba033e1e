"""A tournament as one record (a line of ``jantaku tournament score``), read and checked field by field."""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Any, Final, NoReturn

from controller.refusals import Code, Refused
from hall.tournament.presets import POINTS_OF_STICK, SEATS, PenaltyUnit, Preset, StickRule, preset_of, presets
from hall.tournament.table_points import GameSheet

MOST_PLAYERS: Final = 4000
MOST_ROUNDS: Final = 200
MOST_TABLES: Final = 1000
MOST_ADJUSTMENTS: Final = 100_000
MOST_SCORE: Final = 100_000_000
MOST_STICKS: Final = 1000
LONGEST_PLAYER: Final = 100
STATUSES: Final = ("WD", "DNF", "DQ", "substitute")
MEMBERS: Final = ("id", "preset", "options", "players", "status", "rounds", "carry", "cut_order", "adjustments")


@dataclass(frozen=True)
class CutGroup:
    size: int | None
    """None: all who are in no other group."""
    factor: Fraction
    """What is kept of the points so far."""


@dataclass(frozen=True)
class Cut:
    after: int
    """The round after which it is made, counted from 1."""
    groups: tuple[CutGroup, ...]
    members: tuple[tuple[str, ...], ...] = ()
    """Who is in each group, where that was published: a correction of an earlier round changes it no more."""


@dataclass(frozen=True)
class Adjustment:
    """Points that belong to no table: penalties, and what an absent player has."""

    player: str
    after: int
    """The round; 0: before the first."""
    points: Fraction


@dataclass(frozen=True)
class TournamentRecord:
    preset: Preset
    sticks: StickRule
    players: tuple[str, ...]
    status: Mapping[str, str]
    rounds: tuple[tuple[GameSheet, ...], ...]
    cuts: tuple[Cut, ...]
    cut_order: tuple[str, ...]
    adjustments: tuple[Adjustment, ...] = ()


def read_record(record: Mapping[str, Any]) -> TournamentRecord:
    """Raises ``Refused`` naming the first field that is wrong; the table with it, where it is at a table."""
    _known(record, MEMBERS, "")
    preset = _preset(record.get("preset"))
    players = _players(record.get("players"), "players")
    rounds = _list(record.get("rounds"), "rounds", MOST_ROUNDS)
    return TournamentRecord(
        preset=preset,
        sticks=_sticks(_object(record.get("options", {}), "options"), preset),
        players=players,
        status=_status(_object(record.get("status", {}), "status"), players),
        rounds=tuple(_round(value, f"rounds[{index}]", preset, players) for index, value in enumerate(rounds)),
        cuts=tuple(_cuts(_list(record.get("carry", []), "carry", MOST_ROUNDS))),
        cut_order=_cut_order(record.get("cut_order", []), players),
        adjustments=tuple(_adjustments(_list(record.get("adjustments", []), "adjustments", MOST_ADJUSTMENTS), players)),
    )


def _preset(value: Any) -> Preset:
    if isinstance(value, dict):
        return preset_of(value)
    if not isinstance(value, str) or value not in presets():
        _wrong("preset", f"there is no such preset; there are {', '.join(presets())}")
    return presets()[value]


def _sticks(options: Mapping[str, Any], preset: Preset) -> StickRule:
    _known(options, ("sticks",), "options.")
    value = options.get("sticks", preset.sticks)
    if value == preset.sticks:
        return preset.sticks
    if preset.sticks is StickRule.NONE:
        _wrong("options.sticks", f"{preset.id} knows no sticks")
    if value not in (StickRule.FIRST, StickRule.LOST):
        _wrong("options.sticks", "is first or lost")
    return StickRule(value)


def _players(value: Any, field: str) -> tuple[str, ...]:
    names = _list(value, field, MOST_PLAYERS)
    for index, name in enumerate(names):
        if not isinstance(name, str) or not 0 < len(name) <= LONGEST_PLAYER:
            _wrong(f"{field}[{index}]", f"a player is a text of 1 to {LONGEST_PLAYER} characters")
    if len(set(names)) < len(names):
        _wrong(field, f"{_twice(names)} is listed twice")
    return tuple(names)


def _status(status: Mapping[str, Any], players: Sequence[str]) -> Mapping[str, str]:
    for player, value in status.items():
        if player not in players:
            _wrong("status", f"{player} is not one of the players")
        if value not in STATUSES:
            _wrong(f"status.{player}", f"is one of {', '.join(STATUSES)}")
    return status


def _cut_order(value: Any, players: Sequence[str]) -> tuple[str, ...]:
    order = _players(value, "cut_order")
    for name in order:
        if name not in players:
            _wrong("cut_order", f"{name} is not one of the players")
    return order


def _round(value: Any, field: str, preset: Preset, players: Sequence[str]) -> tuple[GameSheet, ...]:
    row = _object(value, field)
    _known(row, ("tables",), f"{field}.")
    tables = _list(row.get("tables"), f"{field}.tables", MOST_TABLES)
    everybody = frozenset(players)
    sheets = tuple(_sheet(table, f"{field}.tables[{at}]", preset, everybody) for at, table in enumerate(tables))
    met: set[str] = set()
    for at, sheet in enumerate(sheets):
        for name in sheet.players:
            if name in met:
                _wrong(f"{field}.tables[{at}].players", f"{name} sits at two tables of this round")
            met.add(name)
    return sheets


def _sheet(value: Any, field: str, preset: Preset, everybody: frozenset[str]) -> GameSheet:
    row = _object(value, field)
    _known(row, ("players", "scores", "sticks", "penalties"), f"{field}.")
    players = _players(_four(row.get("players"), f"{field}.players"), f"{field}.players")
    for name in players:
        if name not in everybody:
            _wrong(f"{field}.players", f"{name} is not one of the players")
    scores = tuple(
        _whole(score, f"{field}.scores[{seat}]", -MOST_SCORE, MOST_SCORE)
        for seat, score in enumerate(_four(row.get("scores"), f"{field}.scores"))
    )
    sticks = _whole(row.get("sticks", 0), f"{field}.sticks", 0, 0 if preset.sticks is StickRule.NONE else MOST_STICKS)
    _check_total(scores, sticks, preset, field)
    fines = _penalties(row.get("penalties", [0] * SEATS), f"{field}.penalties", preset)
    return GameSheet(players, scores, sticks, fines)


def _check_total(scores: Sequence[int], sticks: int, preset: Preset, field: str) -> None:
    if preset.start is None:
        return
    wanted, there = SEATS * preset.start, sum(scores) + sticks * POINTS_OF_STICK
    if there != wanted:
        raise Refused(
            Code.WRONG_TABLE_TOTAL,
            f"scores and sticks add up to {there}, not {wanted}",
            field=f"{field}.scores",
            more={"total": there, "wanted": wanted},
        )


def _penalties(value: Any, field: str, preset: Preset) -> tuple[Fraction, ...]:
    fines = tuple(_number(fine, f"{field}[{seat}]") for seat, fine in enumerate(_four(value, field)))
    for seat, fine in enumerate(fines):
        if fine > 0:
            _wrong(f"{field}[{seat}]", "a penalty is 0 or below")
        if preset.penalties is PenaltyUnit.TABLE and fine.denominator != 1:
            _wrong(f"{field}[{seat}]", f"is points of the table in {preset.id}, so a whole number")
    return fines


def _cuts(values: Sequence[Any]) -> Iterator[Cut]:
    last = 0
    for index, value in enumerate(values):
        field = f"carry[{index}]"
        row = _object(value, field)
        _known(row, ("after", "groups"), f"{field}.")
        last = _whole(row.get("after"), f"{field}.after", last + 1, MOST_ROUNDS)
        groups = _list(row.get("groups"), f"{field}.groups", MOST_PLAYERS)
        cut = Cut(last, tuple(_group(group, f"{field}.groups[{at}]") for at, group in enumerate(groups)))
        if sum(group.size is None for group in cut.groups) > 1:
            _wrong(f"{field}.groups", "only one group may be without a size")
        yield cut


def _adjustments(values: Sequence[Any], players: Sequence[str]) -> Iterator[Adjustment]:
    everybody = frozenset(players)
    for index, value in enumerate(values):
        field = f"adjustments[{index}]"
        row = _object(value, field)
        _known(row, ("player", "after", "points"), f"{field}.")
        if row.get("player") not in everybody:
            _wrong(f"{field}.player", f"{row.get('player')} is not one of the players")
        after = _whole(row.get("after", 0), f"{field}.after", 0, MOST_ROUNDS)
        yield Adjustment(row["player"], after, _number(row.get("points"), f"{field}.points", text=True))


def _group(value: Any, field: str) -> CutGroup:
    row = _object(value, field)
    _known(row, ("size", "factor"), f"{field}.")
    size = None if row.get("size") is None else _whole(row["size"], f"{field}.size", 1, MOST_PLAYERS)
    factor = _number(row.get("factor"), f"{field}.factor", text=True)
    if not 0 <= factor <= 1:
        _wrong(f"{field}.factor", "is 0 to 1")
    return CutGroup(size, factor)


def _four(value: Any, field: str) -> Sequence[Any]:
    if not isinstance(value, list) or len(value) != SEATS:
        _wrong(field, "is a list of four, in the order E, S, W, N")
    return list(value)


def _list(value: Any, field: str, most: int) -> Sequence[Any]:
    if not isinstance(value, list):
        _wrong(field, "is a list")
    if len(value) > most:
        _wrong(field, f"has more than {most} members")
    return list(value)


def _object(value: Any, field: str) -> Mapping[str, Any]:
    if not isinstance(value, dict):
        _wrong(field, "is an object")
    return dict(value)


def _known(row: Mapping[str, Any], members: Sequence[str], prefix: str) -> None:
    for name in row:
        if name not in members:
            _wrong(f"{prefix}{name}", f"is not known here; known are {', '.join(members)}")


def _whole(value: Any, field: str, least: int, most: int) -> int:
    if not isinstance(value, int) or isinstance(value, bool) or not least <= value <= most:
        _wrong(field, f"is a whole number from {least} to {most}")
    return int(value)


def _number(value: Any, field: str, *, text: bool = False) -> Fraction:
    """Exactly as written: 0.1 is a tenth. ``text``: also "1/2"."""
    if text and isinstance(value, str) and len(value) <= 20:
        try:
            return Fraction(value)
        except (ValueError, ZeroDivisionError):
            _wrong(field, "is a number or a fraction such as 1/2")
    if isinstance(value, bool) or not isinstance(value, int | float) or not math.isfinite(value):
        _wrong(field, "is a number or a fraction such as 1/2" if text else "is a number")
    if abs(value) > MOST_SCORE:
        _wrong(field, f"is more than {MOST_SCORE}")
    return Fraction(str(value))


def _twice(names: Sequence[Any]) -> Any:
    return next(name for name in names if names.count(name) > 1)


def _wrong(field: str, detail: str) -> NoReturn:
    raise Refused(Code.BAD_RECORD, detail, field=field)
