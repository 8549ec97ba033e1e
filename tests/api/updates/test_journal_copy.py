"""The journal before an update, kept and put back."""

from __future__ import annotations

from datetime import UTC, datetime
from pathlib import Path

from api.updates.journal_copy import COPY, drop, keep, put_back
from controller.events.machine import HatchOpened
from controller.journal.store import Journal


def now() -> datetime:
    return datetime(2026, 11, 26, 3, 0, 0, tzinfo=UTC)


def write(folder: Path, count: int) -> tuple[int, str, str]:
    with Journal(folder / "journal.db", now=now) as journal:
        for _ in range(count):
            journal.append([HatchOpened()])
        return journal.last_seq, journal.head, journal.epoch


def state(folder: Path) -> tuple[int, str, str]:
    with Journal(folder / "journal.db", now=now, read_only=True) as journal:
        assert journal.verify() is None
        return journal.last_seq, journal.head, journal.epoch


def test_a_table_without_a_journal_needs_no_copy(tmp_path: Path) -> None:
    assert keep(tmp_path, now)
    put_back(tmp_path, now)
    assert list(tmp_path.iterdir()) == []


def test_the_copy_comes_back_and_goes_on_in_another_epoch(tmp_path: Path) -> None:
    before = write(tmp_path, 3)
    assert keep(tmp_path, now)
    write(tmp_path, 4)
    put_back(tmp_path, now)
    seq, _, epoch = state(tmp_path)
    assert seq == before[0] + 1, "the event that begins the epoch stands after those that were there before"
    assert epoch != before[2]


def test_the_journal_of_the_new_release_is_kept_aside(tmp_path: Path) -> None:
    write(tmp_path, 3)
    keep(tmp_path, now)
    after = write(tmp_path, 4)
    put_back(tmp_path, now)
    (aside,) = tmp_path.glob("after-update-*.db")
    with Journal(aside, now=now, read_only=True) as journal:
        assert (journal.last_seq, journal.head) == after[:2]


def test_done_twice_it_is_done_once(tmp_path: Path) -> None:
    write(tmp_path, 3)
    keep(tmp_path, now)
    write(tmp_path, 4)
    put_back(tmp_path, now)
    once = state(tmp_path)
    put_back(tmp_path, now)
    assert state(tmp_path) == once


def test_a_copy_of_the_running_service_gets_what_came_until_it_stopped(tmp_path: Path) -> None:
    before = write(tmp_path, 3)
    keep(tmp_path, now)
    first = (tmp_path / COPY).stat().st_ino
    with Journal(tmp_path / "journal.db", now=now) as journal:
        signed = journal.keep_head(lambda epoch, seq, hash_: "signed as it stopped")
    keep(tmp_path, now)
    assert (tmp_path / COPY).stat().st_ino == first, "nothing happened meanwhile: it is not copied again"
    with Journal(tmp_path / COPY, now=now, read_only=True) as copy:
        assert copy.latest_head() == signed
    write(tmp_path, 1)
    keep(tmp_path, now)
    with Journal(tmp_path / COPY, now=now, read_only=True) as copy:
        assert copy.last_seq == before[0] + 1
    drop(tmp_path)
    assert not list(tmp_path.glob(f"{COPY}*"))


def test_a_copy_that_is_wanted_no_more_is_gone(tmp_path: Path) -> None:
    write(tmp_path, 1)
    keep(tmp_path, now)
    drop(tmp_path)
    assert not (tmp_path / COPY).exists()
