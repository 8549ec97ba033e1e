"""``api/web/verify/verify.html``, which works from a phone's storage: ``python -m tools.verify_page [--check]``.

Modules, style and words of all languages are put into the template. A page from a file can load no modules, so each
becomes a function that gives what the module exports. The page allows its own script and style by their hashes and
nothing else: it can send nothing anywhere.
"""

from __future__ import annotations

import base64
import hashlib
import json
import re
import sys
from pathlib import Path
from typing import Final

from api.words.catalogue import topic
from controller.languages import LANGUAGES
from tools.made import write_or_check

FOLDER: Final = Path(__file__).resolve().parents[1] / "api" / "web" / "verify"
PAGE: Final = FOLDER / "verify.html"
ENTRY: Final = "page"
_IMPORT: Final = re.compile(r'^import \{ ([^}]+) \} from "\./([a-z0-9]+)\.js";\n', re.MULTILINE)
_EXPORT: Final = re.compile(r"^export (?=(?:async )?(?:function\*?|class|const) ([A-Za-z0-9_]+))", re.MULTILINE)
_PLACE: Final = re.compile(r"\{\{([a-z-]+)\}\}")


def page() -> str:
    """The whole page as text."""
    script = '"use strict";\n' + "".join(_in_order(ENTRY, []))
    style = (FOLDER / "verify.css").read_text(encoding="utf-8")
    words = {language: topic(language, "verify") for language in LANGUAGES}
    parts = {
        "script": script,
        "script-hash": _hash(script),
        "style": style,
        "style-hash": _hash(style),
        "words": json.dumps(words, ensure_ascii=False, sort_keys=True).replace("<", "\\u003c"),
    }
    template = (FOLDER / "verify.template").read_text(encoding="utf-8")
    return _PLACE.sub(lambda place: parts[place[1]], template)


def _in_order(name: str, known: list[str]) -> list[str]:
    """The module after those that it imports, each once."""
    if name in known:
        return []
    known.append(name)
    source = (FOLDER / f"{name}.js").read_text(encoding="utf-8")
    needed = [part for found in _IMPORT.finditer(source) for part in _in_order(found[2], known)]
    return [*needed, _wrapped(name, source)]


def _wrapped(name: str, source: str) -> str:
    exported = ", ".join(_EXPORT.findall(source))
    inside = _IMPORT.sub(r"const { \1 } = \2;\n", source)
    inside = _EXPORT.sub("", inside)
    if re.search(r"^(import|export) ", inside, re.MULTILINE) or "</script" in inside:
        raise ValueError(f"{name}.js: this import, export or end tag is not understood here")
    return f"const {name} = (() => {{\n{inside}return {{ {exported} }};\n}})();\n"


def _hash(text: str) -> str:
    """As a content security policy names it."""
    return "sha256-" + base64.b64encode(hashlib.sha256(text.encode()).digest()).decode()


def main(arguments: list[str]) -> int:
    return write_or_check({PAGE: page()}, arguments)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
