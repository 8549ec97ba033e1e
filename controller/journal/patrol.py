"""A check of the whole journal behind the service's back: what rots on a memory card is found before it is needed.

The file is read through a connection of its own, in small batches, in a thread of low priority, with pauses between
them: a start need not wait for it, and no request notices it.
"""

from __future__ import annotations

import asyncio
import logging
import os
import threading
from collections.abc import Callable, Generator
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from datetime import UTC, datetime
from pathlib import Path
from typing import Final

from controller.journal.errors import JournalCorrupt, JournalError
from controller.journal.store import Journal

log = logging.getLogger("jantaku.journal")

PAUSE_SECONDS: Final = 0.1
"""After each batch: a million events take some four minutes."""
PERIOD_SECONDS: Final = 24 * 3600.0
"""From the end of one check to the begin of the next."""
LOOK_SECONDS: Final = 60.0
"""Between looks whether another program has written."""
NICE: Final = 10


class JournalPatrol:
    """``run`` checks the journal at ``path`` again and again, until it is cancelled. ``found`` gets the first damage;
    after that nothing more is checked. ``foreign_writes`` counts what another program wrote: then it checks at once."""

    def __init__(
        self, path: Path, found: Callable[[JournalError], None], foreign_writes: Callable[[], int] = lambda: 0
    ) -> None:
        self._path, self._found, self._foreign_writes = path, found, foreign_writes
        self.checked = 0
        """Events of the present check that are good."""
        self.rounds = 0
        """Checks that ended without a finding."""

    async def run(self) -> None:
        loop = asyncio.get_running_loop()
        with ThreadPoolExecutor(1, "journal-check", initializer=_be_nice) as thread:
            while True:
                damage = await self._round(loop, thread)
                if damage is not None:
                    self._found(damage)
                    await asyncio.Event().wait()  # a part of the service never ends by itself
                self.rounds += 1
                await self._pause()

    async def _pause(self) -> None:
        """Shorter when another program has written into the file."""
        seen = self._foreign_writes()
        for _ in range(int(PERIOD_SECONDS / LOOK_SECONDS)):
            await asyncio.sleep(LOOK_SECONDS)
            if self._foreign_writes() != seen:
                return

    async def _round(self, loop: asyncio.AbstractEventLoop, thread: ThreadPoolExecutor) -> JournalError | None:
        steps = _steps(self._path)
        self.checked = 0
        try:
            while (count := await loop.run_in_executor(thread, next, steps, None)) is not None:
                self.checked = count
                await asyncio.sleep(PAUSE_SECONDS)
        except JournalError as error:
            if error.seq is not None or isinstance(error, JournalCorrupt):
                return error
            log.warning("the journal could not be checked: %s", error)
        finally:
            await loop.run_in_executor(thread, steps.close)
        return None


def _steps(path: Path) -> Generator[int, None, None]:
    """The number of the last good event after each batch. Raises ``JournalError``."""
    with Journal(path, now=lambda: datetime.now(UTC), read_only=True) as journal:
        if journal.damage is not None:
            raise journal.damage
        for batch in journal.checked(0, journal.hash_at(0) or ""):
            yield batch[-1].seq


def _be_nice() -> None:
    with suppress(OSError):  # Linux: of this thread alone
        os.setpriority(os.PRIO_PROCESS, threading.get_native_id(), NICE)
