"""The pages and what they load, served from memory (``api.http.assets``)."""

from __future__ import annotations

import re
from typing import Final

from fastapi import APIRouter, Request
from fastapi.responses import JSONResponse, Response

from api.http import assets
from api.http.manifest import manifest_of, table_name
from api.http.packed import sent
from api.http.reader import VARY, language_of_reader
from controller.refusals import Code, Refused

POLICY: Final = re.compile(rb'http-equiv="Content-Security-Policy" content="([^"]+)"')
"""In a page of one file, whose scripts are named by their hashes."""
_VERSIONED: Final = re.compile(r"([0-9a-f]{16})/(.+)")
FOR_GOOD: Final = "public, max-age=31536000, immutable"
pages = APIRouter(include_in_schema=False)


def _page(name: str, request: Request) -> Response:
    return sent(assets.page(name, language_of_reader(request)), request, VARY)


def _part(name: str, request: Request) -> Response:
    part = assets.parts().get(name)
    if part is None:
        raise _missing(name)
    return sent(part, request)


def _missing(name: str) -> Refused:
    return Refused(Code.NOT_FOUND, f"there is no page part {name[:80]!r}")


PAGES: Final = {
    "/": "tablet/tablet.html",
    "/service": "service/service.html",
    "/setup": "setup/lists.html",
    "/matches": "matches/matches.html",
    "/rules": "rules/rules.html",
    "/dice": "dice/statistics.html",
    "/docs": "reference/reference.html",
    "/seat": "seat/seat.html",
    "/pair": "access/pair.html",
    "/devices": "access/devices.html",
}
"""Pages that every table has, by their addresses; what a device may read there the API decides."""


@pages.get("/plant")
async def plant(request: Request) -> Response:
    """The page of the simulated table; a real table has none."""
    if getattr(request.app.state.runtime, "simulator", None) is None:
        raise Refused(Code.NO_SIMULATOR)
    return _page("plant/plant.html", request)


def _add(address: str, name: str) -> None:
    async def page(request: Request) -> Response:
        return _page(name, request)

    pages.add_api_route(address, page, methods=["GET"])


for _address, _name in PAGES.items():
    _add(_address, _name)


@pages.get("/verify")
async def verify(request: Request, download: bool = False) -> Response:
    """The page that checks dice. It is one file, carries its own policy, and works from a phone's storage."""
    own = POLICY.search(assets.parts()["verify/verify.html"].content)
    page = _part("verify/verify.html", request)
    if own is not None:
        page.headers["Content-Security-Policy"] = f"{own[1].decode()}; frame-ancestors 'none'"
    if download:
        page.headers["Content-Disposition"] = 'attachment; filename="jantaku-verify.html"'
    return page


@pages.get("/favicon.ico")
async def icon(request: Request) -> Response:
    return _part("shared/icon.svg", request)


@pages.get("/manifest.webmanifest")
async def manifest(request: Request) -> Response:
    """By which a tablet installs the page of this table, under its name."""
    return sent(manifest_of(table_name(request), language_of_reader(request)), request, VARY)


@pages.get("/sw.js")
async def service_worker(request: Request) -> Response:
    return sent(assets.worker(), request)


@pages.get("/web/version")
async def version() -> JSONResponse:
    """Of what is served now, for pages that were loaded before."""
    return JSONResponse({"version": assets.version()}, headers={"Cache-Control": "no-store"})


@pages.get("/web/{name:path}")
async def part(name: str, request: Request) -> Response:
    """A part of the version of today is kept for good. A page that was loaded before an update asks for parts of its
    own version, and gets those of today, not to be kept."""
    asked = _VERSIONED.fullmatch(name)
    if asked is None:
        return _part(name, request)
    found = assets.versioned().get(asked[2])
    if found is None:
        raise _missing(asked[2])
    answer = sent(found, request)
    if asked[1] == assets.version():
        answer.headers["Cache-Control"] = FOR_GOOD
    return answer
