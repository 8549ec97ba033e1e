"""What a local service must refuse before it looks at a request, and the headers that every answer carries.

A page of some web site in a browser of the house can send requests to ``127.0.0.1``. Three checks keep it out: the
``Host`` must be one of ours (a rebound DNS name is not), a request must not come from a page of another site
(``Origin``, ``Sec-Fetch-Site``; a person may follow a link to one of our pages), and one that changes something must be
JSON, which a foreign form cannot send without asking first. Bodies are counted as they arrive, and each client has only
so many commands.
"""

from __future__ import annotations

import asyncio
import logging
import math
import re
import uuid
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from time import perf_counter
from types import MappingProxyType
from typing import Final

from starlette.datastructures import MutableHeaders
from starlette.requests import ClientDisconnect
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from api.http.loopback import is_address
from api.http.places import client_of
from api.http.problems import STATUS_OF_KIND, answer, whose
from api.http.rate import CommandRate
from api.words.catalogue import choose
from controller.refusals import Code, RefusalKind, Refused

log = logging.getLogger("jantaku.http")

MAX_BODY_BYTES: Final = 64 * 1024
"""The longest body that people need, a hand with three winners and all their tiles, has some 6 kB."""
TOO_OFTEN: Final = STATUS_OF_KIND[RefusalKind.TOO_OFTEN]
_SAFE: Final = frozenset({"GET", "HEAD", "OPTIONS"})
_WITH_BODY: Final = frozenset({"POST", "PUT", "PATCH"})
"""A foreign form can send only POST; another method needs no body, and where no route has it the answer is 405."""
PIECE: Final = 64 * 1024
"""Bytes of an answer that are handed on at once. The next ones wait until the client has taken most of these: what
nobody reads would otherwise lie in memory whole, for each connection."""
_REQUEST_ID: Final = re.compile(r"[A-Za-z0-9._:-]{1,64}")
"""What of a client's ``X-Request-Id`` is repeated in answers and logs; another one is replaced by ours."""
_NUMBERED: Final = re.compile(r"-[0-9]{1,3}(?=\.local$)")
"""What a computer adds to its name in the local network, or counts up, where another one had it first (RFC 6762,
section 9). Only answers of this network lead to such a name: a web site elsewhere cannot give it."""
_LOOPBACK_NAMES: Final = frozenset({"localhost", "127.0.0.1", "::1"})
CONTENT_POLICY: Final = (
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; font-src 'self'; "
    "connect-src 'self'; manifest-src 'self'; worker-src 'self'; form-action 'self'; base-uri 'none'; "
    "frame-ancestors 'none'"
)
HEADERS: Final = {
    "Content-Security-Policy": CONTENT_POLICY,
    "X-Content-Type-Options": "nosniff",
    "X-Frame-Options": "DENY",
    "Referrer-Policy": "no-referrer",
    "Cross-Origin-Resource-Policy": "same-origin",
    "Cross-Origin-Opener-Policy": "same-origin",
    "Permissions-Policy": "camera=(), display-capture=(), geolocation=(), microphone=(), payment=(), usb=()",
}
_ENCODED: Final = tuple((name.lower().encode(), value.encode()) for name, value in HEADERS.items())
_NOT_STORED: Final = (b"cache-control", b"no-store")
_ASKED_AGAIN: Final = (b"cache-control", b"no-cache")


@dataclass(frozen=True, slots=True)
class Bounds:
    """Of requests that are bounded otherwise than all others. ``rate``: as of ``Guard``. ``logged``: whether a success
    is worth a line of the log."""

    most_bytes: int = MAX_BODY_BYTES
    rate: CommandRate | None = None
    logged: bool = True


NONE_APART: Final[Mapping[str, Bounds]] = MappingProxyType({})


class Guard:
    """ASGI middleware. ``names``: host names besides loopback, those below ``local`` also with another number at their
    end; ``any_address``: literal addresses are ours as well;
    ``rate``: how many commands a client has, None for any number. ``apart``: other bounds for paths that begin so."""

    def __init__(
        self,
        app: ASGIApp,
        names: Iterable[str] = (),
        any_address: bool = False,
        rate: CommandRate | None = None,
        apart: Mapping[str, Bounds] = NONE_APART,
    ) -> None:
        self._app, self._any_address = app, any_address
        self._usual, self._apart = Bounds(rate=rate), apart
        self._names = _LOOPBACK_NAMES | {name.lower() for name in names}
        self._bare = {_NUMBERED.sub("", name) for name in self._names if name.endswith(".local")}

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http":
            await self._app(scope, receive, send)
            return
        scope.setdefault("state", {})  # of the request: whoever finds out who asks says it there, for the log
        headers = _headers(scope)
        bounds = self._bounds(scope["path"])
        outgoing = _Outgoing(scope, headers, send, bounds.logged and scope["method"] not in _SAFE)
        try:
            self._check(scope, headers, bounds)
            received = receive if scope["method"] in _SAFE else await _whole_body(receive, bounds.most_bytes)
        except Refused as problem:
            await answer(problem, choose(headers.get("accept-language")))(scope, receive, outgoing)
            return
        except ClientDisconnect:
            return
        await self._app(scope, received, outgoing)

    def _bounds(self, path: str) -> Bounds:
        return next((bounds for start, bounds in self._apart.items() if path.startswith(start)), self._usual)

    def _check(self, scope: Scope, headers: Mapping[str, str], bounds: Bounds) -> None:
        """Raises ``Refused``."""
        host = host_name(headers.get("host", ""))
        if not self._is_ours(host):
            raise Refused(Code.WRONG_HOST, f"this table is not {host[:80] or 'without a name'}")
        if "content-length" in headers and "transfer-encoding" in headers:
            raise Refused(Code.BAD_REQUEST, "the request has both Content-Length and Transfer-Encoding")
        if scope["method"] in _SAFE:
            _check_reader(scope["path"], headers)
            return
        _check_sender(headers)
        if scope["method"] in _WITH_BODY:
            _check_json(headers)
            _check_length(headers, bounds.most_bytes)
        _check_rate(scope, bounds.rate)

    def _is_ours(self, host: str) -> bool:
        if host in self._names or (_NUMBERED.search(host) and _NUMBERED.sub("", host) in self._bare):
            return True
        return self._any_address and is_address(host)


