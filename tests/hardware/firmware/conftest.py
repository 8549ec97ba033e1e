"""A table around the real firmware: a host's end of the link, a small plant, and the library built from the sources.

The plant is as simple as the seam allows (straight travels, a tile every 300 ms on a side that picks), so that each
test says what it changes.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any, TypeVar

import pytest

from firmware_bridge import messages as m
from firmware_bridge.session import HostSession, Phase
from hardware.firmware import build
from hardware.simulator.chip import EVERYTHING, LibraryChip
from hardware.simulator.parts import Capability, Inputs, Key, ResetCause

DISC, PICK, HEAD, LIFT, HATCH = 0, 1, 5, 9, 13
COUNT, FULL, HEAD_HOME, LIFT_UP, LIFT_HOME, HATCH_OPEN, HATCH_CLOSED, COVER, STOP_BUTTON, COLOUR = (
    0, 4, 8, 12, 16, 20, 21, 22, 23, 24,
)  # fmt: skip
STALL = 20
Found = TypeVar("Found")


class Plant:
    """Mechanisms between the motor bytes and the sensor bits, one millisecond at a time."""

    def __init__(self) -> None:
        self.hatch = 0.0
        self.lift = [0.0] * 4
        self.head = [0.0] * 4
        self.supply = [999] * 4
        self.channel = [0] * 4
        self.pushed = [0] * 4
        self.forced: dict[int, bool] = {}
        self.jammed: set[int] = set()
        self.slow: dict[int, float] = {}
        self.currents: dict[int, int] = {}
        self.tile_ms = 300
        self._due = [0] * 4
        self._high = [0] * 4
        self.counting: list[bool] = [True] * 4

    def step(self, motors: bytes) -> None:
        for side in range(4):
            self._pick(side, motors[PICK + side] == 1 and motors[DISC] != 0)
            if PICK + side not in self.jammed:
                self._turn_head(side, self._speed(HEAD + side, motors, 350))
            self.lift[side] = (self.lift[side] + self._speed(LIFT + side, motors, 2400)) % 1.0
        self.hatch = min(1.0, max(0.0, self.hatch + self._speed(HATCH, motors, 2000)))

    def _speed(self, motor: int, motors: bytes, full_ms: int) -> float:
        if motor in self.jammed:
            return 0.0
        return {0: 0, 1: 1, 2: -1}[motors[motor]] / (full_ms * self.slow.get(motor, 1.0))

    def _pick(self, side: int, on: bool) -> None:
        self._high[side] = max(0, self._high[side] - 1)
        self._due[side] = max(0, self._due[side] - 1) if on else self._due[side]
        if on and not self._due[side] and self.supply[side]:
            self.drop(side)
            self._due[side] = self.tile_ms

    def drop(self, side: int) -> None:
        """A tile passes the counter."""
        self.supply[side] -= 1
        self.channel[side] += 1
        self._high[side] = 80 if self.counting[side] else 0

    def _turn_head(self, side: int, part: float) -> None:
        before, now = self.head[side], self.head[side] + part
        if before < 0.5 <= now:
            self.channel[side] -= min(2, self.channel[side])
            self.pushed[side] += 1
        self.head[side] = now % 1.0

    def inputs(self, motors: bytes, keys: int, supply_low: bool) -> Inputs:
        bits = 0
        for side in range(4):
            bits |= bool(self._high[side]) << (COUNT + side)
            bits |= (self.channel[side] >= 6) << (FULL + side)
            bits |= (min(self.head[side], 1 - self.head[side]) < 0.02) << (HEAD_HOME + side)
            bits |= (abs(self.lift[side] - 0.5) < 0.01) << (LIFT_UP + side)
            bits |= (min(self.lift[side], 1 - self.lift[side]) < 0.01) << (LIFT_HOME + side)
        bits |= (self.hatch >= 1.0) << HATCH_OPEN | (self.hatch <= 0.0) << HATCH_CLOSED
        for bit, level in self.forced.items():
            bits = bits | 1 << bit if level else bits & ~(1 << bit)
        usual = [0 if not on else STALL if n in self.jammed else 5 for n, on in enumerate(motors)]
        currents = bytes(self.currents.get(n, usual[n]) if on else 0 for n, on in enumerate(motors))
        return Inputs(bits, keys, 0, 25, supply_low, currents)


class Rig:
    """Board, plant and host in one virtual time."""

    def __init__(self, library: Path, capabilities: Capability = EVERYTHING) -> None:
        self.chip = LibraryChip(library, serial=0x1122334455667788, capabilities=capabilities)
        self.plant = Plant()
        self.keys = 0
        self.supply_low = False
        self.temperature = 25
        self.gear = 0
        self.arrivals: list[Any] = []
        self.motors_seen: set[int] = set()
        self.talking = True
        self.lose: Callable[[bytes], bytes] = lambda data: data
        self.lose_answers: Callable[[bytes], bytes] = lambda data: data
        self._command = 100
        self._nonce = 0x5EED
        self.session = self._new_session()

    @property
    def ms(self) -> int:
        return self.chip.now_us() // 1000

    @property
    def now(self) -> float:
        return self.chip.now_us() / 1e6

    def _new_session(self) -> HostSession:
        self._nonce += 1
        return HostSession(self._nonce, self.now)

    # ---- time

    def run(self, ms: int) -> None:
        for _ in range(ms):
            self._tick()

    def _tick(self) -> None:
        self.exchange()
        motors = self.chip.motors()
        self.motors_seen |= {n for n, on in enumerate(motors) if on}
        self.plant.step(motors)
        self.apply()
        left = 1000
        while left:
            left -= self.chip.step(left)

    def apply(self) -> None:
        inputs = self.plant.inputs(self.chip.motors(), self.keys, self.supply_low)
        self.chip.apply(replace(inputs, temperature=self.temperature, gear=self.gear))

    def exchange(self) -> None:
        if self.talking:
            self.session.poll(self.now)
            data = self.lose(self.session.take_urgent() + self.session.take())
            if data:
                self.chip.receive(data)
        answer = self.lose_answers(self.chip.transmit())
        if answer and self.talking:
            self.arrivals += self.session.receive(answer, self.now)

    def until(self, found: Callable[[], Found], limit_ms: int = 10_000) -> Found:
        for _ in range(limit_ms):
            result = found()
            if result:
                return result
            self._tick()
        raise AssertionError(f"not within {limit_ms} ms; last arrivals: {self.arrivals[-8:]}")

    # ---- host

    def connect(self) -> m.Welcome:
        self.session = self._new_session()
        self.until(lambda: self.session.phase is Phase.OPEN, 1000)
        assert self.session.welcome is not None
        return self.session.welcome

    def send(self, message: Any) -> int:
        """Sends a command and returns its id."""
        self._command += 1
        self.session.send(replace(message, command=self._command), self.now)
        return self._command

    def answer(self, command: int) -> m.Answer:
        return self.until(lambda: self.last(m.Answer, command=command), 1000)

    def ask(self, message: Any) -> m.Verdict:
        return self.answer(self.send(message)).verdict

    def accepted(self, message: Any) -> int:
        command = self.send(message)
        answer = self.answer(command)
        assert answer.verdict is m.Verdict.ACCEPTED, answer
        return command

    def do(self, message: Any, limit_ms: int = 60_000) -> m.Done:
        command = self.accepted(message)
        return self.until(lambda: self.last(m.Done, command=command), limit_ms)

    def last(self, kind: type[Found], **fields: Any) -> Found | None:
        for arrival in reversed(self.arrivals):
            if isinstance(arrival, kind) and all(getattr(arrival, k) == v for k, v in fields.items()):
                return arrival
        return None

    def all(self, kind: type[Found]) -> list[Found]:
        return [arrival for arrival in self.arrivals if isinstance(arrival, kind)]

    def faults(self) -> list[tuple[m.Fault, int]]:
        return [(raised.fault, raised.side) for raised in self.all(m.FaultRaised)]

    # ---- person

    def press(self, *keys: Key) -> None:
        self.keys = sum(1 << key for key in keys)
        self.run(40)
        self.keys = 0
        self.run(40)

    def ready(self) -> Rig:
        """Connected, and a key was pressed after power-on."""
        self.connect()
        self.press(Key.DICE_0)
        return self

    # ---- board

    def motors(self) -> set[int]:
        return {n for n, on in enumerate(self.chip.motors()) if on}

    def latches(self) -> m.Latches:
        changed = self.last(m.LatchesChanged)
        assert self.session.welcome is not None
        return changed.latches if changed else self.session.welcome.latches

    def reset(self, cause: ResetCause = ResetCause.EXTERNAL) -> None:
        self.chip.reset(cause)


@pytest.fixture(scope="session")
def library() -> Path:
    try:
        return build.host_library()
    except build.NoCompilerError as error:
        pytest.skip(f"firmware tests: {error.remedy}")


@pytest.fixture
def make_rig(library: Path) -> Iterator[Callable[..., Rig]]:
    rigs: list[Rig] = []

    def make(capabilities: Capability = EVERYTHING) -> Rig:
        rigs.append(Rig(library, capabilities))
        return rigs[-1]

    yield make
    for rig in rigs:
        rig.chip.close()


@pytest.fixture
def rig(make_rig: Callable[..., Rig]) -> Rig:
    return make_rig().ready()


@pytest.fixture
def cold(make_rig: Callable[..., Rig]) -> Rig:
    """Power has just been switched on; nobody has connected or pressed a key."""
    return make_rig()
