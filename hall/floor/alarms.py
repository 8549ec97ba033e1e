"""Alarms: what needs somebody, and who sees to it. Two halves: the conditions, a fold over a table's journal and facts
of the hall; and what staff said of them (``AlarmTaken``, ``AlarmResolved``). An alarm is over when its condition is, or
when staff say so; it escalates when nobody takes it in time, or when it is taken and lasts.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace
from typing import Any, Final, Literal

from controller.calls.state import place_of
from controller.events import Recorded
from controller.events.calls import CallAnswered, CallEnded, StaffCalled
from controller.events.machine import FaultDeclared, FaultResolved, MachineRestored, MachineStopped
from controller.events.match import (
    HandCorrected,
    MatchAbandoned,
    MatchEnded,
    ResultConfirmed,
    ResultDisputed,
    ResultUpheld,
)
from controller.mechanism.faults import Family, spec_of
from hall.floor.state import Taken
from hall.floor.times import ms_at

Kind = Literal["fault", "stop", "call", "dispute", "link", "quarantine"]
LEVEL: Final[Mapping[Kind, int]] = {"stop": 0, "quarantine": 1, "fault": 1, "dispute": 2, "call": 2, "link": 3}
"""What comes first on the list; 0 first."""
STOPS: Final = (Family.STOP, Family.HEAT)
"""Faults that stop the machine until somebody acknowledges it: that is the alarm."""
LINK_MS: Final = 90_000
"""So long without a word from a table is lost: three of its long polls."""


@dataclass(frozen=True, slots=True)
class Patience:
    """Seconds until an alarm escalates: not taken, and taken and not over."""

    take: int
    resolve: int


PATIENCE: Final[Mapping[Kind, Patience]] = {
    "stop": Patience(120, 900),
    "fault": Patience(180, 1200),
    "quarantine": Patience(600, 86_400),
    "dispute": Patience(180, 1200),
    "call": Patience(180, 600),
    "link": Patience(600, 7200),
}


@dataclass(frozen=True, slots=True)
class Condition:
    """Something that is so. ``id``: for good, and the same however often it is computed. ``since``: milliseconds since
    1970. ``detail``: code, side, seat and the like, for words. ``answered_by``: who answered at the table itself."""

    id: str
    kind: Kind
    table: str
    since: int
    detail: Mapping[str, Any] = field(default_factory=dict)
    answered_by: str | None = None


@dataclass(frozen=True, slots=True)
class TableWatch:
    """The conditions at a table by what they are about. ``epoch``: of its journal, whose numbers begin anew."""

    table: str
    epoch: str = ""
    open: Mapping[str, Condition] = field(default_factory=dict)


def evolve(watch: TableWatch, recorded: Recorded) -> TableWatch:
    """After an event of the table. Never fails; what needs nobody changes nothing."""
    match recorded.event:
        case FaultDeclared(code=code, severity=severity) if severity == "warn" or spec_of(code).family in STOPS:
            return watch
        case FaultDeclared(code=code, side=side, mechanism=mechanism, severity=severity):
            detail = {"code": code, "side": side, "mechanism": mechanism, "severity": severity}
            return _raised(watch, "fault", _fault(code, side, mechanism), recorded, detail)
        case FaultResolved(code=code, side=side, mechanism=mechanism):
            return _over(watch, _fault(code, side, mechanism))
        case MachineStopped(cause=cause):
            return _raised(watch, "stop", "stop", recorded, {"cause": cause})
        case MachineRestored():
            return _over(watch, "stop")
        case StaffCalled(seat=seat, wanted=wanted):
            return _raised(watch, "call", f"call-{place_of(seat)}", recorded, {"seat": seat, "wanted": wanted})
        case CallAnswered(seat=seat, who=who):
            return _answered(watch, f"call-{place_of(seat)}", who)
        case CallEnded(seat=seat):
            return _over(watch, f"call-{place_of(seat)}")
        case ResultDisputed(match=match, hand=hand, seat=seat):
            about = {"match": match, "hand": hand, "seat": seat}
            return _raised(watch, "dispute", f"dispute-{match}-{hand}-{seat}", recorded, about)
        case ResultConfirmed(match=match, hand=hand, seat=seat):
            return _over(watch, f"dispute-{match}-{hand}-{seat}")
        case ResultUpheld(match=match, hand=hand) | HandCorrected(match=match, hand=hand):
            return _over(watch, f"dispute-{match}-{hand}-")
        case MatchEnded(match=match) | MatchAbandoned(match=match):
            return _over(watch, f"dispute-{match}-")
    return watch


def _fault(code: str, side: int | None, mechanism: str | None) -> str:
    return f"fault-{code}-{'' if side is None else side}-{mechanism or ''}"


def _raised(watch: TableWatch, kind: Kind, about: str, recorded: Recorded, detail: Mapping[str, Any]) -> TableWatch:
    """A condition that is there already keeps its id and its beginning."""
    before = watch.open.get(about)
    if before is not None:
        return replace(watch, open={**watch.open, about: replace(before, detail=detail)})
    id_ = f"{kind}:{watch.table}:{watch.epoch[:8]}:{recorded.seq}"
    return replace(watch, open={**watch.open, about: Condition(id_, kind, watch.table, ms_at(recorded.time), detail)})


def _answered(watch: TableWatch, about: str, who: str) -> TableWatch:
    if about not in watch.open:
        return watch
    return replace(watch, open={**watch.open, about: replace(watch.open[about], answered_by=who)})


def _over(watch: TableWatch, about: str) -> TableWatch:
    """Also what begins so, where it ends in a dash."""
    left = {
        key: one
        for key, one in watch.open.items()
        if key != about and not (about.endswith("-") and about.startswith("dispute") and key.startswith(about))
    }
    return watch if len(left) == len(watch.open) else replace(watch, open=left)


# ---------------------------------------------------------------- facts of the hall


def lost_links(last_heard: Mapping[str, int], now: int) -> list[Condition]:
    """``last_heard``: of each enrolled table, milliseconds since 1970."""
    return [
        Condition(f"link:{table}:{heard}", "link", table, heard)
        for table, heard in last_heard.items()
        if now - heard >= LINK_MS
    ]


def quarantined(table: str, seq: int, since: str, reason: str) -> Condition:
    """A batch of a table was set aside by event ``seq`` of the hall, at ``since``."""
    return Condition(f"quarantine:{table}:{seq}", "quarantine", table, ms_at(since), {"reason": reason})


# ---------------------------------------------------------------- what the desk sees


@dataclass(frozen=True, slots=True)
class Alarm:
    """``taken_by``: a member of the staff; ``escalated``: it has waited too long."""

    id: str
    kind: Kind
    table: str
    since: int
    detail: Mapping[str, Any]
    taken_by: str | None
    escalated: bool

    def as_json(self) -> dict[str, Any]:
        return {
            "id": self.id,
            "kind": self.kind,
            "table": self.table,
            "since": self.since,
            "detail": dict(self.detail),
            "taken_by": self.taken_by,
            "escalated": self.escalated,
        }


def alarms(
    conditions: Iterable[Condition],
    taken: Mapping[str, Taken],
    now: int,
    patience: Mapping[Kind, Patience] = PATIENCE,
) -> list[Alarm]:
    """Those that need somebody, the most urgent first. ``taken``: ``hall.floor.state.State.alarms``."""
    found = [
        _alarm(one, taken.get(one.id), now, patience[one.kind])
        for one in conditions
        if (said := taken.get(one.id)) is None or said.resolved is None
    ]
    return sorted(found, key=lambda one: (not one.escalated, LEVEL[one.kind], one.since, one.id))


def _alarm(condition: Condition, said: Taken | None, now: int, patience: Patience) -> Alarm:
    by = condition.answered_by if said is None else said.by
    if said is not None:
        escalated = now - ms_at(said.time) >= patience.resolve * 1000
    else:
        limit = patience.take if by is None else patience.take + patience.resolve
        escalated = now - condition.since >= limit * 1000
    return Alarm(condition.id, condition.kind, condition.table, condition.since, condition.detail, by, escalated)
