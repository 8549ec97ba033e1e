"""Batches into the store: held against what is there, and written in one transaction for all of them.

The row of an epoch says how far its events are stored without a gap, and its lock is held while they are added: two
processes that have the same table add one after the other, so that nothing is lost or doubled. What is there already,
with the same hash, is nothing new.
"""

from __future__ import annotations

import json
from collections import defaultdict
from collections.abc import Collection, Sequence
from dataclasses import dataclass
from typing import Any, Final

from sqlalchemy import Connection, bindparam, insert, select, text, update

from controller.events import Stored
from controller.events.history import JournalContinued
from controller.journal.chain import continues, first_hash
from hall.intake.batch import SET_ASIDE, Batch
from hall.store.schema import table_epochs, table_events

_COLUMNS: Final = ("table_number", "epoch_number", "seq", "time", "type", "data", "hash")
_COPY: Final = f"COPY table_events ({', '.join(_COLUMNS)}) FROM STDIN"

_LOCK: Final = 0x4A746B77
"""Any number that no other program on the database uses, and none of ``hall.store``."""
HEARD_MS: Final = 30_000
"""So often it is noted that a table without news was heard."""


@dataclass(frozen=True, slots=True)
class Arrival:
    """A checked batch of the table with this number. ``heard``: when it came, Unix milliseconds; ``offset``: the
    table's clock less ours, milliseconds; ``signed``: the last event of the epoch that the table said it has."""

    table: int
    batch: Batch
    heard: int
    offset: int | None = None
    signed: int = 0


@dataclass(frozen=True, slots=True)
class Taken:
    """Everything of the epoch up to ``acknowledged`` is in the store. ``new``: events that were not there before.
    ``replaced``: the table had other epochs, and this new one continues none."""

    acknowledged: int
    new: int = 0
    replaced: bool = False


@dataclass(frozen=True, slots=True)
class Missing:
    """The events of ``epoch`` after ``acknowledged`` have to come first."""

    epoch: str
    acknowledged: int


@dataclass(frozen=True, slots=True)
class Wrong:
    """``reason``: ``conflict`` or ``bad-chain``."""

    reason: str
    detail: str


Outcome = Taken | Missing | Wrong


@dataclass(slots=True)
class _Epoch:
    """A row of ``table_epochs``, as it is and as it becomes."""

    table: int
    number: int
    epoch: str
    parent: int | None
    first: int
    last: int
    hash: str
    heard: int
    offset: int | None
    signed: int = 0
    is_new: bool = False
    is_changed: bool = False

    def note(self, arrival: Arrival) -> None:
        self.heard, self.offset, self.is_changed = arrival.heard, arrival.offset, True
        self.signed = max(self.signed, self.last, arrival.signed)


def lock_new_epochs(connection: Connection) -> None:
    """Where there is no row yet there is none to lock: until the end of the transaction no other one begins an
    epoch."""
    if connection.dialect.name == "postgresql":  # on SQLite whoever writes is alone
        connection.execute(text("SELECT pg_advisory_xact_lock(:lock)"), {"lock": _LOCK})


