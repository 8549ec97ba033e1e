"""A new connection of a service that encrypts, until it is known what the other end speaks.

It has its place (``api.service.admission``) from the moment that it is accepted, so half-open handshakes cannot take
more than other idle connections do, and one time limit until HTTP begins. The first byte decides: a TLS record goes on
encrypted; anything else is plain HTTP, for which the application has only what a device needs to trust this table
(``api.http.secured``). The byte is looked at, not taken, so the public functions of asyncio do all the rest.
"""

from __future__ import annotations

import asyncio
import logging
import os
import socket
import ssl
from asyncio.sslproto import SSLProtocol
from collections.abc import Callable
from contextlib import suppress
from typing import Any, Final

from api.http.places import client_of
from api.http.rate import CommandRate
from api.service.admission import Admission
from api.service.bounded_http import BoundedHttp

log = logging.getLogger("jantaku.http")

HANDSHAKE_SECONDS: Final = 8.0
"""From the accepted connection to HTTP: several round trips of a bad wireless network."""
SHORTEST_TURN: Final = 0.01
"""Seconds between two looks for a turn."""
SHUTDOWN_SECONDS: Final = 5.0
"""For the other end to answer that it ends as well."""
HANDSHAKE_RECORD: Final = b"\x16"
"""ContentType of a TLS record (RFC 8446 section 5.1); no method of HTTP begins so."""


RECEIVE_BYTES: Final = 32 * 1024
"""Two records of the greatest length."""

# asyncio keeps a quarter of a megabyte for each connection to receive into: 70 MB for all that a table admits, of the
# 160 that the unit allows. There is no argument for it; without the attribute this line changes nothing.
SSLProtocol.max_size = RECEIVE_BYTES


class Handshakes:
    """What all connections of a service share: the keys, and how often a client may begin a handshake, which costs the
    loop some milliseconds of a Pi's time."""

    def __init__(self, context: ssl.SSLContext, pace: float = 1.0) -> None:
        self.context, self.pace = context, pace
        self._rate = CommandRate()

    async def turn(self, client: str) -> None:
        """Waits until this client may begin one, as long as its connection has time for a handshake. A timer that is a
        rounding error early, or another connection that was first, makes it wait once more."""
        while wait := self._wait(client):
            seconds = max(wait, SHORTEST_TURN) * self.pace
            await asyncio.sleep(seconds)

    def _wait(self, client: str) -> float:
        return self._rate.wait(client, asyncio.get_running_loop().time() / self.pace)


class TlsGate(asyncio.Protocol):
    """``serve`` makes the protocol that takes over; ``open_now`` are uvicorn's connections, ended with the service."""

    def __init__(
        self, serve: Callable[[], BoundedHttp], admission: Admission, handshakes: Handshakes, open_now: set[Any]
    ) -> None:
        self._serve, self._admission, self._handshakes, self._open_now = serve, admission, handshakes, open_now
        self._transport: asyncio.Transport | None = None
        self._task: asyncio.Task[None] | None = None
        self._early = bytearray()
        self.client_name = ""

    # ------------------------------------------------------------ a place among the connections

    @property
    def idle(self) -> bool:
        return True

    def drop(self) -> None:
        if self._transport is not None:
            self._transport.abort()

    def shutdown(self) -> None:
        """Called by uvicorn when the service ends."""
        self.drop()

    # ------------------------------------------------------------ the connection

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        assert isinstance(transport, asyncio.Transport)
        peer = transport.get_extra_info("peername")
        self._transport, self.client_name = transport, client_of(peer[0] if peer else None)
        if not self._admission.admit(self):
            log.info("connection refused: too many", extra={"client": self.client_name})
            transport.abort()
            return
        self._open_now.add(self)
        self._task = asyncio.create_task(self._open(transport), name="handshake")

    def data_received(self, data: bytes) -> None:
        """What came with the end of the handshake: at most one record buffer before the task runs."""
        self._early += data

    def connection_lost(self, _: Exception | None) -> None:
        self._leave()
        if self._task is not None:
            self._task.cancel()

    def _leave(self) -> None:
        self._admission.leave(self)
        self._open_now.discard(self)

    async def _open(self, plain: asyncio.Transport) -> None:
        # Not in ``connection_made``: on Python 3.11.2 (Debian 12) a transport begins to read after it, although it was
        # told not to. This runs after that, and before anything that came is read.
        plain.pause_reading()
        try:
            async with asyncio.timeout(HANDSHAKE_SECONDS * self._handshakes.pace):
                carrier = await self._carrier(plain)
        except (OSError, TimeoutError) as error:
            log.info("no handshake: %s", error or "too slow", extra={"client": self.client_name})
            self._leave()  # asyncio says nothing of a connection that is lost during its handshake
            plain.abort()
            return
        self._hand_over(plain, carrier)

    async def _carrier(self, plain: asyncio.Transport) -> asyncio.Transport:
        """Raises ``OSError``, of which TLS errors are a kind."""
        first = await _first_byte(plain)
        if not first:
            raise ConnectionAbortedError("nothing came")
        if first != HANDSHAKE_RECORD:
            return plain
        await self._handshakes.turn(self.client_name)
        seconds, loop = HANDSHAKE_SECONDS * self._handshakes.pace, asyncio.get_running_loop()
        carrier = await loop.start_tls(
            plain, self, self._handshakes.context, server_side=True, ssl_handshake_timeout=seconds,
            ssl_shutdown_timeout=SHUTDOWN_SECONDS * self._handshakes.pace,
        )  # fmt: skip
        if carrier is None:
            raise ConnectionAbortedError("the other end left")
        return carrier

    def _hand_over(self, plain: asyncio.Transport, carrier: asyncio.Transport) -> None:
        self._leave()
        serving = self._serve()
        serving.below = plain
        carrier.set_protocol(serving)
        serving.connection_made(carrier)
        if self._early and not carrier.is_closing():
            serving.data_received(bytes(self._early))
        if carrier is plain and not plain.is_closing():
            plain.resume_reading()


async def _first_byte(transport: asyncio.Transport) -> bytes:
    """Waits for it and leaves it where it is; empty when the connection ended. The transport is paused."""
    shared = transport.get_extra_info("socket")
    with socket.socket(fileno=os.dup(shared.fileno())) as looking:
        looking.setblocking(False)
        while True:
            with suppress(BlockingIOError):
                return looking.recv(1, socket.MSG_PEEK)
            await _readable(looking)


async def _readable(looking: socket.socket) -> None:
    loop = asyncio.get_running_loop()
    ready: asyncio.Future[None] = loop.create_future()

    def wake() -> None:
        if not ready.done():
            ready.set_result(None)

    loop.add_reader(looking, wake)
    try:
        await ready
    finally:
        loop.remove_reader(looking)
