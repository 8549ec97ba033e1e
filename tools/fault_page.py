"""``docs/faults.md`` from the fault catalogue and its English words: ``python -m tools.fault_page [--check]``."""

from __future__ import annotations

import json
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from controller.mechanism.faults import catalogue
from tools.made import write_or_check

ROOT = Path(__file__).resolve().parents[1]
PAGE = ROOT / "docs" / "faults.md"
WORDS = ROOT / "api" / "locale" / "en" / "machine.json"
SEVERITY = {"warn": "play goes on", "hold": "the machine waits for a person", "stop": "all motors off"}
HEAD = """# Faults

Made from the catalogue in `controller/mechanism/faults.py` by `python -m tools.fault_page`; do not edit.

Remedies are tried in their order. The tablet shows the same sentences in the reader's language, with the place of the
fault. The evidence named here is kept in the journal with each fault; with every fault that stops the machine the last
60 seconds of telemetry and the last 256 frames of the link are written to the folder `faults/` of the state folder.
"""


class _Named(dict[str, str]):
    """Leaves a placeholder that only a running table could fill as a plain letter."""

    def __missing__(self, key: str) -> str:
        return {"side": "side n", "mechanism": "the part", "built": "x", "asked": "y"}.get(key, key)


def _sentence(text: str) -> str:
    named = text.format_map(_Named())
    return named[:1].upper() + named[1:]


def page(words: dict[str, str]) -> str:
    """The whole page as text."""
    return HEAD + "".join(_chapter(entries, words) for entries in _families())


def _families() -> Iterator[list[dict[str, Any]]]:
    entries = catalogue()
    for key in dict.fromkeys(entry["key"] for entry in entries):
        yield [entry for entry in entries if entry["key"] == key]


def _chapter(entries: list[dict[str, Any]], words: dict[str, str]) -> str:
    first = entries[0]
    codes = ", ".join(entry["code"] for entry in entries)
    lines = [
        f"\n## {codes}: {_sentence(words[first['key']])}\n",
        f"{_sentence(words[first['key'] + '.meaning'])}\n",
        f"*{SEVERITY[first['severity']].capitalize()}.* Evidence: {', '.join(first['evidence']) or 'none'}.\n",
    ]
    lines += [f"{n}. {_sentence(words['remedy.' + remedy])}" for n, remedy in enumerate(first["remedies"], 1)]
    return "\n".join(lines) + "\n"


def main(arguments: list[str]) -> int:
    return write_or_check({PAGE: page(json.loads(WORDS.read_text(encoding="utf-8")))}, arguments)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
