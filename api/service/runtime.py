"""The parts of a running table, put together and taken apart in the right order. HTTP is added by
``api.service.service``.

The journal is opened first and closed last; the board comes when the state is known; the simulated table, where there
is one, lives in the same loop behind a real pseudo-terminal.
"""

from __future__ import annotations

import asyncio
import logging
import math
import random
import secrets
import threading
from collections.abc import AsyncIterator, Callable
from concurrent.futures import Executor, Future
from contextlib import asynccontextmanager
from datetime import UTC, datetime
from typing import TYPE_CHECKING, Final, ParamSpec, TypeVar

from api.access.access import Access, MatchBounds, rules_of
from api.access.folder import FOLDER as ACCESS
from api.access.hall_grants import HallGrants
from api.access.keys import HeldKeys
from api.access.pairings import Pairings
from api.access.store import AccessStore
from api.http.loopback import is_loopback
from api.mqtt.table_publisher import TablePublisher
from api.peers.rounds import PeerRounds
from api.service.version import version
from api.uplink.orders import CommandOfOrder, OrderDesk
from api.uplink.releases import ReleaseBox
from api.uplink.uplink import Uplink
from controller.config import Config
from controller.events.match import MatchAbandoned, MatchEnded, MatchStarted
from controller.fairness.entropy import kernel_ready, serial_number
from controller.fairness.hardware_generator import HardwareGenerator
from controller.fairness.keeper import Origin, SeedKeeper
from controller.fairness.vault import FOLDER as SECRETS
from controller.journal.patrol import JournalPatrol
from controller.journal.store import Journal
from controller.rules.seats import Seat
from controller.table.panel_watch import PanelWatch
from controller.table.table import Table
from controller.upkeep.watch import FILE_NAME, Upkeep
from firmware_bridge.board import Board, BoardState
from firmware_bridge.discovery import serial_port
from firmware_bridge.messages import FALLBACK_BAUD, FromBoard, KeyChanged
from firmware_bridge.transport import OpenTransport
from hardware.panel import Panel, open_gpio
from hardware.simulator.table import SimulatedTable, host_board
from hardware.simulator.virtual_time import VirtualTimeLoop

if TYPE_CHECKING:
    from api.https.certificates import Certificates

log = logging.getLogger("jantaku.service")
_P = ParamSpec("_P")
_T = TypeVar("_T")
PLACE_SECONDS: Final = 2.0
"""Between looks whether the journal's file still has its name; every command looks as well."""

GENERATOR_SECONDS: Final = 60.0
"""Between tests of the hardware generator."""


def utc_now() -> datetime:
    return datetime.now(UTC)


