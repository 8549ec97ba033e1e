"""Requests to another service of ours, a table or a hall: blocking, for a thread of their own. Nothing that the other
does can hold one longer than its ``seconds`` or hand over more than the bytes that are asked for.

Such a service certifies itself (``api.https``). Its authority is fetched from it, compared with the fingerprint that is
known, and then trusted for this service alone.
"""

from __future__ import annotations

import hashlib
import json
import socket
import ssl
import threading
from collections.abc import Iterator, Mapping
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from http.client import HTTPConnection, HTTPException, HTTPSConnection
from typing import Any, Final
from urllib.parse import urlsplit

from controller.refusals import JantakuError

MOST_BYTES: Final = 16 << 10
"""Of an answer, unless another number is asked for."""
LONGEST_DETAIL: Final = 200
_HTTPS_PORT: Final = 443


class Unreachable(JantakuError):
    """No answer, or none in time."""

    code = "unreachable"


class OtherCertificate(JantakuError):
    """Its certificate authority is not the one that is known, or did not sign what it shows. ``found``: the SHA-256
    fingerprint of the authority that it has, where it has one."""

    code = "other-certificate"

    def __init__(self, detail: str, found: str = "") -> None:
        super().__init__(detail)
        self.found = found


class TooMuch(JantakuError):
    """The answer is longer than what was asked for."""

    code = "too-much"


@dataclass(frozen=True, slots=True)
class Answer:
    """``retry_after``: seconds of that header, 0 without one."""

    status: int
    body: bytes
    retry_after: int = 0

    @property
    def code(self) -> str:
        """Of the problem that was answered; "" where there is none."""
        try:
            found = json.loads(self.body)
        except (ValueError, RecursionError):
            return ""
        code = found.get("code") if isinstance(found, dict) else None
        return code[:60] if isinstance(code, str) else ""


