"""A table with a key over a real journal, and its link to a hall: the parts of the service, in one loop."""

from __future__ import annotations

import asyncio
import os
import random
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

from api.access.access import Access, AccessRules
from api.access.folder import FOLDER
from api.access.hall_grants import HallGrants
from api.access.store import AccessStore
from api.table.orders import command_of_order
from api.uplink.hall_client import HallClient
from api.uplink.orders import OrderDesk
from api.uplink.uplink import MakeClient, Uplink
from controller.config import Config, HallConfig, TableConfig
from controller.fairness.keeper import Origin, SeedKeeper
from controller.journal.store import Journal
from controller.permits import Actor, Role
from controller.table.commands import RecordService
from controller.table.table import Table
from tests.api.uplink.fake_hall import CODE, FakeHall

STAFF, OWNER = Actor(Role.STAFF, "Kei"), Actor(Role.OWNER, "Rin")
PATIENCE = 20.0
FAST = 0.01
"""Seconds of the loop per second of people."""


class Clock:
    """The wall's, moved by hand."""

    def __init__(self) -> None:
        self.now = datetime(2026, 3, 4, 5, 0, 0, tzinfo=UTC)

    def __call__(self) -> datetime:
        return self.now

    def forward(self, seconds: float) -> None:
        self.now += timedelta(seconds=seconds)


@dataclass
class Linked:
    table: Table
    uplink: Uplink
    access: Access
    clock: Clock
    hall: FakeHall

    async def join(self, address: str) -> None:
        self.uplink.ask_to_join(CODE, address, "", STAFF, "Kei")
        assert self.uplink.key_held()
        await until(lambda: self.uplink.joining is not None and self.uplink.joining.state in ("joined", "failed"))
        assert self.uplink.joining is not None
        assert self.uplink.joining.state == "joined", self.uplink.joining

    async def happen(self, times: int = 1) -> None:
        for _ in range(times):
            await self.table.handle(RecordService("Ann", "inside"), by=OWNER)

    async def ordered(self, kind: str, body: dict[str, Any], **members: Any) -> dict[str, Any]:
        """The answer of the table to an order."""
        return await self.answered(self.hall.order(kind, body, self.clock(), **members))

    async def answered(self, order: str) -> dict[str, Any]:
        await until(lambda: order in self.hall.answers)
        return self.hall.answers[order][0]

    def has_all(self) -> bool:
        """Whether the hall has every event of the journal, byte for byte."""
        stored = {one.seq: one.hash for one in self.table.journal.all_stored()}
        return stored == {seq: event["hash"] for (_, seq), event in self.hall.events.items()}

    def types(self) -> list[str]:
        return [one.type for one in self.table.journal.all_stored()]


async def until(happened: Callable[[], bool]) -> None:
    async with asyncio.timeout(PATIENCE):
        while not happened():  # noqa: ASYNC110 - the hall is in other threads
            await asyncio.sleep(0.005)


@asynccontextmanager
async def linked(
    folder: Path,
    hall: FakeHall,
    *,
    clock: Clock | None = None,
    config: HallConfig | None = None,
    client: MakeClient = HallClient,
) -> AsyncIterator[Linked]:
    now = clock or Clock()
    origin = Origin(os.urandom, lambda: True, "", now)
    with Journal(folder / "journal.db", now=now) as journal:
        whole = Config(table=TableConfig(state_dir=folder, name="Table 7"), hall=config or HallConfig())
        table = Table(journal, whole, now=now, keeper=SeedKeeper(folder / "secrets", "Table 7", origin))
        await table.start()
        access = Access(AccessRules(), AccessStore(folder / FOLDER), now=now)
        grants = HallGrants(access)
        uplink = Uplink(
            table, OrderDesk(table, command_of_order, grants), folder, folder / FOLDER, now=now,
            steady=asyncio.get_running_loop().time, pace=FAST, changed=table.show_again, left=grants.revoke_all,
            rng=random.Random(), client=client,
        )  # fmt: skip
        table.recorded, table.link = uplink.wake, uplink.shown
        running = asyncio.create_task(uplink.run())
        try:
            yield Linked(table, uplink, access, now, hall)
            assert not running.done(), running.exception()
        finally:
            running.cancel()
            await asyncio.wait([running])
            await table.close()
