"""A hall on a real SQLite file, with a clock that the test moves; and stores of both engines."""

from __future__ import annotations

import random
from collections.abc import AsyncIterator, Callable, Iterator
from contextlib import AbstractAsyncContextManager, asynccontextmanager
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest

from hall.catalogue import HALL_CATALOGUE
from hall.hall import Hall
from hall.store import HallJournal, open_store
from tests.hall import postgresql


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


@pytest.fixture(scope="session")
def postgresql_server() -> Iterator[postgresql.Server]:
    if not postgresql.FOUND:
        pytest.skip(postgresql.MISSING)
    server = postgresql.Server()
    try:
        server.start()
        yield server
    finally:
        server.remove()


@pytest.fixture(params=["sqlite", "postgresql"])
def store_url(request: pytest.FixtureRequest, tmp_path: Path) -> str:
    """Of an empty store, of either engine."""
    if request.param == "sqlite":
        return f"sqlite:///{tmp_path / 'hall.sqlite'}"
    server: postgresql.Server = request.getfixturevalue("postgresql_server")
    return server.database()


@pytest.fixture
def new_store_url(tmp_path: Path) -> Callable[[], str]:
    """Each of an empty file of SQLite."""
    made = iter(range(1000))
    return lambda: f"sqlite:///{tmp_path / f'hall-{next(made)}.sqlite'}"