class ServiceClient:
    """``address``: such as ``https://table-2.local:8000``; ``authority``: fingerprint of its certificate authority, as
    ``AB:CD:...``; ``seconds``: for each request; ``keep``: the connection serves for the next request too. One request
    at a time; ``close`` ends it, from another thread, and the ones after it."""

    def __init__(self, address: str, authority: str, seconds: float, *, keep: bool = False) -> None:
        self.address, self.authority = address, authority
        self._seconds, self._keep = seconds, keep
        self._context: ssl.SSLContext | None = None
        self._kept: HTTPConnection | None = None
        self._connection: HTTPConnection | None = None
        self._closed = False

    def ask(
        self,
        method: str,
        path: str,
        body: bytes | None = None,
        most: int = MOST_BYTES,
        headers: Mapping[str, str] | None = None,
    ) -> Answer:
        """Raises ``Unreachable``, ``OtherCertificate`` and ``TooMuch``."""
        try:
            if self.address.startswith("https") and self._context is None:
                self._context = self._trusting()
            return self._ask(method, path, body, most, headers or {})
        except ssl.SSLCertVerificationError as error:
            self._context = None  # its authority may be another one by now: looked at again the next time
            raise OtherCertificate(error.verify_message) from error
        except (OSError, HTTPException, ValueError) as error:
            raise Unreachable((str(error) or type(error).__name__)[:LONGEST_DETAIL]) from error

    def close(self) -> None:
        self._closed = True
        for connection in (self._connection, self._kept):
            if connection is not None:
                _cut(connection)

    # ------------------------------------------------------------ one request

    def _ask(self, method: str, path: str, body: bytes | None, most: int, headers: Mapping[str, str]) -> Answer:
        """A connection that was kept may have been closed by the other meanwhile: then a new one is made, once."""
        kept, self._kept = self._kept, None
        if kept is not None:
            with suppress(ConnectionError, HTTPException):
                return self._request(kept, method, path, body, most, headers)
        return self._request(self._connect(self._context), method, path, body, most, headers)

    def _request(
        self,
        connection: HTTPConnection,
        method: str,
        path: str,
        body: bytes | None,
        most: int,
        headers: Mapping[str, str],
    ) -> Answer:
        sent = {"Accept-Language": "en", **headers}
        sent |= {} if self._keep else {"Connection": "close"}
        sent |= {} if body is None else {"Content-Type": "application/json"}
        if self._closed:
            raise OSError("the service ends")
        with self._bounded(connection) as bounded:
            connection.request(method, path, body, sent)
            with connection.getresponse() as response:
                content = response.read(most + 1)
                answer = Answer(response.status, content, _seconds(response.headers.get("Retry-After")))
                bounded.reusable = self._keep and response.isclosed() and not response.will_close
        if len(content) > most:
            raise TooMuch(f"{method} {path}: more than {most} bytes")
        return answer

    @contextmanager
    def _bounded(self, connection: HTTPConnection) -> Iterator[_Bounded]:
        """Cuts the connection when its time is over: the time limit of a socket is for each piece that it brings. What
        was cut can look like a whole answer, so that it counts as none."""
        over, bounded = threading.Event(), _Bounded()

        def end() -> None:
            over.set()
            _cut(connection)

        timer = threading.Timer(self._seconds, end)
        timer.daemon = True
        self._connection = connection
        timer.start()
        try:
            yield bounded
        finally:
            timer.cancel()
            self._connection = None
            cut = over.is_set() or self._closed
            if bounded.reusable and not cut:
                self._kept = connection
            else:
                connection.close()
            if cut:
                raise TimeoutError(f"no answer within {self._seconds:g} s" if over.is_set() else "the service ends")

    def _connect(self, context: ssl.SSLContext | None) -> HTTPConnection:
        parts = urlsplit(self.address)
        host = parts.hostname or ""
        if context is None:
            return HTTPConnection(host, parts.port, timeout=self._seconds)
        return HTTPSConnection(host, parts.port or _HTTPS_PORT, timeout=self._seconds, context=context)

    # ------------------------------------------------------------ whom to trust

    def _trusting(self) -> ssl.SSLContext:
        """Trusts the authority of this service and no other. The way to it is not encrypted: its fingerprint
        decides."""
        parts = urlsplit(self.address)
        plain = HTTPConnection(parts.hostname or "", parts.port or _HTTPS_PORT, timeout=self._seconds)
        answer = self._request(plain, "GET", "/ca.crt", None, MOST_BYTES, {"Connection": "close"})
        if answer.status != 200:
            raise OtherCertificate(f"its /ca.crt cannot be had: status {answer.status}")
        return _context(answer.body, self.authority)


@dataclass(slots=True)
class _Bounded:
    reusable: bool = False


def _context(certificate: bytes, fingerprint: str) -> ssl.SSLContext:
    """``certificate``: PEM. Raises ``OtherCertificate`` when it is not the one with this fingerprint."""
    try:
        pem = certificate.decode("ascii")
        der = ssl.PEM_cert_to_DER_cert(pem.strip())
    except ValueError as error:
        raise OtherCertificate("its /ca.crt holds no certificate") from error
    found = hashlib.sha256(der).hexdigest().upper()
    if found != fingerprint.replace(":", ""):
        paired = ":".join(found[at : at + 2] for at in range(0, len(found), 2))
        raise OtherCertificate(f"SHA-256 of its certificate authority: {found}", paired)
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_CLIENT)
    context.minimum_version = ssl.TLSVersion.TLSv1_2
    try:
        context.load_verify_locations(cadata=pem)
    except ssl.SSLError as error:
        raise OtherCertificate(f"its /ca.crt cannot be used: {error.reason}") from error
    return context


def _seconds(text: str | None) -> int:
    return int(text) if text is not None and text.isascii() and text.isdigit() and len(text) < 6 else 0


def _cut(connection: HTTPConnection) -> None:
    with suppress(OSError, AttributeError):
        connection.sock.shutdown(socket.SHUT_RDWR)


def read_json(body: bytes) -> Any:
    """Raises ``ValueError``."""
    try:
        return json.loads(body)
    except RecursionError as error:
        raise ValueError("it holds too much within each other") from error
