"""The journal: everything that happened at one table, in order, for good.

One SQLite file (WAL, ``synchronous=FULL``: an event that ``append`` returned survives a power cut). Events are numbered
from 1 without gaps and chained by hash (``controller.journal.chain``). Nothing is edited or deleted; triggers refuse
it. Every journal has an epoch, a random name given when the file is made, and another one from each
``journal.continued`` on, so that ``(table, epoch, seq)`` is unique for ever.

One process writes: a lock file beside the journal is held for as long as the journal is open, and the kernel releases
it when the process dies. Readers (``read_only=True``) may look at any time.
"""

from __future__ import annotations

import logging
import os
import sqlite3
import uuid
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path
from typing import IO, Final

from controller.events import CATALOGUE, Catalogue, Event, EventError, Recorded, Stored
from controller.events.dice import DiceMisshown, DiceRolled
from controller.events.history import JournalContinued
from controller.journal import schema
from controller.journal.chain import canonical, continues, first_hash, next_hash
from controller.journal.check import checked
from controller.journal.errors import (
    JournalCorrupt,
    JournalError,
    JournalForeign,
    JournalGone,
    JournalTooNew,
    JournalUnreadable,
    as_journal_error,
)
from controller.journal.kept_heads import (
    KeptHead,
    copy_heads,
    head_at,
    heads_after,
    keep_cosignature,
    keep_head,
    latest_head,
)
from controller.journal.match_index import MatchQuery, find_matches, last_of_match
from controller.journal.opening import check_not_lost, connect, data_version, last_readable, take_lock
from controller.journal.place import JournalPlace

log = logging.getLogger("jantaku.journal")