class Runtime:
    """What the routes reach. ``table`` is None until the journal has been read.

    ``problem`` (an error with ``code``, ``detail``, ``remedy``) says why it stays None.
    """

    def __init__(self, config: Config, now: Callable[[], datetime] = utc_now) -> None:
        self.config = config
        self.table: Table | None = None
        self.board: Board | None = None
        self.upkeep: Upkeep | None = None
        self.simulator: SimulatedTable | None = None
        self.peers: PeerRounds | None = None
        """Of a table with peers."""
        self.mqtt: TablePublisher | None = None
        """Of a table that publishes to a broker."""
        self.uplink: Uplink | None = None
        """Of a table in real time."""
        self.command_of_order: CommandOfOrder | None = None
        """What orders of a hall lead to: given by the application, which knows the commands as they are sent."""
        self.release_box: Callable[[Callable[[], Table]], ReleaseBox] | None = None
        """The updates of this computer for the hall, made from whoever knows the table; given by the application."""
        self.problem: Exception | None = None
        self.awake = asyncio.Event()
        """There is a table, or there will be none (``problem``)."""
        self.serving: asyncio.Task[None] | None = None
        self.certificates: Certificates | None = None
        """Of a service that encrypts."""
        self.generator = HardwareGenerator()
        rules = rules_of(config, is_loopback(config.http.host))
        self.access = Access(rules, AccessStore(config.table.state_dir / ACCESS), now=now, bounds=self._match_bounds)
        self.pairings = Pairings(self.access, steady=self.steady, later=self._later, changed=self.show_again)
        self.pairings.url = config.access.url.rstrip("/")
        self.tasks: set[asyncio.Task[None]] = set()

    def steady(self) -> float:
        """Seconds of people, which never jump."""
        loop = asyncio.get_running_loop()
        return loop.clock.people if isinstance(loop, VirtualTimeLoop) else loop.time()

    def _later(self, seconds: float, call: Callable[[], None]) -> None:
        asyncio.get_running_loop().call_later(seconds * self.pace, call)

    def show_again(self) -> None:
        if self.table is not None:
            self.table.show_again()

    def held_keys(self, table: Table) -> HeldKeys:
        return HeldKeys(self.pairings.waits_for, self._key_held, table.throw_by_key, self._later)

    def _key_held(self, seat: Seat | None) -> None:
        """Open and Raise together (None) say that whoever wants the table in a hall stands at it."""
        if seat is None and self.uplink is not None and self.uplink.key_held():
            return
        self.pairings.key_held(seat)

    def _match_bounds(self) -> MatchBounds:
        if self.table is None:
            return MatchBounds()
        last = self.table.projection.last
        over = max(last.get(MatchEnded.type, 0), last.get(MatchAbandoned.type, 0))
        return MatchBounds(last.get(MatchStarted.type, 0), over, self.table.seq)

    @property
    def speed(self) -> float:
        """Seconds of the loop per second of people; infinite for as fast as possible."""
        loop = asyncio.get_running_loop()
        return loop.speed if isinstance(loop, VirtualTimeLoop) else 1.0

    @property
    def pace(self) -> float:
        """What to multiply a time limit with that is meant for people or for the kernel."""
        loop = asyncio.get_running_loop()
        return loop.clock.pace if isinstance(loop, VirtualTimeLoop) else 1.0

    @property
    def healthy(self) -> bool:
        """Everything that must turn does turn."""
        return not self.failed

    @property
    def failed(self) -> str:
        """Names of the parts that have ended although they must not; empty when all is well."""
        ended = [task.get_name() for task in (*self.tasks, *filter(None, (self.serving,))) if task.done()]
        if self.table is None or not self.table.healthy:
            ended.append("table")
        return ", ".join(sorted(ended))


@asynccontextmanager
async def running(
    config: Config, runtime: Runtime | None = None, *, now: Callable[[], datetime] = utc_now
) -> AsyncIterator[Runtime]:
    """Opens everything and closes it again. Raises ``JournalError``, or what the simulator's build raises."""
    runtime = runtime or Runtime(config, now)
    with Journal(config.journal_path, now=now) as journal:
        runtime.access.open_console()
        table = Table(journal, config, now=now, keeper=seed_keeper(config, runtime.generator, now))
        table.speed = runtime.speed
        await table.start()
        runtime.table = table
        runtime.awake.set()
        try:
            async with _machine(config, runtime, table, now):
                yield runtime
        finally:
            await table.close()
            runtime.table = None


def seed_keeper(config: Config, generator: HardwareGenerator, now: Callable[[], datetime]) -> SeedKeeper:
    """The secrets of this table, on this computer. Nothing is opened yet."""
    origin = Origin(generator.source, kernel_ready, serial_number(), now)
    return SeedKeeper(config.table.state_dir / SECRETS, config.table.name, origin)


@asynccontextmanager
async def _machine(config: Config, runtime: Runtime, table: Table, now: Callable[[], datetime]) -> AsyncIterator[None]:
    port = await _port(config, runtime)
    upkeep = Upkeep(config.table.state_dir / FILE_NAME, now)
    upkeep.load()

    def on_state(state: BoardState) -> None:
        table.on_board_state(state)
        upkeep.on_state(state)

    keys = runtime.held_keys(table)

    def on_message(message: FromBoard) -> None:
        held_back = isinstance(message, KeyChanged) and keys.holds_back(message)
        table.on_board_message(message, throws=not held_back)
        upkeep.on_message(message)

    board = Board(
        port, nonce=lambda: secrets.randbits(32), on_state=on_state, on_message=on_message, rng=random.Random()
    )
    table.attach(board)
    upkeep.link = board
    runtime.board, runtime.upkeep = board, upkeep
    link = _begin(runtime, board.run(), "board")
    _begin(runtime, _watch_generator(runtime), "generator")
    patrol = JournalPatrol(table.journal.path, table.read_only, lambda: table.journal.foreign_writes)
    _begin(runtime, patrol.run(), "journal check")
    _begin(runtime, _watch_place(table), "journal place")
    if config.peers and math.isfinite(runtime.speed):
        peers = PeerRounds(config.peers, table, config.table.state_dir, now, pace=runtime.pace)
        runtime.peers, table.heads.signed = peers, peers.wake
        _begin(runtime, peers.run(), "peers")
    if config.mqtt.address and math.isfinite(runtime.speed):
        runtime.mqtt = TablePublisher(
            config, table, lambda: upkeep.counted(table.projection.diary), version(), pace=runtime.pace
        )
        _begin(runtime, runtime.mqtt.run(), "mqtt")
    if runtime.command_of_order is not None and math.isfinite(runtime.speed):
        runtime.uplink = _uplink(config, runtime, table, runtime.command_of_order, now)
        table.recorded, table.link = runtime.uplink.wake, runtime.uplink.shown
        _begin(runtime, runtime.uplink.run(), "hall")
    if config.panel is not None:
        _begin(runtime, _panel(config, table, runtime.pairings.button_pressed), "panel")
    try:
        yield
    finally:
        # The board first, so that its goodbye still finds the port.
        await _end(link)
        for task in runtime.tasks:
            await _end(task)
        runtime.tasks.clear()
        upkeep.close()


