"""The manual at ``/help``: a folder of the installed program that ``make manual`` made. A checkout may have none."""

from __future__ import annotations

import re
from collections.abc import Mapping
from pathlib import Path
from typing import Annotated, Final

from fastapi import APIRouter, Query, Request
from fastapi.responses import FileResponse, RedirectResponse, Response

from api.http.reader import VARY, language_of_reader
from controller.refusals import Code, Refused

_ROOT: Final = Path(__file__).resolve().parents[2]
PLACES: Final = (_ROOT / "manual", _ROOT / "build" / "manual")
"""In an installed program, and in a checkout."""
TRANSLATED: Final = ("ja", "zh-Hans", "zh-Hant")
"""Languages in which some documents are there; all others read English."""
REGIONS: Final = {"zh-HK": "zh-Hant", "zh-TW": "zh-Hant"}
SUFFIXES: Final = frozenset({".html", ".css", ".js", ".svg", ".png", ".json", ".woff2", ".ico"})
SEE_OTHER: Final = 303
TOPICS: Final[Mapping[str, tuple[str, int]]] = {
    "hand": ("player", 1), "trouble": ("player", 2), "sound": ("player", 3), "phone": ("player", 4),
    "records": ("player", 5), "start": ("operator", 1), "pages": ("operator", 2), "settings": ("operator", 3),
    "join-hall": ("operator", 4), "faults": ("operator", 5), "backup": ("operator", 7), "rules": ("rulesets/README", 0),
    "pairing": ("access", 0), "dice": ("dice", 0), "glossary": ("glossary", 0), "updates": ("operator", 8),
}  # fmt: skip
"""What pages ask for help about: the document, and the number of its chapter; 0: its begin."""
_FAULT: Final = re.compile(r"[EW][0-9]{2}")
_CHAPTER: Final = re.compile(r'<section id="([^"]+)">\s*(?:<span id="[^"]*"></span>\s*)*<h2>(.*?)<a ', re.S)
manual = APIRouter(include_in_schema=False)


def site(places: tuple[Path, ...] = PLACES) -> Path | None:
    """The folder of the manual; None when it was not made here."""
    return next((place for place in places if (place / "index.html").is_file()), None)


@manual.get("/help")
async def first(request: Request, about: Annotated[str, Query(max_length=40)] = "") -> Response:
    """In the reader's language, as far as there is one. ``about``: one of ``TOPICS``, or the code of a fault."""
    folder = site()
    if folder is None:
        raise Refused(Code.NOT_FOUND, "the manual is not installed here")
    chosen = language_of_reader(request)
    language = REGIONS.get(chosen, chosen)
    place = place_of(folder, about, language) or (f"{language}/player.html" if language in TRANSLATED else "index.html")
    return RedirectResponse(f"/help/{place}", SEE_OTHER, headers={"Vary": VARY})


def place_of(folder: Path, about: str, language: str) -> str | None:
    """Page and chapter; None for what the manual says nothing of. A chapter is found by its number: its name is another
    one in each language."""
    is_fault = _FAULT.fullmatch(about) is not None
    document, number = ("faults", 0) if is_fault else TOPICS.get(about, ("", 0))
    name = f"{language}/{document}.html" if language in TRANSLATED else f"{document}.html"
    page = name if (folder / name).is_file() else f"{document}.html"
    if not document or not (folder / page).is_file():
        return None
    chapters = _CHAPTER.findall((folder / page).read_text(encoding="utf-8"))
    if is_fault:
        chapter = next((anchor for anchor, title in chapters if about in title), "")
    else:
        chapter = chapters[number - 1][0] if 0 < number <= len(chapters) else ""
    return f"{page}#{chapter}" if chapter else page


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
