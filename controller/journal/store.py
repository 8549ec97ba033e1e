"""The journal: everything that happened at one table, in order, for good.

One SQLite file (WAL, ``synchronous=FULL``: an event that ``append`` returned survives a power cut). Events are numbered
from 1 without gaps and chained by hash (``controller.journal.chain``). Nothing is edited or deleted; triggers refuse
it. Every journal has an epoch, a random name given when the file is made, so that ``(table, epoch, seq)`` is unique
for ever.

One process writes: a lock file beside the journal is held for as long as the journal is open, and the kernel releases
it when the process dies. Readers (``read_only=True``) may look at any time.
"""

from __future__ import annotations

import fcntl
import os
import sqlite3
import uuid
from collections.abc import Callable, Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path
from typing import IO, Final

from controller.events import CATALOGUE, Catalogue, Event, EventError, Recorded, Stored
from controller.events.dice import DiceRolled
from controller.events.match import MatchStarted
from controller.journal import schema
from controller.journal.chain import canonical, first_hash, next_hash
from controller.journal.errors import (
    JournalCorrupt,
    JournalError,
    JournalLocked,
    JournalTooNew,
    JournalUnreadable,
    as_journal_error,
)
from controller.refusals import Code

# How many command ids are remembered. A client that repeats a command does so within seconds.
REMEMBERED_COMMANDS: Final = 4096
_BATCH: Final = 500
_COLUMNS: Final = "seq, time, type, data, hash"


@dataclass(frozen=True, slots=True)
class CommandKey:
    """Who asks: the id that a client chose, and a digest of the command, so that an id is not used for another one."""

    id: str
    fingerprint: str


@dataclass(frozen=True, slots=True)
class Remembered:
    """What a command did: the numbers of its events (``first`` > ``last``: none)."""

    fingerprint: str
    first: int
    last: int


def iso(moment: datetime) -> str:
    """UTC with milliseconds, as every time in the journal is written."""
    return moment.astimezone(UTC).isoformat(timespec="milliseconds").replace("+00:00", "Z")


