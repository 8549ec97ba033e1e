"""What can be done to a journal's file, by whoever holds it or also its key, and what the verdict calls it."""

from __future__ import annotations

import sqlite3
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager
from pathlib import Path

import pytest

from controller.events.machine import HatchOpened
from controller.fairness.journal_head import JournalHead, SignedHead, cosign, head_of_text, sign_head
from controller.fairness.signing import TableKey
from controller.journal.chain import first_hash, next_hash
from controller.journal.checkpoint import Mark
from controller.journal.continuation import continue_journal
from controller.journal.store import Journal
from controller.table.journal_verdict import JournalVerdict, SeenHead, Wrong, judge_journal, witnessed_head
from tests.controller.journal.notes import clock

KEY, PHONE = TableKey(bytes(range(32))), TableKey(bytes(range(1, 33)))


def signed(journal: Journal) -> SignedHead:
    kept = journal.keep_head(
        lambda epoch, seq, hash_: sign_head(JournalHead(KEY.public, 1, seq, bytes.fromhex(hash_), epoch), KEY).text
    )
    return head_of_text(kept.record)


@pytest.fixture
def path(tmp_path: Path) -> Path:
    """Eight events, signed after the third and the sixth; a phone cosigned the third."""
    path = tmp_path / "journal.db"
    with Journal(path, now=clock()) as journal:
        for seq in range(1, 9):
            journal.append([HatchOpened()])
            if seq in (3, 6):
                head = signed(journal)
            if seq == 3:
                seen = cosign(head, PHONE)
                journal.keep_cosignature(1, seen.key.hex(), seen.signature.hex())
    return path


def verdict(path: Path, *witnesses: SeenHead) -> JournalVerdict:
    with Journal(path, now=clock(), read_only=True) as journal:
        return judge_journal(journal, witnesses)


def wrongs(path: Path, *witnesses: SeenHead) -> list[tuple[Wrong, int]]:
    return [(one.wrong, one.seq) for one in verdict(path, *witnesses).findings]


@contextmanager
def tampered(path: Path) -> Iterator[sqlite3.Connection]:
    """The file in the hands of its holder: nothing protects it."""
    with closing(sqlite3.connect(path, isolation_level=None)) as connection:
        for (name,) in connection.execute("SELECT name FROM sqlite_master WHERE type = 'trigger'").fetchall():
            connection.execute(f"DROP TRIGGER {name}")
        yield connection


def chain_anew(connection: sqlite3.Connection) -> None:
    """All hashes computed anew, as if nothing had happened."""
    (epoch,) = connection.execute("SELECT epoch FROM identity").fetchone()
    before = first_hash(epoch)
    for seq, time, type_, data in connection.execute(
        "SELECT seq, time, type, data FROM events ORDER BY seq"
    ).fetchall():
        before = next_hash(before, seq, time, type_, data)
        connection.execute("UPDATE events SET hash = ? WHERE seq = ?", (before, seq))


def edit(connection: sqlite3.Connection) -> None:
    connection.execute("UPDATE events SET time = '2020-01-01T00:00:00.000Z' WHERE seq = 2")


def delete(connection: sqlite3.Connection) -> None:
    connection.execute("DELETE FROM events WHERE seq = 2")


def insert(connection: sqlite3.Connection) -> None:
    connection.execute("UPDATE events SET seq = -seq WHERE seq >= 2")
    connection.execute("UPDATE events SET seq = 1 - seq WHERE seq < 0")
    connection.execute(
        "INSERT INTO events (seq, time, type, data, hash) SELECT 2, time, type, data, 'x' FROM events LIMIT 1"
    )


def swap(connection: sqlite3.Connection) -> None:
    connection.execute("UPDATE events SET seq = -3 WHERE seq = 2")
    connection.execute("UPDATE events SET seq = 2 WHERE seq = 3")
    connection.execute("UPDATE events SET seq = 3 WHERE seq = -3")


def test_a_journal_that_nobody_touched_is_good_and_says_what_was_witnessed(path: Path) -> None:
    found = verdict(path)
    assert (found.good, found.first_wrong, found.heads, found.witnessed) == (True, None, 2, 3)
    assert found.witnesses == (f"key {PHONE.public.hex()}",)


