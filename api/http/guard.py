"""What a local service must refuse before it looks at a request, and the headers that every answer carries.

A page of some web site in a browser of the house can send requests to ``127.0.0.1``. Three checks keep it out: the
``Host`` must be one of ours (a rebound DNS name is not), a changing request must come from our own page (``Origin``,
``Sec-Fetch-Site``) and must be JSON, which a foreign form cannot send without asking first. Bodies are bounded.
"""

from __future__ import annotations

import ipaddress
import logging
import uuid
from collections.abc import Iterable
from time import perf_counter
from typing import Final

from starlette.datastructures import Headers, MutableHeaders
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from api.http.problems import answer
from api.words.catalogue import choose
from controller.refusals import Code, Refused

log = logging.getLogger("jantaku.http")

MAX_BODY_BYTES: Final = 256 * 1024
_SAFE: Final = frozenset({"GET", "HEAD", "OPTIONS"})
_LOOPBACK_NAMES: Final = frozenset({"localhost", "127.0.0.1", "::1"})
CONTENT_POLICY: Final = (
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; connect-src 'self'; "
    "manifest-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'"
)
_HEADERS: Final = {
    "Content-Security-Policy": CONTENT_POLICY,
    "X-Content-Type-Options": "nosniff",
    "X-Frame-Options": "DENY",
    "Referrer-Policy": "no-referrer",
    "Cross-Origin-Resource-Policy": "same-origin",
}


class Guard:
    """ASGI middleware. ``names``: host names besides loopback; ``any_address``: literal addresses are ours as well."""

    def __init__(self, app: ASGIApp, names: Iterable[str] = (), any_address: bool = False) -> None:
        self._app, self._any_address = app, any_address
        self._names = _LOOPBACK_NAMES | {name.lower() for name in names}

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http":
            await self._app(scope, receive, send)
            return
        headers = Headers(scope=scope)
        outgoing = _Outgoing(scope, headers, send)
        problem = self._objection(scope["method"], headers)
        if problem is not None:
            await answer(problem, choose(headers.get("accept-language")))(scope, receive, outgoing)
            return
        await self._app(scope, receive, outgoing)

    def _objection(self, method: str, headers: Headers) -> Refused | None:
        host = host_name(headers.get("host", ""))
        if not self._is_ours(host):
            return Refused(Code.WRONG_HOST, f"this table is not {host or 'without a name'}")
        if method in _SAFE:
            return None
        return _foreign(headers) or _not_json(headers) or _unbounded(headers)

    def _is_ours(self, host: str) -> bool:
        if host in self._names:
            return True
        return self._any_address and _is_address(host)


def host_name(authority: str) -> str:
    """The name in a ``Host`` header, without port and brackets."""
    if authority.startswith("["):
        return authority[1:].partition("]")[0].lower()
    return authority.rpartition(":")[0].lower() if authority.count(":") == 1 else authority.lower()


def is_loopback(host: str) -> bool:
    """Whether a service bound to this address is heard by this machine alone."""
    return host == "localhost" or (_is_address(host) and ipaddress.ip_address(host).is_loopback)


def _is_address(host: str) -> bool:
    try:
        ipaddress.ip_address(host)
    except ValueError:
        return False
    return True


def _foreign(headers: Headers) -> Refused | None:
    site = headers.get("sec-fetch-site", "same-origin")
    origin = headers.get("origin")
    same = origin is None or origin.partition("://")[2].lower() == headers.get("host", "").lower()
    if same and site in ("same-origin", "none"):
        return None
    return Refused(Code.FOREIGN_PAGE, f"a page of {origin or 'another site'} may not command this table")


def _not_json(headers: Headers) -> Refused | None:
    media = headers.get("content-type", "").partition(";")[0].strip().lower()
    return None if media == "application/json" else Refused(Code.NOT_JSON, f"the body is {media or 'without a type'}")


def _unbounded(headers: Headers) -> Refused | None:
    length = headers.get("content-length", "")
    if not length.isdigit():
        return Refused(Code.LENGTH_REQUIRED, "the request does not say how long its body is")
    if int(length) <= MAX_BODY_BYTES:
        return None
    return Refused(Code.TOO_LARGE, f"the body has {length} bytes; at most {MAX_BODY_BYTES} are read")


class _Outgoing:
    """Adds the headers, and logs one line per request that is not a success or changed something."""

    def __init__(self, scope: Scope, headers: Headers, send: Send) -> None:
        self._scope, self._send, self._started = scope, send, perf_counter()
        self._id = headers.get("x-request-id", "")[:64] or uuid.uuid4().hex

    async def __call__(self, message: Message) -> None:
        if message["type"] == "http.response.start":
            self._dress(MutableHeaders(raw=message["headers"]))
            self._note(message["status"])
        await self._send(message)

    def _dress(self, headers: MutableHeaders) -> None:
        for name, value in _HEADERS.items():
            headers.setdefault(name, value)
        headers.setdefault("Cache-Control", "no-store" if self._scope["path"].startswith("/api/") else "no-cache")
        headers["X-Request-Id"] = self._id

    def _note(self, status: int) -> None:
        if status < 400 and self._scope["method"] in _SAFE:
            return
        took = round((perf_counter() - self._started) * 1000, 1)
        log.info(
            "request %s %s %s", self._scope["method"], self._scope["path"], status,
            extra={"request_id": self._id, "status": status, "took_ms": took},
        )  # fmt: skip
