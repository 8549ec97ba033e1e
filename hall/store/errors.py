"""What can be wrong with the store of a hall, in words for the person who has to mend it."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Final

from sqlalchemy.exc import DBAPIError, SQLAlchemyError
from sqlalchemy.exc import TimeoutError as NoConnection

from controller.events import EventError
from controller.refusals import Code, Refused

LOOK_AT_DATABASE: Final = "See that the database runs and can be reached, then try again. Nothing was acknowledged."


class StoreError(Refused):
    """The store cannot be read or written. A transaction whose commit was cut off may be in it or not: ask again."""


class Overtaken(StoreError):
    """Another process has written into the hall's journal since: ``last`` is the number of its last event now."""

    def __init__(self, after: int, last: int) -> None:
        super().__init__(Code.STORE_OVERTAKEN, f"the journal of the hall is at event {last}, not at {after}")
        self.last = last


class EventUnreadable(StoreError):
    """An event of the hall's journal is not in the catalogue, or is broken. ``seq`` is its number."""

    def __init__(self, seq: int, error: EventError) -> None:
        super().__init__(error.why, f"event {seq} of the hall cannot be read: {error.detail}", error.remedy)
        self.seq = seq


@contextmanager
def as_store_error(place: str, driver: type[Exception]) -> Iterator[None]:
    """Turns the errors of SQLAlchemy and of the driver (its base class) into ours. ``place``: what to call the store,
    without its password."""
    try:
        yield
    except SQLAlchemyError as error:
        raise _named(place, error) from error
    except driver as error:
        raise _of_driver(place, error) from error


def _named(place: str, error: SQLAlchemyError) -> StoreError:
    if isinstance(error, NoConnection):
        return StoreError(Code.STORE_BUSY, f"{place}: no connection was free in time")
    if isinstance(error, DBAPIError) and isinstance(error.orig, Exception):
        return _of_driver(place, error.orig)
    return StoreError(Code.STORE_FAILED, f"{place}: {_one_line(error)}")


def _of_driver(place: str, error: Exception) -> StoreError:
    code = _code_of_sqlite(error) if isinstance(error, sqlite3.Error) else _code_of_postgresql(error)
    remedy = LOOK_AT_DATABASE if code is Code.STORE_UNAVAILABLE and not isinstance(error, sqlite3.Error) else None
    return StoreError(code, f"{place}: {_one_line(error)}", remedy)


_OF_SQLITE: Final = {
    sqlite3.SQLITE_FULL: Code.STORE_FULL,
    sqlite3.SQLITE_CORRUPT: Code.STORE_DAMAGED,
    sqlite3.SQLITE_NOTADB: Code.STORE_DAMAGED,
    sqlite3.SQLITE_BUSY: Code.STORE_BUSY,
    sqlite3.SQLITE_LOCKED: Code.STORE_BUSY,
    sqlite3.SQLITE_IOERR: Code.STORE_UNAVAILABLE,
    sqlite3.SQLITE_READONLY: Code.STORE_UNAVAILABLE,
    sqlite3.SQLITE_CANTOPEN: Code.STORE_UNAVAILABLE,
    sqlite3.SQLITE_PERM: Code.STORE_UNAVAILABLE,
}


def _code_of_sqlite(error: sqlite3.Error) -> Code:
    # Extended result codes keep the primary code in their low byte.
    return _OF_SQLITE.get(getattr(error, "sqlite_errorcode", sqlite3.SQLITE_ERROR) & 0xFF, Code.STORE_FAILED)


_OF_POSTGRESQL: Final = (
    # SQLSTATE, https://www.postgresql.org/docs/current/errcodes-appendix.html: the first that fits
    ("53100", Code.STORE_FULL),
    ("53", Code.STORE_UNAVAILABLE),  # too many connections, out of memory
    ("08", Code.STORE_UNAVAILABLE),  # connection lost
    ("57", Code.STORE_UNAVAILABLE),  # shut down, starting, statement timed out
    ("25006", Code.STORE_UNAVAILABLE),  # read-only: a leader that is one no more
    ("28", Code.STORE_UNAVAILABLE),  # user or password
    ("3D", Code.STORE_UNAVAILABLE),  # no such database
    ("40", Code.STORE_BUSY),  # serialization, deadlock
    ("55P03", Code.STORE_BUSY),  # lock timeout
    ("XX001", Code.STORE_DAMAGED),
    ("XX002", Code.STORE_DAMAGED),
)


def _code_of_postgresql(error: Exception) -> Code:
    state = getattr(error, "sqlstate", None)
    if not state:  # the server said nothing: the connection is gone, or was never made
        return Code.STORE_UNAVAILABLE
    return next((code for start, code in _OF_POSTGRESQL if state.startswith(start)), Code.STORE_FAILED)


def _one_line(error: Exception) -> str:
    return " ".join(str(error).split())[:400]
