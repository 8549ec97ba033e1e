"""Opening the file of a journal: the lock of its one writer, the connection, and what lies beside it."""

from __future__ import annotations

import fcntl
import os
import sqlite3
from contextlib import suppress
from pathlib import Path
from typing import IO, Final

from controller.journal.errors import JournalCorrupt, JournalError, JournalLocked, as_journal_error
from controller.refusals import Code

CHECKPOINT_SUFFIX: Final = ".checkpoint"
OTHER_CHECKPOINT_SUFFIX: Final = ".checkpoint-other"
SALVAGED_SUFFIX: Final = ".salvaged"


def take_lock(path: Path) -> IO[str]:
    """Held until the file is closed or the process ends, however it ends. Raises ``JournalLocked`` and
    ``JournalError``."""
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        lock = path.with_name(path.name + ".lock").open("a+", encoding="ascii")
    except OSError as error:
        raise JournalError(Code.JOURNAL_UNWRITABLE, f"{path.parent}: {error.strerror}", "Mend the folder.") from error
    try:
        fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except OSError:
        lock.seek(0)
        holder = lock.read(20).strip()
        lock.close()
        raise JournalLocked(path, holder) from None
    lock.truncate(0)
    lock.write(f"{os.getpid()}\n")
    lock.flush()
    return lock


def check_not_lost(path: Path) -> None:
    """A journal that is not there although it was makes no room for a new one that says nothing of it. Raises
    ``JournalCorrupt``."""
    if path.with_name(path.name + SALVAGED_SUFFIX).exists():
        raise JournalCorrupt(path, "jantaku journal salvage was cut off; run it again")
    if not (path.is_file() and path.stat().st_size) and path.with_name(path.name + CHECKPOINT_SUFFIX).exists():
        raise JournalCorrupt(path, "it is gone, although its checkpoint is there")


def data_version(connection: sqlite3.Connection) -> int:
    """Another number after another connection has written."""
    return int(connection.execute("PRAGMA data_version").fetchone()[0])


def last_readable(reader: sqlite3.Connection) -> int:
    """The number of the last event before the first that cannot be read."""
    seq = 0
    with suppress(sqlite3.Error):
        for (seq,) in reader.execute("SELECT seq FROM events ORDER BY seq"):  # noqa: B007
            pass
    return seq


def connect(path: Path, read_only: bool, damaged: bool = False) -> sqlite3.Connection:
    """``damaged``: as far as the file goes. Raises ``JournalError``."""
    with as_journal_error(path):
        address = f"{path.absolute().as_uri()}?mode={'ro' if read_only else 'rwc'}"
        connection = sqlite3.connect(address, uri=True, isolation_level=None, check_same_thread=False, timeout=5)
        if damaged:
            # So that SQLite takes a file for what it has, not for the size that its header names.
            connection.execute("PRAGMA writable_schema = ON")
        connection.execute("PRAGMA cache_size = -512")
        if not read_only:
            connection.execute("PRAGMA journal_mode = WAL")
            connection.execute("PRAGMA synchronous = FULL")
            connection.execute("PRAGMA journal_size_limit = 4194304")
    return connection
