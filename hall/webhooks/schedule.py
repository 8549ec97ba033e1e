"""When an event is told to a webhook, and again when it was not taken: a function of what was tried so far.

At least once: a delivery is written down before the first attempt and deleted after one that was taken. Its id is made
of webhook and event, so that a receiver knows one that it has had.
"""

from __future__ import annotations

import random
from collections.abc import Collection, Iterable
from dataclasses import dataclass, replace
from typing import Final

PAUSES: Final = (60, 300, 1_800, 7_200, 21_600, 43_200, 86_400)
"""Seconds after each attempt that was not taken, from a minute to a day; after the last one it is given up."""
SPREAD: Final = 0.2
"""Share by which a pause is longer or shorter, so that not all come back in one moment."""
SWITCHED_OFF_AFTER: Final = 3 * 86_400
"""Seconds since the last time that it took anything."""
MOST_WAITING: Final = 10_000
"""Deliveries of one webhook; beyond that the oldest is dropped."""


@dataclass(frozen=True, slots=True)
class Delivery:
    """``seq``: of the event; ``due``: Unix seconds; ``attempts``: made so far."""

    webhook: str
    seq: int
    due: float
    attempts: int = 0

    @property
    def id(self) -> str:
        return f"{self.webhook}.{self.seq}"


def again(delivery: Delivery, now: float, rng: random.Random) -> Delivery | None:
    """After an attempt that was not taken; None when it is given up."""
    if delivery.attempts >= len(PAUSES):
        return None
    pause = PAUSES[delivery.attempts] * rng.uniform(1 - SPREAD, 1 + SPREAD)
    return replace(delivery, attempts=delivery.attempts + 1, due=now + pause)


def due(waiting: Iterable[Delivery], now: float, busy: Collection[str], most: int) -> list[Delivery]:
    """What is sent now, at most ``most``, one for each webhook that is not ``busy``: the one that is due longest, so
    that a webhook with many does not hold up the others."""
    first: dict[str, Delivery] = {}
    for one in waiting:
        if one.due <= now and one.webhook not in busy:
            known = first.get(one.webhook)
            if known is None or (one.due, one.seq) < (known.due, known.seq):
                first[one.webhook] = one
    return sorted(first.values(), key=lambda one: (one.due, one.seq))[:most]


def next_due(waiting: Iterable[Delivery], busy: Collection[str]) -> float | None:
    """Unix seconds of the first that is due; None when nothing waits."""
    return min((one.due for one in waiting if one.webhook not in busy), default=None)


@dataclass(frozen=True, slots=True)
class Health:
    """``failing_since``: Unix seconds of the first attempt that was not taken after one that was; None when all is
    well."""

    failing_since: float | None = None

    def after(self, taken: bool, now: float) -> Health:
        if taken:
            return Health()
        return self if self.failing_since is not None else Health(now)

    def hopeless(self, now: float) -> bool:
        return self.failing_since is not None and now - self.failing_since >= SWITCHED_OFF_AFTER
