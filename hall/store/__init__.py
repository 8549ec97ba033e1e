"""What a hall keeps: its own journal, the events of its tables, and records that may be deleted again.

One set of statements (SQLAlchemy Core, Alembic migrations) for SQLite, the default, and PostgreSQL, chosen by the URL
of the store. Nothing of SQLAlchemy or of a driver comes out of here as an error: only ``StoreError`` and its kinds.
"""

from hall.store.errors import Overtaken, StoreError
from hall.store.journal import HallJournal
from hall.store.records import Records
from hall.store.store import Store, open_store

__all__ = ["HallJournal", "Overtaken", "Records", "Store", "StoreError", "open_store"]
