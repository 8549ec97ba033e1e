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
from controller.journal.kept_heads import KeptHead
from controller.journal.store import Journal

COPY: Final = "before-update.db"
ASIDE: Final = "after-update-{}.db"
_JOURNAL: Final = "journal.db"


def keep(folder: Path, now: Callable[[], datetime]) -> bool:
    """Makes the copy, or leaves the one that has all of the journal; a table without a journal needs none. False when
    the disk has no room for it. Raises ``JournalError``, ``OSError``."""
    journal, copy = folder / _JOURNAL, folder / COPY
    copy.with_name(copy.name + ".part").unlink(missing_ok=True)
    if not journal.exists():
        return True
    with Journal(journal, now=now, read_only=True) as opened:
        if copy.exists() and _has_all_of(opened, copy, now):
            return True
        drop(folder)
        if not has_room(folder, journal.stat().st_size):
            return False
        opened.backup(copy)
    sync_folder(folder)
    return True


def drop(folder: Path) -> None:
    for suffix in ("-wal", "-shm", ".lock", ""):
        (folder / f"{COPY}{suffix}").unlink(missing_ok=True)


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
        left = head(journal, now)
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


def _has_all_of(journal: Journal, copy: Path, now: Callable[[], datetime]) -> bool:
    """Heads that were signed since (a table signs one when it stops) are added to the copy."""
    try:
        with Journal(copy, now=now) as kept:
            if (kept.epoch, kept.last_seq, kept.head) != (journal.epoch, journal.last_seq, journal.head):
                return False
            last = kept.latest_head()
            while found := journal.heads(0 if last is None else last.number):
                last = _add(found[0], kept)
    except JournalError:
        return False
    whole_in_one_file(copy)
    return True


def _add(one: KeptHead, kept: Journal) -> KeptHead:
    def as_it_is(*_: object) -> str:
        return one.record

    return kept.keep_head(as_it_is)


def head(path: Path, now: Callable[[], datetime]) -> Mark | None:
    """None of a journal that this release cannot read, or that is not there."""
    try:
        with Journal(path, now=now, read_only=True) as journal:
            return Mark(journal.epoch, journal.last_seq, journal.head)
    except JournalError:
        return None