def _check_rate(scope: Scope, rate: CommandRate | None) -> None:
    client = scope.get("client")
    wait = rate.wait(client_of(client[0] if client else None), _now()) if rate else 0.0
    if wait > 0:
        raise Refused(Code.TOO_MANY_COMMANDS, more={"retry_after": math.ceil(wait)})


def _headers(scope: Scope) -> Mapping[str, str]:
    """By name in lower case, of several the first: each request is asked for a dozen names."""
    return {name.decode("latin-1"): value.decode("latin-1") for name, value in reversed(scope["headers"])}


def host_name(authority: str) -> str:
    """The name in a ``Host`` header, without port and brackets."""
    if authority.startswith("["):
        return authority[1:].partition("]")[0].lower()
    return authority.rpartition(":")[0].lower() if authority.count(":") == 1 else authority.lower()


def _check_sender(headers: Mapping[str, str]) -> None:
    """Only our own pages and programs may change something."""
    site = headers.get("sec-fetch-site", "same-origin")
    origin = headers.get("origin")
    same = origin is None or origin.partition("://")[2].lower() == headers.get("host", "").lower()
    if not same or site not in ("same-origin", "none"):
        raise Refused(Code.FOREIGN_PAGE, f"a page of {(origin or 'another site')[:80]} may not command this table")


def _check_reader(path: str, headers: Mapping[str, str]) -> None:
    """A page of another site may not read, but a link on it may lead a person to one of our pages."""
    if headers.get("sec-fetch-site") != "cross-site":
        return
    followed = headers.get("sec-fetch-mode") == "navigate" and headers.get("sec-fetch-dest") == "document"
    if not followed or path.startswith("/api/"):
        raise Refused(Code.FOREIGN_PAGE, "a page of another site may not read from this table")


def _check_json(headers: Mapping[str, str]) -> None:
    media = headers.get("content-type", "").partition(";")[0].strip().lower()
    if media != "application/json":
        raise Refused(Code.NOT_JSON, f"the body is {media[:80] or 'without a type'}")


def _check_length(headers: Mapping[str, str], most: int) -> None:
    length = headers.get("content-length", "")
    if not (length.isascii() and length.isdigit()):
        raise Refused(Code.LENGTH_REQUIRED, "the request does not say how long its body is")
    if len(length) > 15 or int(length) > most:
        raise Refused(Code.TOO_LARGE, f"the body has {length[:15]} bytes; at most {most} are read")


async def _whole_body(receive: Receive, most: int) -> Receive:
    """The body, counted as it arrives, for the application to read. Raises ``Refused`` and ``ClientDisconnect``."""
    body, more = bytearray(), True
    while more:
        message = await receive()
        if message["type"] != "http.request":
            raise ClientDisconnect
        body += message.get("body", b"")
        more = message.get("more_body", False)
        if len(body) > most:
            raise Refused(Code.TOO_LARGE, f"the body has more than {most} bytes")
    whole: list[Message] = [{"type": "http.request", "body": bytes(body), "more_body": False}]

    async def replay() -> Message:
        return whole.pop() if whole else await receive()

    return replay


def _now() -> float:
    """Seconds of the loop: with a simulated table that runs fast, people act as much faster."""
    return asyncio.get_running_loop().time()


class _Outgoing:
    """Adds the headers, and logs one line per request that is not a success or, ``logged``, any."""

    def __init__(self, scope: Scope, headers: Mapping[str, str], send: Send, logged: bool) -> None:
        self._scope, self._send, self._logged, self._started = scope, send, logged, perf_counter()
        asked = headers.get("x-request-id", "")
        self._id = asked if _REQUEST_ID.fullmatch(asked) else uuid.uuid4().hex

    async def __call__(self, message: Message) -> None:
        if message["type"] == "http.response.start":
            self._dress(message["headers"])
            if message["status"] == TOO_OFTEN:  # whoever does not wait has to come again
                MutableHeaders(raw=message["headers"])["Connection"] = "close"
            self._note(message["status"])
        elif len(message.get("body", b"")) > PIECE:
            await self._send_in_pieces(message)
            return
        await self._send(message)

    async def _send_in_pieces(self, message: Message) -> None:
        body, more = memoryview(message["body"]), message.get("more_body", False)
        for at in range(0, len(body), PIECE):
            last = at + PIECE >= len(body)
            await self._send({**message, "body": bytes(body[at : at + PIECE]), "more_body": more or not last})

    def _dress(self, headers: list[tuple[bytes, bytes]]) -> None:
        there = {name for name, _ in headers}
        stored = _NOT_STORED if self._scope["path"].startswith("/api/") else _ASKED_AGAIN
        headers += [pair for pair in (*_ENCODED, stored) if pair[0] not in there]
        headers.append((b"x-request-id", self._id.encode()))

    def _note(self, status: int) -> None:
        if status < 400 and not self._logged:
            return
        took = round((perf_counter() - self._started) * 1000, 1)
        log.info(
            "request %s %s %s", self._scope["method"], self._scope["path"], status,
            extra={"request_id": self._id, "status": status, "took_ms": took, **whose(self._scope)},
        )  # fmt: skip
