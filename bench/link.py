"""``python -m bench.link``: the link on a wire that takes its time.

The host is the service's own Board with pyserial on a pseudo-terminal. The other end is a process of its own: the
firmware's core built for this machine, behind two lines of 250,000 baud that hand a frame over when its last bit has
arrived. Times are real, so a busy machine shows.
"""

from __future__ import annotations

import asyncio
import multiprocessing
import os
import random
import select
import statistics
import sys
import time
import tty
from collections import deque
from collections.abc import Awaitable, Callable
from contextlib import suppress
from dataclasses import dataclass
from multiprocessing.connection import Connection as Pipe
from pathlib import Path
from typing import Protocol

from firmware_bridge.board import Board, BoardStatus
from firmware_bridge.codec import OVERHEAD, SessionKey, encode
from firmware_bridge.discovery import serial_port
from firmware_bridge.messages import FromBoard, ShowText, Subscribe, Telemetry
from firmware_bridge.session import HostSession
from hardware.firmware.build import FirmwareBuildError, host_library
from hardware.simulator.chip import LibraryChip

BAUD = 250_000
BYTE = 10 / BAUD
COMMAND, REPLY = 16, 4
FLOOR = (COMMAND + REPLY + 2 * OVERHEAD) * BYTE
ROUND_TRIPS = 1000
STREAM_PAYLOAD = 54
"""The largest payload of which two frames fill the window of 128 bytes."""
STRETCHES = 15
STRETCH_SECONDS = 0.25
STATUS_SECONDS = 10.0


@dataclass(frozen=True, slots=True)
class LinkRow:
    what: str
    found: str
    limit: str
    good: bool


class Linked(Protocol):
    """Whoever has the link to a board that is ready."""

    @property
    def board(self) -> Board: ...


class SerialLine:
    """One direction of the wire: bytes and when the last of them has arrived."""

    def __init__(self) -> None:
        self._free = 0.0
        self.queue: deque[tuple[float, bytes]] = deque()

    def send(self, data: bytes, now: float) -> None:
        for frame in data.split(b"\0")[:-1]:
            self._free = max(self._free, now) + (len(frame) + 1) * BYTE
            self.queue.append((self._free, frame + b"\0"))

    def arrived(self, now: float) -> bytes:
        data = b""
        while self.queue and self.queue[0][0] <= now:
            data += self.queue.popleft()[1]
        return data


def serve(library: Path, pipe: Pipe) -> None:
    """The board's process: runs until the pipe is closed."""
    be_hardware()
    master, slave = os.openpty()
    tty.setraw(slave)
    pipe.send(os.ttyname(slave))
    chip, began = LibraryChip(library), time.perf_counter()
    up, down = SerialLine(), SerialLine()
    while not pipe.poll():
        now = time.perf_counter()
        _catch_up(chip, now - began)
        if select.select([master], [], [], _idle(up, down, now))[0]:
            up.send(os.read(master, 4096), time.perf_counter())
        if data := up.arrived(time.perf_counter()):
            chip.receive(data)
        if data := chip.transmit():
            down.send(data, time.perf_counter())
        if data := down.arrived(time.perf_counter()):
            os.write(master, data)


def be_hardware() -> None:
    """Board and wire do not wait for the host's processor; where it is allowed, this process does not either."""
    with suppress(PermissionError):
        os.sched_setscheduler(0, os.SCHED_RR, os.sched_param(1))


def _catch_up(chip: LibraryChip, seconds: float) -> None:
    while (behind := int(seconds * 1e6) - chip.now_us()) > 0:
        chip.step(behind)


def _idle(up: SerialLine, down: SerialLine, now: float) -> float:
    """Seconds that may pass before something arrives; the last 200 us are waited for awake."""
    due = min((line.queue[0][0] for line in (up, down) if line.queue), default=now + 0.001)
    return max(0.0, due - now - 0.0002)


class Host:
    """A Board that is ready, and what it hears."""

    def __init__(self, path: str) -> None:
        rng = random.Random(1)
        self.heard: Callable[[FromBoard], None] = lambda _: None
        self.board = Board(
            serial_port(path),
            nonce=lambda: rng.getrandbits(32),
            on_state=self._state,
            on_message=lambda message: self.heard(message),
            rng=rng,
        )
        self._ready = asyncio.Event()

    def _state(self, _state: object) -> None:
        if self.board.state.status is BoardStatus.READY:
            self._ready.set()

    async def run(self, measure: Callable[[Host], Awaitable[list[LinkRow]]]) -> list[LinkRow]:
        task = asyncio.create_task(self.board.run())
        try:
            async with asyncio.timeout(60):
                await self._ready.wait()
                return await measure(self)
        finally:
            task.cancel()
            await asyncio.gather(task, return_exceptions=True)


async def measure(host: Host) -> list[LinkRow]:
    return [
        *await round_trips(host),
        await stream(host),
        await stop_in_a_stream(host),
        await _status(host),
        _path_to_the_callback(),
    ]


def _now() -> float:
    return asyncio.get_running_loop().time()


