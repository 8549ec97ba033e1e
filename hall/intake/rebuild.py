"""What a hall keeps beside its facts, made anew from them: the orders that wait, who is enrolled, the live view of each
table. The facts are the hall's journal and the events of its tables; each is held against its chain on the way.

Whatever is written is written in one transaction for each part: a rebuild that is interrupted has changed nothing of
the part it was at, and may be repeated as often as wanted, also while the hall runs.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Iterator
from dataclasses import dataclass
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
from hall.intake.tables import Piece, Tables
from hall.store import HallJournal, Store
from hall.store.records import lock_hall
from hall.store.schema import enrolled_tables, table_epochs

EVERY: Final = 1000
"""Events between two words of progress."""


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


def rebuild(journal: HallJournal, told: Callable[[Progress], None] = lambda _: None) -> Rebuilt:
    """Raises ``StoreError``. What is broken is named and otherwise taken as it stands, as the running hall does."""
    hall = journal.verify()
    _enrolled_anew(journal)
    count = _orders_anew(journal)
    with journal.store.reading() as connection:
        last, first = table_epochs.c.last, table_epochs.c.first
        total = connection.execute(select(func.coalesce(func.sum(last - first + 1), 0))).scalar_one()
    tables, check = Tables(journal.store), _Check(int(total), told)
    tables.rebuild(check.passing)
    return Rebuilt(len(tables.live), check.events, count, hall, tuple(check.broken))


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
        recorded = journal.all_of_types((TableOrdered.type, OrderAnswered.type))
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
