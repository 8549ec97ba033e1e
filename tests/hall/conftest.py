"""A hall on a real SQLite file, with a clock that the test moves."""

from __future__ import annotations

import random
from collections.abc import AsyncIterator, Callable
from contextlib import AbstractAsyncContextManager, asynccontextmanager
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest

from hall.catalogue import HALL_CATALOGUE
from hall.hall import Hall
from hall.store import HallJournal, open_store


class Clock:
    """Begins at noon of a winter's day, UTC."""

    def __init__(self) -> None:
        self.now = datetime(2026, 1, 10, 12, tzinfo=UTC)

    def __call__(self) -> datetime:
        return self.now

    def forward(self, **parts: float) -> None:
        self.now += timedelta(**parts)


OpenHall = Callable[[], AbstractAsyncContextManager[Hall]]


@pytest.fixture
def clock() -> Clock:
    return Clock()


@pytest.fixture
def open_hall(tmp_path: Path, clock: Clock) -> OpenHall:
    """Each call is another process on the same file."""
    seeded = random.Random(1)

    @asynccontextmanager
    async def opened() -> AsyncIterator[Hall]:
        with open_store(f"sqlite:///{tmp_path}/hall.db") as store:
            hall = Hall(
                HallJournal(store, HALL_CATALOGUE, now=clock, random=seeded.randbytes),
                now=clock,
                random=seeded.randbytes,
            )
            await hall.start()
            try:
                yield hall
            finally:
                await hall.close()

    return opened
