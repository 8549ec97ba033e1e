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
SUFFIXES: Final = frozenset({".html", ".css", ".js", ".svg", ".png", ".webp", ".json", ".woff2", ".ico"})
SEE_OTHER: Final = 303
TOPICS: Final[Mapping[str, tuple[str, str]]] = {
    "hand": ("player", "A hand, from one to the next"), "trouble": ("player", "When something is wrong"),
    "sound": ("player", "Sound"), "phone": ("player", "Your phone"), "records": ("player", "What the table knows"),
    "start": ("operator", "Every day"), "pages": ("operator", "Tables, tablets, pages"),
    "settings": ("operator", "Settings"), "join-hall": ("operator", "Joining a hall"),
    "faults": ("operator", "Faults"), "backup": ("operator", "Backup"), "updates": ("operator", "Updates"),
    "service": ("technician", "Service"), "rules": ("rulesets/README", ""), "pairing": ("access", ""),
    "dice": ("dice", ""), "glossary": ("glossary", ""),
}  # fmt: skip
"""What pages ask for help about: the document, and how the name of its chapter begins in English, if it is one."""
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
    """Page and chapter; None for what the manual says nothing of. A translation has its chapters in the order of the
    English ones, under names of its own."""
    is_fault = _FAULT.fullmatch(about) is not None
    document, begins = ("faults", "") if is_fault else TOPICS.get(about, ("", ""))
    name = f"{language}/{document}.html" if language in TRANSLATED else f"{document}.html"
    page = name if (folder / name).is_file() else f"{document}.html"
    if not document or not (folder / page).is_file():
        return None
    chapters = _chapters(folder / page)
    if is_fault:
        chapter = next((anchor for anchor, title in chapters if about in title), "")
    else:
        english = _chapters(folder / f"{document}.html") if begins else []
        places = (place for place, (_, title) in enumerate(english) if title.startswith(begins))
        chapter = next((chapters[place][0] for place in places if place < len(chapters)), "")
    return f"{page}#{chapter}" if chapter else page


def _chapters(page: Path) -> list[tuple[str, str]]:
    """Anchor and title of each; none of a page that is not there."""
    return _CHAPTER.findall(page.read_text(encoding="utf-8")) if page.is_file() else []


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
