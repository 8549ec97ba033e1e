"""``python -m bench.listeners``: from a command to a hundred displays, beside a bare application of server-sent events.

Both are processes of their own with the same HTTP server; the same event and snapshot, byte for byte but for their
number, go to as many listeners of each, and one of them never reads. Rounds of both take turns, so what else the
computer does falls on both. The clock starts when the command is sent and stops when a listener has the snapshot. An
event is on the disk before anybody hears of it, so the bare application commits a row for each as well, in the same
kind of database.
"""

from __future__ import annotations

import asyncio
import http.client
import json
import os
import re
import socket
import sqlite3
import statistics
import sys
import time
from collections.abc import Awaitable, Callable, Iterator, Mapping
from contextlib import ExitStack, contextmanager
from pathlib import Path
from typing import Any, Final, Literal

from bench.answers import connected
from bench.link import LinkRow, say_when_busy, table
from bench.ports import free_port

LISTENERS: Final = 100
EACH: Final = 8
"""Listeners of one address: as many as the service allows."""
WARM: Final = 5
ROUNDS: Final = 60
PAUSE: Final = 0.12
"""Seconds between two rounds: the service takes ten commands a second of one client."""
PATIENCE: Final = 20.0
LIMIT: Final = 1.5
SMALL: Final = 4096
"""Bytes that the listener that never reads lets wait for it in the kernel."""
ROUND_ONE: Final = 1
"""The number of the bare application's first event."""
COMMAND: Final = "/api/v1/matches/current/hands/current/declarations"
"""A riichi, laid down and taken back in turns: one event, as what the bare application is sent."""
LIVE: Final = "/api/v1/live"
MESSAGE: Final = re.compile(rb"(?:id: (?P<number>\d+)\n)?event: (?P<kind>\w+)\ndata: .*", re.S)
MATCH: Final = {
    "ruleset": "riichi", "seating": "given",
    "seats": [{"seat": seat, "name": name} for seat, name in enumerate(("Ann", "Ben", "Cho", "Dee"))],
}  # fmt: skip


# ---------------------------------------------------------------- the bare application

Send = Callable[[Mapping[str, Any]], Awaitable[None]]
Receive = Callable[[], Awaitable[Mapping[str, Any]]]


class BareStream:
    """What is posted is on the disk, and then goes to everybody who listens; nobody is given up."""

    def __init__(self, file: Path) -> None:
        self._queues = set[asyncio.Queue[bytes]]()
        self._kept = sqlite3.connect(file, isolation_level=None)
        self._kept.executescript("PRAGMA journal_mode=WAL; PRAGMA synchronous=FULL; CREATE TABLE events (data BLOB);")

    async def __call__(self, scope: Mapping[str, Any], receive: Receive, send: Send) -> None:
        if scope["path"] == LIVE:
            await self._listen(send)
            return
        message, more = b"", True
        while more:
            part = await receive()
            message, more = message + part.get("body", b""), bool(part.get("more_body"))
        self._kept.execute("INSERT INTO events VALUES (?)", (message,))
        for queue in self._queues:
            queue.put_nowait(message)
        await send({"type": "http.response.start", "status": 200, "headers": [(b"content-length", b"0")]})
        await send({"type": "http.response.body", "body": b""})

    async def _listen(self, send: Send) -> None:
        queue = asyncio.Queue[bytes]()
        self._queues.add(queue)
        try:
            await send(
                {"type": "http.response.start", "status": 200, "headers": [(b"content-type", b"text/event-stream")]}
            )
            while True:
                await send({"type": "http.response.body", "body": await queue.get(), "more_body": True})
        finally:
            self._queues.discard(queue)


def serve_bare(port: int) -> None:
    import uvicorn

    app = BareStream(Path(os.environ["JANTAKU_STATE_DIR"]) / "events.db")
    uvicorn.run(app, host="127.0.0.1", port=port, access_log=False, lifespan="off", log_level="warning")


# ---------------------------------------------------------------- listeners


class Display(asyncio.Protocol):
    """One that listens. ``shown``: the number of the last event whose snapshot has come, and when."""

    def __init__(self, told: Callable[[], None]) -> None:
        self._told = told
        self._rest, self._number = b"", 0
        self.shown = (0, 0.0)
        self.last = list[bytes]()
        """The messages since the last snapshot but one."""

    def data_received(self, data: bytes) -> None:
        now = time.perf_counter()
        *messages, self._rest = (self._rest + data).split(b"\n\n")
        for message in messages:
            self._take(MESSAGE.search(message), now)

    def _take(self, found: re.Match[bytes] | None, now: float) -> None:
        if found is None or found["kind"] not in (b"event", b"snapshot"):
            return
        if self.shown[0] == self._number:
            self.last.clear()
        self.last.append(found[0] + b"\n\n")
        if found["kind"] == b"event":
            self._number = int(found["number"])
        elif self._number > self.shown[0]:
            self.shown = (self._number, now)
            self._told()