class Journal:
    """An open journal of the events of ``catalogue``. Raises ``JournalError`` and its kinds, never ``sqlite3.Error``.

    What answers with ``Recorded`` raises ``JournalUnreadable`` for an event that is unknown or broken; ``stored``
    answers with what the file holds.
    """

    def __init__(
        self,
        path: Path,
        *,
        now: Callable[[], datetime],
        read_only: bool = False,
        catalogue: Catalogue = CATALOGUE,
    ) -> None:
        self.path, self._now, self._catalogue = path, now, catalogue
        self._lock: IO[str] | None = None if read_only else _take_lock(path)
        try:
            self._writer = _connect(path, read_only)
            if not read_only:
                self._prepare()
            self._reader = self._writer if read_only else _connect(path, read_only=True)
            self._load()
        except BaseException:
            self._release()
            raise

    # ------------------------------------------------------------ reading

    @property
    def last_seq(self) -> int:
        return self._seq

    @property
    def head(self) -> str:
        """Hash of the last event."""
        return self._hash

    def stored(self, since: int = 0, limit: int = _BATCH) -> list[Stored]:
        """Events after number ``since`` as the file holds them, oldest first."""
        query = f"SELECT {_COLUMNS} FROM events WHERE seq > ? AND seq <= ? ORDER BY seq LIMIT ?"
        return self._select(query, since, self._seq, max(0, limit))

    def all_stored(self, since: int = 0) -> Iterator[Stored]:
        """As ``stored``, in batches to the end, so that a long journal needs little memory."""
        while batch := self.stored(since):
            yield from batch
            since = batch[-1].seq

    def read(self, since: int = 0, limit: int = _BATCH) -> list[Recorded]:
        """Events after number ``since``, oldest first."""
        return [self._read(stored) for stored in self.stored(since, limit)]

    def replay(self, since: int = 0, until: int | None = None) -> Iterator[Recorded]:
        """All events after ``since`` up to ``until``, in batches, so that a long journal needs little memory."""
        end = self._seq if until is None else until
        while batch := self.read(since, min(_BATCH, end - since)):
            yield from batch
            since = batch[-1].seq

    def hash_at(self, seq: int) -> str | None:
        """The chain hash of an event, for 0 the one before the first; None when there is no such event."""
        if seq == 0:
            return first_hash(self.epoch)
        with as_journal_error(self.path):
            row = self._reader.execute("SELECT hash FROM events WHERE seq = ?", (seq,)).fetchone()
        return row[0] if row else None

    def follow(self, seq: int, before: str) -> Iterator[list[Recorded]]:
        """The events after ``seq``, whose hash is ``before``, in batches. Each must have the next number and continue
        the chain; raises ``JournalCorrupt``, naming the first that does not."""
        while batch := self.stored(seq):
            for stored in batch:
                seq += 1
                before = next_hash(before, seq, stored.time, stored.type, stored.data)
                if (stored.seq, stored.hash) != (seq, before):
                    raise JournalCorrupt(self.path, f"event {seq} does not fit its number or the chain")
            yield [self._read(stored) for stored in batch]

    def of_match(self, id_: str) -> Iterator[Recorded]:
        """The events of one match."""
        query, since = f"SELECT {_COLUMNS} FROM events WHERE match = ? AND seq > ? ORDER BY seq LIMIT ?", 0
        while batch := self._select(query, id_, since, _BATCH):
            yield from map(self._read, batch)
            since = batch[-1].seq

    def matches(self) -> list[str]:
        """The ids of all matches, the oldest first."""
        query = "SELECT match FROM events WHERE type = ? AND match IS NOT NULL ORDER BY seq"
        with as_journal_error(self.path):
            rows = self._reader.execute(query, (MatchStarted.type,)).fetchall()
        return list(dict.fromkeys(id_ for (id_,) in rows))

    def roll(self, number: int) -> Recorded | None:
        """The roll of the dice with this number; None when there was none."""
        query = f"SELECT {_COLUMNS} FROM events WHERE roll = ? AND type = ? ORDER BY seq LIMIT 1"
        found = self._select(query, number, DiceRolled.type)
        return self._read(found[0]) if found else None

    def of_types(self, types: Sequence[str], since: int = 0, limit: int = _BATCH) -> list[Recorded]:
        """Events of these types after number ``since``, oldest first."""
        marks = ", ".join("?" * len(types))
        query = f"SELECT {_COLUMNS} FROM events WHERE type IN ({marks}) AND seq > ? AND seq <= ? ORDER BY seq LIMIT ?"
        return [self._read(stored) for stored in self._select(query, *types, since, self._seq, max(0, limit))]

    def verify(self) -> int | None:
        """The first event that does not fit its number or the chain; None when all do."""
        before, expected = first_hash(self.epoch), 1
        query = f"SELECT {_COLUMNS} FROM events ORDER BY seq"
        with as_journal_error(self.path):
            for seq, time, type_, data, found in self._reader.execute(query):
                before = next_hash(before, expected, time, type_, data)
                if seq != expected or found != before:
                    return expected
                expected += 1
        return None

    def remembered(self, id_: str) -> Remembered | None:
        """What the command with this id did, if it did anything and is not too long ago."""
        query = "SELECT fingerprint, first, last FROM commands WHERE id = ?"
        with as_journal_error(self.path):
            row = self._reader.execute(query, (id_,)).fetchone()
        return Remembered(*row) if row else None

    # ------------------------------------------------------------ writing

    def append(self, events: Sequence[Event], key: CommandKey | None = None) -> list[Recorded]:
        """All events, and the command that they answer, or none of them. When it returns they are on the disk.

        Raises ``ValueError`` for an event that no journal can hold; nothing is written then.
        """
        if not events and key is None:
            return []
        stored = self._chained(events)
        # As it will be read: what the catalogue could not read again is not written.
        recorded = [one.read(self._catalogue) for one in stored]
        with as_journal_error(self.path):
            try:
                self._write(stored, key)
            except BaseException:
                if self._writer.in_transaction:
                    self._writer.execute("ROLLBACK")
                raise
        if stored:
            self._seq, self._hash = stored[-1].seq, stored[-1].hash
        return recorded

    def backup(self, target: Path) -> None:
        """A consistent copy while the journal is in use. ``target`` must not exist; it appears whole or not at all."""
        part = target.with_name(target.name + ".part")
        with as_journal_error(self.path):
            copy = sqlite3.connect(part)
            try:
                self._reader.backup(copy)
            finally:
                copy.close()
        os.link(part, target)
        part.unlink()

    def close(self) -> None:
        with suppress(sqlite3.Error):
            self._reader.close()
        with suppress(sqlite3.Error):
            self._writer.close()
        self._release()

    def __enter__(self) -> Journal:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    # ------------------------------------------------------------ inside

    def _prepare(self) -> None:
        with as_journal_error(self.path):
            version = schema.version_of(self._writer)
            if version > schema.VERSION:
                raise JournalTooNew(self.path, version, schema.VERSION)
            schema.migrate(self._writer, str(uuid.uuid4()), iso(self._now()))

    def _load(self) -> None:
        with as_journal_error(self.path):
            if schema.version_of(self._reader) == 0:
                raise JournalCorrupt(self.path, "it holds no journal")
            self.epoch, self.created = self._reader.execute("SELECT epoch, created FROM identity").fetchone()
            last = self._reader.execute("SELECT seq, hash FROM events ORDER BY seq DESC LIMIT 1").fetchone()
        self._seq, self._hash = last or (0, first_hash(self.epoch))

    def _select(self, query: str, *values: object) -> list[Stored]:
        with as_journal_error(self.path):
            return [Stored(*row) for row in self._reader.execute(query, values)]

    def _read(self, stored: Stored) -> Recorded:
        try:
            return stored.read(self._catalogue)
        except EventError as error:
            raise JournalUnreadable(self.path, stored.seq, error) from error

    def _chained(self, events: Sequence[Event]) -> list[Stored]:
        time, before, seq = iso(self._now()), self._hash, self._seq
        stored = []
        for event in events:
            seq, data = seq + 1, canonical(self._catalogue.to_json(event))
            before = next_hash(before, seq, time, event.type, data)
            stored.append(Stored(seq, time, event.type, data, before))
        return stored

    def _write(self, stored: Sequence[Stored], key: CommandKey | None) -> None:
        self._writer.execute("BEGIN IMMEDIATE")
        rows = [(one.seq, one.time, one.type, one.data, one.hash) for one in stored]
        self._writer.executemany(f"INSERT INTO events ({_COLUMNS}) VALUES (?, ?, ?, ?, ?)", rows)
        if key is not None:
            self._remember(key, self._seq + 1, self._seq + len(stored))
        self._writer.execute("COMMIT")

    def _remember(self, key: CommandKey, first: int, last: int) -> None:
        insert = "INSERT INTO commands (id, fingerprint, first, last) VALUES (?, ?, ?, ?)"
        number = self._writer.execute(insert, (key.id, key.fingerprint, first, last)).lastrowid or 0
        self._writer.execute("DELETE FROM commands WHERE number <= ?", (number - REMEMBERED_COMMANDS,))

    def _release(self) -> None:
        if self._lock is not None:
            self._lock.close()
            self._lock = None


def _take_lock(path: Path) -> IO[str]:
    """Held until the file is closed or the process ends, however it ends."""
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


def _connect(path: Path, read_only: bool) -> sqlite3.Connection:
    with as_journal_error(path):
        address = f"{path.absolute().as_uri()}?mode={'ro' if read_only else 'rwc'}"
        connection = sqlite3.connect(address, uri=True, isolation_level=None, check_same_thread=False, timeout=5)
        connection.execute("PRAGMA cache_size = -512")
        if not read_only:
            connection.execute("PRAGMA journal_mode = WAL")
            connection.execute("PRAGMA synchronous = FULL")
            connection.execute("PRAGMA journal_size_limit = 4194304")
    return connection
