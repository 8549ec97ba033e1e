"""What matters most right now, as one word: keys, prompts and the page all answer to the same situation."""

from __future__ import annotations

from enum import StrEnum
from typing import Final

from controller.events.machine import SetName
from controller.mechanism.faults import Family, family_of
from controller.mechanism.state import ActiveFault, Live, State
from controller.mechanism.tasks import TaskKind
from firmware_bridge.messages import BuildPhase, Latches, Position


class Situation(StrEnum):
    """Every situation that the table can be in. Each has a prompt and a way forward (``moves.py``)."""

    BOARD_AWAY = "board-away"
    BOARD_INCOMPATIBLE = "board-incompatible"
    STOP_PRESSED = "stop-pressed"
    COVER_OPEN = "cover-open"
    HOT = "hot"
    RESET_NEEDED = "reset-needed"
    RESETTING = "resetting"
    KEY_AWAITED = "key-awaited"
    OPENING = "opening"
    CLOSING = "closing"
    RAISING = "raising"
    RUNNING_OUT = "running-out"
    RESUMING = "resuming"
    STARTING = "starting"
    BOOKS_WRONG = "books-wrong"
    HATCH_FAULT_OPENING = "hatch-fault-opening"
    HATCH_FAULT_CLOSING = "hatch-fault-closing"
    LIFT_FAULT = "lift-fault"
    SIDE_FAULT = "side-fault"
    DRUM_FAULT = "drum-fault"
    HEAT_FAULT = "heat-fault"
    HATCH_OPEN = "hatch-open"
    HATCH_OPEN_IN_BUILD = "hatch-open-in-build"
    HATCH_BETWEEN = "hatch-between"
    HATCH_DOUBT = "hatch-doubt"
    LIFTS_AWAY = "lifts-away"
    BUILDING = "building"
    BUILD_LOST = "build-lost"
    BUILD_SUSPENDED = "build-suspended"
    PARTIAL = "partial"
    HALF_RAISED = "half-raised"
    DRUM_AND_STAGED = "drum-and-staged"
    PLAN_TOO_LONG = "plan-too-long"
    DRUM_LOADED = "drum-loaded"
    STAGED_LOAD_NEXT = "staged-load-next"
    STAGED = "staged"
    PLAYING_READY = "playing-ready"
    PLAYING = "playing"
    EMPTY = "empty"


STOPPING: Final = (
    Latches.EMERGENCY_STOP_PRESSED
    | Latches.EMERGENCY_STOP_UNACKNOWLEDGED
    | Latches.COVER_OPEN
    | Latches.STOPPED_BY_HOST
    | Latches.OVER_TEMPERATURE
)
"""Latches under which nothing moves, whatever anyone presses."""

TO_ACKNOWLEDGE: Final = Latches.EMERGENCY_STOP_UNACKNOWLEDGED | Latches.STOPPED_BY_HOST

_UNDER_WAY: Final = {
    TaskKind.OPEN: Situation.OPENING,
    TaskKind.CLOSE: Situation.CLOSING,
    TaskKind.RAISE: Situation.RAISING,
    TaskKind.DWELL: Situation.RAISING,
    TaskKind.LOWER: Situation.RAISING,
    TaskKind.RESUME: Situation.RESUMING,
    TaskKind.HOME: Situation.RESUMING,
    TaskKind.RUN_OUT: Situation.RUNNING_OUT,
    TaskKind.RESET: Situation.RESETTING,
}

_OF_FAMILY: Final = {
    Family.LIFT: Situation.LIFT_FAULT,
    Family.SIDE: Situation.SIDE_FAULT,
    Family.DRUM: Situation.DRUM_FAULT,
    Family.HEAT: Situation.HEAT_FAULT,
}


def situation(state: State) -> Situation:
    """The situation; whatever stands first here hides all that follows."""
    return (
        _away(state.live)
        or _latched(state.live)
        or _moving(state)
        or _faulty(state)
        or _unfinished(state)
        or _build(state)
        or _resting(state)
    )


