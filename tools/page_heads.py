"""What each page begins with: ``python -m tools.page_heads [--check]``.

All begin with the same lines (``api/web/shared/head.template``), filled with the title and the colour that a page has.
A browser learns of an import only when it has read the importing file, so a chain of five files costs five rounds to
the service. Each page therefore lists every module that its script imports, directly or not; what a page imports later
(``import()``) is left out.
"""

from __future__ import annotations

import re
import sys
from pathlib import Path
from typing import Final

from tools import node

WEB: Final = node.ROOT / "api" / "web"
_TEMPLATE: Final = WEB / "shared" / "head.template"
_HEAD: Final = re.compile(r'\A<!doctype html>.*?<link rel="icon"[^>]*>\n', re.S)
_OWN: Final = {
    "title": re.compile("<title>([^<]*)</title>"),
    "theme-color": re.compile('"theme-color" content="([^"]*)"'),
}
"""What a page says in its head that others do not."""
_COMMENT: Final = re.compile(r"/\*.*?\*/", re.S)  # imports of types stand in comments
_IMPORT: Final = re.compile(r"""\b(?:from|import)\s*["'](\.[^"']+)["']""")
_SCRIPT: Final = re.compile(r'^(\s*)<script type="module" src="/web/([^"]+)"></script>\n', re.M)
_PRELOAD: Final = re.compile(r'^\s*<link rel="modulepreload"[^>]*>\n', re.M)


ONE_FILE: Final = frozenset({WEB / "verify" / "verify.html"})
"""Pages that carry their script within them, to be kept on a phone; ``tools.verify_page`` makes them."""


def pages() -> list[Path]:
    """The pages that load modules from the service."""
    return sorted(set(WEB.rglob("*.html")) - ONE_FILE)


def imported(script: Path) -> set[Path]:
    """The script and all modules that it cannot run without."""
    found, waiting = set[Path](), [script]
    while waiting:
        module = waiting.pop()
        if module not in found:
            found.add(module)
            text = _COMMENT.sub("", module.read_text(encoding="utf-8"))
            waiting += [(module.parent / target).resolve() for target in _IMPORT.findall(text)]
    return found


def page(text: str) -> str:
    """The HTML of a page with the head of all pages, and the list of its modules before its script."""
    return with_modules(with_head(text))


def with_head(text: str) -> str:
    """Raises ``ValueError`` for a page that has no title, colour or icon, by which its head is known."""
    head = _HEAD.match(text)
    found = {name: own.search(head[0]) for name, own in _OWN.items()} if head else {}
    if head is None or None in found.values():
        raise ValueError("the page begins in no way that is known")
    common = _TEMPLATE.read_text(encoding="utf-8")
    for name, own in found.items():
        common = common.replace(f"{{{{{name}}}}}", own[1] if own else "")
    return common + text[head.end() :]


def with_modules(text: str) -> str:
    """Raises ``ValueError`` for a page without a module script."""
    bare = _PRELOAD.sub("", text)
    match = _SCRIPT.search(bare)
    if match is None:
        raise ValueError("the page has no module script")
    names = sorted(path.relative_to(WEB).as_posix() for path in imported((WEB / match[2]).resolve()))
    links = "".join(f'{match[1]}<link rel="modulepreload" href="/web/{name}" />\n' for name in names)
    return bare[: match.start()] + links + bare[match.start() :]


def main(arguments: list[str]) -> int:
    stale = []
    for path in pages():
        text = path.read_text(encoding="utf-8")
        if page(text) != text:
            stale.append(path)
    for path in stale:
        if "--check" not in arguments:
            path.write_text(page(path.read_text(encoding="utf-8")), encoding="utf-8")
    return 1 if stale and "--check" in arguments else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
