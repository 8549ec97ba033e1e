"""A copy of a store of SQLite while it is in use. PostgreSQL has its own tools: ``pg_dump``, ``pg_basebackup``."""

from __future__ import annotations

import os
import sqlite3
from pathlib import Path

from controller.files import sync_folder
from controller.refusals import Code
from hall.store.errors import StoreError, as_store_error
from hall.store.store import Store


def backup(store: Store, target: Path) -> None:
    """Consistent, with everything that was durable when it began. ``target`` must not exist; it appears whole or not at
    all. Raises ``StoreError``."""
    if not store.is_sqlite:
        raise StoreError(Code.STORE_NOT_A_FILE, f"{store.place} is a database server")
    part = target.with_name(target.name + ".part")
    try:
        with as_store_error(str(target), sqlite3.Error):
            part.unlink(missing_ok=True)
            with store.reading() as connection:
                copy = sqlite3.connect(part)
                try:
                    connection.connection.driver_connection.backup(copy)  # type: ignore[union-attr]
                finally:
                    copy.close()
        with part.open("rb") as written:
            os.fsync(written.fileno())
        os.link(part, target)
        sync_folder(target.parent)
    except OSError as error:
        raise StoreError(Code.STORE_UNAVAILABLE, f"{target}: {error.strerror}") from error
    finally:
        part.unlink(missing_ok=True)
