"""A real HTTPS service on loopback and real TLS clients: bounds before, during and after the handshake.

127.0.0.1 is this machine; the other addresses of loopback are clients like those of the network."""

from __future__ import annotations

import asyncio
import json
import ssl
import tracemalloc
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from datetime import UTC, datetime
from pathlib import Path

import pytest

from api.http.rate import BURST, PER_SECOND
from api.https.certificates import Certificates
from api.https.setting import hosts_of
from api.service import bounded_http, tls_gate
from api.service.admission import MOST_PER_CLIENT
from api.service.listener import listen
from api.service.runtime import Runtime
from api.service.serving import serving_http
from api.table.app import create_app
from controller.config import Config
from controller.listening import HttpConfig
from hardware.simulator.virtual_time import run

CLIENT = "127.0.0.2"
GET = b"GET /healthz HTTP/1.1\r\nHost: localhost\r\n\r\n"
PATIENCE = 20.0

Pair = tuple[asyncio.StreamReader, asyncio.StreamWriter]


class SecureDoor:
    def __init__(self, port: int, certificates: Certificates) -> None:
        self.port, self.certificates = port, certificates
        self.trusting = ssl.create_default_context(cadata=certificates.authority.public_pem().decode())
        self._open: list[asyncio.StreamWriter] = []

    async def plain(self, client: str = CLIENT) -> Pair:
        pair = await asyncio.open_connection("127.0.0.1", self.port, local_addr=(client, 0))
        self._open.append(pair[1])
        return pair

    async def secure(self, client: str = CLIENT, context: ssl.SSLContext | None = None) -> Pair:
        pair = await asyncio.open_connection(
            "127.0.0.1", self.port, local_addr=(client, 0), ssl=context or self.trusting, server_hostname="localhost"
        )
        self._open.append(pair[1])
        return pair

    def close(self) -> None:
        for writer in self._open:
            writer.transport.abort()


@asynccontextmanager
async def serving(folder: Path) -> AsyncIterator[SecureDoor]:
    http = HttpConfig(port=0, tls=True)
    runtime = Runtime(Config(http=http))
    hosts = hosts_of(http, "table7", ["192.168.1.20"])
    runtime.certificates = Certificates(folder / "https", "Table 7", lambda: datetime.now(UTC), lambda: hosts)
    async with serving_http(listen(http), create_app(runtime, secured=True), runtime) as pages:
        door = SecureDoor(int(pages[0].rpartition(":")[2]), runtime.certificates)
        try:
            async with asyncio.timeout(PATIENCE):
                yield door
        finally:
            door.close()


Scenario = Callable[[SecureDoor], Awaitable[None]]
Within = Callable[[Scenario], None]


@pytest.fixture
def within(tmp_path: Path) -> Within:
    def run(scenario: Scenario) -> None:
        async def main() -> None:
            async with serving(tmp_path) as door:
                await scenario(door)

        asyncio.run(main())

    return run


@pytest.fixture
def short(monkeypatch: pytest.MonkeyPatch) -> None:
    """Time limits of three tenths of a second."""
    monkeypatch.setattr(tls_gate, "HANDSHAKE_SECONDS", 0.3)
    for name in ("HEAD_SECONDS", "BODY_SECONDS", "TAKE_SECONDS"):
        monkeypatch.setattr(bounded_http, name, 0.3)
    monkeypatch.setattr(bounded_http, "_STAGES", dict.fromkeys(bounded_http._STAGES, 0.3))


async def head_of(reader: asyncio.StreamReader) -> bytes:
    return await reader.readuntil(b"\r\n\r\n")


def length_in(head: bytes) -> int:
    return int(head.lower().partition(b"content-length: ")[2].split(b"\r\n")[0])


async def ends(reader: asyncio.StreamReader) -> bytes:
    """What still came before the service closed the connection."""
    try:
        return await reader.read()
    except (ConnectionResetError, ssl.SSLError):
        return b""


# ---------------------------------------------------------------- it works


