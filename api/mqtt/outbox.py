"""What a broker has still to be told: of each topic the newest payload, and nothing else.

Retained topics show the present moment, so that a broker that was away or is slow needs no history. There is never more
than one message for each topic, and never more than ``MOST_IN_FLIGHT`` of them are with the broker unacknowledged.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

MOST_IN_FLIGHT: Final = 20
MOST_TOPICS: Final = 50_000
"""A hall with some hundred tables has a tenth of it."""


class Outbox:
    """``put`` what holds now; ``next`` is sent, then ``sent``, and ``acknowledged`` when the broker has it."""

    def __init__(self) -> None:
        self._wanted: dict[str, str] = {}
        self._due: dict[str, None] = {}
        self._flying: dict[int, tuple[str, str, float]] = {}

    def put(self, messages: Mapping[str, str]) -> None:
        """Full topic to payload. Topics of earlier calls that are not among them stay as they are. Raises
        ``ValueError`` beyond ``MOST_TOPICS``, which bounds what this keeps."""
        if len(self._wanted.keys() | messages.keys()) > MOST_TOPICS:
            raise ValueError(f"more than {MOST_TOPICS} topics")
        for topic, payload in messages.items():
            if self._wanted.get(topic) != payload:
                self._wanted[topic] = payload
                self._due[topic] = None

    def begin(self) -> None:
        """A new connection: the broker may have lost everything."""
        self._flying.clear()
        self._due = dict.fromkeys(self._wanted)

    def next(self) -> tuple[str, str] | None:
        """Topic and payload that may be sent now."""
        if len(self._flying) >= MOST_IN_FLIGHT or not self._due:
            return None
        topic = next(iter(self._due))
        del self._due[topic]
        return topic, self._wanted[topic]

    def sent(self, number: int, topic: str, payload: str, now: float) -> None:
        """``number``: by which the broker acknowledges it."""
        self._flying[number] = (topic, payload, now)

    def acknowledged(self, number: int) -> None:
        self._flying.pop(number, None)

    @property
    def empty(self) -> bool:
        """The broker has everything."""
        return not self._due and not self._flying

    def waited(self, now: float) -> float:
        """Seconds since the oldest message that is not acknowledged was sent; 0 when there is none."""
        return now - min((at for _, _, at in self._flying.values()), default=now)
