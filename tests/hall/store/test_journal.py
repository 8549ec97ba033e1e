"""The journal of the hall on both engines."""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterator, Sequence

import pytest
from sqlalchemy import Connection, text

from controller.events import BrokenEvent, Catalogue, Recorded
from controller.journal.store import REMEMBERED_COMMANDS, CommandKey, Remembered
from controller.refusals import Code
from hall.store import HallJournal, Overtaken, Store, StoreError, open_store
from hall.store.errors import EventUnreadable
from hall.store.notices import Notice
from tests.hall.store.notes import NOTES, Noted, journal_of


@pytest.fixture
def store(store_url: str) -> Iterator[Store]:
    with open_store(store_url) as store:
        yield store


@pytest.fixture
def journal(store: Store) -> HallJournal:
    return journal_of(store)


def notes(*texts: str) -> list[Noted]:
    return [Noted(text) for text in texts]


def test_events_are_numbered_chained_and_read_back(journal: HallJournal) -> None:
    first = journal.append(notes("a", "b"))
    second = journal.append(notes("雀卓"))
    assert [one.seq for one in (*first, *second)] == [1, 2, 3]
    assert journal.read() == [*first, *second]
    assert journal.read(since=1, limit=1) == first[1:]
    assert (journal.last_seq, journal.head) == (3, second[0].hash)
    assert journal.verify() is None


def test_another_opening_finds_the_same_hall_and_events(store_url: str) -> None:
    with open_store(store_url) as store:
        journal = journal_of(store)
        written, name = journal.append(notes("a")), (journal.hall, journal.epoch, journal.created)
    with open_store(store_url) as store:
        again = journal_of(store)
        assert (again.hall, again.epoch, again.created) == name
        assert again.read() == written
        assert again.append(notes("b"))[0].seq == 2
        assert again.verify() is None


def test_whoever_was_overtaken_is_told_and_writes_nothing(journal: HallJournal) -> None:
    journal.append(notes("a"), after=0)
    with pytest.raises(Overtaken) as told:
        journal.append(notes("b"), CommandKey("c1", "f"), after=0)
    assert (told.value.last, journal.last_seq, journal.remembered("c1")) == (1, 1, None)


def test_of_many_that_decide_at_once_one_writes_after_each_event(store_url: str) -> None:
    """Four processes as far as the store can tell: each has connections of its own."""
    with open_store(store_url) as first:
        journal_of(first)
        wrote: list[int] = []

        def decide(number: int) -> None:
            with open_store(store_url) as store:
                journal, after = journal_of(store), 0
                while after < 12:
                    try:
                        wrote.append(journal.append(notes(f"{number} after {after}"), after=after)[0].seq)
                    except Overtaken as overtaken:
                        after = overtaken.last
                    else:
                        after += 1

        threads = [threading.Thread(target=decide, args=(number,)) for number in range(4)]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join(60)
        journal = journal_of(first)
        assert sorted(wrote) == list(range(1, journal.last_seq + 1))
        assert journal.verify() is None


def test_a_command_is_remembered_with_its_events_and_never_done_twice(journal: HallJournal) -> None:
    journal.append(notes("before"))
    journal.append(notes("a", "b"), CommandKey("c1", "print"))
    journal.append([], CommandKey("c2", "nothing"))
    assert journal.remembered("c1") == Remembered("print", 2, 3)
    assert journal.remembered("c2") == Remembered("nothing", 4, 3)
    with pytest.raises(StoreError) as told:
        journal.append(notes("again"), CommandKey("c1", "print"))
    assert told.value.entry is Code.ID_USED.value
    assert journal.last_seq == 3


def test_old_commands_are_forgotten(new_store_url: Callable[[], str]) -> None:
    with open_store(new_store_url()) as store:
        journal = journal_of(store)
        journal.append([], CommandKey("old", ""))
        with store.writing() as connection:
            connection.execute(
                text("UPDATE sqlite_sequence SET seq = seq + :many WHERE name = 'hall_commands'"),
                {"many": REMEMBERED_COMMANDS},
            )
        journal.append([], CommandKey("new", ""))
        assert journal.remembered("old") is None
        assert journal.remembered("new") is not None