def blocking(state: State) -> ActiveFault | None:
    """The fault that holds the table up: of those that want a person, the gravest, then the latest.

    Stops have their latches, a lost link has its absence; warnings hold nobody up.
    """
    faults = [fault for fault in state.books.faults if blocks(fault)]
    return max(faults, key=lambda fault: fault.severity == "stop", default=None)


def blocks(fault: ActiveFault) -> bool:
    """Whether nothing goes on before a person has seen to this fault."""
    if fault.severity == "warn" or family_of(fault) in (Family.STOP, Family.LINK):
        return False
    return fault.origin == "board" or family_of(fault) is Family.BOOKS


def _away(live: Live) -> Situation | None:
    if live.connected:
        return None
    return Situation.BOARD_INCOMPATIBLE if live.away == "incompatible" else Situation.BOARD_AWAY


def _latched(live: Live) -> Situation | None:
    latches = live.latches
    if latches & Latches.EMERGENCY_STOP_PRESSED:
        return Situation.STOP_PRESSED
    if latches & Latches.COVER_OPEN:
        return Situation.COVER_OPEN
    if latches & Latches.OVER_TEMPERATURE:
        return Situation.HOT
    if latches & TO_ACKNOWLEDGE and not (live.task and live.task.kind is TaskKind.RESET):
        return Situation.RESET_NEEDED
    return None


def _moving(state: State) -> Situation | None:
    live = state.live
    if live.task is None:
        return None
    if live.task.kind is TaskKind.RESET and live.latches & Latches.AWAITING_KEY:
        return Situation.KEY_AWAITED
    if any(task.kind is TaskKind.RAN_OUT for task in live.agenda):
        return Situation.RUNNING_OUT
    return _UNDER_WAY.get(live.task.kind, Situation.STARTING)


def _faulty(state: State) -> Situation | None:
    fault = blocking(state)
    if fault is None:
        return None
    family = family_of(fault)
    if family is Family.BOOKS:
        return Situation.BOOKS_WRONG
    if family is Family.HATCH:
        return Situation.HATCH_FAULT_CLOSING if state.books.hatch_open else Situation.HATCH_FAULT_OPENING
    if state.live.hatch is not Position.HOME:
        return None
    return _OF_FAMILY[family]


def _unfinished(state: State) -> Situation | None:
    """Motions that were cut off: by power, by a lost link, by hand."""
    live, books = state.live, state.books
    if live.hatch is Position.AWAY:
        return Situation.HATCH_OPEN_IN_BUILD if books.building and not books.lost else Situation.HATCH_OPEN
    if live.hatch is not Position.HOME:
        return Situation.HATCH_BETWEEN
    if live.lifts_away:
        return Situation.LIFTS_AWAY
    return Situation.HATCH_DOUBT if books.hatch_open else None


def _build(state: State) -> Situation | None:
    books = state.books
    if not books.building:
        return None
    if books.lost:
        return Situation.BUILD_LOST
    suspended = books.suspended is not None or state.live.phase is BuildPhase.SUSPENDED
    return Situation.BUILD_SUSPENDED if suspended else Situation.BUILDING


def _resting(state: State) -> Situation:
    books = state.books
    if books.in_drum:
        return _loaded(state, books.in_drum)
    if books.staged and not books.raised:
        if state.live.half_raised:
            return Situation.HALF_RAISED
        return Situation.STAGED_LOAD_NEXT if books.expected else Situation.STAGED
    if books.raised:
        return Situation.PLAYING_READY if books.staged else Situation.PLAYING
    return Situation.EMPTY


def _loaded(state: State, name: SetName) -> Situation:
    books = state.books
    if books.book(name).partial:
        return Situation.PARTIAL
    if books.staged:
        return Situation.HALF_RAISED if state.live.half_raised else Situation.DRUM_AND_STAGED
    return Situation.DRUM_LOADED if books.plan_fits else Situation.PLAN_TOO_LONG
