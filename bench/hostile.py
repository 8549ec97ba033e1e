"""``python -m bench.hostile [--minutes N] [--clients N] [--paired N]``: hostile clients against a table in mid build.

A thousand clients with addresses of their own hold sockets without a request, send heads byte by byte, bodies without
an end, ask for the largest sheets, send commands as fast as they can and open streams that they do not read; some of
them with the token of a device of the staff that was stolen, so that they are let in. Meanwhile, in real time, a tablet
on this machine and a paired one in the network ask for the table as people do. The build must not be suspended, the
tablets must be answered, and the memory of the service must not grow.
"""

from __future__ import annotations

import argparse
import asyncio
import multiprocessing
import os
import random
import resource
import sys
import tempfile
import threading
import time
from collections import Counter
from collections.abc import Awaitable, Callable
from dataclasses import dataclass, field, replace
from multiprocessing.queues import Queue
from pathlib import Path
from typing import Final

from bench.link import LinkRow, say_when_busy, table
from bench.long_match import write_long_match
from bench.mid_build import DEADMAN, HOST, PATIENCE, MidBuild, table_and_service
from hardware.firmware.build import FirmwareBuildError

CLIENTS: Final = 1000
PAIRED: Final = 20
MINUTES: Final = 10.0
ENTRIES: Final = 2000
P99: Final = 0.2
MOST_GROWTH: Final = 64 << 20
"""Of the service's memory while it is attacked: bodies, heads and answers of all connections it keeps."""
TABLET_PAUSE: Final = 0.25
CLIENT_PAUSE: Final = (0.5, 3.0)
ATTACK_SECONDS: Final = 15.0
"""After this time a client begins something else; the service ends most of them earlier."""
LOOK: Final = 1.0
NETWORK_TABLET: Final = "127.77.0.1"

_HEAD: Final = b"Host: localhost\r\nContent-Type: application/json\r\n"
Head = bytes
Reader = asyncio.StreamReader
Writer = asyncio.StreamWriter


# ---------------------------------------------------------------- what hostile clients do


async def idle_socket(reader: Reader, _: Writer, __: Head) -> None:
    await reader.read()


async def slow_head(reader: Reader, writer: Writer, _: Head) -> None:
    writer.write(b"GET /api/v1/table HTTP/1.1\r\nX-Slow: ")
    while not reader.at_eof():
        writer.write(b"x")
        await writer.drain()
        await asyncio.sleep(0.5)


async def endless_body(_: Reader, writer: Writer, head: Head) -> None:
    writer.write(b"POST /api/v1/score HTTP/1.1\r\n" + head + b"Transfer-Encoding: chunked\r\n\r\n")
    while True:
        writer.write(b"1000\r\n" + b"x" * 4096 + b"\r\n")
        await writer.drain()


async def two_framings(_: Reader, writer: Writer, head: Head) -> None:
    writer.write(b"POST /api/v1/score HTTP/1.1\r\n" + head + b"Content-Length: 9\r\nTransfer-Encoding: chunked\r\n\r\n")
    while True:
        writer.write(b"1000\r\n" + b"x" * 4096 + b"\r\n")
        await writer.drain()


async def big_sheet(reader: Reader, writer: Writer, head: Head) -> None:
    writer.write(b"GET /api/v1/matches/current/sheet?format=html HTTP/1.1\r\n" + head + b"Connection: close\r\n\r\n")
    await reader.read()


async def unread_answers(_: Reader, writer: Writer, head: Head) -> None:
    while True:
        writer.write(b"GET /api/v1/openapi.json HTTP/1.1\r\n" + head + b"\r\n")
        await writer.drain()


async def commands(reader: Reader, writer: Writer, head: Head) -> None:
    body = b'{"purpose": "free"}'
    while not reader.at_eof():
        writer.write(b"POST /api/v1/dice/rolls HTTP/1.1\r\n" + head + b"Content-Length: %d\r\n\r\n" % len(body) + body)
        await writer.drain()
        await reader.read(65536)


