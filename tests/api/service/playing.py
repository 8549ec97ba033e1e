"""A whole table in a virtual loop: the real firmware library, the plant, a pseudo-terminal, the link, the journal."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from pathlib import Path

from api.service.runtime import Runtime, running
from api.unattended.autoplay import Autoplay, Style
from controller.config import BoardConfig, Config, SimulatorConfig, TableConfig
from controller.table.commands import Receipt
from hardware.simulator.virtual_time import run

QUICK = Style(think=(0.5, 2.0))


class House:
    """A runtime with people at it, and what they were told."""

    def __init__(self, runtime: Runtime, seed: int, style: Style) -> None:
        self.runtime = runtime
        self.answers: list[tuple[str, Receipt]] = []
        assert runtime.table is not None and runtime.simulator is not None
        self.table, self.simulator = runtime.table, runtime.simulator
        self.play = Autoplay(self.table, self.simulator, seed, style, self._heard)

    def _heard(self, id_: str, answer: Receipt) -> None:
        self.answers.append((id_, answer))


def config(folder: Path, seed: int = 1, profile: str = "fast", sets: int = 2) -> Config:
    return Config(
        table=TableConfig(state_dir=folder, sets=sets),
        board=BoardConfig(port="simulate"),
        simulator=SimulatorConfig(profile=profile, seed=seed),
    )


def in_house(
    chosen: Config,
    test: Callable[[House], Awaitable[None]],
    *,
    seed: int = 1,
    style: Style = QUICK,
    limit: float = 7200,
) -> float:
    """Runs a test as fast as it goes, at most ``limit`` virtual seconds; returns how many it took."""

    async def main() -> float:
        async with running(chosen) as runtime, asyncio.timeout(limit):
            await test(House(runtime, seed, style))
            assert runtime.healthy, runtime.failed
            return asyncio.get_running_loop().time()

    return run(main())
