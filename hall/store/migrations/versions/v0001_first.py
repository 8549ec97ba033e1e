"""The first tables of a store: the hall's journal, its records, the events of its tables."""

from __future__ import annotations

from alembic import op
from sqlalchemy import BigInteger, Column, ForeignKey, Integer, LargeBinary, Text, UniqueConstraint

revision = "0001"
down_revision = None

_PARTITIONS = 16


def upgrade() -> None:
    _hall()
    _tables()
    on_sqlite = op.get_bind().dialect.name == "sqlite"
    if not on_sqlite:
        _partitions()
        op.execute(_REFUSE)
    for table in ("hall_events", "table_events"):
        for statement in _on_sqlite(table) if on_sqlite else _on_postgresql(table):
            op.execute(statement)


def downgrade() -> None:
    for table in (
        "checkpoints", "quarantine", "table_orders", "table_events", "table_epochs", "enrolled_tables", "records",
        "hall_commands", "hall_events", "identity",
    ):  # fmt: skip
        op.drop_table(table)
    if op.get_bind().dialect.name != "sqlite":
        op.execute("DROP FUNCTION refuse_edit()")


def _hall() -> None:
    op.create_table(
        "identity",
        Column("one", Integer, primary_key=True, autoincrement=False),
        Column("hall", Text, nullable=False),
        Column("epoch", Text, nullable=False),
        Column("created", Text, nullable=False),
    )
    op.create_table(
        "hall_events",
        Column("seq", BigInteger, primary_key=True, autoincrement=False),
        Column("time", Text, nullable=False),
        Column("type", Text, nullable=False),
        Column("data", Text, nullable=False),
        Column("hash", Text, nullable=False),
    )
    op.create_index("hall_events_by_type", "hall_events", ["type", "seq"])
    op.create_table(
        "hall_commands",
        Column("number", Integer, primary_key=True),
        Column("id", Text, nullable=False, unique=True),
        Column("fingerprint", Text, nullable=False),
        Column("first", BigInteger, nullable=False),
        Column("last", BigInteger, nullable=False),
        sqlite_autoincrement=True,
    )
    op.create_table(
        "records",
        Column("space", Text, primary_key=True),
        Column("key", Text, primary_key=True),
        Column("value", Text, nullable=False),
    )


def _tables() -> None:
    op.create_table(
        "enrolled_tables",
        Column("number", Integer, primary_key=True),
        Column("id", Text, nullable=False, unique=True),
        Column("key", Text, nullable=False, unique=True),
        Column("token", Text, unique=True),
        sqlite_autoincrement=True,
    )
    op.create_table(
        "table_epochs",
        Column("table_number", Integer, ForeignKey("enrolled_tables.number"), primary_key=True),
        Column("number", Integer, primary_key=True, autoincrement=False),
        Column("epoch", Text, nullable=False),
        Column("parent", Integer),
        Column("first", BigInteger, nullable=False),
        Column("last", BigInteger, nullable=False),
        Column("hash", LargeBinary, nullable=False),
        Column("heard", BigInteger, nullable=False),
        Column("offset_ms", BigInteger),
        UniqueConstraint("table_number", "epoch"),
        postgresql_with={"fillfactor": "50"},
    )
    op.create_table(
        "table_events",
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
    op.create_table(
        "table_orders",
        Column("number", BigInteger, primary_key=True, autoincrement=False),
        Column("id", Text, nullable=False, unique=True),
        Column("table_number", Integer, ForeignKey("enrolled_tables.number"), nullable=False),
        Column("content", Text, nullable=False),
        Column("expires", Text, nullable=False),
        Column("answered", Text),
    )
    op.create_index("table_orders_by_table", "table_orders", ["table_number", "number"])
    op.create_table(
        "quarantine",
        Column("number", Integer, primary_key=True),
        Column("table_number", Integer, ForeignKey("enrolled_tables.number"), nullable=False),
        Column("reason", Text, nullable=False),
        Column("digest", Text, nullable=False),
        Column("received", Text, nullable=False),
        Column("batch", Text, nullable=False),
        UniqueConstraint("table_number", "digest"),
        sqlite_autoincrement=True,
    )
    op.create_table(
        "checkpoints",
        Column("table_number", Integer, ForeignKey("enrolled_tables.number"), primary_key=True),
        Column("code", Text, nullable=False),
        Column("epoch_number", Integer, nullable=False),
        Column("seq", BigInteger, nullable=False),
        Column("hash", LargeBinary, nullable=False),
        Column("content", Text, nullable=False),
    )


def _partitions() -> None:
    for number in range(_PARTITIONS):
        op.execute(
            f"CREATE TABLE table_events_{number} PARTITION OF table_events "
            f"FOR VALUES WITH (MODULUS {_PARTITIONS}, REMAINDER {number})"
        )


_REFUSE = """CREATE FUNCTION refuse_edit() RETURNS trigger LANGUAGE plpgsql AS
$$ BEGIN RAISE EXCEPTION 'events are never edited or deleted'; END $$"""


def _on_postgresql(table: str) -> list[str]:
    return [
        f"CREATE TRIGGER {table}_are_not_edited BEFORE UPDATE OR DELETE ON {table} "
        "FOR EACH ROW EXECUTE FUNCTION refuse_edit()",
        f"CREATE TRIGGER {table}_are_not_truncated BEFORE TRUNCATE ON {table} "
        "FOR EACH STATEMENT EXECUTE FUNCTION refuse_edit()",
    ]


def _on_sqlite(table: str) -> list[str]:
    return [
        f"CREATE TRIGGER {table}_are_not_{done} BEFORE {what} ON {table} "
        "BEGIN SELECT RAISE(ABORT, 'events are never edited or deleted'); END"
        for what, done in (("UPDATE", "edited"), ("DELETE", "deleted"))
    ]
