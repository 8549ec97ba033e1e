"""Pictures of the pages for the documents, made by the tests that walk there, so that they are never old.

Each is in ``docs/images/LANGUAGE/NAME.webp``. ``docs/images/pictures.json`` keeps of each a digest of what its page
said and looked like: words, roles and structure as a screen reader has them, without figures, and its style sheets. A
test fails when a page has become another one; ``make pictures`` makes all of them anew.
"""

from __future__ import annotations

import base64
import hashlib
import json
import os
import re
from collections.abc import Sequence
from pathlib import Path
from typing import Any, Final

IMAGES: Final = Path(__file__).resolve().parents[2] / "docs" / "images"
KNOWN: Final = IMAGES / "pictures.json"
RENEW: Final = "JANTAKU_PICTURES"
QUALITY: Final = 70
"""Of WebP, in per cent: letters stay clear, and a display takes some 35 kB."""
LOOKS: Final = 8
LOOK_MS: Final = 500
_SHEETS: Final = """() => Promise.all([...document.querySelectorAll("link[rel=stylesheet]")]
  .map(async ({ href }) => (await fetch(href)).text()))"""
_ADDRESS: Final = re.compile(r"^ *- /url:.*\n?", re.MULTILINE)
_EDITION: Final = re.compile(r"/web/[0-9a-f]{16}/")
"""In addresses of files: changes with any of them."""
_FIGURE: Final = re.compile(r"[\d.,:−+-]*\d[\d.,:]*")


def documented(page: Any, language: str, name: str, names: Sequence[str] = ()) -> None:
    """The page as it is shown now, once it is at rest, is the picture ``name`` of the documents in ``language``.
    ``names``: of people whose places are drawn anew each time."""
    known, key = kept(), f"{language}/{name}"
    path = IMAGES / f"{key}.webp"
    now = _at_rest(page, names, known.get(key, ""))
    if not os.environ.get(RENEW):
        assert path.is_file(), f"there is no picture {key}; make pictures makes it"
        assert known.get(key) == now, (
            f"the page of the picture {key} is another one; make pictures\n{_said(page, names)}"
        )
    elif known.get(key) != now or not path.is_file():
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(_taken(page))
        KNOWN.write_text(json.dumps(dict(sorted((known | {key: now}).items())), indent=1) + "\n", encoding="utf-8")


def kept() -> dict[str, str]:
    """The digest of each picture that was made."""
    found: dict[str, str] = json.loads(KNOWN.read_text(encoding="utf-8")) if KNOWN.is_file() else {}
    return found


def _at_rest(page: Any, names: Sequence[str], wanted: str) -> str:
    """The digest that is ``wanted``, as soon as it comes; otherwise the one that stays."""
    before = ""
    for _ in range(LOOKS):
        now = _digest(page, names)
        if now == wanted or (now == before and not wanted):
            break
        before = now
        page.wait_for_timeout(LOOK_MS)
    return now


def _said(page: Any, names: Sequence[str]) -> str:
    said: str = page.locator("body").aria_snapshot()
    for name in names:
        said = said.replace(name, "Name")
    return _FIGURE.sub("0", _ADDRESS.sub("", said))


def _digest(page: Any, names: Sequence[str]) -> str:
    sheets = _EDITION.sub("/web/", "\n".join(page.evaluate(_SHEETS)))
    return hashlib.sha256(f"{_said(page, names)}\n{sheets}".encode()).hexdigest()[:16]


def _taken(page: Any) -> bytes:
    page.evaluate("document.fonts.ready")
    session = page.context.new_cdp_session(page)
    taken = session.send("Page.captureScreenshot", {"format": "webp", "quality": QUALITY})
    session.detach()
    return base64.b64decode(taken["data"])
