"""Releases as the pages of a hall show them: what is here, what it changes, how far it has gone, when it goes on."""

from __future__ import annotations

from typing import TYPE_CHECKING, Literal

from pydantic import BaseModel, ConfigDict

from api.hall.releases import inbox_of, newest
from api.hall.views import ViewShown, view
from api.service.version import version
from hall.releases.decide import is_older
from hall.releases.state import Rollout, State
from hall.stream import MINUTE

if TYPE_CHECKING:
    from api.hall.runtime import HallRuntime


class Part(BaseModel):
    model_config = ConfigDict(extra="forbid")


class AvailableShown(Part):
    """``notes``: what changes, as Markdown, by language."""

    version: str
    machines: list[str]
    notes: dict[str, str]


class StoppedShown(Part):
    reason: Literal["by-hand", "failed", "late"]
    table: str | None
    why: str
    time: str


class RolloutShown(Part):
    """``done``: tables that have the release, of ``tables``. ``asked``: the one that is at it."""

    version: str
    when: Literal["night", "now"]
    asked: str | None
    asked_at: str
    done: int
    tables: int
    stopped: StoppedShown | None


class TableReleaseShown(Part):
    """``version``: empty while the table has not said it. ``has_it``: the release of the rollout, or a newer one.
    ``put_off``: why it did not begin the last time."""

    table: str
    name: str
    version: str
    machine: str
    has_it: bool
    put_off: str | None


class ReleasesView(ViewShown):
    """``hall``: the release of the hall itself. ``begins``, ``ends``: the hours of the night, in its time."""

    hall: str
    available: AvailableShown | None
    rollout: RolloutShown | None
    tables: list[TableReleaseShown]
    begins: int
    ends: int


@view("releases", "read.releases", "release", MINUTE)
def releases(runtime: HallRuntime, _id: str) -> ReleasesView:
    state = runtime.running.state
    belong = state.tables.present
    shown = [_table(state.releases, one.id, one.name) for one in belong]
    found = newest(inbox_of(runtime.config))
    available = None
    if found:
        said = found[0].manifest
        machines = [one.manifest.machine for one in found]
        available = AvailableShown(version=said.version, machines=machines, notes=dict(said.notes))
    rollout = state.releases.rollout
    return ReleasesView(
        hall=version(),
        available=available,
        rollout=None if rollout is None else _rollout(rollout, shown),
        tables=shown,
        begins=runtime.config.updates.begins,
        ends=runtime.config.updates.ends,
    )


def _table(state: State, id_: str, name: str) -> TableReleaseShown:
    known, rollout = state.tables.get(id_), state.rollout
    has_it = known is not None and rollout is not None and not is_older(known.version, rollout.version)
    noted = None if rollout is None or has_it else rollout.put_off.get(id_)
    return TableReleaseShown(
        table=id_,
        name=name,
        version="" if known is None else known.version,
        machine="" if known is None else known.machine,
        has_it=has_it,
        put_off=None if noted is None else noted.why,
    )


def _rollout(rollout: Rollout, tables: list[TableReleaseShown]) -> RolloutShown:
    stopped = rollout.stopped
    return RolloutShown(
        version=rollout.version,
        when=rollout.when,
        asked=rollout.asked,
        asked_at=rollout.asked_at,
        done=sum(one.has_it for one in tables),
        tables=len(tables),
        stopped=None
        if stopped is None
        else StoppedShown(reason=stopped.reason, table=stopped.table, why=stopped.why, time=stopped.time),
    )
