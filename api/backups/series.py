"""Backups that come by themselves: a folder, such as that of a stick, keeps the latest of each table."""

from __future__ import annotations

import re
from collections.abc import Iterable
from datetime import UTC, datetime
from pathlib import Path
from typing import Final

SUFFIX: Final = ".tar.gz"
SEALED: Final = ".sealed"
HALL_SUFFIX: Final = ".hall.db"
"""Of a copy of the store of a hall."""
_STAMP: Final = "%Y%m%dT%H%M%SZ"
_SEALED_FORM: Final = re.compile(r"jantaku-[a-z0-9-]{1,40}-(\d{8}T\d{6}Z)" + re.escape(SUFFIX + SEALED), re.ASCII)


def name(table: str, now: datetime, *, sealed: bool, suffix: str = SUFFIX) -> str:
    """In the order of their names they are in the order of their times. ``table``: or a hall; ``suffix`` tells them
    apart."""
    stamp = now.astimezone(UTC).strftime(_STAMP)
    return f"{_begin(table)}{stamp}{suffix}{SEALED if sealed else ''}"


def _begin(table: str) -> str:
    plain = re.sub(r"[^a-z0-9]+", "-", table.lower()).strip("-")[:40] or "table"
    return f"jantaku-{plain}-"


def made(name: str) -> datetime | None:
    """When the sealed backup of a table with this name was begun; None for a name that none has."""
    found = _SEALED_FORM.fullmatch(name)
    try:
        return None if found is None else datetime.strptime(found[1], _STAMP).replace(tzinfo=UTC)
    except ValueError:
        return None


def of_table(names: Iterable[str], table: str, suffix: str = SUFFIX) -> list[str]:
    """Those of this table, the newest first. Others in the same place are nobody's business here."""
    form = re.compile(re.escape(_begin(table)) + r"\d{8}T\d{6}Z" + re.escape(suffix) + f"({re.escape(SEALED)})?")
    return sorted((name for name in names if form.fullmatch(name)), reverse=True)


def clear(folder: Path, table: str, keep: int, suffix: str = SUFFIX) -> list[Path]:
    """All but the latest ``keep`` are gone; which ones. Raises ``OSError``."""
    gone = [folder / name for name in of_table((path.name for path in folder.iterdir()), table, suffix)[keep:]]
    for path in gone:
        path.unlink(missing_ok=True)
    return gone
