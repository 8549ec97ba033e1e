"""One table as the desk sees it: its game, its session, its link, orders, alarms, machine, and what was. Times are
milliseconds since 1970."""

from __future__ import annotations

from statistics import median
from typing import TYPE_CHECKING

from pydantic import BaseModel, ConfigDict

from api.hall.shown.alarms import AlarmShown, PastAlarmShown, alarms_of
from api.hall.shown.floor import FloorTableShown, LiveShown, SessionShown, floor_table, live_shown, session_shown
from api.hall.shown.machines import MachineShown, UsualShown, machine_of, named, present_machines, usual_of
from api.hall.views import ViewShown, view
from controller.refusals import Code, Refused
from hall.floor.alarms import is_lost
from hall.floor.play import TablePlay
from hall.floor.times import ms_of
from hall.intake.state import EnrolledTable
from hall.stream import MINUTE

if TYPE_CHECKING:
    from api.hall.runtime import HallRuntime

MOST_GAMES = 20
MOST_ORDERS = 20
MOST_PAST = 20


class Part(BaseModel):
    """A part of a view."""

    model_config = ConfigDict(extra="forbid")


class LinkShown(Part):
    """``enrolled``: when it joined, ISO 8601; ``released``: when it left, None while it belongs to the hall. ``heard``:
    when last; ``lost``: too long ago. ``behind``: events that it has signed and the hall
    does not have. ``clock_off``: by how many milliseconds its clock is wrong; None while it is right. ``aside``:
    batches that were set aside and nobody has looked at. ``replaced``: it began a journal that does not continue the
    one before. ``seq``: the last event that is known."""

    name: str
    enrolled: str
    released: str | None
    heard: int | None
    lost: bool
    behind: int
    clock_off: int | None
    aside: int
    replaced: bool
    seq: int
    key: str


class OrderShown(Part):
    """``made``, ``expires``, ``answered``: ISO 8601. ``code``: of the refusal, None where it was carried out."""

    order: str
    kind: str
    who: str = ""
    made: str | None = None
    expires: str | None = None
    answered: str | None = None
    code: str | None = None
    detail: str | None = None


class GamePlayedShown(Part):
    """A match that is over. ``hand_ms``: the median of its hands."""

    match: str
    ended: int
    hands: int
    hand_ms: int | None


class TableView(ViewShown):
    """``floor``: None for a table that has no place on the floor. ``link``: None for one without a board. ``sessions``:
    the last ones that were played at it, the latest first."""

    table: str
    number: int | None
    name: str
    now: int
    floor: FloorTableShown | None
    live: LiveShown | None
    link: LinkShown | None
    orders: list[OrderShown]
    answered: list[OrderShown]
    alarms: list[AlarmShown]
    past: list[PastAlarmShown]
    machine: MachineShown | None
    usual: UsualShown
    games: list[GamePlayedShown]
    sessions: list[SessionShown]


@view("table", "read.floor", "floor", "table", "tournament", MINUTE)
def table(runtime: HallRuntime, id_: str) -> TableView:
    state, now = runtime.running.state, ms_of(runtime.now())
    placed, enrolled = state.floor.tables.get(id_), state.tables.tables.get(id_)
    if placed is None and enrolled is None:
        raise Refused(Code.NOT_FOUND, f"there is no table {id_[:40]!r}")
    open_, past = alarms_of(runtime)
    alarms = [one for one in open_ if one.table == id_]
    live = runtime.live_of(id_)
    sessions = [one for one in state.floor.sessions.values() if any(part.table == id_ for part in one.stretches)]
    return TableView(
        table=id_,
        now=now,
        floor=None if placed is None else floor_table(runtime, placed, now, alarms),
        live=live_shown(runtime, id_),
        link=None if enrolled is None else _link(runtime, enrolled, now),
        orders=[] if enrolled is None else _orders(enrolled),
        answered=[] if enrolled is None else _answered(enrolled),
        alarms=alarms,
        past=[one for one in past if one.table == id_][:MOST_PAST],
        machine=machine_of(runtime, id_),
        usual=usual_of(present_machines(runtime)),
        games=[] if live is None else _games(live.facts.play),
        sessions=[session_shown(runtime, one, now) for one in reversed(sessions) if not one.is_open][:MOST_GAMES],
        **named(runtime, id_),
    )


def _link(runtime: HallRuntime, table: EnrolledTable, now: int) -> LinkShown:
    link = runtime.links.get(table.id)
    live = runtime.live_of(table.id)
    return LinkShown(
        name=table.name,
        enrolled=table.enrolled,
        released=table.released,
        heard=None if link is None else link.heard,
        lost=table.released is None and is_lost(runtime.heard()[table.id], now, runtime.listens_since),
        behind=0 if link is None else link.behind,
        clock_off=table.clock_off,
        aside=len(table.aside),
        replaced=table.replaced is not None,
        seq=0 if live is None else live.seq,
        key=table.key,
    )


def _orders(table: EnrolledTable) -> list[OrderShown]:
    return [
        OrderShown(order=one.id, kind=one.kind, who=one.who, made=one.made, expires=one.expires)
        for one in reversed(table.orders)
    ][:MOST_ORDERS]


def _answered(table: EnrolledTable) -> list[OrderShown]:
    return [
        OrderShown(order=one.id, kind=one.kind, answered=one.time, code=one.code, detail=one.detail)
        for one in reversed(table.answered)
    ][:MOST_ORDERS]


def _games(play: TablePlay) -> list[GamePlayedShown]:
    found = []
    for match, ended in reversed(tuple(play.games.items())):
        hands = [span for key, span in play.hands.items() if key.rpartition("/")[0] == match]
        lasting = round(median(one.ends - one.starts for one in hands)) if hands else None
        found.append(GamePlayedShown(match=match, ended=ended, hands=len(hands), hand_ms=lasting))
    return found[:MOST_GAMES]
