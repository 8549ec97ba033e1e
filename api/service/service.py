"""The service of one table: HTTP first, then the journal, then the board; and the way back when it ends.

HTTP answers within a moment of the start, with 503 and the reason until the table is there. systemd hears when the
service is ready, what it does, and - as long as everything that must turn does turn - that it is alive.
"""

from __future__ import annotations

import asyncio
import contextlib
import logging
import socket
from collections.abc import AsyncIterator, Callable, Iterator, Sequence
from typing import TYPE_CHECKING, Any, Final

from api.http.heavy import share_the_interpreter
from api.service.errors import ServiceError, plain
from api.service.notify import EXTENSION, Notifier
from api.service.runtime import Runtime, running, utc_now
from api.service.serving import asked_to_end, certificates_of, completing_start, serving_http
from controller.config import Config
from controller.journal.errors import JournalError, JournalLocked
from controller.refusals import Refused
from firmware_bridge.board import BoardStatus
from hardware.firmware.build import FirmwareBuildError
from hardware.panel import PanelError
from hardware.simulator.errors import NoTerminalError, SavedStateError
from hardware.simulator.virtual_time import VirtualTimeLoop

if TYPE_CHECKING:
    pass

log = logging.getLogger("jantaku.service")

AppFactory = Callable[[Runtime], Any]
"""Makes the ASGI application; ``Runtime`` becomes ``app.state.runtime``."""

LOOK_SECONDS: Final = 0.5
"""Real seconds between looks at the health of the parts; systemd's watchdog period is many times that."""


def serve(
    config: Config,
    app_factory: AppFactory,
    listener: socket.socket,
    *,
    unattended: str | None = None,
    greets: bool = False,
) -> None:
    """Runs the service on ``listener`` until SIGTERM or SIGINT. ``greets``: a person at the terminal started it. Raises
    ``ServiceError``."""
    share_the_interpreter()
    announce = _announcer(config) if greets else _silent
    loop = VirtualTimeLoop(config.simulator.speed) if config.simulated else asyncio.SelectorEventLoop()
    with asyncio.Runner(loop_factory=lambda: loop) as runner:
        runner.run(run_service(config, app_factory, listener, unattended=unattended, on_listening=announce))


OnListening = Callable[[Sequence[str]], None]
"""Gets the addresses of the pages, best first."""


def _silent(_: Sequence[str]) -> None:
    """Nobody looks at a terminal: the log has its line."""


def _announcer(config: Config) -> OnListening:
    """For the person at the terminal who started it."""

    def announce(pages: Sequence[str]) -> None:
        first, *others = pages
        lines = [f"Jantaku: the tablet page is {first}/ - it says what to do next."]
        if others:
            lines.append(f"The same page: {', '.join(f'{other}/' for other in others)}")
        if config.simulated:
            hint = "press Bring a set, then Whole change of hands, for sets A and B"
            lines.append(f"The simulated table is {first}/plant - {hint}.")
        print("\n".join((*lines, "End with Ctrl-C.")), flush=True)

    return announce


async def run_service(
    config: Config,
    app_factory: AppFactory,
    listener: socket.socket,
    *,
    unattended: str | None = None,
    on_listening: OnListening = _silent,
) -> None:
    """Returns when it was asked to end. Raises ``ServiceError``."""
    notifier, runtime = Notifier(), Runtime(config)
    ending = asked_to_end()
    runtime.certificates = certificates_of(config.http, config.table.state_dir, config.table.name, utc_now)
    async with serving_http(listener, app_factory(runtime), runtime) as pages:
        log.info("listening on %s", ", ".join(pages), extra={"port": config.board.port})
        runtime.pairings.url = runtime.pairings.url or pages[0]
        if runtime.access.rules.local_owner:
            log.warning("no device is paired: whoever uses this computer is the table's owner")
        on_listening(pages)
        giving_up = asyncio.create_task(_give_up(ending, asyncio.current_task()), name="giving up")
        try:
            async with _waking(runtime, notifier), running(config, runtime):
                giving_up.cancel()
                notifier.ready(_status(runtime))
                with _play(runtime, unattended):
                    async with completing_start():
                        await _watch(runtime, notifier, ending)
        except asyncio.CancelledError:
            if not ending.is_set():
                raise
            if (start := asyncio.current_task()) is not None:
                start.uncancel()
            log.info("asked to end before it was up")
        except JournalLocked as error:
            raise plain(error) from error
        except JournalError as error:
            await _say_until_the_end(runtime, notifier, ending, error)
        except _AS_SERVICE_ERROR as error:
            raise plain(error) from error
        finally:
            giving_up.cancel()
            notifier.stopping()


