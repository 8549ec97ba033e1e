"""The service of a hall: HTTP first, then the store; and the way back when it ends."""

from __future__ import annotations

import asyncio
import contextlib
import logging
import resource
import socket
import sys
from collections.abc import Sequence
from typing import Final

from api.hall.app import app_for
from api.hall.part import BACKLOG, FILES, KEEP_ALIVE_SECONDS, Part, admission_of
from api.hall.routes.link import MOST_BODY_BYTES
from api.hall.runtime import HallRuntime, running, utc_now
from api.http.heavy import share_the_interpreter
from api.http.loopback import is_loopback
from api.https.setting import encrypted
from api.service.errors import ServiceError, plain
from api.service.listener import listen
from api.service.logs import Form, form_of, set_up
from api.service.mdns import announced
from api.service.notify import Notifier
from api.service.serving import asked_to_end, certificates_of, completing_start, serving_http
from controller.refusals import JantakuError
from hall.config import Config

log = logging.getLogger("jantaku.hall")
LOOK_SECONDS: Final = 0.5


def serve(config: Config, part: Part = Part.ALL) -> int:
    """Runs the hall, or a part of it, until SIGTERM or SIGINT. Returns the exit status: 0 ended as asked, 1 it could
    not go on."""
    form = form_of(sys.stderr)
    set_up(sys.stderr, form)
    logging.getLogger("alembic").setLevel(logging.WARNING)
    share_the_interpreter()
    try:
        _more_files()
        with listen(config.http, BACKLOG) as listener:
            asyncio.run(_run(config, part, listener, greets=form is Form.PLAIN or sys.stdout.isatty()))
    except ServiceError as error:
        log.critical("%s", error, extra={"code": error.code})
        return 1
    return 0


def _more_files() -> None:
    """Each connection is an open file, and what systems allow at first is 1,024."""
    now, most = resource.getrlimit(resource.RLIMIT_NOFILE)
    wanted = FILES if most == resource.RLIM_INFINITY else min(FILES, most)
    if wanted > now:
        resource.setrlimit(resource.RLIMIT_NOFILE, (wanted, most))


async def _run(config: Config, part: Part, listener: socket.socket, greets: bool) -> None:
    """Raises ``ServiceError``."""
    notifier, runtime, ending = Notifier(), HallRuntime(config, part=part), asked_to_end()
    runtime.certificates = certificates_of(config.http, config.hall.state_dir, config.hall.name, utc_now)
    app = app_for(config, runtime)
    admission = admission_of(part, app.state.known)
    async with serving_http(
        listener, app, runtime, MOST_BODY_BYTES, admission=admission, keep_alive=KEEP_ALIVE_SECONDS, backlog=BACKLOG
    ) as pages:
        log.info("listening on %s", ", ".join(pages))
        if runtime.local_owner and part is not Part.INTAKE:
            log.warning("nobody signs in: whoever uses this computer is the owner of the hall")
        try:
            async with running(runtime), _announced(config, part):
                if greets:  # with the authority that the store has
                    _greet(pages, part, runtime.authority)
                notifier.ready("serving")
                async with completing_start():
                    await _watch(runtime, notifier, ending)
        except (JantakuError, OSError) as error:
            raise error if isinstance(error, ServiceError) else plain(error) from error
        finally:
            notifier.stopping()


def _announced(config: Config, part: Part) -> contextlib.AbstractAsyncContextManager[None]:
    """Tables of the network are told of a process that they can ask."""
    if is_loopback(config.http.host) or part is Part.WEB:
        return contextlib.nullcontext()
    return announced(config.hall.name, config.http.port, encrypted(config.http))


async def _watch(runtime: HallRuntime, notifier: Notifier, ending: asyncio.Event) -> None:
    """Tells systemd how things are, until the end. Raises ``ServiceError`` when a part has failed."""
    while not ending.is_set():
        if runtime.failed:
            raise ServiceError("part-failed", f"a part of the hall has failed: {runtime.failed}", "The log says why.")
        notifier.watchdog()
        with contextlib.suppress(TimeoutError):
            async with asyncio.timeout(LOOK_SECONDS):
                await ending.wait()


def _greet(pages: Sequence[str], part: Part, authority: str) -> None:
    """``authority``: the fingerprint that a table shows when it joins; empty without TLS."""
    first, *others = pages
    if part is Part.INTAKE:
        print(f"Jantaku: tables reach the hall at {', '.join(pages)}. End with Ctrl-C.", flush=True)
        return
    lines = [f"Jantaku: the hall is at {first}/."]
    if others:
        lines.append(f"The same pages: {', '.join(f'{other}/' for other in others)}")
    if authority:
        lines.append(f"Tables and phones that meet this hall compare its certificate authority: SHA-256 {authority}.")
    print("\n".join((*lines, "End with Ctrl-C.")), flush=True)
