"""All tables of the hall, live: what the store has of each is folded, and folded on as more arrives.

Checkpoints keep a start short: each stands after one event, with its hash, and is believed only when the store has
that event and the same code folds. A table that began a new epoch is folded anew along its line of epochs.
"""

from __future__ import annotations

import logging
import threading
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cache
from itertools import islice
from typing import TYPE_CHECKING, Any, Final

from sqlalchemy import Connection, delete, select
from sqlalchemy.dialects import postgresql, sqlite

from controller.events import Stored
from hall.floor import facts
from hall.intake.live import LiveTable, evolve, folded_by
from hall.store import Store, StoreError
from hall.store.schema import checkpoints, enrolled_tables, table_epochs, table_events
from hall.tournament.orders import game_key
from hall.tournament.results import GameKey
from hall.tournament.values import TableResult

if TYPE_CHECKING:
    from pydantic import TypeAdapter

log = logging.getLogger("jantaku.hall.tables")

BATCH: Final = 2000
"""Events that are read at once."""
SAVED_AT_ONCE: Final = 200
"""Checkpoints in one statement."""
EVERY: Final = 2000
"""Events of a table after which a checkpoint of it is written: a start folds as many in some 0.1 s."""


@dataclass(frozen=True, slots=True)
class _Epoch:
    number: int
    name: str
    parent: int | None
    first: int
    last: int


@dataclass(frozen=True, slots=True)
class Piece:
    """Of the line of epochs of a table, the events of one of them after ``after`` up to ``last``."""

    epoch: _Epoch
    after: int
    last: int


Checkpoint = dict[str, Any]
"""A row of ``checkpoints``."""

Passing = Callable[[str, Piece, Iterable[Stored]], Iterable[Stored]]
"""What the events of a piece go through on their way into the fold; the first one is the id of the table."""


def _unseen(_table: str, _piece: Piece, events: Iterable[Stored]) -> Iterable[Stored]:
    return events