async def unread_stream(_: Reader, writer: Writer, head: Head) -> None:
    writer.write(b"GET /api/v1/live HTTP/1.1\r\n" + head + b"\r\n")
    await asyncio.sleep(ATTACK_SECONDS)


ATTACKS: Final[tuple[Callable[[Reader, Writer, Head], Awaitable[None]], ...]] = (
    idle_socket, slow_head, endless_body, two_framings, big_sheet, unread_answers, commands, unread_stream,
)  # fmt: skip


async def hostile_client(number: int, port: int, head: Head, done: Counter[str], ending: asyncio.Event) -> None:
    """One client, on and on. Its address is its own. ``head``: fields of its requests."""
    rng, address = random.Random(number), f"127.{1 + number // 250 % 50}.{number // 12500}.{1 + number % 250}"
    while not ending.is_set():
        attack = rng.choice(ATTACKS)
        done[attack.__name__] += 1
        writer = None
        try:
            async with asyncio.timeout(ATTACK_SECONDS):
                reader, writer = await asyncio.open_connection(HOST, port, local_addr=(address, 0))
                await attack(reader, writer, head)
        except (OSError, TimeoutError):
            pass
        finally:
            if writer is not None:
                writer.transport.abort()
        await asyncio.sleep(rng.uniform(*CLIENT_PAUSE))


@dataclass(frozen=True, slots=True)
class Crowd:
    """``paired``: so many of the clients send the token."""

    clients: int
    paired: int
    seconds: float
    token: str = ""

    def head(self, number: int) -> Head:
        return _HEAD + f"Authorization: Bearer {self.token}\r\n".encode() if number < self.paired else _HEAD


def attack(port: int, crowd: Crowd, result: Queue[Counter[str]]) -> None:
    """A process of its own. In truth the clients are other machines: here they give way to table, service and tablets,
    which would otherwise wait for a processor and not for the service."""
    os.nice(19)
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    resource.setrlimit(resource.RLIMIT_NOFILE, (min(max(soft, 2 * crowd.clients), hard), hard))
    done = Counter[str]()
    asyncio.run(all_clients(port, crowd, done))
    result.put(done)


async def all_clients(port: int, crowd: Crowd, done: Counter[str]) -> None:
    ending = asyncio.Event()
    async with asyncio.TaskGroup() as group:
        tasks = [
            group.create_task(hostile_client(number, port, crowd.head(number), done, ending))
            for number in range(crowd.clients)
        ]
        await asyncio.sleep(crowd.seconds)
        ending.set()
        for task in tasks:
            task.cancel()


# ---------------------------------------------------------------- what is measured


@dataclass
class Attacked:
    """Times in seconds, memory in bytes. ``suspended``: looks at which the build was found suspended although the
    machine has no fault. ``faults``: looks at which it had one, so that what was to be tried was not."""

    answers: list[float] = field(default_factory=list)
    failed: list[str] = field(default_factory=list)
    gap: float = 0.0
    suspended: int = 0
    faults: int = 0
    walls: int = 0
    memory: list[int] = field(default_factory=list)
    attacks: Counter[str] = field(default_factory=Counter)
    log_bytes: int = 0

    @property
    def p99(self) -> float:
        return sorted(self.answers)[int(len(self.answers) * 0.99)] if self.answers else 0.0

    @property
    def growth(self) -> int:
        return max(self.memory) - self.memory[0]

    def rows(self) -> list[LinkRow]:
        tablets = f"{len(self.answers)} answers to tablets"
        return [
            _row("walls begun, faults of the machine", f"{self.walls}, {self.faults}", "0 faults", not self.faults),
            _row("build suspended", str(self.suspended), "0", self.suspended == 0),
            _row("longest wait of the board for a heartbeat", _ms(self.gap), f"< {_ms(DEADMAN)}", self.gap < DEADMAN),
            _row(f"{tablets}, 99 of 100 within", _ms(self.p99), f"< {_ms(P99)}", self.p99 < P99),
            _row("tablet without an answer", str(len(self.failed)), "0", not self.failed),
            _row(
                "growth of memory", f"{self.growth >> 20} MiB", f"< {MOST_GROWTH >> 20} MiB", self.growth < MOST_GROWTH
            ),
            _row("log", f"{self.log_bytes >> 10} KiB", "", True),
        ]


