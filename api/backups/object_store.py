"""A store of objects that speaks the protocol of Amazon S3, as a place for sealed backups.

Requests bear AWS Signature Version 4 (Amazon S3 API Reference, "Authenticating Requests: Using the Authorization
Header"), written here in sixty lines: the libraries that do it are larger than the table's whole program may be.
Buckets stand in the path, which every such store understands.
"""

from __future__ import annotations

import hashlib
import hmac
import http.client
import ipaddress
import os
import ssl
import tomllib
from collections.abc import Callable, Iterator, Mapping
from contextlib import closing, contextmanager
from dataclasses import dataclass, fields
from datetime import UTC, datetime
from io import BufferedReader
from pathlib import Path
from typing import IO, Final
from urllib.parse import quote, urlsplit
from xml.etree import ElementTree

from api.https.setting import LOCAL_DOMAINS, is_local

SCHEME: Final = "s3://"
ANSWER_SECONDS: Final = 60.0
MOST_LISTED: Final = 1 << 20
"""Bytes of one answer of a list, which has at most a thousand names."""
MOST_PAGES: Final = 100
OTHERS: Final = 0o077
"""Bits of the mode of a file with keys that must not be set."""
EMPTY: Final = hashlib.sha256(b"").hexdigest()
_PIECE: Final = 1 << 20


class StoreFailed(OSError):
    """The store did not answer, or not as it should: what it said is in the text."""


@dataclass(frozen=True, slots=True)
class Place:
    """Where backups lie in a store: ``s3://BUCKET/PREFIX``. ``prefix`` is empty or ends with ``/``; ``name`` is that of
    one backup, or empty."""

    bucket: str
    prefix: str
    name: str

    def __str__(self) -> str:
        return self.address(self.prefix + self.name)

    def address(self, key: str) -> str:
        """Of one backup there."""
        return f"{SCHEME}{self.bucket}/{key}"


def place_of(text: str) -> Place | None:
    """None for what is no address of a store. Raises ``ValueError``."""
    if not text.startswith(SCHEME):
        return None
    bucket, _, key = text.removeprefix(SCHEME).partition("/")
    if not bucket:
        raise ValueError(f"{text}: {SCHEME}BUCKET/PREFIX/ is expected")
    prefix, slash, name = key.rpartition("/")
    return Place(bucket, prefix + slash, name)


@dataclass(frozen=True, slots=True)
class Account:
    """Of the file that ``--store-file`` names. ``endpoint``: https://HOST[:PORT]; ``authority``: a file of certificates
    that a store of one's own may need, or empty; ``unencrypted``: the host of the own network that may be spoken to
    over http://, or empty."""

    endpoint: str
    access_key: str
    secret_key: str
    region: str = "us-east-1"
    authority: str = ""
    unencrypted: str = ""


def account_of(path: Path) -> Account:
    """Raises ``OSError``, ``ValueError``, which names the key that is wrong."""
    try:
        with path.open("rb") as file:
            if os.fstat(file.fileno()).st_mode & OTHERS:
                raise ValueError(f"others can read the keys in it; chmod 600 {path}")
            given = tomllib.loads(file.read().decode())
    except ValueError as error:
        raise ValueError(f"{path}: {error}") from error
    known = {one.name for one in fields(Account)}
    for key, value in given.items():
        if key not in known or not isinstance(value, str):
            raise ValueError(f"{path}: {key}: not a setting of a store with a text as its value")
    for key in ("endpoint", "access_key", "secret_key"):
        if not given.get(key):
            raise ValueError(f"{path}: {key} is missing")
    account = Account(**given)
    parts = urlsplit(account.endpoint)
    if parts.scheme not in ("http", "https") or not parts.hostname or parts.path.strip("/"):
        raise ValueError(f"{path}: endpoint: https://HOST or https://HOST:PORT is expected")
    if parts.scheme == "http" and parts.hostname != account.unencrypted.lower():
        raise ValueError(
            f"{path}: endpoint: https:// is expected; over http:// everybody on the way learns what is sent. For a "
            f'store in your own network add: unencrypted = "{parts.hostname}"'
        )
    if parts.scheme == "http" and not is_in_local_network(parts.hostname):
        raise ValueError(f"{path}: unencrypted: {parts.hostname} is no host of a local network; use https://")
    return account


def is_in_local_network(host: str) -> bool:
    """By its address or its name, which nobody outside can have."""
    try:
        return is_local(ipaddress.ip_address(host))
    except ValueError:
        name = host.rstrip(".").lower()
        return "." not in name or name.endswith(tuple(f".{domain}" for domain in LOCAL_DOMAINS))


