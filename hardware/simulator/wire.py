"""The serial line between host and board: bytes take their time, and some come to harm.

Each direction is a line of its own. A byte is ten bits long (8N1). What a frame of the link is, the wire does not
know; but since frames end with a zero byte, bytes are handed over up to and including each zero byte when that has
arrived, so that nothing can be acted on before its last byte was there.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Iterator
from dataclasses import dataclass, replace
from random import Random
from typing import Final

from .travel import NEVER

DEFAULT_BAUD: Final = 250_000
QUEUE_BYTES: Final = 65_536
"""What a line holds at most; more is lost and counted, as in the buffers of a computer that is stopped."""
DELAY_US: Final = (2_000, 50_000)
"""A delayed byte is late by so much, and all behind it with it."""


@dataclass(frozen=True, slots=True)
class LinkFaults:
    """Chances per byte that a bit flips, that the byte is lost, comes twice, or comes late."""

    flip: float = 0.0
    lose: float = 0.0
    double: float = 0.0
    delay: float = 0.0

    @property
    def any(self) -> bool:
        return self != _SOUND


_SOUND: Final = LinkFaults()


class WireWay:
    """One direction. Times in microseconds; with an infinite ``baud`` bytes take none."""

    def __init__(self, random: Random, baud: float = DEFAULT_BAUD) -> None:
        self.faults = _SOUND
        self.sent = self.harmed = self.dropped = 0
        self._random = random
        self._byte_us = 10_000_000 / baud
        self._free = 0.0
        self._queue: deque[tuple[int, bytes]] = deque()
        self._queued = 0

    @property
    def due(self) -> int:
        """When the next bytes will have arrived."""
        return self._queue[0][0] if self._queue else NEVER

    def send(self, data: bytes, now: int) -> None:
        """Bytes enter the line one after the other, behind those that are still on it."""
        self.sent += len(data)
        self._free = max(self._free, float(now))
        for frame in _frames(data):
            damaged = self._harm(frame) if self.faults.any else frame
            if self._queued + len(damaged) > QUEUE_BYTES:
                self.dropped += len(damaged)
                continue
            self._free += len(damaged) * self._byte_us
            self._queued += len(damaged)
            if damaged:
                self._queue.append((round(self._free), damaged))

    def arrived(self, now: int) -> bytes:
        """Takes what has arrived by now."""
        parts = []
        while self._queue and self._queue[0][0] <= now:
            parts.append(self._queue.popleft()[1])
        data = b"".join(parts)
        self._queued -= len(data)
        return data

    def cut(self) -> None:
        """What is on the line is lost."""
        self.dropped += self._queued
        self._queue.clear()
        self._queued = 0
        self._free = 0.0

    def _harm(self, data: bytes) -> bytes:
        out, draw, faults = bytearray(), self._random.random, self.faults
        for byte in data:
            if draw() < faults.delay:
                self.harmed += 1
                self._free += self._random.randint(*DELAY_US)
            if draw() < faults.lose:
                self.harmed += 1
                continue
            if draw() < faults.flip:
                self.harmed += 1
                byte ^= 1 << self._random.randrange(8)
            out.append(byte)
            if draw() < faults.double:
                self.harmed += 1
                out.append(byte)
        return bytes(out)


def _frames(data: bytes) -> Iterator[bytes]:
    """The pieces of ``data``, each up to and including a zero byte."""
    begin = 0
    while begin < len(data):
        end = data.find(0, begin) + 1 or len(data)
        yield data[begin:end]
        begin = end


class Wire:
    """Both directions and the plug."""

    def __init__(self, random: Random, baud: float = DEFAULT_BAUD) -> None:
        self.to_board, self.to_host = WireWay(random, baud), WireWay(random, baud)
        self.plugged = True

    @property
    def due(self) -> int:
        return min(self.to_board.due, self.to_host.due)

    def set_faults(self, **rates: float) -> None:
        """``set_faults(flip=0.001)``; rates that are not named stay."""
        for line in (self.to_board, self.to_host):
            line.faults = replace(line.faults, **rates)

    def plug(self, in_place: bool) -> None:
        self.plugged = in_place
        self.to_board.cut()
        self.to_host.cut()

    def statistics(self) -> dict[str, int]:
        lines = self.to_board, self.to_host
        return {
            "to_board": self.to_board.sent,
            "to_host": self.to_host.sent,
            "harmed": sum(line.harmed for line in lines),
            "dropped": sum(line.dropped for line in lines),
        }
