"""Which matches a journal holds: found by SQLite from the events with which they began."""

from __future__ import annotations

import sqlite3
from dataclasses import dataclass
from typing import Any, Final

from controller.events.match import MatchStarted

ALL: Final = -1
"""For SQLite: no limit."""


@dataclass(frozen=True, slots=True)
class MatchQuery:
    """Matches that began after event ``since`` and before event ``before``, from the moment ``start`` on and before
    ``end`` (times as the journal writes them), with ``player`` among their names; what is None does not matter.
    ``newest``: the newest first.
    """

    limit: int = ALL
    since: int = 0
    before: int | None = None
    start: str | None = None
    end: str | None = None
    player: str | None = None
    newest: bool = False


def last_of_match(connection: sqlite3.Connection, id_: str, last: int) -> int:
    """The number of the last event of a match, up to event ``last``; 0 when there is none."""
    query = "SELECT max(seq) FROM events WHERE match = ? AND seq <= ?"
    return int(connection.execute(query, (id_, last)).fetchone()[0] or 0)


def find_matches(connection: sqlite3.Connection, query: MatchQuery, last: int) -> list[tuple[int, str]]:
    """Number of the first event and id of each match, up to event ``last``."""
    bounds: list[tuple[str, Any]] = [
        ("seq > ?", query.since),
        ("seq <= ?", last),
        ("seq < ?", query.before),
        ("time >= ?", query.start),
        ("time < ?", query.end),
        ("EXISTS (SELECT 1 FROM json_each(data, '$.names') WHERE json_each.value = ?)", query.player),
    ]
    wanted = [(condition, value) for condition, value in bounds if value is not None]
    conditions = " AND ".join(["type = ?", "match IS NOT NULL", *(condition for condition, _ in wanted)])
    order = "DESC" if query.newest else "ASC"
    text = f"SELECT seq, match FROM events WHERE {conditions} ORDER BY seq {order} LIMIT ?"
    values = (MatchStarted.type, *(value for _, value in wanted), query.limit)
    return list(connection.execute(text, values).fetchall())
