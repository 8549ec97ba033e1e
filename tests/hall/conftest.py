"""Stores for the tests of the hall: a file of SQLite, and a database of a real PostgreSQL server."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from tests.hall import postgresql


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
