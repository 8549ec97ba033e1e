"""``python -m bench.latency``: from a key at the table to the motor, through the whole service.

The table is a process of its own that keeps real time: plant, firmware and a wire of 250,000 baud behind a
pseudo-terminal. This process is the service as it ships (journal on disk, table, link), without HTTP. The clock starts
when the last bit of the key's message has arrived at the host, and stops when the motor of the hatch turns: what lies
between is the host, and one frame on the wire.
"""

from __future__ import annotations

import asyncio
import multiprocessing
import os
import select
import statistics
import sys
import tempfile
import time
import tty
from multiprocessing.connection import Connection as Pipe
from pathlib import Path
from typing import Final

from api.service.runtime import running
from bench.link import BYTE, LinkRow, be_hardware, report
from controller.config import BoardConfig, Config, TableConfig
from controller.mechanism import Request, Situation, situation
from controller.permits import LOCAL_OWNER
from controller.table.commands import MoveMachine
from controller.table.table import Table
from firmware_bridge.codec import OVERHEAD
from firmware_bridge.messages import KeyChanged, OpenHatch
from hardware.firmware.build import FirmwareBuildError, host_library
from hardware.profiles import PROFILES
from hardware.simulator.assembly import Assembly
from hardware.simulator.chip import LibraryChip
from hardware.simulator.parts import HATCH, Key, Motors
from hardware.simulator.plant import Plant

PRESSES: Final = 10
SLICE: Final = 0.0002
"""Real seconds between two looks at the wire."""
LOOK: Final = 0.05
REST: Final = 0.5
"""A motor rests for a moment before the board lets it turn the other way."""
TICK: Final = 0.001
"""The board acts on its next tick."""
WIRE: Final = (len(OpenHatch().to_bytes()) + OVERHEAD) * BYTE
LIMIT: Final = 0.005


# ---------------------------------------------------------------- the table's process


class Stopwatch:
    """When the key's message arrived at the host, and when the hatch began to move, in seconds of the table."""

    def __init__(self, machine: Assembly) -> None:
        self._machine = machine
        self._drive = machine.plant.drive
        self._moving = False
        self._heard: float | None = None
        self.taken: list[float] = []
        machine.plant.drive = self._driven  # type: ignore[method-assign]

    def heard(self, data: bytes) -> None:
        # The type of a message is its first byte; COBS puts one byte before it.
        if any(frame[1:2] == bytes([KeyChanged.code]) for frame in data.split(b"\0")) and not self._moving:
            self._heard = self._machine.now / 1e6

    def _driven(self, motors: Motors) -> None:
        moving = bool(motors[HATCH])
        if moving and not self._moving and self._heard is not None:
            self.taken.append(self._machine.now / 1e6 - self._heard)
            self._heard = None
        self._moving = moving
        self._drive(motors)


def serve(library: Path, pipe: Pipe) -> None:
    """Runs until the pipe is closed; a message in it is a press of the OPEN key."""
    be_hardware()
    master, slave = os.openpty()
    tty.setraw(slave)
    machine = Assembly(LibraryChip(library), Plant(PROFILES["normal"], 1))
    watch = Stopwatch(machine)
    pipe.send(os.ttyname(slave))
    began = time.perf_counter()
    while True:
        machine.advance_until_heard(round((time.perf_counter() - began) * 1e6))
        if data := machine.take_heard():
            watch.heard(data)
            os.write(master, data)
        if select.select([master], [], [], SLICE)[0]:
            machine.host_write(os.read(master, 4096))
        if not pipe.poll():
            continue
        if pipe.recv() == "end":
            pipe.send(watch.taken)
            return
        machine.plant.keys.press(Key.OPEN, machine.plant.now)
        machine.plant.touch()


# ---------------------------------------------------------------- the service


async def press_and_close(port: str, pipe: Pipe) -> None:
    with tempfile.TemporaryDirectory(prefix="jantaku-latency-") as folder:
        config = Config(table=TableConfig(state_dir=Path(folder)), board=BoardConfig(port=port))
        async with running(config) as runtime, asyncio.timeout(PRESSES * 15):
            assert runtime.table is not None
            await until(runtime.table, Situation.EMPTY)
            for _ in range(PRESSES):
                pipe.send("press")
                await until(runtime.table, Situation.HATCH_OPEN)
                await runtime.table.handle(MoveMachine("bench", Request.CLOSE_EMPTY), by=LOCAL_OWNER)
                await until(runtime.table, Situation.EMPTY)
                await asyncio.sleep(REST)


async def until(watched: Table, wanted: Situation) -> None:
    here = None
    while here is not wanted:
        await asyncio.sleep(LOOK)
        here = situation(watched.machine.state)


def rows(taken: list[float]) -> list[LinkRow]:
    median, worst = statistics.median(taken), max(taken)
    limit = LIMIT + WIRE + TICK
    words = f"< {limit * 1e3:.1f} ms (5 + wire {WIRE * 1e3:.1f} + tick {TICK * 1e3:.0f})"
    return [
        LinkRow(
            f"key heard by the host to hatch motor, {len(taken)} presses: median", ms(median), words, median < limit
        ),
        LinkRow("the same: worst", ms(worst), "", True),
    ]


def ms(seconds: float) -> str:
    return f"{seconds * 1e3:.2f} ms"


def main() -> int:
    try:
        library = host_library()
    except FirmwareBuildError as error:
        print(f"not measured: {error}", file=sys.stderr)
        return 1
    context = multiprocessing.get_context("spawn")
    here, there = context.Pipe()
    process = context.Process(target=serve, args=(library, there), daemon=True)
    process.start()
    try:
        if not here.poll(30):
            print("not measured: the table's process did not start", file=sys.stderr)
            return 1
        asyncio.run(press_and_close(here.recv(), here))
        here.send("end")
        taken = here.recv()
    finally:
        process.kill()
        process.join()
    return report(rows(taken))


if __name__ == "__main__":
    sys.exit(main())
