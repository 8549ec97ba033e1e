"""Which tables belong to the hall, as rows that every process can look up: by token, by key, by id. Those of a token
are kept in memory as well."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
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


class Members:
    """By the hash of the token that each table of the hall shows: all of them, read at once, because after a start of
    the hall all its tables come within seconds.

    ``changes``: how often it was said that one of them is no more what it was.
    """

    def __init__(self) -> None:
        self.changes = 0
        self._by_token: dict[str, Member] = {}
        self._tokens: dict[str, str] = {}

    def of_token(self, token: str) -> Member | None:
        return self._by_token.get(hash_of(token))

    def replace(self, members: Mapping[str, Member]) -> None:
        """All of them, by the hash of the token."""
        self.changes += 1
        self._by_token = dict(members)
        self._tokens = {member.id: token for token, member in members.items()}

    def keep(self, token: str, member: Member, changes: int) -> None:
        """As it was looked up when there had been so many ``changes``; what changed since may be this one."""
        if changes == self.changes:
            self._drop(member.id)
            self._tokens[member.id] = hash_of(token)
            self._by_token[hash_of(token)] = member

    def forget(self, id_: str) -> None:
        """A table that has another token now, or none."""
        self.changes += 1
        self._drop(id_)

    def _drop(self, id_: str) -> None:
        if (token := self._tokens.pop(id_, None)) is not None:
            del self._by_token[token]


def members(connection: Connection) -> dict[str, Member]:
    """By the hash of the token, of all that have one."""
    columns = enrolled_tables.c
    query = select(columns.token, columns.number, columns.id, columns.key).where(columns.token.is_not(None))
    return {str(token): Member(number, id_, key) for token, number, id_, key in connection.execute(query)}


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
