"""Opening, migrating, backing up; records; what becomes of errors."""

from __future__ import annotations

import asyncio
import sqlite3
import threading
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from alembic import command
from alembic.autogenerate import compare_metadata
from alembic.runtime.migration import MigrationContext
from sqlalchemy import inspect, select, text

from controller.refusals import Code, Refused
from hall.store import Records, Store, StoreError, open_store
from hall.store.backup import backup, restore
from hall.store.migrate import configuration
from hall.store.schema import METADATA
from hall.store.store import _keep_a_log
from hall.store.url import store_url as url_of
from tests.hall.intake.sender import Clock, Sender, enrol, open_intake
from tests.hall.postgresql import Server
from tests.hall.store.notes import Noted, journal_of


@pytest.fixture
def store(store_url: str) -> Iterator[Store]:
    with open_store(store_url) as store:
        yield store


def test_the_migrations_make_what_the_statements_expect(store: Store) -> None:
    with store.reading() as connection:
        context = MigrationContext.configure(connection, opts={"include_name": _is_no_partition})
        assert compare_metadata(context, METADATA) == []


def _is_no_partition(name: str | None, kind: str, _parents: object) -> bool:
    return kind != "table" or not (name or "").startswith("table_events_")


def test_the_migrations_go_back_to_an_empty_database(store: Store) -> None:
    with store.writing() as connection:
        command.downgrade(configuration(connection), "base")
    with store.reading() as connection:
        assert inspect(connection).get_table_names() == ["alembic_version"]


