"""The first moments of the service: it listens before the rest of the program is loaded.

Loading takes the better part of a start. Who connects meanwhile, as the displays of a table that restarts do, waits in
the kernel's queue and is answered as soon as there is a table, instead of being refused and trying again later.
"""

from __future__ import annotations

import gc
import logging
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING

from api.service.errors import ServiceError
from api.service.listener import listen
from api.service.logs import Form, form_of, set_up
from controller.config import Config

if TYPE_CHECKING:
    from api.service.service import AppFactory

log = logging.getLogger("jantaku.service")


def start(config: Config, load: Callable[[], AppFactory], *, unattended: str | None = None) -> int:
    """Runs the service until SIGTERM or SIGINT. ``load`` imports what makes the application. Returns the exit status: 0
    ended as asked, 1 it could not go on."""
    form = form_of(sys.stderr)
    set_up(sys.stderr, form)
    try:
        with listen(config.http) as listener:
            with uncollected():
                factory = load()
                from api.service.service import serve

            serve(config, factory, listener, unattended=unattended, greets=form is Form.PLAIN or sys.stdout.isatty())
    except ServiceError as error:
        log.critical("%s", error, extra={"code": error.code})
        return 1
    return 0


@contextmanager
def uncollected() -> Iterator[None]:
    """Without the garbage collector: nearly all that loading makes stays, and looking through it again and again is a
    fifth of the time that loading takes."""
    gc.disable()
    try:
        yield
    finally:
        gc.enable()
