"""The invariants of the cycle: what must hold at every moment, and what no order may be given against."""

from __future__ import annotations

from controller.events.machine import Place
from controller.mechanism.situation import STOPPING
from controller.mechanism.state import State
from controller.mechanism.tasks import Task, TaskKind, sides_of
from firmware_bridge.messages import BuildPhase, Position

_HARMLESS = (None, TaskKind.RESET, TaskKind.CLEAR, TaskKind.CANCEL)
"""What may be under way while the table is stopped: orders that move nothing."""


def check(state: State) -> tuple[str, ...]:
    """Names of the invariants that are broken; empty when all is well. A set has one place, so none can vanish."""
    places = [book.place for book in state.books.sets]
    below = [place for place in places if place in (Place.IN_DRUM, Place.BUILDING)]
    found = [
        ("two-sets-in-drum", len(below) > 1),
        ("two-sets-raised", places.count(Place.RAISED) > 1),
        ("two-sets-staged", places.count(Place.STAGED) > 1),
        ("building-under-staged-wall", Place.BUILDING in places and Place.STAGED in places),
        ("suspended-without-build", state.books.suspended is not None and Place.BUILDING not in places),
        *_moving(state),
    ]
    return tuple(name for name, broken in found if broken)


def _moving(state: State) -> list[tuple[str, bool]]:
    live = state.live
    kind = live.task.kind if live.task else None
    lifting = kind in (TaskKind.RAISE, TaskKind.DWELL)
    return [
        ("orders-without-board", live.task is not None and not live.connected),
        ("agenda-under-stop", bool(live.latches & STOPPING) and kind not in _HARMLESS),
        ("building-with-hatch-open", live.running and state.books.hatch_open),
        ("raising-with-hatch-open", lifting and live.hatch is not Position.HOME),
        ("raising-over-running-drum", lifting and live.running),
    ]


def forbidden(state: State, task: Task) -> str | None:
    """Why an order must not be given; None when it may. The board has its own interlocks: this is the second net."""
    rules = {
        TaskKind.OPEN: _against_opening,
        TaskKind.CLOSE: _against_closing,
        TaskKind.RAISE: _against_raising,
        TaskKind.BUILD: _against_building,
        TaskKind.RESUME: _against_resuming,
        TaskKind.RUN_OUT: _against_running_out,
    }
    if check(state):
        return check(state)[0]
    rule = rules.get(task.kind)
    return rule(state, task) if rule else None


def _against_opening(state: State, _task: Task) -> str | None:
    return "opening-over-running-drum" if state.live.running else None


def _against_closing(state: State, _task: Task) -> str | None:
    return "closing-over-running-drum" if state.live.running else None


def _against_raising(state: State, task: Task) -> str | None:
    books, live = state.books, state.live
    if live.hatch is not Position.HOME:
        return "raising-with-hatch-open"
    if live.lifts_away & sides_of(task.sides):
        return "raising-with-lift-away"
    if live.running:
        return "raising-over-running-drum"
    if books.lost:
        return None
    if not books.staged:
        return "raising-without-wall"
    return "raising-under-raised-wall" if books.raised else None


def _against_building(state: State, _task: Task) -> str | None:
    books = state.books
    if books.in_drum is None or books.book(books.in_drum).partial:
        return "building-without-set"
    if books.staged:
        return "building-under-staged-wall"
    if not books.plan_fits:
        return "building-too-long"
    return _against_drum(state)


def _against_resuming(state: State, _task: Task) -> str | None:
    if state.books.building is None or state.books.lost:
        return "resuming-without-build"
    return _against_drum(state)


def _against_running_out(state: State, _task: Task) -> str | None:
    return None if state.books.lost and state.live.phase is not BuildPhase.PICKING else "running-out-good-build"


def _against_drum(state: State) -> str | None:
    if state.live.hatch is not Position.HOME or state.books.hatch_open:
        return "building-with-hatch-open"
    return "building-with-lift-away" if state.live.lifts_away else None
