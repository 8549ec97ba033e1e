"""The tables of the journal file and how an older file becomes a present one.

A migration, once released, is never edited: stored journals went through it.
``tests/controller/journal/old_journals`` keeps one file per released version.
"""

from __future__ import annotations

import sqlite3
from collections.abc import Sequence
from typing import Final

# Marks the file as ours for `file` and for restore ("Jtku").
APPLICATION_ID: Final = 0x4A746B75

_VERSION_1: Final = (
    "CREATE TABLE identity (epoch TEXT NOT NULL, created TEXT NOT NULL)",
    """CREATE TABLE events (
        seq INTEGER PRIMARY KEY, time TEXT NOT NULL, type TEXT NOT NULL, data TEXT NOT NULL, hash TEXT NOT NULL
    )""",
    "CREATE INDEX events_by_type ON events (type, seq)",
    """CREATE TABLE commands (
        number INTEGER PRIMARY KEY, id TEXT NOT NULL UNIQUE, fingerprint TEXT NOT NULL, first INTEGER NOT NULL,
        last INTEGER NOT NULL
    )""",
    """CREATE TRIGGER events_are_not_edited BEFORE UPDATE ON events
        BEGIN SELECT RAISE(ABORT, 'events are never edited'); END""",
    """CREATE TRIGGER events_are_not_deleted BEFORE DELETE ON events
        BEGIN SELECT RAISE(ABORT, 'events are never deleted'); END""",
)

# Looked up by SQLite, so that nobody keeps the numbers of all matches and rolls in memory. A broken event has none.
_OF_EVENT: Final = "GENERATED ALWAYS AS (CASE WHEN json_valid(data) THEN json_extract(data, '$.{0}') END) VIRTUAL"
_VERSION_2: Final = (
    f"ALTER TABLE events ADD COLUMN match TEXT {_OF_EVENT.format('match')}",
    f"ALTER TABLE events ADD COLUMN roll INTEGER {_OF_EVENT.format('roll')}",
    "CREATE INDEX events_by_match ON events (match, seq) WHERE match IS NOT NULL",
    "CREATE INDEX events_by_roll ON events (roll, seq) WHERE roll IS NOT NULL",
)

# Beside the chain: a head can be signed, and cosigned later, without an event that changes it.
_VERSION_3: Final = (
    """CREATE TABLE heads (
        number INTEGER PRIMARY KEY, epoch TEXT NOT NULL, seq INTEGER NOT NULL, hash TEXT NOT NULL,
        record TEXT NOT NULL UNIQUE
    )""",
    """CREATE TABLE cosignatures (
        head INTEGER NOT NULL, key TEXT NOT NULL, signature TEXT NOT NULL, PRIMARY KEY (head, key)
    ) WITHOUT ROWID""",
    """CREATE TRIGGER heads_are_not_edited BEFORE UPDATE ON heads
        BEGIN SELECT RAISE(ABORT, 'signed heads are never edited'); END""",
    """CREATE TRIGGER heads_are_not_deleted BEFORE DELETE ON heads
        BEGIN SELECT RAISE(ABORT, 'signed heads are never deleted'); END""",
)
WITH_HEADS: Final = 3
"""The first version that keeps signed heads."""

MIGRATIONS: Final[Sequence[Sequence[str]]] = (_VERSION_1, _VERSION_2, _VERSION_3)
VERSION: Final = len(MIGRATIONS)


def version_of(connection: sqlite3.Connection) -> int:
    """0 for an empty file."""
    return int(connection.execute("PRAGMA user_version").fetchone()[0])


def migrate(connection: sqlite3.Connection, epoch: str, now: str) -> None:
    """Brings the file to ``VERSION`` in one transaction; a power cut leaves the old version whole."""
    found = version_of(connection)
    if found == VERSION:
        return
    connection.execute("BEGIN IMMEDIATE")
    for statements in MIGRATIONS[found:]:
        for statement in statements:
            connection.execute(statement)
    if found == 0:
        connection.execute("INSERT INTO identity VALUES (?, ?)", (epoch, now))
        connection.execute(f"PRAGMA application_id = {APPLICATION_ID}")
    connection.execute(f"PRAGMA user_version = {VERSION}")
    connection.execute("COMMIT")
