"""Notifications of the board: keys, faults, phases of a build, latches, telemetry."""

from __future__ import annotations

from typing import Final, assert_never

from controller.events.machine import MachineRestored, MachineStopped
from controller.mechanism import faults
from controller.mechanism.board.building import clock, four, phase_changed
from controller.mechanism.board.loading import forget_positions, seen
from controller.mechanism.inputs import Message
from controller.mechanism.people.keys import pressed
from controller.mechanism.situation import STOPPING, TO_ACKNOWLEDGE
from controller.mechanism.state import FIRST_LIFT, HATCH
from controller.mechanism.tasks import TaskKind
from controller.mechanism.transition import Turn
from firmware_bridge import messages as m
from firmware_bridge.messages import BuildPhase, Latches, Position, Sensors


def notified(turn: Turn, message: Message) -> None:
    """Takes one message of the board."""
    match message:
        case m.KeyChanged(key=key, pressed=down):
            if down:
                pressed(turn, key)
        case m.FaultRaised():
            turn.raise_fault(faults.from_message(message))
        case m.FaultCleared(fault=number, side=side):
            turn.clear_fault(faults.from_number(number, side), _who_cleared(turn))
        case m.BuildChanged():
            phase_changed(turn, message)
            _end_by_phase(turn)
        case m.LatchesChanged(latches=latches) | m.Stopped(latches=latches):
            latched(turn, latches)
        case m.SensorState(positions=positions):
            if turn.live.task is None:
                seen(turn, positions)
        case m.Telemetry():
            _sampled(turn, message)
        case _:
            assert_never(message)


def _who_cleared(turn: Turn) -> str:
    """Whose order made the board forget a fault."""
    kind = turn.live.task.kind if turn.live.task else None
    return {TaskKind.RESET: "reset", TaskKind.CLEAR: turn.live.origin}.get(kind, "board") if kind else "board"


def _end_by_phase(turn: Turn) -> None:
    """Pause and resume end when the build does what they asked for."""
    live = turn.live
    if live.task is None or live.task.kind not in (TaskKind.PAUSE, TaskKind.RESUME):
        return
    wanted_running = live.task.kind is TaskKind.RESUME
    if live.running is wanted_running or live.phase is BuildPhase.READY:
        turn.change(task=None, warning=False)
        turn.proceed()
    elif wanted_running and live.task.accepted:
        turn.drop()


def _sampled(turn: Turn, sample: m.Telemetry) -> None:
    """Telemetry is for the eye; only positions are believed, and only while nothing moves on the table's word."""
    moved = bool(sample.motors)
    clock(turn, sample.board_us)
    turn.change(
        sensors=sample.sensors,
        motors=sample.motors,
        counts=four(sample.counts),
        warning=turn.live.warning and not moved,
    )
    if turn.live.task is None and not moved:
        seen(turn, _positions(turn, sample.sensors))


def _positions(turn: Turn, sensors: Sensors) -> tuple[Position, ...]:
    """Positions of hatch and lifts as their switches show them; the others, and those bridged by time, as they were."""
    positions = list(turn.live.positions)
    bridged = {fault.mechanism for fault in turn.books.faults if fault.code == "W02"}
    if "hatch" not in bridged:
        positions[HATCH] = _between(sensors, Sensors.HATCH_CLOSED, Sensors.HATCH_OPEN, positions[HATCH])
    for side in range(4):
        if f"lift-{side}" not in bridged:
            home, up = Sensors(Sensors.LIFT_HOME_0 << side), Sensors(Sensors.LIFT_UP_0 << side)
            index = FIRST_LIFT + side
            positions[index] = _between(sensors, home, up, positions[index])
    return tuple(positions)


def _between(sensors: Sensors, home: Sensors, away: Sensors, before: Position) -> Position:
    at_home, at_away = bool(sensors & home), bool(sensors & away)
    if at_home and at_away:
        return Position.FAULTED
    if at_home:
        return Position.HOME
    if at_away:
        return Position.AWAY
    return Position.UNKNOWN if before is Position.HOME else before


_CAUSES: Final = (
    (Latches.EMERGENCY_STOP_PRESSED, "emergency-stop"),
    (Latches.COVER_OPEN, "cover"),
    (Latches.OVER_TEMPERATURE, "over-temperature"),
    (Latches.STOPPED_BY_HOST, "operator"),
)


def latched(turn: Turn, latches: Latches) -> None:
    """Takes the latches. A stop is booked once with its cause and stays until the board says that it is over."""
    fresh = latches & ~turn.live.latches
    turn.change(latches=latches)
    for bit, cause in _CAUSES:
        if fresh & bit and turn.books.stop != cause:
            turn.emit(MachineStopped(cause))
    if latches & TO_ACKNOWLEDGE and turn.books.stop is None:
        turn.emit(MachineStopped("emergency-stop"))
    if latches & STOPPING:
        _halt(turn)
    elif turn.books.stop is not None:
        turn.emit(MachineRestored())
    if not latches & (STOPPING | Latches.AWAITING_KEY):
        _forget_dip(turn)


_STILL_THERE: Final = Latches.EMERGENCY_STOP_PRESSED | Latches.COVER_OPEN | Latches.OVER_TEMPERATURE


def _halt(turn: Turn) -> None:
    """Under a stop nothing is under way any more, whatever the board still says about it."""
    task = turn.live.task
    if task is None or (task.kind is TaskKind.RESET and not turn.live.latches & _STILL_THERE):
        return
    forget_positions(turn, task)
    turn.drop()


def _forget_dip(turn: Turn) -> None:
    """A key after the board's own crash: someone has seen it."""
    fault = turn.books.fault("E51")
    if fault is not None and fault.origin == "table":
        turn.clear_fault(fault, "key")
