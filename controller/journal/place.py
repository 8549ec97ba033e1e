"""Whether the file that is open is still the one that has the name: nothing is acknowledged into a file without one."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

from controller.journal.errors import JournalGone

Identity = tuple[int, int]


@dataclass(frozen=True, slots=True)
class JournalPlace:
    """The files of an open journal by device and inode, as they were when it was opened."""

    path: Path
    files: tuple[tuple[Path, Identity], ...]

    @classmethod
    def of(cls, path: Path) -> JournalPlace:
        """Of the file and its WAL. Raises ``JournalGone``."""
        files = (path, path.with_name(path.name + "-wal"))
        return cls(path, tuple((file, _identity(path, file)) for file in files))

    def check(self) -> None:
        """Raises ``JournalGone`` when a name is gone or belongs to another file."""
        for file, identity in self.files:
            if _identity(self.path, file) != identity:
                raise JournalGone(self.path, f"{file} is another file now")


def _identity(path: Path, file: Path) -> Identity:
    try:
        found = file.stat()
    except OSError as error:
        raise JournalGone(path, f"{file}: {error.strerror}") from error
    return found.st_dev, found.st_ino
