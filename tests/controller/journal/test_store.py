"""What the journal promises: order, numbers without gaps, a chain, all or nothing, one writer, plain errors."""

from __future__ import annotations

import os
import sqlite3
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from controller.events import BrokenEvent
from controller.journal.errors import (
    JournalCorrupt,
    JournalError,
    JournalFull,
    JournalLocked,
    JournalTooNew,
    JournalUnreadable,
)
from controller.journal.store import REMEMBERED_COMMANDS, CommandKey, Journal, Remembered
from tests.controller.journal.notes import AnythingHappened, notes, opened, words


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "journal.db"


@pytest.fixture
def journal(path: Path) -> Iterator[Journal]:
    with opened(path) as journal:
        yield journal


def edit(path: Path, statement: str) -> None:
    """Changes the file behind the journal's back, as a person with a database tool would."""
    connection = sqlite3.connect(path)
    connection.execute("DROP TRIGGER IF EXISTS events_are_not_edited")
    connection.execute("DROP TRIGGER IF EXISTS events_are_not_deleted")
    connection.execute(statement)
    connection.commit()
    connection.close()


def test_events_are_numbered_from_one_and_survive_reopening(path: Path) -> None:
    with opened(path) as journal:
        epoch = journal.epoch
        assert [r.seq for r in journal.append(notes("one", "two"))] == [1, 2]
        assert [r.seq for r in journal.append(notes("three"))] == [3]
    with opened(path) as journal:
        assert words(journal) == ["one", "two", "three"]
        assert (journal.last_seq, journal.epoch) == (3, epoch)
        assert [r.seq for r in journal.append(notes("four"))] == [4]
        assert journal.verify() is None


def test_read_gives_back_what_append_returned(journal: Journal) -> None:
    recorded = journal.append([AnythingHappened({"dice": (3, 4), "names": "東風 ☃", "ratio": 0.1})])
    assert journal.read() == recorded
    assert recorded[0].event == AnythingHappened({"dice": [3, 4], "names": "東風 ☃", "ratio": 0.1})
    assert recorded[0].time == "2025-03-01T18:00:00.001Z"


def test_read_pages_through_the_journal(journal: Journal) -> None:
    journal.append(notes(*"abcdefg"))
    assert [r.seq for r in journal.read(since=2, limit=3)] == [3, 4, 5]
    assert journal.read(since=7) == []
    assert journal.read(limit=-1) == []


@pytest.mark.parametrize(
    ("change", "code"),
    [
        ("type = 'note.burnt'", "event-unknown"),
        ("""data = '{"v":2,"word":"two"}'""", "event-unknown"),
        ("""data = '{"word":2}'""", "event-broken"),
        ("data = 'two'", "event-broken"),
    ],
    ids=["type", "version", "field", "no JSON"],
)
def test_an_event_that_cannot_be_read_is_named_by_its_number_and_still_shown(
    path: Path, change: str, code: str
) -> None:
    with opened(path) as journal:
        journal.append(notes("one", "two", "three"))
    edit(path, f"UPDATE events SET {change} WHERE seq = 2")
    with opened(path, read_only=True) as journal:
        with pytest.raises(JournalUnreadable, match="event 2 of") as caught:
            list(journal.replay())
        assert (caught.value.code, caught.value.seq) == (code, 2)
        assert caught.value.remedy
        assert [stored.seq for stored in journal.all_stored()] == [1, 2, 3]
        assert [one.seq for one in journal.read(since=2)] == [3]


def test_an_event_that_the_catalogue_could_not_read_again_is_not_written(journal: Journal) -> None:
    with pytest.raises(BrokenEvent, match="word"):
        journal.append(notes("kept?", 3))  # type: ignore[arg-type]
    assert journal.last_seq == 0


def test_an_event_that_cannot_be_written_leaves_its_neighbours_unwritten(journal: Journal) -> None:
    journal.append(notes("kept"))
    with pytest.raises(ValueError, match="JSON"):
        journal.append([*notes("lost"), AnythingHappened({"value": float("nan")})])
    assert words(journal) == ["kept"]
    assert journal.append(notes("next"))[0].seq == 2
    assert journal.verify() is None


@pytest.mark.parametrize(
    ("statement", "broken"),
    [
        ('UPDATE events SET data = \'{"word":"forged"}\' WHERE seq = 2', 2),
        ("UPDATE events SET time = '2020-01-01T00:00:00.000Z' WHERE seq = 3", 3),
        ("DELETE FROM events WHERE seq = 2", 2),
        ("UPDATE events SET hash = (SELECT hash FROM events WHERE seq = 1) WHERE seq = 1 + 3", 4),
        ("UPDATE identity SET epoch = 'another'", 1),
    ],
    ids=["data", "time", "gap", "hash", "epoch"],
)
def test_a_forged_event_is_found(path: Path, statement: str, broken: int) -> None:
    with opened(path) as journal:
        journal.append(notes("one", "two", "three", "four"))
    edit(path, statement)
    with opened(path, read_only=True) as journal:
        assert journal.verify() == broken


def test_the_database_itself_refuses_to_edit_or_delete(path: Path, journal: Journal) -> None:
    journal.append(notes("one"))
    connection = sqlite3.connect(path)
    for statement in ("UPDATE events SET type = 'x'", "DELETE FROM events"):
        with pytest.raises(sqlite3.IntegrityError, match="never"):
            connection.execute(statement)
    connection.close()


