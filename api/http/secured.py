"""Plain HTTP at a service that encrypts: what a device needs to trust this table, and the way to the encrypted pages.

This machine itself is served plainly as well: its own tablet and its programs cross no network, and browsers treat
loopback as secure (W3C Secure Contexts section 3.1).
"""

from __future__ import annotations

from typing import Final

from starlette.datastructures import Headers
from starlette.responses import RedirectResponse
from starlette.types import ASGIApp, Receive, Scope, Send

from api.http.guard import host_name
from api.http.loopback import is_loopback
from api.http.places import LOCAL, client_of
from api.http.problems import answer
from api.words.catalogue import choose
from controller.refusals import Code, Refused

OPEN_PATHS: Final = frozenset({"/trust", "/ca.crt", "/favicon.ico"})
"""Served plainly to everybody."""
_SAFE: Final = frozenset({"GET", "HEAD"})
TEMPORARY: Final = 307
"""Not 308: a browser would remember it after the operator has switched TLS off."""


class Secured:
    """ASGI middleware, between the guard and everything else."""

    def __init__(self, app: ASGIApp) -> None:
        self._app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http" or scope["scheme"] == "https" or _open(scope):
            await self._app(scope, receive, send)
            return
        headers = Headers(scope=scope)
        if scope["method"] in _SAFE:
            query = scope["query_string"].decode("ascii", errors="replace")
            target = f"https://{headers.get('host', '')}{scope['path']}{'?' if query else ''}{query}"
            await RedirectResponse(target, TEMPORARY)(scope, receive, send)
        else:
            await answer(Refused(Code.HTTPS_ONLY), choose(headers.get("accept-language")))(scope, receive, send)


def _open(scope: Scope) -> bool:
    if scope["path"] in OPEN_PATHS:
        return True
    client = scope.get("client")
    host = host_name(Headers(scope=scope).get("host", ""))
    return client_of(client[0] if client else None) == LOCAL and is_loopback(host)
