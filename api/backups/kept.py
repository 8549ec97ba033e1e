"""The backups that a table keeps in its own folder until somebody takes them away: the latest few."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path
from typing import Final

from api.backups.archive import KEPT, SCRATCH, ArchiveContent, content_of, new_file, write_archive
from controller.files import has_room, sync_folder
from controller.journal.store import Journal
from controller.refusals import Code, Refused

MOST_KEPT: Final = 4
SUFFIX: Final = ".tar.gz"
_NAME: Final = re.compile(r"[a-z0-9][a-z0-9.-]{0,200}\.tar\.gz", re.ASCII)
_DAMAGED: Final = "-damaged"


@dataclass(frozen=True, slots=True)
class KeptBackup:
    """``size`` in bytes."""

    name: str
    size: int
    content: ArchiveContent


@dataclass(frozen=True, slots=True)
class KeptBackups:
    """``folder``: the state folder. ``table``: its name, which the files bear."""

    folder: Path
    table: str
    now: Callable[[], datetime]

    def make(self, damaged: bool) -> KeptBackup:
        """A checked archive of the folder; the oldest beyond ``MOST_KEPT`` go. Raises as ``write_archive``, and
        ``Refused`` (``backup-no-room``)."""
        place = self._place()
        self._check_room()
        part = place / f"{SCRATCH}new.part"
        try:
            with (
                Journal(self.folder / "journal.db", now=self.now, read_only=True) as journal,
                new_file(part) as file,
            ):
                content = write_archive(journal, self.folder, file, damaged=damaged, now=self.now)
            target = part.rename(place / self._name(content))
        finally:
            part.unlink(missing_ok=True)
        for old in self.listed()[MOST_KEPT:]:
            (place / old.name).unlink(missing_ok=True)
        sync_folder(place)
        return KeptBackup(target.name, target.stat().st_size, content)

    def listed(self) -> list[KeptBackup]:
        """The newest first. Raises ``OSError``."""
        found = []
        for path in self._place().iterdir():
            content = content_of(path) if self._is_ours(path) else None
            if content is not None:
                found.append(KeptBackup(path.name, path.stat().st_size, content))
        return sorted(found, key=lambda one: (one.content.made, one.name), reverse=True)

    def path_of(self, name: str) -> Path:
        """Raises ``Refused`` for a name that is not in the list."""
        path = self.folder / KEPT / name
        if not _NAME.fullmatch(name) or not self._is_ours(path):
            raise Refused(Code.NO_SUCH_BACKUP, f"there is no backup {name!r}", field="name")
        return path

    def remove(self, name: str) -> None:
        """Raises ``Refused`` and ``OSError``."""
        self.path_of(name).unlink(missing_ok=True)
        sync_folder(self.folder / KEPT)

    def _place(self) -> Path:
        place = self.folder / KEPT
        place.mkdir(mode=0o700, exist_ok=True)
        return place

    def _is_ours(self, path: Path) -> bool:
        return _NAME.fullmatch(path.name) is not None and path.is_file() and not path.is_symlink()

    def _check_room(self) -> None:
        """For a copy of the journal, and for an archive that may be no smaller."""
        size = 2 * sum(path.stat().st_size for path in self.folder.glob("journal.db*"))
        if not has_room(self.folder, size):
            raise Refused(Code.BACKUP_NO_ROOM)

    def _name(self, content: ArchiveContent) -> str:
        table = re.sub(r"[^a-z0-9]+", "-", self.table.lower()).strip("-")[:40] or "table"
        made = self.now().astimezone(UTC).strftime("%Y%m%dT%H%M%SZ").lower()
        mark = _DAMAGED if content.first_bad is not None else ""
        return f"jantaku-{table}-{made}-{content.epoch[:8]}-{content.events}-{content.head[:8]}{mark}{SUFFIX}"
