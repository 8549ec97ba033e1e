"""The application of a hall on a real SQLite file, asked by httpx without a socket."""

from __future__ import annotations

from collections.abc import AsyncIterator, Callable
from contextlib import AbstractAsyncContextManager, asynccontextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import httpx
import pytest

from api.hall.app import create_app
from api.hall.runtime import HallRuntime, running
from controller.listening import HttpConfig
from hall.config import Config, HallConfig
from tests.hall.conftest import Clock

API = "/api/v1"


@dataclass
class OpenedHall:
    """``client`` is this computer, which is the owner; ``stranger`` somebody in the network."""

    runtime: HallRuntime
    client: httpx.AsyncClient
    stranger: httpx.AsyncClient

    async def get(self, path: str, **more: Any) -> httpx.Response:
        return await self.client.get(API + path, **more)

    async def post(self, path: str, body: Any = None, client: httpx.AsyncClient | None = None) -> httpx.Response:
        return await (client or self.client).post(API + path, json=body or {})

    async def command(self, row: str, /, **fields: Any) -> dict[str, Any]:
        answer = await self.post(f"/commands/{row}", fields)
        assert answer.status_code == 202, answer.text
        return answer.json()


HallHouse = Callable[..., AbstractAsyncContextManager[OpenedHall]]
"""With what its configuration says of the hall, where that is more than nothing."""


@pytest.fixture
def clock() -> Clock:
    return Clock()


@pytest.fixture
def hall_house(tmp_path: Path, clock: Clock) -> HallHouse:
    @asynccontextmanager
    async def opened(more: dict[str, Any] | None = None) -> AsyncIterator[OpenedHall]:
        hall = HallConfig(name="Club", state_dir=tmp_path / "state", **(more or {}))
        config = Config(hall, HttpConfig(port=8100))
        runtime = HallRuntime(config, clock)
        app = create_app(runtime, any_address=True)

        def client(host: str) -> httpx.AsyncClient:
            transport = httpx.ASGITransport(app, raise_app_exceptions=False, client=(host, 50000))
            return httpx.AsyncClient(transport=transport, base_url="http://127.0.0.1:8100")

        async with running(runtime), client("127.0.0.1") as own, client("192.0.2.7") as stranger:
            yield OpenedHall(runtime, own, stranger)

    return opened
