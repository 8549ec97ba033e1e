"""A whole table that lives in an event loop: board, machine, wire, and if wanted a pseudo-terminal.

Time is the loop's time. In a :class:`VirtualTimeLoop` the machine is a world of its clock: it runs in leaps while the
loop is idle and is exact at any speed. In any other loop it is woken every millisecond while something happens, and
every few milliseconds while nothing does.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Coroutine, Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from typing import Any, Final

from hardware.profiles import PROFILES

from . import store
from .assembly import TICK_US, Assembly
from .chip import EVERYTHING, BoardChip, LibraryChip
from .errors import CommandError, SimulatorError
from .faults import Faults
from .parts import DISC, LIFT, Capability, ResetCause
from .plant import Plant
from .pty_port import PtyPort
from .rates import draw
from .snapshot import snapshot
from .travel import NEVER
from .virtual_time import VirtualTimeLoop

IDLE_TICK_US: Final = 4_000
_IDLE_AFTER_US: Final = 25_000
_QUIET_AFTER_US: Final = 2_000
"""The board answers what it is asked within a tick or two of its own."""
_SAVE_US: Final = 1_000_000
"""Between saves while tiles move, in real time."""
_FASTEST_SAVED: Final = 60.0


def host_board(serial: int = 1, capabilities: Capability = EVERYTHING) -> LibraryChip:
    """The firmware core, built for this computer. Raises what the build raises when there is no C compiler."""
    from hardware.firmware.build import host_library

    return LibraryChip(host_library(), serial, capabilities)


class SimulatedTable:
    """``strict``: nonsense raises :class:`PlantAbuse` out of :meth:`run`; otherwise it shows as ``broken``.

    ``state``: file to go on from and to save to. ``link``: path of the pseudo-terminal; with ``terminal`` False the
    wire ends in :meth:`host_write` and :attr:`on_host_bytes`. ``faulty``: faults come at their rates by themselves.
    ``reset_on_open``: opening the port resets the board, as on boards with automatic reset.
    """

    plant: Plant
    faults: Faults

    def __init__(
        self,
        chip: BoardChip,
        profile: str = "normal",
        seed: int = 0,
        *,
        strict: bool = False,
        capabilities: Capability = EVERYTHING,
        terminal: bool = False,
        link: Path | None = None,
        state: Path | None = None,
        faulty: bool = False,
        reset_on_open: bool = False,
    ) -> None:
        if profile not in PROFILES:
            raise CommandError("bad-argument", "profile", f"there is no profile {profile!r}: {', '.join(PROFILES)}")
        self.plant = Plant(PROFILES[profile], seed, strict=strict, capabilities=capabilities)
        saved = store.read_file(state) if state else None
        if saved:
            store.load_plant(self.plant, saved["plant"])
            _boot_with(chip, store.saved_nvm(saved))
        self.assembly = Assembly(chip, self.plant)
        self.faults = Faults(self.assembly)
        if saved:
            self.faults.restore(store.saved_faults(saved))
        self.port = PtyPort(self.host_write, self._port_opened, link) if terminal else None
        self._state, self._faulty, self._reset_on_open = state, faulty, reset_on_open
        self._loop: asyncio.AbstractEventLoop | None = None
        self._origin = 0.0
        self._wake: asyncio.Future[None] | None = None
        self._saved = (0, -1, b"")
        self._save_us = _SAVE_US
        self._loads = self.plant.loads
        self._tasks: set[asyncio.Task[Any]] = set()
        self._started: asyncio.Event = asyncio.Event()
        self.on_host_bytes: Callable[[bytes], None] = self.port.write if self.port else _discard

    # ------------------------------------------------------------ life

    async def run(self) -> None:
        """Runs until cancelled. Raises :class:`PlantAbuse` if strict, :class:`TilesLost` never."""
        loop = self._loop = asyncio.get_running_loop()
        self._origin = loop.time() - self.assembly.now / 1e6
        if self.port:
            self.port.open()
        self._started.set()
        try:
            if isinstance(loop, VirtualTimeLoop):
                await self._live_in(loop)
            while True:
                self._sync()
                await self._sleep(loop)
        finally:
            self._end()

    async def _live_in(self, loop: VirtualTimeLoop) -> None:
        """As a world of the loop's clock; raises what goes wrong there."""
        self._wake = loop.create_future()
        self._save_us = round(_SAVE_US * max(1.0, min(loop.speed, _FASTEST_SAVED)))
        loop.attach(self)
        try:
            await self._wake
        finally:
            loop.detach(self)

    def run_to(self, when: float) -> float:
        """See :class:`World`."""
        try:
            self.assembly.advance_until_heard(self._machine_time(when))
            self._look_after()
        except SimulatorError as error:
            if self._wake and not self._wake.done():
                self._wake.set_exception(error)
            return when
        if self.assembly.heard and self._loop:
            self._loop.call_soon(self._deliver)
            return min(when, self._origin + self.assembly.now / 1e6)
        return when

    @property
    def quiet(self) -> bool:
        """See :class:`World`: no motor turns, the wire is empty, and the board neither spoke nor heard a moment ago."""
        assembly = self.assembly
        return (
            assembly.now - assembly.last_activity >= _QUIET_AFTER_US
            and assembly.wire.due == NEVER
            and not any(self.plant.live)
        )

    @property
    def moves(self) -> bool:
        """Whether a motor turns, or people have their hands in it."""
        return any(self.plant.live) or bool(self._tasks)

    def _machine_time(self, when: float) -> int:
        return round((when - self._origin) * 1e6)

    def _deliver(self) -> None:
        if data := self.assembly.take_heard():
            self.on_host_bytes(data)

    async def begin(self) -> asyncio.Task[None]:
        """Runs in a task of its own and returns when the port is there. Raises what ``run`` raises before that, such as
        ``NoTerminalError``."""
        running = asyncio.create_task(self.run(), name="simulator")
        started = asyncio.create_task(self.started())
        await asyncio.wait({running, started}, return_when=asyncio.FIRST_COMPLETED)
        started.cancel()
        if running.done():
            running.result()
        return running

    async def started(self) -> None:
        """Waits until the port is there."""
        await self._started.wait()

    @property
    def path(self) -> Path | None:
        """Where a host opens the port; None while it is unplugged or without a terminal."""
        return self.port.path if self.port else None

    async def _sleep(self, loop: asyncio.AbstractEventLoop) -> None:
        now = self.assembly.now
        busy = any(self.plant.live) or now - self.assembly.last_activity < _IDLE_AFTER_US
        due = min(max(self.assembly.next_change(), now + 1), now + (TICK_US if busy else IDLE_TICK_US))
        wake = self._wake = loop.create_future()
        timer = loop.call_at(self._origin + due / 1e6, _rouse, wake)
        try:
            await wake
        finally:
            timer.cancel()

    def _sync(self) -> None:
        """Brings the machine to the loop's time."""
        if self._loop is None:
            return
        self.assembly.advance_to(self._machine_time(self._loop.time()))
        self._look_after()
        self._deliver()

    def _look_after(self) -> None:
        self._after_load()
        self._save_if_due()

    def _nudge(self) -> None:
        """Something new may be due earlier than what is slept for."""
        self.assembly.settle()
        if self._wake and not isinstance(self._loop, VirtualTimeLoop):
            _rouse(self._wake)

    def _end(self) -> None:
        for task in self._tasks:
            task.cancel()
        if self.port:
            self.port.close()
        self.save()
        self._loop = None

    # ------------------------------------------------------------ the host's end of the wire

    def host_write(self, data: bytes) -> None:
        """Bytes from the host enter the wire now."""
        self._sync()
        self.assembly.host_write(data)
        self._nudge()

    def _port_opened(self) -> None:
        if self._reset_on_open:
            self._sync()
            self.assembly.reset_board(ResetCause.EXTERNAL)

    # ------------------------------------------------------------ people

    @contextmanager
    def hands_on(self) -> Iterator[None]:
        """What somebody does to the plant or its faults within this, the board sees at this moment."""
        self._sync()
        try:
            yield
        finally:
            self.plant.touch()
            self._nudge()
        self._follow_plug()

    def inject(self, text: str) -> None:
        """A fault as a command line names it: ``"head-jam:2"``. Raises :class:`CommandError`."""
        with self.hands_on():
            self.faults.inject_words(text)

    def snapshot(self) -> dict[str, Any]:
        """The whole table as JSON, at this moment."""
        self._sync()
        return snapshot(self.assembly, self.faults)

    def let(self, people: Coroutine[Any, Any, object]) -> None:
        """Lets people do something that takes time. Raises :class:`CommandError` while others are at it, or outside a
        loop."""
        if self._tasks or self._loop is None:
            people.close()
            busy = CommandError("hands-busy", "action", "people are already changing hands")
            raise busy if self._tasks else CommandError("not-running", "action", "the table is not running")
        task = self._loop.create_task(people)
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    def _follow_plug(self) -> None:
        plugged = self.assembly.wire.plugged
        if not self.port or not self._loop or plugged == (self.port.path is not None):
            return
        if plugged:
            self.port.open()
        else:
            self.port.close()

    def _after_load(self) -> None:
        """With ``faulty``: what will go wrong in the cycle that has just begun."""
        if self._loads == self.plant.loads:
            return
        self._loads = self.plant.loads
        if self._faulty and self._loop:
            for fault in draw(self.plant.randoms["faults"], self.plant.profile.fault_scale):
                self._loop.call_later(fault.after, self._go_wrong, fault.name, fault.arguments)

    def _go_wrong(self, fault: str, arguments: Mapping[str, Any]) -> None:
        if self._loop:
            with self.hands_on():
                self.faults.inject(fault, arguments)

    # ------------------------------------------------------------ the state on disk

    def save(self) -> None:
        """Writes the state file, if there is one."""
        if self._state:
            store.write_file(self._state, store.dump_table(self.plant, self.assembly.chip.nvm(), self.faults))
            self._saved = (self.assembly.now, self.plant.changes, self._moving())

    def _save_if_due(self) -> None:
        """At once when disc, lifts or hatch start or stop, so that what the host hears of is on disk before."""
        if not self._state:
            return
        at, changes, moving = self._saved
        stale = self.plant.changes != changes and self.assembly.now - at >= self._save_us
        if stale or moving != self._moving():
            self.save()

    def _moving(self) -> bytes:
        return bytes((self.plant.live[DISC] > 0, *self.plant.live[LIFT:]))


def _discard(_data: bytes) -> None:
    """Nobody is at the host's end."""


def _rouse(sleeper: asyncio.Future[None]) -> None:
    if not sleeper.done():
        sleeper.set_result(None)


def _boot_with(chip: BoardChip, nvm: bytes) -> None:
    """A power-on reset with this non-volatile memory in place."""
    chip.power(False)
    chip.load_nvm(nvm)
    chip.power(True)
