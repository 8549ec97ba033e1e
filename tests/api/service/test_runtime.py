"""The parts of a running table, put together."""

from __future__ import annotations

import asyncio
import errno
import logging
import signal
import socket
import threading
from datetime import UTC, datetime
from pathlib import Path

import pytest
from starlette.applications import Starlette

from api.service import runtime
from api.service.runtime import running
from api.service.service import run_service
from controller.upkeep.diary import Diary
from firmware_bridge.board import BoardStatus
from hardware.simulator.actions import act
from hardware.simulator.errors import NoTerminalError
from hardware.simulator.virtual_time import run
from tests.api.service.playing import config


def test_every_part_takes_its_time_from_the_clock_that_was_given(tmp_path: Path) -> None:
    async def main() -> None:
        async with running(config(tmp_path), now=lambda: datetime(2031, 1, 2, tzinfo=UTC)) as parts:
            assert parts.table is not None and parts.upkeep is not None
            await asyncio.sleep(10)  # virtual: the board is there, and was asked
            read = parts.upkeep.report(Diary())["read"]
            assert (read, parts.table.snapshot()["time"]) == ("2031-01-02T00:00:00.000Z",) * 2

    run(main())


def test_a_board_that_is_unplugged_is_lost_and_is_back_when_it_is_plugged_in(tmp_path: Path) -> None:
    async def main() -> None:
        async with running(config(tmp_path)) as parts:
            board, table = parts.board, parts.simulator
            assert board is not None and table is not None
            await asyncio.sleep(5)
            assert board.state.status is BoardStatus.READY
            table.inject("unplug")
            await asyncio.sleep(1)
            assert board.state.status is BoardStatus.ABSENT
            act(table, {"action": "replug"})
            await asyncio.sleep(5)
            assert board.state.status is BoardStatus.READY

    run(main())


def test_a_service_that_is_asked_to_end_before_it_is_up_ends(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    begun, compiled = threading.Event(), threading.Event()

    def compiling() -> None:
        begun.set()
        assert compiled.wait(20)

    def app(_: object) -> Starlette:
        made = Starlette()
        made.state.known = None
        return made

    async def main() -> None:
        with socket.create_server(("127.0.0.1", 0)) as listener:
            service = asyncio.create_task(run_service(config(tmp_path), app, listener))
            assert await asyncio.to_thread(begun.wait, 20)
            signal.raise_signal(signal.SIGTERM)
            async with asyncio.timeout(20):
                await service

    monkeypatch.setattr(runtime, "host_board", compiling)
    caplog.set_level(logging.INFO, "jantaku.service")
    try:
        asyncio.run(main())
    finally:
        compiled.set()
    assert "asked to end before it was up" in [one.message for one in caplog.records if one.name == "jantaku.service"]


def test_a_computer_without_pseudo_terminals_ends_the_start(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def none() -> tuple[int, int]:
        raise OSError(errno.ENOENT, "No such file or directory")

    async def main() -> None:
        async with running(config(tmp_path)):
            raise AssertionError("started")

    monkeypatch.setattr("os.openpty", none)
    with pytest.raises(NoTerminalError, match="No such file or directory"):
        run(main())
