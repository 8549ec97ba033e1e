"""The host's end of the wire for tests: a session of the real link over the in-memory wire, in the loop's time."""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import AsyncIterator, Callable
from dataclasses import replace
from typing import Any, TypeVar

from firmware_bridge.messages import Answer, Command, Done, Failed, Halted, Verdict, Welcome
from firmware_bridge.session import HostSession, Phase
from hardware.simulator.table import SimulatedTable

_M = TypeVar("_M")


class HostEnd:
    """``heard``: every message of the board, with the loop's time."""

    def __init__(self, table: SimulatedTable, nonce: int = 7) -> None:
        self.table = table
        self.heard: list[tuple[float, Any]] = []
        self.session = HostSession(nonce, self._now())
        self._commands = 100
        self._news = asyncio.Event()
        table.on_host_bytes = self._hear

    async def run(self) -> None:
        """Keeps the session alive."""
        while True:
            self.session.poll(self._now())
            self._flush()
            self._news.clear()
            with contextlib.suppress(TimeoutError):
                await asyncio.wait_for(self._news.wait(), max(0.0, self.session.deadline - self._now()))

    async def open(self) -> None:
        await self.wait(Welcome)
        assert self.session.phase is Phase.OPEN

    async def command(self, message: Command) -> Answer:
        """Sends a command and waits for its answer."""
        self._commands += 1
        self.session.send(replace(message, command=self._commands), self._now())
        self._flush()
        return await self.wait(Answer, lambda answer: answer.command == self._commands, 2)

    async def motion(self, message: Command, patience_s: float = 20) -> Done:
        """A command that is accepted and done; anything else fails the test."""
        answer = await self.command(message)
        assert answer.verdict == Verdict.ACCEPTED, (message, answer)
        ended = await self.wait((Done, Failed, Halted), lambda end: end.command == answer.command, patience_s)
        assert isinstance(ended, Done), (message, ended, self.heard[-5:])
        return ended

    async def wait(
        self, kind: Any, fits: Callable[[Any], bool] = lambda _: True, patience_s: float = 5, since: int = 0
    ) -> Any:
        """The first message of a kind that fits, from those heard already or still to come."""
        end = self._now() + patience_s
        while True:
            for _, message in self.heard[since:]:
                if isinstance(message, kind) and fits(message):
                    return message
            assert self._now() < end, f"no {kind} within {patience_s} s; heard {self.heard[-5:]}"
            await asyncio.sleep(0.005)

    def _hear(self, data: bytes) -> None:
        now = self._now()
        self.heard += [(now, message) for message in self.session.receive(data, now)]
        self._flush()
        self._news.set()

    def _flush(self) -> None:
        if data := self.session.take_urgent() + self.session.take():
            self.table.host_write(data)

    def _now(self) -> float:
        return asyncio.get_running_loop().time()


@contextlib.asynccontextmanager
async def hosted(table: SimulatedTable) -> AsyncIterator[HostEnd]:
    """A running table with an open session."""
    running = asyncio.create_task(table.run())
    await table.started()
    host = HostEnd(table)
    talking = asyncio.create_task(host.run())
    try:
        await host.open()
        yield host
        for task in (running, talking):
            if task.done():
                task.result()
    finally:
        for task in (talking, running):
            task.cancel()
        await asyncio.gather(running, talking, return_exceptions=True)
