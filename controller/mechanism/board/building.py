"""The books of a build: begun, suspended, gone on with, ended, lost. A wall is good only when every count is right."""

from __future__ import annotations

from typing import Final

from controller.events.machine import BuildResumed, BuildStarted, BuildSuspended, WallStaged
from controller.mechanism import faults
from controller.mechanism.inputs import Outcome
from controller.mechanism.state import LOST, Live, Quota
from controller.mechanism.transition import Turn
from firmware_bridge import messages as m
from firmware_bridge.messages import BuildPhase, StopReason

_MICROSECONDS: Final = 1 << 32


def four(counts: tuple[int, ...]) -> Quota:
    a, b, c, d = counts
    return (a, b, c, d)


def build_started(turn: Turn) -> None:
    """The board took the order: the set in the drum is being built."""
    name = turn.books.in_drum
    if name is not None:
        plan = turn.books.plan
        turn.emit(BuildStarted(name, plan.quota, plan.players))
    if turn.live.phase is BuildPhase.NONE:
        turn.change(phase=BuildPhase.SHUFFLING)


def phase_changed(turn: Turn, message: m.BuildChanged) -> None:
    """The board tells how far the build is."""
    clock(turn, message.board_us)
    if turn.live.began_us is None:
        turn.change(began_us=message.board_us)
    turn.change(phase=message.phase, counts=four(message.counts))
    if turn.books.building is None or turn.books.lost:
        return
    if turn.live.running and turn.books.suspended is not None:
        turn.emit(BuildResumed())
    elif message.phase is BuildPhase.SUSPENDED:
        suspend(turn, message.reason)
    elif message.phase is BuildPhase.READY:
        ready(turn, four(message.counts))
    elif message.phase is BuildPhase.FAILED:
        build_gone(turn, "failed")


def clock(turn: Turn, board_us: int) -> None:
    """What the board's clock shows now. A build that is suspended begins later by the time for which it waits."""
    live = turn.live
    began = live.began_us
    if began is not None and live.phase is BuildPhase.SUSPENDED:
        began = (began + board_us - live.now_us) % _MICROSECONDS
    turn.change(now_us=board_us, began_us=began)


def suspend(turn: Turn, reason: StopReason) -> None:
    words = "fault" if reason in (StopReason.NONE, StopReason.FAULT_ELSEWHERE) else _word(reason)
    if turn.books.suspended != words:
        turn.emit(BuildSuspended(words, turn.live.counts))


def _word(reason: StopReason) -> str:
    return reason.name.lower().replace("_", "-")


def ready(turn: Turn, counts: Quota) -> None:
    """The wall stands, when the books agree: every side has exactly its quota. Otherwise it is not called a wall."""
    name = turn.books.building
    plan = turn.books.book(name).plan if name else None
    if name is None or plan is None:
        return
    if counts == plan.quota:
        turn.emit(WallStaged(name, counts, elapsed_ms(turn.live)))
        turn.order(m.SoundBeep(m.Beep.READY))
        return
    build_gone(turn, "counts-wrong")
    code = "E05" if sum(counts) < sum(plan.quota) else "E06"
    turn.declare(faults.spec_of(code), count=sum(counts), quota=sum(plan.quota))


def elapsed_ms(live: Live) -> int | None:
    """Time for which the build ran, by the board's clock, without waiting for people; None when its beginning was not
    seen."""
    return None if live.began_us is None else (live.now_us - live.began_us) % _MICROSECONDS // 1000


def build_ended(turn: Turn, message: Outcome) -> None:
    """The end of the order to build. The phase says the same; whichever comes first is taken."""
    if turn.books.building is None or turn.books.lost:
        return
    match message:
        case m.Done(counts=counts):
            turn.change(phase=BuildPhase.READY, counts=four(counts))
            ready(turn, four(counts))
        case m.Failed(fault=fault, side=side):
            turn.raise_fault(faults.from_number(fault, side))
            build_gone(turn, "failed")
        case m.Halted(reason=StopReason.CANCELLED):
            build_gone(turn, "cancelled")
        case m.Halted(reason=reason):
            turn.change(phase=BuildPhase.SUSPENDED)
            suspend(turn, reason)


def build_gone(turn: Turn, reason: str) -> None:
    """The build cannot go on; its tiles lie partly in the drum and partly in channels and trays."""
    if turn.books.building and turn.books.suspended not in LOST:
        turn.emit(BuildSuspended(reason, turn.live.counts))
    turn.change(phase=BuildPhase.NONE)
