"""What needs somebody in a running hall: by the journals of its tables, by their links, by what was set aside, by
players who call for a referee, by tables that do not start their games."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Final

from api.hall.told import of_journals
from hall.floor.alarms import (
    Alarm,
    Condition,
    Past,
    alarms,
    end_refused,
    lost_links,
    quarantined,
    referee_called,
    start_refused,
)
from hall.floor.times import ms_at, ms_of
from hall.intake.state import EnrolledTable, GameOrder
from hall.state import HallState
from hall.tournament.orders import game_of
from hall.tournament.results import effective, runs_on
from hall.tournament.state import Tournament, open_calls

if TYPE_CHECKING:
    from api.hall.runtime import HallRuntime


GAME_KINDS: Final = ("start-game", "end-game")


def conditions(runtime: HallRuntime) -> list[Condition]:
    """All that is so now. Raises ``Refused`` while there is no hall."""
    present = {one.id: one for one in runtime.running.state.tables.present}
    heard, taken = runtime.heard(), runtime.running.state.floor.alarms
    lost = lost_links({id_: heard[id_] for id_ in present}, ms_of(runtime.now()), taken, runtime.listens_since)
    return [
        *of_journals(runtime.running.state, runtime.live()),
        *lost,
        *(one for table in present.values() for one in _set_aside(table)),
        *_calls_by_phone(runtime),
        *_refused_starts(runtime),
        *refused_ends(runtime.running.state),
    ]


def _calls_by_phone(runtime: HallRuntime) -> list[Condition]:
    found = []
    for one in runtime.running.state.tournaments.tournaments.values():
        for call in open_calls(one):
            round, caller = one.round_of(call.round), one.entrant(call.entrant)
            place = "" if round is None else round.places[call.table - 1]
            detail = {"player": None if caller is None else caller.name, "game_table": call.table}
            found.append(referee_called(place, one.id, call.number, call.time, detail))
    return found


def _refused_starts(runtime: HallRuntime) -> Iterator[Condition]:
    state = runtime.running.state
    for one in state.tournaments.tournaments.values():
        for table, (place, order) in games_to_start(one, state).items():
            if order.is_refused:
                detail = {"tournament": one.id, "game_table": table, "reason": order.code}
                yield start_refused(place, order.order, order.time, detail)


def refused_ends(state: HallState) -> Iterator[Condition]:
    """Of the round that is played now, and of the one before, whose tables may be in the way of this one."""
    for one in state.tournaments.tournaments.values():
        for round in () if one.abandoned else one.rounds[-2:]:
            for table, place in enumerate(round.places, 1):
                there, game = state.tables.tables.get(place), game_of(one, round.number, table)
                if there is None or not runs_on(one, state.results, round.number, table):
                    continue
                answered = (each for each in reversed(there.answered) if each.game == game and each.kind in GAME_KINDS)
                last = next(answered, None)
                waits = any(order.game == game and order.kind == "end-game" for order in there.orders)
                if last is not None and last.kind == "end-game" and last.code is not None and not waits:
                    detail = {"tournament": one.id, "game_table": table, "reason": last.code}
                    yield end_refused(place, last.id, last.time, detail)


def games_to_start(one: Tournament, state: HallState) -> dict[int, tuple[str, GameOrder]]:
    """The games of the round that is played now which their tables have not begun, by table of the round: where, and
    the order that says so."""
    round, found = one.round, dict[int, tuple[str, GameOrder]]()
    if round is None or one.abandoned or one.phase not in ("seated", "running", "time-called"):
        return found
    for table, place in enumerate(round.places, 1):
        there = state.tables.tables.get(place)
        order = None if there is None else there.game
        if order is None or order.game != game_of(one, round.number, table):
            continue
        result = effective(one, state.results, round.number, table)  # of a game that was ended to be begun anew, too
        if (order.is_refused or not order.answered) and (result is None or result.state == "playing"):
            found[table] = place, order
    return found


def _set_aside(table: EnrolledTable) -> list[Condition]:
    found = []
    if table.aside_since is not None:
        found.append(quarantined(table.id, *table.aside_since, table.aside[-1].reason))
    if table.replaced is not None:
        found.append(quarantined(table.id, ms_at(table.replaced), table.replaced, "replaced"))
    return found


def open_alarms(runtime: HallRuntime) -> list[Alarm]:
    """Those that need somebody, the most urgent first."""
    return alarms(conditions(runtime), runtime.running.state.floor.alarms, ms_of(runtime.now()))


def past_conditions(runtime: HallRuntime) -> list[Past]:
    return [one for _, live in runtime.live() for one in live.facts.watch.past]