@pytest.mark.parametrize("table", ["hall_events", "table_events"])
@pytest.mark.parametrize("edit", ["UPDATE {} SET data = '{{}}'", "DELETE FROM {}"])
def test_no_event_is_edited_or_deleted(store: Store, table: str, edit: str) -> None:
    journal = journal_of(store)
    journal.append(notes("a"))
    with store.writing() as connection:
        insert = "INSERT INTO table_events VALUES (1, 1, 1, '', '', '{}', :hash)"
        connection.execute(text(insert), {"hash": b""})
    with pytest.raises(StoreError), store.writing() as connection:
        connection.execute(text(edit.format(table)))
    assert journal.verify() is None


def test_a_changed_event_is_found(store: Store) -> None:
    journal = journal_of(store)
    journal.append(notes("a", "b", "c"))
    with store.writing() as connection:
        for statement in UNGUARDED[store.is_sqlite]:
            connection.execute(text(statement))
        connection.execute(text('UPDATE hall_events SET data = \'{"text":"x"}\' WHERE seq = 2'))
    assert journal.verify() == 2


UNGUARDED = {
    True: ["DROP TRIGGER hall_events_are_not_edited"],
    False: ["ALTER TABLE hall_events DISABLE TRIGGER ALL"],
}


def test_an_event_that_no_journal_can_hold_is_refused_with_all_others(journal: HallJournal) -> None:
    with pytest.raises(BrokenEvent):
        journal.append([Noted("good"), Noted(text=7)])  # type: ignore[arg-type]
    assert journal.last_seq == 0


def test_an_event_of_a_newer_release_is_named(store: Store) -> None:
    journal_of(store).append(notes("a"))
    with pytest.raises(EventUnreadable) as told:
        journal_of(store, Catalogue((), {})).read()
    assert (told.value.seq, told.value.entry) == (1, Code.EVENT_UNKNOWN.value)


def test_what_is_written_beside_an_append_is_written_with_it_or_not_at_all(store: Store) -> None:
    journal = journal_of(store)

    def note(connection: Connection, recorded: Sequence[Recorded]) -> None:
        connection.execute(text("INSERT INTO records VALUES ('n', :seq, '')"), {"seq": str(recorded[0].seq)})

    journal.beside(note)
    journal.append(notes("a"))

    def fails(_connection: object, _recorded: object) -> None:
        raise ValueError("no")

    journal.beside(fails)
    with pytest.raises(ValueError, match="no"):
        journal.append(notes("b"))
    assert journal.last_seq == 1
    with store.reading() as connection:
        assert connection.execute(text("SELECT key FROM records")).scalars().all() == ["1"]


def test_whoever_listens_in_this_process_hears_after_the_commit(journal: HallJournal) -> None:
    heard: list[tuple[int, int]] = []
    journal.store.notices.subscribe(lambda notice: notice.hall and heard.append((notice.hall, journal.last_seq)))
    journal.append(notes("a", "b"))
    assert heard[0] == (2, 2)


def test_another_process_hears_of_it_with_postgresql(postgresql_server: object, store_url: str) -> None:
    if store_url.startswith("sqlite"):
        return
    with open_store(store_url) as here, open_store(store_url) as there:
        heard, listening = threading.Event(), threading.Event()

        def hears(notice: Notice) -> None:
            (listening if notice.missed else heard).set()

        end = there.notices.subscribe(hears)
        assert listening.wait(30)
        journal_of(here).append(notes("a"))
        assert heard.wait(30)
        end()


def test_events_of_types_are_found(journal: HallJournal) -> None:
    written = journal.append(notes("a", "b"))
    assert journal.of_types(["note.made"], since=1) == written[1:]
    assert journal.of_types(["note.gone"]) == []
    assert NOTES.types
