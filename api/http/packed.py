"""Content that does not change while the service runs: kept in memory, packed once, sent only when it is new.

A browser asks again every time (``no-cache``) and is told by its tag that nothing has changed. The packed form has a
tag of its own (RFC 9110 section 8.8.3.3). None of it is secret, so packing tells nothing to who sees only lengths.
"""

from __future__ import annotations

import gzip
import hashlib
from dataclasses import dataclass

from fastapi import Request
from fastapi.responses import Response


@dataclass(frozen=True, slots=True)
class Packed:
    content: bytes
    gzipped: bytes
    media: str
    tag: str


def packed(content: bytes, media: str) -> Packed:
    return Packed(content, gzip.compress(content, 9, mtime=0), media, hashlib.sha256(content).hexdigest()[:24])


def sent(part: Packed, request: Request, vary: str = "Accept-Encoding", **headers: str) -> Response:
    """The content, packed for a browser that can read it so, or 304 where it has it already."""
    unpacks = takes_gzip(request.headers.get("accept-encoding", ""))
    tag = f'"{part.tag}-gzip"' if unpacks else f'"{part.tag}"'
    common = {"ETag": tag, "Cache-Control": "no-cache", "Vary": vary, **headers}
    if tag in tags(request.headers.get("if-none-match", "")):
        return Response(status_code=304, headers=common)
    if unpacks:
        return Response(part.gzipped, media_type=part.media, headers={**common, "Content-Encoding": "gzip"})
    return Response(part.content, media_type=part.media, headers=common)


def takes_gzip(accept_encoding: str) -> bool:
    """Whether an ``Accept-Encoding`` header names gzip, and not with a weight of 0."""
    for wish in accept_encoding.lower().split(","):
        name, _, weight = wish.replace(" ", "").partition(";q=")
        if name == "gzip":
            return weight.strip("0.") != "" if weight else True
    return False


def tags(if_none_match: str) -> set[str]:
    """The tags of an ``If-None-Match`` header, weak ones as if they were strong: for GET they mean the same."""
    return {tag.strip().removeprefix("W/") for tag in if_none_match.split(",")}
