"""One request to a webhook: blocking, for a thread of its own. The receiver can neither hold it longer than
``SECONDS``, nor send it elsewhere, nor hand over more than ``MOST_BYTES``.

Where the name leads is looked up once, checked, and connected to as it was checked, so that a name which changes
meanwhile gains nothing. No proxy of the environment is asked and no redirect followed.
"""

from __future__ import annotations

import socket
import ssl
import threading
import time
from collections.abc import Mapping
from contextlib import suppress
from dataclasses import dataclass
from http.client import HTTPConnection, HTTPException
from ipaddress import ip_address
from pathlib import Path
from typing import Final
from urllib.parse import urlsplit

from controller.config_file import ConfigError
from hall.webhooks.address import may_reach

SECONDS: Final = 10.0
MOST_BYTES: Final = 4096
_PORTS: Final = {"https": 443, "http": 80}
_LONGEST_DETAIL: Final = 120


@dataclass(frozen=True, slots=True)
class Outcome:
    """``status``: of HTTP, None without an answer; ``problem``: why it was not taken, empty when it was."""

    status: int | None
    ms: int
    problem: str = ""

    @property
    def taken(self) -> bool:
        return not self.problem


def trusting(authority: Path | None) -> ssl.SSLContext:
    """The public authorities, and one of a PEM file. Raises ``ConfigError`` where it cannot be read."""
    context = ssl.create_default_context()
    context.minimum_version = ssl.TLSVersion.TLSv1_2
    if authority is not None:
        try:
            context.load_verify_locations(authority)
        except OSError as error:  # also what is no certificate
            raise ConfigError(None, 0, f"webhooks.authority: {authority} cannot be used: {error}") from error
    return context


class Sender:
    """``local``: whether the local network may be sent to; ``tls``: whom to trust."""

    def __init__(self, *, local: bool, tls: ssl.SSLContext | None = None, seconds: float = SECONDS) -> None:
        self._local, self._seconds = local, seconds
        self._tls = tls or trusting(None)

    def send(self, url: str, headers: Mapping[str, str], body: bytes) -> Outcome:
        began = time.monotonic()
        try:
            status, problem = self._request(url, headers, body)
        except ssl.SSLCertVerificationError as error:
            status, problem = None, f"certificate: {error.verify_message}"
        except (OSError, HTTPException, ValueError) as error:
            status, problem = None, (str(error) or type(error).__name__)
        return Outcome(status, round(1000 * (time.monotonic() - began)), problem[:_LONGEST_DETAIL])

    def _request(self, url: str, headers: Mapping[str, str], body: bytes) -> tuple[int, str]:
        parts = urlsplit(url)
        host, port = parts.hostname or "", parts.port or _PORTS[parts.scheme]
        address = self._address(host, port, parts.scheme)
        tls = self._tls if parts.scheme == "https" else None
        connection = _Pinned(host, port, address, tls, self._seconds)
        path = (parts.path or "/") + (f"?{parts.query}" if parts.query else "")
        over = threading.Event()

        def end() -> None:
            over.set()
            with suppress(OSError, AttributeError):
                connection.sock.shutdown(socket.SHUT_RDWR)

        timer = threading.Timer(self._seconds, end)
        timer.daemon = True
        timer.start()
        try:
            connection.request("POST", path, body, {**headers, "Connection": "close"})
            with connection.getresponse() as response:
                status = response.status
                response.read(MOST_BYTES)  # a receiver that is still talking is let finish its first words
        finally:
            timer.cancel()
            connection.close()
            if over.is_set():
                raise TimeoutError(f"no answer within {self._seconds:g} s")
        return status, _problem(status)

    def _address(self, host: str, port: int, scheme: str) -> str:
        """Raises ``OSError``."""
        found = [str(one[4][0]) for one in socket.getaddrinfo(host, port, type=socket.SOCK_STREAM)]
        allowed = [one for one in found if may_reach(one, self._local)]
        if scheme == "http":
            allowed = [one for one in allowed if not ip_address(one.partition("%")[0]).is_global]
        if not allowed:
            raise OSError(f"nothing is sent to {', '.join(dict.fromkeys(found))}")
        return allowed[0]


def _problem(status: int) -> str:
    if 200 <= status < 300:
        return ""
    return f"status {status}: not followed" if 300 <= status < 400 else f"status {status}"


class _Pinned(HTTPConnection):
    """Connects to an address that was checked, under the name that was asked for."""

    def __init__(self, host: str, port: int, address: str, tls: ssl.SSLContext | None, seconds: float) -> None:
        super().__init__(host, port, timeout=seconds)
        self.default_port = _PORTS["http" if tls is None else "https"]
        self._address, self._tls = address, tls

    def connect(self) -> None:
        plain = socket.create_connection((self._address, self.port), self.timeout)
        self.sock = plain
        if self._tls is not None:
            try:
                self.sock = self._tls.wrap_socket(plain, server_hostname=self.host)
            except BaseException:
                plain.close()
                raise