class Tables:
    """``start``, then ``follow`` for tables of which something was stored. Blocking; one thread at a time folds, and
    any may read. ``live``: by table id; its values never change. Raises ``StoreError``."""

    def __init__(self, store: Store, code: str | None = None) -> None:
        self._store = store
        self._code = folded_by() if code is None else code
        self.live: dict[str, LiveTable] = {}
        self._ids: dict[int, str] = {}
        self._saved: dict[int, int] = {}
        self._lock = threading.Lock()

    def start(self) -> None:
        """From the checkpoints, as far as they can be believed, and the events after them."""
        with self._lock:
            with self._store.reading() as connection:
                self._learn(connection)
                for number, table in self._ids.items():
                    kept = self._checkpoint(connection, number)
                    if kept is not None:
                        self.live[table], self._saved[number] = kept, kept.seq
            self._follow(self._ids)

    def rebuild(self, passing: Passing = _unseen) -> None:
        """All of it anew, from the first event of each table. The checkpoints are replaced at the end, all at once: if
        it is interrupted, the store is as it was."""
        with self._lock:
            self._saved = {}
            self.live = self._from_first(None, passing)
            self._save({n: self.live[t] for n, t in self._ids.items() if t in self.live}, alone=True)

    def made(self, numbers: Collection[int], passing: Passing = _unseen) -> list[Checkpoint]:
        """Checkpoints of the tables with these numbers that have sent something, from the first event of each. Nothing
        is written: ``replace_checkpoints`` does it."""
        with self._lock:
            live = self._from_first(numbers, passing)
            return [self._row(number, live[table]) for number, table in self._ids.items() if table in live]

    def replace_checkpoints(self, rows: Sequence[Checkpoint]) -> None:
        """These alone, all at once."""
        if self._code is not None:
            with self._store.writing() as connection:
                connection.execute(delete(checkpoints))
                _write(connection, [row for row in rows if row["seq"]])

    def _from_first(self, numbers: Collection[int] | None, passing: Passing) -> dict[str, LiveTable]:
        """``numbers``: None for all."""
        found = {}
        with self._store.reading() as connection:
            self._learn(connection)
            for number, table in self._ids.items():
                if numbers is None or number in numbers:
                    after = self._followed(connection, number, table, None, passing)
                    if after is not None:
                        found[table] = after
        return found

    def follow(self, numbers: Iterable[int]) -> list[str]:
        """Tables with these numbers may have more; the ids of those that changed."""
        with self._lock:
            numbers = list(numbers)
            if any(number not in self._ids for number in numbers):
                with self._store.reading() as connection:
                    self._learn(connection)
            return self._follow(numbers)

    def follow_all(self) -> list[str]:
        with self._store.reading() as connection:
            self._learn(connection)
        return self.follow(tuple(self._ids))

    @property
    def results(self) -> Mapping[GameKey, TableResult]:
        """Of all games of tournaments that were or are played at these tables. A game that was moved is known to two of
        them: what was ended counts before what was not, and the later before the earlier, whichever is heard first."""
        found: dict[GameKey, TableResult] = {}
        for live in tuple(self.live.values()):
            for game, result in live.results.items():
                key = game_key(game)
                if key is not None and (key not in found or _when(result) > _when(found[key])):
                    found[key] = result
        return found

    def save(self) -> None:
        """A checkpoint of every table that went on since its last one."""
        with self._lock:
            self._save({n: self.live[t] for n, t in self._ids.items() if t in self.live})

    def as_bytes(self) -> bytes:
        """All of it in one form: the same for the same events, however they came."""
        return b"\n".join(table.encode() + b" " + _adapter().dump_json(self.live[table]) for table in sorted(self.live))

    # ------------------------------------------------------------ folding

    def _follow(self, numbers: Iterable[int]) -> list[str]:
        changed = []
        due: dict[int, LiveTable] = {}
        with self._store.reading() as connection:
            for number in numbers:
                table = self._ids.get(number)
                if table is None:
                    continue
                before = self.live.get(table)
                after = self._followed(connection, number, table, before)
                if after is not before and after is not None:
                    self.live[table] = after
                    changed.append(table)
                    if after.seq - self._saved.get(number, 0) >= EVERY:
                        due[number] = after
        if due:
            try:
                self._save(due)
            except StoreError as error:  # they are tried again with the next events
                log.warning("no checkpoints were written: %s", error)
        return changed

    def _followed(
        self, connection: Connection, number: int, table: str, live: LiveTable | None, passing: Passing = _unseen
    ) -> LiveTable | None:
        epochs = _epochs(connection, number)
        if not epochs:
            return live
        line = _line(epochs)
        present = line[-1].epoch
        if live is None or (live.epoch, live.seq) not in _points(line, live):
            live = LiveTable(facts.facts_of(table, line[0].epoch.name))
            self._saved.pop(number, None)
        for piece in line:
            if piece.epoch.number < live.epoch or piece.last <= live.seq:
                continue
            if live.epoch and piece.epoch.number != live.epoch:
                live = replace(live, facts=facts.in_epoch(live.facts, piece.epoch.name))
            events = _events(connection, number, piece.epoch.number, max(piece.after, live.seq), piece.last)
            live = evolve(live, passing(table, piece, events), piece.epoch.number)
        return live if live.seq or present.last else None

    # ------------------------------------------------------------ checkpoints

    def _checkpoint(self, connection: Connection, number: int) -> LiveTable | None:
        row = connection.execute(select(checkpoints).where(checkpoints.c.table_number == number)).one_or_none()
        if row is None or self._code is None or row.code != self._code:
            return None
        at = table_events.c
        query = select(at.hash).where(at.table_number == number, at.epoch_number == row.epoch_number, at.seq == row.seq)
        if connection.execute(query).scalar_one_or_none() != row.hash:
            return None
        try:
            live: LiveTable = _adapter().validate_json(row.content, strict=True)
        except ValueError as error:
            log.warning("a checkpoint was not understood: %s", str(error)[:300])
            return None
        return live if (live.epoch, live.seq, live.hash) == (row.epoch_number, row.seq, row.hash.hex()) else None

    def _save(self, due: Mapping[int, LiveTable], alone: bool = False) -> None:
        """In one transaction. ``alone``: the store has no other checkpoints after it."""
        if self._code is None:
            return
        numbers = [number for number, live in due.items() if live.seq and live.seq != self._saved.get(number)]
        if not numbers and not alone:
            return
        with self._store.writing() as connection:
            if alone:
                connection.execute(delete(checkpoints))
            _write(connection, (self._row(number, due[number]) for number in numbers))
        self._saved |= {number: due[number].seq for number in numbers}

    def _row(self, number: int, live: LiveTable) -> Checkpoint:
        return {
            "table_number": number, "code": self._code, "epoch_number": live.epoch, "seq": live.seq,
            "hash": bytes.fromhex(live.hash), "content": _adapter().dump_json(live).decode(),
        }  # fmt: skip

    def _learn(self, connection: Connection) -> None:
        query = select(enrolled_tables.c.number, enrolled_tables.c.id).order_by(enrolled_tables.c.number)
        self._ids = {int(number): str(id_) for number, id_ in connection.execute(query)}


