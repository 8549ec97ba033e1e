"""The whole simulated table under a host and people who do anything in any order, with faults.

The board must not break the machine and not move anything unasked, and no tile may be lost, which the plant checks at
every event."""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from random import Random

import pytest

from firmware_bridge import messages as m
from firmware_bridge.session import HostSession, Phase
from hardware.firmware import build
from hardware.firmware.fuzz.targets import copy_sources
from hardware.simulator.actions import act
from hardware.simulator.chip import LibraryChip
from hardware.simulator.errors import CommandError
from hardware.simulator.parts import DISC, HATCH, HEAD, LIFT, MOTORS, Key
from hardware.simulator.table import SimulatedTable, host_board
from hardware.simulator.virtual_time import run

SEEDS = range(6)
STEPS = 60
LOOK_S = 0.01
DEADMAN_S = 0.32
AJAR = 0.03
"""Of the hatch's way: further than it moves within the time of a debounced switch."""
WORDS = {key: key.name.lower().replace("_", "-") for key in Key}
HONEST_FAULTS = (
    ("tile-left-out", {}), ("other-set-tile", {}), ("head-jam", {"side": 1}), ("channel-jam", {"side": 2}),
    ("dead-count", {"side": 0}), ("double-count", {"side": 3}), ("lift-not-home", {"side": 0}),
    ("lift-blocked", {"side": 2}), ("hatch-blocked", {"way": "closing"}), ("hatch-blocked", {"way": "opening"}),
    ("disc-jam", {}), ("slow-motor", {"mechanism": "hatch", "factor": 2}),
    ("slow-motor", {"mechanism": "lift.1", "factor": 2}), ("emergency-stop", {}), ("cover-open", {}),
    ("supply-low", {}), ("key-bounce", {"presses": 5}), ("board-reset", {"cause": "watchdog"}),
    ("board-reset", {"cause": "brown-out"}), ("power-cut", {"seconds": 0.3}), ("unplug", {}),
    ("link-flip", {"rate": 0.002}), ("link-lose", {"rate": 0.002}), ("link-double", {"rate": 0.002}),
)  # fmt: skip
"""Everything that leaves the sensors telling the truth: what a board sees wrongly it cannot be blamed for."""
HANDS: tuple[dict[str, object], ...] = (
    {"action": "press-both", "held_ms": 100}, {"action": "gather"}, {"action": "push-in"}, {"action": "put-found-tile"},
    {"action": "bring-set", "set": "A", "tiles": 40}, {"action": "take-extra", "side": 1},
)  # fmt: skip
PLAN = (8, 8, 8, 8)


