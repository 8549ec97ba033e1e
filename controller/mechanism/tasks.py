"""The single steps that a movement of the table is made of, one board command each."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from typing import Literal

from firmware_bridge import messages as m

Origin = Literal["key", "operator"]

Command = (
    m.Reset | m.OpenHatch | m.CloseHatch | m.RaiseLifts | m.LowerLifts | m.Build | m.Pause | m.Resume
    | m.Cancel | m.Home | m.Run | m.ClearFault | m.GetSensors | m.SoundBeep | m.Stop
)  # fmt: skip


class TaskKind(StrEnum):
    """What a step does. DWELL waits with the wall up; CONTINUE asks the cycle what comes next by itself."""

    RESET = "reset"
    OPEN = "open"
    CLOSE = "close"
    RAISE = "raise"
    DWELL = "dwell"
    LOWER = "lower"
    BUILD = "build"
    PAUSE = "pause"
    RESUME = "resume"
    CANCEL = "cancel"
    CLEAR = "clear"
    HOME = "home"
    RUN_OUT = "run-out"
    RAN_OUT = "ran-out"
    CONTINUE = "continue"


@dataclass(frozen=True, slots=True)
class Task:
    """One step. ``sides`` is a bit mask. An ``optional`` step may be refused without harm. ``load``: a hatch closed by
    this step closes over the tiles that people pushed in. ``again``: the step is tried a second time. ``tag`` is that
    of the order, ``accepted`` tells that the board said yes and the end is awaited.
    """

    kind: TaskKind
    sides: int = 0
    fault: m.Fault | None = None
    mechanism: m.Mechanism | None = None
    optional: bool = False
    load: bool = True
    again: bool = False
    tag: int = 0
    accepted: bool = False


def mask(sides: frozenset[int]) -> int:
    return sum(1 << side for side in sides)


def sides_of(bits: int) -> frozenset[int]:
    return frozenset(side for side in range(4) if bits >> side & 1)


MOTIONS = frozenset(
    {TaskKind.RESET, TaskKind.OPEN, TaskKind.CLOSE, TaskKind.RAISE, TaskKind.LOWER, TaskKind.HOME, TaskKind.RUN_OUT}
)
"""Steps that end with Done, Failed or Halted; the others end with the answer (RESUME: with the phase of the build)."""

WATCH_MS = 30_000
"""Longest wait for the end of a motion: three times the slowest travel, the warning, and a reversal, with room."""

HEAD_TURN_MS = 350
"""One turn of a head's cam, which pushes what lies in the head into the tray (reference table, section 9.1)."""