class Transaction:
    """``take`` each arrival, then ``write`` what is new. ``connection``: within a transaction of its own. ``known``:
    epochs, with their tables, of which this process has seen a row."""

    def __init__(
        self, connection: Connection, arrivals: Sequence[Arrival], known: Collection[tuple[int, str]] = ()
    ) -> None:
        self._connection = connection
        if any(one.batch.events and (one.table, one.batch.epoch) not in known for one in arrivals):
            lock_new_epochs(connection)
        self._rows: list[tuple[int, Stored, int]] = []
        self._epochs: dict[tuple[int, str], _Epoch] = {}
        self._of_table = defaultdict[int, list[_Epoch]](list)
        columns = table_epochs.c
        query = (
            select(
                columns.table_number, columns.number, columns.epoch, columns.parent, columns.first, columns.last,
                columns.hash, columns.heard, columns.offset_ms, columns.signed,
            )
            .where(columns.table_number.in_(sorted({one.table for one in arrivals})))
            .order_by(columns.table_number, columns.number)  # the same for all, so that nobody waits in a circle
            .with_for_update()
        )  # fmt: skip
        for row in connection.execute(query):
            table, number, epoch, parent, first, last, hash_, heard, offset, signed = row
            self._put(_Epoch(table, number, epoch, parent, first, last, hash_.hex(), heard, offset, signed or 0))

    def _put(self, epoch: _Epoch) -> None:
        self._epochs[epoch.table, epoch.epoch] = epoch
        self._of_table[epoch.table].append(epoch)

    def take(self, arrival: Arrival) -> Outcome:
        epoch = self._epochs.get((arrival.table, arrival.batch.epoch))
        if epoch is not None:
            return self._continue(epoch, arrival)
        return self._begin(arrival) if arrival.batch.events else Taken(0)

    def write(self) -> None:
        """New events, and how far each epoch is now. Raises what the driver raises."""
        new = [one for one in self._epochs.values() if one.is_new]
        if new:
            self._connection.execute(insert(table_epochs), [_as_row(one) for one in new])
        if self._rows:
            if self._connection.dialect.name == "postgresql":
                self._copy()
            else:
                self._insert()
        changed = [one for one in self._epochs.values() if one.is_changed and not one.is_new]
        if changed:
            self._connection.execute(_ADVANCE, [_as_change(one) for one in changed])

    @property
    def seen(self) -> list[tuple[int, str]]:
        """Tables and epochs that have a row when this is committed."""
        return list(self._epochs)

    # ------------------------------------------------------------ one batch

    def _continue(self, epoch: _Epoch, arrival: Arrival) -> Outcome:
        batch = arrival.batch
        if not batch.events:
            if arrival.heard - epoch.heard > HEARD_MS or arrival.signed > max(epoch.signed, epoch.last):
                epoch.note(arrival)
            return Taken(epoch.last)
        if batch.first > epoch.last + 1:
            return Missing(epoch.epoch, epoch.last)
        if batch.first < epoch.first:
            return Wrong("bad-chain", f"epoch {epoch.epoch} begins with event {epoch.first}")
        if batch.first <= epoch.last:
            known = min(batch.last, epoch.last)
            if self._hash_at(epoch, known) != batch.events[known - batch.first].hash:
                return Wrong("conflict", f"event {known} of epoch {epoch.epoch} is stored with another hash")
        elif not continues(epoch.hash, batch.first, batch.events[0]):
            return Wrong("bad-chain", f"event {batch.first} does not continue the stored event {epoch.last}")
        return self._add(epoch, arrival)

    def _begin(self, arrival: Arrival) -> Outcome:
        """The first events of an epoch that is not known yet."""
        batch, first = arrival.batch, arrival.batch.events[0]
        told = _continued(first)
        others = tuple(self._of_table[arrival.table])
        if told is None or told.epoch != batch.epoch:
            if batch.first != 1:
                return Missing(batch.epoch, 0)
            before, parent, follows = first_hash(batch.epoch), None, None
        else:
            follows = self._epochs.get((arrival.table, told.parent_epoch))
            problem = self._check_parent(told, follows)
            if problem is not None:
                return problem
            if batch.first != told.parent_seq + 1:
                return Wrong("bad-chain", f"epoch {batch.epoch} begins with event {told.parent_seq + 1}")
            before, parent = told.parent_hash, None if follows is None else follows.number
        if not continues(before, batch.first, first):
            return Wrong("bad-chain", f"event {batch.first} does not begin epoch {batch.epoch}")
        number = max((one.number for one in others), default=0) + 1
        epoch = _Epoch(
            arrival.table, number, batch.epoch, parent, batch.first, batch.first - 1, before, 0, None, is_new=True
        )
        self._put(epoch)
        taken = self._add(epoch, arrival)
        replaced = told is None and not all(one.epoch.startswith(SET_ASIDE) for one in others)
        return Taken(taken.acknowledged, taken.new, replaced)

    def _check_parent(self, told: JournalContinued, parent: _Epoch | None) -> Outcome | None:
        """What is wrong with the event that an epoch says to follow; None: it is stored so."""
        if told.parent_seq == 0:
            right = told.parent_hash == first_hash(told.parent_epoch)
            return None if right else Wrong("bad-chain", "the parent before its first event has another hash")
        if parent is None or parent.last < told.parent_seq:
            return Missing(told.parent_epoch, 0 if parent is None else parent.last)
        there = self._hash_at(parent, told.parent_seq) if told.parent_seq >= parent.first else None
        if there != told.parent_hash:
            return Wrong(
                "conflict", f"event {told.parent_seq} of epoch {told.parent_epoch} is stored with another hash"
            )
        return None

    def _add(self, epoch: _Epoch, arrival: Arrival) -> Taken:
        new = arrival.batch.events[epoch.last + 1 - arrival.batch.first :]
        self._rows += ((epoch.table, one, epoch.number) for one in new)
        if new:
            epoch.last, epoch.hash = new[-1].seq, new[-1].hash
        epoch.note(arrival)
        return Taken(epoch.last, len(new))

    def _hash_at(self, epoch: _Epoch, seq: int) -> str | None:
        if seq == epoch.last:
            return epoch.hash
        for table, one, number in self._rows:  # of this transaction, not written yet
            if (table, number, one.seq) == (epoch.table, epoch.number, seq):
                return one.hash
        columns = table_events.c
        query = select(columns.hash).where(
            columns.table_number == epoch.table, columns.epoch_number == epoch.number, columns.seq == seq
        )
        found = self._connection.execute(query).scalar_one_or_none()
        return None if found is None else bytes(found).hex()

    # ------------------------------------------------------------ writing

    def _insert(self) -> None:
        marks = ", ".join("?" * len(_COLUMNS))
        statement = f"INSERT INTO table_events ({', '.join(_COLUMNS)}) VALUES ({marks})"
        self._connection.exec_driver_sql(statement, list(map(_as_values, self._rows)))

    def _copy(self) -> None:
        """In bulk: several times as fast as any INSERT (``bench/hall_intake.py``). The lock on the epochs makes a merge
        needless; should a row be there all the same, its key refuses the whole transaction."""
        driver: Any = self._connection.connection.driver_connection
        with driver.cursor() as cursor, cursor.copy(_COPY) as copy:
            for row in self._rows:
                copy.write_row(_as_values(row))


