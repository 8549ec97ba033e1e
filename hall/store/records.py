"""Records that may be changed and deleted for good: contacts, secrets of accounts. Nothing of them is in a journal."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, Final

from sqlalchemy import Connection, delete, select, text
from sqlalchemy.dialects import postgresql, sqlite

from hall.store.schema import records
from hall.store.store import Store

_LOCK: Final = 0x4A746B76
"""Any number that no other program on the database uses, and not that of the migrations."""


class Records:
    """Texts by key in a ``space`` of their own. Every call is one transaction. Raises ``StoreError``."""

    def __init__(self, store: Store, space: str) -> None:
        self._store, self.space = store, space

    def get(self, key: str) -> str | None:
        with self._store.reading() as connection:
            return read_record(connection, self.space, key)

    def all(self) -> dict[str, str]:
        """By key, in their order."""
        query = select(records.c.key, records.c.value).where(records.c.space == self.space).order_by(records.c.key)
        with self._store.reading() as connection:
            return {str(row.key): str(row.value) for row in connection.execute(query)}

    def keys(self, start: str) -> list[str]:
        """Those that begin so, in their order."""
        at = records.c
        query = select(at.key).where(at.space == self.space, at.key.startswith(start, autoescape=True)).order_by(at.key)
        with self._store.reading() as connection:
            return [str(key) for key in connection.execute(query).scalars()]

    def put(self, key: str, value: str) -> None:
        with self._store.writing() as connection:
            write_record(connection, self.space, key, value)

    def change(self, key: str, how: Callable[[str | None], str | None]) -> str | None:
        """The record as ``how`` makes it of the one that is there (None: none, on both sides), with nobody in
        between; what it is now."""
        with self._store.writing() as connection:
            lock_hall(connection)
            after = how(read_record(connection, self.space, key))
            write_record(connection, self.space, key, after)
        return after

    def put_all(self, values: Mapping[str, str | None]) -> None:
        """All or nothing; None deletes."""
        with self._store.writing() as connection:
            for key, value in values.items():
                write_record(connection, self.space, key, value)

    def delete(self, key: str) -> bool:
        """Whether there was one."""
        with self._store.writing() as connection:
            gone = connection.execute(delete(records).where(*_at(self.space, key)))
            return bool(gone.rowcount)


def lock_hall(connection: Connection) -> None:
    """Until the end of the transaction nobody else appends to the hall's journal or changes a record by what it is."""
    if connection.dialect.name == "postgresql":  # on SQLite whoever writes is alone
        connection.execute(text("SELECT pg_advisory_xact_lock(:lock)"), {"lock": _LOCK})


def read_record(connection: Connection, space: str, key: str) -> str | None:
    query = select(records.c.value).where(*_at(space, key))
    return connection.execute(query).scalar_one_or_none()


def write_record(connection: Connection, space: str, key: str, value: str | None) -> None:
    """None deletes it."""
    if value is None:
        connection.execute(delete(records).where(*_at(space, key)))
        return
    insert = sqlite.insert if connection.dialect.name == "sqlite" else postgresql.insert
    put = insert(records).values(space=space, key=key, value=value)
    connection.execute(put.on_conflict_do_update(index_elements=["space", "key"], set_={"value": value}))


def _at(space: str, key: str) -> tuple[Any, Any]:
    return records.c.space == space, records.c.key == key
