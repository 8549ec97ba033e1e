"""Nothing is acknowledged into a file that has lost its name, or after events that another program wrote."""

from __future__ import annotations

import shutil
import sqlite3
from collections.abc import Callable, Iterator
from contextlib import closing
from pathlib import Path

import pytest

from controller.journal.errors import JournalError, JournalForeign, JournalGone
from controller.journal.store import Journal
from tests.controller.journal.notes import notes, opened, words


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    return tmp_path / "state"


@pytest.fixture
def journal(folder: Path) -> Iterator[Journal]:
    with opened(folder / "journal.db") as journal:
        journal.append(notes("one"))
        yield journal


def removed(folder: Path) -> None:
    (folder / "journal.db").unlink()


def moved(folder: Path) -> None:
    (folder / "journal.db").rename(folder / "elsewhere.db")


def replaced(folder: Path) -> None:
    shutil.copy(folder / "journal.db", folder / "copy.db")
    (folder / "copy.db").replace(folder / "journal.db")


def wal_removed(folder: Path) -> None:
    (folder / "journal.db-wal").unlink()


def folder_removed(folder: Path) -> None:
    shutil.rmtree(folder)


def folder_moved(folder: Path) -> None:
    folder.rename(folder.with_name("elsewhere"))
    folder.mkdir()


@pytest.mark.parametrize(
    "lose", [removed, moved, replaced, wal_removed, folder_removed, folder_moved], ids=lambda lose: lose.__name__
)
def test_a_file_without_its_name_is_noticed_before_the_next_answer(
    folder: Path, journal: Journal, lose: Callable[[Path], None]
) -> None:
    lose(folder)
    with pytest.raises(JournalGone) as caught:
        journal.append(notes("two"))
    assert (caught.value.number, journal.last_seq) == ("R709", 1)
    with pytest.raises(JournalGone):
        journal.append(notes("never again"))


def test_a_file_that_loses_its_name_while_it_is_written_is_noticed_before_the_answer(
    folder: Path, journal: Journal, monkeypatch: pytest.MonkeyPatch
) -> None:
    write = journal._write

    def write_and_lose(*given: object) -> None:
        write(*given)  # type: ignore[arg-type]
        removed(folder)

    monkeypatch.setattr(journal, "_write", write_and_lose)
    with pytest.raises(JournalGone):
        journal.append(notes("two"))


def test_it_is_noticed_also_while_nothing_is_written(folder: Path, journal: Journal) -> None:
    journal.check_place()
    removed(folder)
    with pytest.raises(JournalGone):
        journal.check_place()
    assert journal.damage is not None


def test_events_of_another_program_are_not_built_upon(folder: Path, journal: Journal) -> None:
    with closing(sqlite3.connect(folder / "journal.db")) as other:
        other.execute("INSERT INTO events (seq, time, type, data, hash) SELECT 2, time, type, data, hash FROM events")
        other.commit()
    with pytest.raises(JournalForeign) as caught:
        journal.append(notes("two"))
    assert (caught.value.number, journal.last_seq, words(journal)) == ("R710", 1, ["one"])


def test_another_program_that_writes_something_else_is_counted_so_that_the_journal_is_checked(
    folder: Path, journal: Journal
) -> None:
    with closing(sqlite3.connect(folder / "journal.db")) as other:
        other.execute("CREATE TABLE mine (a)")
        other.commit()
    journal.append(notes("two"))
    assert (journal.foreign_writes, journal.damage) == (1, None)
    journal.append(notes("three"))
    assert journal.foreign_writes == 1


def test_reading_programs_are_no_foreign_writers(folder: Path, journal: Journal) -> None:
    with opened(folder / "journal.db", read_only=True) as reader:
        assert reader.verify() is None
    journal.append(notes("two"))
    journal.probe()
    assert journal.foreign_writes == 0


def test_a_probe_says_that_another_program_holds_the_file(folder: Path, journal: Journal) -> None:
    journal._writer.execute("PRAGMA busy_timeout = 10")
    with closing(sqlite3.connect(folder / "journal.db", isolation_level=None)) as other:
        other.execute("BEGIN IMMEDIATE")
        with pytest.raises(JournalError) as caught:
            journal.probe()
        assert caught.value.code == "journal-locked"
        other.execute("ROLLBACK")
    journal.probe()
