"""A real table over a real journal, without a board, behind the real application; no network, no process."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from dataclasses import dataclass, field, replace
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import httpx
import pytest
from fastapi import FastAPI

from api.table.app import create_app
from controller.config import Config, GameConfig, TableConfig
from controller.fairness.hardware_generator import HardwareGenerator
from controller.journal.store import Journal
from controller.table.table import Table

HERE = "http://127.0.0.1:8000"


@dataclass
class FakeRuntime:
    """What ``api.service.service`` would put together."""

    table: Table | None = None
    simulator: Any = None
    problem: Exception | None = None
    upkeep: Any = None
    peers: Any = None
    mqtt: Any = None
    uplink: Any = None
    generator: HardwareGenerator = field(default_factory=HardwareGenerator)
    healthy: bool = True
    pace: float = 1.0
    awake: asyncio.Event = field(default_factory=asyncio.Event)

    def __post_init__(self) -> None:
        self.awake.set()


class Dice:
    """A source of random bytes that shows chosen faces: byte f - 1 stands for face f."""

    def __init__(self) -> None:
        self.faces: list[int] = []

    def __call__(self, n: int) -> bytes:
        taken, self.faces = self.faces[:n], self.faces[n:]
        return bytes(face - 1 for face in taken + [1] * (n - len(taken)))


@dataclass
class House:
    http: httpx.AsyncClient
    runtime: FakeRuntime
    dice: Dice
    app: FastAPI = field(default_factory=FastAPI)

    @property
    def table(self) -> Table:
        assert self.runtime.table is not None
        return self.runtime.table

    async def post(self, path: str, body: Any = None, **headers: str) -> httpx.Response:
        return await self.http.post(f"/api/v1{path}", json={} if body is None else body, headers=headers)

    async def get(self, path: str, **headers: str) -> httpx.Response:
        return await self.http.get(f"/api/v1{path}", headers=headers)


@asynccontextmanager
async def opened(
    folder: Path, *, simulator: Any = None, game: GameConfig | None = None, **app_options: Any
) -> AsyncIterator[House]:
    config = replace(Config(), table=TableConfig(state_dir=folder), game=game or GameConfig())
    dice = Dice()
    now = lambda: datetime(2026, 3, 4, 5, 6, 7, tzinfo=UTC)  # noqa: E731
    with Journal(config.journal_path, now=now) as journal:
        table = Table(journal, config, now=now, source=dice)
        await table.start()
        runtime = FakeRuntime(table, simulator)
        app = create_app(runtime, **app_options)
        transport = httpx.ASGITransport(app, raise_app_exceptions=False)
        try:
            async with httpx.AsyncClient(transport=transport, base_url=HERE) as http:
                yield House(http, runtime, dice, app)
        finally:
            await table.close()


Opened = Callable[..., Any]


@pytest.fixture
def house(tmp_path: Path) -> Opened:
    """``async with house() as h``: every test opens the house in its own event loop."""
    return lambda **options: opened(tmp_path, **options)
