"""The releases of the tables of a hall: a fold over its events."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace

from controller.events import Recorded
from hall.releases.events import (
    ReleaseNoted,
    RolloutBegun,
    RolloutStopped,
    StopReason,
    UpdateAsked,
    UpdatePutOff,
    When,
)


@dataclass(frozen=True, slots=True)
class TableRelease:
    version: str
    machine: str


@dataclass(frozen=True, slots=True)
class PutOff:
    """``times``: that a table did not begin; ``last``: ISO 8601; ``why``: the last time."""

    times: int
    last: str
    why: str


@dataclass(frozen=True, slots=True)
class Stopped:
    reason: StopReason
    table: str | None
    why: str
    time: str


@dataclass(frozen=True, slots=True)
class Rollout:
    """``asked``: whose turn it is, since ``asked_at`` (ISO 8601). ``put_off``: by table."""

    version: str
    when: When
    asked: str | None = None
    asked_at: str = ""
    put_off: Mapping[str, PutOff] = field(default_factory=dict)
    stopped: Stopped | None = None


@dataclass(frozen=True, slots=True)
class State:
    """``tables``: what runs at each that said so, by id. ``rollout``: the last one that was begun."""

    tables: Mapping[str, TableRelease] = field(default_factory=dict)
    rollout: Rollout | None = None


def evolve(state: State, recorded: Recorded) -> State:
    event, rollout = recorded.event, state.rollout
    if isinstance(event, ReleaseNoted):
        tables = {**state.tables, event.table: TableRelease(event.release, event.machine)}
        if rollout is not None and rollout.asked == event.table and event.release == rollout.version:
            rollout = replace(rollout, asked=None)
        return State(tables, rollout)
    if isinstance(event, RolloutBegun):
        return replace(state, rollout=Rollout(event.release, event.when))
    if rollout is None:
        return state
    if isinstance(event, UpdateAsked):
        return replace(state, rollout=replace(rollout, asked=event.table, asked_at=recorded.time))
    if isinstance(event, UpdatePutOff):
        before = rollout.put_off.get(event.table)
        noted = PutOff(1 if before is None else before.times + 1, recorded.time, event.why)
        put_off = {**rollout.put_off, event.table: noted}
        return replace(state, rollout=replace(rollout, asked=None, put_off=put_off))
    if isinstance(event, RolloutStopped):
        stopped = Stopped(event.reason, event.table, event.why, recorded.time)
        return replace(state, rollout=replace(rollout, asked=None, stopped=stopped))
    return state
