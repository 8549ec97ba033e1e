"""A real HTTP service on loopback and raw sockets: what is too long, too slow or too much ends, and others go on.

127.0.0.1 is this machine; the other addresses of loopback are clients like those of the network."""

from __future__ import annotations

import asyncio
import json
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from types import SimpleNamespace
from typing import Any

import pytest

from api.http.places import KnownClients
from api.http.straight import chunk, straight_of
from api.service import bounded_http
from api.service.admission import MOST_PER_CLIENT
from api.service.listener import listen
from api.service.runtime import Runtime
from api.service.serving import serving_http
from api.table.app import create_app
from controller.config import Config
from controller.listening import HttpConfig

CLIENT = "127.0.0.2"
HEAD = b"Host: localhost\r\nContent-Type: application/json\r\n"
GET = b"GET /healthz HTTP/1.1\r\nHost: localhost\r\n\r\n"
PATIENCE = 10.0

Pair = tuple[asyncio.StreamReader, asyncio.StreamWriter]


class Door:
    def __init__(self, port: int) -> None:
        self._port = port
        self._open: list[asyncio.StreamWriter] = []

    async def connect(self, client: str = CLIENT) -> Pair:
        pair = await asyncio.open_connection("127.0.0.1", self._port, local_addr=(client, 0))
        self._open.append(pair[1])
        return pair

    async def ask(self, data: bytes, client: str = CLIENT) -> tuple[int, dict[str, Any]]:
        reader, writer = await self.connect(client)
        writer.write(data)
        return await answer_of(reader)

    def close(self) -> None:
        for writer in self._open:
            writer.transport.abort()


@asynccontextmanager
async def serving() -> AsyncIterator[Door]:
    runtime = Runtime(Config())
    async with serving_http(listen(HttpConfig(port=0)), create_app(runtime), runtime) as pages:
        door = Door(int(pages[0].rpartition(":")[2]))
        try:
            async with asyncio.timeout(PATIENCE):
                yield door
        finally:
            door.close()


async def answer_of(reader: asyncio.StreamReader) -> tuple[int, dict[str, Any]]:
    head = await reader.readuntil(b"\r\n\r\n")
    status = int(head.split()[1])
    length = next(int(line[15:]) for line in head.lower().split(b"\r\n") if line.startswith(b"content-length:"))
    return status, json.loads(await reader.readexactly(length))


def within(test: Any) -> None:
    async def main() -> None:
        async with serving() as door:
            await test(door)

    asyncio.run(main())


async def ends(reader: asyncio.StreamReader) -> bytes:
    """What still came before the service closed the connection."""
    try:
        return await reader.read()
    except ConnectionResetError:
        return b""


@pytest.fixture
def short(monkeypatch: pytest.MonkeyPatch) -> None:
    """Time limits of a tenth of a second."""
    for name in ("HEAD_SECONDS", "BODY_SECONDS", "TAKE_SECONDS"):
        monkeypatch.setattr(bounded_http, name, 0.1)
    monkeypatch.setattr(bounded_http, "_STAGES", dict.fromkeys(bounded_http._STAGES, 0.1))


# ---------------------------------------------------------------- too long


def test_a_body_with_length_and_chunks_is_refused_before_it_is_read() -> None:
    async def test(door: Door) -> None:
        head = b"POST /api/v1/score HTTP/1.1\r\n" + HEAD + b"Content-Length: 5\r\nTransfer-Encoding: chunked\r\n\r\n"
        status, problem = await door.ask(head)
        assert (status, problem["code"]) == (400, "bad-request")

    within(test)