def test_many_that_open_an_empty_store_at_once_all_get_it(store_url: str) -> None:
    halls: list[str] = []

    def opens() -> None:
        with open_store(store_url) as store:
            halls.append(journal_of(store).hall)

    threads = [threading.Thread(target=opens) for _ in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join(60)
    assert len(halls) == 4
    assert len(set(halls)) == 1


class Refusing:
    """A connection that fails so many times with this code of SQLite."""

    def __init__(self, code: int, times: int) -> None:
        self.code, self.times = code, times

    def execute(self, sql: str) -> None:
        assert sql == "PRAGMA journal_mode = WAL"
        if self.times:
            self.times -= 1
            error = sqlite3.OperationalError("refused")
            error.sqlite_errorcode = self.code
            raise error


def test_a_log_is_asked_for_again_while_another_one_switches_to_it() -> None:
    """SQLite answers at once there, whatever its timeout."""
    connection = Refusing(sqlite3.SQLITE_BUSY, 2)
    _keep_a_log(connection)
    assert not connection.times
    with pytest.raises(sqlite3.OperationalError):
        _keep_a_log(Refusing(sqlite3.SQLITE_IOERR, 1))


def test_a_store_of_a_newer_release_is_left_alone(store_url: str) -> None:
    with open_store(store_url) as store, store.writing() as connection:
        connection.execute(text("UPDATE alembic_version SET version_num = '9999'"))
    with pytest.raises(StoreError) as told:
        open_store(store_url)
    assert told.value.entry is Code.STORE_TOO_NEW.value


def test_records_are_put_changed_and_deleted_for_good(store: Store) -> None:
    contacts, secrets = Records(store, "contacts"), Records(store, "secrets")
    contacts.put("p-1", "old")
    contacts.put("p-1", "new")
    secrets.put("p-1", "hash")
    assert contacts.change("p-2", lambda before: f"{before}!") == "None!"
    assert contacts.all() == {"p-1": "new", "p-2": "None!"}
    assert contacts.delete("p-1") is True
    assert contacts.delete("p-1") is False
    assert (contacts.get("p-1"), secrets.get("p-1")) == (None, "hash")
    contacts.put_all({"p-2": None, "p-3": "three"})
    assert contacts.all() == {"p-3": "three"}


def test_nobody_comes_between_reading_and_changing_a_record(store: Store) -> None:
    counted = Records(store, "count")

    def count() -> None:
        for _ in range(10):
            counted.change("n", lambda before: str(int(before or "0") + 1))

    threads = [threading.Thread(target=count) for _ in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join(60)
    assert counted.get("n") == "40"


def test_sqlite_is_set_to_lose_nothing(new_store_url: Callable[[], str]) -> None:
    with open_store(new_store_url()) as store, store.reading() as connection:
        asked = ("journal_mode", "synchronous", "foreign_keys", "busy_timeout")
        assert [connection.exec_driver_sql(f"PRAGMA {one}").scalar() for one in asked] == ["wal", 2, 1, 15000]


def test_a_backup_is_whole_and_opens_as_the_store_was(new_store_url: Callable[[], str], tmp_path: Path) -> None:
    with open_store(new_store_url()) as store:
        journal = journal_of(store)
        journal.append([Noted("a")])
        backup(store, tmp_path / "copy.sqlite")
        journal.append([Noted("later")])
        with pytest.raises(StoreError):
            backup(store, tmp_path / "copy.sqlite")
    with open_store(f"sqlite:///{tmp_path / 'copy.sqlite'}") as copy:
        again = journal_of(copy)
        assert (again.hall, again.last_seq, again.verify()) == (journal.hall, 1, None)
    assert [path.name for path in tmp_path.glob("*.part")] == []


def test_a_backup_of_either_kind_of_store_is_restored_into_either_and_the_hall_goes_on(
    store_url: str, postgresql_server: Server, new_store_url: Callable[[], str], tmp_path: Path
) -> None:
    copy = tmp_path / "copy.db"

    async def play(url: str, sender: Sender, seed: int) -> None:
        async with open_intake(url, Clock(), seed) as intake:
            await enrol(intake, sender)
            for first in range(1, sender.last + 1, 500):
                await intake.receive(sender.token, sender.batch(first, min(first + 499, sender.last)))

    asyncio.run(play(store_url, Sender().play(1200), 1))
    with open_store(store_url) as store:
        backup(store, copy)
        with pytest.raises(StoreError):
            backup(store, copy)
        before = _all_of(store)
    for url in (postgresql_server.database(), new_store_url()):
        with open_store(f"sqlite:///{copy}") as kept, open_store(url) as store:
            restore(kept, store)
            assert _all_of(store) == before
            with pytest.raises(StoreError) as refused:
                restore(kept, store)
            assert refused.value.entry is Code.STORE_NOT_EMPTY.value
        asyncio.run(play(url, Sender(2).play(3), 2))
    assert list(tmp_path.glob("*.part*")) == []


def _all_of(store: Store) -> dict[str, list[tuple[object, ...]]]:
    """Every row of every table."""
    with store.reading() as connection:
        return {
            table.name: sorted((tuple(row) for row in connection.execute(select(table))), key=repr)
            for table in METADATA.sorted_tables
        }


def test_a_damaged_file_a_missing_folder_and_a_server_that_is_away_are_told_apart(tmp_path: Path) -> None:
    (tmp_path / "damaged.sqlite").write_bytes(b"this is no database" * 100)
    cases = {
        f"sqlite:///{tmp_path / 'damaged.sqlite'}": Code.STORE_DAMAGED,
        f"sqlite:///{tmp_path / 'none' / 'hall.sqlite'}": Code.STORE_UNAVAILABLE,
        "postgresql://hall:geheim@127.0.0.1:1/hall": Code.STORE_UNAVAILABLE,
    }
    for url, code in cases.items():
        with pytest.raises(StoreError) as told:
            open_store(url)
        assert told.value.entry is code.value
        assert "geheim" not in told.value.sentence


def test_a_store_that_another_program_holds_is_busy(
    new_store_url: Callable[[], str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("hall.store.store.BUSY_SECONDS", 0.05)
    with open_store(new_store_url()) as store:
        other = sqlite3.connect(store.path, isolation_level=None)
        other.execute("BEGIN IMMEDIATE")
        with pytest.raises(StoreError) as told, store.writing():
            pass
        assert told.value.entry is Code.STORE_BUSY.value
        other.close()


@pytest.mark.parametrize(
    "url",
    [
        "", "hall.sqlite", "mysql://host/hall", "sqlite://", "sqlite:///:memory:", "sqlite://host/path",
        "postgresql://host", "postgresql://host:no/hall", "postgresql://host:70000/hall", "postgresql://[::1/hall",
        "postgresql://one[::1]:5432/hall", "postgresql://::1]/hall", "postgresql://me:sec/ret@host/hall",
        "postgresql://me:x?sec@host/hall",
    ],
)  # fmt: skip
def test_an_address_that_is_none_is_refused(url: str) -> None:
    with pytest.raises(Refused) as told:
        url_of(url)
    assert (told.value.entry, told.value.field) == (Code.BAD_STORE_URL.value, "store")
    assert "sec" not in str(told.value), "it may be of a password"


def test_several_hosts_are_asked_for_the_one_that_can_be_written_to() -> None:
    url = url_of("postgresql://me:p%40ss@one,two:5433,[::1]:5434/hall?sslmode=require")
    assert (url.drivername, url.username, url.password, url.database) == ("postgresql+psycopg", "me", "p@ss", "hall")
    assert (url.query["host"], url.query["port"]) == ("one,two,::1", "5432,5433,5434")
    assert (url.query["target_session_attrs"], url.query["sslmode"]) == ("read-write", "require")


def test_a_user_of_sockets_needs_no_host() -> None:
    assert "host" not in url_of("postgresql:///hall").query
