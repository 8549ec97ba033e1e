"""A service on its socket: uvicorn behind our own bounds and TLS, until somebody asks it to end. A table and a hall are
served in the same way."""

from __future__ import annotations

import asyncio
import contextlib
import gc
import logging
import signal
import socket
from collections.abc import AsyncIterator, Callable, Iterator
from datetime import datetime
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final, Protocol, cast

import uvicorn

from api.http import assets
from api.http.guard import MAX_BODY_BYTES
from api.http.loopback import is_loopback
from api.https.setting import Hosts, encrypted, folder_of, this_computer
from api.service.admission import Admission
from api.service.bounded_http import MOST_HEAD_BYTES, BoundedHttp
from api.service.errors import plain
from api.service.listener import BACKLOG, addresses, machine_addresses
from api.service.own_name import own_name
from api.service.tls_gate import Handshakes, TlsGate
from controller.listening import HttpConfig

if TYPE_CHECKING:
    from api.https.certificates import Certificates

log = logging.getLogger("jantaku.service")

SHUTDOWN_SECONDS: Final = 3
"""How long open requests may take at the end."""
KEEP_ALIVE_SECONDS: Final = 5
_DONE: Final = object()


class Served(Protocol):
    """A running service. ``pace``: seconds of the loop's clock per second of people; ``certificates``: of one that
    encrypts; ``serving``: the task that answers, while it does."""

    certificates: Certificates | None
    serving: asyncio.Task[None] | None

    @property
    def pace(self) -> float: ...


class _Server(uvicorn.Server):
    """Signals are ours: the parts end in order."""

    @contextlib.contextmanager
    def capture_signals(self) -> Iterator[None]:
        yield


@contextlib.asynccontextmanager
async def serving_http(
    listener: socket.socket,
    app: Any,
    runtime: Served,
    most_body: int = MAX_BODY_BYTES,
    *,
    admission: Admission | None = None,
    keep_alive: int = KEEP_ALIVE_SECONDS,
    backlog: int = BACKLOG,
) -> AsyncIterator[tuple[str, ...]]:
    """Answers on ``listener`` until the block is left. Time limits are people's time, so they grow with the speed.
    ``most_body``: bytes of the longest body that the application reads; ``keep_alive``: seconds that a connection may
    wait for its next request; ``backlog``: connections that wait to be taken."""
    pace, certificates = runtime.pace, runtime.certificates
    admitted = Admission(known=app.state.known) if admission is None else admission  # an empty one is false
    protocol = cast(
        "type[asyncio.Protocol]",
        _protocol(admitted, certificates, pace, most_body),
    )
    settings = uvicorn.Config(
        app, http=protocol, h11_max_incomplete_event_size=MOST_HEAD_BYTES, backlog=backlog,
        log_config=None, access_log=False, lifespan="off", ws="none", server_header=False,
        timeout_keep_alive=round(keep_alive * pace), timeout_graceful_shutdown=round(SHUTDOWN_SECONDS * pace),
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


def _protocol(
    admission: Admission, certificates: Certificates | None, pace: float, most_body: int
) -> Callable[..., asyncio.Protocol]:
    """What meets a new connection; uvicorn gives its own arguments."""
    plain = partial(BoundedHttp, admission=admission, pace=pace, most_body=most_body)
    if certificates is None:
        return plain
    handshakes = Handshakes(certificates.context, pace)

    def met(*, server_state: Any, **of_uvicorn: Any) -> TlsGate:
        serve = partial(plain, server_state=server_state, **of_uvicorn)
        return TlsGate(serve, admission, handshakes, server_state.connections)

    return met


def certificates_of(http: HttpConfig, state_dir: Path, name: str, now: Callable[[], datetime]) -> Certificates | None:
    """Of a service that encrypts; ``name``: of the table or hall. Raises ``ServiceError``."""
    if not encrypted(http):
        if not is_loopback(http.host):
            log.warning("plain HTTP on %s: whoever is on this network can read and change all of it", http.host)
        return None
    from api.https.certificates import Certificates  # takes a moment, which a plain service need not wait
    from api.https.errors import HttpsError

    try:
        return Certificates(folder_of(state_dir), name, now, partial(hosts_now, http))
    except (HttpsError, OSError) as error:
        raise plain(error) from error


def hosts_now(http: HttpConfig) -> Hosts:
    """Not of a service that this computer alone hears: it has no other name."""
    return this_computer(http, machine_addresses() if is_loopback(http.host) else (*machine_addresses(), own_name()))


def asked_to_end() -> asyncio.Event:
    """Set when somebody asks the service to end."""
    ending = asyncio.Event()
    loop = asyncio.get_running_loop()
    for number in (signal.SIGTERM, signal.SIGINT):
        loop.add_signal_handler(number, ending.set)
    return ending


@contextlib.asynccontextmanager
async def completing_start() -> AsyncIterator[None]:
    """For a service that answers already: makes its pages ready beside its work, then sets the start aside."""
    task = asyncio.create_task(_complete_start(), name="completing the start")
    try:
        yield
    finally:
        task.cancel()


async def _complete_start() -> None:
    steps = assets.prepare()
    try:
        while await asyncio.to_thread(next, steps, _DONE) is not _DONE:
            pass
    except Exception:
        log.exception("a page cannot be made ready")
    set_start_aside()


def set_start_aside() -> None:
    """What the start has made stays: the garbage collector does not look through it any more.

    A full collection holds the interpreter for as long as it looks at every object there is: with a long match that was
    up to 0.3 s, in which no heartbeat goes to the board; in a hall it was a seventh of what its tables cost.
    """
    gc.collect()
    gc.freeze()
