"""Alarms: what needs somebody, and who sees to it. Two halves: the conditions, a fold over a table's journal and facts
of the hall; and what staff said of them (``AlarmTaken``, ``AlarmResolved``). An alarm is over when its condition is, or
when staff say so; it escalates when nobody takes it in time, or when it is taken and lasts.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace
from datetime import timedelta
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
from controller.mechanism.faults import Family, key_with, spec_of
from hall.floor.flicker import FLICKER, fault_at
from hall.floor.state import Taken
from hall.floor.times import ms_at

Kind = Literal["fault", "stop", "call", "referee", "start", "end", "dispute", "link", "quarantine"]
LEVEL: Final[Mapping[Kind, int]] = {
    "stop": 0, "quarantine": 1, "fault": 1, "dispute": 2, "call": 2, "referee": 2, "start": 2,
    "end": 2, "link": 3,
}  # fmt: skip
"""What comes first on the list; 0 first."""
STOPS: Final = (Family.STOP, Family.HEAT)
"""Faults that stop the machine until somebody acknowledges it: that is the alarm."""
LINK_MS: Final = 90_000
"""So long without a word from a table is lost: three of its long polls."""
PAST_KEPT: Final = 40
"""Conditions of one table that are over and still remembered."""
FLICKER_MS: Final = FLICKER // timedelta(milliseconds=1)
RETURNS_KEPT: Final = 200
"""So many returns belong to one alarm; the next one is a new alarm."""


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
    "referee": Patience(180, 600),
    "start": Patience(180, 600),
    "end": Patience(180, 600),
    "link": Patience(600, 7200),
}


@dataclass(frozen=True, slots=True)
class Condition:
    """Something that is so. ``id``: for good, and the same however often it is computed. ``since``: milliseconds since
    1970. ``detail``: code, side, seat and the like, for words. ``answered_by``: who answered at the table itself.
    ``returned``: when it was there again after less than ``FLICKER_MS`` without it, as ``since``."""

    id: str
    kind: Kind
    table: str
    since: int
    detail: Mapping[str, Any] = field(default_factory=dict)
    answered_by: str | None = None
    returned: tuple[int, ...] = ()


@dataclass(frozen=True, slots=True)
class Past:
    """A condition that is over since ``until``, milliseconds since 1970."""

    condition: Condition
    until: int


@dataclass(frozen=True, slots=True)
class TableWatch:
    """The conditions at a table by what they are about. ``epoch``: of its journal, whose numbers begin anew. ``past``:
    the last ones that are over, the oldest first."""

    table: str
    epoch: str = ""
    open: Mapping[str, Condition] = field(default_factory=dict)
    past: tuple[Past, ...] = ()


def evolve(watch: TableWatch, recorded: Recorded) -> TableWatch:
    """After an event of the table. Never fails; what needs nobody changes nothing."""
    match recorded.event:
        case FaultDeclared(code=code, severity=severity) if severity == "warn" or spec_of(code).family in STOPS:
            return watch
        case FaultDeclared(code=code, side=side, mechanism=mechanism, severity=severity, evidence=evidence):
            key = key_with(code, evidence)
            detail = {"code": code, "side": side, "mechanism": mechanism, "severity": severity, "key": key}
            return _raised(watch, "fault", _fault(code, side, mechanism), recorded, detail)
        case FaultResolved(code=code, side=side, mechanism=mechanism):
            return _over(watch, _fault(code, side, mechanism), recorded)
        case MachineStopped(cause=cause):
            return _raised(watch, "stop", "stop", recorded, {"cause": cause})
        case MachineRestored():
            return _over(watch, "stop", recorded)
        case StaffCalled(seat=seat, wanted=wanted):
            return _raised(watch, "call", f"call-{place_of(seat)}", recorded, {"seat": seat, "wanted": wanted})
        case CallAnswered(seat=seat, who=who):
            return _answered(watch, f"call-{place_of(seat)}", who)
        case CallEnded(seat=seat):
            return _over(watch, f"call-{place_of(seat)}", recorded)
        case ResultDisputed(match=match, hand=hand, seat=seat):
            about = {"match": match, "hand": hand, "seat": seat}
            return _raised(watch, "dispute", f"dispute-{match}-{hand}-{seat}", recorded, about)
        case ResultConfirmed(match=match, hand=hand, seat=seat):
            return _over(watch, f"dispute-{match}-{hand}-{seat}", recorded)
        case ResultUpheld(match=match, hand=hand) | HandCorrected(match=match, hand=hand):
            return _over(watch, f"dispute-{match}-{hand}-", recorded)
        case MatchEnded(match=match) | MatchAbandoned(match=match):
            return _over(watch, f"dispute-{match}-", recorded)
    return watch


def _fault(code: str, side: int | None, mechanism: str | None) -> str:
    return f"fault-{fault_at(code, side, mechanism)}"


def _raised(watch: TableWatch, kind: Kind, about: str, recorded: Recorded, detail: Mapping[str, Any]) -> TableWatch:
    """A condition that is there already, or a fault that comes back at once, keeps its id and its beginning."""
    before = watch.open.get(about)
    if before is not None:
        return replace(watch, open={**watch.open, about: replace(before, detail=detail)})
    now = ms_at(recorded.time)
    if kind == "fault" and (last := _just_over(watch, about, now)) is not None:
        again = replace(last.condition, detail=detail, returned=(*last.condition.returned, now))
        past = tuple(one for one in watch.past if one is not last)
        return replace(watch, open={**watch.open, about: again}, past=past)
    id_ = f"{kind}:{watch.table}:{watch.epoch[:8]}:{recorded.seq}"
    return replace(watch, open={**watch.open, about: Condition(id_, kind, watch.table, now, detail)})


def _just_over(watch: TableWatch, about: str, now: int) -> Past | None:
    """The fault of which ``about`` speaks, where it was over less than ``FLICKER_MS`` ago."""
    for one in reversed(watch.past):
        of, detail = one.condition, one.condition.detail
        if of.kind == "fault" and _fault(detail["code"], detail["side"], detail["mechanism"]) == about:
            soon = now - one.until < FLICKER_MS and len(of.returned) < RETURNS_KEPT
            return one if soon else None
    return None


def _answered(watch: TableWatch, about: str, who: str) -> TableWatch:
    if about not in watch.open:
        return watch
    return replace(watch, open={**watch.open, about: replace(watch.open[about], answered_by=who)})


def _over(watch: TableWatch, about: str, recorded: Recorded) -> TableWatch:
    """Also what begins so, where it ends in a dash."""
    over = {
        key: one
        for key, one in watch.open.items()
        if key == about or (about.endswith("-") and about.startswith("dispute") and key.startswith(about))
    }
    if not over:
        return watch
    until = ms_at(recorded.time)
    past = (*watch.past, *(Past(one, until) for one in over.values()))[-PAST_KEPT:]
    return replace(watch, open={key: one for key, one in watch.open.items() if key not in over}, past=past)


# ---------------------------------------------------------------- facts of the hall


def is_lost(last_heard: int, now: int, since: int = 0) -> bool:
    """Whether a table was not heard for too long while somebody listened: ``since``."""
    return now - max(last_heard, since) >= LINK_MS


def lost_links(last_heard: Mapping[str, int], now: int, taken: Mapping[str, Taken], since: int = 0) -> list[Condition]:
    """``last_heard``: of each enrolled table; ``taken``: as of ``alarms``; ``since``: when the hall began to listen;
    milliseconds since 1970.

    When a table was heard is kept now and then alone, so that another process, and a hall that was started again, may
    know an earlier moment of one silence. It keeps the id under which somebody took it: between two silences that are
    missed lie ``LINK_MS`` at least.
    """
    lost = {table: heard for table, heard in last_heard.items() if is_lost(heard, now, since)}
    known = dict[str, str]()
    for id_ in taken if lost else ():
        kind, _, rest = id_.partition(":")
        table, _, heard = rest.rpartition(":")
        if kind == "link" and table in lost and heard.isdecimal() and abs(int(heard) - lost[table]) < LINK_MS:
            known[table] = id_
    return [Condition(known.get(table, f"link:{table}:{heard}"), "link", table, heard) for table, heard in lost.items()]


def quarantined(table: str, seq: int, since: str, reason: str) -> Condition:
    """A batch of a table was set aside by event ``seq`` of the hall, at ``since``."""
    return Condition(f"quarantine:{table}:{seq}", "quarantine", table, ms_at(since), {"reason": reason})


def referee_called(table: str, tournament: str, number: int, since: str, detail: Mapping[str, Any]) -> Condition:
    """A player of a tournament calls by phone; it is over when a referee says that he goes. ``table``: where the game
    is played, empty where it has no board. ``number``: of the call in its tournament."""
    about = {"tournament": tournament, "call": number, "wanted": "referee", **detail}
    return Condition(f"referee:{table}:{tournament}:{number}", "referee", table, ms_at(since), about)


def start_refused(table: str, order: str, since: str, detail: Mapping[str, Any]) -> Condition:
    """A table did not start the game of a tournament that the hall told it; it is over when the game begins, moves or
    has a result, or the order is repeated. ``detail``: ``tournament``, ``game_table`` of its round, and the code of the
    refusal as ``reason``."""
    return Condition(f"start:{table}:{order}", "start", table, ms_at(since), detail)


def end_refused(table: str, order: str, since: str, detail: Mapping[str, Any]) -> Condition:
    """A table did not end the game whose result was entered by hand; it is over when the game has ended, or the order
    is repeated. ``detail``: as that of ``start_refused``."""
    return Condition(f"end:{table}:{order}", "end", table, ms_at(since), detail)


# ---------------------------------------------------------------- what the desk sees


@dataclass(frozen=True, slots=True)
class Alarm:
    """``taken_by``: a member of the staff, since ``taken``, None for one who answered at the table. ``escalated``: it
    has waited too long. ``returned``: how often it came back at once."""

    id: str
    kind: Kind
    table: str
    since: int
    detail: Mapping[str, Any]
    taken_by: str | None
    taken: int | None
    escalated: bool
    returned: int = 0


def alarms(
    conditions: Iterable[Condition],
    taken: Mapping[str, Taken],
    now: int,
    patience: Mapping[Kind, Patience] = PATIENCE,
) -> list[Alarm]:
    """Those that need somebody, the most urgent first. ``taken``: ``hall.floor.state.State.alarms``."""
    found = [
        _alarm(one, said, now, patience[one.kind])
        for one, said in (_stretches(condition, taken)[-1] for condition in conditions)
        if said is None or said.resolved is None
    ]
    return sorted(found, key=lambda one: (not one.escalated, LEVEL[one.kind], one.since, one.id))


def _stretches(condition: Condition, taken: Mapping[str, Taken]) -> list[tuple[Condition, Taken | None]]:
    """The alarms of one condition with what staff said of each: one, and one more for each time that it came back after
    they had said that it is seen to."""
    found, one = list[tuple[Condition, Taken | None]](), condition
    while True:
        said = taken.get(one.id)
        if said is None or said.resolved is None or said.returned >= len(one.returned):
            return [*found, (one, said)]
        seen, (since, *later) = one.returned[: said.returned], one.returned[said.returned :]
        found.append((replace(one, returned=seen), said))
        one = replace(one, id=f"{condition.id}+{len(found)}", since=since, returned=tuple(later))


def _alarm(condition: Condition, said: Taken | None, now: int, patience: Patience) -> Alarm:
    by = condition.answered_by if said is None else said.by
    if said is not None:
        escalated = now - ms_at(said.time) >= patience.resolve * 1000
    else:
        limit = patience.take if by is None else patience.take + patience.resolve
        escalated = now - condition.since >= limit * 1000
    taken = None if said is None else ms_at(said.time)
    return Alarm(
        condition.id, condition.kind, condition.table, condition.since, condition.detail, by, taken, escalated,
        len(condition.returned),
    )  # fmt: skip


@dataclass(frozen=True, slots=True)
class PastAlarm:
    """``until``: when its condition was over, or staff said so. ``by``: who saw to it, None where nobody took it.
    ``why``: what staff said of it. ``returned``: how often it came back at once."""

    id: str
    kind: Kind
    table: str
    since: int | None
    until: int
    detail: Mapping[str, Any]
    by: str | None
    why: str = ""
    returned: int = 0


def past_alarms(past: Iterable[Past], conditions: Iterable[Condition], taken: Mapping[str, Taken]) -> list[PastAlarm]:
    """Those that are over, the latest first. Of lost links and what was set aside only the id is left when they are
    over: it names kind and table. ``conditions``: those that are still so, though staff may have said they are done."""
    found, seen_to = dict[str, PastAlarm](), dict[str, Condition]()
    for over in past:
        *before, (last, said) = _stretches(over.condition, taken)
        found[last.id] = _past(last, over.until, said)
        seen_to |= {one.id: one for one, _ in before}
    for condition in conditions:
        seen_to |= {one.id: one for one, _ in _stretches(condition, taken)}
    for id_, said in taken.items():
        if id_ in found or said.resolved is None:
            continue
        kind, table = id_.split(":", 2)[:2]
        if kind in LEVEL:
            bare = seen_to.get(id_) or Condition(id_, kind, table, 0)  # type: ignore[arg-type]
            found[id_] = _past(bare, ms_at(said.resolved), said)
    return sorted(found.values(), key=lambda one: (-one.until, one.id))


def _past(condition: Condition, until: int, said: Taken | None) -> PastAlarm:
    by = condition.answered_by if said is None else said.by
    why = "" if said is None else said.why
    since = condition.since or None
    returned = len(condition.returned)
    return PastAlarm(condition.id, condition.kind, condition.table, since, until, condition.detail, by, why, returned)
