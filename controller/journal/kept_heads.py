"""Signed heads beside the chain, and who cosigned them: rows of the journal's file. What they say is not judged here.

They are no events: a head names the last event, and an event that held it would be a newer one.
"""

from __future__ import annotations

import sqlite3
from dataclasses import dataclass
from typing import Final

from controller.journal import schema

MOST_COSIGNATURES: Final = 16
"""Of one head: the tables of a hall and some phones."""
MOST_HEADS: Final = 200
"""In one answer."""
_COLUMNS: Final = "number, epoch, seq, hash, record"


@dataclass(frozen=True, slots=True)
class KeptHead:
    """``number`` counts the heads of a file; ``record``: its text; ``cosignatures``: key and signature, hexadecimal.
    A file can hold anything: nothing of it is sure."""

    number: int
    epoch: str
    seq: int
    hash: str
    record: str
    cosignatures: tuple[tuple[str, str], ...] = ()


def heads_after(reader: sqlite3.Connection, number: int, limit: int) -> list[KeptHead]:
    """Heads after this number, oldest first; none in a file of an older version. Raises ``sqlite3.Error``."""
    if schema.version_of(reader) < schema.WITH_HEADS:
        return []
    query = f"SELECT {_COLUMNS} FROM heads WHERE number > ? ORDER BY number LIMIT ?"
    found = reader.execute(query, (number, min(limit, MOST_HEADS))).fetchall()
    return [_kept(reader, *row) for row in found]


def latest_head(reader: sqlite3.Connection) -> KeptHead | None:
    """Raises ``sqlite3.Error``."""
    if schema.version_of(reader) < schema.WITH_HEADS:
        return None
    row = reader.execute(f"SELECT {_COLUMNS} FROM heads ORDER BY number DESC LIMIT 1").fetchone()
    return None if row is None else _kept(reader, *row)


def _kept(reader: sqlite3.Connection, number: int, epoch: str, seq: int, hash_: str, record: str) -> KeptHead:
    return KeptHead(number, epoch, seq, hash_, record, cosignatures_of(reader, number))


def head_at(reader: sqlite3.Connection, number: int) -> KeptHead | None:
    """The head with this number. Raises ``sqlite3.Error``."""
    found = heads_after(reader, number - 1, 1)
    return found[0] if found and found[0].number == number else None


def cosignatures_of(reader: sqlite3.Connection, number: int) -> tuple[tuple[str, str], ...]:
    query = "SELECT key, signature FROM cosignatures WHERE head = ? ORDER BY key"
    return tuple(reader.execute(query, (number,)))


def keep_head(writer: sqlite3.Connection, epoch: str, seq: int, hash_: str, record: str) -> int:
    """Its number. A record that is kept already stays the one it is. Raises ``sqlite3.Error``."""
    insert = "INSERT OR IGNORE INTO heads (epoch, seq, hash, record) VALUES (?, ?, ?, ?)"
    writer.execute(insert, (epoch, seq, hash_, record))
    return int(writer.execute("SELECT number FROM heads WHERE record = ?", (record,)).fetchone()[0])


def keep_cosignature(writer: sqlite3.Connection, number: int, key: str, signature: str) -> bool:
    """False, and nothing is kept, when the head has as many as it can have. One for each key; the first one stays.
    Raises ``sqlite3.Error``."""
    kept = dict(cosignatures_of(writer, number))
    if key in kept:
        return True
    if len(kept) >= MOST_COSIGNATURES:
        return False
    writer.execute("INSERT INTO cosignatures (head, key, signature) VALUES (?, ?, ?)", (number, key, signature))
    return True


def copy_heads(source: sqlite3.Connection, target: sqlite3.Connection) -> None:
    """All heads and cosignatures into a new file, under their numbers. Raises ``sqlite3.Error``."""
    number = 0
    while found := heads_after(source, number, MOST_HEADS):
        rows = [(one.number, one.epoch, one.seq, one.hash, one.record) for one in found]
        target.executemany(f"INSERT INTO heads ({_COLUMNS}) VALUES (?, ?, ?, ?, ?)", rows)
        seen = [(one.number, *each) for one in found for each in one.cosignatures]
        target.executemany("INSERT INTO cosignatures (head, key, signature) VALUES (?, ?, ?)", seen)
        number = found[-1].number
