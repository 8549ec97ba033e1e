"""The tables of the store, as statements see them. ``migrations`` make them; a test holds the two together.

Events of tables have the key (table, epoch, number), with small numbers in place of names: a row is about 300 bytes.
"""

from __future__ import annotations

from typing import Final

from sqlalchemy import (
    BigInteger,
    Column,
    ForeignKey,
    Index,
    Integer,
    LargeBinary,
    MetaData,
    Table,
    Text,
    UniqueConstraint,
)

METADATA: Final = MetaData()

identity: Final = Table(
    "identity",
    METADATA,
    Column("one", Integer, primary_key=True, autoincrement=False),
    Column("hall", Text, nullable=False),
    Column("epoch", Text, nullable=False),
    Column("created", Text, nullable=False),
)
"""One row: which hall this is."""

hall_events: Final = Table(
    "hall_events",
    METADATA,
    Column("seq", BigInteger, primary_key=True, autoincrement=False),
    Column("time", Text, nullable=False),
    Column("type", Text, nullable=False),
    Column("data", Text, nullable=False),
    Column("hash", Text, nullable=False),
    Index("hall_events_by_type", "type", "seq"),
)

hall_commands: Final = Table(
    "hall_commands",
    METADATA,
    Column("number", Integer, primary_key=True),
    Column("id", Text, nullable=False, unique=True),
    Column("fingerprint", Text, nullable=False),
    Column("first", BigInteger, nullable=False),
    Column("last", BigInteger, nullable=False),
    sqlite_autoincrement=True,
)

records: Final = Table(
    "records",
    METADATA,
    Column("space", Text, primary_key=True),
    Column("key", Text, primary_key=True),
    Column("value", Text, nullable=False),
)
"""What may be changed and deleted: contacts, secrets of accounts, what an enrolment waits for."""

enrolled_tables: Final = Table(
    "enrolled_tables",
    METADATA,
    Column("number", Integer, primary_key=True),
    Column("id", Text, nullable=False, unique=True),
    Column("key", Text, nullable=False, unique=True),
    Column("token", Text, unique=True),
    sqlite_autoincrement=True,
)
"""``key``: the public key in hexadecimal. ``token``: SHA-256 of what the table shows; null: it was let go."""

table_epochs: Final = Table(
    "table_epochs",
    METADATA,
    Column("table_number", Integer, ForeignKey("enrolled_tables.number"), primary_key=True),
    Column("number", Integer, primary_key=True, autoincrement=False),
    Column("epoch", Text, nullable=False),
    Column("parent", Integer),
    Column("first", BigInteger, nullable=False),
    Column("last", BigInteger, nullable=False),
    Column("hash", LargeBinary, nullable=False),
    Column("heard", BigInteger, nullable=False),
    Column("offset_ms", BigInteger),
    Column("signed", BigInteger),
    UniqueConstraint("table_number", "epoch"),
    postgresql_with={"fillfactor": "50"},
)
"""``first`` to ``last`` are stored without a gap (``last = first - 1``: none), ``hash`` is that of the last, or of what
stands before the first. ``heard``: Unix milliseconds of the last batch; ``offset_ms``: the table's clock less ours.
``signed``: the last event that the table said it has."""

table_events: Final = Table(
    "table_events",
    METADATA,
    Column("table_number", Integer, primary_key=True, autoincrement=False),
    Column("epoch_number", Integer, primary_key=True, autoincrement=False),
    Column("seq", BigInteger, primary_key=True, autoincrement=False),
    Column("time", Text, nullable=False),
    Column("type", Text, nullable=False),
    Column("data", Text, nullable=False),
    Column("hash", LargeBinary, nullable=False),
    postgresql_partition_by="HASH (table_number)",
    sqlite_with_rowid=False,
)

table_orders: Final = Table(
    "table_orders",
    METADATA,
    Column("number", BigInteger, primary_key=True, autoincrement=False),
    Column("id", Text, nullable=False, unique=True),
    Column("table_number", Integer, ForeignKey("enrolled_tables.number"), nullable=False),
    Column("content", Text, nullable=False),
    Column("expires", Text, nullable=False),
    Column("answered", Text),
    Index("table_orders_by_table", "table_number", "number"),
)
"""``number``: of the event in the hall's journal that made it; ``content``: what is delivered, in canonical JSON, which
the signature covers; ``answered``: the answer in canonical JSON."""

quarantine: Final = Table(
    "quarantine",
    METADATA,
    Column("number", Integer, primary_key=True),
    Column("table_number", Integer, ForeignKey("enrolled_tables.number"), nullable=False),
    Column("reason", Text, nullable=False),
    Column("digest", Text, nullable=False),
    Column("received", Text, nullable=False),
    Column("batch", Text, nullable=False),
    UniqueConstraint("table_number", "digest"),
    sqlite_autoincrement=True,
)
"""Batches that were not taken, as they came; ``digest``: SHA-256 of ``batch``."""

checkpoints: Final = Table(
    "checkpoints",
    METADATA,
    Column("table_number", Integer, ForeignKey("enrolled_tables.number"), primary_key=True),
    Column("code", Text, nullable=False),
    Column("epoch_number", Integer, nullable=False),
    Column("seq", BigInteger, nullable=False),
    Column("hash", LargeBinary, nullable=False),
    Column("content", Text, nullable=False),
)
"""What was folded of a table up to an event, and by which code; may be thrown away at any time."""

NEVER_EDITED: Final = ("hall_events", "table_events")
PARTITIONS: Final = 16
"""Of the events of tables in PostgreSQL, by hash of the table."""
