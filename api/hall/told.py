"""What a hall tells the world around it, as plain data: the floor, and the clock of the tournament that runs. Made for
the broker (``api.mqtt.hall_topics``, which says what the members mean) and for ``/metrics``.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping
from datetime import datetime
from typing import Any, Final

from api.words.shown import Words, hand_name
from controller.match.view import match_summary
from hall.floor.alarms import Condition, alarms, is_lost, lost_links
from hall.floor.state import FloorTable
from hall.intake.live import LiveTable
from hall.state import HallState
from hall.tournament.state import Tournament
from hall.tournament.times import clock_of, iso
from hall.tournament.values import Round

NOTHING_KNOWN: Final[Mapping[str, Any]] = {
    "heard": None, "light": None, "hand": None, "hands": None, "scores": None, "names": None, "alarms": 0,
}  # fmt: skip
"""Of a table whose journal says nothing."""


def told(state: HallState, now: datetime, known: Mapping[str, Mapping[str, Any]]) -> dict[str, Any]:
    """``known``: of tables by id; members as in ``NOTHING_KNOWN``."""
    rows = [
        {
            "id": one.id,
            "name": one.name or f"{one.number}",
            "state": _state(state, one),
            **NOTHING_KNOWN,
            **known.get(one.id, {}),
        }
        for one in sorted(state.floor.tables.values(), key=lambda one: one.number)
    ]
    return {
        "tables": rows,
        "waiting": sum(party.size for party in state.floor.queue.values()),
        "alarms": sum(row["alarms"] for row in rows),
        "clock": _clock(state, now),
    }


def heard_of(
    state: HallState, heard: Mapping[str, int], now: datetime, open_: Iterable[Condition] = (), since: int = 0
) -> dict[str, dict[str, Any]]:
    """Whether the hall hears its enrolled tables, and how many alarms about each nobody has answered. ``heard``: when
    last, Unix milliseconds, of each that was; those that were never heard are not. ``open_``: what their journals
    say that needs somebody. ``since``: when the hall began to listen, Unix milliseconds."""
    moment = int(now.timestamp() * 1000)
    here = {one.id: one for one in state.tables.tables.values() if one.released is None}
    last = {id_: heard.get(id_, 0) for id_ in here}
    found = alarms([*lost_links(last, moment, state.floor.alarms, since), *open_], state.floor.alarms, moment)
    unanswered = Counter(one.table for one in found if one.taken_by is None)
    return {
        id_: {"heard": not is_lost(last[id_], moment, since), "alarms": unanswered[id_] + len(one.aside)}
        for id_, one in here.items()
    }


def of_journals(state: HallState, live: Iterable[tuple[str, LiveTable]]) -> list[Condition]:
    """What the journals of enrolled tables say that needs somebody. ``live``: by id."""
    present = {one.id for one in state.tables.present}
    return [one for id_, table in live if id_ in present for one in table.facts.watch.open.values()]


def of_journal(live: LiveTable, words: Words) -> dict[str, Any]:
    """What a table's own journal says of it, as members of a row of ``told``. ``words``: of the hall's language."""
    match = match_summary(live.match)
    played = match is not None and match["phase"] != "over"
    shown = match if played else None
    return {
        "light": live.machine.light,
        "hand": None if shown is None else hand_name(shown, words),
        "hands": None if shown is None else shown["index"],
        "scores": None if shown is None else [row["score"] for row in shown["seats"]],
        "names": None if shown is None else [row["name"] for row in shown["seats"]],
    }


def _state(state: HallState, table: FloorTable) -> str:
    if table.blocked is not None:
        return "closed"
    if state.floor.session_at(table.id) is not None or in_round(state, table.id):
        return "playing"
    called = any(party.called_to == table.id for party in state.floor.queue.values())
    return "reserved" if called else "free"


def in_round(state: HallState, table: str) -> bool:
    return any(_runs(one) and table in one.places for one in _rounds(state))


def _rounds(state: HallState) -> list[Round]:
    return [one.round for one in state.tournaments.tournaments.values() if one.round is not None and not one.abandoned]


def _runs(found: Round) -> bool:
    return found.start is not None and found.locked is None


def _clock(state: HallState, now: datetime) -> dict[str, Any] | None:
    """Of the round that began last and is not locked; else of one that waits for its start."""
    open_ = [one for one in state.tournaments.tournaments.values() if not one.abandoned and _open(one) is not None]
    if not open_:
        return None
    chosen = max(open_, key=lambda one: (_open(one) or one.rounds[-1]).start or "")
    found = chosen.rounds[-1]
    clock = clock_of(found)
    gong = None if clock is None else clock.gong(0, now)
    shown = {"tournament": chosen.settings.name, "round": found.number, "ends": None if gong is None else iso(gong)}
    if clock is None:
        return {**shown, "state": "waiting"}
    if clock.stopped and clock.stopped[-1][1] is None:
        return {**shown, "state": "paused"}
    return {**shown, "state": "running" if gong is None or now <= gong else "time-called"}


def _open(tournament: Tournament) -> Round | None:
    found = tournament.round
    return None if found is None or found.locked is not None else found
