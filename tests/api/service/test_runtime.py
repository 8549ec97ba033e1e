"""The parts of a running table, put together."""

from __future__ import annotations

import asyncio
import errno
from datetime import UTC, datetime
from pathlib import Path

import pytest

from api.service.runtime import running
from controller.upkeep.diary import Diary
from hardware.simulator.errors import NoTerminalError
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


def test_a_computer_without_pseudo_terminals_ends_the_start(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def none() -> tuple[int, int]:
        raise OSError(errno.ENOENT, "No such file or directory")

    async def main() -> None:
        async with running(config(tmp_path)):
            raise AssertionError("started")

    monkeypatch.setattr("os.openpty", none)
    with pytest.raises(NoTerminalError, match="No such file or directory"):
        run(main())
