"""The pages and their parts, read once and served from memory: some hundred kilobytes, no build step, no disk later."""

from __future__ import annotations

import re
from functools import lru_cache
from pathlib import Path
from typing import Final

from fastapi import APIRouter, Request
from fastapi.responses import Response

from api.http.packed import Packed, packed, sent
from controller.refusals import Code, Refused

_FOLDER: Final = Path(__file__).parents[1] / "web"
_MEDIA: Final = {
    ".html": "text/html; charset=utf-8",
    ".css": "text/css; charset=utf-8",
    ".js": "text/javascript; charset=utf-8",
    ".svg": "image/svg+xml",
    ".woff2": "font/woff2",
}
POLICY: Final = re.compile(rb'http-equiv="Content-Security-Policy" content="([^"]+)"')
"""In a page of one file, whose scripts are named by their hashes."""
pages = APIRouter(include_in_schema=False)


@lru_cache(maxsize=1)
def parts() -> dict[str, Packed]:
    """Every file of the pages by its path below ``web/``."""
    files = sorted(path for path in _FOLDER.rglob("*") if path.suffix in _MEDIA)
    return {path.relative_to(_FOLDER).as_posix(): packed(path.read_bytes(), _MEDIA[path.suffix]) for path in files}


def _serve(name: str, request: Request) -> Response:
    part = parts().get(name)
    if part is None:
        raise Refused(Code.NOT_FOUND, f"there is no page part {name[:80]!r}")
    return sent(part, request)


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


@pages.get("/setup")
async def setup(request: Request) -> Response:
    """House rules and players of the table."""
    return _serve("setup/lists.html", request)


@pages.get("/matches")
async def matches(request: Request) -> Response:
    return _serve("matches/matches.html", request)


@pages.get("/dice")
async def dice_statistics(request: Request) -> Response:
    return _serve("dice/statistics.html", request)


@pages.get("/pair")
async def pair(request: Request) -> Response:
    return _serve("access/pair.html", request)


@pages.get("/devices")
async def devices(request: Request) -> Response:
    return _serve("access/devices.html", request)


@pages.get("/verify")
async def verify(request: Request, download: bool = False) -> Response:
    """The page that checks dice. It is one file, carries its own policy, and works from a phone's storage."""
    own = POLICY.search(parts()["verify/verify.html"].content)
    page = _serve("verify/verify.html", request)
    if own is not None:
        page.headers["Content-Security-Policy"] = f"{own[1].decode()}; frame-ancestors 'none'"
    if download:
        page.headers["Content-Disposition"] = 'attachment; filename="jantaku-verify.html"'
    return page


@pages.get("/favicon.ico")
async def icon(request: Request) -> Response:
    return _serve("shared/icon.svg", request)


@pages.get("/web/{name:path}")
async def part(name: str, request: Request) -> Response:
    return _serve(name, request)
