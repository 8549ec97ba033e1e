"""From an older store, or an empty database, to the present tables: in one transaction, under a lock."""

from __future__ import annotations

import io
from pathlib import Path
from typing import Final

from alembic import command
from alembic.config import Config
from alembic.runtime.migration import MigrationContext
from alembic.script import ScriptDirectory
from sqlalchemy import Connection, text

from controller.refusals import Code
from hall.store.errors import StoreError

_LOCK: Final = 0x4A746B75
"""Any number; that no other program on the database uses ("Jtku")."""


def migrate(connection: Connection, place: str) -> None:
    """Within the transaction of ``connection``, which on SQLite holds the file already. Raises ``StoreError``."""
    if connection.dialect.name == "postgresql":
        connection.execute(text("SELECT pg_advisory_xact_lock(:lock)"), {"lock": _LOCK})
    if not is_present(connection, place):
        command.upgrade(configuration(connection), "head")


def is_present(connection: Connection, place: str) -> bool:
    """Whether the tables are those of this release, neither older ones nor none. Raises ``StoreError`` for those of a
    newer one."""
    scripts = ScriptDirectory.from_config(configuration(connection))
    found = MigrationContext.configure(connection).get_current_revision()
    if found == scripts.get_current_head():
        return True
    if found is not None and found not in {one.revision for one in scripts.walk_revisions()}:
        detail = f"{place} has schema {found}; this release knows schemas up to {scripts.get_current_head()}"
        raise StoreError(Code.STORE_TOO_NEW, detail)
    return False


def configuration(connection: Connection) -> Config:
    """What Alembic works with. It prints nothing."""
    config = Config(stdout=io.StringIO())
    config.set_main_option("script_location", str(Path(__file__).with_name("migrations")).replace("%", "%%"))
    config.attributes["connection"] = connection
    return config
