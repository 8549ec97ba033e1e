"""The live stream inside the process: who listens, and what each listener has not heard yet.

Events are never skipped for a listener that keeps up. What only shows the present moment is coalesced: of telemetry the
latest waits, and of a snapshot only the wish for one. The snapshot itself is made when the first listener reads it, and
shared until something changes, so it is never older than an event that was sent before it, and a hundred listeners cost
one. A listener that falls ``MOST_WAITING`` events behind gets one fresh snapshot and is closed; it then connects again
and loses nothing, because events are numbered.
"""

from __future__ import annotations

import asyncio
import logging
from collections import deque
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import Any, Final, Literal, get_args

from pydantic_core import to_json

log = logging.getLogger("jantaku.table")

MessageKind = Literal["snapshot", "event", "telemetry"]
ALL_KINDS: Final[frozenset[MessageKind]] = frozenset(get_args(MessageKind))
MOST_WAITING: Final = 256
MOST_LISTENERS: Final = 136
MOST_RESUMED: Final = 200
"""How many missed events are sent again to a listener that comes back; beyond that the snapshot has to do."""


def on_one_line(data: Mapping[str, Any]) -> str:
    """JSON without a space or a line break."""
    return to_json(data, fallback=dict).decode()


@dataclass(frozen=True)
class StreamMessage:
    """One message of the stream. ``seq`` is the journal number of an event, None for the other kinds."""

    kind: MessageKind
    data: Mapping[str, Any]
    seq: int | None = None

    @cached_property
    def text(self) -> str:
        """The data as JSON on one line, made once for all listeners."""
        return on_one_line(self.data)


class Subscription:
    """One listener. ``get`` until it answers None with ``closed`` set; then ``close``. ``kinds``: what it is sent."""

    def __init__(
        self,
        first: Iterable[StreamMessage],
        snapshot: Callable[[], StreamMessage],
        leave: Callable[[Subscription], None],
        soon: Callable[[Subscription], None],
        kinds: frozenset[MessageKind] = ALL_KINDS,
    ) -> None:
        self._kinds = kinds
        self._queue = deque(message for message in first if message.kind in kinds)
        self._telemetry: StreamMessage | None = None
        self._snapshot_due = False
        self._snapshot = snapshot
        self._waiter: asyncio.Future[None] | None = None
        self._told: Callable[[], bool] | None = None
        self._telling = False
        self._within = self._until = 0.0
        self._timer: asyncio.TimerHandle | None = None
        self._leave, self._soon = leave, soon
        self._ending = False

    @property
    def closed(self) -> bool:
        """Nothing more will come."""
        return self._ending and not self._queue and not self._snapshot_due

    async def get(self, within: float) -> StreamMessage | None:
        """The next message, or None when none came ``within`` seconds or the stream has ended."""
        if (message := self._next()) is not None or self._ending:
            return message
        loop = asyncio.get_running_loop()
        self._waiter, self._within, self._until = loop.create_future(), within, loop.time() + within
        if self._timer is None or self._timer.when() > self._until:
            self._look_at(self._until)
        await self._waiter
        return self._next()

    def _look_at(self, when: float) -> None:
        """One timer for many waits, which mostly end before it: a listener is told of each event in microseconds."""
        if self._timer is not None:
            self._timer.cancel()
        self._timer = asyncio.get_running_loop().call_at(when, self._time_is_over)

    def _time_is_over(self) -> None:
        self._timer = None
        if self._waiter is None or self._waiter.done():
            return
        if asyncio.get_running_loop().time() < self._until:
            self._look_at(self._until)
        else:
            self._waiter.set_result(None)

    def on_news(self, told: Callable[[], bool]) -> None:
        """``told`` is called soon after something has come for a listener that waits in ``get``. It takes what there is
        (``waiting``) and returns True, and the wait goes on; or False, and ``get`` returns as it does without it."""
        self._told = told

    def _wake(self) -> None:
        if self._waiter is None or self._waiter.done():
            return
        if self._told is None or self._ending:
            self._waiter.set_result(None)
        elif not self._telling:
            self._telling = True
            self._soon(self)

    def tell(self) -> None:
        self._telling = False
        if self._waiter is None or self._waiter.done():
            return
        if self._told is not None and not self._ending and self._taken(self._told):
            self._until = asyncio.get_running_loop().time() + self._within
        else:
            self._waiter.set_result(None)

    @staticmethod
    def _taken(told: Callable[[], bool]) -> bool:
        try:
            return told()
        except Exception:  # the others are told all the same
            log.exception("a listener could not be told")
            return False

    def put(self, message: StreamMessage) -> None:
        """An event or telemetry. Never waits; a listener that is too slow is sent a snapshot instead, and away."""
        if self._ending or message.kind not in self._kinds:
            return
        if message.kind == "telemetry":
            self._telemetry = message
        elif len(self._queue) < MOST_WAITING:
            self._queue.append(message)
        else:
            self._queue.clear()
            self._end()
            self._snapshot_due = "snapshot" in self._kinds
        self._wake()

    def refresh(self) -> None:
        """A snapshot follows the events that wait."""
        if not self._ending and "snapshot" in self._kinds:
            self._snapshot_due = True
            self._wake()

    def close(self) -> None:
        """The listener is gone, or the service ends."""
        self._queue.clear()
        self._end()
        self._wake()
        if self._timer is not None:
            self._timer.cancel()
            self._timer = None

    def _end(self) -> None:
        self._ending = True
        self._snapshot_due = False
        self._telemetry = None
        self._leave(self)

    def waiting(self, most: int) -> list[StreamMessage]:
        """The next messages, as many as wait already."""
        found = list[StreamMessage]()
        while len(found) < most and (message := self._next()) is not None:
            found.append(message)
        return found

    def _next(self) -> StreamMessage | None:
        if self._queue:
            return self._queue.popleft()
        telemetry, self._telemetry = self._telemetry, None
        if self._snapshot_due:
            self._snapshot_due = False
            return self._snapshot()  # newer than the telemetry that waited with it
        return telemetry


