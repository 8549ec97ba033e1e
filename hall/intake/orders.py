"""Orders that wait for an answer: rows beside the hall's journal, written in the transaction of the events that make
and close them, and kept in memory by whoever delivers them."""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final

from sqlalchemy import Connection, delete, insert, select, update

from controller.events import Recorded
from controller.fairness.signing import TableKey
from controller.journal.chain import canonical
from controller.refusals import Code, Refused
from controller.uplink.order import sign_order
from hall.intake.enrolled import member_of_id, numbers
from hall.intake.events import OrderAnswered, TableOrdered, TableReleased
from hall.store.schema import enrolled_tables, table_orders

MOST_AT_ONCE: Final = 32
"""Orders in one answer."""
MOST_BYTES: Final = 200 << 10
"""Of them."""
_UNKNOWN_ROLE: Final = "staff"


@dataclass(frozen=True, slots=True)
class WaitingOrder:
    """``content``: as it is sent, without the signature."""

    number: int
    id: str
    kind: str
    expires: str
    content: Mapping[str, Any]


class AnsweredAlready(Exception):
    """Somebody has written an answer to this order meanwhile: nothing was written."""


def keep_orders(connection: Connection, recorded: Sequence[Recorded]) -> None:
    """Beside each append to the hall's journal. Raises ``AnsweredAlready``."""
    for one in recorded:
        if isinstance(one.event, TableOrdered):
            _make(connection, one.event, one.seq)
        elif isinstance(one.event, OrderAnswered):
            _close(connection, one.event)
        elif isinstance(one.event, TableReleased):
            _withdraw(connection, one.event.table)


def waiting(connection: Connection) -> dict[str, list[WaitingOrder]]:
    """By the id of the table, oldest first. Those that are past their time too: the clock decides when it comes to
    that."""
    query = (
        select(table_orders.c.number, table_orders.c.content, enrolled_tables.c.id)
        .join(enrolled_tables, enrolled_tables.c.number == table_orders.c.table_number)
        .where(table_orders.c.answered.is_(None), enrolled_tables.c.token.is_not(None))
        .order_by(table_orders.c.number)
    )
    found: dict[str, list[WaitingOrder]] = {}
    for number, content, table in connection.execute(query):
        found.setdefault(table, []).append(_read(number, content))
    return found


def order_of(connection: Connection, table: str, id_: str) -> tuple[WaitingOrder, str | None]:
    """An order to this table, and the answer that it has, in canonical JSON. Raises ``Refused`` (``no-such-order``): an
    order to another table is none to this one."""
    query = (
        select(table_orders.c.number, table_orders.c.content, table_orders.c.answered)
        .join(enrolled_tables, enrolled_tables.c.number == table_orders.c.table_number)
        .where(table_orders.c.id == id_, enrolled_tables.c.id == table)
    )
    row = connection.execute(query).one_or_none()
    if row is None:
        raise Refused(Code.NO_SUCH_ORDER, f"there is no order {id_[:60]!r} to this table", field="order")
    return _read(row.number, row.content), row.answered


def deliverable(orders: Iterable[WaitingOrder], now: str, after: str = "") -> list[WaitingOrder]:
    """Those that go out at ``now`` (ISO 8601): not past their time, and not those up to the order ``after``."""
    orders = list(orders)
    known = next((one.number for one in orders if one.id == after), 0)
    chosen: list[WaitingOrder] = []
    size = 0
    for one in orders:
        if one.number <= known or one.expires <= now:
            continue
        size += len(canonical(one.content).encode()) + 300
        if len(chosen) == MOST_AT_ONCE or (chosen and size > MOST_BYTES):
            break
        chosen.append(one)
    return chosen


def as_sent(order: WaitingOrder, table_key: str, key: TableKey) -> dict[str, Any]:
    """Signed for the table with this public key. ``key``: of the hall."""
    return {**order.content, "signature": sign_order(order.content, table_key, key)}


def answer_text(event: OrderAnswered) -> str:
    """By which the same answer again is known."""
    return canonical({"seq": event.led_to, "code": event.code, "detail": event.detail})


def content_of(event: TableOrdered, number: int) -> dict[str, Any]:
    """What is sent of an order, without the signature."""
    role = _UNKNOWN_ROLE if event.actor is None else event.actor.role
    return {
        "id": event.order, "number": number, "kind": event.kind, "expected_seq": event.expected_seq,
        "expires": event.expires, "made_by": {"role": role, "name": event.who}, "body": dict(event.body),
    }  # fmt: skip


def remake(connection: Connection, recorded: Iterable[Recorded]) -> int:
    """All rows anew from the events that make, close and withdraw them; how many orders wait for an answer."""
    known, rows = numbers(connection), dict[str, dict[str, Any]]()
    for one in recorded:
        if isinstance(one.event, TableOrdered) and one.event.table in known:
            rows.setdefault(one.event.order, _row(one.event, one.seq, known[one.event.table]) | {"answered": None})
        elif isinstance(one.event, OrderAnswered) and one.event.order in rows:
            rows[one.event.order]["answered"] = answer_text(one.event)
        elif isinstance(one.event, TableReleased):
            gone = known.get(one.event.table)
            rows = {id_: row for id_, row in rows.items() if row["table_number"] != gone or row["answered"]}
    connection.execute(delete(table_orders))
    if rows:
        connection.execute(insert(table_orders), list(rows.values()))
    return sum(row["answered"] is None for row in rows.values())


def _make(connection: Connection, event: TableOrdered, number: int) -> None:
    member = member_of_id(connection, event.table)
    if member is not None:
        connection.execute(insert(table_orders).values(**_row(event, number, member.number)))


def _row(event: TableOrdered, number: int, table: int) -> dict[str, Any]:
    content = canonical(content_of(event, number))
    return {
        "number": number, "id": event.order, "table_number": table, "expires": event.expires, "content": content
    }  # fmt: skip


def _close(connection: Connection, event: OrderAnswered) -> None:
    closed = connection.execute(
        update(table_orders)
        .where(table_orders.c.id == event.order, table_orders.c.answered.is_(None))
        .values(answered=answer_text(event))
    )
    if not closed.rowcount:
        raise AnsweredAlready


def _withdraw(connection: Connection, table: str) -> None:
    """What waits for a table that is let go is not for the one that may come back."""
    member = member_of_id(connection, table)
    if member is not None:
        at = table_orders.c
        connection.execute(delete(table_orders).where(at.table_number == member.number, at.answered.is_(None)))


def _read(number: int, content: str) -> WaitingOrder:
    found = json.loads(content)
    return WaitingOrder(number, found["id"], found["kind"], found["expires"], found)