async def round_trips(
    host: Linked, count: int = ROUND_TRIPS, pause: Callable[[], float] | None = None
) -> list[LinkRow]:
    """In the loop's time, as all of these.

    ``pause``: seconds before each. In virtual time it must vary, or commands keep step with the board's tick.
    """
    taken = list[float]()
    for _ in range(count):
        if pause is not None:
            await asyncio.sleep(pause())
        began = _now()
        await host.board.send(ShowText(b"x" * (COMMAND - 2))).answer
        taken.append(_now() - began)
    taken.sort()
    median, p99 = statistics.median(taken), taken[int(len(taken) * 0.99)]
    limit = 1.25 * FLOOR
    return [
        LinkRow(
            f"round trip, {COMMAND}-byte command and {REPLY}-byte reply: median",
            f"{median * 1e3:.2f} ms = {median / FLOOR:.2f} x floor",
            f"<= {limit * 1e3:.2f} ms (floor {FLOOR * 1e3:.2f})",
            median <= limit,
        ),
        LinkRow("the same: 99 of 100", f"{p99 * 1e3:.2f} ms", "", True),
    ]


async def stream(host: Linked, stretches: int = STRETCHES) -> LinkRow:
    shares = [await share(host) for _ in range(stretches)]
    found = statistics.median(shares)
    return LinkRow(
        "payload share of the line, commands without a pause: median", f"{found:.1%}", ">= 80 %", found >= 0.8
    )


async def share(host: Linked, seconds: float = STRETCH_SECONDS, in_flight: int = 6) -> float:
    """Payload bytes that were answered, as a share of all bytes that the line could have carried."""
    began, done = _now(), 0
    waiting = deque[Awaitable[object]]()
    while _now() - began < seconds:
        while len(waiting) < in_flight:
            waiting.append(host.board.send(ShowText(b"x" * (STREAM_PAYLOAD - 2))).answer)
        await waiting.popleft()
        done += STREAM_PAYLOAD
    elapsed = _now() - began
    await asyncio.gather(*waiting)
    return done / elapsed * BYTE


async def stop_in_a_stream(host: Linked) -> LinkRow:
    stream = asyncio.create_task(share(host, seconds=0.5))
    taken = list[float]()
    for _ in range(10):
        await asyncio.sleep(0.03)
        began = _now()
        await host.board.stop()
        taken.append(_now() - began)
    await stream
    floor = (12 + 13) * BYTE
    limit = floor + 2 * 128 * BYTE
    found = statistics.median(taken)
    return LinkRow(
        "STOP to Stopped behind a full line: median",
        f"{found * 1e3:.2f} ms",
        f"<= {limit * 1e3:.2f} ms",
        found <= limit,
    )


async def _status(host: Host) -> LinkRow:
    frames = 0

    def count(message: FromBoard) -> None:
        nonlocal frames
        frames += isinstance(message, Telemetry)

    host.heard = count
    await host.board.send(Subscribe(100)).answer
    began, cpu = time.perf_counter(), time.process_time()
    await asyncio.sleep(STATUS_SECONDS)
    share = (time.process_time() - cpu) / (time.perf_counter() - began)
    rate = frames / (time.perf_counter() - began)
    return LinkRow(f"host CPU at {rate:.1f} status frames/s and heartbeats", f"{share:.2%}", "< 3 %", share < 0.03)


def _path_to_the_callback() -> LinkRow:
    """From bytes in hand to the message: decoding, session, recorder; no port."""
    session, key, rounds = HostSession(1, 0.0), SessionKey.of(1, 1), 20_000
    session._open(key, 0.0)
    wire = encode(Telemetry.code, 0, bytes(37), key)
    began = time.process_time()
    for _ in range(rounds):
        session.receive(wire, 0.0)
    each = (time.process_time() - began) / rounds
    return LinkRow("received bytes to message, CPU", f"{each * 1e6:.0f} us", "< 1000 us", each < 1e-3)


def table(rows: list[LinkRow]) -> str:
    widths = [max(len(getattr(row, name)) for row in rows) for name in ("what", "found", "limit")]
    what, found, limit = widths
    return "\n".join(
        f"{row.what:{what}}  {row.found:{found}}  {row.limit:{limit}}  {'ok' if row.good else 'NOT REACHED'}"
        for row in rows
    )


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
            print("not measured: the board's process did not start", file=sys.stderr)
            return 1
        path = here.recv()
        rows = asyncio.run(_run(path))
    finally:
        here.close()
        process.join(5)
        if process.is_alive():
            process.kill()
    return report(rows)


def report(rows: list[LinkRow]) -> int:
    """Prints the rows; exit status 1 when a limit is not reached."""
    print(table(rows))
    say_when_busy()
    return int(not all(row.good for row in rows))


def say_when_busy() -> None:
    """Times of a busy machine say little about the service."""
    load, processors = os.getloadavg()[0], os.cpu_count() or 1
    if load > processors:
        print(f"other work on this machine: load {load:.1f} on {processors} processors; measure again when it is quiet")


async def _run(path: str) -> list[LinkRow]:
    return await Host(path).run(measure)


if __name__ == "__main__":
    sys.exit(main())
