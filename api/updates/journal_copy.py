"""The journal before an update: kept as a copy in the state folder, and put back when nothing else helps."""

from __future__ import annotations

import sqlite3
from collections.abc import Callable
from contextlib import closing
from datetime import datetime
from pathlib import Path
from typing import Final

from controller.files import has_room, sync_folder
from controller.journal.checkpoint import Mark
from controller.journal.continuation import continue_journal
from controller.journal.errors import JournalError
from controller.journal.store import Journal

COPY: Final = "before-update.db"
ASIDE: Final = "after-update-{}.db"
_JOURNAL: Final = "journal.db"


def keep(folder: Path, now: Callable[[], datetime]) -> bool:
    """Makes the copy; a table without a journal needs none. False when the disk has no room for it. Raises
    ``JournalError``, ``OSError``."""
    journal, copy = folder / _JOURNAL, folder / COPY
    copy.with_name(copy.name + ".part").unlink(missing_ok=True)
    if not journal.exists():
        return True
    if copy.exists():
        copy.unlink()
    if not has_room(folder, journal.stat().st_size):
        return False
    with Journal(journal, now=now, read_only=True) as opened:
        opened.backup(copy)
    sync_folder(folder)
    return True


def drop(folder: Path) -> None:
    (folder / COPY).unlink(missing_ok=True)


def put_back(folder: Path, now: Callable[[], datetime]) -> None:
    """The copy takes the place of the journal, which stays beside it under another name; it goes on in a new epoch, so
    that no number of an event means two things. Done twice it is done once. Raises ``JournalError``, ``OSError``."""
    journal, copy = folder / _JOURNAL, folder / COPY
    if not copy.exists():
        return
    left = None
    if journal.exists():
        whole_in_one_file(journal)
        aside = folder / ASIDE.format(f"{now():%Y%m%dT%H%M%S}")
        aside.unlink(missing_ok=True)
        aside.hardlink_to(journal)
        left = _head(journal, now)
    with Journal(copy, now=now) as opened:
        if left is None or left.seq >= opened.last_seq:
            continue_journal(opened, "restored", left)
    copy.with_name(copy.name + ".lock").unlink(missing_ok=True)
    whole_in_one_file(copy)
    copy.replace(journal)
    sync_folder(folder)


def whole_in_one_file(path: Path) -> None:
    """Without a log of changes beside it."""
    with closing(sqlite3.connect(path)) as connection:
        connection.execute("PRAGMA wal_checkpoint(TRUNCATE)")
    for suffix in ("-wal", "-shm"):
        path.with_name(path.name + suffix).unlink(missing_ok=True)


def _head(path: Path, now: Callable[[], datetime]) -> Mark | None:
    """None of a journal that this release cannot read."""
    try:
        with Journal(path, now=now, read_only=True) as journal:
            return Mark(journal.epoch, journal.last_seq, journal.head)
    except JournalError:
        return None
