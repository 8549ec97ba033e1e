"""Events of the tests' own: the store keeps what its catalogue knows, whatever that is."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any, ClassVar

from controller.events import Catalogue, Event
from controller.journal.store import Journal

START = datetime(2025, 3, 1, 18, 0, tzinfo=UTC)


@dataclass(frozen=True, slots=True)
class NoteTaken(Event):
    type: ClassVar = "note.taken"
    word: str


@dataclass(frozen=True, slots=True)
class AnythingHappened(Event):
    type: ClassVar = "any.thing"
    what: Mapping[str, Any]


NOTES = Catalogue((NoteTaken, AnythingHappened), {})


def clock() -> Callable[[], datetime]:
    ticks = iter(range(1_000_000))
    return lambda: START + timedelta(milliseconds=next(ticks))


def opened(path: Path, *, read_only: bool = False) -> Journal:
    return Journal(path, now=clock(), read_only=read_only, catalogue=NOTES)


def notes(*words: str) -> list[Event]:
    return [NoteTaken(word) for word in words]


def words(journal: Journal) -> list[str]:
    return [recorded.event.word for recorded in journal.replay() if isinstance(recorded.event, NoteTaken)]
