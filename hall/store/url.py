"""The URL of a store: ``sqlite:///path`` or ``postgresql://user:password@host1,host2:5433/name?parameters``.

Several hosts are those of a cluster; the one that can be written to is found among them at each connection
(``target_session_attrs=read-write`` of libpq).
"""

from __future__ import annotations

import re
from typing import Final
from urllib.parse import parse_qsl, unquote

from sqlalchemy.engine import URL
from sqlalchemy.engine import make_url as parsed
from sqlalchemy.exc import ArgumentError

from controller.refusals import Code, Refused

SQLITE: Final = "sqlite"
POSTGRESQL: Final = "postgresql"
DRIVER: Final = "postgresql+psycopg"
_DEFAULTS: Final = {
    "connect_timeout": "5",
    "application_name": "jantaku-hall",
    # a leader whose machine is gone answers nothing at all: seconds, and milliseconds of unacknowledged data
    "keepalives_idle": "5",
    "keepalives_interval": "2",
    "keepalives_count": "3",
    "tcp_user_timeout": "10000",
    "options": "-c statement_timeout=60000 -c lock_timeout=15000 -c synchronous_commit=on",
}


def store_url(text: str) -> URL:
    """Raises ``Refused`` (``bad-store-url``)."""
    scheme = text.partition(":")[0]
    if scheme == SQLITE:
        return _sqlite(text)
    if scheme in (POSTGRESQL, DRIVER):
        return _postgresql(text)
    raise _bad("it begins with sqlite:/// or postgresql://")


def _sqlite(text: str) -> URL:
    try:
        url = parsed(text)
    except ArgumentError as error:
        raise _bad(str(error)) from error
    if url.host or not url.database or url.database == ":memory:":
        raise _bad("a file is expected: sqlite:///relative/path or sqlite:////absolute/path")
    return url


def _postgresql(text: str) -> URL:
    authority, path, asked = _apart(text)
    try:
        query = dict(parse_qsl(asked, keep_blank_values=True, strict_parsing=bool(asked)))
    except ValueError as error:
        raise _bad("its parameters are written name=value, with & between") from error
    who, _, where = authority.rpartition("@")
    user, _, password = who.partition(":")
    hosts = [_host(one) for one in where.split(",") if one]
    name = unquote(path.lstrip("/"))
    if not name:
        raise _bad("the name of the database is missing: postgresql://host/name")
    if hosts:
        query["host"], query["port"] = ",".join(host for host, _ in hosts), ",".join(port for _, port in hosts)
        query.setdefault("target_session_attrs", "read-write")
        if len(hosts) > 1:
            query.setdefault("connect_timeout", "2")  # one that hangs is passed over for the next
    return URL.create(
        DRIVER,
        username=unquote(user) or None,
        password=unquote(password) or None,
        database=name,
        query={**_DEFAULTS, **query},
    )


_AUTHORITY: Final = re.compile(r"//([^/?#]*)")


def _apart(text: str) -> tuple[str, str, str]:
    """Authority, path and query. Those of the standard library know one host: newer ones refuse a list in which one
    has brackets."""
    rest = text.partition(":")[2].partition("#")[0]
    found = _AUTHORITY.match(rest)
    authority = found[1] if found else ""
    path, _, query = (rest[found.end() :] if found else rest).partition("?")
    return authority, path, query


def _host(text: str) -> tuple[str, str]:
    """Host and port of ``host``, ``host:port`` or ``[::1]:port``."""
    host, bracket, rest = text.partition("]")
    if bool(bracket) != text.startswith("[") or "[" in text[1:]:
        raise _bad("an address in brackets is written [::1] or [::1]:5432")
    if bracket:
        return host.removeprefix("["), _port(rest.removeprefix(":"))
    host, _, port = text.partition(":")
    return unquote(host), _port(port)


def _port(text: str) -> str:
    if text and not (text.isascii() and text.isdigit() and 0 < int(text) < 65536):
        raise _bad("a port is a number from 1 to 65535; in a password / is written %2F, ? %3F and # %23")
    return text or "5432"


def _bad(detail: str) -> Refused:
    # Never the URL itself: it holds a password.
    return Refused(Code.BAD_STORE_URL, f"store: {detail}", field="store")
