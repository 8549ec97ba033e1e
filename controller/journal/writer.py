"""The one place from which events go into the journal.

What people ask for is refused when it cannot be written. What the machine did has happened: it waits here until it can
be written, first into the reserve of the disk, then with the machine stopped.
"""

from __future__ import annotations

import asyncio
import logging
from collections import deque
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from typing import Final, TypeVar

from controller.events import Event, Recorded
from controller.journal.errors import JournalError, JournalFull
from controller.journal.reserve import Reserve
from controller.journal.store import CommandKey, Journal

log = logging.getLogger("jantaku.journal")

_T = TypeVar("_T")
MOST_FACTS: Final = 1024
"""Events of the machine that may wait. A stopped machine reports little."""
RETRY_SECONDS: Final = 2.0


class JournalWriter:
    """``publish`` gets every event in order, after it is durable; ``on_stuck`` when the machine's events cannot be
    written any more, and (None) when they can again. Only the holder of ``lock`` may write.
    """

    def __init__(
        self,
        journal: Journal,
        reserve: Reserve,
        publish: Callable[[Sequence[Recorded]], None],
        on_stuck: Callable[[JournalError | None], None],
    ) -> None:
        self.journal, self.lock = journal, asyncio.Lock()
        self.trouble: JournalError | None = None
        """Why people's commands are refused."""
        self.failing: JournalError | None = None
        """Why the last thing could not be written; None when it could, or when a retry could."""
        self._stuck: JournalError | None = None
        self._damage: JournalError | None = None
        self._began: float | None = None
        self._reserve, self._publish, self._on_stuck = reserve, publish, on_stuck
        self._facts: deque[Event] = deque()
        self._wake, self._closing = asyncio.Event(), False
        # fsync can take long on a memory card: the loop must go on feeding the board's dead-man meanwhile.
        self._thread = ThreadPoolExecutor(1, "journal")
        self._task: asyncio.Task[None] | None = None

    @property
    def alive(self) -> bool:
        return self._task is not None and not self._task.done()

    def stalled(self, seconds: float) -> bool:
        """Whether the disk has taken longer than this for one transaction, and still does."""
        return self._began is not None and asyncio.get_running_loop().time() - self._began > seconds

    def start(self) -> None:
        self._reserve.fill()
        self._task = asyncio.create_task(self._keep_writing(), name="journal")

    async def close(self) -> None:
        """Writes what waits, if it can be written, and ends."""
        self._closing = True
        self._wake.set()
        if self._task is not None:
            await self._task
        self._thread.shutdown()

    def refuse(self, damage: JournalError) -> None:
        """Nothing is written any more, for good."""
        self._damage = damage
        self._facts.clear()
        self._set_stuck(damage)

    def note(self, events: Sequence[Event]) -> None:
        """Takes events that happened; they are written soon, in order."""
        if self._damage is not None:
            return
        room = MOST_FACTS - len(self._facts)
        if room < len(events):
            log.error("events lost: the journal could not be written for too long", extra={"lost": len(events) - room})
        self._facts.extend(events[: max(room, 0)])
        self._wake.set()

    async def write(self, events: Sequence[Event], key: CommandKey | None = None) -> list[Recorded]:
        """All or nothing, after everything that was noted before. Raises ``JournalError``. Needs the lock."""
        await self.write_facts()
        if self.trouble is not None:
            raise self.trouble
        return await self._append(events, key)

    async def beside(self, work: Callable[[], _T]) -> _T:
        """Work on the journal that appends no event, between the transactions that do; what ``work`` finds as the last
        event is durable. Raises what it raises."""
        return await asyncio.get_running_loop().run_in_executor(self._thread, work)

    async def write_facts(self) -> None:
        """What the machine did until now. Raises ``JournalError``; the facts wait then. Needs the lock."""
        if self._damage is not None:
            raise self._damage
        while self._facts:
            batch = tuple(self._facts)
            try:
                await self._append_facts(batch)
            except JournalError as error:
                self._set_stuck(error)
                raise
            for _ in batch:
                self._facts.popleft()
        self._set_stuck(None)
        if self.trouble is not None and self._reserve.fill():
            self.trouble = None

    async def _append_facts(self, batch: Sequence[Event]) -> None:
        try:
            await self._append(batch, None)
        except JournalFull as error:
            self.trouble = error
            if not self._reserve.spend():
                raise
            log.error("%s", error, extra={"code": error.code})
            await self._append(batch, None)

    async def _append(self, events: Sequence[Event], key: CommandKey | None) -> list[Recorded]:
        loop = asyncio.get_running_loop()
        self._began = loop.time()
        try:
            recorded = await loop.run_in_executor(self._thread, self.journal.append, events, key)
        except JournalError as error:
            self._fails(error)
            raise
        finally:
            self._began = None
        self._fails(None)
        if recorded:
            self._publish(recorded)
        return recorded

    def _fails(self, error: JournalError | None) -> None:
        self.failing = error
        if self.journal.damage is not None and self._damage is None:
            self.refuse(self.journal.damage)
        elif error is not None and not self._facts:
            self._wake.set()  # nobody else tries again; for facts the next attempt is due later

    async def _try_again(self) -> None:
        """Whether anything can be written, where nobody asks for it."""
        loop = asyncio.get_running_loop()
        try:
            await loop.run_in_executor(self._thread, self.journal.probe)
        except JournalError as error:
            self.failing = error
            if self.journal.damage is not None:
                self.refuse(self.journal.damage)
        else:
            self.failing = None

    def _set_stuck(self, error: JournalError | None) -> None:
        self.trouble = error or self.trouble
        if (error is None) is not (self._stuck is None):
            self._stuck = error
            self._on_stuck(error)

    async def _keep_writing(self) -> None:
        loop = asyncio.get_running_loop()
        while True:
            await self._wake.wait()
            self._wake.clear()
            async with self.lock:
                try:
                    await self.write_facts()
                except JournalError as error:
                    if error is not self._damage:
                        log.error("%s", error, extra={"code": error.code, "waiting": len(self._facts)})
                # where facts wait, their next attempt shows it; a probe that fits in would start it at once
                if self.failing is not None and self._damage is None and not (self._facts or self._closing):
                    await self._try_again()
            if self._closing:
                return
            if (self.trouble or self.failing) is not None and self._damage is None:
                loop.call_later(RETRY_SECONDS, self._wake.set)
