"""The manual at ``/help``: a folder of the installed program that ``make manual`` made. A checkout may have none."""

from __future__ import annotations

from pathlib import Path
from typing import Final

from fastapi import APIRouter, Request
from fastapi.responses import FileResponse, RedirectResponse, Response

from api.http.reader import VARY, language_of_reader
from controller.refusals import Code, Refused

_ROOT: Final = Path(__file__).resolve().parents[2]
PLACES: Final = (_ROOT / "manual", _ROOT / "build" / "manual")
"""In an installed program, and in a checkout."""
FIRST: Final = {"ja": "ja/player.html", "zh-Hans": "zh-Hans/player.html", "zh-Hant": "zh-Hant/player.html"}
"""Where readers of a language begin; all others at the list of contents."""
REGIONS: Final = {"zh-HK": "zh-Hant", "zh-TW": "zh-Hant"}
SUFFIXES: Final = frozenset({".html", ".css", ".js", ".svg", ".png", ".json", ".woff2", ".ico"})
SEE_OTHER: Final = 303
manual = APIRouter(include_in_schema=False)


def site(places: tuple[Path, ...] = PLACES) -> Path | None:
    """The folder of the manual; None when it was not made here."""
    return next((place for place in places if (place / "index.html").is_file()), None)


@manual.get("/help")
async def first(request: Request) -> Response:
    """In the reader's language, as far as there is one."""
    if site() is None:
        raise Refused(Code.NOT_FOUND, "the manual is not installed here")
    language = language_of_reader(request)
    page = FIRST.get(REGIONS.get(language, language), "index.html")
    return RedirectResponse(f"/help/{page}", SEE_OTHER, headers={"Vary": VARY})


@manual.get("/help/{name:path}")
async def page(name: str) -> FileResponse:
    """Raises ``Refused`` (``not-found``)."""
    folder = site()
    path = None if folder is None else (folder / (name or "index.html")).resolve()
    if folder is None or path is None or not _is_in(path, folder):
        raise Refused(Code.NOT_FOUND, f"the manual has no page {name[:80]!r}")
    return FileResponse(path, headers={"Cache-Control": "no-cache"})


def _is_in(path: Path, folder: Path) -> bool:
    return path.is_relative_to(folder.resolve()) and path.suffix in SUFFIXES and path.is_file()
