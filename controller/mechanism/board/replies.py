"""What the board says about an order: its answer, its end; and the timers that watch over both."""

from __future__ import annotations

from dataclasses import replace
from typing import assert_never

from controller.mechanism import faults
from controller.mechanism.agenda import ALL_SIDES, clears, following
from controller.mechanism.board.building import build_ended, build_gone, build_started
from controller.mechanism.board.loading import (
    forget_positions,
    hatch_closed,
    hatch_opened,
    lift_seen,
    put_lifts,
    settle_lifts,
)
from controller.mechanism.inputs import Outcome, Timer
from controller.mechanism.people.keys import pressed
from controller.mechanism.state import Refusal
from controller.mechanism.tasks import MOTIONS, Task, TaskKind, sides_of
from controller.mechanism.transition import Turn
from firmware_bridge import messages as m
from firmware_bridge.messages import Verdict


def replied(turn: Turn, tag: int, message: Outcome) -> None:
    """Takes what the board said about an order; an order that nobody waits for any more changes nothing."""
    task = turn.live.task
    if task is not None and task.tag == tag:
        _about_task(turn, task, message)
    elif tag == turn.live.build_tag:
        build_ended(turn, message)


def timer_elapsed(turn: Turn, timer: Timer, serial: int) -> None:
    """A timer ran out: the wall has stood long enough, a motion never ended, a sentence is stale."""
    task = turn.live.task
    if timer == "notice":
        turn.change(notice=None)
    elif timer == "refusal":
        refusal = turn.live.refusal
        if refusal is not None and refusal.tag == serial:
            turn.change(refusal=None)
    elif task is None or task.tag != serial or (timer == "dwell") is not (task.kind is TaskKind.DWELL):
        return
    elif timer == "dwell":
        _next(turn)
    elif turn.live.latches & m.Latches.AWAITING_KEY:
        turn.start_timer(WATCH_AGAIN_MS, "watch", serial)
    else:
        _never_ended(turn, task)


WATCH_AGAIN_MS = 30_000


def _never_ended(turn: Turn, task: Task) -> None:
    """The board took an order and never said how it ended: everything off, and people are told."""
    turn.drop()
    forget_positions(turn, task)
    turn.declare(faults.spec_of("E60"), reason=f"no-end-of-{task.kind.value}")
    turn.order(m.Stop(token=0))


def _about_task(turn: Turn, task: Task, message: Outcome) -> None:
    match message:
        case m.Answer(verdict=Verdict.ACCEPTED):
            _accepted(turn, task)
        case m.Answer(verdict=verdict, detail=detail):
            _refused(turn, task, verdict, detail)
        case m.Done():
            _done(turn, task)
        case m.Failed(fault=fault, side=side):
            _failed(turn, task, fault, side)
        case m.Halted():
            _broken_off(turn, task)
        case _:
            assert_never(message)


def _next(turn: Turn) -> None:
    turn.change(task=None, warning=False)
    turn.proceed()


def _accepted(turn: Turn, task: Task) -> None:
    turn.change(task=replace(task, accepted=True))
    if task.kind is TaskKind.RESET:
        _forget_faults(turn)
    elif task.kind is TaskKind.BUILD:
        build_started(turn)
        _next(turn)
    elif task.kind is TaskKind.CLEAR:
        _cleared(turn, task)
        _next(turn)
    elif task.kind is TaskKind.CANCEL or (task.kind is TaskKind.PAUSE and not turn.live.running):
        _next(turn)


def _forget_faults(turn: Turn) -> None:
    """The board has told which faults it forgot; the table forgets its own that a reset can settle."""
    for fault in turn.books.faults:
        if fault.origin == "table" and faults.family_of(fault) in (faults.Family.STOP, faults.Family.LINK):
            turn.clear_fault(fault, "reset")


def _cleared(turn: Turn, task: Task) -> None:
    for fault in turn.books.faults:
        if fault.origin == "board" and faults.number_of(fault) == task.fault:
            turn.clear_fault(fault, turn.live.origin)


def _done(turn: Turn, task: Task) -> None:
    if task.kind not in MOTIONS:
        return
    match task.kind:
        case TaskKind.OPEN:
            hatch_opened(turn)
        case TaskKind.CLOSE:
            hatch_closed(turn, task.load)
        case TaskKind.RAISE:
            lift_seen(turn, sides_of(task.sides))
            put_lifts(turn, task.sides, m.Position.AWAY)
        case TaskKind.LOWER:
            _homed(turn, task.sides)
        case TaskKind.RESET:
            _reset_done(turn)
            return
    _next(turn)


def _homed(turn: Turn, sides: int) -> None:
    lift_seen(turn, turn.live.lifts_away & sides_of(sides))
    put_lifts(turn, sides, m.Position.HOME)
    turn.change(task=None)
    settle_lifts(turn)


def _reset_done(turn: Turn) -> None:
    """Everything is home and free; the key that allowed it also lets the table go on where it was."""
    key = turn.live.kept_key
    _homed(turn, ALL_SIDES)
    turn.change(kept_key=None)
    _next(turn)
    turn.order(m.GetSensors())
    if key is None:
        return
    if following(turn.state):
        turn.begin((Task(TaskKind.CONTINUE),), "key")
    else:
        pressed(turn, key)


def _failed(turn: Turn, task: Task, fault: m.Fault, side: int) -> None:
    turn.raise_fault(faults.from_number(fault, side))
    _broken_off(turn, task)


def _broken_off(turn: Turn, task: Task) -> None:
    forget_positions(turn, task)
    turn.drop()


REFUSAL_MS = 20_000
"""Long enough to read why nothing moved; then the table says again what to do next."""


def _refused(turn: Turn, task: Task, verdict: Verdict, detail: int) -> None:
    turn.change(task=None, warning=False)
    helpful = None if task.again else _help(turn, task, verdict, detail)
    if task.kind is TaskKind.RESUME and verdict is Verdict.NO_BUILD:
        build_gone(turn, "counts-lost")
        turn.drop()
    elif helpful is not None:
        turn.change(agenda=(*helpful, replace(task, again=True, tag=0, accepted=False), *turn.live.agenda))
        turn.proceed()
    elif task.optional:
        turn.proceed()
    else:
        turn.change(refusal=Refusal(task.kind, verdict, task.tag))
        turn.drop()
        turn.start_timer(REFUSAL_MS, "refusal", task.tag)


def _help(turn: Turn, task: Task, verdict: Verdict, detail: int) -> tuple[Task, ...] | None:
    """Steps that take what is in the way of an order out of it, so that it can be tried once more."""
    if verdict is Verdict.FAULT_PRESENT and task.kind is not TaskKind.CLEAR:
        if detail in set(m.Fault):
            turn.raise_fault(faults.from_number(m.Fault(detail)))
        return clears(turn.state)
    if verdict is Verdict.HEAD_NOT_HOME:
        heads = (m.Mechanism.HEAD_0, m.Mechanism.HEAD_1, m.Mechanism.HEAD_2, m.Mechanism.HEAD_3)
        return tuple(Task(TaskKind.HOME, mechanism=head, optional=True) for head in heads)
    if verdict is Verdict.LIFT_NOT_HOME and task.kind in (TaskKind.BUILD, TaskKind.RESUME):
        return (Task(TaskKind.LOWER, ALL_SIDES),)
    return None
