"""The parts of a running table, put together."""

from __future__ import annotations

import asyncio
from datetime import UTC, datetime
from pathlib import Path

from api.service.runtime import running
from controller.upkeep.diary import Diary
from firmware_bridge.board import BoardStatus
from hardware.simulator.actions import act
from hardware.simulator.virtual_time import run
from tests.api.service.playing import config


def test_every_part_takes_its_time_from_the_clock_that_was_given(tmp_path: Path) -> None:
    async def main() -> None:
        async with running(config(tmp_path), now=lambda: datetime(2031, 1, 2, tzinfo=UTC)) as runtime:
            assert runtime.table is not None and runtime.upkeep is not None
            await asyncio.sleep(10)  # virtual: the board is there, and was asked
            read = runtime.upkeep.report(Diary())["read"]
            assert (read, runtime.table.snapshot()["time"]) == ("2031-01-02T00:00:00.000Z",) * 2

    run(main())


def test_a_board_that_is_unplugged_is_lost_and_is_back_when_it_is_plugged_in(tmp_path: Path) -> None:
    async def main() -> None:
        async with running(config(tmp_path)) as runtime:
            board, table = runtime.board, runtime.simulator
            assert board is not None and table is not None
            await asyncio.sleep(5)
            assert board.state.status is BoardStatus.READY
            table.inject("unplug")
            await asyncio.sleep(0.01)
            assert (board.state.status, board.state.detail) == (BoardStatus.ABSENT, "simulate: hung up")
            act(table, {"action": "replug"})
            await asyncio.sleep(5)
            assert board.state.status is BoardStatus.READY

    run(main())
