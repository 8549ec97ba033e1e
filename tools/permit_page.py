"""``docs/permits.md`` from the table of permits and its English words: ``python -m tools.permit_page [--check]``."""

from __future__ import annotations

import json
import sys
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Final

from controller.permits import PERMITS, Permit, Role, words_of
from tools.made import write_or_check

ROOT: Final = Path(__file__).resolve().parents[1]
PAGE: Final = ROOT / "docs" / "permits.md"
LOCALE: Final = ROOT / "api" / "locale" / "en"
MARK: Final = {Permit.NO: "", Permit.OWN: "own seat", Permit.YES: "yes"}
HEAD: Final = """# Who may do what

Made from the table in `controller/permits.py` by `python -m tools.permit_page`; do not edit.

What is not marked is refused with `not-allowed` (R107), which names the roles that may. *Own seat* means: only for the
seat that the device belongs to. How a device gets its role: [access.md](access.md). A dice key stands for the players
at the table, whose role is that of the table's tablet; the keys Open and Raise move the machine without a command and
need no role, since whoever presses them is there.

"""


def page(words: Mapping[str, str]) -> str:
    """The whole page as text."""
    roles = " | ".join(role.value for role in Role)
    head = f"| | {roles} |\n|---|{'---|' * len(Role)}\n"
    return HEAD + head + "".join(_rows(words))


def _rows(words: Mapping[str, str]) -> Iterator[str]:
    for name, permits in PERMITS.items():
        cells = " | ".join(MARK[permits[role]] for role in Role)
        yield f"| {words[words_of(name)]} (`{name}`) | {cells} |\n"


def _words() -> dict[str, str]:
    found: dict[str, str] = {}
    for topic in ("permit", "machine"):
        found |= json.loads((LOCALE / f"{topic}.json").read_text(encoding="utf-8"))
    return found


def main(arguments: list[str]) -> int:
    return write_or_check({PAGE: page(_words())}, arguments)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
