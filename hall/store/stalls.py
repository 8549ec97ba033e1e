"""Connections that lead to a server which hangs while another one leads.

A computer that stands still (a full disk, a frozen virtual machine, a cut cable) keeps its connections open, and none
of the server's own timeouts runs on it. When somebody has waited for long, it is asked who leads now; connections to
any other server are cut, and whoever waited on one gets an error and tries again. A statement that only takes its time
on the server that leads is left alone.
"""

from __future__ import annotations

import logging
import os
import socket
import threading
import weakref
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from time import monotonic
from typing import Any, Final

log = logging.getLogger("jantaku.hall.store")

STALL_SECONDS: Final = 3.0
"""After which a wait is looked into."""
LOOK_SECONDS: Final = 1.0
WHICH: Final = "SELECT coalesce(host(inet_server_addr()), ''), inet_server_port(), pg_postmaster_start_time()::text"
"""Which server it is; another one after each start."""
Server = tuple[Any, ...]


def server_of(connection: Any) -> Server:
    """Of a connection of psycopg, which is outside of a transaction then. Raises what the driver raises."""
    found = connection.execute(WHICH).fetchone()
    connection.rollback()
    return tuple(found)


class Stalls:
    """``opened`` for each new connection, ``waiting`` around each use; ``close`` in the end. ``leader``: asks a
    new connection which server leads; it raises when none does."""

    def __init__(self, leader: Callable[[], Server], driver_error: type[Exception]) -> None:
        self._leader, self._driver_error = leader, driver_error
        self._servers: weakref.WeakKeyDictionary[Any, Server] = weakref.WeakKeyDictionary()
        self._since: dict[object, float] = {}
        self._lock = threading.Lock()
        self._closing = threading.Event()
        self._thread: threading.Thread | None = None

    def opened(self, connection: Any) -> None:
        server = server_of(connection)
        with self._lock:
            self._servers[connection] = server

    @contextmanager
    def waiting(self) -> Iterator[None]:
        mark = object()
        with self._lock:
            self._since[mark] = monotonic()
            if self._thread is None:
                self._thread = threading.Thread(target=self._look, name="hall store watch", daemon=True)
                self._thread.start()
        try:
            yield
        finally:
            with self._lock:
                del self._since[mark]

    def close(self) -> None:
        self._closing.set()

    def _look(self) -> None:
        while not self._closing.wait(LOOK_SECONDS):
            with self._lock:
                stalled = any(monotonic() - since > STALL_SECONDS for since in self._since.values())
            if stalled:
                with suppress(self._driver_error):  # nobody leads: there is nothing better to lead to
                    self._cut_others(self._leader())

    def _cut_others(self, leader: Server) -> None:
        with self._lock:
            others = [one for one, server in self._servers.items() if server != leader]
        for one in others:
            with suppress(self._driver_error, OSError):
                _cut(one)
        if others:
            log.warning("another server leads: %d connections to the one before it were cut", len(others))


def _cut(connection: Any) -> None:
    """From another thread than the one that waits on it, which then finds it at its end."""
    with socket.socket(fileno=os.dup(connection.pgconn.socket)) as end:
        end.shutdown(socket.SHUT_RDWR)
