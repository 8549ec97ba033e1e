"""What asks a peer: bounded in time and bytes, and it trusts one authority alone. Real sockets and real TLS."""

from __future__ import annotations

import re
import socket
import ssl
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from datetime import UTC, datetime
from pathlib import Path

import pytest

from api.https.authority import Authority, make_authority
from api.https.server_certificate import make_server_certificate
from api.https.setting import hosts_of
from api.peers.client import MOST_BYTES, PeerClient
from api.peers.errors import PeerError, PeerTrouble
from controller.listening import HttpConfig
from controller.peers import PeerConfig

NOW = datetime.now(UTC)
HERE = hosts_of(HttpConfig(), "table7", [])
Serve = Callable[[socket.socket], None]
KEY = "22" * 32


@contextmanager
def serving(serve: Serve) -> Iterator[int]:
    """A port on which every connection is given to ``serve``."""
    with socket.create_server(("127.0.0.1", 0)) as listener:

        def accept() -> None:
            while True:
                try:
                    connection, _ = listener.accept()
                except OSError:
                    return
                with connection:
                    connection.settimeout(10)
                    with suppress(OSError):  # the client has cut it
                        serve(connection)

        thread = threading.Thread(target=accept, daemon=True)
        thread.start()
        yield int(listener.getsockname()[1])
        listener.shutdown(socket.SHUT_RDWR)
    thread.join(10)


def head(connection: socket.socket) -> bytes:
    """Of a request, whose body is read as well: a connection that is closed before is reset, answer and all."""
    found = b""
    while b"\r\n\r\n" not in found and (piece := connection.recv(4096)):
        found += piece
    before, _, body = found.partition(b"\r\n\r\n")
    length = re.search(rb"(?i)\r\ncontent-length: (\d+)", before)
    missing = int(length[1]) - len(body) if length else 0
    while missing > 0 and (piece := connection.recv(missing)):
        missing -= len(piece)
    return found


def answer(body: bytes, status: str = "200 OK") -> bytes:
    return b"HTTP/1.1 %s\r\nContent-Length: %d\r\n\r\n%s" % (status.encode(), len(body), body)


def plain(port: int) -> PeerConfig:
    return PeerConfig("table-2", f"http://127.0.0.1:{port}", KEY)


def trouble(client: PeerClient) -> PeerTrouble:
    with pytest.raises(PeerError) as caught:
        client.get("/journal/heads/latest")
    return caught.value.trouble


def test_an_answer_is_read() -> None:
    def serve(connection: socket.socket) -> None:
        assert head(connection).startswith(b"GET /api/v1/journal/heads/latest ")
        connection.sendall(answer(b'{"record": "x"}'))

    with serving(serve) as port:
        assert PeerClient(plain(port)).get_json("/journal/heads/latest") == {"record": "x"}


def test_an_answer_without_an_end_is_cut_off_by_its_bytes() -> None:
    def serve(connection: socket.socket) -> None:
        head(connection)
        connection.sendall(b"HTTP/1.1 200 OK\r\n\r\n" + bytes(MOST_BYTES + 1))
        connection.recv(1)

    with serving(serve) as port:
        assert trouble(PeerClient(plain(port))) is PeerTrouble.BAD_ANSWER


def test_an_answer_that_comes_byte_by_byte_is_cut_off_by_its_time() -> None:
    def serve(connection: socket.socket) -> None:
        head(connection)
        connection.settimeout(0.02)
        for byte in b"HTTP/1.1 200 OK\r\n" + b"X-A: b\r\n" * 5000:
            connection.sendall(bytes([byte]))
            try:
                if not connection.recv(1):
                    return  # cut
            except TimeoutError:
                continue

    with serving(serve) as port:
        began = time.monotonic()
        assert trouble(PeerClient(plain(port), seconds=0.3)) is PeerTrouble.UNREACHABLE
        assert time.monotonic() - began < 60  # what it takes to send everything is far more


def test_a_port_without_anybody_is_unreachable() -> None:
    with socket.create_server(("127.0.0.1", 0)) as listener:
        port = listener.getsockname()[1]
    assert trouble(PeerClient(plain(port))) is PeerTrouble.UNREACHABLE


def test_a_client_that_is_closed_asks_nobody() -> None:
    def serve(connection: socket.socket) -> None:
        raise AssertionError("it was asked")

    with serving(serve) as port:
        client = PeerClient(plain(port))
        client.close()
        assert trouble(client) is PeerTrouble.UNREACHABLE


# ---------------------------------------------------------------- TLS


def secured(tmp: Path, shown: Authority, signing: Authority, body: bytes = b"{}") -> Serve:
    """A table that hands out the authority ``shown``, and has a certificate of ``signing``."""
    (tmp / "server.pem").write_bytes(make_server_certificate(signing, HERE, NOW).as_file())
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    context.load_cert_chain(tmp / "server.pem")

    def serve(connection: socket.socket) -> None:
        if connection.recv(1, socket.MSG_PEEK) == b"\x16":
            with context.wrap_socket(connection, server_side=True) as secret:
                head(secret)
                secret.sendall(answer(body))
        else:
            assert head(connection).startswith(b"GET /ca.crt ")
            connection.sendall(answer(shown.public_pem()))

    return serve


def https(port: int, authority: Authority) -> PeerClient:
    return PeerClient(PeerConfig("table-2", f"https://127.0.0.1:{port}", KEY, authority.fingerprint))


def test_the_authority_of_the_configuration_is_trusted(tmp_path: Path) -> None:
    own = make_authority("table", HERE, NOW)
    with serving(secured(tmp_path, own, own, b'{"a": 1}')) as port:
        client = https(port, own)
        assert [client.get_json("/x"), client.get_json("/x")] == [{"a": 1}, {"a": 1}]


def test_another_authority_than_that_of_the_configuration_is_not_trusted(tmp_path: Path) -> None:
    own, other = (make_authority("table", HERE, NOW) for _ in range(2))
    with serving(secured(tmp_path, other, other)) as port:
        assert trouble(https(port, own)) is PeerTrouble.OTHER_CERTIFICATE


def test_a_certificate_of_another_authority_than_the_one_that_is_shown_is_not_trusted(tmp_path: Path) -> None:
    own, other = (make_authority("table", HERE, NOW) for _ in range(2))
    with serving(secured(tmp_path, own, other)) as port:
        assert trouble(https(port, own)) is PeerTrouble.OTHER_CERTIFICATE


@pytest.mark.parametrize("shown", [b"", b"nothing", b"-----BEGIN CERTIFICATE-----\n!\n-----END CERTIFICATE-----\n"])
def test_what_is_no_authority_is_not_trusted(tmp_path: Path, shown: bytes) -> None:
    own = make_authority("table", HERE, NOW)

    def serve(connection: socket.socket) -> None:
        head(connection)
        connection.sendall(answer(shown))

    with serving(serve) as port:
        assert trouble(https(port, own)) is PeerTrouble.OTHER_CERTIFICATE
