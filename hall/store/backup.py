"""A copy of a store while it is in use, and a store made from a copy.

A copy is a file of SQLite whatever the store is: one form to keep, to check and to restore, and the way of a hall from
the one kind of store to the other. PostgreSQL's own tools (``pg_dump``, ``pg_basebackup``) are not needed for it.
"""

from __future__ import annotations

import os
import sqlite3
from pathlib import Path
from typing import Final

from sqlalchemy import Connection, func, insert, select, text

from controller.files import sync_folder
from controller.refusals import Code
from hall.store.errors import StoreError, as_store_error
from hall.store.schema import METADATA, identity
from hall.store.store import Store, open_store

_ROWS: Final = 1000
"""Of a table, read and written at a time."""


def backup(store: Store, target: Path) -> None:
    """Consistent, with everything that was durable when it began. ``target`` must not exist; it appears whole or not at
    all. Raises ``StoreError``."""
    part = target.with_name(target.name + ".part")
    _remove(part)
    try:
        if store.is_sqlite:
            _copy_file(store, part)
        else:
            with open_store(f"sqlite:///{part}") as copy:
                _copy_rows(store, copy)
                copy.scrub()
        with part.open("rb") as written:
            os.fsync(written.fileno())
        os.link(part, target)
        sync_folder(target.parent)
    except OSError as error:
        raise StoreError(Code.STORE_UNAVAILABLE, f"{target}: {error.strerror}") from error
    finally:
        _remove(part)


def restore(copy: Store, store: Store) -> None:
    """What is in ``copy`` into ``store``, all or nothing. Raises ``StoreError``, also for a store that has a hall."""
    with store.reading() as connection:
        if connection.execute(select(func.count()).select_from(identity)).scalar_one():
            raise StoreError(Code.STORE_NOT_EMPTY, f"{store.place} has a hall already")
    _copy_rows(copy, store)


def _copy_file(store: Store, part: Path) -> None:
    with as_store_error(str(part), sqlite3.Error), store.reading() as connection:
        copy = sqlite3.connect(part)
        try:
            connection.connection.driver_connection.backup(copy)  # type: ignore[union-attr]
        finally:
            copy.close()


def _copy_rows(source: Store, target: Store) -> None:
    with source.reading() as found, target.writing() as made:
        for connection in (found, made):
            if connection.dialect.name == "postgresql":
                connection.execute(text("SET LOCAL statement_timeout = 0"))
        for table in METADATA.sorted_tables:
            rows = found.execution_options(yield_per=_ROWS).execute(select(table)).mappings()
            for some in rows.partitions(_ROWS):
                made.execute(insert(table), [dict(one) for one in some])
        if made.dialect.name == "postgresql":
            _count_on(made)


def _count_on(connection: Connection) -> None:
    """The numbers that PostgreSQL gives begin after those that were copied."""
    for table in METADATA.sorted_tables:
        for column in table.primary_key:
            sequence = connection.execute(
                text("SELECT pg_get_serial_sequence(:name, :column)"), {"name": table.name, "column": column.name}
            ).scalar()
            highest = connection.execute(select(func.max(column))).scalar() if sequence else None
            if highest is not None:
                connection.execute(text("SELECT setval(:sequence, :value)"), {"sequence": sequence, "value": highest})


def _remove(part: Path) -> None:
    for suffix in ("", "-wal", "-shm"):
        part.with_name(part.name + suffix).unlink(missing_ok=True)
