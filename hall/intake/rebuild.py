"""What a hall keeps beside its facts, made anew from them: the orders that wait, who is enrolled, the live view of each
table. The facts are the hall's journal and the events of its tables; each is held against its chain on the way.

Whatever is written is written in one transaction for each part: a rebuild that is interrupted has changed nothing of
the part it was at, and may be repeated as often as wanted, also while the hall runs.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping
from concurrent.futures import ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from dataclasses import dataclass, field
from itertools import repeat
from multiprocessing import get_context
from typing import Final

from sqlalchemy import func, insert, select, update

from controller.events import Stored
from controller.journal.chain import continues, first_hash
from controller.refusals import Code, Refused
from hall.intake import orders
from hall.intake.batch import SET_ASIDE
from hall.intake.enrolled import numbers
from hall.intake.events import OrderAnswered, TableEnrolled, TableOrdered, TableReleased
from hall.intake.storing import lock_new_epochs
from hall.intake.tables import Checkpoint, Piece, Tables
from hall.store import HallJournal, Store, StoreError
from hall.store.records import lock_hall
from hall.store.schema import enrolled_tables, table_epochs
from hall.store.url import store_url

EVERY: Final = 1000
"""Events between two words of progress."""
FEWEST: Final = 25_000
"""Events that are worth a process: it takes as long to start as some 20,000 take to fold."""
SHARES: Final = 8
"""Pieces of work for each process, so that none is left with the largest tables at the end."""


@dataclass(frozen=True, slots=True)
class Progress:
    """``events`` of ``all`` events of tables are folded."""

    events: int
    all: int


@dataclass(frozen=True, slots=True)
class Broken:
    """Event ``seq`` of this epoch of a table is missing, or is not the one that follows the event before it."""

    table: str
    epoch: str
    seq: int


@dataclass(frozen=True, slots=True)
class Rebuilt:
    """``tables``: those that have sent something. ``hall``: the first event of the hall's journal that does not fit."""

    tables: int
    events: int
    orders: int
    hall: int | None
    broken: tuple[Broken, ...]


