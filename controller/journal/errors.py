"""What can be wrong with a journal, in words for the person who has to mend it."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Final

from controller.events import EventError
from controller.refusals import Code, Refused

SALVAGE_OR_RESTORE: Final = (
    "Stop the service. Then go on from what is good (jantaku journal salvage), or restore a backup (jantaku restore). "
    "Both keep the damaged file."
)


class JournalError(Refused):
    """The journal cannot be read or written; ``remedy`` says what to do now. Nothing was written.

    ``seq``: the first event that cannot be used, where that is known; everything before it can be read."""

    seq: int | None = None


class JournalLocked(JournalError):
    """Another process writes this journal."""

    def __init__(self, path: Path, holder: str) -> None:
        who = f"process {holder}" if holder else "another process"
        super().__init__(
            Code.JOURNAL_LOCKED,
            f"{path} is in use by {who}: a table has one service",
            "Stop the other service, or give this one a state folder of its own (JANTAKU_STATE_DIR).",
        )


class JournalFull(JournalError):
    """The disk has no room left. What was acknowledged before is safe."""

    def __init__(self, path: Path) -> None:
        super().__init__(
            Code.JOURNAL_FULL,
            f"the disk that holds {path} is full",
            "Free some space; then give the command again. Every result shown so far is kept.",
        )


class JournalCorrupt(JournalError):
    """The file is damaged, or was changed by something else than this program."""

    def __init__(self, path: Path, what: str, seq: int | None = None) -> None:
        super().__init__(Code.JOURNAL_CORRUPT, f"{path} is damaged: {what}", SALVAGE_OR_RESTORE)
        self.seq = seq


class JournalGone(JournalError):
    """The file that is open has lost its name: it, its WAL or its folder was removed, moved or replaced."""

    def __init__(self, path: Path, what: str) -> None:
        super().__init__(
            Code.JOURNAL_GONE,
            f"{path} was removed or replaced while the service ran: {what}",
            "Put the file back, or restore a backup (jantaku restore); then start the service again. "
            "Nothing was acknowledged since.",
        )


class JournalForeign(JournalError):
    """Something else than this process has written events."""

    def __init__(self, path: Path) -> None:
        super().__init__(
            Code.JOURNAL_FOREIGN,
            f"another program has written events into {path}",
            "Find out which program, and stop it; then start the service again: it checks the journal.",
        )


class JournalTooNew(JournalError):
    """A newer release wrote the file."""

    def __init__(self, path: Path, found: int, known: int) -> None:
        super().__init__(
            Code.JOURNAL_TOO_NEW,
            f"{path} has schema {found}; this release knows schemas up to {known}",
            "Install the release that wrote it, or a newer one.",
        )


class JournalUnreadable(JournalError):
    """An event of the journal is not in the catalogue, or is broken. ``seq`` is its number."""

    def __init__(self, path: Path, seq: int, error: EventError) -> None:
        super().__init__(error.why, f"event {seq} of {path} cannot be read: {error.detail}", error.remedy)
        self.seq = seq


@contextmanager
def as_journal_error(path: Path) -> Iterator[None]:
    """Turns SQLite's errors into ours."""
    try:
        yield
    except sqlite3.Error as error:
        raise _named(path, error) from error


def _named(path: Path, error: sqlite3.Error) -> JournalError:
    # Extended result codes keep the primary code in their low byte.
    code = getattr(error, "sqlite_errorcode", sqlite3.SQLITE_ERROR) & 0xFF
    if code == sqlite3.SQLITE_FULL:
        return JournalFull(path)
    if code in (sqlite3.SQLITE_CORRUPT, sqlite3.SQLITE_NOTADB, sqlite3.SQLITE_FORMAT) or _is_damage(error):
        return JournalCorrupt(path, str(error))
    if code in (sqlite3.SQLITE_BUSY, sqlite3.SQLITE_LOCKED):
        return JournalLocked(path, "")
    if code in (sqlite3.SQLITE_IOERR, sqlite3.SQLITE_READONLY, sqlite3.SQLITE_CANTOPEN, sqlite3.SQLITE_PERM):
        return JournalError(Code.JOURNAL_UNWRITABLE, f"{path}: {error}", "Look at the disk and at who owns the folder.")
    return JournalError(Code.JOURNAL_FAILED, f"{path}: {error}", "Report this with the log of the service.")


def _is_damage(error: sqlite3.Error) -> bool:
    """SQLite has one code for all that is wrong with a statement; over our own statements it is the file's fault."""
    return str(error).startswith(("Could not decode to UTF-8", "no such table", "no such column"))