async def _give_up(ending: asyncio.Event, start: asyncio.Task[Any] | None) -> None:
    """Whoever asks a service to end that reads a long journal, or has its simulated board compiled, need not wait."""
    await ending.wait()
    if start is not None:
        start.cancel()


# ---------------------------------------------------------------- life


@contextlib.asynccontextmanager
async def _waking(runtime: Runtime, notifier: Notifier) -> AsyncIterator[None]:
    """Asks systemd for patience while a long journal is read or the simulated board is built."""

    async def ask() -> None:
        while runtime.board is None:
            notifier.starting("reading the journal" if runtime.table is None else "starting the board")
            await asyncio.sleep(EXTENSION / 4 * runtime.pace)

    task = asyncio.create_task(ask(), name="patience")
    try:
        yield
    finally:
        task.cancel()


async def _say_until_the_end(
    runtime: Runtime, notifier: Notifier, ending: asyncio.Event, problem: JournalError
) -> None:
    """A journal that cannot be used needs a person, not a restart: the pages say so, and nothing moves."""
    log.critical("%s", problem, extra={"code": problem.code})
    runtime.problem = problem
    runtime.awake.set()
    notifier.ready(str(problem))
    while not ending.is_set():
        notifier.watchdog()
        await _pause(runtime, ending)


async def _pause(runtime: Runtime, ending: asyncio.Event) -> None:
    with contextlib.suppress(TimeoutError):
        async with asyncio.timeout(LOOK_SECONDS * runtime.pace):
            await ending.wait()


async def _watch(runtime: Runtime, notifier: Notifier, ending: asyncio.Event) -> None:
    """Tells systemd how things are, until the end. Raises ``ServiceError`` when a part has failed."""
    while not ending.is_set():
        if not runtime.healthy:
            raise ServiceError(
                "part-failed", f"a part of the service has failed: {runtime.failed}", "The log says why."
            )
        notifier.status(_status(runtime))
        notifier.watchdog()
        await _pause(runtime, ending)


@contextlib.contextmanager
def _play(runtime: Runtime, unattended: str | None) -> Iterator[None]:
    if unattended is None or runtime.table is None or runtime.simulator is None:
        yield
        return
    from api.unattended.autoplay import Autoplay, Occasion, Style

    game, simulator = runtime.config.game, runtime.config.simulator
    style = Style(game.ruleset, game.options, occasion=Occasion(unattended))
    seed = simulator.seed + runtime.table.projection.seq  # ids of commands differ after each start
    playing = Autoplay(runtime.table, runtime.simulator, seed, style)
    task = asyncio.create_task(playing.for_ever(), name="autoplay")
    try:
        yield
    finally:
        task.cancel()


def _status(runtime: Runtime) -> str:
    board = runtime.board.state if runtime.board else None
    if board is None:
        return "starting"
    if board.status is BoardStatus.READY:
        return f"board ready on {board.port}"
    return f"board {board.status.value}: {board.detail or board.reason or 'not found yet'}"


# ---------------------------------------------------------------- what can be wrong

_AS_SERVICE_ERROR: Final = (
    FirmwareBuildError,
    SavedStateError,
    NoTerminalError,
    PanelError,
    Refused,
    OSError,
)
