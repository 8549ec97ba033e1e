"""What a browser loads of the pages, made once, at the latest when it is first asked for, and kept in memory.

Scripts, styles, words and pictures have addresses that name their version, ``/web/<version>/...``: a browser keeps them
for good and asks only for the page itself, which names the version of today. The modules of a page are joined into one
script and its styles into one sheet; the single files stay at ``/web/...``, for whoever reads them.
"""

from __future__ import annotations

import hashlib
import json
import logging
import posixpath
import re
from collections.abc import Iterator, Mapping
from functools import cache, lru_cache
from pathlib import Path
from typing import Final

from api.http.bundle import NotUnderstood, bundle, later_path
from api.http.comments import without_style_comments
from api.http.packed import Packed, packed
from api.http.page_words import FOLDER as WORDS_FOLDER
from api.http.page_words import split
from api.words.catalogue import catalogue, topic
from controller.languages import OFFERED

log = logging.getLogger("jantaku.http")

FOLDER: Final = Path(__file__).parents[1] / "web"
MEDIA: Final = {
    ".html": "text/html; charset=utf-8",
    ".css": "text/css; charset=utf-8",
    ".js": "text/javascript; charset=utf-8",
    ".svg": "image/svg+xml",
    ".png": "image/png",
    ".woff2": "font/woff2",
}
_TEXT: Final = frozenset({".html", ".css", ".js", ".svg"})
_SHEET: Final = re.compile(r'[^\S\n]*<link rel="stylesheet" href="/web/([^"]+)" ?/?>\n')
_LATER_SHEET: Final = re.compile(r'[^\S\n]*<link rel="prefetch" as="style" href="/web/([^"]+)" ?/?>\n')
"""A style of what is opened by hand: joined into a second sheet, which the page asks for when it has the time."""
_PRELOAD: Final = re.compile(r'[^\S\n]*<link rel="modulepreload" href="/web/([^"]+)" ?/?>\n')
_SCRIPT: Final = re.compile(r'<script type="module" src="/web/([^"]+)"></script>')
_ADDRESS: Final = re.compile(r'(["(])/web/')
_URL: Final = re.compile(r"""url\(["']?(?!data:|/|#)([^"')]+)["']?\)""")
_HEAD_END: Final = re.compile(r"^(\s*)</head>", re.M)
WORKER: Final = "offline/worker.js"
OFFLINE: Final = "offline/offline.html"
"""It must load without the service, so it is kept as it is by the service worker."""
_LANG: Final = re.compile(r'<html lang="[^"]*"')
_INDENT: Final = re.compile(r"^\s+", re.M)


@lru_cache(maxsize=1)
def files() -> Mapping[str, bytes]:
    """Every file of the pages by its path below ``web/``, as it is written."""
    paths = sorted(path for path in FOLDER.rglob("*") if path.suffix in MEDIA)
    return {path.relative_to(FOLDER).as_posix(): path.read_bytes() for path in paths}


@lru_cache(maxsize=1)
def version() -> str:
    """Changes with any file or word."""
    digest = hashlib.sha256()
    for name, content in (*files().items(), *_words().items()):
        digest.update(f"{name}\0{len(content)}\0".encode() + content)
    return digest.hexdigest()[:16]


def prepare() -> Iterator[None]:
    """Makes what a first request for a page would otherwise wait for, a little with each step."""
    for name in _joined_names():
        versioned(name)
        yield
    for name in _pages():
        for language in OFFERED:
            page(name, language)
            yield


def part(name: str) -> Packed | None:
    """A single file, or words."""
    return _part(name) if name in files() or name in _words() else None


@cache
def _part(name: str) -> Packed:
    words = _words().get(name)
    if words is not None:
        return packed(words, "application/json")
    return packed(files()[name], MEDIA[posixpath.splitext(name)[1]])


def versioned(name: str) -> Packed | None:
    """What stands below ``/web/<version>/``: everything, and in the place of each page's script and style the joined
    ones. Made when it is first asked for, with all else that is joined for its page."""
    if name == OFFLINE:
        return _offline()
    page = _joined_names().get(name)
    joined = None if page is None else _joined_parts(page).get(name)
    return joined or part(name)


@cache
def _joined_names() -> Mapping[str, str]:
    """What may be joined, with its page."""
    return {made: page for page in _pages() for made in _names_of(page)}


def _names_of(page: str) -> Iterator[str]:
    yield from (_style_path(page), _later_style_path(page))
    script, folder = _SCRIPT.search(files()[page].decode()), _words_folder(page)
    if script is not None:
        yield from (script[1], later_path(script[1]))
    if folder is not None:
        yield from (f"{folder}/{language}{later}.json" for language in OFFERED for later in ("", ".later"))


@cache
def _joined_parts(page: str) -> Mapping[str, Packed]:
    joined = _joined(page)
    made = {path: packed(text.encode(), MEDIA[posixpath.splitext(path)[1]]) for path, text in joined.items()}
    return made | {path: packed(words, "application/json") for path, words in _words_of(page, joined).items()}


@cache
def _offline() -> Packed:
    style = f'<link rel="stylesheet" href="/web/{_style_path(OFFLINE)}" />'
    return packed(_of_today(_SHEET.sub(style, files()[OFFLINE].decode(), count=1)), MEDIA[".html"])


