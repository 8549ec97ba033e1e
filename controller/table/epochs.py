"""Epochs of the dice that anybody can check, at a running table: begun in time, noted on the disk once durable.

Everything here that touches a disk runs in a thread: the loop goes on feeding the board.
"""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Sequence
from typing import Any

from controller.events import Event
from controller.fairness.keeper import SeedKeeper
from controller.fairness.progress import DiceProgress
from controller.fairness.vault import EntropyNotReady
from controller.journal.errors import JournalError
from controller.table.projection import Projection


class DiceEpochs:
    """``write`` puts events into the journal and folds them. Without a ``keeper`` everything here does nothing."""

    def __init__(self, keeper: SeedKeeper | None, write: Callable[[Sequence[Event]], Awaitable[Any]]) -> None:
        self._keeper, self._write = keeper, write
        self._noting: asyncio.Future[None] | None = None
        self._progress = DiceProgress()

    async def open(self, projection: Projection) -> None:
        """At a start, when the journal is read. Without a journal that can be written no epoch begins yet."""
        if self._keeper is None:
            return
        await _in_thread(self._keeper.open, projection.fair)
        try:
            await self.renew(projection)
        except JournalError:
            return
        await self.note(projection.fair)

    async def renew(self, projection: Projection) -> None:
        """Begins a new epoch when one is due. Raises ``JournalError``."""
        if self._keeper is None:
            return
        if isinstance(self._keeper.trouble, EntropyNotReady):
            await _in_thread(self._keeper.open, projection.fair)
        draw = projection.hall.draw
        throwing = projection.fair.open is not None or (draw is not None and len(draw.records) > 0)
        idle = not throwing and (projection.match is None or projection.match.phase == "over")
        cause = self._keeper.cause(projection.fair, idle=idle)
        if cause is None:
            return
        await self.close()
        if events := await _in_thread(self._keeper.renew, projection.fair, cause):
            await self._write(events)
            await self.note(projection.fair)

    def published(self, progress: DiceProgress) -> None:
        """After events are durable: notes how far the dice got; nobody waits for it."""
        self._progress = progress
        if self._keeper is not None and (self._noting is None or self._noting.done()):
            self._noting = asyncio.ensure_future(self._note())

    async def note(self, progress: DiceProgress) -> None:
        self.published(progress)
        await self.close()

    async def close(self) -> None:
        """Waits for what is being noted."""
        if self._noting is not None:
            await asyncio.wait([self._noting])

    async def _note(self) -> None:
        noted: DiceProgress | None = None
        while noted is not self._progress and self._keeper is not None:
            noted = self._progress
            if noted.chain is not None:
                await _in_thread(self._keeper.reached, noted.chain)


def _in_thread(work: Callable[..., Any], *given: Any) -> asyncio.Future[Any]:
    return asyncio.get_running_loop().run_in_executor(None, work, *given)
