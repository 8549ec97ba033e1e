"""What becomes of a command about tables: a refusal, or events."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from datetime import datetime, timedelta
from typing import Any, Final, Protocol

from controller.events import Event
from controller.journal.chain import canonical
from controller.journal.store import iso
from controller.limits import check_words
from controller.refusals import Code, Refused
from controller.uplink.order import KINDS
from hall.commands import Context, HallCommandSpec
from hall.ids import new_id
from hall.intake.commands import OrderTable, ReleaseTable, RenameTable, SettleAside
from hall.intake.events import AsideSettled, TableOrdered, TableReleased, TableRenamed
from hall.intake.state import EnrolledTable, State

LONGEST_NAME: Final = 60
LONGEST_WHY: Final = 400
LONGEST_BODY: Final = 16 << 10
"""Bytes of an order's body as canonical JSON. The whole answer with orders is at most 256 KiB."""
MOST_OPEN: Final = 32
"""Orders that wait for one table."""
SHORTEST, LONGEST = 5, 7 * 24 * 3600
"""Seconds in which an order expires."""


class WithTables(Protocol):
    """The part of the hall's state that is needed here."""

    @property
    def tables(self) -> State: ...


def rename_table(command: RenameTable, context: Context[WithTables]) -> tuple[Event, ...]:
    table = table_of(context.state.tables, command.table)
    check_words(command.name, "name", LONGEST_NAME)
    return () if command.name == table.name else (TableRenamed(table.id, command.name),)


def release_table(command: ReleaseTable, context: Context[WithTables]) -> tuple[Event, ...]:
    """A table that is there is asked first; what it answers makes it leave."""
    table = table_of(context.state.tables, command.table)
    if command.gone:
        return (TableReleased(table.id, "gone"),)
    if any(order.kind == "release" and order.expires > iso(context.now) for order in table.orders):
        return ()
    return (make_order(table.id, "release", {}, command.who, context.now, context.random, seconds=LONGEST),)


def order_table(command: OrderTable, context: Context[WithTables]) -> tuple[Event, ...]:
    table = table_of(context.state.tables, command.table)
    if command.kind not in KINDS or command.kind == "release":
        raise Refused(Code.BAD_TABLE_ORDER, f"kind: {command.kind[:40]!r} cannot be ordered", field="kind")
    if not SHORTEST <= command.seconds <= LONGEST:
        raise Refused(Code.BAD_TABLE_ORDER, f"seconds: {SHORTEST} to {LONGEST}", field="seconds")
    if len(canonical(command.body).encode()) > LONGEST_BODY:
        raise Refused(Code.BAD_TABLE_ORDER, f"body: it has more than {LONGEST_BODY} bytes", field="body")
    if len(table.orders) >= MOST_OPEN and sum(one.expires > iso(context.now) for one in table.orders) >= MOST_OPEN:
        raise Refused(Code.TOO_MANY_ORDERS, f"{MOST_OPEN} orders wait for {table.name}")
    order = make_order(
        table.id, command.kind, command.body, command.who, context.now, context.random,
        seconds=command.seconds, expected_seq=command.expected_seq,
    )  # fmt: skip
    return (order,)


def settle_aside(command: SettleAside, context: Context[WithTables]) -> tuple[Event, ...]:
    table = table_of(context.state.tables, command.table)
    check_words(command.why, "why", LONGEST_WHY)
    return (AsideSettled(table.id, command.why),) if table.aside or table.replaced else ()


def table_of(state: State, id_: str) -> EnrolledTable:
    """Raises ``Refused`` (``no-such-enrolled-table``) for one that does not belong to the hall."""
    table = state.tables.get(id_)
    if table is None or table.released is not None:
        raise Refused(Code.NO_SUCH_ENROLLED_TABLE, f"no table {id_[:40]!r} belongs to this hall", field="table")
    return table


def make_order(
    table: str,
    kind: str,
    body: Mapping[str, Any],
    who: str,
    now: datetime,
    random: Callable[[int], bytes],
    *,
    seconds: int = 600,
    expected_seq: int | None = None,
) -> TableOrdered:
    """An order for any room of the hall to put among its events. The role of whoever causes the event is the one that
    the order has at the table."""
    expires = iso(now + timedelta(seconds=seconds))
    return TableOrdered(table, new_id("o", random), kind, body, expires, who, expected_seq)


COMMANDS: Final = (
    HallCommandSpec(command=RenameTable, name="table.rename", decide=rename_table),
    HallCommandSpec(command=ReleaseTable, name="table.release", decide=release_table),
    HallCommandSpec(command=OrderTable, name="table.order", decide=order_table),
    HallCommandSpec(command=SettleAside, name="table.settle-aside", decide=settle_aside),
)
