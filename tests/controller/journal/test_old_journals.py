"""Journals of every released schema are opened, brought up to date and still verify."""

from __future__ import annotations

import sqlite3
from datetime import UTC, datetime
from pathlib import Path

import pytest

from controller.events.dice import DiceRolled
from controller.events.machine import HatchOpened
from controller.journal import schema as journal_schema
from controller.journal.errors import JournalError
from controller.journal.store import Journal, Remembered

STORED = sorted((Path(__file__).parent / "old_journals").glob("version-*.sql"))


def test_there_is_a_stored_journal_of_every_version() -> None:
    assert [path.stem for path in STORED] == [f"version-{n}" for n in range(1, journal_schema.VERSION + 1)]


@pytest.mark.parametrize("stored", STORED, ids=lambda path: path.stem)
def test_an_old_journal_goes_on(stored: Path, tmp_path: Path) -> None:
    path = tmp_path / "journal.db"
    connection = sqlite3.connect(path)
    connection.executescript(stored.read_text(encoding="utf-8"))
    connection.close()
    with Journal(path, now=lambda: datetime(2025, 3, 2, tzinfo=UTC)) as journal:
        assert journal.verify() is None
        assert [one.event.type for one in journal.read()] == ["machine.board-connected", "dice.rolled"]
        assert [one.event.by for one in journal.read() if isinstance(one.event, DiceRolled)] == ["東"]
        assert journal.remembered("id-1") == Remembered("abc", 2, 2)
        assert journal.append([HatchOpened()])[0].seq == 3
        assert journal.verify() is None
    assert sqlite3.connect(path).execute("PRAGMA user_version").fetchone()[0] == journal_schema.VERSION


def test_a_migration_that_fails_leaves_the_old_journal_whole(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = tmp_path / "journal.db"
    Journal(path, now=lambda: datetime(2025, 3, 1, tzinfo=UTC)).close()
    steps = (*journal_schema.MIGRATIONS, ("CREATE TABLE later (a)", "this is no SQL"))
    monkeypatch.setattr(journal_schema, "MIGRATIONS", steps)
    monkeypatch.setattr(journal_schema, "VERSION", len(steps))
    with pytest.raises(JournalError, match="journal-failed"):
        Journal(path, now=lambda: datetime(2025, 3, 1, tzinfo=UTC))
    connection = sqlite3.connect(path)
    assert connection.execute("PRAGMA user_version").fetchone()[0] == len(steps) - 1
    assert connection.execute("SELECT count(*) FROM sqlite_master WHERE name = 'later'").fetchone()[0] == 0