class Stream:
    """All listeners. Publishing never waits for any of them."""

    def __init__(self, snapshot: Callable[[], Mapping[str, Any]]) -> None:
        self._make = snapshot
        self._made: StreamMessage | None = None
        self._listeners: set[Subscription] = set()
        self._to_tell = list[Subscription]()

    def __len__(self) -> int:
        return len(self._listeners)

    @property
    def crowded(self) -> bool:
        return len(self._listeners) >= MOST_LISTENERS

    def join(self, missed: Iterable[StreamMessage] = (), kinds: frozenset[MessageKind] = ALL_KINDS) -> Subscription:
        """A new listener: a snapshot first, then ``missed``, then what happens; of it all only ``kinds``."""
        self.changed()
        first = [self._snapshot(), *missed]
        subscription = Subscription(first, self._snapshot, self._listeners.discard, self._soon, kinds)
        self._listeners.add(subscription)
        return subscription

    def _soon(self, subscription: Subscription) -> None:
        """Tells it with all others that have news, in the loop's next turn."""
        if not self._to_tell:
            asyncio.get_running_loop().call_soon(self._tell)
        self._to_tell.append(subscription)

    def _tell(self) -> None:
        told, self._to_tell = self._to_tell, []
        for subscription in told:
            subscription.tell()

    def publish(self, message: StreamMessage) -> None:
        """An event or telemetry for everyone."""
        self.changed()
        for subscription in tuple(self._listeners):
            subscription.put(message)

    def refresh(self) -> None:
        """A snapshot for everyone, after the events that were published before."""
        self.changed()
        for subscription in tuple(self._listeners):
            subscription.refresh()

    def changed(self) -> None:
        """What a snapshot shows is no longer what the last one showed."""
        self._made = None

    def close(self) -> None:
        for subscription in tuple(self._listeners):
            subscription.close()

    def _snapshot(self) -> StreamMessage:
        if self._made is None:
            self._made = StreamMessage("snapshot", self._make())
        return self._made
