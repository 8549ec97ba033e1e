"""Tables with a connection each to real processes of the hall: what a request costs such a process, through HTTP and
all; and how long it takes until events are acknowledged.

``python -m bench.hall_link [--tables N] [--rate EVENTS_PER_SECOND] [--seconds S] [--processes P]``. Journals are those
of real matches, heads are signed before; the store is a PostgreSQL in a temporary folder. Processor time is that of the
hall's processes alone, so that it means something on a computer that others keep busy.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import os
import random
import resource
import sys
import tempfile
import time
from collections.abc import Sequence
from contextlib import ExitStack
from datetime import UTC, datetime
from pathlib import Path
from typing import Any, Final

from bench.hall_intake import Replayer, template
from hall.catalogue import HALL_CATALOGUE
from hall.intake.batch import Batch
from hall.intake.enrolled import put_member
from hall.store import HallJournal, open_store
from tests.hall import postgresql
from tests.hall.swarm.swarm import HallProcess

P99_S: Final = 1.0
EACH: Final = 2
"""Events of a batch: a table that is played at has one or two at once."""
AT_ONCE: Final = 100
"""Connections of the measurement of processor time."""


def as_request(table: Replayer, batch: Batch) -> bytes:
    events = [
        {"seq": one.seq, "time": one.time, "type": one.type, "data": one.data, "hash": one.hash} for one in batch.events
    ]
    content: dict[str, Any] = {
        "table": table.id, "epoch": batch.epoch, "first": batch.first, "events": events, "head": batch.head,
        "sent": batch.sent, "steady": batch.steady,
    }  # fmt: skip
    body = json.dumps(content, ensure_ascii=False).encode()
    head = (
        f"POST /link/v1/events HTTP/1.1\r\nHost: 127.0.0.1\r\nAuthorization: Bearer {table.token}\r\n"
        f"Content-Type: application/json\r\nContent-Length: {len(body)}\r\n\r\n"
    )
    return head.encode() + body


class Line:
    """An open connection of a table."""

    def __init__(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        self._reader, self._writer = reader, writer

    @classmethod
    async def opened(cls, port: int) -> Line:
        return cls(*await asyncio.open_connection("127.0.0.1", port))

    async def ask(self, request: bytes) -> int:
        """The status."""
        self._writer.write(request)
        head = await self._reader.readuntil(b"\r\n\r\n")
        length = next(line for line in head.lower().split(b"\r\n") if line.startswith(b"content-length:"))
        await self._reader.readexactly(int(length.partition(b":")[2]))
        return int(head.split(b" ", 2)[1])

    def close(self) -> None:
        self._writer.close()


def cpu_of(hall: HallProcess) -> float:
    """Seconds that the process has had so far."""
    parts = Path(f"/proc/{hall.process.pid}/stat").read_text().rpartition(")")[2].split()
    return (int(parts[11]) + int(parts[12])) / os.sysconf("SC_CLK_TCK")


async def cost(hall: HallProcess, port: int, tables: Sequence[Replayer], events: int, count: int = 20) -> float:
    """Seconds of processor time of a request with so many events."""
    work = [[as_request(one, one.batch(events)) for _ in range(count)] for one in tables]
    lines = [await Line.opened(port) for _ in tables]  # no sooner: one without a request is closed after ten seconds

    async def send(line: Line, requests: Sequence[bytes]) -> None:
        for request in requests:
            assert await line.ask(request) == 200

    before = cpu_of(hall)
    await asyncio.gather(*(send(line, requests) for line, requests in zip(lines, work, strict=True)))
    for line in lines:
        line.close()
    return (cpu_of(hall) - before) / (count * len(tables))


async def greeted(table: Replayer, port: int) -> Line:
    """One that has asked once: a connection without a request is soon closed."""
    line = await Line.opened(port)
    assert await line.ask(as_request(table, table.batch(0))) == 200
    return line


async def replay(ports: Sequence[int], tables: Sequence[Replayer], rate: float, seconds: float) -> list[float]:
    """All tables hold a connection and send ``EACH`` events at a time; the times to acknowledged, sorted."""
    took: list[float] = []
    pause = len(tables) * EACH / rate
    lines: list[Line] = []
    for start in range(0, len(tables), 200):
        some = range(start, min(start + 200, len(tables)))
        lines += await asyncio.gather(*(greeted(tables[n], ports[n % len(ports)]) for n in some))
    print(f"  {len(lines)} connections", flush=True)
    end = time.perf_counter() + seconds

    async def play(table: Replayer, line: Line) -> None:
        await asyncio.sleep(random.uniform(0, pause))
        while (began := time.perf_counter()) < end:
            request = as_request(table, table.batch(EACH))
            while await line.ask(request) != 200:  # noqa: ASYNC110 - the hall was busy
                await asyncio.sleep(1)
            took.append(time.perf_counter() - began)
            await asyncio.sleep(max(0.0, pause - (time.perf_counter() - began)))

    await asyncio.gather(*(play(table, line) for table, line in zip(tables, lines, strict=True)))
    return sorted(took)


def enrolled(url: str, tables: Sequence[Replayer]) -> None:
    with open_store(url) as store:
        HallJournal(store, HALL_CATALOGUE, now=lambda: datetime.now(UTC), random=random.randbytes)
        with store.writing() as connection:
            for one in tables:
                put_member(connection, one.id, one.key.public.hex(), one.token)


def main(arguments: Sequence[str] = ()) -> int:
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--tables", type=int, default=10_000)
    parser.add_argument("--rate", type=float, default=2000)
    parser.add_argument("--seconds", type=float, default=20)
    parser.add_argument("--processes", type=int, default=1)
    options = parser.parse_args(arguments)
    if not postgresql.FOUND:
        print(f"  {postgresql.MISSING}")
        return 2
    most = resource.getrlimit(resource.RLIMIT_NOFILE)[1]
    resource.setrlimit(resource.RLIMIT_NOFILE, (most, most))
    events = template()
    tables = [Replayer(number, events) for number in range(options.tables)]
    ports = [postgresql.free_port() for _ in range(options.processes)]
    with ExitStack() as stack:
        folder = Path(stack.enter_context(tempfile.TemporaryDirectory()))
        server = postgresql.Server("shared_buffers=128MB", "max_wal_size=2GB")
        stack.callback(server.remove)
        server.start()
        url = server.database()
        enrolled(url, tables)
        halls = [HallProcess(url, "127.0.0.1", port, folder / f"{port}") for port in ports]
        for hall in halls:
            stack.callback(hall.kill)
            hall.wait()
        for many in (EACH, 0):
            spent = asyncio.run(cost(halls[0], ports[0], tables[:AT_ONCE], many))
            print(f"  processor time of the hall for a request with {many} events: {spent * 1e6:5.0f} us", flush=True)
        if not options.seconds:
            return 0
        before = [cpu_of(hall) for hall in halls]
        began = time.perf_counter()
        took = asyncio.run(replay(ports, tables, options.rate, options.seconds))
        passed = time.perf_counter() - began
        spent = sum(cpu_of(hall) - was for hall, was in zip(halls, before, strict=True))
    reached, p50, p99 = EACH * len(took) / passed, took[len(took) // 2], took[int(len(took) * 0.99)]
    print(f"  {len(tables)} tables: {reached:.0f} events/s, to acknowledged p50 {p50 * 1000:.0f} ms, p99 {p99:.2f} s")
    print(f"  processor time of the hall: {spent / len(took) * 1e6:.0f} us a batch, {spent / passed:.2f} cores")
    return 0 if p99 < P99_S and reached > 0.9 * options.rate else 1


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