@pytest.mark.parametrize("framing", [b"Transfer-Encoding: chunked", b"Content-Length: 5\r\nTransfer-Encoding: chunked"])
def test_an_endless_body_is_cut(framing: bytes) -> None:
    async def test(door: Door) -> None:
        _, writer = await door.connect()
        writer.write(b"POST /api/v1/score HTTP/1.1\r\n" + HEAD + framing + b"\r\n\r\n")
        chunk = b"2000\r\n" + b"x" * 0x2000 + b"\r\n"
        sent = 0
        with pytest.raises(ConnectionError):
            while sent < 64 << 20:
                writer.write(chunk)
                await writer.drain()
                sent += len(chunk)
        assert sent < 16 << 20  # what the kernel buffered on the way, and no more

    within(test)


def test_a_length_above_the_limit_is_refused_without_reading() -> None:
    async def test(door: Door) -> None:
        head = b"POST /api/v1/score HTTP/1.1\r\n" + HEAD + b"Content-Length: 99999999\r\n\r\n"
        status, problem = await door.ask(head)
        assert (status, problem["code"]) == (413, "too-large")

    within(test)


@pytest.mark.parametrize("end", [b"", b"\r\n\r\n"], ids=["endless", "whole"])
def test_a_head_above_the_limit_is_refused(end: bytes) -> None:
    async def test(door: Door) -> None:
        status, problem = await door.ask(
            b"GET / HTTP/1.1\r\nHost: localhost\r\nX: " + b"y" * bounded_http.MOST_HEAD_BYTES * 2 + end
        )
        assert (status, problem["code"]) == (400, "bad-request")

    within(test)


@pytest.mark.parametrize("bare", [GET.replace(b"\r\n", b"\n"), GET.replace(b"\r\nHost", b"\nHost")])
def test_a_line_that_ends_in_a_bare_lf_is_refused(bare: bytes) -> None:
    async def test(door: Door) -> None:
        status, problem = await door.ask(bare)
        assert (status, problem["code"]) == (400, "bad-request")

    within(test)


def test_requests_that_come_together_are_each_answered() -> None:
    async def test(door: Door) -> None:
        reader, writer = await door.connect()
        writer.write(GET * 5)
        assert [(await answer_of(reader))[0] for _ in range(5)] == [200] * 5

    within(test)


def test_a_bare_lf_in_a_request_that_came_with_another_is_refused() -> None:
    async def test(door: Door) -> None:
        reader, writer = await door.connect()
        writer.write(GET + GET.replace(b"\r\n", b"\n"))
        assert [(await answer_of(reader))[0] for _ in range(2)] == [200, 400]

    within(test)


# ---------------------------------------------------------------- too slow


@pytest.mark.usefixtures("short")
@pytest.mark.parametrize("sent", [b"", b"GET / HTTP/1.1\r\nX-Slow: "])
def test_a_connection_without_a_whole_head_is_ended(sent: bytes) -> None:
    async def test(door: Door) -> None:
        reader, writer = await door.connect()
        writer.write(sent)
        assert await ends(reader) == b""

    within(test)


@pytest.mark.usefixtures("short")
def test_a_head_that_comes_byte_by_byte_is_ended_all_the_same() -> None:
    async def test(door: Door) -> None:
        reader, writer = await door.connect()

        async def trickle() -> None:
            for _ in range(1000):
                writer.write(b"x")
                await asyncio.sleep(0.01)

        slow = asyncio.create_task(trickle())
        assert await ends(reader) == b""
        slow.cancel()

    within(test)


@pytest.mark.usefixtures("short")
def test_a_body_that_does_not_come_is_ended() -> None:
    async def test(door: Door) -> None:
        reader, writer = await door.connect()
        writer.write(b"POST /api/v1/score HTTP/1.1\r\n" + HEAD + b"Content-Length: 500\r\n\r\n{")
        assert await ends(reader) == b""

    within(test)


@pytest.mark.usefixtures("short")
def test_the_head_after_an_answer_has_its_own_time() -> None:
    async def test(door: Door) -> None:
        reader, writer = await door.connect()
        writer.write(GET)
        assert (await answer_of(reader))[0] == 200
        writer.write(b"GET /")
        assert await ends(reader) == b""

    within(test)


