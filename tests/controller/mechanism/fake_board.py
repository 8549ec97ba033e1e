"""A board that answers as the firmware does, without its motors: tests say when a motion ends."""

from __future__ import annotations

from collections import deque
from dataclasses import dataclass, field

from controller.mechanism import (
    Input,
    Notification,
    Order,
    Reply,
)
from firmware_bridge import messages as m
from firmware_bridge.messages import BuildPhase, Fault, Key, Latches, Position, StopReason, Verdict

HATCH, LIFT, HEAD = m.Mechanism.HATCH, m.Mechanism.LIFT_0, m.Mechanism.HEAD_0
NO_SIDE = 255
STOPPING = (
    Latches.EMERGENCY_STOP_PRESSED
    | Latches.EMERGENCY_STOP_UNACKNOWLEDGED
    | Latches.COVER_OPEN
    | Latches.STOPPED_BY_HOST
    | Latches.AWAITING_KEY
)
FAULT_OF_HATCH = {Fault.HATCH_NOT_OPEN, Fault.HATCH_NOT_CLOSED, Fault.HATCH_CONTRADICTION}


@dataclass
class Job:
    """A motion under way: its order, what moves, where to."""

    tag: int
    mechanisms: tuple[int, ...]
    goal: Position


@dataclass
class FakeBoard:
    """The contract of the firmware without its time: a motion ends when the test says so."""

    max_stacks: int = 20
    capabilities: m.Capabilities = m.Capabilities.LIFT_UP_SWITCHES
    boot: int = 1
    cause: m.ResetCause = m.ResetCause.POWER_ON
    serial: tuple[int, ...] = (1, 2, 3, 4, 5, 6, 7, 8)
    positions: list[Position] = field(default_factory=lambda: [Position.HOME] * 14)
    latches: Latches = Latches.AWAITING_KEY
    phase: BuildPhase = BuildPhase.NONE
    quota: tuple[int, ...] = (0, 0, 0, 0)
    counts: tuple[int, ...] = (0, 0, 0, 0)
    build_tag: int | None = None
    waits: bool = False
    job: Job | None = None
    faults: dict[Fault, int] = field(default_factory=dict)
    causes: set[Fault] = field(default_factory=set)
    clock_us: int = 1000
    out: deque[Input] = field(default_factory=deque)
    commands: list[object] = field(default_factory=list)

    # ------------------------------------------------------------ link

    def welcome(self) -> m.Welcome:
        return m.Welcome(
            7, self.boot, self.cause, 1, 0, (1, 0, 0), (0xAB,) * 8, self.serial, self.capabilities, self.max_stacks,
            tuple(self.positions), self.latches, self.phase, self.quota, self.counts,
        )  # fmt: skip

    def new_session(self) -> None:
        """Answers of the earlier session are lost, its motions have ended, its orders have no ids any more."""
        self.out.clear()
        self.build_tag = None
        for fault, side in self.faults.items():
            self._heard(m.FaultRaised(fault, side, self.clock_us, m.Sensors(0), 0, 0, 0))

    def silence(self) -> None:
        """Dead-man: the build stands still, lifts and hatch complete their travel."""
        self.suspend(StopReason.DEADMAN)
        if self.job:
            self._arrive(self.job)
        self.job = None
        self.out.clear()

    def power_cut(self, cause: m.ResetCause) -> None:
        if self.job:
            for mechanism in self.job.mechanisms:
                self.positions[mechanism] = Position.UNKNOWN
        self.boot, self.cause = self.boot + 1, cause
        self.job, self.build_tag, self.waits = None, None, False
        self.phase, self.quota, self.counts = BuildPhase.NONE, (0, 0, 0, 0), (0, 0, 0, 0)
        self.faults.clear()
        pressed = self.latches & (Latches.EMERGENCY_STOP_PRESSED | Latches.COVER_OPEN)
        self.latches = pressed | Latches.AWAITING_KEY
        self.out.clear()

    # ------------------------------------------------------------ orders

    def take(self, order: Order) -> None:
        self.commands.append(order.message)
        handler = getattr(self, f"_on_{type(order.message).__name__}")
        verdict = handler(order.tag, order.message)
        if verdict is not None:
            detail = next((int(f) for f in self.faults if f < Fault.SLOW), 0)
            self.out.append(Reply(order.tag, m.Answer(0, verdict, detail)))
            self._after(order, verdict)

    def _after(self, order: Order, verdict: Verdict) -> None:
        if verdict is Verdict.ACCEPTED and isinstance(order.message, m.Build | m.Resume):
            self.waits = True
        if isinstance(order.message, m.GetSensors):
            self._heard(
                m.SensorState(0, self.clock_us, m.Sensors(0), 0, 0, -128, (0,) * 14, self._reported_positions())
            )
        self._maybe_go()

    def _reported_positions(self) -> tuple[Position, ...]:
        return tuple(self.positions)

    def _on_Stop(self, tag: int, message: m.Stop) -> None:
        self._set_latches(self.latches | Latches.STOPPED_BY_HOST)
        self._all_off(StopReason.STOP_COMMAND)

    def _on_GetSensors(self, tag: int, message: m.GetSensors) -> Verdict:
        return Verdict.ACCEPTED

    def _on_SoundBeep(self, tag: int, message: m.SoundBeep) -> Verdict:
        return Verdict.ACCEPTED

    def _on_Reset(self, tag: int, message: m.Reset) -> Verdict:
        if self.latches & (Latches.EMERGENCY_STOP_PRESSED | Latches.COVER_OPEN):
            return Verdict.LATCHED
        acknowledged = Latches.EMERGENCY_STOP_UNACKNOWLEDGED | Latches.STOPPED_BY_HOST
        if self.latches & acknowledged:
            self._set_latches(self.latches & ~acknowledged | Latches.AWAITING_KEY)
        self._all_off(StopReason.RESET)
        for fault in list(self.faults):
            if fault not in self.causes:
                self.forget(fault)
        self.job = Job(tag, tuple(range(LIFT, LIFT + 4)), Position.HOME)
        return Verdict.ACCEPTED

    def _free(self) -> Verdict | None:
        if self.latches & STOPPING or self.latches & Latches.OVER_TEMPERATURE:
            return Verdict.LATCHED
        return Verdict.BUSY if self.job else None

    def _hatch_may(self) -> Verdict | None:
        if self._free() is not None:
            return self._free()
        if self.moving:
            return Verdict.BUILD_RUNNING
        return Verdict.FAULT_PRESENT if FAULT_OF_HATCH & set(self.faults) else None

    def _on_OpenHatch(self, tag: int, message: m.OpenHatch) -> Verdict:
        return self._hatch_may() or self._begin(tag, (HATCH,), Position.AWAY)

    def _on_CloseHatch(self, tag: int, message: m.CloseHatch) -> Verdict:
        return self._hatch_may() or self._begin(tag, (HATCH,), Position.HOME)

    def _begin(self, tag: int, mechanisms: tuple[int, ...], goal: Position) -> Verdict:
        self.job = Job(tag, mechanisms, goal)
        return Verdict.ACCEPTED

    def _lifts(self, sides: int) -> tuple[int, ...]:
        return tuple(LIFT + side for side in range(4) if sides >> side & 1)

    def _lift_fault(self) -> bool:
        return any(Fault.LIFT_0 <= fault <= Fault.LIFT_3 for fault in self.faults)

    def _on_RaiseLifts(self, tag: int, message: m.RaiseLifts) -> Verdict:
        if self._free() is not None:
            return self._free() or Verdict.BUSY
        if self.moving or self.phase is BuildPhase.SUSPENDED:
            return Verdict.BUILD_RUNNING
        if self._lift_fault():
            return Verdict.FAULT_PRESENT
        if self.positions[HATCH] is not Position.HOME:
            return Verdict.HATCH_NOT_CLOSED
        if any(self.positions[lift] is not Position.HOME for lift in self._lifts(message.sides)):
            return Verdict.LIFT_NOT_HOME
        if self.phase is BuildPhase.READY:
            self.phase = BuildPhase.NONE
        return self._begin(tag, self._lifts(message.sides), Position.AWAY)

    def _on_LowerLifts(self, tag: int, message: m.LowerLifts) -> Verdict:
        if self._free() is not None:
            return self._free() or Verdict.BUSY
        if self.moving:
            return Verdict.BUILD_RUNNING
        return (
            Verdict.FAULT_PRESENT if self._lift_fault() else self._begin(tag, self._lifts(message.sides), Position.HOME)
        )

    def _drum_may(self) -> Verdict | None:
        if any(fault < Fault.SLOW for fault in self.faults):
            return Verdict.FAULT_PRESENT
        if self.positions[HATCH] is not Position.HOME:
            return Verdict.HATCH_NOT_CLOSED
        if any(self.positions[LIFT + side] is not Position.HOME for side in range(4)):
            return Verdict.LIFT_NOT_HOME
        return None

    def _on_Build(self, tag: int, message: m.Build) -> Verdict:
        if self._free() is not None:
            return self._free() or Verdict.BUSY
        if self.moving or self.phase is BuildPhase.SUSPENDED:
            return Verdict.BUILD_RUNNING
        if max(message.quota) > 2 * self.max_stacks:
            return Verdict.BAD_ARGUMENT
        if self._drum_may() is not None:
            return self._drum_may() or Verdict.NOT_NOW
        if any(self.positions[HEAD + side] is not Position.HOME for side in range(4)):
            return Verdict.HEAD_NOT_HOME
        self.quota, self.counts, self.build_tag = message.quota, (0, 0, 0, 0), tag
        return Verdict.ACCEPTED

    def _on_Resume(self, tag: int, message: m.Resume) -> Verdict:
        if self.phase is not BuildPhase.SUSPENDED:
            return Verdict.NO_BUILD
        return self._free() or self._drum_may() or Verdict.ACCEPTED

    def _on_Pause(self, tag: int, message: m.Pause) -> Verdict:
        if not self.moving:
            return Verdict.NO_BUILD
        self.suspend(StopReason.STOP_COMMAND)
        return Verdict.ACCEPTED

    def _on_Cancel(self, tag: int, message: m.Cancel) -> Verdict:
        if self.phase is not BuildPhase.SUSPENDED and not self.moving:
            return Verdict.NO_BUILD
        self._enter(BuildPhase.NONE, StopReason.CANCELLED)
        if self.build_tag is not None:
            self.out.append(Reply(self.build_tag, m.Halted(0, self.clock_us, StopReason.CANCELLED)))
        return Verdict.ACCEPTED

    def _on_ClearFault(self, tag: int, message: m.ClearFault) -> Verdict:
        if message.fault in self.causes or message.fault in (Fault.COVER, Fault.EMERGENCY_STOP):
            return Verdict.FAULT_PRESENT if message.fault in self.faults else Verdict.ACCEPTED
        self.forget(message.fault)
        return Verdict.ACCEPTED

    def _on_Run(self, tag: int, message: m.Run) -> Verdict:
        if self._free() is not None:
            return self._free() or Verdict.BUSY
        if self.phase is BuildPhase.SUSPENDED or self.positions[HATCH] is not Position.HOME:
            return Verdict.NOT_NOW
        return self._begin(tag, (), Position.HOME)

    def _on_Home(self, tag: int, message: m.Home) -> Verdict:
        return self._free() or self._begin(tag, (message.mechanism,), Position.HOME)

    # ------------------------------------------------------------ what happens at the table

    @property
    def moving(self) -> bool:
        return self.waits or self.phase in (BuildPhase.SHUFFLING, BuildPhase.PICKING, BuildPhase.CHECKING)

    def _maybe_go(self) -> None:
        """Starts a build that waits for nothing any more."""
        if self.waits and not self.latches & STOPPING:
            self.waits = False
            self._enter(BuildPhase.PICKING)

    def press(self, *keys: Key) -> None:
        for key in keys:
            self._heard(m.KeyChanged(key, 1, self.clock_us))
            if self.latches & STOPPING == Latches.AWAITING_KEY:
                self._set_latches(self.latches & ~Latches.AWAITING_KEY)
        if set(keys) >= {Key.OPEN, Key.RAISE}:
            self.suspend(StopReason.KEYS)
            self._heard(m.KeyChanged(Key.BOTH, 1, self.clock_us))
        for key in keys:
            self._heard(m.KeyChanged(key, 0, self.clock_us))

    def finish(self) -> None:
        """The motion under way ends well; one that waits for a key does not."""
        if self.job and not self.latches & STOPPING:
            job, self.job = self.job, None
            self._arrive(job)
            self.out.append(Reply(job.tag, m.Done(0, self.clock_us, 900, self.counts)))

    def _arrive(self, job: Job) -> None:
        for mechanism in job.mechanisms:
            self.positions[mechanism] = job.goal

    def finish_build(self, counts: tuple[int, ...] | None = None) -> None:
        self.clock_us += 27_000_000
        self.counts = counts or self.quota
        self._enter(BuildPhase.CHECKING)
        self._enter(BuildPhase.READY)
        if self.build_tag is not None:
            self.out.append(Reply(self.build_tag, m.Done(0, self.clock_us, 27_000, self.counts)))

    def raise_fault(self, fault: Fault, side: int = NO_SIDE, *, seen: bool = False) -> None:
        """A fault; ``seen``: its cause stays until ``causes`` forgets it."""
        if seen:
            self.causes.add(fault)
        if fault in self.faults:
            return
        self.faults[fault] = side
        self._heard(m.FaultRaised(fault, side, self.clock_us, m.Sensors.COUNT_0, 20_000, 35, 12))
        if fault >= Fault.SLOW:
            return
        self.suspend(StopReason.FAULT_ELSEWHERE)
        if fault >= Fault.LIFT_0 and self.job:
            job, self.job = self.job, None
            for mechanism in job.mechanisms:
                self.positions[mechanism] = Position.FAULTED
            self.out.append(Reply(job.tag, m.Failed(0, self.clock_us, fault, side)))

    def forget(self, fault: Fault) -> None:
        if fault in self.faults:
            self._heard(m.FaultCleared(fault, self.faults.pop(fault), self.clock_us))

    def emergency_stop(self, latch: Latches = Latches.EMERGENCY_STOP_PRESSED) -> None:
        stop = latch is Latches.EMERGENCY_STOP_PRESSED
        fault, reason = (Fault.EMERGENCY_STOP, StopReason.EMERGENCY_STOP) if stop else (Fault.COVER, StopReason.COVER)
        self._set_latches(self.latches | latch)
        self._all_off(reason)
        self.causes.add(fault)
        self.raise_fault(fault)

    def release(self) -> None:
        held = self.latches & (Latches.EMERGENCY_STOP_PRESSED | Latches.COVER_OPEN)
        if held:
            self._set_latches(self.latches & ~held | Latches.EMERGENCY_STOP_UNACKNOWLEDGED)
        self.causes -= {Fault.EMERGENCY_STOP, Fault.COVER}

    def suspend(self, reason: StopReason) -> None:
        if self.moving:
            self.waits = False
            self._enter(BuildPhase.SUSPENDED, reason)

    def _all_off(self, reason: StopReason) -> None:
        self.suspend(reason)
        if self.job:
            job, self.job = self.job, None
            for mechanism in job.mechanisms:
                self.positions[mechanism] = Position.UNKNOWN
            self.out.append(Reply(job.tag, m.Halted(0, self.clock_us, reason)))

    def _enter(self, phase: BuildPhase, reason: StopReason = StopReason.NONE) -> None:
        self.phase = phase
        self._heard(m.BuildChanged(phase, reason, self.clock_us, self.counts))

    def _set_latches(self, latches: Latches) -> None:
        self.latches = latches
        self._heard(m.LatchesChanged(latches, self.clock_us))

    def _heard(self, message: m.FromBoard) -> None:
        self.out.append(Notification(message))  # type: ignore[arg-type]
