"""One turn of the cycle: the state as it changes, and the orders, events and timers that come out of it.

The books change only through ``emit``, so they can never differ from the fold over the journal.
"""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from controller.events import Event
from controller.events.machine import BuildRunOut, FaultResolved
from controller.mechanism import faults
from controller.mechanism.agenda import following
from controller.mechanism.evolve import evolve
from controller.mechanism.faults import FaultSpec, declared
from controller.mechanism.inputs import Effects, Order, StartTimer, Timer
from controller.mechanism.invariants import forbidden
from controller.mechanism.state import ActiveFault, Books, Live, State
from controller.mechanism.tasks import HEAD_TURN_MS, MOTIONS, WATCH_MS, Command, Origin, Task, TaskKind
from firmware_bridge import messages as m

NOTICE_MS = 6000
"""How long a sentence about a key that did nothing stays."""


class Turn:
    """Gathers what one input leads to."""

    def __init__(self, state: State) -> None:
        self.state = state
        self.orders: list[Order] = []
        self.events: list[Event] = []
        self.timers: list[StartTimer] = []

    @property
    def books(self) -> Books:
        return self.state.books

    @property
    def live(self) -> Live:
        return self.state.live

    def step(self) -> Effects:
        return Effects(self.state, tuple(self.orders), tuple(self.events), tuple(self.timers))

    # ------------------------------------------------------------ what comes out

    def emit(self, event: Event) -> None:
        """Records what happened. The books follow at once; the journal has it a moment later, and folds the same."""
        self.events.append(event)
        self.state = replace(self.state, books=evolve(self.books, event))

    def change(self, **changes: Any) -> None:
        self.state = replace(self.state, live=replace(self.live, **changes))

    def order(self, message: Command) -> int:
        tag = self.live.tag + 1
        self.change(tag=tag)
        self.orders.append(Order(tag, message))
        return tag

    def start_timer(self, after_ms: int, timer: Timer, serial: int) -> None:
        self.timers.append(StartTimer(after_ms, timer, serial))

    def renew(self, live: Live) -> None:
        """Begins the transient part anew."""
        self.state = replace(self.state, live=live)

    # ------------------------------------------------------------ faults and notices

    def raise_fault(self, fault: ActiveFault) -> None:
        """Declares a fault once; one that was the table's own may become the board's."""
        active = self.books.fault(fault.id)
        if active is None or (active.origin, fault.origin) == ("table", "board"):
            self.emit(declared(fault))

    def clear_fault(self, fault: ActiveFault, by: str) -> None:
        if self.books.fault(fault.id):
            self.emit(FaultResolved(fault.code, fault.side, fault.mechanism, by))

    def declare(self, spec: FaultSpec, **evidence: Any) -> None:
        self.raise_fault(faults.of_table(spec, **evidence))

    def notice(self, key: str) -> None:
        """Answers a key that does nothing now: a short beep and a sentence that stays for a while."""
        serial = self.order(m.SoundBeep(m.Beep.SHORT))
        self.change(notice=key)
        self.start_timer(NOTICE_MS, "notice", serial)

    # ------------------------------------------------------------ the agenda

    def begin(self, tasks: tuple[Task, ...], origin: Origin) -> None:
        """Takes up a new agenda. The former one is over, except its step under way."""
        self.change(agenda=tasks, origin=origin, notice=None, refusal=None)
        self.proceed()

    def proceed(self) -> None:
        """Gives the next order of the agenda, unless one is still under way."""
        while self.live.task is None and self.live.agenda:
            task, rest = self.live.agenda[0], self.live.agenda[1:]
            self.change(agenda=rest)
            self._take(task)

    def drop(self) -> None:
        """Gives the agenda up; where things stand is asked of the board."""
        self.change(task=None, agenda=(), warning=False, kept_key=None)
        if self.live.connected:
            self.order(m.GetSensors())

    def _take(self, task: Task) -> None:
        if task.kind is TaskKind.CONTINUE:
            self.change(agenda=(*following(self.state), *self.live.agenda))
        elif task.kind is TaskKind.RAN_OUT:
            self._ran_out()
        elif task.kind is TaskKind.PAUSE and not self.live.running:
            return
        elif (wrong := forbidden(self.state, task)) is not None:
            self._refuse_to_move(wrong)
        else:
            self._start(task)

    def _ran_out(self) -> None:
        name = self.books.building
        if name is None:
            return
        for fault in self.books.faults:
            if fault.origin == "table" and faults.family_of(fault) is faults.Family.DRUM:
                self.clear_fault(fault, "run-out")
        self.emit(BuildRunOut(name))

    def _refuse_to_move(self, wrong: str) -> None:
        """An order that the books forbid is a mistake of ours: nothing moves until a person has looked."""
        self.change(agenda=(), task=None)
        self.declare(faults.INCONSISTENT, check=wrong)
        self.order(m.Stop(token=0))

    def _start(self, task: Task) -> None:
        if task.kind is TaskKind.DWELL:
            tag = self.live.tag + 1
            self.change(tag=tag, task=replace(task, tag=tag, accepted=True))
            self.start_timer(self.state.setup.dwell_ms, "dwell", tag)
            return
        tag = self.order(self._message(task))
        warned = self.live.origin == "operator" and (task.kind in MOTIONS or task.kind is TaskKind.RESUME)
        self.change(task=replace(task, tag=tag), warning=warned)
        if task.kind is TaskKind.RAISE:
            self.change(lifted=frozenset(), half_raised=False)
        if task.kind is TaskKind.BUILD:
            self.change(phase=m.BuildPhase.NONE, counts=(0, 0, 0, 0), began_us=None, build_tag=tag)
        self.start_timer(WATCH_MS, "watch", tag)

    def _message(self, task: Task) -> Command:
        if task.kind is TaskKind.BUILD:
            return self._build()
        if task.kind is TaskKind.RUN_OUT and task.mechanism is not None:
            return m.Run(task.mechanism, m.Direction.FORWARD, HEAD_TURN_MS)
        if task.kind is TaskKind.HOME and task.mechanism is not None:
            return m.Home(task.mechanism)
        if task.kind is TaskKind.CLEAR and task.fault is not None:
            return m.ClearFault(task.fault)
        if task.kind in (TaskKind.RAISE, TaskKind.LOWER):
            return m.RaiseLifts(task.sides) if task.kind is TaskKind.RAISE else m.LowerLifts(task.sides)
        return _PLAIN[task.kind]

    def _build(self) -> m.Build:
        options = m.BuildOptions(0)
        if self.books.board and "colour-sensors" in self.books.board.capabilities:
            options |= m.BuildOptions.CHECK_COLOUR
            if self.books.in_drum == "B":
                options |= m.BuildOptions.EXPECT_COLOUR_B
        setup = self.state.setup
        return m.Build(self.books.plan.quota, setup.gap_ms, setup.shuffle_ms, options)


_PLAIN: dict[TaskKind, Command] = {
    TaskKind.RESET: m.Reset(),
    TaskKind.OPEN: m.OpenHatch(),
    TaskKind.CLOSE: m.CloseHatch(),
    TaskKind.PAUSE: m.Pause(),
    TaskKind.RESUME: m.Resume(),
    TaskKind.CANCEL: m.Cancel(),
}
