"""Who is told that something changed. A listener names topics and wakes when one of them has changed; what it then
shows it makes of the present state, so that a slow one skips what it missed and nothing piles up."""

from __future__ import annotations

import asyncio
from collections.abc import Collection, Iterable
from typing import Final

from controller.refusals import Code, Refused

MOST_LISTENERS: Final = 600
"""Screens of a hall, desks, and the phones of a tournament."""
MINUTE: Final = "minute"
"""A change that comes by itself, twice a minute: for views of what grows, such as waits and fees."""

GAME_ORDERS: Final = "game-orders"
"""A table was told to start a game, or has answered to that."""


class Listener:
    """Waits for changes of its topics. ``close`` when it is no longer wanted."""

    def __init__(self, stream: HallStream, topics: Collection[str]) -> None:
        self._stream, self.topics = stream, frozenset(topics)
        self._changed: set[str] = set()
        self._wake = asyncio.Event()
        self.closed = False

    async def changed(self, seconds: float) -> frozenset[str]:
        """The topics that changed since the last call; none when nothing did for ``seconds``, or at the end."""
        try:
            async with asyncio.timeout(seconds):
                await self._wake.wait()
        except TimeoutError:
            return frozenset()
        return self.changed_already()

    def changed_already(self) -> frozenset[str]:
        """The same without waiting."""
        if not self.closed:
            self._wake.clear()
        found, self._changed = frozenset(self._changed), set()
        return found

    def tell(self, topics: Iterable[str]) -> None:
        """Some topics have changed, not all of them its own."""
        if mine := self.topics.intersection(topics):
            self._changed |= mine
            self._wake.set()

    def close(self) -> None:
        self.closed = True
        self._wake.set()
        self._stream.leave(self)


class HallStream:
    """All listeners of this process."""

    def __init__(self, most: int = MOST_LISTENERS) -> None:
        self._most = most
        self._listeners: set[Listener] = set()

    def __len__(self) -> int:
        return len(self._listeners)

    def listen(self, topics: Collection[str]) -> Listener:
        """Raises ``Refused`` when there are too many."""
        if len(self._listeners) >= self._most:
            raise Refused(Code.TOO_MANY_LISTENERS)
        listener = Listener(self, topics)
        self._listeners.add(listener)
        return listener

    def leave(self, listener: Listener) -> None:
        self._listeners.discard(listener)

    def tell(self, topics: Iterable[str]) -> None:
        changed = frozenset(topics)
        if changed:
            for listener in tuple(self._listeners):
                listener.tell(changed)

    def close(self) -> None:
        for listener in tuple(self._listeners):
            listener.close()
