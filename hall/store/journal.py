"""The journal of the hall: what its people decided, in order, for good.

As the journal of a table (``controller.journal``): numbered from 1 without gaps, chained by hash, the id of a command
in the transaction of its events. Several processes may write; each says after which event it decided, and is told when
it was overtaken.
"""

from __future__ import annotations

import uuid
from collections.abc import Callable, Iterator, Sequence
from datetime import datetime
from typing import Final

from sqlalchemy import Connection, delete, insert, select

from controller.events import Catalogue, Event, EventError, Recorded, Stored
from controller.journal.chain import canonical, continues, first_hash, next_hash
from controller.journal.store import REMEMBERED_COMMANDS, CommandKey, Remembered, iso
from controller.refusals import Code
from hall.ids import new_id
from hall.store.errors import EventUnreadable, Overtaken, StoreError
from hall.store.notices import Notice
from hall.store.records import lock_hall
from hall.store.schema import hall_commands, hall_events, identity
from hall.store.store import Store

_BATCH: Final = 500
_COLUMNS: Final = (hall_events.c.seq, hall_events.c.time, hall_events.c.type, hall_events.c.data, hall_events.c.hash)

Also = Callable[[Connection, Sequence[Recorded]], None]
"""What is written in the same transaction, beside the events."""


class HallJournal:
    """The journal in ``store``, of the events of ``catalogue``. Blocking; may be used from several threads. Raises
    ``StoreError`` and its kinds, of which ``EventUnreadable`` names an event that this release cannot read.

    ``also``: called within the transaction of each append with what it appends. ``hall``: the id of this hall.
    """

    def __init__(
        self,
        store: Store,
        catalogue: Catalogue,
        *,
        now: Callable[[], datetime],
        random: Callable[[int], bytes],
        also: Sequence[Also] = (),
    ) -> None:
        self.store, self.catalogue = store, catalogue
        self._now, self._also = now, list(also)
        self.hall, self.epoch, self.created = self._identified(new_id("h", random))

    def beside(self, also: Also) -> None:
        """Also writes this in the transaction of each append."""
        self._also.append(also)

    # ------------------------------------------------------------ reading

    @property
    def last_seq(self) -> int:
        """The number of the last event in the store; 0: none."""
        return self._last()[0]

    @property
    def head(self) -> str:
        """Its hash; before the first event, the one that stands before it."""
        return self._last()[1]

    def stored(self, since: int = 0, limit: int = _BATCH) -> list[Stored]:
        """Events after number ``since`` as the store holds them, oldest first."""
        query = select(*_COLUMNS).where(hall_events.c.seq > since).order_by(hall_events.c.seq).limit(max(0, limit))
        with self.store.reading() as connection:
            return [Stored(*row) for row in connection.execute(query)]

    def read(self, since: int = 0, limit: int = _BATCH) -> list[Recorded]:
        """Events after number ``since``, oldest first."""
        return [self._read(stored) for stored in self.stored(since, limit)]

    def replay(self, since: int = 0) -> Iterator[Recorded]:
        """All events after ``since``, in batches, so that a long journal needs little memory."""
        while batch := self.read(since):
            yield from batch
            since = batch[-1].seq

    def of_types(self, types: Sequence[str], since: int = 0, limit: int = _BATCH) -> list[Recorded]:
        """Events of these types after number ``since``, oldest first."""
        query = (
            select(*_COLUMNS)
            .where(hall_events.c.type.in_(types), hall_events.c.seq > since)
            .order_by(hall_events.c.seq)
            .limit(max(0, limit))
        )
        with self.store.reading() as connection:
            return [self._read(Stored(*row)) for row in connection.execute(query)]

    def all_of_types(self, types: Sequence[str]) -> Iterator[Recorded]:
        """All events of these types, in batches."""
        since = 0
        while batch := self.of_types(types, since):
            yield from batch
            since = batch[-1].seq

    def verify(self) -> int | None:
        """The first event that does not fit its number or the chain; None when all do."""
        seq, before = 0, first_hash(self.epoch)
        while batch := self.stored(seq):
            for one in batch:
                if not continues(before, seq + 1, one):
                    return seq + 1
                seq, before = one.seq, one.hash
        return None

    def remembered(self, id_: str) -> Remembered | None:
        """What the command with this id did, if it did anything and is not too long ago."""
        query = select(hall_commands.c.fingerprint, hall_commands.c.first, hall_commands.c.last)
        with self.store.reading() as connection:
            row = connection.execute(query.where(hall_commands.c.id == id_)).one_or_none()
        return None if row is None else Remembered(*row)

    # ------------------------------------------------------------ writing

    def append(
        self,
        events: Sequence[Event],
        key: CommandKey | None = None,
        after: int | None = None,
        *,
        also: Also | None = None,
    ) -> list[Recorded]:
        """All events, the command that they answer and what ``also`` writes, or none of them; durable when it returns.
        ``also`` comes before what is written beside every append.

        ``after``: the number of the last event that the decision knew; None for facts that are true after any. Raises
        ``Overtaken`` when there are others by now, and ``StoreError``: was the connection cut off meanwhile, it may be
        done or not, and ``remembered`` knows. Raises ``ValueError`` for an event that no journal can hold.
        """
        if not events and key is None:
            return []
        data = [canonical(self.catalogue.to_json(event)) for event in events]
        for event, text in zip(events, data, strict=True):
            self.catalogue.read(event.type, text)  # what could not be read again is not written
        with self.store.writing() as connection:
            recorded = self._append(connection, list(zip(events, data, strict=True)), key, after, also)
        if recorded:
            self.store.notices.tell(Notice(hall=recorded[-1].seq))
        return recorded

    def _append(
        self,
        connection: Connection,
        events: Sequence[tuple[Event, str]],
        key: CommandKey | None,
        after: int | None,
        first_also: Also | None,
    ) -> list[Recorded]:
        lock_hall(connection)
        seq, before = _last(connection, self.epoch)
        if after is not None and after != seq:
            raise Overtaken(after, seq)
        time, first, recorded, rows = iso(self._now()), seq + 1, [], []
        for event, text in events:
            seq += 1
            before = next_hash(before, seq, time, event.type, text)
            rows.append({"seq": seq, "time": time, "type": event.type, "data": text, "hash": before})
            recorded.append(Recorded(seq, time, event, before))
        if rows:
            connection.execute(insert(hall_events), rows)
        if key is not None:
            self._remember(connection, key, first, seq)
        for also in ([] if first_also is None else [first_also]) + self._also:
            also(connection, recorded)
        self.store.notices.send(connection, Notice(hall=seq))
        return recorded

    @staticmethod
    def _remember(connection: Connection, key: CommandKey, first: int, last: int) -> None:
        known = connection.execute(select(hall_commands.c.id).where(hall_commands.c.id == key.id)).one_or_none()
        if known is not None:
            raise StoreError(Code.ID_USED, f"the command {key.id} was carried out before")
        values = {"id": key.id, "fingerprint": key.fingerprint, "first": first, "last": last}
        done = connection.execute(insert(hall_commands).values(values))
        number = int((done.inserted_primary_key or (0,))[0])
        connection.execute(delete(hall_commands).where(hall_commands.c.number <= number - REMEMBERED_COMMANDS))

    # ------------------------------------------------------------ inside

    def _last(self) -> tuple[int, str]:
        with self.store.reading() as connection:
            return _last(connection, self.epoch)

    def _read(self, stored: Stored) -> Recorded:
        try:
            return stored.read(self.catalogue)
        except EventError as error:
            raise EventUnreadable(stored.seq, error) from error

    def _identified(self, name: str) -> tuple[str, str, str]:
        """Hall, epoch and time of making; of a new store, made now."""
        query = select(identity.c.hall, identity.c.epoch, identity.c.created)
        with self.store.reading() as connection:
            row = connection.execute(query).one_or_none()
        if row is None:
            with self.store.writing() as connection:
                lock_hall(connection)
                if connection.execute(query).one_or_none() is None:
                    values = {"hall": name, "epoch": str(uuid.uuid4()), "created": iso(self._now())}
                    connection.execute(insert(identity).values(one=1, **values))
                row = connection.execute(query).one()
        hall, epoch, created = row
        return str(hall), str(epoch), str(created)


def _last(connection: Connection, epoch: str) -> tuple[int, str]:
    query = select(hall_events.c.seq, hall_events.c.hash).order_by(hall_events.c.seq.desc()).limit(1)
    row = connection.execute(query).one_or_none()
    return (0, first_hash(epoch)) if row is None else (int(row.seq), str(row.hash))