class Restless:
    """A host that gives any command at any time, and hands that do anything."""

    def __init__(self, table: SimulatedTable, seed: int) -> None:
        self.table, self.random = table, Random(seed)
        self.session = self._open(1)
        self._nonce, self._command = 1, 0
        self.talks = True
        table.on_host_bytes = self._hear
        self._steps = 0
        self._evening: list[tuple[Callable[[], m.Command], dict[str, object]]] = [
            (m.Reset, {}), (m.OpenHatch, {"action": "bring-set", "set": "A", "tiles": 40}), (m.GetSensors, {}),
            (m.CloseHatch, {"action": "push-in"}), (m.GetSensors, {}), (self._build, {}), (m.Resume, {}),
            (m.GetSensors, {}), (m.GetSensors, {}), (lambda: m.RaiseLifts(sides=15), {}),
            (lambda: m.LowerLifts(sides=15), {}), (m.Cancel, {"action": "gather"}),
        ]  # fmt: skip
        self._said: list[Callable[[], m.Command]] = [
            m.OpenHatch, m.CloseHatch, m.OpenHatch, m.CloseHatch, m.Reset, m.Pause, m.Resume, m.Resume, m.Cancel,
            lambda: m.RaiseLifts(sides=self.random.choice((15, 15, 1, 6))),
            lambda: m.LowerLifts(sides=self.random.choice((15, 15, 1, 6))),
            lambda: m.Home(mechanism=self.random.choice((m.Mechanism.ALL, m.Mechanism.LIFT_0, m.Mechanism.HEAD_1))),
            self._build, self._build, self._step,
            lambda: m.ClearFault(fault=self.random.choice(list(m.Fault))),
        ]  # fmt: skip

    def _open(self, nonce: int) -> HostSession:
        return HostSession(nonce, asyncio.get_running_loop().time())

    def _build(self) -> m.Build:
        plan = self.random.choice((PLAN, (0, 4, 4, 0), (1, 2, 3, 4)))
        return m.Build(quota=plan, gap_ms=2000, shuffle_ms=self.random.choice((0, 400)), options=m.BuildOptions(0))

    def _step(self) -> m.Run:
        mechanism = self.random.choice((m.Mechanism.DISC, m.Mechanism.HEAD_2, m.Mechanism.HATCH))
        return m.Run(mechanism=mechanism, direction=self.random.choice(list(m.Direction)), duration_ms=400)

    def _hear(self, data: bytes) -> None:
        self.session.receive(data, asyncio.get_running_loop().time())
        self._flush()

    def _flush(self) -> None:
        now = asyncio.get_running_loop().time()
        if self.session.phase is Phase.OVER:
            self._renew()
        self.session.poll(now)
        data = self.session.take_urgent() + self.session.take()
        if data and self.talks:
            self.table.host_write(data)

    def _renew(self) -> None:
        self._nonce += 1
        self.session = self._open(self._nonce)

    async def talk(self) -> None:
        while True:
            self._flush()
            await asyncio.sleep(0.01)

    async def live(self, steps: int) -> None:
        deeds = (self._say, self._say, self._press, self._hands, self._fault, self._cure, self._link)
        for _ in range(steps):
            if self.random.random() < 0.6:
                await self._next()
            else:
                self.random.choice(deeds)()
                await asyncio.sleep(self.random.choice((0.005, 0.05, 0.3, 0.8, 2.5)))

    def _say(self) -> None:
        self._send(self.random.choice(self._said)())

    def _send(self, message: m.Command) -> None:
        if self.session.phase is not Phase.OPEN:
            return
        self._command = self._command % 60_000 + 1
        self.session.send(replace(message, command=self._command), asyncio.get_running_loop().time())
        self._flush()

    async def _next(self) -> None:
        """The next step of a sensible evening, after putting right what is wrong."""
        self.talks = True
        self._cure()
        if self.random.random() < 0.3:
            self._send(m.Reset())
            await asyncio.sleep(0.1)
        self._do({"action": "press", "key": "dice-0", "held_ms": 100})
        await asyncio.sleep(0.2)
        step, hands = self._evening[self._steps % len(self._evening)]
        self._steps += 1
        if hands:
            self._do(hands)
        self._send(step())
        await asyncio.sleep(2)

    def _press(self) -> None:
        key = self.random.choice((Key.OPEN, Key.OPEN, Key.RAISE, Key.DICE_0))
        self._do({"action": "press", "key": WORDS[key], "held_ms": 100})

    def _hands(self) -> None:
        self._do(self.random.choice(HANDS))

    def _fault(self) -> None:
        fault, arguments = self.random.choice(HONEST_FAULTS)
        self._do({"action": "fault", "fault": fault, "arguments": arguments})

    def _cure(self) -> None:
        for fault in self.table.faults.active():
            self._do({"action": "clear-fault", "fault": fault.name})

    def _link(self) -> None:
        what = self.random.randrange(4)
        if what == 0:
            self.talks = not self.talks
        elif what == 1:
            self._renew()
        elif what == 2:
            self.session.stop(self.random.randrange(1, 60_000), asyncio.get_running_loop().time())
            self._flush()

    def _do(self, command: dict[str, object]) -> None:
        with contextlib.suppress(CommandError):  # hands cannot do that now
            act(self.table, command)