@pytest.mark.parametrize(
    ("change", "wrong"),
    [(edit, Wrong.EDITED), (delete, Wrong.DELETED), (insert, Wrong.INSERTED), (swap, Wrong.ALTERED)],
)
def test_what_breaks_the_chain_is_named(path: Path, change: Callable[[sqlite3.Connection], None], wrong: Wrong) -> None:
    with tampered(path) as connection:
        change(connection)
    assert wrongs(path) == [(wrong, 2)]


def test_a_cut_end_is_named_by_the_signed_head_after_it(path: Path) -> None:
    with tampered(path) as connection:
        connection.execute("DELETE FROM events WHERE seq > 4")
    assert wrongs(path) == [(Wrong.CUT_OFF, 5)]


def test_hashes_computed_anew_are_named_by_every_signed_head_after_the_change(path: Path) -> None:
    with tampered(path) as connection:
        edit(connection)
        chain_anew(connection)
    assert wrongs(path) == [(Wrong.RECOMPUTED, 3), (Wrong.RECOMPUTED, 6)]


def test_two_heads_of_one_event_are_a_fork(path: Path) -> None:
    with Journal(path, now=clock(), read_only=True) as journal:
        other = JournalHead(KEY.public, 1, 6, bytes(32), journal.epoch)
    fork = SeenHead(sign_head(other, KEY), "a sheet", ("somebody",))
    assert wrongs(path, fork) == [(Wrong.FORK, 6), (Wrong.RECOMPUTED, 6)]


def test_the_holder_of_the_key_can_write_everything_anew_when_nobody_saw_a_head(path: Path) -> None:
    everything_anew(path)
    found = verdict(path)
    assert (found.good, found.witnessed) == (True, 0)


def test_one_witness_finds_what_the_holder_of_the_key_wrote_anew(path: Path) -> None:
    with Journal(path, now=clock(), read_only=True) as journal:
        kept = witnessed_head(journal.heads()[1].record, "a phone")
    assert verdict(path, kept).witnessed == 6
    everything_anew(path)
    assert (Wrong.RECOMPUTED, 6) in wrongs(path, kept)


def everything_anew(path: Path) -> None:
    with tampered(path) as connection:
        edit(connection)
        chain_anew(connection)
        connection.execute("DELETE FROM heads")
        connection.execute("DELETE FROM cosignatures")
    with Journal(path, now=clock()) as journal:
        signed(journal)


def test_a_head_that_its_key_did_not_sign_is_forged(path: Path) -> None:
    with Journal(path, now=clock()) as journal:
        head = JournalHead(KEY.public, 1, 8, bytes.fromhex(journal.head), journal.epoch)
        journal.keep_head(lambda *_: SignedHead(head, bytes(64)).text)
    assert wrongs(path) == [(Wrong.FORGED_HEAD, 8)]


@pytest.mark.parametrize("record", ["", "JJ1-AAAA", "nonsense"])
def test_a_record_that_is_no_head_is_forged(path: Path, record: str) -> None:
    with tampered(path) as connection:
        connection.execute("UPDATE heads SET record = ? WHERE number = 2", (record,))
    assert wrongs(path) == [(Wrong.FORGED_HEAD, 6)]


def test_a_cosignature_of_another_head_is_forged(path: Path) -> None:
    with tampered(path) as connection:
        connection.execute("UPDATE cosignatures SET head = 2")
    assert wrongs(path) == [(Wrong.FORGED_COSIGNATURE, 6)]
    assert verdict(path).witnessed == 0


def test_a_head_of_an_epoch_that_is_not_there_is_of_another_history(path: Path) -> None:
    other = sign_head(JournalHead(KEY.public, 1, 3, bytes(32), "another"), KEY)
    assert wrongs(path, SeenHead(other, "a phone", ("somebody",))) == [(Wrong.OTHER_HISTORY, 3)]


def test_what_the_journal_says_was_put_aside_is_no_cut(path: Path) -> None:
    """A backup of eight events over a journal of ten: both heads of that one are accounted for."""
    with Journal(path, now=clock()) as journal:
        beyond = [JournalHead(KEY.public, 1, seq, bytes(32), journal.epoch) for seq in (10, 11)]
        continue_journal(journal, "restored", Mark(journal.epoch, 10, "00" * 32), lambda: "second")
        journal.append([HatchOpened()])
        signed(journal)
    put_aside, never_named = (SeenHead(sign_head(head, KEY), "a phone", ("somebody",)) for head in beyond)
    assert wrongs(path, put_aside) == []
    assert wrongs(path, never_named) == [(Wrong.CUT_OFF, 9)]
