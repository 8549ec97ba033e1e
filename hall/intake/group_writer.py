"""Batches of many tables in one transaction: while one is written, those that come wait for the next, which takes all
of them. The queue is bounded."""

from __future__ import annotations

import asyncio
import logging
from collections import deque
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from typing import Final

from controller.refusals import Code, Refused
from hall.intake.storing import Arrival, Outcome, Taken, Transaction
from hall.store import Store, StoreError
from hall.store.notices import Notice

log = logging.getLogger("jantaku.hall.intake")

MOST_WAITING: Final = 1024
"""Batches in the queue; a table has one at a time."""
MOST_EVENTS: Final = 20_000
"""In one transaction."""
MANY: Final = 4
PACE_SECONDS: Final = 0.02
"""From the begin of a transaction of ``MANY`` batches or more to that of the next one: whatever comes meanwhile shares
it. A transaction costs as much processor time as two small batches, here and at the server. Whoever sends alone does
not wait."""
STORE_SECONDS: Final = 60.0
"""For a batch from its arrival to the commit. A table waits less, and sends again."""


@dataclass(slots=True)
class _Waiting:
    arrival: Arrival
    done: asyncio.Future[Outcome]


@dataclass(slots=True)
class Done:
    """Since the start: transactions, batches that were answered by them, events that are new."""

    transactions: int = 0
    batches: int = 0
    events: int = 0


class GroupWriter:
    """``start``, then ``store``; ``close`` in the end: what was accepted is stored."""

    def __init__(self, store: Store) -> None:
        self._store = store
        self._queue: deque[_Waiting] = deque()
        self._wake = asyncio.Event()
        self._closing = False
        self._thread = ThreadPoolExecutor(1, "intake")
        self._task: asyncio.Task[None] | None = None
        self._known: set[tuple[int, str]] = set()
        self.done = Done()

    def start(self) -> None:
        self._loop = asyncio.get_running_loop()
        self._task = self._loop.create_task(self._write(), name="intake")

    async def close(self) -> None:
        self._closing = True
        self._wake.set()
        if self._task is not None:
            await self._task
        self._thread.shutdown()

    @property
    def waiting(self) -> int:
        """Batches in the queue."""
        return len(self._queue)

    def refuse_when_full(self) -> None:
        """Raises ``Refused`` when the queue is full or closed. To be asked before a batch is checked: its signature
        costs more than all else, and who is told to come again sends it again."""
        if self._closing:
            raise Refused(Code.CLOSED)
        if len(self._queue) >= MOST_WAITING:
            raise Refused(Code.TOO_MANY_AT_ONCE, "the hall is busy: send this batch again", more={"retry_after": 1})

    async def store(self, arrival: Arrival) -> Outcome:
        """What became of a checked batch, after the commit. Raises ``Refused`` as ``refuse_when_full``, and
        ``StoreError``; it may be stored all the same then, or later."""
        self.refuse_when_full()
        waiting = _Waiting(arrival, self._loop.create_future())
        self._queue.append(waiting)
        self._wake.set()
        limit = self._loop.call_later(STORE_SECONDS, _give_up, waiting.done)
        try:
            return await waiting.done
        finally:
            limit.cancel()

    async def _write(self) -> None:
        while True:
            await self._wake.wait()
            self._wake.clear()
            while group := self._next_group():
                due = self._loop.time() + PACE_SECONDS
                await self._write_group(group)
                if len(group) >= MANY and not self._closing:
                    await asyncio.sleep(max(0.0, due - self._loop.time()))
            if self._closing:
                return

    def _next_group(self) -> list[_Waiting]:
        group: list[_Waiting] = []
        events = 0
        while self._queue and (not group or events + len(self._queue[0].arrival.batch.events) <= MOST_EVENTS):
            waiting = self._queue.popleft()
            if waiting.done.done():  # nobody waits for it any more: the table sends it again
                continue
            group.append(waiting)
            events += len(waiting.arrival.batch.events)
        return group

    async def _write_group(self, group: Sequence[_Waiting]) -> None:
        arrivals = [waiting.arrival for waiting in group]
        try:
            outcomes = await self._loop.run_in_executor(self._thread, self._stored, arrivals)
        except StoreError as error:
            log.error("%s", error, extra={"code": error.code, "batches": len(group)})
            for waiting in group:
                if not waiting.done.done():
                    waiting.done.set_exception(error)
            return
        except Exception as error:
            log.exception("a group of batches was not stored")
            for waiting in group:
                if not waiting.done.done():
                    waiting.done.set_exception(StoreError(Code.STORE_FAILED, f"{type(error).__name__}: {error}"))
            return
        self.done.transactions += 1
        self.done.batches += len(group)
        self.done.events += sum(one.new for one in outcomes if isinstance(one, Taken))
        for waiting, outcome in zip(group, outcomes, strict=True):
            if not waiting.done.done():
                waiting.done.set_result(outcome)

    def _stored(self, arrivals: Sequence[Arrival]) -> list[Outcome]:
        """Raises ``StoreError``. Where transactions were in each other's way, once more."""
        try:
            return self._store_once(arrivals)
        except StoreError as error:
            if error.entry is not Code.STORE_BUSY.value:
                raise
            return self._store_once(arrivals)

    def _store_once(self, arrivals: Sequence[Arrival]) -> list[Outcome]:
        with self._store.writing() as connection:
            transaction = Transaction(connection, arrivals, self._known)
            outcomes = [transaction.take(arrival) for arrival in arrivals]
            transaction.write()
            grown = {a.table for a, o in zip(arrivals, outcomes, strict=True) if isinstance(o, Taken) and o.new}
            notice = Notice(tables=tuple(sorted(grown)))
            if grown:
                self._store.notices.send(connection, notice)
        self._known.update(transaction.seen)
        if grown:
            self._store.notices.tell(notice)
        return outcomes


def _give_up(done: asyncio.Future[Outcome]) -> None:
    if not done.done():
        done.set_exception(StoreError(Code.STORE_BUSY, "the batch was not stored in time; it may be later"))
