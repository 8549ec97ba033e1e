"""What needs somebody, and what did, as the pages of the hall show it. Times are milliseconds since 1970."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final, Literal

from pydantic import BaseModel, ConfigDict

from api.hall.conditions import conditions, past_conditions
from api.hall.shown.machines import named
from api.hall.views import ViewShown, view
from controller.match.view import match_summary
from controller.mechanism.faults import remedies_with
from hall.floor.alarms import LEVEL, Alarm, PastAlarm, alarms, past_alarms
from hall.floor.times import ms_of
from hall.stream import MINUTE

if TYPE_CHECKING:
    from api.hall.runtime import HallRuntime

MOST_PAST: Final = 60


class AlarmPart(BaseModel):
    """What an alarm is about. ``number``: of the table on the floor, None for one that is not placed. A fault has
    ``key`` (of its words), ``code``, ``side`` (0 to 3), ``mechanism`` and ``remedies``; a stop its ``cause``; a call
    and a dispute the ``seat`` (None for the table) with the ``player``; a call what is ``wanted``; a call by the phone
    of a ``player`` the ``tournament``, the number of the ``call`` in it and the ``game_table`` of its round; a game
    that its table did not start the same without a ``call`` and, as ``reason``, the code of the refusal; what was set
    aside the ``reason``.
    ``table``: empty for a game without a board. ``returned``: how often a fault came back within a minute; it is one
    alarm."""

    model_config = ConfigDict(extra="forbid")

    id: str
    kind: Literal["fault", "stop", "call", "referee", "start", "end", "dispute", "link", "quarantine"]
    table: str
    number: int | None
    name: str
    key: str | None = None
    code: str | None = None
    side: int | None = None
    mechanism: str | None = None
    remedies: list[str] = []
    cause: str | None = None
    seat: int | None = None
    player: str | None = None
    wanted: str | None = None
    tournament: str | None = None
    call: int | None = None
    game_table: int | None = None
    reason: str | None = None
    returned: int = 0


class AlarmShown(AlarmPart):
    """``level``: 0 for what is most urgent. ``taken_by``: who goes, since ``taken`` where staff said so at the hall.
    ``escalated``: it has waited too long."""

    since: int
    level: int
    taken_by: str | None
    taken: int | None
    escalated: bool


class PastAlarmShown(AlarmPart):
    """``since``: None where only its end is remembered. ``by``: who saw to it; ``why``: what they said of it."""

    since: int | None
    until: int
    by: str | None
    why: str


class AlarmsView(ViewShown):
    """The most urgent first; ``past``: the latest first."""

    now: int
    alarms: list[AlarmShown]
    past: list[PastAlarmShown]


@view("alarms", "read.floor", "floor", "table", "tournament", MINUTE)
def alarms_view(runtime: HallRuntime, _id: str) -> AlarmsView:
    open_, past = alarms_of(runtime)
    return AlarmsView(now=ms_of(runtime.now()), alarms=open_, past=past[:MOST_PAST])


def alarms_of(runtime: HallRuntime) -> tuple[list[AlarmShown], list[PastAlarmShown]]:
    """All that are open, the most urgent first, and those that are over, the latest first."""
    taken, so = runtime.running.state.floor.alarms, conditions(runtime)
    open_ = [
        AlarmShown(
            **_about(runtime, one),
            since=one.since,
            level=LEVEL[one.kind],
            taken_by=one.taken_by,
            taken=one.taken,
            escalated=one.escalated,
        )
        for one in alarms(so, taken, ms_of(runtime.now()))
    ]
    past = [
        PastAlarmShown(**_about(runtime, one), since=one.since, until=one.until, by=one.by, why=one.why)
        for one in past_alarms(past_conditions(runtime), so, taken)
    ]
    return open_, past


_DETAILS: Final = (
    "key",
    "code",
    "side",
    "mechanism",
    "cause",
    "seat",
    "wanted",
    "tournament",
    "call",
    "game_table",
    "reason",
)


def _about(runtime: HallRuntime, alarm: Alarm | PastAlarm) -> dict[str, Any]:
    detail = {name: alarm.detail[name] for name in _DETAILS if name in alarm.detail}
    code, seat = detail.get("code"), detail.get("seat")
    return {
        **detail,
        "id": alarm.id,
        "kind": alarm.kind,
        "table": alarm.table,
        "returned": alarm.returned,
        **named(runtime, alarm.table),
        "remedies": [] if code is None else list(remedies_with(code, str(detail.get("key")))),
        "player": alarm.detail.get("player") if seat is None else _player(runtime, alarm.table, seat),
    }


def _player(runtime: HallRuntime, table: str, seat: int) -> str | None:
    """Who sits there in the game that is played now."""
    live = runtime.live_of(table)
    match = None if live is None else match_summary(live.match)
    seats = [] if match is None else match["seats"]
    return next((str(one["name"]) for one in seats if one["seat"] == seat), None)
