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
from collections.abc import Callable, Sequence
from contextlib import ExitStack
from dataclasses import dataclass, field
from datetime import UTC, datetime
from math import ceil
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
LONGEST_S: Final = 120.0
"""For an answer: longer than the hall has to store a batch."""
AGAIN: Final = (429, 503)
"""The hall is busy: it closes the connection, and a table comes again."""
CLOSED: Final = 0
"""A connection that waited longer than the hall keeps it, which happens where connecting takes so long."""
AT_ONCE: Final = 100
"""Connections of the measurement of processor time."""
UNSENT: Final = 10**12
"""Milliseconds, in the place of the time at which a request is sent: it has as many digits."""


def as_request(table: Replayer, batch: Batch) -> bytes:
    events = [
        {"seq": one.seq, "time": one.time, "type": one.type, "data": one.data, "hash": one.hash} for one in batch.events
    ]
    content: dict[str, Any] = {
        "table": table.id, "epoch": batch.epoch, "first": batch.first, "events": events, "head": batch.head,
        "sent": UNSENT, "steady": batch.steady,
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
        """The status: 200, or one that says to send the same again; ``CLOSED`` where the hall has ended the connection.
        Raises ``AssertionError`` with any other answer, and ``TimeoutError``."""
        try:
            async with asyncio.timeout(LONGEST_S):
                self._writer.write(request.replace(b"%d" % UNSENT, b"%d" % (time.time() * 1000)))
                head = await self._reader.readuntil(b"\r\n\r\n")
                length = next(line for line in head.lower().split(b"\r\n") if line.startswith(b"content-length:"))
                body = await self._reader.readexactly(int(length.partition(b":")[2]))
        except (ConnectionError, asyncio.IncompleteReadError):
            return CLOSED
        status = int(head.split(b" ", 2)[1])
        assert status in (200, *AGAIN), body.decode()
        return status

    def close(self) -> None:
        self._writer.close()


def cpu_of(pid: int) -> float:
    """Seconds that the process has had so far."""
    parts = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
    return (int(parts[11]) + int(parts[12])) / os.sysconf("SC_CLK_TCK")


def cpu_of_server(pid: int) -> float:
    """The same of PostgreSQL, with the processes that it has now."""
    listed = Path(f"/proc/{pid}/task/{pid}/children").read_text().split()
    return sum(map(cpu_of, (pid, *map(int, listed))))


async def cost(hall: HallProcess, port: int, tables: Sequence[Replayer], events: int, count: int = 20) -> float:
    """Seconds of processor time of a request with so many events."""
    work = [[as_request(one, one.batch(events)) for _ in range(count)] for one in tables]
    lines = [await Line.opened(port) for _ in tables]  # no sooner: one without a request is closed after ten seconds

    async def send(line: Line, requests: Sequence[bytes]) -> None:
        for request in requests:
            assert await line.ask(request) == 200

    before = cpu_of(hall.process.pid)
    await asyncio.gather(*(send(line, requests) for line, requests in zip(lines, work, strict=True)))
    for line in lines:
        line.close()
    return (cpu_of(hall.process.pid) - before) / (count * len(tables))


async def greeted(question: bytes, port: int) -> Line:
    """One that has asked once: a connection without a request is soon closed."""
    line = await Line.opened(port)
    while await line.ask(question) != 200:
        line.close()
        await asyncio.sleep(1)
        line = await Line.opened(port)
    return line


@dataclass
class Replayed:
    """``took``: seconds from the moment at which each batch was due until it was acknowledged, sorted. ``again``: how
    often a hall that was busy asked for one again. ``passed``: seconds from the first one to the last. ``before``: what
    ``spent`` said when all connections were open."""

    before: list[float]
    took: list[float] = field(default_factory=list)
    again: int = 0
    passed: float = 0.0


async def replay(
    ports: Sequence[int], tables: Sequence[Replayer], rate: float, seconds: float, spent: Callable[[], list[float]]
) -> Replayed:
    """All tables hold a connection and send ``EACH`` events at a time, at the times that ``rate`` says: a late answer
    does not make the next batch later than it was due."""
    pause = len(tables) * EACH / rate
    questions = [as_request(table, table.batch(0)) for table in tables]
    starts = [random.uniform(0, pause) for _ in tables]
    work = [
        [as_request(table, table.batch(EACH)) for _ in range(max(0, ceil((seconds - start) / pause)))]
        for table, start in zip(tables, starts, strict=True)
    ]
    lines: list[Line] = []
    for start in range(0, len(tables), 200):
        some = range(start, min(start + 200, len(tables)))
        lines += await asyncio.gather(*(greeted(questions[n], ports[n % len(ports)]) for n in some))
    print(f"  {len(lines)} connections, {sum(map(len, work))} batches", flush=True)
    seen, began = Replayed(spent()), time.perf_counter()

    async def play(number: int) -> None:
        line, due = lines[number], began + starts[number]
        for request in work[number]:
            await asyncio.sleep(max(0.0, due - time.perf_counter()))
            while (status := await line.ask(request)) != 200:
                seen.again += 1
                line.close()
                await asyncio.sleep(status != CLOSED)
                line = await Line.opened(ports[number % len(ports)])
            seen.took.append(time.perf_counter() - due)
            due += pause
        line.close()

    await asyncio.gather(*map(play, range(len(tables))))
    seen.passed = time.perf_counter() - began
    seen.took.sort()
    return seen


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

        def spent() -> list[float]:
            """Of the processes of the hall together, of PostgreSQL, and of the tables, which are this process."""
            of_halls = sum(cpu_of(hall.process.pid) for hall in halls)
            return [of_halls, cpu_of_server(server.pid), time.process_time()]

        seen = asyncio.run(replay(ports, tables, options.rate, options.seconds, spent))
        used = [after - before for after, before in zip(spent(), seen.before, strict=True)]
    took = seen.took
    reached, p50, p99 = EACH * len(took) / seen.passed, took[len(took) // 2], took[int(len(took) * 0.99)]
    print(f"  {len(tables)} tables: {reached:.0f} events/s, to acknowledged p50 {p50 * 1000:.0f} ms, p99 {p99:.2f} s")
    if seen.again:
        print(f"  {seen.again} times the hall was busy or had closed a connection, and a batch was sent again")
    for name, cpu in zip(("the hall", "PostgreSQL", "the tables"), used, strict=True):
        print(f"  processor time of {name}: {cpu / len(took) * 1e6:.0f} us a batch, {cpu / seen.passed:.2f} cores")
    return 0 if p99 < P99_S and reached > 0.9 * options.rate else 1


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
