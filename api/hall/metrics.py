"""A hall as figures (``api.http.exposition``). Labels have a bounded number of values: tables give their own figures
themselves, and no label names a table, a person or a tournament."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any, Final, get_args

from api.http.exposition import family
from api.mqtt.hall_topics import CLOCK_STATES, TABLE_STATES
from hall.floor.alarms import LINK_MS
from hall.intake.intake import Intake, Link
from hall.intake.links import Heard
from hall.state import HallState
from hall.tournament.values import StepKind
from hall.webhooks.events import OffReason

_PHASES: Final = ("draft", *get_args(StepKind))


@dataclass(frozen=True, slots=True)
class Beside:
    """What is not in the state of the hall. ``told``: as ``api.hall.told`` makes it; ``listeners``: of the live stream;
    ``waiting``, ``failing``, ``dropped``: of webhooks; ``broker``: whether an MQTT broker has been told everything,
    None where none is told anything. ``behind``: events that tables said they have, and the hall does not. ``intake``:
    of a process that tables ask."""

    told: Mapping[str, Any]
    listeners: int
    waiting: int
    failing: int
    dropped: int
    broker: bool | None
    behind: int = 0
    intake: Intake | None = None


def exposition(state: HallState, beside: Beside) -> str:
    parts = (_hall, _floor, _people, _tournaments, _webhooks)
    lines = [line for part in parts for line in part(state, beside)]
    return "\n".join((*lines, *_behind(beside.behind), *(of_intake(beside.intake) if beside.intake else ()), ""))


def intake_exposition(intake: Intake) -> str:
    """Of a process that tables ask, and nobody else."""
    up = family("jantaku_hall_up", "1 while the hall answers", [({}, 1)])
    return "\n".join((*up, *_behind(behind(intake.links)), *of_intake(intake), ""))


def behind(links: Mapping[str, Link | Heard]) -> int:
    return sum(link.behind for link in links.values())


def _behind(events: int) -> Iterator[str]:
    yield from family("jantaku_hall_events_behind", "Events that tables have and the hall has not", [({}, events)])


def of_intake(intake: Intake) -> Iterator[str]:
    done, since = intake.done, intake.time() - LINK_MS
    heard = sum(link.heard > since for link in intake.links.values())
    yield from family("jantaku_intake_tables", "Tables that this process hears", [({}, heard)])
    yield from family("jantaku_intake_waiting", "Batches that wait to be stored", [({}, intake.waiting)])
    for name, about, count in (
        ("events", "Events that were stored since the start", done.events),
        ("batches", "Batches and questions that were answered since the start", done.batches),
        ("transactions", "Transactions that stored them", done.transactions),
    ):
        yield from family(f"jantaku_intake_{name}_total", about, [({}, count)], "counter")


def _hall(state: HallState, beside: Beside) -> Iterator[str]:
    yield from family("jantaku_hall_up", "1 while the hall answers", [({}, 1)])
    yield from family("jantaku_hall_events_total", "Number of the last event", [({}, state.seq)], "counter")
    yield from family("jantaku_hall_listeners", "Live streams that are open", [({}, beside.listeners)])
    if beside.broker is not None:
        yield from family("jantaku_mqtt_connected", "1 while the broker is told", [({}, int(beside.broker))])


def _floor(state: HallState, beside: Beside) -> Iterator[str]:
    tables = beside.told["tables"]
    count = Counter(table["state"] for table in tables)
    yield from family(
        "jantaku_hall_tables", "Tables by what they do", [({"state": one}, count[one]) for one in TABLE_STATES]
    )
    away = sum(table["heard"] is False for table in tables)
    yield from family("jantaku_hall_tables_away", "Tables that are not heard", [({}, away)])
    yield from family("jantaku_hall_waiting", "People in the queue", [({}, beside.told["waiting"])])
    yield from family("jantaku_hall_alarms", "Alarms that nobody has answered", [({}, beside.told["alarms"])])
    sessions = Counter(one.course.value for one in state.floor.sessions.values() if one.is_open)
    courses = [({"course": one}, sessions[one]) for one in ("running", "paused")]
    yield from family("jantaku_hall_sessions", "Sessions that hold a table", courses)


def _people(state: HallState, _: Beside) -> Iterator[str]:
    living = sum(person.erased is None for person in state.people.persons.values())
    yield from family("jantaku_hall_persons", "Persons whom the hall knows", [({}, living)])


def _tournaments(state: HallState, beside: Beside) -> Iterator[str]:
    found = [one for one in state.tournaments.tournaments.values() if not one.abandoned]
    count = Counter(one.phase or "draft" for one in found)
    phases = [({"phase": phase}, count[phase]) for phase in _PHASES]
    yield from family("jantaku_hall_tournaments", "Tournaments by phase", phases)
    clock = beside.told["clock"]
    states = [({"state": one}, int(clock is not None and clock["state"] == one)) for one in CLOCK_STATES]
    yield from family("jantaku_hall_clock", "1 for the state of the clock of the round", states)


def _webhooks(state: HallState, beside: Beside) -> Iterator[str]:
    webhooks = state.webhooks.webhooks.values()
    off = Counter(one.off for one in webhooks)
    yield from family("jantaku_hall_webhooks", "Webhooks", [({}, len(webhooks))])
    reasons = [({"reason": reason}, off[reason]) for reason in get_args(OffReason)]
    yield from family("jantaku_hall_webhooks_off", "Webhooks that are switched off", reasons)
    yield from family("jantaku_hall_webhooks_failing", "Webhooks that took nothing last", [({}, beside.failing)])
    yield from family("jantaku_hall_deliveries_waiting", "Deliveries that wait", [({}, beside.waiting)])
    about = "Deliveries that were given up or had no room, since the start"
    yield from family("jantaku_hall_deliveries_dropped_total", about, [({}, beside.dropped)], "counter")
