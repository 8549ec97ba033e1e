"""Backups that tables leave with their hall: sealed by the table, a file each.

The hall cannot open them. Of each day on which some came it keeps the latest, of the last ``MOST_KEPT`` such days by
its own clock, and no file is ever replaced: who took over a table needs as many days to push out what was left before.
"""

from __future__ import annotations

import asyncio
import hashlib
import os
import re
import time
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from dataclasses import dataclass
from datetime import UTC, date, datetime
from pathlib import Path
from typing import Final, TypeVar

from api.backups.hall_store import MOST_BYTES, PIECE_BYTES
from api.backups.sealed import MAGIC
from api.backups.series import made
from controller.files import has_room, sync_folder
from controller.refusals import Code, Refused

FOLDER: Final = "table-backups"
"""In the state folder of the hall; below it a folder for each table."""
MOST_KEPT: Final = 14
"""Days on which a backup came."""
_TABLE: Final = re.compile(r"t-[a-z0-9]{1,40}", re.ASCII)
_PART: Final = ".part"
T = TypeVar("T")


@dataclass(frozen=True, slots=True)
class TableBackup:
    """``made``: when the table began it, as its name says; ``came``: when it was here, Unix seconds. ``size`` in
    bytes."""

    name: str
    made: datetime
    came: float
    size: int

    @property
    def day(self) -> date:
        return datetime.fromtimestamp(self.came, UTC).date()


class TableBackups:
    """``folder``: made when the first backup comes. What tables ask for goes through ``do``. ``now``: Unix
    seconds."""

    def __init__(self, folder: Path, now: Callable[[], float] = time.time) -> None:
        self._folder, self._now = folder, now
        self._thread = ThreadPoolExecutor(1, "table backups")
        self._asked: set[str] = set()

    async def do(self, table: str, work: Callable[[], T]) -> T:
        """In a thread of its own, one after the other: a file that is long to check holds up no other part of the hall.
        Raises ``Refused`` (``too-many-at-once``) while the same table has something under way."""
        if table in self._asked:
            raise Refused(Code.TOO_MANY_AT_ONCE)
        self._asked.add(table)
        try:
            return await asyncio.get_running_loop().run_in_executor(self._thread, work)
        finally:
            self._asked.discard(table)

    def listed(self, table: str) -> list[TableBackup]:
        """The latest to come first. Raises ``OSError``."""
        place = self._place(table)
        if not place.is_dir():
            return []
        found = []
        for path in place.iterdir():
            begun = made(path.name)
            with suppress(FileNotFoundError):  # one that has just gone
                if begun is not None:
                    status = path.stat()
                    found.append(TableBackup(path.name, begun, status.st_mtime, status.st_size))
        return sorted(found, key=lambda one: (one.came, one.made), reverse=True)

    def path_of(self, table: str, name: str) -> Path:
        """Raises ``Refused`` (``no-such-backup``)."""
        path = self._place(table) / _named(name)
        if not path.is_file():
            raise Refused(Code.NO_SUCH_BACKUP, f"there is no backup {name!r}", field="name")
        return path

    def piece(self, table: str, name: str, at: int) -> bytes:
        """What stands there from this byte on, ``PIECE_BYTES`` at most. Raises ``Refused``, ``OSError``."""
        with self.path_of(table, name).open("rb") as file:
            file.seek(at)
            return file.read(PIECE_BYTES)

    def take(self, table: str, name: str, at: int, piece: bytes) -> int:
        """Keeps a piece of a backup that is on its way; how much of it is there. The same piece again changes nothing;
        one of another backup ends the one before. Raises ``Refused`` (``no-such-backup`` where the pieces before it
        are missing), ``OSError``."""
        place = self._place(table)
        part = place / (_named(name) + _PART)
        if at + len(piece) > MOST_BYTES:
            raise Refused(Code.BACKUP_NO_ROOM)
        place.mkdir(mode=0o700, parents=True, exist_ok=True)
        if at == 0:
            for old in place.glob(f"*{_PART}"):
                old.unlink(missing_ok=True)
            part.touch(mode=0o600)
        if not has_room(place, len(piece)):
            raise Refused(Code.BACKUP_NO_ROOM)
        if not part.is_file() or part.stat().st_size < at:
            raise Refused(Code.NO_SUCH_BACKUP, f"the begin of {name!r} is missing", field="at")
        with part.open("r+b") as file:
            file.seek(at)
            file.write(piece)
            file.truncate()
            return file.tell()

    def complete(self, table: str, name: str, digest: str) -> None:
        """All pieces are there: the file is durable and takes its name, and older ones go. ``digest``: SHA-256 of all.
        A second time nothing changes. Raises ``Refused`` (``no-such-backup``; ``invalid`` for another content than the
        digest's, or than what has this name already), ``OSError``."""
        place = self._place(table)
        target, part = place / _named(name), place / (name + _PART)
        kept = target if target.is_file() else part if part.is_file() else self.path_of(table, name)
        with kept.open("rb") as file:
            sealed = file.read(len(MAGIC)) == MAGIC
            file.seek(0)
            if not sealed or hashlib.file_digest(file, "sha256").hexdigest() != digest:
                raise Refused(Code.INVALID, "what came is not the sealed backup with this digest", field="digest")
        if kept is part:
            with part.open("r+b") as file:
                os.fsync(file.fileno())
            os.utime(part, (self._now(),) * 2)
            part.rename(target)
        else:
            part.unlink(missing_ok=True)
        days: list[date] = []
        for one in self.listed(table):
            if one.day in days or len(days) == MOST_KEPT:
                (place / one.name).unlink(missing_ok=True)
            else:
                days.append(one.day)
        sync_folder(place)

    def _place(self, table: str) -> Path:
        if not _TABLE.fullmatch(table):
            raise Refused(Code.NOT_FOUND, f"there is no table {table[:40]!r}")
        return self._folder / FOLDER / table


def _named(name: str) -> str:
    """The name, when a backup may be called so. Raises ``Refused`` (``invalid``)."""
    if made(name) is None:
        raise Refused(Code.INVALID, "a sealed backup is called jantaku-TABLE-TIME.tar.gz.sealed", field="name")
    return name
