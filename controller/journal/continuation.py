"""A new epoch of a journal: what is good of a damaged file, or a backup that is put in its place.

The events before it keep their numbers and hashes, so that whatever was signed or printed of them still fits. The first
event of the new epoch (``journal.continued``) names the parent and, where it is known, the head that was put aside.
"""

from __future__ import annotations

import logging
import os
import sqlite3
import uuid
from collections.abc import Callable
from dataclasses import dataclass
from datetime import datetime
from pathlib import Path
from typing import Literal

from controller.events.history import JournalContinued
from controller.files import sync_folder
from controller.journal import schema
from controller.journal.checkpoint import CheckpointFile, Mark
from controller.journal.errors import JournalError, as_journal_error
from controller.journal.kept_heads import KeptHead
from controller.journal.opening import CHECKPOINT_SUFFIX, OTHER_CHECKPOINT_SUFFIX, SALVAGED_SUFFIX
from controller.journal.store import Journal, iso
from controller.refusals import Code

log = logging.getLogger("jantaku.journal")

Now = Callable[[], datetime]
_BESIDE = ("-wal", "-shm", CHECKPOINT_SUFFIX, OTHER_CHECKPOINT_SUFFIX)
"""What lies beside a journal and belongs to exactly this file."""


@dataclass(frozen=True, slots=True)
class Salvaged:
    """``kept``: events that were good; ``epoch``: the new one; ``damage``: what was wrong, None when nothing was;
    ``aside``: the folder in which the damaged file lies now."""

    kept: int
    epoch: str
    damage: JournalError | None
    aside: Path


def continue_journal(
    journal: Journal, reason: Literal["restored", "salvaged"], left: Mark | None, name: Callable[[], str] | None = None
) -> str:
    """Begins a new epoch at the end of a journal that is open for writing; its name. ``left``: the head put aside.
    Raises ``JournalError``."""
    epoch = (name or _name)()
    head = (None, None, None) if left is None else (left.epoch, left.seq, left.hash)
    parent = (journal.epoch, journal.last_seq, journal.head)
    journal.append([JournalContinued(epoch, *parent, reason, *head)])
    return epoch


def salvage(path: Path, aside: Path, now: Now) -> Salvaged | None:
    """Puts a journal of everything before the first bad event in the place of the damaged one, which is kept in the new
    folder ``aside``; None when nothing is wrong. The caller holds the lock of the journal. Raises ``JournalError`` or
    ``OSError``, and ``JournalUnreadable`` for an event that a newer release wrote: that one can read it.

    Whenever it is cut off, either the old file is in place, or the new one lies complete beside it and the next call
    puts it in place; the service does not start in between.
    """
    done = path.with_name(path.name + SALVAGED_SUFFIX)
    damage = None
    if not done.exists():
        damage = _write(path, done, now)
        if damage is None:
            return None
    aside.mkdir()
    for old in (path, *(path.with_name(path.name + suffix) for suffix in _BESIDE)):
        if old.exists():
            os.link(old, aside / old.name)
    sync_folder(aside)
    for suffix in _BESIDE:  # a WAL of the old file would be played into the new one
        path.with_name(path.name + suffix).unlink(missing_ok=True)
    done.replace(path)
    sync_folder(path.parent)
    with Journal(path, now=now, read_only=True) as found:
        return Salvaged(found.last_seq - 1, found.epoch, damage, aside)


def _write(path: Path, done: Path, now: Now) -> JournalError | None:
    draft = path.with_name(path.name + SALVAGED_SUFFIX + ".part")
    for leftover in (draft, *(draft.with_name(draft.name + suffix) for suffix in ("-wal", "-shm", ".lock"))):
        leftover.unlink(missing_ok=True)
    damage = _copy_good(path, draft, now)
    if damage is None:
        draft.unlink()
        return None
    with Journal(draft, now=now) as journal:
        continue_journal(journal, "salvaged", _left(CheckpointFile(path, None).mark(), journal.latest_head()))
    draft.with_name(draft.name + ".lock").unlink(missing_ok=True)
    draft.replace(done)
    sync_folder(path.parent)
    return damage


def _left(mark: Mark | None, signed: KeptHead | None) -> Mark | None:
    """The furthest event that the damaged journal is known to have had: of its checkpoint or its last signed head."""
    if signed is None or (mark is not None and (mark.epoch != signed.epoch or mark.seq >= signed.seq)):
        return mark
    return Mark(signed.epoch, signed.seq, signed.hash)


def _copy_good(path: Path, draft: Path, now: Now) -> JournalError | None:
    """A new journal file with the good events of the old one."""
    try:
        with Journal(path, now=now, read_only=True) as old:
            return _copy(old, draft)
    except JournalError as damage:
        with as_journal_error(draft):
            _made(draft, _name(), iso(now())).close()
        if damage.entry is Code.EVENT_UNKNOWN.value:
            raise
        return damage


def _copy(old: Journal, draft: Path) -> JournalError | None:
    lost = CheckpointFile(old.path, None).lost(old)
    if lost is not None:
        old.end_before(lost)
    damage = old.damage
    connection = _made(draft, old.first_epoch, old.created)
    try:
        with as_journal_error(draft):
            connection.execute("BEGIN IMMEDIATE")
        try:
            for batch in old.follow(0, old.hash_at(0) or ""):
                stored = old.stored(batch[0].seq - 1, len(batch))
                rows = [(one.seq, one.time, one.type, one.data, one.hash) for one in stored]
                with as_journal_error(draft):
                    connection.executemany("INSERT INTO events (seq, time, type, data, hash) VALUES (?,?,?,?,?)", rows)
        except JournalError as error:
            if error.seq is None or error.entry is Code.EVENT_UNKNOWN.value:
                raise
            damage = error
        _copy_heads(old, connection)
        with as_journal_error(draft):
            connection.execute("COMMIT")
    finally:
        connection.close()
    return damage


def _copy_heads(old: Journal, connection: sqlite3.Connection) -> None:
    """As far as they can be read: those that follow the damage as well, which say what there was."""
    try:
        old.copy_heads(connection)
    except JournalError as error:
        log.warning("not all signed heads could be read: %s", error)


def _made(draft: Path, epoch: str, created: str) -> sqlite3.Connection:
    connection = sqlite3.connect(draft, isolation_level=None)
    schema.migrate(connection, epoch, created)
    return connection


def _name() -> str:
    return str(uuid.uuid4())