def _uplink(
    config: Config, runtime: Runtime, table: Table, read: CommandOfOrder, now: Callable[[], datetime]
) -> Uplink:
    grants, folder = HallGrants(runtime.access), config.table.state_dir
    return Uplink(
        table, OrderDesk(table, read, grants), folder, folder / ACCESS, now=now, steady=runtime.steady,
        pace=runtime.pace, changed=runtime.show_again, left=grants.revoke_all,
        releases=None if runtime.release_box is None else runtime.release_box(lambda: table),
    )  # fmt: skip


async def _port(config: Config, runtime: Runtime) -> OpenTransport:
    """Raises what the simulator raises when it starts, such as ``NoTerminalError``."""
    if not config.simulated:
        return serial_port(config.board.port, (config.board.baud, FALLBACK_BAUD))
    chip = await asyncio.get_running_loop().run_in_executor(_OwnThread(), host_board)
    settings, folder = config.simulator, config.table.state_dir
    table = SimulatedTable(
        chip,
        settings.profile,
        settings.seed,
        terminal=True,
        link=folder / "port",
        state=folder / "simulator.json",
    )
    runtime.simulator = table
    runtime.tasks.add(await table.begin())
    return serial_port(str(folder / "port"), (config.board.baud,))


class _OwnThread(Executor):
    """A thread for each work that nobody waits for at the end: a service that is asked to end while its simulated board
    is compiled does not wait for the compiler."""

    def submit(self, fn: Callable[_P, _T], /, *args: _P.args, **kwargs: _P.kwargs) -> Future[_T]:
        done = Future[_T]()

        def work() -> None:
            try:
                result = fn(*args, **kwargs)
            except BaseException as error:  # noqa: BLE001 - told to whoever waits
                done.set_exception(error)
            else:
                done.set_result(result)

        done.set_running_or_notify_cancel()
        threading.Thread(target=work, daemon=True).start()
        return done


async def _watch_generator(runtime: Runtime) -> None:
    """A window of the hardware generator now and then; a computer without one is not asked again."""
    loop = asyncio.get_running_loop()
    while True:
        await loop.run_in_executor(None, runtime.generator.sample)
        await asyncio.sleep(GENERATOR_SECONDS * runtime.pace)


async def _watch_place(table: Table) -> None:
    while True:
        await asyncio.sleep(PLACE_SECONDS)
        table.look_at_journal()


async def _panel(config: Config, table: Table, on_button: Callable[[], None]) -> None:
    assert config.panel is not None, "asked for only with pins"
    panel = Panel(open_gpio("raspberry-pi"), config.panel)
    try:
        await PanelWatch(panel, table, on_button).run()
    finally:
        panel.close()


def _begin(runtime: Runtime, work: object, name: str) -> asyncio.Task[None]:
    task: asyncio.Task[None] = asyncio.create_task(work, name=name)  # type: ignore[arg-type]
    runtime.tasks.add(task)
    return task


async def _end(task: asyncio.Task[None]) -> None:
    """A task that failed before is reported here and by ``healthy``; it must not keep the others from closing."""
    task.cancel()
    await asyncio.wait({task})
    if not task.cancelled() and (error := task.exception()) is not None:
        log.error("%s failed", task.get_name(), exc_info=error)
