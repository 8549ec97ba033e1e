"""What the tables of a hall are told about a round, as values: seats and rules, clock, time, stop.

Each is the body of an order (``docs/hall-link.md``); whoever sends it adds id, expiry and signature. A table of the
tournament without a board (an empty place) gets none.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Any, Final

from controller.limits import LONGEST_NAME
from controller.uplink.draw import DICE
from hall.tournament.draw import LEAST_DICE
from hall.tournament.outcome import preset_of_tournament
from hall.tournament.presets import gong_of
from hall.tournament.state import Tournament
from hall.tournament.times import clock_of, iso
from hall.tournament.values import AskedDice, Round

LONGEST_NUMBER: Final = 6
ROLLS: Final = -(-LEAST_DICE // DICE)
"""Of a table, for a draw."""
KEPT: Final = timedelta(hours=12)
"""An order that was not answered by then is of no use to anybody."""


@dataclass(frozen=True, slots=True)
class OrderToTable:
    """``place``: the table of the hall. ``kind`` and ``body``: as the link has them."""

    place: str
    kind: str
    body: Mapping[str, Any]
    expires: str


Maker = Callable[[Tournament, Round, datetime], list[OrderToTable]]
"""What makes orders for all tables of a round."""


def game_of(tournament: Tournament, number: int, table: int) -> str:
    """The reference that the match of this game bears at its table."""
    return f"{tournament.id}/{number}/{table}"


def draw_of(tournament: Tournament, draw: int) -> str:
    """What a table calls the draw that it throws dice for."""
    return f"{tournament.id}/draw/{draw}"


def draw_orders(tournament: Tournament, asked: AskedDice, now: datetime) -> list[OrderToTable]:
    """The dice for the draw are to be thrown; none any more where they are not used."""
    body: dict[str, Any] = {"draw": None}
    if not asked.ended:
        title = tournament.settings.name
        body = {"draw": draw_of(tournament, asked.draw), "title": title, "rolls": ROLLS}
    return [_order(asked.table, "throw-draw", body, now)]


def game_key(reference: str) -> tuple[str, int, int] | None:
    """Tournament, round and table of a reference; None for text that is none."""
    tournament, _, rest = reference.partition("/")
    number, _, table = rest.partition("/")
    if not tournament.startswith("c-"):
        return None
    if not all(text.isascii() and text.isdigit() and len(text) < LONGEST_NUMBER for text in (number, table)):
        return None
    return (tournament, int(number), int(table)) if int(number) and int(table) else None


def start_orders(tournament: Tournament, round: Round, now: datetime) -> list[OrderToTable]:
    """Who sits where, by which rules: when the seats of a round are published. Seat 0 is East and deals first."""
    preset = preset_of_tournament(tournament)
    if preset.ruleset is None:
        return []
    rules = {
        "ruleset": preset.ruleset,
        "options": dict(tournament.settings.options),
        **({} if preset.profile is None else {"profile": preset.profile}),
    }
    return [
        _order(
            place,
            "start-game",
            {
                "game": game_of(tournament, round.number, table),
                "players": _players(tournament, round.tables[table - 1]),
                **rules,
                "seating": "given",
                "first_dealer": 0,
                "confirmation": "tablet",
            },
            now,
        )
        for table, place in _with_board(round)
    ]


def clock_orders(tournament: Tournament, round: Round, now: datetime, table: int = 0) -> list[OrderToTable]:
    """The clock as it is now, for one table or (0) all of them: at the start, after extra minutes, when it stands or
    goes on. A deadline is an absolute time; null where no gong falls by itself, and while the clock stands."""
    clock, policy = clock_of(round), gong_of(tournament.settings.gong)
    stands = clock is not None and any(end is None for _, end in clock.stopped)
    found = []
    for at, place in _with_board(round):
        if table not in (0, at):
            continue
        gong = None if clock is None or stands else clock.gong(at, now)
        body = {
            "ends": None if gong is None else iso(gong),
            "inside": policy.inside,
            "between": policy.between,
            "again": policy.redeal_last,
            "stops": policy.stop_now,
            "game": game_of(tournament, round.number, at),
        }
        found.append(_order(place, "clock", body, now))
    return found


def call_time_orders(tournament: Tournament, round: Round, now: datetime, table: int = 0) -> list[OrderToTable]:
    """Time was called by hand; ``stop-play`` where the policy stops the running hand."""
    stops = gong_of(tournament.settings.gong).stop_now
    return [
        _order(place, "stop-play", {}, now) if stops else _order(place, "call-time", {"at": iso(now)}, now)
        for at, place in _with_board(round)
        if table in (0, at)
    ]


def end_game_orders(
    tournament: Tournament, round: Round, now: datetime, why: str, table: int = 0
) -> list[OrderToTable]:
    """Seats were taken back, a table goes on elsewhere, or the result was entered by hand: its match is abandoned, so
    that what it says does not count. The game is named: one that began meanwhile goes on."""
    return [
        _order(place, "end-game", {"why": why, "abandon": True, "game": game_of(tournament, round.number, at)}, now)
        for at, place in _with_board(round)
        if table in (0, at)
    ]


def _order(place: str, kind: str, body: Mapping[str, Any], now: datetime) -> OrderToTable:
    return OrderToTable(place, kind, body, iso(now + KEPT))


def _with_board(round: Round) -> Iterator[tuple[int, str]]:
    return ((table, place) for table, place in enumerate(round.places, 1) if place)


def _players(tournament: Tournament, ids: Sequence[str]) -> list[dict[str, Any]]:
    """A table shows so many characters of a name, and wants four different ones."""
    names: list[str] = []
    for id in ids:
        entrant = tournament.entrant(id)
        name = (id if entrant is None else entrant.name)[:LONGEST_NAME]
        names.append(f"{name[: LONGEST_NAME - len(id) - 1]} {id}" if name in names else name)
    return [{"seat": seat, "name": name} for seat, name in enumerate(names)]
