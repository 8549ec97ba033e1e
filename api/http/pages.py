"""The pages and their parts, read once and served from memory: some hundred kilobytes, no build step, no disk later."""

from __future__ import annotations

import hashlib
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path
from typing import Final

from fastapi import APIRouter, Request
from fastapi.responses import Response

from controller.refusals import Code, Refused

_FOLDER: Final = Path(__file__).parents[1] / "web"
_MEDIA: Final = {
    ".html": "text/html; charset=utf-8",
    ".css": "text/css; charset=utf-8",
    ".js": "text/javascript; charset=utf-8",
    ".svg": "image/svg+xml",
}
pages = APIRouter(include_in_schema=False)


@dataclass(frozen=True, slots=True)
class Part:
    content: bytes
    media: str
    etag: str


@lru_cache(maxsize=1)
def parts() -> dict[str, Part]:
    """Every file of the pages by its path below ``web/``."""
    files = sorted(path for path in _FOLDER.rglob("*") if path.suffix in _MEDIA)
    return {path.relative_to(_FOLDER).as_posix(): _part(path) for path in files}


def _part(path: Path) -> Part:
    content = path.read_bytes()
    return Part(content, _MEDIA[path.suffix], f'"{hashlib.sha256(content).hexdigest()[:24]}"')


def _serve(name: str, request: Request) -> Response:
    part = parts().get(name)
    if part is None:
        raise Refused(Code.NOT_FOUND, f"there is no page part {name[:80]!r}")
    if request.headers.get("if-none-match") == part.etag:
        return Response(status_code=304, headers={"ETag": part.etag})
    return Response(part.content, media_type=part.media, headers={"ETag": part.etag})


@pages.get("/")
async def tablet(request: Request) -> Response:
    return _serve("tablet/tablet.html", request)


@pages.get("/plant")
async def plant(request: Request) -> Response:
    """The page of the simulated table; a real table has none."""
    if getattr(request.app.state.runtime, "simulator", None) is None:
        raise Refused(Code.NO_SIMULATOR)
    return _serve("plant/plant.html", request)


@pages.get("/service")
async def service(request: Request) -> Response:
    return _serve("service/service.html", request)


@pages.get("/favicon.ico")
async def icon(request: Request) -> Response:
    return _serve("shared/icon.svg", request)


@pages.get("/web/{name:path}")
async def part(name: str, request: Request) -> Response:
    return _serve(name, request)
