"""The service of one table: HTTP first, then the journal, then the board; and the way back when it ends.

HTTP answers within a moment of the start, with 503 and the reason until the table is there. systemd hears when the
service is ready, what it does, and - as long as everything that must turn does turn - that it is alive.
"""

from __future__ import annotations

import asyncio
import contextlib
import gc
import logging
import signal
import socket
from collections.abc import AsyncIterator, Callable, Iterator, Sequence
from functools import partial
from typing import TYPE_CHECKING, Any, Final, cast

import uvicorn

from api.http import assets
from api.http.guard import is_loopback
from api.http.heavy import share_the_interpreter
from api.https.setting import Hosts, encrypted, folder_of, this_computer
from api.service.admission import Admission
from api.service.bounded_http import MOST_HEAD_BYTES, BoundedHttp
from api.service.errors import ServiceError
from api.service.listener import BACKLOG, addresses, machine_addresses
from api.service.notify import EXTENSION, Notifier
from api.service.runtime import Runtime, running, utc_now
from api.service.tls_gate import Handshakes, TlsGate
from controller.config import Config
from controller.journal.errors import JournalError, JournalLocked
from controller.listening import HttpConfig
from controller.refusals import Refused
from firmware_bridge.board import BoardStatus
from hardware.firmware.build import FirmwareBuildError
from hardware.panel import PanelError
from hardware.simulator.errors import NoTerminalError, SavedStateError
from hardware.simulator.virtual_time import VirtualTimeLoop

if TYPE_CHECKING:
    from api.https.certificates import Certificates

log = logging.getLogger("jantaku.service")

AppFactory = Callable[[Runtime], Any]
"""Makes the ASGI application; ``Runtime`` becomes ``app.state.runtime``."""

SHUTDOWN_SECONDS: Final = 3
"""How long open requests may take at the end."""
KEEP_ALIVE_SECONDS: Final = 5
LOOK_SECONDS: Final = 0.5
"""Real seconds between looks at the health of the parts; systemd's watchdog period is many times that."""


def serve(
    config: Config, app_factory: AppFactory, listener: socket.socket, *, unattended: bool = False, greets: bool = False
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
    unattended: bool = False,
    on_listening: OnListening = _silent,
) -> None:
    """Returns when it was asked to end. Raises ``ServiceError``."""
    notifier, runtime = Notifier(), Runtime(config)
    ending = _ending()
    runtime.certificates = _certificates(config)
    async with serving_http(listener, app_factory(runtime), runtime) as pages:
        log.info("listening on %s", ", ".join(pages), extra={"port": config.board.port})
        runtime.pairings.url = runtime.pairings.url or pages[0]
        if runtime.access.rules.local_owner:
            log.warning("no device is paired: whoever uses this computer is the table's owner")
        on_listening(pages)
        try:
            async with _waking(runtime, notifier), running(config, runtime):
                await asyncio.to_thread(assets.prepare)
                set_start_aside()
                notifier.ready(_status(runtime))
                with _play(runtime, unattended):
                    await _watch(runtime, notifier, ending)
        except JournalLocked as error:
            raise _plain(error) from error
        except JournalError as error:
            await _say_until_the_end(runtime, notifier, ending, error)
        except _AS_SERVICE_ERROR as error:
            raise _plain(error) from error
        finally:
            notifier.stopping()


def set_start_aside() -> None:
    """What the start has made stays: the garbage collector does not look through it any more.

    A full collection holds the interpreter for as long as it looks at every object there is: with a long match that was
    up to 0.3 s, in which no heartbeat goes to the board.
    """
    gc.collect()
    gc.freeze()


# ---------------------------------------------------------------- HTTP


class _Server(uvicorn.Server):
    """Signals are ours: the parts end in order."""

    @contextlib.contextmanager
    def capture_signals(self) -> Iterator[None]:
        yield


@contextlib.asynccontextmanager
async def serving_http(listener: socket.socket, app: Any, runtime: Runtime) -> AsyncIterator[tuple[str, ...]]:
    """Answers on ``listener`` until the block is left. Time limits are people's time, so they grow with the speed."""
    pace, certificates = runtime.pace, runtime.certificates
    protocol = cast("type[asyncio.Protocol]", _protocol(Admission(known=app.state.known), certificates, pace))
    settings = uvicorn.Config(
        app, http=protocol, h11_max_incomplete_event_size=MOST_HEAD_BYTES, backlog=BACKLOG,
        log_config=None, access_log=False, lifespan="off", ws="none", server_header=False,
        timeout_keep_alive=round(KEEP_ALIVE_SECONDS * pace), timeout_graceful_shutdown=round(SHUTDOWN_SECONDS * pace),
    )  # fmt: skip
    server = _Server(settings)
    task = asyncio.create_task(server.serve([listener]), name="http")
    runtime.serving = task
    renewing = None if certificates is None else asyncio.create_task(certificates.run(pace), name="certificates")
    try:
        yield addresses(listener, scheme="http" if certificates is None else "https")
    finally:
        if renewing is not None:
            renewing.cancel()
        server.should_exit = True
        await asyncio.wait({task})


def _protocol(admission: Admission, certificates: Certificates | None, pace: float) -> Callable[..., asyncio.Protocol]:
    """What meets a new connection; uvicorn gives its own arguments."""
    plain = partial(BoundedHttp, admission=admission, pace=pace)
    if certificates is None:
        return plain
    handshakes = Handshakes(certificates.context, pace)

    def met(*, server_state: Any, **of_uvicorn: Any) -> TlsGate:
        serve = partial(plain, server_state=server_state, **of_uvicorn)
        return TlsGate(serve, admission, handshakes, server_state.connections)

    return met


def _certificates(config: Config) -> Certificates | None:
    """Raises ``ServiceError``."""
    if not encrypted(config.http):
        if not is_loopback(config.http.host):
            log.warning("plain HTTP on %s: whoever is on this network can read and change all of it", config.http.host)
        return None
    from api.https.certificates import Certificates  # takes a moment, which a plain service need not wait
    from api.https.errors import HttpsError

    hosts = partial(_hosts, config.http)
    try:
        return Certificates(folder_of(config.table.state_dir), config.table.name, utc_now, hosts)
    except (HttpsError, OSError) as error:
        raise _plain(error) from error


def _hosts(http: HttpConfig) -> Hosts:
    return this_computer(http, machine_addresses())


# ---------------------------------------------------------------- life


def _ending() -> asyncio.Event:
    """Set when somebody asks the service to end."""
    ending = asyncio.Event()
    loop = asyncio.get_running_loop()
    for number in (signal.SIGTERM, signal.SIGINT):
        loop.add_signal_handler(number, ending.set)
    return ending


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
def _play(runtime: Runtime, unattended: bool) -> Iterator[None]:
    if not unattended or runtime.table is None or runtime.simulator is None:
        yield
        return
    from api.unattended.autoplay import Autoplay, Style

    game, simulator = runtime.config.game, runtime.config.simulator
    style = Style(game.ruleset, game.options)
    playing = Autoplay(runtime.table, runtime.simulator, simulator.seed, style)
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


def _plain(error: Exception) -> ServiceError:
    """What went wrong, as one line for the person who started the service."""
    code = getattr(error, "code", "cannot-start")
    detail = getattr(error, "detail", None) or str(error)
    return ServiceError(code, detail, getattr(error, "remedy", "") or "")