class Audience:
    """Who listens to the application on ``port``."""

    def __init__(self, port: int) -> None:
        self.port = port
        self.displays = list[Display]()
        self._news = asyncio.Event()
        self._transports = list[asyncio.Transport]()

    async def gather(self, listeners: int) -> None:
        """All listen but the last, which lets everything wait that it is sent."""
        for number in range(listeners):
            stalls = number == listeners - 1
            display = Display(self._news.set)
            transport = await self._connected(number, display, stalls)
            self._transports.append(transport)
            if stalls:
                transport.pause_reading()
            else:
                self.displays.append(display)

    async def _connected(self, number: int, display: Display, stalls: bool) -> asyncio.Transport:
        sock = socket.socket()
        if stalls:
            sock.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, SMALL)
        sock.bind((f"127.0.1.{1 + number // EACH}", 0))
        sock.setblocking(False)
        loop = asyncio.get_running_loop()
        await loop.sock_connect(sock, ("127.0.0.1", self.port))
        transport, _ = await loop.create_connection(lambda: display, sock=sock)
        transport.write(f"GET {LIVE} HTTP/1.1\r\nHost: localhost\r\n\r\n".encode())
        return transport

    @property
    def newest(self) -> int:
        """The number of the newest event that a display has shown."""
        return max(display.shown[0] for display in self.displays)

    async def shown(self, after: int) -> list[float]:
        """When each display had the snapshot of an event after this one. Raises ``TimeoutError``."""
        async with asyncio.timeout(PATIENCE):
            while any(display.shown[0] <= after for display in self.displays):
                self._news.clear()
                await self._news.wait()
        return [display.shown[1] for display in self.displays]

    def message(self) -> bytes:
        """What an event sends to each display, with its snapshot."""
        return b"".join(self.displays[0].last)

    def leave(self) -> None:
        for transport in self._transports:
            transport.abort()


# ---------------------------------------------------------------- rounds


async def round_of(audience: Audience, connection: http.client.HTTPConnection, body: bytes) -> list[float]:
    """Seconds from the command to each display. The answer is read afterwards: who reads it meanwhile keeps the
    displays, which are of the same process, from reading."""
    newest, began = audience.newest, time.perf_counter()
    ask(connection, COMMAND, body)
    try:
        return [at - began for at in await audience.shown(newest)]
    finally:
        answered(connection, COMMAND)


def post(connection: http.client.HTTPConnection, path: str, body: bytes) -> None:
    ask(connection, path, body)
    answered(connection, path)


def ask(connection: http.client.HTTPConnection, path: str, body: bytes) -> None:
    connection.request("POST", path, body, {"Content-Type": "application/json", "Host": "localhost"})


def answered(connection: http.client.HTTPConnection, path: str) -> None:
    """Raises ``OSError`` for a command that is refused."""
    answer = connection.getresponse()
    content = answer.read()
    if answer.status >= 300:
        raise OSError(f"{path}: {answer.status} {content[:200]!r}")


def numbered(message: bytes, number: int) -> bytes:
    """The same message for another event."""
    return re.sub(rb"(?m)^id: \d+$", b"id: %d" % number, message)


async def measured(
    service: tuple[int, http.client.HTTPConnection], bare: tuple[int, http.client.HTTPConnection], listeners: int
) -> tuple[list[float], list[float]]:
    """Of the service, of the bare application: seconds of every display in every round."""
    ours, theirs = Audience(service[0]), Audience(bare[0])
    taken: tuple[list[float], list[float]] = ([], [])
    try:
        post(service[1], "/api/v1/matches", json.dumps(MATCH).encode())
        post(service[1], "/api/v1/matches/current/hands", b"{}")
        await ours.gather(listeners)
        await theirs.gather(listeners)
        for number in range(WARM + ROUNDS):
            await asyncio.sleep(PAUSE)
            riichi = {"seat": 0, "declaration": "riichi", "withdraw": bool(number % 2)}
            first = await round_of(ours, service[1], json.dumps(riichi).encode())
            second = await round_of(theirs, bare[1], numbered(ours.message(), ROUND_ONE + number))
            if number >= WARM:
                taken[0].extend(first)
                taken[1].extend(second)
    finally:
        ours.leave()
        theirs.leave()
    return taken


def p99(taken: list[float]) -> float:
    return statistics.quantiles(taken, n=100)[98]


def rows(ours: list[float], theirs: list[float]) -> list[LinkRow]:
    ratio = p99(ours) / p99(theirs)
    limit = f"< {LIMIT} of the bare application"
    return [
        LinkRow("bare application: median, p99", f"{ms(statistics.median(theirs))}, {ms(p99(theirs))}", "", True),
        LinkRow("the service: median, p99", f"{ms(statistics.median(ours))}, {ms(p99(ours))}", "", True),
        LinkRow("p99 of the service over the bare application", f"{ratio:.2f}", limit, ratio < LIMIT),
    ]


@contextmanager
def on_half(which: Literal["first", "second"]) -> Iterator[None]:
    """This process, and what it starts, on half of the processors: displays are other computers, so they are kept off
    those of the services. With one processor there is nothing to share out."""
    whole = sorted(os.sched_getaffinity(0))
    middle = max(len(whole) // 2, 1)
    half = whole[:middle] if which == "first" else whole[middle:] or whole
    os.sched_setaffinity(0, half)
    try:
        yield
    finally:
        os.sched_setaffinity(0, whole)


def ms(seconds: float) -> str:
    return f"{seconds * 1e3:.1f} ms"


def main() -> int:
    service, simple = free_port(), free_port()
    commands = [
        (["-m", "api.cli", "serve", "--port", "/dev/no-such-board", "--http-port", str(service)], service),
        (["-c", f"from bench.listeners import serve_bare; serve_bare({simple})"], simple),
    ]
    with ExitStack() as stack:
        with on_half("first"):
            ours, theirs = [stack.enter_context(connected(*command)) for command in commands]
        stack.enter_context(on_half("second"))
        found = rows(*asyncio.run(measured((service, ours), (simple, theirs), LISTENERS)))
    print(f"{LISTENERS} listeners of each, one of which never reads; {ROUNDS} events of each in turns")
    print(table(found))
    say_when_busy()
    return 0 if all(row.good for row in found) else 1


if __name__ == "__main__":
    sys.exit(main())
