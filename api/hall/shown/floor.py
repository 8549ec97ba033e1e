"""Floor plan and queue as the pages of the hall show them. Times are milliseconds since 1970."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import asdict
from typing import TYPE_CHECKING, Any, Literal

from pydantic import BaseModel, ConfigDict

from api.hall.shown.alarms import AlarmShown, alarms_of
from api.hall.told import in_round
from api.hall.views import ViewShown, view
from controller.match.view import match_summary
from controller.rules.seats import Wind
from hall.floor.play import played_at
from hall.floor.sessions import Session
from hall.floor.state import FloorTable, State
from hall.floor.times import ms_of
from hall.floor.today import session_row, table_row
from hall.floor.wait import overdue_calls, waits
from hall.intake.live import LiveTable
from hall.people.state import State as People
from hall.stream import MINUTE

if TYPE_CHECKING:
    from api.hall.runtime import HallRuntime


class Part(BaseModel):
    """A part of a view."""

    model_config = ConfigDict(extra="forbid")


class GuestShown(Part):
    """``name``: the display name, or empty for a guest whom the hall does not know. ``paid``: there is a receipt for
    this guest alone."""

    stay: int
    person: str | None
    name: str
    label: str
    seat: int | None
    left: bool
    paid: bool


class SessionShown(Part):
    """``course``: ``running``, ``paused`` or ``ended``. ``played_ms``: up to ``now`` of the view. ``fee``: in the
    smallest coin, with the games and hands that its tables have counted; None where nothing is charged. ``settled``:
    there is a receipt for all of it."""

    session: str
    table: str
    course: str
    started: int
    played_ms: int
    ruleset: str | None
    joinable: bool
    fee: int | None
    settled: bool
    guests: list[GuestShown]


class KeptFor(Part):
    """The party that was called to a table."""

    party: str
    ticket: int
    until: int | None


class LiveSeat(Part):
    seat: int
    name: str
    wind: Wind | None
    score: int


class LiveShown(Part):
    """What the table's own journal says. ``light``: ``green``, ``amber`` or ``red``; ``heard``: when the table was
    heard last, None where it never was. ``playing``: a match is under way. ``prevailing``,
    ``in_round``, ``extra``: of the hand that is played or comes next, None and 0 without a match. ``hands``: that are
    over."""

    light: str
    faults: list[str]
    called: bool
    heard: int | None
    playing: bool
    ruleset: str | None
    hands: int
    prevailing: Wind | None
    in_round: int
    extra: int
    dealer: int | None
    seats: list[LiveSeat]


class FloorTableShown(Part):
    """``x``, ``y``: thousandths of the plan. ``blocked``: why nobody is seated there. ``state``: ``running`` and
    ``paused`` of its session, ``blocked``, ``kept`` for a party that was called, ``tournament`` in a round, ``played``
    where a match goes on without a session, ``free``."""

    table: str
    number: int
    name: str
    area: str
    smoking: bool
    x: int
    y: int
    blocked: str | None
    state: Literal["running", "paused", "blocked", "kept", "tournament", "played", "free"]
    kept_for: KeptFor | None
    session: SessionShown | None
    alarms: list[AlarmShown]
    live: LiveShown | None = None
    """Null for a table without a board, or one that has sent nothing yet."""


class UnplacedShown(Part):
    """A table that belongs to the hall and has no place on the floor. ``name``: the one that it joined with."""

    table: str
    name: str


class FloorView(ViewShown):
    """``unpaid``: sessions that are over and have no receipt. ``prices``: the revision in force, 0 for none."""

    now: int
    tables: list[FloorTableShown]
    unplaced: list[UnplacedShown]
    unpaid: list[SessionShown]
    prices: int


class PartyShown(Part):
    """``minutes``: the expected wait; None where it cannot be said. ``proposed``: the table they would get, with
    ``together``. ``missing``: players who are still needed. ``called_to``, ``until``, ``overdue``: of a call."""

    party: str
    ticket: int
    size: int
    persons: list[str]
    names: list[str]
    label: str
    wishes: dict[str, Any]
    since: int
    minutes: int | None
    proposed: str | None
    together: list[str]
    missing: int
    called_to: str | None
    until: int | None
    overdue: bool
    missed: int


class QueueView(ViewShown):
    """In the order in which they came."""

    now: int
    parties: list[PartyShown]


@view("floor", "read.floor", "floor", "person", "table", "tournament", MINUTE)
def floor(runtime: HallRuntime, _id: str) -> FloorView:
    hall, now = runtime.running.state, ms_of(runtime.now())
    alarms, _ = alarms_of(runtime)
    tables = [
        floor_table(runtime, table, now, [one for one in alarms if one.table == table.id])
        for table in sorted(hall.floor.tables.values(), key=lambda one: one.number)
    ]
    unpaid = [
        session_shown(runtime, session, now)
        for session in hall.floor.sessions.values()
        if session.course.value == "ended" and not session.is_settled
    ]
    unplaced = [
        UnplacedShown(table=one.id, name=one.name)
        for one in hall.tables.tables.values()
        if one.released is None and one.id not in hall.floor.tables
    ]
    return FloorView(now=now, tables=tables, unplaced=unplaced, unpaid=unpaid, prices=hall.floor.revision)


@view("queue", "read.floor", "floor", "person", MINUTE)
def queue(runtime: HallRuntime, _id: str) -> QueueView:
    hall, now = runtime.running.state, ms_of(runtime.now())
    return QueueView(now=now, parties=_parties(hall.floor, hall.people, now, taken(runtime)))


def floor_table(runtime: HallRuntime, table: FloorTable, now: int, alarms: list[AlarmShown]) -> FloorTableShown:
    hall = runtime.running.state
    session = hall.floor.session_at(table.id)
    row = table_row(hall.floor, table, now)
    live = live_shown(runtime, table.id)
    more = {
        "session": None if session is None else session_shown(runtime, session, now),
        "state": _state(runtime, table, row["kept_for"] is not None, live),
        "alarms": alarms,
        "live": live,
    }
    return FloorTableShown.model_validate({**row, **more})


def _state(runtime: HallRuntime, table: FloorTable, kept: bool, live: LiveShown | None) -> str:
    hall = runtime.running.state
    session = hall.floor.session_at(table.id)
    if session is not None:
        return session.course.value
    if in_round(hall, table.id):
        return "tournament"
    if live is not None and live.playing:
        return "played"
    return "blocked" if table.blocked is not None else "kept" if kept else "free"


def taken(runtime: HallRuntime) -> frozenset[str]:
    """Tables without a session at which people play all the same."""
    hall = runtime.running.state
    played = {id_ for id_, live in runtime.live() if _is_playing(live)}
    return frozenset(
        id_ for id_ in hall.floor.tables if hall.floor.session_at(id_) is None if id_ in played or in_round(hall, id_)
    )


def _is_playing(live: LiveTable) -> bool:
    return live.match is not None and live.match.phase != "over"


def session_shown(runtime: HallRuntime, session: Session, now: int) -> SessionShown:
    """With what is charged so far, games and hands included."""
    hall = runtime.running.state
    row = session_row(hall.floor, session, now, played_at(session.stretches, hall.plays))
    return SessionShown.model_validate(_guests_named(row, hall.people))


def live_shown(runtime: HallRuntime, table: str) -> LiveShown | None:
    live = runtime.live_of(table)
    if live is None:
        return None
    match = match_summary(live.match)
    link = runtime.links.get(table)
    return LiveShown(
        light=live.machine.light,
        faults=[fault.code for fault in live.machine.faults],
        called=bool(live.calls.open),
        heard=None if link is None else link.heard,
        playing=_is_playing(live),
        ruleset=None if match is None else match["ruleset"],
        hands=0 if match is None else match["index"],
        prevailing=None if match is None else match["prevailing"],
        in_round=0 if match is None else match["in_round"],
        extra=0 if match is None else match["extra"],
        dealer=None if match is None else match["dealer"],
        seats=[]
        if match is None
        else [
            LiveSeat(seat=row["seat"], name=row["name"], wind=row["wind"], score=row["score"]) for row in match["seats"]
        ],
    )


def _parties(state: State, people: People, now: int, taken: Collection[str]) -> list[PartyShown]:
    expected, overdue = waits(state, now, taken), set(overdue_calls(state, now))
    shown = []
    for party in state.queue.values():
        wait = expected.get(party.id)
        shown.append(
            PartyShown(
                party=party.id,
                ticket=party.ticket,
                size=party.size,
                persons=list(party.persons),
                names=[people.display_name(person) for person in party.persons],
                label=party.label,
                wishes=asdict(party.wishes),
                since=party.since,
                minutes=None if wait is None else wait.minutes,
                proposed=None if wait is None else wait.table,
                together=[] if wait is None else list(wait.together),
                missing=0 if wait is None else wait.missing,
                called_to=party.called_to,
                until=party.until,
                overdue=party.id in overdue,
                missed=party.missed,
            )
        )
    return shown


def _guests_named(session: dict[str, Any], people: People) -> dict[str, Any]:
    guests = [
        {**guest, "name": "" if guest["person"] is None else people.display_name(guest["person"])}
        for guest in session["guests"]
    ]
    return {**session, "guests": guests}
