"""Backups that tables leave with their hall: sealed by the table, a file each, the latest few of each table.

The hall cannot open them, and a table cannot take one away: who took over a table reaches none that was made before.
"""

from __future__ import annotations

import hashlib
import os
import re
import threading
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path
from typing import Final

from api.backups.sealed import MAGIC
from api.backups.series import SEALED
from controller.files import has_room, sync_folder
from controller.refusals import Code, Refused

FOLDER: Final = "table-backups"
"""In the state folder of the hall; below it a folder for each table."""
MOST_KEPT: Final = 14
MOST_BYTES: Final = 512 << 20
"""Of one backup: a journal of some ten million events."""
PIECE_BYTES: Final = 512 << 10
_NAME: Final = re.compile(r"jantaku-[a-z0-9-]{1,40}-\d{8}T\d{6}Z\.tar\.gz" + re.escape(SEALED), re.ASCII)
_TABLE: Final = re.compile(r"t-[a-z0-9]{1,40}", re.ASCII)
_PART: Final = ".part"
_STAMP: Final = re.compile(r"\d{8}T\d{6}Z", re.ASCII)


def named(name: str) -> str:
    """The name, when a backup may be called so. Raises ``Refused`` (``invalid``)."""
    if not _NAME.fullmatch(name) or not _is_time(_STAMP.findall(name)[-1]):
        raise Refused(Code.INVALID, "a sealed backup is called jantaku-TABLE-TIME.tar.gz.sealed", field="name")
    return name


def _is_time(stamp: str) -> bool:
    try:
        return bool(time_of(stamp))
    except ValueError:
        return False


def time_of(stamp: str) -> datetime:
    """Raises ``ValueError``."""
    return datetime.strptime(stamp, "%Y%m%dT%H%M%SZ").replace(tzinfo=UTC)


@dataclass(frozen=True, slots=True)
class TableBackup:
    """``size`` in bytes."""

    name: str
    size: int

    @property
    def made(self) -> datetime:
        """When the table began it: its name says so (``api.backups.series``)."""
        return time_of(_STAMP.findall(self.name)[-1])


class TableBackups:
    """``folder``: made when the first backup comes. For any thread."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        self._lock = threading.Lock()

    def listed(self, table: str) -> list[TableBackup]:
        """The newest first. Raises ``OSError``."""
        place = self._place(table)
        if not place.is_dir():
            return []
        found = [TableBackup(path.name, path.stat().st_size) for path in place.iterdir() if _NAME.fullmatch(path.name)]
        return sorted(found, key=lambda one: (one.made, one.name), reverse=True)

    def path_of(self, table: str, name: str) -> Path:
        """Raises ``Refused`` (``no-such-backup``)."""
        path = self._place(table) / named(name)
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
        place, wanted = self._place(table), named(name)
        if at + len(piece) > MOST_BYTES:
            raise Refused(Code.BACKUP_NO_ROOM)
        with self._lock:
            place.mkdir(mode=0o700, parents=True, exist_ok=True)
            part = place / (wanted + _PART)
            if at == 0:
                self._forget_parts(place)
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
        A second time nothing changes. Raises ``Refused`` (``no-such-backup``, ``invalid``), ``OSError``."""
        place, wanted = self._place(table), named(name)
        with self._lock:
            part, target = place / (wanted + _PART), place / wanted
            kept = part if part.is_file() else self.path_of(table, name)
            with kept.open("rb") as file:
                sealed = file.read(len(MAGIC)) == MAGIC
                file.seek(0)
                if not sealed or hashlib.file_digest(file, "sha256").hexdigest() != digest:
                    raise Refused(Code.INVALID, "what came is not the sealed backup with this digest", field="digest")
            if kept is part:
                with part.open("r+b") as file:
                    os.fsync(file.fileno())
                part.rename(target)
            for old in self.listed(table)[MOST_KEPT:]:
                (place / old.name).unlink(missing_ok=True)
            sync_folder(place)

    def _place(self, table: str) -> Path:
        if not _TABLE.fullmatch(table):
            raise Refused(Code.NOT_FOUND, f"there is no table {table[:40]!r}")
        return self._folder / FOLDER / table

    def _forget_parts(self, place: Path) -> None:
        for path in place.glob(f"*{_PART}"):
            path.unlink(missing_ok=True)