def _words_of(page: str, scripts: Mapping[str, str]) -> dict[str, bytes]:
    """The words of a page that has its own, by their paths; none while its scripts cannot be joined."""
    folder, script = _words_folder(page), _SCRIPT.search(files()[page].decode())
    if folder is None or script is None or script[1] not in scripts:
        return {}
    made = dict[str, bytes]()
    for language in OFFERED:
        first, later = split(language, scripts[script[1]], scripts.get(later_path(script[1]), ""))
        for name, words in ((language, first), (f"{language}.later", later)):
            made[f"{folder}/{name}.json"] = _json({"language": language, "languages": OFFERED, "words": words})
    return made


def _words_folder(page: str) -> str | None:
    found = WORDS_FOLDER.search(files()[page].decode())
    return found[1] if found else None


@cache
def page(name: str, language: str) -> Packed:
    """A page that loads the version of today, with its words in the reader's language named in advance. Kept for every
    page and language: a bound that is passed would throw away each one before it is asked for again."""
    text = files()[name].decode()
    joined = _joined(name)
    style, script = _style_path(name), _SCRIPT.search(text)
    if style in joined:
        first = _SHEET.search(text)
        at = first.start() if first else 0
        text = text[:at] + f'    <link rel="stylesheet" href="/web/{style}" />\n' + _SHEET.sub("", text[at:])
        text = _LATER_SHEET.sub("", text)
    if script is not None:
        if script[1] in joined:
            text = _PRELOAD.sub("", text)
        folder = _words_folder(name)
        if folder is not None and script[1] not in joined:
            text, folder = text.replace(f' data-words="{folder}"', "", 1), None
        address = f"/web/{folder or 'words'}/{language}.json"
        words = f'<link rel="preload" as="fetch" crossorigin="anonymous" href="{address}" />'
        module = f'<link rel="modulepreload" href="/web/{script[1]}" />' if script[1] in joined else ""
        text = text.replace(script[0], f"{words}\n    {module}\n    {script[0]}", 1)
    text = _LANG.sub(f'<html lang="{language}"', text, count=1)
    text = _HEAD_END.sub(_EVERY_PAGE, text, count=1)
    return packed(_of_today(text), MEDIA[".html"])


def worker() -> Packed:
    """The service worker; another one, for a browser, with each version."""
    return packed(files()[WORKER].replace(b"{version}", version().encode(), 1), MEDIA[".js"])


def _of_today(text: str) -> bytes:
    """With addresses of this version."""
    return _ADDRESS.sub(rf"\1/web/{version()}/", text).encode()


_EVERY_PAGE: Final = r"""\1  <link rel="manifest" href="/manifest.webmanifest" />
\1  <link rel="apple-touch-icon" href="/web/shared/icons/icon-maskable-180.png" />
\1  <script type="module" src="/web/shared/installed.js"></script>
\1</head>"""


def _pages() -> list[str]:
    return [name for name in files() if name.endswith(".html") and _SCRIPT.search(files()[name].decode())]


@cache
def _joined(page: str) -> Mapping[str, str]:
    """The joined style and scripts of a page by their paths."""
    text = files()[page].decode()
    script = _SCRIPT.search(text)
    made = _joined_styles(page, text)
    if script is None:
        return made
    sources = {name: content.decode() for name, content in files().items() if name.endswith(".js")}
    try:
        found = bundle(sources, script[1])
    except NotUnderstood as error:
        log.warning("%s is served as its single modules: %s", page, error)
        return made
    later = {later_path(script[1]): found.later} if found.later else {}
    return {**made, script[1]: found.first, **later}


def _joined_styles(page: str, text: str) -> dict[str, str]:
    named = {_style_path(page): _SHEET.findall(text), _later_style_path(page): _LATER_SHEET.findall(text)}
    missing = [name for names in named.values() for name in names if name not in files()]
    if missing:
        log.error("%s names styles that are not there: %s", page, ", ".join(missing))
    return {path: "".join(_style(name) for name in names if name in files()) for path, names in named.items() if names}


def _later_style_path(page: str) -> str:
    return page.removesuffix(".html") + ".later.css"


def _style_path(page: str) -> str:
    return page.removesuffix(".html") + ".joined.css"


@cache
def _style(name: str) -> str:
    """A style sheet whose addresses do not depend on where it stands."""
    folder = posixpath.dirname(name)

    def absolute(found: re.Match[str]) -> str:
        return f'url("/web/{version()}/{posixpath.normpath(posixpath.join(folder, found[1]))}")'

    short = _INDENT.sub("", without_style_comments(files()[name].decode()))
    return _URL.sub(absolute, short) + "\n"


@lru_cache(maxsize=1)
def _words() -> Mapping[str, bytes]:
    """The words of the pages by language, as ``/api/v1/words`` gives them; those of the page that stands in for others
    in all languages, for nobody can be asked then."""
    made = {
        f"words/{language}.json": {"language": language, "languages": OFFERED, "words": catalogue(language)}
        for language in OFFERED
    }
    offline = {"words/offline.json": {language: topic(language, "offline") for language in OFFERED}}
    return {name: _json(content) for name, content in {**made, **offline}.items()}


def _json(content: object) -> bytes:
    return json.dumps(content, ensure_ascii=False, separators=(",", ":")).encode()