@pytest.mark.parametrize("version", [ssl.TLSVersion.TLSv1_2, ssl.TLSVersion.TLSv1_3])
def test_a_client_of_each_version_is_answered(within: Within, version: ssl.TLSVersion) -> None:
    async def test(door: SecureDoor) -> None:
        door.trusting.minimum_version = door.trusting.maximum_version = version
        reader, writer = await door.secure()
        for _ in range(2):  # twice on one connection
            writer.write(GET)
            head = await head_of(reader)
            assert head.startswith(b"HTTP/1.1 200")
            await reader.readexactly(length_in(head))

    within(test)


@pytest.mark.filterwarnings("ignore:ssl.TLSVersion")
def test_an_old_version_is_refused(within: Within) -> None:
    async def test(door: SecureDoor) -> None:
        old = ssl.SSLContext(ssl.PROTOCOL_TLS_CLIENT)
        old.check_hostname, old.verify_mode = False, ssl.CERT_NONE
        old.set_ciphers("ALL:@SECLEVEL=0")
        old.minimum_version = old.maximum_version = ssl.TLSVersion.TLSv1_1
        with pytest.raises((ssl.SSLError, ConnectionResetError)):
            await door.secure(context=old)

    within(test)


def test_a_client_that_does_not_trust_the_authority_ends_it_and_the_next_is_served(within: Within) -> None:
    async def test(door: SecureDoor) -> None:
        with pytest.raises(ssl.SSLCertVerificationError):
            await door.secure(context=ssl.create_default_context())
        reader, writer = await door.secure()
        writer.write(GET)
        assert (await head_of(reader)).startswith(b"HTTP/1.1 200")

    within(test)


# ---------------------------------------------------------------- plain HTTP on the same port


def test_plain_http_of_the_network_is_sent_on_to_https(within: Within) -> None:
    async def test(door: SecureDoor) -> None:
        reader, writer = await door.plain()
        writer.write(b"GET /service?x=1 HTTP/1.1\r\nHost: localhost:8000\r\n\r\n")
        head = await head_of(reader)
        assert head.startswith(b"HTTP/1.1 307")
        assert b"location: https://localhost:8000/service?x=1\r\n" in head

    within(test)


def test_plain_http_of_the_network_changes_nothing(within: Within) -> None:
    async def test(door: SecureDoor) -> None:
        reader, writer = await door.plain()
        writer.write(
            b"POST /api/v1/matches HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\n"
            b"Content-Length: 2\r\n\r\n{}"
        )
        head = await head_of(reader)
        assert head.startswith(b"HTTP/1.1 403")
        assert json.loads(await reader.readexactly(length_in(head)))["code"] == "https-only"

    within(test)


def test_plain_http_of_this_machine_is_served(within: Within) -> None:
    async def test(door: SecureDoor) -> None:
        reader, writer = await door.plain("127.0.0.1")
        writer.write(GET)
        assert (await head_of(reader)).startswith(b"HTTP/1.1 200")

    within(test)


def test_the_certificate_of_the_authority_is_served_plainly(within: Within) -> None:
    async def test(door: SecureDoor) -> None:
        reader, writer = await door.plain()
        writer.write(b"GET /ca.crt HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n")
        head = await head_of(reader)
        assert b"content-type: application/x-x509-ca-cert\r\n" in head
        assert await reader.read() == door.certificates.authority.public_pem()

    within(test)


# ---------------------------------------------------------------- bounds


@pytest.mark.parametrize("sent", [b"", b"\x16\x03\x01\x02\x00\x01"])
def test_a_handshake_that_does_not_come_is_ended(within: Within, short: None, sent: bytes) -> None:
    async def test(door: SecureDoor) -> None:
        reader, writer = await door.plain()
        writer.write(sent)
        assert await ends(reader) == b""

    within(test)


def test_what_is_no_handshake_is_ended(within: Within) -> None:
    async def test(door: SecureDoor) -> None:
        reader, writer = await door.plain()
        writer.write(b"\x16\x03\x01\x00\x05nonsense that is long enough")
        await ends(reader)
        reader, writer = await door.secure()
        writer.write(GET)
        assert (await head_of(reader)).startswith(b"HTTP/1.1 200")

    within(test)


