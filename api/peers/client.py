"""Requests to one peer: blocking, for a thread of their own. Nothing that a peer does can hold it longer than the
``seconds`` of a request or hand over more than the bytes that are asked for.

A table certifies itself (``api.https``). Its authority is fetched from it, compared with the fingerprint of the
configuration, and then trusted for this peer alone.
"""

from __future__ import annotations

import hashlib
import json
import socket
import ssl
import threading
from collections.abc import Iterator, Mapping
from contextlib import contextmanager, suppress
from http.client import HTTPConnection, HTTPException, HTTPSConnection
from typing import Any, Final
from urllib.parse import urlsplit

from api.peers.errors import PeerError, PeerTrouble
from controller.peers import PeerConfig

API: Final = "/api/v1"
REQUEST_SECONDS: Final = 5.0
"""Of the wall's clock, for all of a request: a table of the same network answers in some milliseconds."""
MOST_BYTES: Final = 16 << 10
"""Of an answer: a head with sixteen cosignatures has 5 kB."""
LONGEST_DETAIL: Final = 200
_HTTPS_PORT: Final = 443
_TROUBLE_OF_CODE: Final = {"not-a-peer": PeerTrouble.NOT_A_PEER, "no-such-head": PeerTrouble.NO_HEAD}


class PeerClient:
    """``seconds``: for each request. One request at a time; ``close`` ends it, from another thread."""

    def __init__(self, peer: PeerConfig, seconds: float = REQUEST_SECONDS) -> None:
        self._peer, self._seconds = peer, seconds
        self._context: ssl.SSLContext | None = None
        self._connection: HTTPConnection | None = None
        self._closed = False

    def get(self, path: str, most: int = MOST_BYTES) -> bytes:
        """The body of a 200. Raises ``PeerError``."""
        status, body = self._ask("GET", f"{API}{path}", None, most)
        return _expected(status, body, 200)

    def get_json(self, path: str) -> Any:
        """Raises ``PeerError``."""
        return _json(self.get(path))

    def post_json(self, path: str, body: Mapping[str, Any]) -> Any:
        """The answer of a 201. Raises ``PeerError``."""
        status, answer = self._ask("POST", f"{API}{path}", json.dumps(body).encode(), MOST_BYTES)
        return _json(_expected(status, answer, 201))

    def close(self) -> None:
        self._closed = True
        if self._connection is not None:
            _cut(self._connection)

    # ------------------------------------------------------------ one request

    def _ask(self, method: str, path: str, body: bytes | None, most: int) -> tuple[int, bytes]:
        if self._peer.address.startswith("https") and self._context is None:
            self._context = self._trusting()
        try:
            return self._request(self._connect(self._context), method, path, body, most)
        except ssl.SSLCertVerificationError as error:
            self._context = None  # its authority may be another one by now: looked at again the next time
            raise PeerError(PeerTrouble.OTHER_CERTIFICATE, error.verify_message) from error
        except (OSError, HTTPException, ValueError) as error:
            raise _unreachable(error) from error

    def _request(
        self, connection: HTTPConnection, method: str, path: str, body: bytes | None, most: int
    ) -> tuple[int, bytes]:
        headers = {} if body is None else {"Content-Type": "application/json"}
        if self._closed:
            raise OSError("the service ends")
        with self._bounded(connection):
            connection.request(method, path, body, {**headers, "Accept-Language": "en", "Connection": "close"})
            with connection.getresponse() as response:
                status, content = response.status, response.read(most + 1)
        if len(content) > most:
            raise PeerError(PeerTrouble.BAD_ANSWER, f"{method} {path}: more than {most} bytes")
        return status, content

    @contextmanager
    def _bounded(self, connection: HTTPConnection) -> Iterator[None]:
        """Cuts the connection when its time is over: the time limit of a socket is for each piece that it brings. What
        was cut can look like a whole answer, so that it counts as none."""
        over = threading.Event()

        def end() -> None:
            over.set()
            _cut(connection)

        timer = threading.Timer(self._seconds, end)
        timer.daemon = True
        self._connection = connection
        timer.start()
        try:
            yield
        finally:
            timer.cancel()
            self._connection = None
            connection.close()
            if over.is_set() or self._closed:
                raise TimeoutError(f"no answer within {self._seconds:g} s" if over.is_set() else "the service ends")

    def _connect(self, context: ssl.SSLContext | None) -> HTTPConnection:
        parts = urlsplit(self._peer.address)
        host = parts.hostname or ""
        if context is None:
            return HTTPConnection(host, parts.port, timeout=self._seconds)
        return HTTPSConnection(host, parts.port or _HTTPS_PORT, timeout=self._seconds, context=context)

    # ------------------------------------------------------------ whom to trust

    def _trusting(self) -> ssl.SSLContext:
        """Trusts the authority of this peer and no other. The way to it is not encrypted: its fingerprint decides."""
        parts = urlsplit(self._peer.address)
        plain = HTTPConnection(parts.hostname or "", parts.port or _HTTPS_PORT, timeout=self._seconds)
        try:
            status, content = self._request(plain, "GET", "/ca.crt", None, MOST_BYTES)
        except (OSError, HTTPException, ValueError) as error:
            raise _unreachable(error) from error
        return _context(_expected(status, content, 200), self._peer.authority)


def _context(certificate: bytes, fingerprint: str) -> ssl.SSLContext:
    """``certificate``: PEM. Raises ``PeerError`` when it is not the one with this fingerprint."""
    try:
        pem = certificate.decode("ascii")
        der = ssl.PEM_cert_to_DER_cert(pem.strip())
    except ValueError as error:
        raise PeerError(PeerTrouble.OTHER_CERTIFICATE, "its /ca.crt holds no certificate") from error
    found = hashlib.sha256(der).hexdigest().upper()
    if found != fingerprint.replace(":", ""):
        raise PeerError(PeerTrouble.OTHER_CERTIFICATE, f"SHA-256 of its certificate authority: {found}")
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_CLIENT)
    context.minimum_version = ssl.TLSVersion.TLSv1_2
    try:
        context.load_verify_locations(cadata=pem)
    except ssl.SSLError as error:
        raise PeerError(PeerTrouble.OTHER_CERTIFICATE, f"its /ca.crt cannot be used: {error.reason}") from error
    return context


def _unreachable(error: Exception) -> PeerError:
    return PeerError(PeerTrouble.UNREACHABLE, (str(error) or type(error).__name__)[:LONGEST_DETAIL])


def _cut(connection: HTTPConnection) -> None:
    with suppress(OSError, AttributeError):
        connection.sock.shutdown(socket.SHUT_RDWR)


def _expected(status: int, body: bytes, wanted: int) -> bytes:
    if status == wanted:
        return body
    code = _code(body)
    raise PeerError(_TROUBLE_OF_CODE.get(code, PeerTrouble.BAD_ANSWER), f"status {status} {code}".strip())


def _code(body: bytes) -> str:
    """Of a problem that was answered; "" where there is none."""
    try:
        found = json.loads(body)
    except (ValueError, RecursionError):
        return ""
    code = found.get("code") if isinstance(found, dict) else None
    return code[:60] if isinstance(code, str) else ""


def _json(body: bytes) -> Any:
    try:
        return json.loads(body)
    except (ValueError, RecursionError) as error:
        raise PeerError(PeerTrouble.BAD_ANSWER, "it is no JSON") from error