def _as_values(row: tuple[int, Stored, int]) -> tuple[int, int, int, str, str, str, bytes]:
    table, one, epoch = row
    return table, epoch, one.seq, one.time, one.type, one.data, bytes.fromhex(one.hash)


_ADVANCE: Final = (
    update(table_epochs)
    .where(table_epochs.c.table_number == bindparam("of_table"), table_epochs.c.number == bindparam("of_epoch"))
    .values(
        last=bindparam("to_last"),
        hash=bindparam("to_hash"),
        heard=bindparam("to_heard"),
        offset_ms=bindparam("to_offset"),
        signed=bindparam("to_signed"),
    )
)


def _as_change(one: _Epoch) -> dict[str, Any]:
    return {
        "of_table": one.table, "of_epoch": one.number, "to_last": one.last, "to_hash": bytes.fromhex(one.hash),
        "to_heard": one.heard, "to_offset": one.offset, "to_signed": one.signed,
    }  # fmt: skip


def _as_row(one: _Epoch) -> dict[str, Any]:
    return {
        "table_number": one.table, "number": one.number, "epoch": one.epoch, "parent": one.parent, "first": one.first,
        "last": one.last, "hash": bytes.fromhex(one.hash), "heard": one.heard, "offset_ms": one.offset,
        "signed": one.signed,
    }  # fmt: skip


def _continued(stored: Stored) -> JournalContinued | None:
    """What the first event of an epoch says of its parent, if it does."""
    if stored.type != JournalContinued.type:
        return None
    try:
        data = json.loads(stored.data)
        told = JournalContinued(
            data["epoch"], data["parent_epoch"], data["parent_seq"], data["parent_hash"], data["reason"]
        )
    except (ValueError, TypeError, KeyError, RecursionError):
        return None
    texts = (told.epoch, told.parent_epoch, told.parent_hash)
    sound = all(type(one) is str for one in texts) and type(told.parent_seq) is int and told.parent_seq >= 0
    return told if sound else None
