"""Commands about releases, and whose turn it is in a rollout: functions of the state."""

from __future__ import annotations

import re
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Final, Protocol

from controller.events import Event
from controller.refusals import Code, Refused
from hall.commands import Context, HallCommandSpec
from hall.releases.commands import RollOut, StopRollout
from hall.releases.events import ReleaseNoted, RolloutBegun, RolloutStopped, UpdateAsked, UpdatePutOff
from hall.releases.state import Rollout, State

LATE: Final = timedelta(minutes=20)
"""Fetching, trying on copies, flashing and coming back take two minutes at most; the way back as long again."""
BEGINS: Final = timedelta(minutes=2)
"""After so long a table that was asked has begun, or will not."""
AGAIN: Final = timedelta(minutes=10)
"""Until a table that did not begin is asked once more."""
MOST_PUT_OFF: Final = 5
_VERSION: Final = re.compile(r"[0-9]{1,6}(\.[0-9]{1,6}){0,4}")
LONGEST_WHY: Final = 300


class HallWithReleases(Protocol):
    @property
    def releases(self) -> State: ...


Here = Context[HallWithReleases]


def roll_out(command: RollOut, context: Here) -> tuple[Event, ...]:
    if not _VERSION.fullmatch(command.version):
        raise Refused(Code.INVALID, f"{command.version[:40]!r} is not a version", field="version")
    running = going(context.state.releases)
    if running is not None and (running.version, running.when) == (command.version, command.when):
        return ()
    if running is not None and running.asked is not None:
        raise Refused(Code.ROLLOUT_UNDER_WAY, f"{running.asked} is being updated", field="version")
    return (RolloutBegun(command.version, command.when, command.who),)


def stop(command: StopRollout, context: Here) -> tuple[Event, ...]:
    running = going(context.state.releases)
    if running is None:
        return ()
    return (RolloutStopped(running.version, "by-hand", None, "", command.who),)


def going(state: State) -> Rollout | None:
    """The rollout that goes on; one that has reached all tables goes on for those that come later."""
    return None if state.rollout is None or state.rollout.stopped is not None else state.rollout


@dataclass(frozen=True, slots=True)
class Report:
    """What a table says of itself. ``idle``: nobody plays and no wall is built; ``updating``: it is at it. ``ended``:
    the release that it tried last, why it does not run ("" where it does), and whether it is given up."""

    table: str
    version: str
    machine: str
    idle: bool = False
    updating: bool = False
    ended: tuple[str, str, bool] | None = None


def heard(state: State, said: Report, now: datetime) -> tuple[Event, ...]:
    """What follows from a report beside whose turn it is."""
    events: list[Event] = []
    known = state.tables.get(said.table)
    if known is None or (known.version, known.machine) != (said.version, said.machine):
        events.append(ReleaseNoted(said.table, said.version, said.machine))
    rollout = going(state)
    if rollout is not None and rollout.asked is not None:
        events += _of_asked(rollout, rollout.asked, said, now)
    return tuple(events)


def _of_asked(rollout: Rollout, asked: str, said: Report, now: datetime) -> tuple[Event, ...]:
    since = now - datetime.fromisoformat(rollout.asked_at)
    if said.table == asked and said.version == rollout.version:
        return ()
    of_this = said.table == asked and said.ended is not None and said.ended[0] == rollout.version
    why = said.ended[1][:LONGEST_WHY] if of_this and said.ended is not None else ""
    if of_this and said.ended is not None and said.ended[2] and why:
        return (RolloutStopped(rollout.version, "failed", asked, why, "hall"),)
    if since > LATE:
        return (RolloutStopped(rollout.version, "late", asked, why, "hall"),)
    if said.table == asked and not said.updating and since > BEGINS:
        before = rollout.put_off.get(asked)
        if before is not None and before.times + 1 >= MOST_PUT_OFF:
            return (RolloutStopped(rollout.version, "failed", asked, why, "hall"),)
        return (UpdatePutOff(asked, rollout.version, why),)
    return ()


def turn(state: State, said: Report, now: datetime, *, night: bool) -> tuple[Event, ...]:
    """That it is the turn of this table, if it is. ``night``: those hours are now."""
    rollout = going(state)
    if rollout is None or rollout.asked is not None or not said.idle or said.updating:
        return ()
    if not (night or rollout.when == "now") or not is_older(said.version, rollout.version):
        return ()
    put_off = rollout.put_off.get(said.table)
    if put_off is not None and now - datetime.fromisoformat(put_off.last) < AGAIN:
        return ()
    return (UpdateAsked(said.table, rollout.version),)


def is_older(version: str, than: str) -> bool:
    """A checkout, whose version is no number, is nobody's to update."""
    if not (_VERSION.fullmatch(version) and _VERSION.fullmatch(than)):
        return False
    return tuple(map(int, version.split("."))) < tuple(map(int, than.split(".")))


def is_night(hour: int, begins: int, ends: int) -> bool:
    """``begins`` and ``ends``: hours of the day, also over midnight; the same twice is the whole day."""
    return (hour - begins) % 24 < ((ends - begins) % 24 or 24)


COMMANDS: Final = (
    HallCommandSpec(command=RollOut, name="release.roll-out", decide=roll_out),
    HallCommandSpec(command=StopRollout, name="release.stop", decide=stop),
)
