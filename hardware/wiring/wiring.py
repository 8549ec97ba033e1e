"""Writes ``docs/wiring.md`` and its two pictures: ``python -m hardware.wiring.wiring``, ``--check`` compares.

The pins come from the table that the firmware is compiled with, so that the document cannot say anything else.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import Final

from hardware.firmware import pins
from hardware.wiring import budget, document, ladder, picture

ROOT: Final = Path(__file__).resolve().parents[2]
PAGE: Final = ROOT / "docs" / "wiring.md"
PICTURE: Final = ROOT / "docs" / "images" / "wiring.svg"
LADDER: Final = ROOT / "docs" / "images" / "emergency-stop.svg"


def outputs() -> dict[Path, str]:
    """The text of every file. Raises ``PinTableError`` and ``BudgetError``."""
    table, parts = pins.load(), budget.load()
    budget.check(parts)
    return {PAGE: document.page(table, parts), PICTURE: picture.svg(table, parts), LADDER: ladder.svg(table, parts)}


def main(arguments: Sequence[str] | None = None) -> int:
    parser = argparse.ArgumentParser(prog="python -m hardware.wiring.wiring")
    parser.add_argument("--check", action="store_true", help="fail when a file differs from the tables")
    options = parser.parse_args(arguments)
    for path, text in outputs().items():
        if not options.check:
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(text, encoding="utf-8")
        elif not path.exists() or path.read_text(encoding="utf-8") != text:
            print(f"{path} differs from its tables: run python -m hardware.wiring.wiring", file=sys.stderr)
            return 1
    return 0


if __name__ == "__main__":
    sys.exit(main())
