"""The word that something was written: in this process at once, to other processes by LISTEN/NOTIFY of PostgreSQL.

A notice says only where to look. It can come twice, and after an interruption it may not come at all: who hears it
reads the store from where it was, and looks again when ``on_gap`` is told.
"""

from __future__ import annotations

import json
import logging
import threading
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from typing import Any, Final

from sqlalchemy import Connection, Engine, text

from hall.store.errors import StoreError, as_store_error

log = logging.getLogger("jantaku.hall.store")

CHANNEL: Final = "jantaku_hall"
LONGEST: Final = 7000
"""Bytes of a notice; PostgreSQL takes 8,000."""
AGAIN_SECONDS: Final = 1.0
"""Until the connection that listens is made anew."""
_WAIT_SECONDS: Final = 0.5


@dataclass(frozen=True, slots=True)
class Notice:
    """``hall``: the number of the last event of the hall's journal, 0: nothing new there. ``tables``: numbers of tables
    of which something was stored. ``missed``: whatever was written may have gone unheard."""

    hall: int = 0
    tables: tuple[int, ...] = ()
    orders: tuple[int, ...] = ()
    """Numbers of tables for which there are new orders."""
    missed: bool = False


Heard = Callable[[Notice], None]


class Notices:
    """``subscribe`` from anywhere; the callbacks run in the thread that wrote, or that hears. They must not block.
    ``shared``: other processes write to the store as well. ``place`` and ``driver_error``: of the store."""

    def __init__(self, engine: Engine, shared: bool, place: str, driver_error: type[Exception]) -> None:
        self._engine, self._shared, self._place, self._driver_error = engine, shared, place, driver_error
        self._heard: list[Heard] = []
        self._thread: threading.Thread | None = None
        self._closing = threading.Event()
        self._lock = threading.Lock()

    def subscribe(self, heard: Heard) -> Callable[[], None]:
        """Calls ``heard`` for every notice until the answer is called."""
        with self._lock:
            self._heard.append(heard)
            if self._thread is None and self._shared:
                self._thread = threading.Thread(target=self._listen, name="hall notices", daemon=True)
                self._thread.start()

        def end() -> None:
            with self._lock:
                if heard in self._heard:
                    self._heard.remove(heard)

        return end

    def send(self, connection: Connection, notice: Notice) -> None:
        """Within the transaction: other processes hear it when that is done."""
        if not self._shared:
            return
        for payload in _payloads(notice):
            connection.execute(text("SELECT pg_notify(:channel, :payload)"), {"channel": CHANNEL, "payload": payload})

    def tell(self, notice: Notice) -> None:
        """In this process, after the transaction."""
        with self._lock:
            listeners = tuple(self._heard)
        for heard in listeners:
            heard(notice)

    def close(self) -> None:
        self._closing.set()
        if self._thread is not None:
            self._thread.join(5)

    # ------------------------------------------------------------ other processes

    def _listen(self) -> None:
        while not self._closing.is_set():
            try:
                self._hear()
            except StoreError as error:
                log.warning("what other processes write is not heard at the moment: %s", error)
            self._closing.wait(AGAIN_SECONDS)

    def _hear(self) -> None:
        """Until the connection breaks. Raises ``StoreError``."""
        with as_store_error(self._place, self._driver_error):
            connection = self._engine.raw_connection()
            driver: Any = connection.driver_connection
            connection.detach()  # its own, and never again one of the pool
            try:
                driver.rollback()
                driver.autocommit = True
                driver.execute(f"LISTEN {CHANNEL}")
                self.tell(Notice(missed=True))  # whatever was written while nobody listened
                while not self._closing.is_set():
                    for one in driver.notifies(timeout=_WAIT_SECONDS):
                        self.tell(_read(one.payload))
            finally:
                driver.close()


def _payloads(notice: Notice) -> Iterable[str]:
    """Each short enough."""
    many = max(1, LONGEST // 24)
    pieces = max(len(notice.tables), len(notice.orders), 1)
    for start in range(0, pieces, many):
        end = start + many
        yield json.dumps([notice.hall, notice.tables[start:end], notice.orders[start:end]], separators=(",", ":"))


def _read(payload: str) -> Notice:
    try:
        hall, tables, orders = json.loads(payload)
        return Notice(int(hall), tuple(map(int, tables)), tuple(map(int, orders)))
    except (ValueError, TypeError):
        log.warning("a notice that is none of ours: %.80r", payload)
        return Notice(missed=True)
