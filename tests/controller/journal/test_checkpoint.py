"""A checkpoint is believed when it fits the journal in everything, and thrown away when anything is in doubt."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from controller.files import write_whole
from controller.journal.checkpoint import CheckpointFile, Mark, fingerprint
from controller.journal.errors import JournalCorrupt
from controller.journal.store import Journal
from tests.controller.journal.notes import notes, opened

CONTENT = '{"state":"東"}'.encode()


@pytest.fixture
def journal(tmp_path: Path) -> Iterator[Journal]:
    with opened(tmp_path / "journal.db") as journal:
        journal.append(notes("one", "two", "three"))
        yield journal


def file(journal: Journal, code: str | None = "code") -> CheckpointFile:
    return CheckpointFile(journal.path, code)


def mark(journal: Journal, seq: int = 2) -> Mark:
    return Mark(journal.epoch, seq, journal.hash_at(seq) or "")


@pytest.mark.parametrize("seq", [0, 1, 3])
def test_what_was_saved_is_loaded(journal: Journal, seq: int) -> None:
    file(journal).save(mark(journal, seq), CONTENT)
    assert file(journal).load(journal) == CONTENT


def test_without_a_file_there_is_none(journal: Journal) -> None:
    assert file(journal).load(journal) is None


def test_another_code_does_not_believe_it(journal: Journal) -> None:
    file(journal).save(mark(journal), CONTENT)
    assert file(journal, "changed").load(journal) is None


def test_of_two_codes_each_finds_its_own_whichever_wrote_last(journal: Journal) -> None:
    old, new = file(journal), file(journal, "changed")
    old.save(mark(journal, 1), b"old")
    new.save_other(mark(journal, 2), b"tried")
    assert (old.load(journal), new.load(journal)) == (b"old", b"tried")
    assert old.mark() == mark(journal, 1), "what was tried on a copy says nothing of the journal"
    new.save(mark(journal, 3), b"new")
    assert (old.load(journal), new.load(journal)) == (b"old", b"new")
    old.save(mark(journal, 3), b"old again")
    assert (old.load(journal), new.load(journal)) == (b"old again", b"new")


def test_where_the_code_has_no_fingerprint_none_is_written_or_believed(journal: Journal) -> None:
    file(journal, None).save(mark(journal), CONTENT)
    assert not file(journal).path.exists()
    file(journal).save(mark(journal), CONTENT)
    assert file(journal, None).load(journal) is None


@pytest.mark.parametrize(
    "wrong",
    [("epoch", 2, None), (None, 4, "x" * 64), (None, 2, "x" * 64), (None, -1, ""), (None, 3, None)],
    ids=["another journal", "an event that is not there", "another hash", "no number", "the hash of another event"],
)
def test_a_mark_that_the_journal_does_not_have_is_not_believed(
    journal: Journal, wrong: tuple[str | None, int, str | None]
) -> None:
    epoch, seq, hash_ = wrong
    right = mark(journal, 2)
    file(journal).save(Mark(epoch or right.epoch, seq, right.hash if hash_ is None else hash_), CONTENT)
    assert file(journal).load(journal) is None


def test_the_checkpoint_of_a_journal_that_was_restored_from_before_it_is_not_believed(
    journal: Journal, tmp_path: Path
) -> None:
    journal.backup(tmp_path / "copy.db")
    journal.append(notes("four"))
    file(journal).save(mark(journal, 4), CONTENT)
    with opened(tmp_path / "copy.db") as copy:
        copy.append(notes("another four"))
        assert file(journal).load(copy) is None


@settings(max_examples=200, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(place=st.integers(0, 10_000), mask=st.integers(1, 255))
def test_a_flipped_bit_anywhere_is_noticed(journal: Journal, place: int, mask: int) -> None:
    one = file(journal)
    one.save(mark(journal), CONTENT)
    whole = bytearray(one.path.read_bytes())
    whole[place % len(whole)] ^= mask
    one.path.write_bytes(whole)
    assert one.load(journal) is None


@settings(max_examples=60, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(length=st.integers(0, 10_000))
def test_a_torn_file_is_noticed(journal: Journal, length: int) -> None:
    one = file(journal)
    one.save(mark(journal), CONTENT)
    whole = one.path.read_bytes()
    one.path.write_bytes(whole[: length % len(whole)])
    assert one.load(journal) is None


@settings(max_examples=60, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(st.binary(max_size=60) | st.sampled_from([b"{}\n", b"[" * 9999, b'{"epoch":1,"seq":2,"hash":3}\n', b"\n\n"]))
def test_any_other_file_in_its_place_is_noticed(journal: Journal, found: bytes) -> None:
    file(journal).path.write_bytes(found)
    assert file(journal).load(journal) is None


def test_a_write_that_is_cut_off_leaves_the_one_before(journal: Journal, monkeypatch: pytest.MonkeyPatch) -> None:
    file(journal).save(mark(journal), CONTENT)
    with monkeypatch.context() as patch:
        patch.setattr("controller.files.os.fsync", lambda _: (_ for _ in ()).throw(OSError("no power")))
        with pytest.raises(OSError, match="no power"):
            file(journal).save(mark(journal, 3), b"later")
    assert file(journal).load(journal) == CONTENT


def test_a_whole_file_replaces_the_one_before(tmp_path: Path) -> None:
    for content in (b"one", b"two"):
        write_whole(tmp_path / "file", content)
        assert (tmp_path / "file").read_bytes() == content
    assert [path.name for path in tmp_path.iterdir()] == ["file"]


def test_the_fingerprint_follows_every_source_and_what_is_folded_from(tmp_path: Path) -> None:
    source, other = tmp_path / "a.py", tmp_path / "b.py"
    source.write_text("one")
    other.write_text("two")
    first = fingerprint([source, other], b"books")
    assert fingerprint([source, other], b"books") == first
    assert fingerprint([source, other], b"other books") != first
    other.write_text("three")
    assert fingerprint([source, other], b"books") != first
    assert fingerprint([tmp_path / "gone.py"]) is None


@pytest.mark.parametrize(
    ("statement", "wrong"),
    [('UPDATE events SET data = \'{"word":"x"}\' WHERE seq = 3', 3), ("DELETE FROM events WHERE seq = 2", 2)],
)
def test_what_follows_is_read_against_the_chain(journal: Journal, statement: str, wrong: int) -> None:
    with sqlite3.connect(journal.path) as connection:
        connection.execute("DROP TRIGGER events_are_not_edited")
        connection.execute("DROP TRIGGER events_are_not_deleted")
        connection.execute(statement)
    start = journal.hash_at(1)
    assert start is not None
    with pytest.raises(JournalCorrupt, match=f"event {wrong} "):
        list(journal.follow(1, start))
