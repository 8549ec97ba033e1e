"""Writes, or with ``--check`` compares, every file that is made from protocol.toml.

``python -m firmware_bridge.generate [--check]``: exit status 0 up to date (or written), 1 something differs.
"""

from __future__ import annotations

import argparse
import importlib
import sys
from collections.abc import Sequence
from pathlib import Path

from firmware_bridge.emit import c, python, simulator
from firmware_bridge.schema import Schema, load

ROOT = Path(__file__).resolve().parent.parent


def sources(schema: Schema) -> dict[Path, str]:
    """Path within the checkout -> text it must hold: what is made from the schema alone."""
    return {
        Path("firmware_bridge/messages.py"): python.module(schema),
        Path("hardware/firmware/core/protocol.h"): c.header(schema),
        Path("hardware/simulator/numbers.py"): simulator.module(schema),
    }


def examples(schema: Schema) -> dict[Path, str]:
    """Path -> text of what shows frames, for which the messages must have been written before."""
    page = importlib.import_module("firmware_bridge.emit.page")
    vectors = importlib.import_module("firmware_bridge.emit.vectors")
    return {
        Path("docs/protocol.md"): page.page(schema),
        Path("firmware_bridge/vectors.json"): vectors.text(schema),
    }


def stale(files: dict[Path, str], root: Path) -> list[Path]:
    """The files that do not hold what they must."""
    return [path for path, text in files.items() if not _holds(root / path, text)]


def main(arguments: Sequence[str] | None = None) -> int:
    parser = argparse.ArgumentParser(prog="python -m firmware_bridge.generate", description=__doc__)
    parser.add_argument("--check", action="store_true", help="only say what differs")
    check = parser.parse_args(arguments).check
    schema = load()
    differing = [path for make in (sources, examples) for path in _bring_up_to_date(make(schema), check)]
    return int(check and bool(differing))


def _bring_up_to_date(files: dict[Path, str], check: bool) -> list[Path]:
    differing = stale(files, ROOT)
    for path in differing:
        print(f"{path}: {'differs from protocol.toml' if check else 'written'}")
        if not check:
            (ROOT / path).parent.mkdir(parents=True, exist_ok=True)
            (ROOT / path).write_text(files[path], encoding="utf-8")
    return differing


def _holds(path: Path, text: str) -> bool:
    return path.is_file() and path.read_text(encoding="utf-8") == text


if __name__ == "__main__":
    sys.exit(main())
