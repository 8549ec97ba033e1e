"""The reliable lane of one direction: numbered frames, each delivered once and in order, by going back N.

Both ends of the link are made of these two halves. Time is an argument in seconds; nothing here reads a clock.
"""

from __future__ import annotations

import math
from collections import deque
from collections.abc import Iterator
from dataclasses import dataclass

from firmware_bridge.codec import OVERHEAD
from firmware_bridge.errors import BridgeError
from firmware_bridge.messages import (
    NUMBER_MODULUS,
    RETRY_LIMIT,
    RETRY_MAX_MS,
    RETRY_MIN_MS,
    WINDOW_BYTES,
    WINDOW_FRAMES,
)


class QueueFull(BridgeError):
    """More messages wait for the wire than the queue may hold. Nothing was queued."""

    code = "queue-full"
    remedy = "Send less, or wait for answers."


class RetryTimer:
    """How long to wait for an acknowledgement: mean round trip plus four deviations, doubled with each repetition.

    The estimate is that of RFC 6298; the limits are the protocol's.
    """

    def __init__(self) -> None:
        self.round_trip: float | None = None
        self._deviation = 0.0
        self._factor = 1

    @property
    def seconds(self) -> float:
        if self.round_trip is None:
            return min(RETRY_MAX_MS, 5 * RETRY_MIN_MS * self._factor) / 1000
        wanted = (self.round_trip + 4 * self._deviation) * 1000
        return min(RETRY_MAX_MS, max(RETRY_MIN_MS, wanted) * self._factor) / 1000

    def measured(self, round_trip: float) -> None:
        if self.round_trip is None:
            self.round_trip, self._deviation = round_trip, round_trip / 2
            return
        self._deviation += (abs(round_trip - self.round_trip) - self._deviation) / 4
        self.round_trip += (round_trip - self.round_trip) / 8

    def back_off(self) -> None:
        self._factor = min(16, self._factor * 2)

    def heard(self) -> None:
        self._factor = 1


@dataclass(slots=True)
class Numbered:
    """A reliable frame in flight; ``at`` is when it was sent last."""

    number: int
    code: int
    payload: bytes
    at: float
    repeated: bool = False

    @property
    def size(self) -> int:
        return len(self.payload) + OVERHEAD


class Outbox:
    """What waits to be sent and what waits to be acknowledged."""

    def __init__(self, capacity: int) -> None:
        self.timer = RetryTimer()
        self.repeated = 0
        self.exhausted = False
        self._capacity = capacity
        self._waiting: deque[tuple[int, bytes]] = deque()
        self._flight: deque[Numbered] = deque()
        self._flight_bytes = 0
        self._next = 0
        self._tries = 0
        self._retry_at = math.inf

    def __len__(self) -> int:
        return len(self._waiting) + len(self._flight)

    def push(self, code: int, payload: bytes) -> None:
        """Queues a message. Raises QueueFull."""
        if len(self) >= self._capacity:
            raise QueueFull(f"{self._capacity} messages wait already")
        self._waiting.append((code, payload))

    def acknowledge(self, expected: int, now: float) -> None:
        """The other side expects ``expected`` next. A number outside the window says nothing and is ignored."""
        if not self._flight:
            return
        count = (expected - self._flight[0].number) % NUMBER_MODULUS
        if not 0 < count <= len(self._flight):
            return
        for _ in range(count):
            frame = self._flight.popleft()
            self._flight_bytes -= frame.size
        if not frame.repeated:
            self.timer.measured(now - frame.at)
        self.timer.heard()
        self._tries = 0
        self._retry_at = now + self.timer.seconds if self._flight else math.inf

    def due(self, now: float) -> Iterator[Numbered]:
        """The frames to send now: all in flight again when their time is over, then new ones as the window allows."""
        if now >= self._retry_at:
            yield from self._repeat(now)
        while self._waiting and self._fits(len(self._waiting[0][1]) + OVERHEAD) and not self.exhausted:
            yield self._launch(now)

    def revive(self, now: float) -> None:
        """The other side is heard again after it was given up: goes on with the oldest frame at once."""
        if self.exhausted:
            self.exhausted, self._tries, self._retry_at = False, 0, now

    @property
    def deadline(self) -> float:
        """When ``due`` has something to repeat."""
        return math.inf if self.exhausted else self._retry_at

    def _fits(self, size: int) -> bool:
        flight = len(self._flight)
        return not flight or (flight < WINDOW_FRAMES and self._flight_bytes + size <= WINDOW_BYTES)

    def _launch(self, now: float) -> Numbered:
        code, payload = self._waiting.popleft()
        frame = Numbered(self._next, code, payload, now)
        if not self._flight:
            self._retry_at = now + self.timer.seconds
        self._next = (self._next + 1) % NUMBER_MODULUS
        self._flight.append(frame)
        self._flight_bytes += frame.size
        return frame

    def _repeat(self, now: float) -> Iterator[Numbered]:
        self._tries += 1
        if self._tries > RETRY_LIMIT:
            self.exhausted = True
            return
        self.timer.back_off()
        self._retry_at = now + self.timer.seconds
        for frame in self._flight:
            frame.at, frame.repeated = now, True
            self.repeated += 1
            yield frame


class Inbox:
    """The receiving half: which number is expected, and what the other side must be told.

    ``owed`` counts the frames since the last acknowledgement; ``urgent`` says that the other side is waiting for one.
    """

    def __init__(self) -> None:
        self.expected = 0
        self.owed = 0
        self.urgent = False
        self.doubled = 0
        self.skipped = 0

    def accept(self, number: int) -> bool:
        """True for the frame that is expected. Any other is dropped, and the sender is told where we are."""
        self.owed += 1
        if number == self.expected:
            self.expected = (self.expected + 1) % NUMBER_MODULUS
            self.urgent = self.urgent or self.owed >= WINDOW_FRAMES // 2
            return True
        self.urgent = True
        if (self.expected - number) % NUMBER_MODULUS <= WINDOW_FRAMES:
            self.doubled += 1
        else:
            self.skipped += 1
        return False

    def acknowledged(self) -> None:
        """A frame with the expected number has gone out."""
        self.owed, self.urgent = 0, False
