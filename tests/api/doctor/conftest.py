"""A simulated table behind a real pseudo-terminal, in virtual time, with a technician at its keys."""

from __future__ import annotations

import asyncio
import shutil
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import pytest

from api.doctor.direct import Direct, direct
from firmware_bridge.discovery import serial_port
from hardware.simulator.actions import act
from hardware.simulator.parts import Capability
from hardware.simulator.table import SimulatedTable, host_board
from hardware.simulator.virtual_time import run


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    if any(map(shutil.which, ("cc", "gcc", "clang"))):
        return
    for item in items:
        if "bench" in getattr(item, "fixturenames", ()):
            item.add_marker(pytest.mark.skip(reason="needs a C compiler (install gcc or clang)"))


class Technician:
    """Reads what is said, and answers a question with the key that is next in ``keys`` (open when there is none)."""

    def __init__(self, table: SimulatedTable, keys: list[str | None] | None = None) -> None:
        self.table, self.keys, self.heard = table, keys, list[str]()
        self.on_say: Callable[[str], None] = lambda _: None

    def say(self, text: str) -> None:
        self.heard.append(text)
        self.on_say(text)
        if "OPEN at the table" in text:
            key = "open" if self.keys is None else (self.keys.pop(0) if self.keys else None)
            if key:
                self.press(key, 0.5)

    def press(self, key: str, after: float) -> None:
        asyncio.get_running_loop().call_later(after, act, self.table, {"action": "press", "key": key})


class Bench:
    def __init__(self, folder: Path) -> None:
        self.folder = folder

    @asynccontextmanager
    async def table(self, **options: Any) -> AsyncIterator[SimulatedTable]:
        capabilities = options.pop("capabilities", None)
        chip = host_board(capabilities=capabilities) if capabilities is not None else host_board()
        if capabilities is not None:
            options["capabilities"] = capabilities
        table = SimulatedTable(chip, terminal=True, link=self.folder / "port", **options)
        running = asyncio.create_task(table.run())
        await table.started()
        try:
            yield table
        finally:
            running.cancel()
            await asyncio.wait({running})

    def port(self) -> Any:
        return serial_port(str(self.folder / "port"))

    def play(
        self,
        does: Callable[[Direct, Technician], Awaitable[Any]],
        *,
        keys: list[str | None] | None = None,
        **options: Any,
    ) -> Any:
        """Runs ``does`` with a session of its own; its result."""

        async def whole() -> Any:
            async with self.table(**options) as table, direct(self.port()) as board:
                return await does(board, Technician(table, keys))

        return run(whole())


WITHOUT_EXTRAS = Capability(0)


@pytest.fixture
def bench(tmp_path: Path) -> Bench:
    return Bench(tmp_path)