def _row(what: str, found: str, limit: str, good: bool) -> LinkRow:
    return LinkRow(what, found, limit, good)


def _ms(seconds: float) -> str:
    return f"{seconds * 1e3:.0f} ms"


def _mib(size: int) -> str:
    return f"{size / 2**20:.0f} MiB"


def tablet(running: MidBuild, address: str, token: str | None, found: Attacked, ending: threading.Event) -> None:
    while not ending.wait(TABLET_PAUSE):
        began = time.monotonic()
        try:
            status, _ = running.ask("GET", "/api/v1/table", source=address, token=token)
        except OSError as error:
            found.failed.append(str(error))
            continue
        found.answers.append(time.monotonic() - began)
        if status != 200:
            found.failed.append(str(status))


def keep_building(running: MidBuild, found: Attacked, ending: threading.Event) -> None:
    """A wall after the other, and what the board and the memory say meanwhile."""
    while not ending.wait(LOOK):
        page = running.look()
        state, faulty = page["mechanism"]["state"], bool(page["faults"])
        found.suspended += state == "suspended" and not faulty
        found.faults += faulty
        found.gap = max(found.gap, running.gaps()[0])
        found.memory.append(running.memory())
        if state != "building":
            found.walls += state == "idle"
            try:
                running.until_building()
            except (OSError, TimeoutError) as error:
                found.failed.append(str(error))


def measured(folder: Path, crowd: Crowd) -> Attacked:
    """Raises ``FirmwareBuildError``."""
    write_long_match(folder / "state" / "journal.db", ENTRIES)
    found, ending = Attacked(), threading.Event()
    with table_and_service(folder) as running:
        tablets = ((HOST, None), (NETWORK_TABLET, running.pair("table", "tablet")))
        crowd = replace(crowd, token=running.pair("staff", "stolen"))
        running.until_building()
        running.ask("GET", "/api/v1/matches/current/sheet?format=html")  # what is kept from now on is no growth
        running.gaps()
        found.memory.append(running.memory())
        watchers = [threading.Thread(target=tablet, args=(running, *each, found, ending)) for each in tablets]
        watchers.append(threading.Thread(target=keep_building, args=(running, found, ending)))
        for each in watchers:
            each.start()
        try:
            found.attacks = _attacked(running.port, crowd)
        finally:
            ending.set()
            for each in watchers:
                each.join()
    found.log_bytes = (folder / "service.log").stat().st_size
    return found


def _attacked(port: int, crowd: Crowd) -> Counter[str]:
    context = multiprocessing.get_context("spawn")
    result: Queue[Counter[str]] = context.Queue()
    process = context.Process(target=attack, args=(port, crowd, result), daemon=True)
    process.start()
    try:
        return result.get(timeout=crowd.seconds + PATIENCE)
    finally:
        process.kill()
        process.join()


def main(words: list[str]) -> int:
    parser = argparse.ArgumentParser(prog="python -m bench.hostile", description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("--minutes", type=float, default=MINUTES)
    parser.add_argument("--clients", type=int, default=CLIENTS)
    parser.add_argument("--paired", type=int, default=PAIRED, help="of them, with the token of a device")
    given = parser.parse_args(words)
    with tempfile.TemporaryDirectory(prefix="jantaku-hostile-") as folder:
        try:
            found = measured(Path(folder), Crowd(given.clients, given.paired, given.minutes * 60))
        except FirmwareBuildError as error:
            print(f"not measured: {error}", file=sys.stderr)
            return 1
    print(", ".join(f"{name.replace('_', ' ')} {number}" for name, number in sorted(found.attacks.items())))
    print(table(found.rows()))
    say_when_busy()
    return 0 if all(row.good for row in found.rows()) else 1


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
