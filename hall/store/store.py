"""An open store: connections, transactions and the word to others that something was written.

SQLite (WAL, ``synchronous=FULL``, foreign keys) has one writer at a time and serves one process; PostgreSQL serves as
many as there are. What a transaction wrote is durable when it returns.
"""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator
from contextlib import AbstractContextManager, contextmanager, nullcontext
from pathlib import Path
from time import monotonic, sleep
from typing import Any, Final

from sqlalchemy import Connection, Engine, create_engine, event
from sqlalchemy.engine import URL
from sqlalchemy.exc import NoSuchModuleError

from controller.refusals import Code
from hall.store.errors import StoreError, as_store_error
from hall.store.migrate import migrate
from hall.store.notices import Notices
from hall.store.stalls import Server, Stalls, server_of
from hall.store.url import SQLITE, store_url

BUSY_SECONDS: Final = 15.0
"""How long a transaction waits for another one, or for a connection."""
CONNECTIONS: Final = 8
"""Of a process to PostgreSQL, at most; one more hears what others write."""
_HOW: Final = "begin"


class Store:
    """``notices`` tells what this process and, with PostgreSQL, others have written. Use ``open_store``."""

    def __init__(self, url: URL) -> None:
        self.url = url
        self.place = _place(url)
        self.engine = _engine(url, self.place)
        self._stalls = None if self.is_sqlite else _watched(self)
        self.notices = Notices(self.engine, not self.is_sqlite, self.place, self.driver_error)

    @property
    def is_sqlite(self) -> bool:
        return self.engine.dialect.name == SQLITE

    @property
    def path(self) -> Path:
        """The file of SQLite. Raises ``StoreError`` for a database server."""
        if not self.is_sqlite:
            raise StoreError(Code.STORE_NOT_A_FILE, f"{self.place} is a database server")
        return Path(self.url.database or "")

    @property
    def driver_error(self) -> type[Exception]:
        """The base of the errors of the driver."""
        found: type[Exception] = self.engine.dialect.loaded_dbapi.Error
        return found

    def _waiting(self) -> AbstractContextManager[None]:
        return nullcontext() if self._stalls is None else self._stalls.waiting()

    @contextmanager
    def reading(self) -> Iterator[Connection]:
        """One consistent view. Raises ``StoreError``."""
        how = {_HOW: "DEFERRED"} if self.is_sqlite else {"isolation_level": "REPEATABLE READ"}
        with as_store_error(self.place, self.driver_error), self._waiting(), self.engine.connect() as plain:
            connection = plain.execution_options(**how)
            with connection.begin():
                yield connection

    @contextmanager
    def writing(self) -> Iterator[Connection]:
        """All or nothing; durable when it is left. Raises ``StoreError``; was it the commit that failed, it may have
        been done or not."""
        with as_store_error(self.place, self.driver_error), self._waiting(), self.engine.connect() as plain:
            connection = plain.execution_options(**{_HOW: "IMMEDIATE"}) if self.is_sqlite else plain
            with connection.begin():
                yield connection

    def scrub(self) -> bool:
        """What was deleted stands in no file of SQLite any more: its pages were overwritten, and what the log still
        holds of them goes. False where somebody reads for so long that the log has to stay for now. PostgreSQL
        overwrites what was deleted when it is vacuumed. Raises ``StoreError``."""
        if not self.is_sqlite:
            return True
        with as_store_error(self.place, self.driver_error):
            plain = self.engine.raw_connection()
            try:
                busy, *_ = plain.cursor().execute("PRAGMA wal_checkpoint(TRUNCATE)").fetchone()
            finally:
                plain.close()
        return not busy

    def close(self) -> None:
        if self._stalls is not None:
            self._stalls.close()
        self.notices.close()
        self.engine.dispose()

    def __enter__(self) -> Store:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()


def open_store(url: str) -> Store:
    """The store at this URL with the present tables. An empty database becomes one. Raises ``StoreError`` and
    ``Refused`` (``bad-store-url``)."""
    store = Store(store_url(url))
    try:
        with store.writing() as connection:
            migrate(connection, store.place)
    except BaseException:
        store.close()
        raise
    return store


def _place(url: URL) -> str:
    """What to call it: neither password nor parameters."""
    if url.get_backend_name() == SQLITE:
        return url.database or ""
    return f"postgresql://{url.query.get('host', '')}/{url.database}"


def _engine(url: URL, place: str) -> Engine:
    if url.get_backend_name() == SQLITE:
        return _sqlite(url)
    try:
        return create_engine(
            url,
            pool_size=CONNECTIONS,
            max_overflow=0,
            pool_timeout=BUSY_SECONDS,
            pool_pre_ping=True,  # after a change of the leader old connections lead nowhere
            pool_recycle=3600,
        )
    except (ImportError, NoSuchModuleError) as error:
        remedy = "Install the driver of PostgreSQL: pip install 'jantaku[hall-postgresql]'."
        raise StoreError(Code.STORE_UNAVAILABLE, f"{place}: {error}", remedy) from error


def _watched(store: Store) -> Stalls:
    def leader() -> Server:
        arguments, named = store.engine.dialect.create_connect_args(store.url)
        connection = store.engine.dialect.connect(*arguments, **named)
        try:
            return server_of(connection)
        finally:
            connection.close()

    def opened(connection: Any, _record: object) -> None:
        stalls.opened(connection)

    stalls = Stalls(leader, store.driver_error)
    event.listen(store.engine, "connect", opened)
    return stalls


def _sqlite(url: URL) -> Engine:
    engine = create_engine(url, connect_args={"timeout": BUSY_SECONDS})
    event.listen(engine, "connect", _prepare)
    event.listen(engine, "begin", _begin)
    return engine


def _prepare(connection: Any, _record: object) -> None:
    connection.isolation_level = None  # transactions begin where we say, not where the driver guesses
    _keep_a_log(connection)
    for pragma in (
        "synchronous = FULL", "foreign_keys = ON",
        f"busy_timeout = {int(BUSY_SECONDS * 1000)}", "journal_size_limit = 16777216", "cache_size = -8192",
        "secure_delete = ON",  # contact data that are deleted are overwritten, not only forgotten
    ):  # fmt: skip
        connection.execute(f"PRAGMA {pragma}")


def _keep_a_log(connection: Any) -> None:
    """SQLite does not wait here, whatever its timeout: where several open an empty database at once, each would wait
    with a lock that the others need."""
    until = monotonic() + BUSY_SECONDS
    while True:
        try:
            connection.execute("PRAGMA journal_mode = WAL")
            return
        except sqlite3.OperationalError as error:
            if error.sqlite_errorcode & 0xFF != sqlite3.SQLITE_BUSY or monotonic() > until:
                raise
            sleep(_BETWEEN_TRIES_S)


_BETWEEN_TRIES_S: Final = 0.01


def _begin(connection: Connection) -> None:
    connection.exec_driver_sql(f"BEGIN {connection.get_execution_options().get(_HOW, 'DEFERRED')}")
