"""The state light: one of five kinds for the whole table, which every page shows by colour, shape and word.

It never shines green while something is wrong: a damaged journal, a lost link, a stop, an open cover and a fault that
holds the table up come before everything that goes well. It asks for a hand exactly when the dome's lamp CALL does.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import StrEnum
from typing import Any, Final

from controller.mechanism.shown.dome import NOBODY_CALLED
from controller.mechanism.situation import Situation, situation
from controller.mechanism.state import ActiveFault, State

S = Situation


class LightKind(StrEnum):
    """The values of ``light.kind`` in the snapshot. A page that has lost the service shows OFF by itself."""

    READY = "ready"
    WORKING = "working"
    HAND = "hand"
    """The table waits for somebody."""
    STOPPED = "stopped"
    OFF = "off"
    """No link to the board."""


@dataclass(frozen=True, slots=True)
class Light:
    """``key`` and ``args``: why, in the words of the catalogue."""

    kind: LightKind
    key: str
    args: Mapping[str, Any] = field(default_factory=dict)


_STOPPED: Final = frozenset({S.STOP_PRESSED, S.COVER_OPEN, S.HOT, S.RESET_NEEDED})
_WORKING: Final = frozenset(
    {S.RESETTING, S.OPENING, S.CLOSING, S.RAISING, S.RUNNING_OUT, S.RESUMING, S.STARTING, S.BUILDING}
)


def light(state: State, journal_problem: str | None = None) -> Light:
    """``journal_problem``: key of the prompt that says why nothing can be recorded; None while it can."""
    here = situation(state)
    if journal_problem is not None:
        return Light(LightKind.STOPPED, journal_problem)
    if here in (S.BOARD_AWAY, S.BOARD_INCOMPATIBLE):
        return Light(LightKind.OFF, f"prompt.{here.value}")
    if here in _STOPPED:
        return Light(LightKind.STOPPED, f"prompt.{here.value}")
    fault = _gravest(state)
    if fault is not None and here not in _WORKING:
        return Light(_KIND_OF[fault.severity], "light.fault", {"code": fault.code})
    return Light(_kind_at(here), f"light.{_kind_at(here).value}")


_KIND_OF: Final = {"stop": LightKind.STOPPED, "hold": LightKind.HAND}


def _gravest(state: State) -> ActiveFault | None:
    """The fault that a person must see to; warnings are none."""
    faults = [fault for fault in state.books.faults if fault.severity != "warn"]
    return max(faults, key=lambda fault: fault.severity == "stop", default=None)


def _kind_at(here: Situation) -> LightKind:
    if here in _WORKING:
        return LightKind.WORKING
    return LightKind.READY if here in NOBODY_CALLED else LightKind.HAND
