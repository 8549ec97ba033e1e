"""Which tables belong to the hall, as rows that every process can look up: by token, by key, by id."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from sqlalchemy import Connection, insert, select, update

from controller.credentials.tokens import hash_of
from controller.events import Recorded
from hall.intake.events import TableReleased
from hall.store.schema import enrolled_tables


@dataclass(frozen=True, slots=True)
class Member:
    """``number``: in the keys of the store. ``key``: public, hexadecimal."""

    number: int
    id: str
    key: str


def member_of_token(connection: Connection, token: str) -> Member | None:
    return _one(connection, enrolled_tables.c.token == hash_of(token))


def member_of_key(connection: Connection, key: str) -> Member | None:
    """Also one that was let go."""
    return _one(connection, enrolled_tables.c.key == key)


def member_of_id(connection: Connection, id_: str) -> Member | None:
    return _one(connection, enrolled_tables.c.id == id_)


def numbers(connection: Connection) -> dict[str, int]:
    """Number by id, of all that ever were."""
    query = select(enrolled_tables.c.id, enrolled_tables.c.number)
    return {str(id_): int(number) for id_, number in connection.execute(query)}


def put_member(connection: Connection, id_: str, key: str, token: str) -> None:
    """A new one, or a new token for an old one."""
    changed = connection.execute(
        update(enrolled_tables).where(enrolled_tables.c.key == key).values(token=hash_of(token))
    )
    if not changed.rowcount:
        connection.execute(insert(enrolled_tables).values(id=id_, key=key, token=hash_of(token)))


def let_go(connection: Connection, recorded: Sequence[Recorded]) -> None:
    """Beside each append to the hall's journal: whoever was released has no token any more."""
    for one in recorded:
        if isinstance(one.event, TableReleased):
            connection.execute(
                update(enrolled_tables).where(enrolled_tables.c.id == one.event.table).values(token=None)
            )


def _one(connection: Connection, where: Any) -> Member | None:
    query = select(enrolled_tables.c.number, enrolled_tables.c.id, enrolled_tables.c.key).where(where)
    row = connection.execute(query).one_or_none()
    return None if row is None else Member(row.number, row.id, row.key)
