"""A release tried on copies of journal and store, and the store of a hall kept and put back."""

from __future__ import annotations

import sqlite3
from contextlib import closing
from datetime import UTC, datetime
from pathlib import Path
from random import Random

import pytest
from alembic import command

from api.updates import journal_copy, store_copy, trial
from api.updates.errors import UpdateFailed
from controller.config import Config, TableConfig
from controller.events.machine import HatchOpened
from controller.journal import schema
from controller.journal.errors import JournalError
from controller.journal.store import Journal
from controller.table.table import Table
from hall.catalogue import HALL_CATALOGUE
from hall.floor.events import TableUnblocked
from hall.store import HallJournal, StoreError, open_store
from hall.store.migrate import configuration


def now() -> datetime:
    return datetime(2026, 11, 26, 3, 0, 0, tzinfo=UTC)


@pytest.fixture
def journal(tmp_path: Path) -> Path:
    path = tmp_path / "journal.db"
    with Journal(path, now=now) as journal:
        journal.append([HatchOpened(), HatchOpened()])
    return path


@pytest.fixture
def store(tmp_path: Path) -> Path:
    path = tmp_path / "hall.db"
    with open_store(f"sqlite:///{path}") as opened:
        journal = HallJournal(opened, HALL_CATALOGUE, now=now, random=Random(1).randbytes)
        journal.append([TableUnblocked("t-1", "Mei")])
    return path


def change(path: Path, statement: str) -> None:
    """As no program of ours does it."""
    with closing(sqlite3.connect(path)) as connection, connection:
        for (name,) in connection.execute("SELECT name FROM sqlite_master WHERE type = 'trigger'").fetchall():
            connection.execute(f"DROP TRIGGER {name}")
        connection.execute(statement)


def test_a_release_that_was_tried_need_not_read_the_whole_journal_when_it_starts(journal: Path) -> None:
    trial.try_table(journal.parent, Config(), now)
    with Journal(journal, now=now) as opened:
        assert Table(opened, Config(table=TableConfig(state_dir=journal.parent)), now=now).resume.begin().seq == 2


def test_what_was_kept_before_an_update_is_not_held_against_the_chain_again_while_nobody_can_play(
    journal: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    verify, since = Journal.verify, list[int]()

    def noted(opened: Journal, seq: int = 0, epoch: str = "") -> int | None:
        since.append(seq)
        return verify(opened, seq, epoch)

    monkeypatch.setattr(Journal, "verify", noted)
    trial.reads_table(journal.parent, Config(), now)
    journal_copy.keep(journal.parent, now)
    with Journal(journal, now=now) as opened:
        opened.append([HatchOpened()])
    trial.reads_table(journal.parent, Config(), now)
    assert since == [0, 2]
    change(journal, "UPDATE events SET data = '{}x' WHERE seq = 1")
    with Journal(journal, now=now, read_only=True) as opened:
        assert (verify(opened, 2, opened.epoch), verify(opened)) == (None, 1)


def test_a_journal_that_is_in_use_is_tried_on_a_copy_and_nothing_is_left(journal: Path) -> None:
    with Journal(journal, now=now) as in_use:
        before = in_use.head
        trial.try_table(journal.parent, Config(), now)
        assert in_use.head == before
    assert not list(journal.parent.glob(".*"))


def test_a_journal_of_an_older_form_is_brought_up_on_the_copy_alone(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    with monkeypatch.context() as first_release:
        first_release.setattr(schema, "MIGRATIONS", schema.MIGRATIONS[:1])
        first_release.setattr(schema, "VERSION", 1)
        with closing(sqlite3.connect(tmp_path / "journal.db")) as connection:
            schema.migrate(connection, "e-1", "2026-05-01T12:00:00.000Z")
    trial.try_table(tmp_path, Config(), now)
    with closing(sqlite3.connect(tmp_path / "journal.db")) as connection:
        assert schema.version_of(connection) == 1


@pytest.mark.parametrize(
    ("statement", "error"),
    [
        ("DELETE FROM events WHERE seq = 1", UpdateFailed),
        ("PRAGMA user_version = 99", JournalError),
    ],
)
def test_a_journal_that_the_release_cannot_read_is_found_before_anything_stops(
    statement: str, error: type[Exception], journal: Path
) -> None:
    change(journal, statement)
    with pytest.raises(error):
        trial.try_table(journal.parent, Config(), now)


def test_a_store_of_an_older_release_is_brought_up_on_the_copy_alone(store: Path) -> None:
    with open_store(f"sqlite:///{store}") as opened, opened.writing() as connection:
        command.downgrade(configuration(connection), "-1")
    with closing(sqlite3.connect(store)) as connection:
        older = connection.execute("SELECT version_num FROM alembic_version").fetchone()
        trial.try_hall(f"sqlite:///{store}", now)
        assert connection.execute("SELECT version_num FROM alembic_version").fetchone() == older
    assert not list(store.parent.glob(".*"))


@pytest.mark.parametrize("works", [trial.try_hall, trial.reads_hall])
def test_a_store_of_a_newer_release_is_refused(works: type, store: Path) -> None:
    works(f"sqlite:///{store}", now)
    change(store, "UPDATE alembic_version SET version_num = '9999'")
    with pytest.raises(StoreError, match="9999"):
        works(f"sqlite:///{store}", now)


def test_a_store_comes_back_as_it_was_and_the_newer_one_stays_beside_it(store: Path) -> None:
    assert store_copy.keep(store)
    change(store, "UPDATE alembic_version SET version_num = '9999'")
    for _ in range(2):
        store_copy.put_back(store, now)
    trial.reads_hall(f"sqlite:///{store}", now)
    assert [path.name for path in store.parent.glob("after-update-*")] == ["after-update-20261126T030000.db"]
    store_copy.drop(store)


def test_a_hall_without_a_store_needs_no_copy(tmp_path: Path) -> None:
    trial.try_hall(f"sqlite:///{tmp_path / 'hall.db'}", now)
    assert store_copy.keep(tmp_path / "hall.db")
    assert list(tmp_path.iterdir()) == []
