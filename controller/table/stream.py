"""The live stream inside the process: who listens, and what each listener has not heard yet.

Events are never skipped for a listener that keeps up. What only shows the present moment (a new snapshot, telemetry)
is coalesced: only the latest one waits. A listener that falls ``MOST_WAITING`` events behind gets one fresh snapshot
and is closed; it then connects again and loses nothing, because events are numbered.
"""

from __future__ import annotations

import asyncio
from collections import deque
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from typing import Any, Final, Literal

MOST_WAITING: Final = 256
MOST_LISTENERS: Final = 64
MOST_RESUMED: Final = 200
"""How many missed events are sent again to a listener that comes back; beyond that the snapshot has to do."""


@dataclass(frozen=True, slots=True)
class Message:
    """One message of the stream. ``seq`` is the journal number of an event, None for the other kinds."""

    kind: Literal["snapshot", "event", "telemetry"]
    data: Mapping[str, Any]
    seq: int | None = None


class Subscription:
    """One listener. ``get`` until it answers None with ``closed`` set; then ``close``."""

    def __init__(self, first: Iterable[Message], leave: Callable[[Subscription], None]) -> None:
        self._queue = deque(first)
        self._latest: dict[str, Message] = {}
        self._wake = asyncio.Event()
        self._leave = leave
        self._ending = False

    @property
    def closed(self) -> bool:
        """Nothing more will come."""
        return self._ending and not self._queue and not self._latest

    async def get(self, within: float) -> Message | None:
        """The next message, or None when none came ``within`` seconds or the stream has ended."""
        if (message := self._next()) is not None or self._ending:
            return message
        self._wake.clear()
        try:
            await asyncio.wait_for(self._wake.wait(), within)
        except TimeoutError:
            return None
        return self._next()

    def put(self, message: Message, fresh: Callable[[], Message]) -> None:
        """Never waits. ``fresh`` makes the last snapshot of a listener that is too slow."""
        if self._ending:
            return
        if message.kind != "event":
            self._latest[message.kind] = message
        elif len(self._queue) < MOST_WAITING:
            self._queue.append(message)
        else:
            self._queue = deque([fresh()])
            self._end()
        self._wake.set()

    def close(self) -> None:
        """The listener is gone, or the service ends."""
        self._queue.clear()
        self._end()
        self._wake.set()

    def _end(self) -> None:
        self._ending = True
        self._latest.clear()
        self._leave(self)

    def _next(self) -> Message | None:
        if self._queue:
            return self._queue.popleft()
        # A snapshot says more than the telemetry that waited with it.
        for kind in ("snapshot", "telemetry"):
            if kind in self._latest:
                return self._latest.pop(kind)
        return None


class Hub:
    """All listeners. Publishing never waits for any of them."""

    def __init__(self, snapshot: Callable[[], Mapping[str, Any]]) -> None:
        self._snapshot = snapshot
        self._listeners: set[Subscription] = set()

    def __len__(self) -> int:
        return len(self._listeners)

    @property
    def crowded(self) -> bool:
        return len(self._listeners) >= MOST_LISTENERS

    def join(self, missed: Iterable[Message] = ()) -> Subscription:
        """A new listener: a snapshot first, then ``missed``, then what happens from now on."""
        subscription = Subscription([self._fresh(), *missed], self._listeners.discard)
        self._listeners.add(subscription)
        return subscription

    def publish(self, message: Message) -> None:
        for subscription in tuple(self._listeners):
            subscription.put(message, self._fresh)

    def close(self) -> None:
        for subscription in tuple(self._listeners):
            subscription.close()

    def _fresh(self) -> Message:
        return Message("snapshot", self._snapshot())