class ObjectStore:
    """``now``: in UTC; a store refuses a clock that is a quarter of an hour away from its own."""

    def __init__(self, account: Account, bucket: str, now: Callable[[], datetime]) -> None:
        self._account, self._bucket, self._now = account, bucket, now

    def put(self, key: str, file: BufferedReader) -> None:
        """From the begin of the file to its end. Raises ``StoreFailed``."""
        file.seek(0)
        body = hashlib.file_digest(file, "sha256").hexdigest()
        size = file.tell()
        file.seek(0)
        with self._asked("PUT", key, {}, body, file, size):
            pass

    def get(self, key: str, into: IO[bytes]) -> None:
        """Raises ``StoreFailed``, and ``OSError`` of ``into``."""
        with self._asked("GET", key, {}, EMPTY) as answer:
            expected = answer.length
            got = 0
            while piece := self._read(answer, _PIECE):
                got += into.write(piece)
            if expected is not None and got != expected:
                raise StoreFailed(f"{key}: the store ended after {got} of {expected} bytes")

    def names(self, prefix: str) -> list[str]:
        """Of all objects whose key begins so. Raises ``StoreFailed``."""
        found: list[str] = []
        query = {"list-type": "2", "prefix": prefix}
        for _ in range(MOST_PAGES):
            with self._asked("GET", "", query, EMPTY) as answer:
                try:
                    page = ElementTree.fromstring(self._read(answer, MOST_LISTED))
                except ElementTree.ParseError as error:
                    raise StoreFailed("what the store lists cannot be read") from error
            found += [one.text or "" for one in page.iterfind("{*}Contents/{*}Key")]
            token = page.findtext("{*}NextContinuationToken")
            if not token:
                return found
            query["continuation-token"] = token
        raise StoreFailed(f"more than {MOST_PAGES} thousand objects begin with {prefix!r}")

    def remove(self, key: str) -> None:
        with self._asked("DELETE", key, {}, EMPTY):
            pass

    def _read(self, answer: http.client.HTTPResponse, most: int) -> bytes:
        try:
            return answer.read(most)
        except (OSError, http.client.HTTPException) as error:
            raise StoreFailed(f"{self._account.endpoint}: {error}") from error

    @contextmanager
    def _asked(
        self, method: str, key: str, query: Mapping[str, str], body: str, file: IO[bytes] | None = None, size: int = 0
    ) -> Iterator[http.client.HTTPResponse]:
        parts = urlsplit(self._account.endpoint)
        path = "/" + quoted(f"{self._bucket}/{key}" if key else self._bucket, safe="/")
        signed = signature_headers(method, path, query, {"host": parts.netloc}, body, self._account, self._now())
        headers = {**signed, "content-length": str(size)} if file is not None else signed
        with closing(self._connection()) as connection:
            try:
                connection.request(method, f"{path}?{_query(query)}" if query else path, file, headers)
                answer = connection.getresponse()
                said = b"" if answer.status < 300 else answer.read(4096)
            except (OSError, http.client.HTTPException) as error:
                raise StoreFailed(f"{self._account.endpoint}: {error}") from error
            if answer.status >= 300:
                raise StoreFailed(f"{self._account.endpoint}: {answer.status} {answer.reason} {_code(said)}".rstrip())
            yield answer

    def _connection(self) -> http.client.HTTPConnection:
        parts = urlsplit(self._account.endpoint)
        if parts.scheme == "http":
            return http.client.HTTPConnection(parts.netloc, timeout=ANSWER_SECONDS)
        context = ssl.create_default_context(cafile=self._account.authority or None)
        return http.client.HTTPSConnection(parts.netloc, timeout=ANSWER_SECONDS, context=context)


def _code(said: bytes) -> str:
    """What an error of S3 is called (``AccessDenied``, ``NoSuchBucket``...)."""
    begin, end = said.find(b"<Code>"), said.find(b"</Code>")
    return said[begin + 6 : end].decode("ascii", "replace") if 0 <= begin < end else ""


def quoted(text: str, safe: str = "") -> str:
    return quote(text, safe=f"-_.~{safe}")


def _query(query: Mapping[str, str]) -> str:
    return "&".join(f"{quoted(key)}={quoted(value)}" for key, value in sorted(query.items()))


def signature_headers(
    method: str, path: str, query: Mapping[str, str], headers: Mapping[str, str], body: str, account: Account,
    now: datetime,
) -> dict[str, str]:  # fmt: skip
    """All headers of a request, signed. ``path``: quoted; ``headers``: in small letters; ``body``: its SHA-256 in
    hexadecimal digits."""
    time = now.astimezone(UTC).strftime("%Y%m%dT%H%M%SZ")
    scope = f"{time[:8]}/{account.region}/s3/aws4_request"
    whole = dict(sorted({**headers, "x-amz-content-sha256": body, "x-amz-date": time}.items()))
    names = ";".join(whole)
    canonical = "\n".join(
        (method, path, _query(query), *(f"{key}:{value}" for key, value in whole.items()), "", names, body)
    )
    to_sign = f"AWS4-HMAC-SHA256\n{time}\n{scope}\n{hashlib.sha256(canonical.encode()).hexdigest()}"
    key = f"AWS4{account.secret_key}".encode()
    for word in scope.split("/"):
        key = hmac.digest(key, word.encode(), "sha256")
    signature = hmac.digest(key, to_sign.encode(), "sha256").hex()
    given = f"Credential={account.access_key}/{scope},SignedHeaders={names},Signature={signature}"
    return {**whole, "authorization": f"AWS4-HMAC-SHA256 {given}"}