def test_after_the_handshake_the_head_has_its_own_time(within: Within, short: None) -> None:
    async def test(door: SecureDoor) -> None:
        reader, writer = await door.secure()
        writer.write(GET[:10])
        assert await ends(reader) == b""

    within(test)


def test_a_client_that_does_not_read_is_dropped(within: Within, short: None) -> None:
    async def test(door: SecureDoor) -> None:
        _, writer = await door.secure()
        writer.transport.pause_reading()  # type: ignore[attr-defined]
        request = b"GET /web/verify/verify.html HTTP/1.1\r\nHost: localhost\r\n\r\n"
        with pytest.raises(ConnectionError):
            while True:
                writer.write(request)
                await writer.drain()
                await asyncio.sleep(0.01)

    within(test)


def test_half_open_handshakes_keep_nobody_out(within: Within) -> None:
    """The oldest idle connection gives way, and a half-open one is idle."""

    async def test(door: SecureDoor) -> None:
        waiting = [await door.plain() for _ in range(MOST_PER_CLIENT + 8)]
        for _, writer in waiting:
            writer.write(b"\x16")
        reader, writer = await door.secure()
        writer.write(GET)
        assert (await head_of(reader)).startswith(b"HTTP/1.1 200")
        assert await ends(waiting[0][0]) == b""

    within(test)


def test_a_flood_of_handshakes_of_one_client_is_slowed_down_and_others_are_served(within: Within) -> None:
    async def test(door: SecureDoor) -> None:
        async def one() -> float:
            begun = asyncio.get_running_loop().time()
            try:
                _, writer = await door.secure()
                writer.transport.abort()
            except (ConnectionError, ssl.SSLError):
                return -1.0
            return asyncio.get_running_loop().time() - begun

        served = [await one() for _ in range(70)]
        assert max(served) > 0.05 or -1.0 in served
        reader, writer = await door.secure("127.0.0.3")
        writer.write(GET)
        assert (await head_of(reader)).startswith(b"HTTP/1.1 200")

    within(test)


def test_a_client_that_begins_handshakes_one_after_another_waits_and_is_never_refused() -> None:
    async def main() -> float:
        handshakes, loop = tls_gate.Handshakes(ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)), asyncio.get_running_loop()
        began = loop.time()
        for _ in range(1000):
            await handshakes.turn(CLIENT)
            await asyncio.sleep(0.007)
        return loop.time() - began

    assert run(main()) == pytest.approx((1000 - BURST) / PER_SECOND, rel=0.15)


def test_connections_of_one_client_that_come_together_have_their_turn_one_by_one() -> None:
    async def main() -> float:
        handshakes, loop = tls_gate.Handshakes(ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)), asyncio.get_running_loop()
        began = loop.time()
        await asyncio.gather(*(handshakes.turn(CLIENT) for _ in range(BURST + MOST_PER_CLIENT)))
        return loop.time() - began

    assert run(main()) == pytest.approx(MOST_PER_CLIENT / PER_SECOND, rel=0.15)


def test_a_connection_takes_little_memory(within: Within) -> None:
    """The unit slows a service of 208 MB, of which 150 are the program, and there may be some 290 connections."""

    async def test(door: SecureDoor) -> None:
        await door.secure()
        tracemalloc.start()
        try:
            opened = [await door.secure() for _ in range(20)]
            taken = tracemalloc.get_traced_memory()[0] / len(opened)
        finally:
            tracemalloc.stop()
        assert taken < 200_000  # both ends of it are in this process

    within(test)


def test_the_end_of_the_service_does_not_wait_for_half_open_handshakes(tmp_path: Path) -> None:
    async def main() -> float:
        loop = asyncio.get_running_loop()
        async with serving(tmp_path) as door:
            kept = await asyncio.open_connection("127.0.0.1", door.port)
            kept[1].write(b"\x16")
            await asyncio.sleep(0.05)
            begun = loop.time()
        return loop.time() - begun

    assert asyncio.run(main()) < tls_gate.HANDSHAKE_SECONDS / 2
