"""Server-sent events: what a source has to say, written to one client until either ends.

A ``ping`` comes when nothing else did, so that a page can tell a quiet service from a dead line. Writing to a client
that does not read is given up after a while.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Final, Protocol

from starlette.responses import Response
from starlette.types import Receive, Scope, Send

from api.http.straight import Straight, chunk, straight_of

PING_SECONDS: Final = 5.0
WRITE_SECONDS: Final = 20.0
MOST_TOGETHER: Final = 16
"""Messages that are written at once."""
_HEADERS: Final = {"Content-Type": "text/event-stream; charset=utf-8", "X-Accel-Buffering": "no"}


class Sendable(Protocol):
    """One thing that a source has to say, as JSON on one line. ``seq``: its number in the journal, if it has one."""

    @property
    def kind(self) -> str: ...
    @property
    def text(self) -> str: ...
    @property
    def seq(self) -> int | None: ...


@dataclass(frozen=True, slots=True)
class Momentary:
    """Something of the moment, without a number."""

    kind: str
    text: str
    seq: int | None = None


PING: Final = Momentary("ping", "{}")


class Source(Protocol):
    """Where a stream comes from: a listener at the table or at the simulator."""

    @property
    def closed(self) -> bool: ...
    async def get(self, timeout: float, /) -> Sendable | None: ...  # noqa: ASYNC109 - it is how long to wait for news
    def waiting(self, most: int, /) -> Sequence[Sendable]:
        """What waits already, to be sent together with what came before it."""

    def on_news(self, told: Callable[[], bool], /) -> None:
        """See ``Subscription.on_news``; a source that has its own pace never calls it."""

    def close(self) -> None: ...


def wire(item: Sendable) -> bytes:
    """One event of the stream. JSON has no line breaks of its own, so one ``data`` line is enough."""
    return _wire(item.kind, item.seq, item.text)


@lru_cache(maxsize=MOST_TOGETHER)
def _wire(kind: str, seq: int | None, text: str) -> bytes:
    """Made once for all listeners: a snapshot of 20 kB goes to a hundred of them."""
    head = "" if seq is None else f"id: {seq}\n"
    return f"{head}event: {kind}\ndata: {text}\n\n".encode()


class EventStream(Response):
    """Writes what a source has to say until it ends or the client leaves.

    ``pace``: seconds of the loop's clock per second of the people at the other end (the clock of a simulated table may
    run fast). ``ended`` is called once, when nothing more will be written.
    """

    def __init__(self, source: Source, pace: float, ended: Callable[[], None]) -> None:
        super().__init__(headers=_HEADERS)
        self._source, self._pace, self._ended = source, pace, ended
        self._straight: Straight | None = None
        self._since: float | None = None
        """When the write began that is not done yet, in seconds of the loop."""

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        self._straight = straight_of(scope)
        parts = (self._write(send), self._stall(), _gone(receive))
        tasks = [asyncio.ensure_future(part) for part in parts]
        try:
            await asyncio.wait(tasks, return_when=asyncio.FIRST_COMPLETED)
        finally:
            self._source.close()
            self._ended()
            for task in tasks:
                task.cancel()
            await asyncio.gather(*tasks, return_exceptions=True)

    async def _write(self, send: Send) -> None:
        headers = [(name.lower().encode(), value.encode()) for name, value in _HEADERS.items()]
        await send({"type": "http.response.start", "status": 200, "headers": headers})
        if self._straight is not None:
            self._source.on_news(self._written_straight)
        while not self._source.closed:
            message = await self._source.get(PING_SECONDS * self._pace)
            if message is None and self._source.closed:
                break
            # as a snapshot waits behind its event: one write costs as much as two do each
            body = b"".join(map(wire, (message or PING, *self._source.waiting(MOST_TOGETHER))))
            self._since = asyncio.get_running_loop().time()
            await send({"type": "http.response.body", "body": body, "more_body": True})
            self._since = None
        await send({"type": "http.response.body", "body": b"", "more_body": False})

    def _written_straight(self) -> bool:
        """Whether all that waits was written. Not while the client is slow: then the task writes, and is watched."""
        if self._straight is None or not self._straight.takes_chunks:
            return False
        items = self._source.waiting(MOST_TOGETHER)
        if items:
            self._straight.write_chunk(chunk([wire(item) for item in items]))
        return 0 < len(items) < MOST_TOGETHER

    async def _stall(self) -> None:
        """Ends when a write takes too long. One look now and then: a limit for each write costs more than the write."""
        limit = WRITE_SECONDS * self._pace
        while not self._stalled(limit):  # noqa: ASYNC110 - an event for each write is what this saves
            await asyncio.sleep(limit / 4)

    def _stalled(self, limit: float) -> bool:
        return self._since is not None and asyncio.get_running_loop().time() - self._since >= limit


async def _gone(receive: Receive) -> None:
    while (await receive())["type"] != "http.disconnect":
        pass