def rebuild(
    journal: HallJournal, told: Callable[[Progress], None] = lambda _: None, processes: int | None = None
) -> Rebuilt:
    """Raises ``StoreError``. What is broken is named and otherwise taken as it stands, as the running hall does.
    ``processes`` fold the tables, no more than one of few events; as many as there are processors."""
    hall = journal.verify()
    _enrolled_anew(journal)
    count = _orders_anew(journal)
    sizes = _sizes(journal.store)
    total, wanted = sum(sizes.values()), len(os.sched_getaffinity(0)) if processes is None else processes
    tables, check = Tables(journal.store), _Check(total, told)
    if min(wanted, total // FEWEST) < 2:
        tables.rebuild(check.passing)
        return Rebuilt(len(tables.live), check.events, count, hall, tuple(check.broken))
    whole = _Part()
    for part in _parts(journal.store, wanted, _shares(sizes, total // (wanted * SHARES) + 1)):
        whole = _Part(whole.rows + part.rows, whole.events + part.events, whole.broken + part.broken)
        told(Progress(whole.events, max(total, whole.events)))
    tables.replace_checkpoints(whole.rows)
    return Rebuilt(len(whole.rows), whole.events, count, hall, tuple(whole.broken))


def _sizes(store: Store) -> dict[int, int]:
    """Events of each table, by its number."""
    at = table_epochs.c
    query = select(at.table_number, func.sum(at.last - at.first + 1)).group_by(at.table_number)
    with store.reading() as connection:
        return {int(number): int(events) for number, events in connection.execute(query.order_by(at.table_number))}


def _shares(sizes: Mapping[int, int], each: int) -> Iterator[list[int]]:
    """Tables in groups of so many events or more."""
    share: list[int] = []
    events = 0
    for number, size in sizes.items():
        share.append(number)
        events += size
        if events >= each:
            yield share
            share, events = [], 0
    if share:
        yield share


@dataclass(frozen=True, slots=True)
class _Part:
    rows: list[Checkpoint] = field(default_factory=list)
    events: int = 0
    broken: list[Broken] = field(default_factory=list)


@dataclass(frozen=True, slots=True)
class _Failed:
    """A ``StoreError``, which cannot go from process to process."""

    code: Code
    detail: str


def _parts(store: Store, processes: int, shares: Iterable[list[int]]) -> Iterator[_Part]:
    """In the order of the shares. Raises ``StoreError``."""
    url = store.url.render_as_string(hide_password=False)
    with ProcessPoolExecutor(processes, get_context("spawn")) as pool:
        try:
            for part in pool.map(_folded, repeat(url), shares):
                if isinstance(part, _Failed):
                    raise StoreError(part.code, part.detail)
                yield part
        except BrokenProcessPool as error:
            raise StoreError(Code.STORE_FAILED, f"{store.place}: a process that folds has ended: {error}") from error


def _folded(url: str, numbers: list[int]) -> _Part | _Failed:
    """In a process of its own."""
    check = _Check(0, lambda _: None)
    try:
        with Store(store_url(url)) as store:
            rows = Tables(store).made(numbers, check.passing)
    except StoreError as error:
        return _Failed(Code(error.entry), error.detail)
    return _Part(rows, check.events, check.broken)


class _Check:
    """Counts the events on their way into the fold, and holds them against the chain."""

    def __init__(self, total: int, told: Callable[[Progress], None]) -> None:
        self.events, self.broken = 0, list[Broken]()
        self._total, self._told = total, told
        self._before: tuple[str, str | None] = "", None

    def passing(self, table: str, piece: Piece, events: Iterable[Stored]) -> Iterator[Stored]:
        of, before = self._before
        if piece.after == 0:
            before = first_hash(_own_name(piece.epoch.name))
        elif of != table:
            before = None  # what stood before the first event that is stored, nobody can say
        seq, sound = piece.after, True
        for one in events:
            seq += 1
            if sound and not (one.seq == seq and (before is None or continues(before, seq, one))):
                self.broken.append(Broken(table, piece.epoch.name, seq))
                sound = False
            seq, before = one.seq, one.hash
            self.events += 1
            if self.events % EVERY == 0:
                self._told(Progress(self.events, max(self._total, self.events)))
            yield one
        if sound and seq < piece.last:
            self.broken.append(Broken(table, piece.epoch.name, seq + 1))
        self._before = table, before


def _own_name(epoch: str) -> str:
    """What the table calls an epoch that was set aside."""
    return epoch.removeprefix(SET_ASIDE).partition(" ")[2] if epoch.startswith(SET_ASIDE) else epoch


def _enrolled_anew(journal: HallJournal) -> None:
    """A row for each table of the journal. Tokens stand in no journal: a table whose row was gone has to enrol anew."""
    keys: dict[str, str] = {}
    gone: set[str] = set()
    for one in _of_tables(journal, TableEnrolled.type, TableReleased.type):
        if isinstance(one, TableEnrolled):
            keys.setdefault(one.table, one.key)
            gone.discard(one.table)
        elif isinstance(one, TableReleased):
            gone.add(one.table)
    with journal.store.writing() as connection:
        lock_hall(connection)
        known = numbers(connection)
        missing = [{"id": table, "key": key, "token": None} for table, key in keys.items() if table not in known]
        if missing:
            connection.execute(insert(enrolled_tables), missing)
        for table in gone:
            connection.execute(update(enrolled_tables).where(enrolled_tables.c.id == table).values(token=None))


def _orders_anew(journal: HallJournal) -> int:
    """How many orders wait for an answer."""
    with journal.store.writing() as connection:
        lock_hall(connection)  # until then nobody makes or answers one
        recorded = journal.all_of_types((TableOrdered.type, OrderAnswered.type, TableReleased.type))
        return orders.remake(connection, recorded)


def _of_tables(journal: HallJournal, *types: str) -> Iterator[object]:
    return (recorded.event for recorded in journal.all_of_types(types))


# ---------------------------------------------------------------- from the tables


def send_again(store: Store, now: str, tables: Collection[str] = ()) -> list[str]:
    """Lets tables send their journals from the first event; the ids of those that will. All that are enrolled, or
    these alone. ``now``: ISO 8601.

    Nothing is deleted: what is stored of them stays, under names that no table uses. Until a table has sent something
    the hall shows what it showed. Raises ``Refused`` (``no-such-enrolled-table``) for a table that is not enrolled and
    ``StoreError``, with nothing changed.
    """
    enrolled = select(enrolled_tables.c.id, enrolled_tables.c.number).where(enrolled_tables.c.token.is_not(None))
    with store.writing() as connection:
        lock_new_epochs(connection)
        known = {str(id_): int(number) for id_, number in connection.execute(enrolled)}
        strange = sorted(set(tables) - known.keys())
        if strange:
            raise Refused(Code.NO_SUCH_ENROLLED_TABLE, f"{', '.join(strange)[:200]}: not enrolled here", field="table")
        chosen = {id_: number for id_, number in known.items() if not tables or id_ in tables}
        for number in sorted(chosen.values()):  # as those who add events, so that nobody waits in a circle
            mine = table_epochs.c.table_number == number
            rows = connection.execute(
                select(table_epochs.c.number, table_epochs.c.epoch).where(mine).with_for_update()
            ).all()
            for epoch_number, epoch in rows:
                if not epoch.startswith(SET_ASIDE):
                    aside = f"{SET_ASIDE}{now} {epoch}"
                    connection.execute(
                        update(table_epochs).where(mine, table_epochs.c.number == epoch_number).values(epoch=aside)
                    )
    return sorted(chosen)
