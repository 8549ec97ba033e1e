"""The table's flight recorder: what the sensors said in the last minute, kept as a file with every serious fault."""

from __future__ import annotations

import json
import os
from collections import deque
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any, Final

SECONDS: Final = 60.0
MOST_ENTRIES: Final = 4096
MOST_FILES: Final = 50


class Trace:
    """The last minute. ``at`` is the loop's clock in seconds."""

    def __init__(self) -> None:
        self._entries: deque[tuple[float, str, Callable[[], Mapping[str, Any]]]] = deque(maxlen=MOST_ENTRIES)

    def add(self, at: float, kind: str, data: Callable[[], Mapping[str, Any]]) -> None:
        """``data`` is asked only when the trace is written out: most of it never is."""
        self._entries.append((at, kind, data))
        while self._entries[0][0] < at - SECONDS:
            self._entries.popleft()

    def entries(self) -> list[dict[str, Any]]:
        """``{"at": seconds, "kind": ..., ...}``, oldest first."""
        return [{"at": round(at, 4), "kind": kind, **data()} for at, kind, data in self._entries]


def keep(folder: Path, name: str, content: Mapping[str, Any]) -> Path:
    """Writes ``content`` as ``name.json``; the file appears whole or not at all. The oldest files beyond ``MOST_FILES``
    go. Raises ``OSError``."""
    folder.mkdir(parents=True, exist_ok=True)
    path = folder / f"{name}.json"
    part = path.with_suffix(".part")
    with part.open("w", encoding="utf-8") as file:
        file.write(json.dumps(content, ensure_ascii=False, default=str))
        file.flush()
        os.fsync(file.fileno())
    part.replace(path)
    for old in sorted(folder.glob("*.json"))[:-MOST_FILES]:
        old.unlink(missing_ok=True)
    return path
