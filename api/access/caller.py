"""Whom a request comes from, as far as its address and headers say."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final

from api.http.places import LOCAL, client_of

COOKIE: Final = "jantaku"
_FORWARDED: Final = ("forwarded", "via", "x-forwarded-for", "x-forwarded-host", "x-forwarded-proto", "x-real-ip")
"""Whoever sends one of these speaks for somebody else, and so does not speak for this computer."""
_BEARER: Final = "bearer "


@dataclass(frozen=True, slots=True)
class Caller:
    """``client``: of ``api.http.places.client_of``. ``local``: a program or page of this computer, not a proxy.
    ``program``: the token came as a bearer token, not as a cookie."""

    client: str
    local: bool
    token: str | None = None
    program: bool = False


def caller_of(host: str | None, headers: Mapping[str, str], cookies: Mapping[str, str], cookie: str = COOKIE) -> Caller:
    """``headers``: names in lower case. ``cookie``: the name of the one that holds the token."""
    client = client_of(host)
    local = client == LOCAL and not any(name in headers for name in _FORWARDED)
    authorization = headers.get("authorization", "")
    if authorization[: len(_BEARER)].lower() == _BEARER:
        return Caller(client, local, authorization[len(_BEARER) :].strip(), program=True)
    return Caller(client, local, cookies.get(cookie))