def _when(result: TableResult) -> tuple[bool, str, str]:
    """By which of the results of one game the later one counts."""
    ended = result.state != "playing"
    return ended, (result.end or "") if ended else "", result.start or ""


def _epochs(connection: Connection, number: int) -> dict[int, _Epoch]:
    at = table_epochs.c
    query = select(at.number, at.epoch, at.parent, at.first, at.last).where(at.table_number == number)
    rows = connection.execute(query.order_by(at.number))
    return {number: _Epoch(number, name, parent, first, last) for number, name, parent, first, last in rows}


def _line(epochs: Mapping[int, _Epoch]) -> list[Piece]:
    """From the first epoch to the present one: of each, what the next one continues."""
    epoch: _Epoch | None = epochs[max(epochs)]
    pieces: list[Piece] = []
    last = epochs[max(epochs)].last
    while epoch is not None:
        pieces.insert(0, Piece(epoch, epoch.first - 1, last))
        last = epoch.first - 1
        epoch = None if epoch.parent is None else epochs.get(epoch.parent)
    return pieces


def _points(line: Iterable[Piece], live: LiveTable) -> set[tuple[int, int]]:
    """Where ``live`` stands, if that is on the line."""
    return {
        (live.epoch, live.seq)
        for piece in line
        if piece.epoch.number == live.epoch and piece.after < live.seq <= piece.last
    }


def _events(connection: Connection, table: int, epoch: int, after: int, last: int) -> Iterator[Stored]:
    at = table_events.c
    while after < last:
        query = (
            select(at.seq, at.time, at.type, at.data, at.hash)
            .where(at.table_number == table, at.epoch_number == epoch, at.seq > after, at.seq <= last)
            .order_by(at.seq)
            .limit(BATCH)
        )
        rows = connection.execute(query).all()
        if not rows:
            return
        for seq, time, type_, data, hash_ in rows:
            yield Stored(seq, time, type_, data, bytes(hash_).hex())
        after = rows[-1][0]


def _write(connection: Connection, rows: Iterable[Checkpoint]) -> None:
    left = iter(rows)
    while some := list(islice(left, SAVED_AT_ONCE)):
        connection.execute(_put(connection), some)


def _put(connection: Connection) -> Any:
    """Several processes may each write theirs: all are right."""
    insert = sqlite.insert if connection.dialect.name == "sqlite" else postgresql.insert
    put = insert(checkpoints)
    others = {name: put.excluded[name] for name in ("code", "epoch_number", "seq", "hash", "content")}
    return put.on_conflict_do_update(index_elements=["table_number"], set_=others)


@cache
def _adapter() -> TypeAdapter[LiveTable]:
    from pydantic import TypeAdapter

    return TypeAdapter(LiveTable)