class Watch:
    """What the plant does not know: who may move what and when. It looks every few milliseconds."""

    def __init__(self, table: SimulatedTable, restless: Restless) -> None:
        self.table, self.restless = table, restless
        self.silent_since: float | None = None
        self.key_seen = False
        self.broken: list[str] = []
        self.ran: set[int] = set()

    async def look(self) -> None:
        loop = asyncio.get_running_loop()
        while True:
            self._look(loop.time())
            await asyncio.sleep(LOOK_S)

    def _look(self, now: float) -> None:
        plant = self.table.plant
        live, lifts_home = plant.live, all(side.lift_home(plant.now) for side in plant.sides)
        self.key_seen = self.key_seen or plant.keys.held > 0
        self.ran |= {motor for motor, on in enumerate(live) if on}
        silence = self._silence(now)
        wrongs = {
            "the host is silent": any(live[DISC:LIFT]) and silence > DEADMAN_S,
            "the hatch is open": any(live[DISC:LIFT]) and plant.hatch.at(plant.now) > AJAR,
            "a lift is away from the heads": any(live[HEAD:LIFT]) and not lifts_home,
            "no key was ever pressed": any(live) and not self.key_seen,
            "the hatch moves too": live[HATCH] and any(live[:HATCH]),
        }
        self.broken += [f"{now:.3f}: motors {live.hex()} run, but {wrong}" for wrong, so in wrongs.items() if so]

    def _silence(self, now: float) -> float:
        if self.restless.talks and self.table.assembly.wire.plugged:
            self.silent_since = None
            return 0.0
        self.silent_since = now if self.silent_since is None else self.silent_since
        return now - self.silent_since


async def _evening(seed: int, chip: LibraryChip) -> tuple[list[str], set[int]]:
    """What broke, and which motors ran at all."""
    table = SimulatedTable(chip, "fast", seed, strict=True)
    running = asyncio.create_task(table.run())
    await table.started()
    restless = Restless(table, seed)
    watch = Watch(table, restless)
    others = [asyncio.create_task(restless.talk()), asyncio.create_task(watch.look())]
    life = asyncio.create_task(restless.live(STEPS))
    try:
        await asyncio.wait((running, life, *others), return_when=asyncio.FIRST_COMPLETED)
        for task in (running, life, *others):
            if task.done():
                task.result()
        table.plant.places.check()
    finally:
        for task in (life, *others, running):
            task.cancel()
        await asyncio.gather(running, life, *others, return_exceptions=True)
    return watch.broken, watch.ran


@pytest.fixture(scope="module", autouse=True)
def _compiler() -> None:
    try:
        build.find_compiler()
    except build.NoCompilerError as error:
        pytest.skip(f"the table with its firmware: {error.remedy}")


@pytest.mark.parametrize("seed", SEEDS)
def test_a_restless_evening_breaks_nothing(seed: int) -> None:
    broken, _ = run(_evening(seed, host_board()))
    assert broken == []


def test_the_evenings_move_everything() -> None:
    ran: set[int] = set()
    for seed in SEEDS[:4]:
        ran |= run(_evening(seed, host_board()))[1]
    assert ran == set(range(MOTORS))


def test_a_board_without_dead_man_is_seen(tmp_path: Path) -> None:
    name, right, wrong, words = "latch.c", "        motion_deadman(b);\n", "", "the host is silent"
    core = copy_sources(tmp_path)
    text = (core / name).read_text()
    assert text.count(right) == 1, "the source has changed: plant the mistake anew"
    (core / name).write_text(text.replace(right, wrong))
    units = [str(unit) for folder in ("core", "hal_sim") for unit in (tmp_path / folder).glob("*.c")]
    flags = (*build.HOST_FLAGS, build._define("BUILD_HASH", build.build_hash()))
    library = build._built(tmp_path / "board.so", (*build.find_compiler().command, *flags, *units))
    broken = [wrong for seed in SEEDS for wrong in run(_evening(seed, LibraryChip(library)))[0]]
    assert any(words in wrong for wrong in broken)