def test_a_command_is_remembered_with_its_events_across_reopening(path: Path) -> None:
    with opened(path) as journal:
        journal.append(notes("before"))
        journal.append(notes("one", "two"), CommandKey("id-1", "roll"))
        journal.append([], CommandKey("id-2", "nothing"))
    with opened(path) as journal:
        assert journal.remembered("id-1") == Remembered("roll", 2, 3)
        assert journal.remembered("id-2") == Remembered("nothing", 4, 3)
        assert journal.remembered("id-3") is None


def test_a_command_id_is_never_written_twice(journal: Journal) -> None:
    journal.append(notes("one"), CommandKey("id-1", "roll"))
    with pytest.raises(JournalError):
        journal.append(notes("again"), CommandKey("id-1", "roll"))
    assert words(journal) == ["one"]


def test_old_command_ids_are_forgotten_so_that_the_file_stays_small(path: Path, journal: Journal) -> None:
    connection = sqlite3.connect(path)
    rows = [(n, f"old-{n}", "", 1, 0) for n in range(1, REMEMBERED_COMMANDS + 1)]
    connection.executemany("INSERT INTO commands VALUES (?, ?, ?, ?, ?)", rows)
    connection.commit()
    connection.close()
    journal.append([], CommandKey("new", ""))
    assert journal.remembered("old-1") is None
    assert journal.remembered("old-2") is not None


def test_a_second_service_on_one_journal_is_refused_with_the_process_that_holds_it(
    path: Path, journal: Journal
) -> None:
    with pytest.raises(JournalLocked, match=f"process {os.getpid()}"):
        opened(path)
    journal.append(notes("still writing"))


def test_the_lock_ends_with_a_killed_process(path: Path) -> None:
    program = (
        "import sys, datetime, pathlib, time; from controller.journal.store import Journal;"
        "journal = Journal(pathlib.Path(sys.argv[1]), now=lambda: datetime.datetime.now(datetime.UTC));"
        "print('open', flush=True); time.sleep(60)"
    )
    process = subprocess.Popen([sys.executable, "-c", program, str(path)], stdout=subprocess.PIPE)
    try:
        assert process.stdout is not None and process.stdout.readline() == b"open\n"
        with pytest.raises(JournalLocked, match=f"process {process.pid}"):
            opened(path)
    finally:
        process.kill()
        process.communicate()
    with opened(path) as journal:
        assert journal.last_seq == 0


def test_a_reader_sees_events_while_the_service_writes(path: Path, journal: Journal) -> None:
    journal.append(notes("one"))
    with opened(path, read_only=True) as reader:
        assert words(reader) == ["one"]
        assert reader.verify() is None
        with pytest.raises(JournalError):
            reader.append(notes("not mine"))


def test_a_full_disk_refuses_and_keeps_what_was_acknowledged(path: Path) -> None:
    with opened(path) as journal:
        journal.append(notes("kept"))
        limit_pages(journal)
        with pytest.raises(JournalFull) as caught:
            journal.append(notes("x" * 100_000), CommandKey("id-1", "note"))
        assert caught.value.code == "journal-full"
        assert journal.remembered("id-1") is None
    with opened(path) as journal:
        assert words(journal) == ["kept"]
        assert journal.append(notes("room again"))[0].seq == 2
        assert journal.verify() is None


def limit_pages(journal: Journal) -> None:
    pages = journal._writer.execute("PRAGMA page_count").fetchone()[0]
    journal._writer.execute(f"PRAGMA max_page_count = {pages}")


def test_a_damaged_file_is_named_damaged(path: Path) -> None:
    path.write_bytes(b"this is no journal" * 500)
    with pytest.raises(JournalCorrupt, match="is damaged"):
        opened(path)


def test_a_journal_of_a_newer_release_is_left_alone(path: Path) -> None:
    opened(path).close()
    edit(path, "PRAGMA user_version = 99")
    before = path.read_bytes()
    with pytest.raises(JournalTooNew, match="schema 99"):
        opened(path)
    assert path.read_bytes() == before


def test_a_folder_that_cannot_be_made_is_a_plain_error(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("in the way")
    with pytest.raises(JournalError) as caught:
        opened(tmp_path / "file" / "journal.db")
    assert caught.value.code == "journal-unwritable"


def test_a_failed_open_gives_the_lock_back(path: Path) -> None:
    path.write_bytes(b"this is no journal" * 500)
    with pytest.raises(JournalCorrupt):
        opened(path)
    path.unlink()
    opened(path).close()


def test_a_backup_is_whole_and_independent(path: Path, journal: Journal, tmp_path: Path) -> None:
    journal.append(notes("one", "two"))
    journal.backup(tmp_path / "copy.db")
    journal.append(notes("three"))
    with opened(tmp_path / "copy.db") as copy:
        assert words(copy) == ["one", "two"]
        assert (copy.epoch, copy.verify()) == (journal.epoch, None)
    with pytest.raises(FileExistsError):
        journal.backup(tmp_path / "copy.db")


values = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False, allow_infinity=False) | st.text(),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(), inner, max_size=3),
    max_leaves=8,
)


@settings(max_examples=30, deadline=None)
@example(batches=[[{"jackpot": None}]])  # a name that parts of events leave out while it is null
@given(batches=st.lists(st.lists(st.dictionaries(st.text(), values, max_size=3), max_size=3), max_size=4))
def test_any_json_comes_back_as_it_was_and_verifies(
    tmp_path_factory: pytest.TempPathFactory, batches: list[list[dict[str, object]]]
) -> None:
    path = tmp_path_factory.mktemp("journal") / "journal.db"
    with opened(path) as journal:
        for batch in batches:
            journal.append([AnythingHappened(data) for data in batch])
        assert [r.event for r in journal.replay()] == [AnythingHappened(data) for batch in batches for data in batch]
        assert journal.verify() is None
