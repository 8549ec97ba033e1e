"""Events of a hall made for the tests of its store, a clock and random bytes."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from random import Random
from typing import ClassVar

from controller.events import Catalogue, Event
from hall.store import HallJournal, Store


@dataclass(frozen=True, slots=True)
class Noted(Event):
    type: ClassVar = "note.made"
    text: str


NOTES = Catalogue((Noted,), {})


def clock() -> Callable[[], datetime]:
    """A second later each time."""
    seconds = iter(range(10**9))
    return lambda: datetime(2026, 5, 1, tzinfo=UTC) + timedelta(seconds=next(seconds))


def journal_of(store: Store, catalogue: Catalogue = NOTES) -> HallJournal:
    return HallJournal(store, catalogue, now=clock(), random=Random(7).randbytes)