@pytest.mark.usefixtures("short")
def test_a_client_that_does_not_read_is_ended() -> None:
    async def test(door: Door) -> None:
        reader, writer = await door.connect()
        reader._transport.pause_reading()  # type: ignore[attr-defined]
        with pytest.raises(ConnectionError):
            while True:
                writer.write(b"GET /web/tablet/tablet.js HTTP/1.1\r\nHost: localhost\r\n\r\n" * 10)
                await writer.drain()
                await asyncio.sleep(0.01)

    within(test)


# ---------------------------------------------------------------- too many


def test_idle_connections_lock_nobody_out() -> None:
    async def test(door: Door) -> None:
        for number in range(300):
            await door.connect(f"127.0.1.{number % 9 + 1}")
        assert (await door.ask(GET, "127.0.0.9"))[0] == 200
        assert (await door.ask(GET, "127.0.0.1"))[0] == 200

    within(test)


def test_a_client_whose_requests_are_all_being_answered_is_told_to_wait() -> None:
    async def test(door: Door) -> None:
        waiting = b"POST /api/v1/score HTTP/1.1\r\n" + HEAD + b"Content-Length: 500\r\n\r\n{"
        for _ in range(MOST_PER_CLIENT):
            _, writer = await door.connect()
            writer.write(waiting)
        await asyncio.sleep(0)
        await door.ask(GET, "127.0.0.9")  # by now the service has seen them all
        reader, _ = await door.connect()
        status, problem = await answer_of(reader)
        assert (status, problem["code"]) == (503, "too-many-connections")
        assert (await door.ask(GET, "127.0.0.9"))[0] == 200

    within(test)


# ---------------------------------------------------------------- straight into the connection


class Endless:
    """An answer without an end, and what the server offers for its connection."""

    def __init__(self) -> None:
        self.straight: asyncio.Future[Any] = asyncio.get_running_loop().create_future()
        self.state = SimpleNamespace(known=KnownClients())

    async def __call__(self, scope: Any, receive: Any, send: Any) -> None:
        offered = straight_of(scope)
        assert offered is not None and not offered.takes_chunks, "nothing was answered yet"
        await send({"type": "http.response.start", "status": 200, "headers": [(b"content-type", b"text/plain")]})
        await send({"type": "http.response.body", "body": b"one", "more_body": True})
        self.straight.set_result(offered)
        while (await receive())["type"] != "http.disconnect":
            pass


@asynccontextmanager
async def endless(version: bytes) -> AsyncIterator[tuple[Any, asyncio.StreamReader]]:
    app = Endless()
    async with serving_http(listen(HttpConfig(port=0)), app, Runtime(Config())) as pages:
        door = Door(int(pages[0].rpartition(":")[2]))
        try:
            async with asyncio.timeout(PATIENCE):
                reader, writer = await door.connect()
                writer.write(b"GET / HTTP/%b\r\nHost: localhost\r\n\r\n" % version)
                await reader.readuntil(b"\r\n\r\n")
                yield await app.straight, reader
        finally:
            door.close()


def test_a_chunk_that_is_written_straight_follows_what_was_sent() -> None:
    async def main() -> None:
        async with endless(b"1.1") as (straight, reader):
            assert straight.takes_chunks
            straight.write_chunk(chunk([b"t", b"wo, and more"]))
            assert await reader.readexactly(26) == b"3\r\none\r\nd\r\ntwo, and more\r\n"

    asyncio.run(main())


def test_a_client_that_knows_no_chunks_or_takes_nothing_is_left_to_its_task() -> None:
    async def main() -> None:
        async with endless(b"1.0") as (straight, _):
            assert not straight.takes_chunks
        async with endless(b"1.1") as (straight, _):
            while straight.takes_chunks:
                straight.write_chunk(chunk([b"x" * 100_000]))

    asyncio.run(main())