# How many command ids are remembered. A client that repeats a command does so within seconds.
REMEMBERED_COMMANDS: Final = 4096
MOST_EPOCHS: Final = 10_000
"""A table is restored or salvaged some times in its life."""
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

    ``damage``: why nothing is written any more. Everything that is read ends before it.
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
        self.damage: JournalError | None = None
        self._seq, self._hash = 0, ""
        self._version = 0
        self.foreign_writes = 0
        """How often another program wrote into the file, not into the events as far as that can be seen at once."""
        self._lock: IO[str] | None = None if read_only else take_lock(path)
        try:
            if not read_only:
                check_not_lost(path)
            self._connect(read_only)
            self._load()
            if self.damage is not None and self.damage.seq is None:
                self.end_before(JournalCorrupt(path, self.damage.detail, self._seq + 1))
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

    def check_place(self) -> None:
        """Raises ``JournalGone`` when the file that is open has lost its name; nothing is ever written again then."""
        if self._place is None or self.damage is not None:
            return
        try:
            self._place.check()
        except JournalGone as gone:
            self.damage = gone
            raise

    def probe(self) -> None:
        """Writes nothing new, durably. Raises ``JournalError`` when nothing can be written."""
        if self.damage is not None:
            raise self.damage
        self.check_place()
        with as_journal_error(self.path), self._transaction():
            self._writer.execute(f"PRAGMA user_version = {schema.VERSION}")
        self.check_place()

    def end_before(self, damage: JournalError) -> None:
        """From its event on, nothing is read any more, and nothing is ever written again."""
        if damage.seq is not None and damage.seq <= self._seq:
            before = damage.seq - 1
            self._seq, self._hash = before, self.hash_at(before) or ""
        elif self.damage is not None:
            return
        self.damage = damage

    def stored(self, since: int = 0, limit: int = _BATCH) -> list[Stored]:
        """Events after number ``since`` as the file holds them, oldest first."""
        # By count, not by the last number: SQLite would look at the row after the last one, which may be damaged.
        query = f"SELECT {_COLUMNS} FROM events WHERE seq > ? ORDER BY seq LIMIT ?"
        return self._select(query, since, max(0, min(limit, self._seq - since)))

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
            return first_hash(self.first_epoch)
        with as_journal_error(self.path):
            row = self._reader.execute("SELECT hash FROM events WHERE seq = ?", (seq,)).fetchone()
        return row[0] if row else None

    def follow(self, seq: int, before: str) -> Iterator[list[Recorded]]:
        """The events after ``seq``, whose hash is ``before``, in batches. Each must have the next number, continue the
        chain and be in the catalogue; raises ``JournalCorrupt`` or ``JournalUnreadable`` with the number of the first
        that does not, after all before it."""
        for batch in self.checked(seq, before):
            recorded, broken = self._readable(batch)
            if recorded:
                yield recorded
            if broken is not None:
                raise broken

    def checked(self, seq: int, before: str) -> Iterator[list[Stored]]:
        """As ``follow``, but as the file holds them."""
        return checked(self.stored, self.path, seq, before, self._seq)

    def of_match(self, id_: str) -> Iterator[Recorded]:
        """The events of one match."""
        since = 0
        while batch := self._looked_up("match = ?", id_, since, _BATCH):
            yield from map(self._read, batch)
            since = batch[-1].seq

    def matches(self) -> list[str]:
        """The ids of all matches, the oldest first."""
        return list(dict.fromkeys(id_ for _, id_ in self.find_matches(MatchQuery())))

    def last_of_match(self, id_: str) -> int:
        """The number of the last event of a match; 0 when there is none."""
        with as_journal_error(self.path):
            return last_of_match(self._reader, id_, self._seq)

    def find_matches(self, query: MatchQuery) -> list[tuple[int, str]]:
        """Number of the first event, and id, of the matches that fit."""
        with as_journal_error(self.path):
            return find_matches(self._reader, query, self._seq)

    def roll(self, number: int) -> Recorded | None:
        """The roll of the dice with this number; None when there was none."""
        found = self._looked_up(f"roll = ? AND type = '{DiceRolled.type}'", number, 0, 1)
        return self._read(found[0]) if found else None

    def misshown(self, number: int) -> Recorded | None:
        """What the board said of this roll, where it showed other dice."""
        found = self._looked_up(f"roll = ? AND type = '{DiceMisshown.type}'", number, 0, 1)
        return self._read(found[0]) if found else None

    def of_types(self, types: Sequence[str], since: int = 0, limit: int = _BATCH) -> list[Recorded]:
        """Events of these types after number ``since``, oldest first."""
        marks = ", ".join("?" * len(types))
        query = f"SELECT {_COLUMNS} FROM events WHERE type IN ({marks}) AND seq > ? AND seq <= ? ORDER BY seq LIMIT ?"
        return [self._read(stored) for stored in self._select(query, *types, since, self._seq, max(0, limit))]

    def verify(self, since: int = 0, epoch: str = "") -> int | None:
        """The first event after number ``since``, which is of ``epoch``, that does not fit its number or the chain;
        None when all do."""
        epoch, before = epoch or self.first_epoch, self.hash_at(since) or ""
        try:
            for batch in self.checked(since, before):
                for stored in batch:
                    if stored.type == JournalContinued.type:
                        found = self._read(stored).event
                        if not isinstance(found, JournalContinued) or not found.follows(epoch, stored.seq - 1, before):
                            return stored.seq
                        epoch = found.epoch
                    before = stored.hash
        except (JournalCorrupt, JournalUnreadable) as damage:
            return damage.seq
        return None

    def remembered(self, id_: str) -> Remembered | None:
        """What the command with this id did, if it did anything and is not too long ago."""
        query = "SELECT fingerprint, first, last FROM commands WHERE id = ?"
        with as_journal_error(self.path):
            row = self._reader.execute(query, (id_,)).fetchone()
        return Remembered(*row) if row else None

    def heads(self, since: int = 0, limit: int = _BATCH) -> list[KeptHead]:
        """Signed heads after number ``since``, oldest first; at most ``MOST_HEADS``."""
        with as_journal_error(self.path):
            return heads_after(self._reader, since, limit)

    def signed_head(self, number: int) -> KeptHead | None:
        """The one with this number; None when there is none."""
        with as_journal_error(self.path):
            return head_at(self._reader, number)

    def latest_head(self) -> KeptHead | None:
        with as_journal_error(self.path):
            return latest_head(self._reader)

    def copy_heads(self, target: sqlite3.Connection) -> None:
        """All signed heads into a new journal file. Raises ``JournalError``."""
        with as_journal_error(self.path):
            copy_heads(self._reader, target)

    # ------------------------------------------------------------ writing

    def keep_head(self, sign: Callable[[str, int, str], str]) -> KeptHead:
        """Keeps what ``sign`` makes of epoch, number and hash of the last event, which is durable. Call it from where
        events are appended."""
        if self.damage is not None:
            raise self.damage
        record = sign(self.epoch, self._seq, self._hash)
        self.check_place()
        with as_journal_error(self.path), self._transaction():
            number = keep_head(self._writer, self.epoch, self._seq, self._hash, record)
        return KeptHead(number, self.epoch, self._seq, self._hash, record)

    def keep_cosignature(self, number: int, key: str, signature: str) -> bool:
        """False when the head has as many as it can have."""
        if self.damage is not None:
            raise self.damage
        self.check_place()
        with as_journal_error(self.path), self._transaction():
            return keep_cosignature(self._writer, number, key, signature)

    def append(self, events: Sequence[Event], key: CommandKey | None = None) -> list[Recorded]:
        """All events, and the command that they answer, or none of them. When it returns they are on the disk.

        Raises ``ValueError`` for an event that no journal can hold; nothing is written then.
        """
        if self.damage is not None:
            raise self.damage
        if not events and key is None:
            return []
        stored = self._chained(events)
        # As it will be read: what the catalogue could not read again is not written.
        recorded = [one.read(self._catalogue) for one in stored]
        self.check_place()
        with as_journal_error(self.path), self._transaction():
            self._write(stored, key)
        self.check_place()
        for one in events:
            if isinstance(one, JournalContinued):
                self.epoch = one.epoch
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

    def _connect(self, read_only: bool) -> None:
        """A file that is too damaged for SQLite to write is read as far as it goes."""
        try:
            self._writer = connect(self.path, read_only)
            if not read_only:
                self._prepare()
            self._reader = self._writer if read_only else connect(self.path, read_only=True)
            self._place = None if read_only else JournalPlace.of(self.path)
            self._version = data_version(self._writer)
        except JournalCorrupt as damage:
            self.damage, self._place = damage, None
            self._reader = self._writer = connect(self.path, read_only=True, damaged=True)

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
            identity = self._reader.execute("SELECT epoch, created FROM identity").fetchone()
        if identity is None:
            raise JournalCorrupt(self.path, "it does not say which journal it is")
        self.first_epoch, self.created = map(str, identity)
        self._seq, self._hash = self._last()
        self.epoch = self.epochs()[-1]

    def _last(self) -> tuple[int, str]:
        """Number and hash of the last event. Where it cannot be read, of the last one that can be."""
        try:
            with as_journal_error(self.path):
                last = self._reader.execute("SELECT seq, hash FROM events ORDER BY seq DESC LIMIT 1").fetchone()
        except JournalCorrupt as error:
            seq = last_readable(self._reader)
            self.damage = JournalCorrupt(self.path, f"event {seq + 1} cannot be read: {error.detail}", seq + 1)
            return seq, self.hash_at(seq) or ""
        seq, found = last or (0, first_hash(self.first_epoch))
        if type(seq) is not int:
            raise JournalCorrupt(self.path, "its events have no numbers")
        return seq, str(found)

    def epochs(self) -> tuple[str, ...]:
        """All of them, the oldest first; the last one is that of the last event. What cannot be read is left out:
        whoever reads the events will find out."""
        query = f"SELECT {_COLUMNS} FROM events WHERE type = ? AND seq <= ? ORDER BY seq LIMIT ?"
        found = [self.first_epoch]
        with suppress(EventError, JournalCorrupt):
            for one in self._select(query, JournalContinued.type, self._seq, MOST_EPOCHS):
                event = CATALOGUE.read(one.type, one.data)
                found += [event.epoch] if isinstance(event, JournalContinued) else []
        return tuple(found)

    def adopt_epoch(self, epoch: str) -> bool:
        """Takes this epoch for its own when its first event was chained to it and not to that of the file."""
        first = self.stored(0, 1)
        if not first or continues(first_hash(self.first_epoch), 1, first[0]):
            return False
        if continues(first_hash(epoch), 1, first[0]):
            self.first_epoch = epoch
            self.epoch = self.epochs()[-1]
            return True
        return False

    def _readable(self, batch: Sequence[Stored]) -> tuple[list[Recorded], JournalUnreadable | None]:
        """The first events that are in the catalogue, and why the next one is not."""
        recorded: list[Recorded] = []
        try:
            recorded.extend(map(self._read, batch))
        except JournalUnreadable as error:
            return recorded, error
        return recorded, None

    def _looked_up(self, what: str, value: object, since: int, limit: int) -> list[Stored]:
        """Events found by something else than their number: each is held against the hash before it. Raises
        ``JournalCorrupt``."""
        query = f"SELECT {_COLUMNS} FROM events WHERE {what} AND seq > ? AND seq <= ? ORDER BY seq LIMIT ?"
        found = self._select(query, value, since, self._seq, limit)
        before: Stored | None = None
        for stored in found:
            adjacent = before is not None and before.seq == stored.seq - 1
            start = before.hash if adjacent and before is not None else self.hash_at(stored.seq - 1)
            if start is None or not continues(start, stored.seq, stored):
                raise JournalCorrupt(self.path, f"event {stored.seq} does not fit the chain", stored.seq)
            before = stored
        return found

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
        rows = [(one.seq, one.time, one.type, one.data, one.hash) for one in stored]
        self._writer.executemany(f"INSERT INTO events ({_COLUMNS}) VALUES (?, ?, ?, ?, ?)", rows)
        if key is not None:
            self._remember(key, self._seq + 1, self._seq + len(stored))

    @contextmanager
    def _transaction(self) -> Iterator[None]:
        """All or nothing, and only over what this process has written before. Raises ``JournalForeign``."""
        self._writer.execute("BEGIN IMMEDIATE")
        try:
            self._meet_others()
            yield
            self._writer.execute("COMMIT")
        except BaseException:
            if self._writer.in_transaction:
                self._writer.execute("ROLLBACK")
            raise

    def _meet_others(self) -> None:
        """SQLite counts what other connections write. Events of theirs are not built upon; anything else is left to the
        check of the whole journal."""
        version = data_version(self._writer)
        if version == self._version:
            return
        last = self._writer.execute("SELECT seq, hash FROM events ORDER BY seq DESC LIMIT 1").fetchone()
        if (last is not None and last != (self._seq, self._hash)) or (last is None and self._seq):
            self.damage = JournalForeign(self.path)
            raise self.damage
        self._version = version
        self.foreign_writes += 1
        log.warning("another program writes into %s", self.path)

    def _remember(self, key: CommandKey, first: int, last: int) -> None:
        insert = "INSERT INTO commands (id, fingerprint, first, last) VALUES (?, ?, ?, ?)"
        number = self._writer.execute(insert, (key.id, key.fingerprint, first, last)).lastrowid or 0
        self._writer.execute("DELETE FROM commands WHERE number <= ?", (number - REMEMBERED_COMMANDS,))

    def _release(self) -> None:
        if self._lock is not None:
            self._lock.close()
            self._lock = None
