"""What pages load, served from memory (``api.http.assets``), and how a page gets its address. Tables and halls have
pages of their own."""

from __future__ import annotations

import re
from typing import Final

from fastapi import APIRouter, Request
from fastapi.responses import JSONResponse, Response

from api.http import assets
from api.http.packed import sent
from api.http.reader import VARY, language_of_reader
from controller.refusals import Code, Refused

_VERSIONED: Final = re.compile(r"([0-9a-f]{16})/(.+)")
FOR_GOOD: Final = "public, max-age=31536000, immutable"
parts = APIRouter(include_in_schema=False)
"""Scripts, styles, words and pictures of all pages."""


def page(name: str, request: Request) -> Response:
    """A page in the reader's language."""
    return sent(assets.page(name, language_of_reader(request)), request, VARY)


def page_part(name: str, request: Request) -> Response:
    """A file of the pages. Raises ``Refused`` (``not-found``)."""
    part = assets.part(name)
    if part is None:
        raise _missing(name)
    return sent(part, request)


def _missing(name: str) -> Refused:
    return Refused(Code.NOT_FOUND, f"there is no page part {name[:80]!r}")


def add_page(router: APIRouter, address: str, name: str) -> None:
    """The page of this file at this address."""

    async def answer(request: Request) -> Response:
        return page(name, request)

    router.add_api_route(address, answer, methods=["GET"])


@parts.get("/favicon.ico")
async def icon(request: Request) -> Response:
    return page_part("shared/icon.svg", request)


@parts.get("/sw.js")
async def service_worker(request: Request) -> Response:
    return sent(assets.worker(), request)


@parts.get("/web/version")
async def version() -> JSONResponse:
    """Of what is served now, for pages that were loaded before."""
    return JSONResponse({"version": assets.version()}, headers={"Cache-Control": "no-store"})


@parts.get("/web/{name:path}")
async def part(name: str, request: Request) -> Response:
    """A part of the version of today is kept for good. A page that was loaded before an update asks for parts of its
    own version, and gets those of today, not to be kept."""
    asked = _VERSIONED.fullmatch(name)
    if asked is None:
        return page_part(name, request)
    found = assets.versioned(asked[2])
    if found is None:
        raise _missing(asked[2])
    answer = sent(found, request)
    if asked[1] == assets.version():
        answer.headers["Cache-Control"] = FOR_GOOD
    return answer
