"""The pages of a table and their addresses."""

from __future__ import annotations

import re
from typing import Final

from fastapi import APIRouter, Request
from fastapi.responses import Response

from api.http import assets
from api.http.manifest import manifest_of, table_name
from api.http.packed import sent
from api.http.pages import add_page, page, page_part
from api.http.reader import VARY, language_of_reader
from controller.refusals import Code, Refused

POLICY: Final = re.compile(rb'http-equiv="Content-Security-Policy" content="([^"]+)"')
"""In a page of one file, whose scripts are named by their hashes."""
pages = APIRouter(include_in_schema=False)

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
    return page("plant/plant.html", request)


for _address, _name in PAGES.items():
    add_page(pages, _address, _name)


@pages.get("/verify")
async def verify(request: Request, download: bool = False) -> Response:
    """The page that checks dice. It is one file, carries its own policy, and works from a phone's storage."""
    own = POLICY.search(assets.files()["verify/verify.html"])
    answer = page_part("verify/verify.html", request)
    if own is not None:
        answer.headers["Content-Security-Policy"] = f"{own[1].decode()}; frame-ancestors 'none'"
    if download:
        answer.headers["Content-Disposition"] = 'attachment; filename="jantaku-verify.html"'
    return answer


@pages.get("/manifest.webmanifest")
async def manifest(request: Request) -> Response:
    """By which a tablet installs the page of this table, under its name."""
    return sent(manifest_of(table_name(request), language_of_reader(request)), request, VARY)
