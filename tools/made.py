"""The end of every generator: write the file that was made, or check that it is up to date."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path


def write_or_check(made: Mapping[Path, str], arguments: Sequence[str]) -> int:
    """Exit status: with ``--check`` 1 when a file is not what was made, and nothing is written; else 0."""
    if "--check" in arguments:
        return int(any(not path.exists() or path.read_text(encoding="utf-8") != text for path, text in made.items()))
    for path, text in made.items():
        path.write_text(text, encoding="utf-8")
    return 0
