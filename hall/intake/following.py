"""Keeps the live view of the tables at what the store has: told by notices, folded in a thread of its own."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable, Collection
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from typing import Final

from hall.intake.tables import Tables
from hall.store import Store, StoreError
from hall.store.notices import Notice

log = logging.getLogger("jantaku.hall.tables")
AGAIN_SECONDS: Final = 1.0
"""After an error of the store."""


class TableFollower:
    """``start``, then ``run`` as a task, ``close`` after it. ``changed``: called in the loop with the ids of the tables
    whose view has changed."""

    def __init__(self, store: Store, changed: Callable[[Collection[str]], None]) -> None:
        self.tables = Tables(store)
        self._store, self._changed = store, changed
        self._due: set[int] = set()
        self._all = False
        self._wake = asyncio.Event()
        self._thread = ThreadPoolExecutor(1, "hall tables")

    async def start(self) -> None:
        """Raises ``StoreError``."""
        self._loop = asyncio.get_running_loop()
        self._end = self._store.notices.subscribe(self._heard)  # before it reads: nothing falls between
        await self._loop.run_in_executor(self._thread, self.tables.start)
        self._changed(tuple(self.tables.live))

    async def run(self) -> None:
        while True:
            await self._wake.wait()
            self._wake.clear()
            due, everything = self._due, self._all
            self._due, self._all = set(), False
            work = self.tables.follow_all if everything else lambda: self.tables.follow(due)  # noqa: B023
            try:
                changed = await self._loop.run_in_executor(self._thread, work)
            except StoreError as error:
                log.error("%s", error, extra={"code": error.code})
                self._due |= due
                self._all = self._all or everything
                self._loop.call_later(AGAIN_SECONDS, self._wake.set)
                continue
            if changed:
                self._changed(changed)

    async def close(self) -> None:
        """Writes checkpoints, if it can."""
        self._end()
        try:
            await self._loop.run_in_executor(self._thread, self.tables.save)
        except StoreError as error:
            log.warning("no checkpoints were written: %s", error)
        self._thread.shutdown()

    def _heard(self, notice: Notice) -> None:
        """In any thread."""
        if notice.tables or notice.missed:
            with suppress(RuntimeError):  # the loop has ended
                self._loop.call_soon_threadsafe(self._note, notice)

    def _note(self, notice: Notice) -> None:
        self._due.update(notice.tables)
        self._all = self._all or notice.missed
        self._wake.set()
