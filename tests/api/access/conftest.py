"""Access with a clock that a test moves."""

from __future__ import annotations

from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta


@dataclass
class Clock:
    at: datetime = field(default_factory=lambda: datetime(2026, 3, 4, 5, 6, 7, tzinfo=UTC))

    def __call__(self) -> datetime:
        return self.at

    def pass_(self, seconds: float) -> None:
        self.at += timedelta(seconds=seconds)
