"""Two tables in one loop, each with a key, that reach each other's real application without a network."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from dataclasses import replace
from pathlib import Path
from typing import Any

import httpx

from api.http.client import Answer
from api.peers.client import PeerClient
from controller.fairness.journal_head import head_of_text
from controller.journal.kept_heads import KeptHead
from controller.peers import PeerConfig
from tests.api.conftest import House
from tests.api.table.test_dice import checkable

ADDRESS = "http://127.0.0.1:8000"


class NearbyClient(PeerClient):
    """Asks the application of a table of this process; from a thread, as the real one."""

    def __init__(self, peer: PeerConfig, http: httpx.AsyncClient) -> None:
        super().__init__(peer)
        self._http, self._loop = http, asyncio.get_running_loop()
        self.asked: list[tuple[str, str]] = []

    def _ask(self, method: str, path: str, body: bytes | None, most: int) -> Answer:
        self.asked.append((method, path))
        headers = {} if body is None else {"Content-Type": "application/json"}
        asking = self._http.request(method, path, content=body, headers=headers)
        answer = asyncio.run_coroutine_threadsafe(asking, self._loop).result(10)
        return Answer(answer.status_code, answer.content)


@asynccontextmanager
async def two_tables(folder: Path) -> AsyncIterator[tuple[House, House]]:
    """Each has signed a head."""
    for name in ("one", "two"):
        (folder / name).mkdir(exist_ok=True)
    async with checkable(folder / "one") as one, checkable(folder / "two") as two:
        for house in (one, two):
            assert await house.table.heads.sign() is not None
        yield one, two


def latest(house: House) -> KeptHead:
    found = house.table.journal.latest_head()
    assert found is not None
    return found


def key_of(house: House) -> str:
    return head_of_text(latest(house).record).head.key.hex()


def peer_of(house: House, name: str = "table-2") -> PeerConfig:
    return PeerConfig(name, ADDRESS, key_of(house))


def knows(house: House, *peers: PeerConfig) -> None:
    house.table.config = replace(house.table.config, peers=peers)


async def in_thread(work: Callable[[], Any]) -> Any:
    return await asyncio.to_thread(work)
