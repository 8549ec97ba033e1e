"""What a release does to a journal and to a store, tried on copies before it takes the place of the one that runs.

The copies are made while the services go on; the release brings them up to its form and reads them to their end.
"""

from __future__ import annotations

import os
import sqlite3
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager
from datetime import datetime
from pathlib import Path
from typing import Final

from api.doctor.table_in_use import projection_of
from api.updates import journal_copy
from api.updates.errors import UpdateFailed
from controller.config import Config
from controller.files import has_room, scratch_in
from controller.journal.store import Journal

SCRATCH: Final = ".update-trial-"


def try_table(folder: Path, config: Config, now: Callable[[], datetime]) -> None:
    """``folder``: with the journal. Raises ``UpdateFailed``, ``JournalError``, ``OSError``."""
    journal = folder / "journal.db"
    if not journal.exists():
        return
    with _beside(journal) as copy:
        with Journal(journal, now=now, read_only=True) as opened:
            opened.backup(copy)
        with Journal(copy, now=now) as opened:  # it is brought up to the form of this release
            _check(opened.verify())
        projection_of(copy, config, leave_for=journal)


def reads_table(folder: Path, config: Config, now: Callable[[], datetime]) -> None:
    """Returns when this release reads the journal to its end. What stands in the copy that was kept before the update
    is not held against the chain again: nobody could play meanwhile. Raises ``UpdateFailed``, ``JournalError``."""
    journal = folder / "journal.db"
    if not journal.exists():
        return
    kept = journal_copy.head(folder / journal_copy.COPY, now)
    with Journal(journal, now=now, read_only=True) as opened:
        if kept is not None and kept.epoch == opened.epoch and opened.hash_at(kept.seq) == kept.hash:
            _check(opened.verify(kept.seq, kept.epoch))
        else:
            _check(opened.verify())
    projection_of(journal, config)


def _check(wrong: int | None) -> None:
    if wrong is not None:
        raise UpdateFailed(f"the journal is damaged from event {wrong} on")


def try_hall(url: str, now: Callable[[], datetime]) -> None:
    """``url``: of the store. One of PostgreSQL is not copied: this release must know its tables. Raises
    ``UpdateFailed``, ``JantakuError``, ``OSError``."""
    from hall.store.store import Store
    from hall.store.url import store_url

    store = Store(store_url(url))
    with closing(store):
        if not store.is_sqlite:
            reads_hall(url, now)
        elif store.path.exists():
            with _beside(store.path) as copy:
                copy_of(store.path, copy)
                _read_hall(f"sqlite:///{copy}", now)


def reads_hall(url: str, now: Callable[[], datetime]) -> None:
    """Returns when this release can read the store as it is, which stays so. Raises ``UpdateFailed``,
    ``JantakuError``."""
    from hall.store.migrate import is_present
    from hall.store.store import Store
    from hall.store.url import store_url

    store = Store(store_url(url))
    with closing(store):
        if store.is_sqlite and not store.path.exists():
            return
        with store.reading() as connection:
            present = is_present(connection, store.place)
    if present:
        _read_hall(url, now)


def _read_hall(url: str, now: Callable[[], datetime]) -> None:
    from hall.catalogue import HALL_CATALOGUE
    from hall.state import HallState
    from hall.store import HallJournal, open_store

    with open_store(url) as store:
        journal = HallJournal(store, HALL_CATALOGUE, now=now, random=os.urandom)
        wrong = journal.verify()
        if wrong is not None:
            raise UpdateFailed(f"the journal of the hall is damaged from event {wrong} on")
        state = HallState()
        for recorded in journal.replay():
            state = state.after(recorded)


def copy_of(path: Path, copy: Path) -> None:
    """A database of SQLite as it is now, also while it is in use. Raises ``OSError``."""
    try:
        with (
            closing(sqlite3.connect(f"file:{path}?mode=ro", uri=True)) as source,
            closing(sqlite3.connect(copy)) as target,
        ):
            source.backup(target)
    except sqlite3.Error as error:
        raise OSError(f"{path}: {error}") from error


@contextmanager
def _beside(path: Path) -> Iterator[Path]:
    """A place for a copy of ``path`` in its own folder: no other has room for it for certain. Raises
    ``UpdateFailed``."""
    with scratch_in(path.parent, SCRATCH) as folder:
        if not has_room(path.parent, 2 * path.stat().st_size):
            raise UpdateFailed(f"there is no room in {path.parent} to try the release on a copy of {path.name}")
        yield folder / path.name
