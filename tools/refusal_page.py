"""``docs/refusals.md`` from the catalogue of refusals and its English words.

``python -m tools.refusal_page [--check]`` writes or compares it.
"""

from __future__ import annotations

import json
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Final

from api.http.problems import STATUS_OF_KIND
from controller.refusals.codes import CHAPTERS, CatalogueEntry, Code
from tools.made import write_or_check

ROOT: Final = Path(__file__).resolve().parents[1]
PAGE: Final = ROOT / "docs" / "refusals.md"
WORDS: Final = ROOT / "api" / "locale" / "en" / "error.json"
HEAD: Final = """# Refusals

Made from the catalogue in `controller/refusals/codes.py` by `python -m tools.refusal_page`; do not edit.

Every answer that is no carries a number and a code. Both are stable; the number of a refusal that is gone is never
given to another one. Over HTTP a refusal is a problem document (RFC 9457) with the members `type`, `title`, `status`,
`code`, `number`, `detail`, `remedy` and, where it is about a part of the input, `field`. Below, `[]` stands for any
index and `*` for any field.
`title` is the sentence below in the reader's language; `detail` says what was special this time and is meant for
programs and logs. The code of R202 names the situation of the table as well, such as `not-now-playing`.
"""


def page(words: dict[str, str]) -> str:
    """The whole page as text."""
    return HEAD + "".join(_chapter(prefix, title, words) for prefix, title in CHAPTERS.items() if _entries(prefix))


def _chapter(prefix: str, title: str, words: dict[str, str]) -> str:
    head = f"\n## {title}\n\n| number | code | HTTP | fields | says | remedy |\n|---|---|---|---|---|---|\n"
    return head + "".join(_row(entry, words) for entry in _entries(prefix))


def _entries(prefix: str) -> list[CatalogueEntry]:
    return [code.value for code in Code if code.value.number.startswith(prefix)]


def _row(entry: CatalogueEntry, words: dict[str, str]) -> str:
    return f"| {' | '.join(_cells(entry, words))} |\n"


def _cells(entry: CatalogueEntry, words: dict[str, str]) -> Iterator[str]:
    yield entry.number
    yield f"`{entry.code}`"
    yield str(STATUS_OF_KIND[entry.kind])
    yield ", ".join(f"`{field}`" for field in entry.fields if field)
    yield words[f"error.{entry.code}"]
    yield words[f"error.{entry.code}.remedy"]


def main(arguments: list[str]) -> int:
    return write_or_check({PAGE: page(json.loads(WORDS.read_text(encoding="utf-8")))}, arguments)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
