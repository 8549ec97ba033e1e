"""Bytes of an endless answer, written into its connection at once instead of by the task that answers.

Waking a task for each of a hundred listeners costs several times what the write costs. The server offers this to the
application in the scope of a request, as an extension of ASGI; without it, and while a client does not take what was
sent, the task writes as always.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from typing import Final, Protocol, cast

from starlette.types import Scope

EXTENSION: Final = "jantaku.straight"


class Straight(Protocol):
    """One connection."""

    @property
    def takes_chunks(self) -> bool:
        """Whether an answer in chunks has begun, and the client takes it."""

    def write_chunk(self, chunk: bytes) -> None:
        """A whole chunk, as ``chunk`` makes it; only while it takes chunks."""


def straight_of(scope: Scope) -> Straight | None:
    return cast("Straight | None", scope.get("extensions", {}).get(EXTENSION))


def chunk(parts: Sequence[bytes]) -> bytes:
    """A chunk of HTTP/1.1 (RFC 9112 section 7.1) with at least one byte, made once for all who are sent the same."""
    return _chunk(tuple(parts))


@lru_cache(maxsize=4)
def _chunk(parts: tuple[bytes, ...]) -> bytes:
    body = b"".join(parts)
    return b"%x\r\n%b\r\n" % (len(body), body)
