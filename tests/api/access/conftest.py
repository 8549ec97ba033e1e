"""Access with a clock that a test moves."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta

from api.access.access import Access
from api.access.pairings import Pairings


@dataclass
class Clock:
    at: datetime = field(default_factory=lambda: datetime(2026, 3, 4, 5, 6, 7, tzinfo=UTC))

    def __call__(self) -> datetime:
        return self.at

    def pass_(self, seconds: float) -> None:
        self.at += timedelta(seconds=seconds)


@dataclass
class Desk:
    """Pairings with a clock of seconds that a test moves; what was to be called later is called when its time comes."""

    access: Access
    at: float = 1000.0
    calls: list[tuple[float, Callable[[], None]]] = field(default_factory=list)
    changes: int = 0

    def __post_init__(self) -> None:
        self.pairings = Pairings(self.access, steady=lambda: self.at, later=self.later, changed=self.changed)
        self.pairings.url = "http://table.local:8000"

    def later(self, seconds: float, call: Callable[[], None]) -> None:
        self.calls.append((self.at + seconds, call))

    def changed(self) -> None:
        self.changes += 1

    def pass_(self, seconds: float) -> None:
        self.at += seconds
        due = [call for at, call in self.calls if at <= self.at]
        self.calls = [(at, call) for at, call in self.calls if at > self.at]
        for call in due:
            call()


def on(access: Access) -> Pairings:
    return Desk(access).pairings
