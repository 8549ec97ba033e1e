"""Events of tables on their way into the store: once each, in order, none lost, none doubled; the rest set aside."""

from __future__ import annotations

import asyncio
import json
import os
from collections.abc import Callable
from dataclasses import replace
from random import Random

import pytest
from sqlalchemy import text

from controller.events import Stored
from controller.refusals import Code, Refused
from hall.intake.aside import kept_aside
from hall.intake.batch import MOST_EVENTS
from hall.intake.events import BatchSetAside, ClockChecked, JournalReplaced
from hall.intake.group_writer import GroupWriter
from hall.intake.intake import Intake
from hall.store import Store, StoreError
from hall.store.notices import Notice
from tests.hall.intake.sender import Clock, Sender, enrol, open_intake, with_events


def stored(store: Store) -> dict[tuple[str, str], list[Stored]]:
    """Events by table and epoch."""
    query = """SELECT t.id, e.epoch, v.seq, v.time, v.type, v.data, v.hash FROM table_events v
        JOIN enrolled_tables t ON t.number = v.table_number
        JOIN table_epochs e ON e.table_number = v.table_number AND e.number = v.epoch_number
        ORDER BY t.id, e.number, v.seq"""
    found: dict[tuple[str, str], list[Stored]] = {}
    with store.reading() as connection:
        for table, epoch, seq, time, type_, data, hash_ in connection.execute(text(query)):
            found.setdefault((table, epoch), []).append(Stored(seq, time, type_, data, bytes(hash_).hex()))
    return found


def of(sender: Sender, epoch: str = "") -> list[Stored]:
    return [one for name, one in sender.events if name == (epoch or sender.epoch)]


async def refused(intake: Intake, sender: Sender, batch: object, code: Code) -> Refused:
    with pytest.raises(Refused) as told:
        await intake.receive(sender.token, batch)  # type: ignore[arg-type]
    assert told.value.entry is code.value
    return told.value


async def settled(intake: Intake) -> None:
    """What is written beside the answers has been written."""
    while intake._tasks:
        await asyncio.wait(tuple(intake._tasks))


async def test_events_are_acknowledged_when_they_are_stored_byte_for_byte(store_url: str) -> None:
    async with open_intake(store_url, clock := Clock()) as intake:
        await enrol(intake, sender := Sender(clock=clock.ms).play(5))
        answer = await intake.receive(sender.token, sender.batch(1, 3))
        assert (answer.acknowledged, answer.epoch, answer.orders, answer.time) == (3, sender.epoch, [], clock.ms())
        assert (await intake.receive(sender.token, sender.batch(4))).acknowledged == 5
        assert stored(intake.store) == {(sender.id, sender.epoch): of(sender)}


async def test_a_batch_without_events_asks_where_the_hall_stands(store_url: str) -> None:
    async with open_intake(store_url, Clock()) as intake:
        await enrol(intake, sender := Sender().play(4))
        assert (await intake.receive(sender.token, sender.batch(1, 0))).acknowledged == 0
        await intake.receive(sender.token, sender.batch(1, 2))
        assert (await intake.receive(sender.token, replace(sender.batch(5), head=None))).acknowledged == 2


async def test_the_same_again_whole_in_part_or_reordered_is_nothing_new(store_url: str) -> None:
    """A random sequence of pieces, each of which the hall can place or asks for what comes before it."""
    seed = int.from_bytes(os.urandom(4))
    print(f"seed {seed}")
    random = Random(seed)
    async with open_intake(store_url, Clock()) as intake:
        await enrol(intake, sender := Sender().play(40))
        acknowledged = 0
        while acknowledged < sender.last:
            first = random.randint(1, sender.last)
            batch = sender.batch(first, random.randint(first, sender.last))
            if first > acknowledged + 1:
                gap = await refused(intake, sender, batch, Code.GAP)
                assert gap.more == {"acknowledged": acknowledged, "epoch": sender.epoch}
                continue
            acknowledged = max(acknowledged, batch.last)
            assert (await intake.receive(sender.token, batch)).acknowledged == acknowledged
        assert stored(intake.store) == {(sender.id, sender.epoch): of(sender)}
        assert kept_aside(intake.store, sender.id) == []


async def test_many_tables_at_once_are_stored_in_few_transactions(new_store_url: Callable[[], str]) -> None:
    async with open_intake(new_store_url(), Clock()) as intake:
        senders = [Sender(number).play(7) for number in range(30)]
        await enrol(intake, *senders)
        for one in senders:  # who asks is known then, so that no batch waits for its table to be looked up
            assert await intake.member_of(one.token) == one.id
        written: list[Notice] = []
        intake.store.notices.subscribe(lambda notice: notice.tables and written.append(notice))
        answers = await asyncio.gather(*(intake.receive(one.token, one.batch(1)) for one in senders))
        assert [answer.acknowledged for answer in answers] == [7] * 30
        assert len(written) <= 3
        assert {number for notice in written for number in notice.tables} == set(range(1, 31))
        assert stored(intake.store) == {(one.id, one.epoch): of(one) for one in senders}


async def test_the_same_batch_at_once_through_two_processes_is_stored_once(store_url: str) -> None:
    async with open_intake(store_url, Clock()) as here, open_intake(store_url, Clock(), 2) as there:
        senders = [Sender(number).play(6) for number in range(8)]
        await enrol(here, *senders)
        sent = [intake.receive(one.token, one.batch(1)) for one in senders for intake in (here, there, here, there)]
        answers = await asyncio.gather(*sent)
        assert {answer.acknowledged for answer in answers} == {6}
        assert stored(here.store) == {(one.id, one.epoch): of(one) for one in senders}


async def test_other_events_under_the_same_numbers_are_set_aside_with_an_alarm(store_url: str) -> None:
    """Two tables with one key: a copied card."""
    async with open_intake(store_url, Clock()) as intake:
        await enrol(intake, one := Sender().play(3))
        other = Sender().play(2, "match.ruling").play(4)
        other.id, other.token = one.id, one.token
        await intake.receive(one.token, one.batch(1))
        for _ in range(3):
            conflict = await refused(intake, other, other.batch(1), Code.CONFLICT)
        assert "event 3" in conflict.detail
        assert stored(intake.store) == {(one.id, one.epoch): of(one)}
        alarms = intake.journal.of_types([BatchSetAside.type])
        assert len(alarms) == 1
        ((_, reason, digest, kept),) = kept_aside(intake.store, one.id)
        assert (reason, digest) == ("conflict", alarms[0].event.digest)  # type: ignore[attr-defined]
        assert json.loads(kept)["events"][0]["type"] == "match.ruling"


@pytest.mark.parametrize("place", [0, 1, 2])
async def test_a_changed_event_breaks_the_chain_and_nothing_of_its_batch_is_stored(
    new_store_url: Callable[[], str], place: int
) -> None:
    async with open_intake(new_store_url(), Clock()) as intake:
        await enrol(intake, sender := Sender().play(3))
        batch = sender.batch(1)
        events = list(batch.events)
        events[place] = replace(events[place], data='{"roll":6}')
        await refused(intake, sender, with_events(batch, events), Code.BAD_CHAIN)
        assert stored(intake.store) == {}
        assert [one[1] for one in kept_aside(intake.store, sender.id)] == ["bad-chain"]


async def test_a_head_of_another_key_event_or_epoch_is_no_signature(new_store_url: Callable[[], str]) -> None:
    async with open_intake(new_store_url(), Clock()) as intake:
        await enrol(intake, sender := Sender().play(3))
        batch, other = sender.batch(1), Sender(1).play(3)
        for head in (
            None, "JJ1-", "no head", other.batch(1).head, sender.head(2, sender.hash), sender.head(3, "00" * 32),
            sender.head(3, sender.hash, "another epoch"), f"{batch.head}"[:-1],
        ):  # fmt: skip
            await refused(intake, sender, replace(batch, head=head), Code.BAD_SIGNATURE)
        assert stored(intake.store) == {}


async def test_events_of_another_table_are_set_aside(new_store_url: Callable[[], str]) -> None:
    async with open_intake(new_store_url(), Clock()) as intake:
        await enrol(intake, one := Sender(1).play(), two := Sender(2).play())
        await refused(intake, one, two.batch(1), Code.FOREIGN_TABLE)
        assert stored(intake.store) == {}
        assert [kept[1] for kept in kept_aside(intake.store, one.id)] == ["foreign-table"]
        await refused(intake, Sender(), one.batch(1), Code.NOT_ENROLLED)


async def test_what_no_store_can_hold_is_refused_before_others_suffer(new_store_url: Callable[[], str]) -> None:
    async with open_intake(new_store_url(), Clock()) as intake:
        await enrol(intake, sender := Sender().play())
        for time, type_, data in (
            ("x" * 41, "a.b", "{}"), ("now\0", "a.b", "{}"), ("now", "雀", "{}"), ("now", "a" * 81, "{}"),
            ("now", "a.b", "\0"), ("now", "a.b", '"\ud800"'),
        ):  # fmt: skip
            bad = replace(sender.batch(1).events[0], time=time, type=type_, data=data)
            await refused(intake, sender, with_events(sender.batch(1), [bad]), Code.BAD_CHAIN)
        many = sender.batch(1).events * (MOST_EVENTS + 1)
        await refused(intake, sender, with_events(sender.batch(1), many), Code.TOO_LARGE)
        await refused(intake, sender, replace(sender.batch(1), epoch="x" * 65), Code.INVALID)
        await refused(intake, sender, replace(sender.batch(1), epoch=""), Code.INVALID)


async def test_a_flood_of_bad_batches_is_bounded(
    new_store_url: Callable[[], str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("hall.intake.aside.MOST_ASIDE", 3)
    async with open_intake(new_store_url(), Clock()) as intake:
        await enrol(intake, sender := Sender().play())
        for number in range(6):
            bad = replace(sender.batch(1), head=f"head {number}")
            await refused(intake, sender, bad, Code.BAD_SIGNATURE)
        assert len(kept_aside(intake.store, sender.id)) == len(intake.journal.of_types([BatchSetAside.type])) == 3


async def test_a_new_epoch_continues_its_parent_and_both_are_kept(store_url: str) -> None:
    async with open_intake(store_url, Clock()) as intake:
        await enrol(intake, sender := Sender().play(8))
        first = sender.epoch
        await intake.receive(sender.token, sender.batch(1))
        old = of(sender)
        sender.go_back(5, "second")
        sender.play(2)
        assert (await intake.receive(sender.token, sender.batch(6, 7))).acknowledged == 7
        assert (await intake.receive(sender.token, sender.batch(7))).acknowledged == 8
        assert stored(intake.store) == {(sender.id, first): old, (sender.id, "second"): of(sender)}
        sender.go_back(2, "third")
        assert (await intake.receive(sender.token, sender.batch(3))).acknowledged == 3
        await settled(intake)
        assert intake.journal.of_types([JournalReplaced.type]) == []


async def test_a_new_epoch_waits_for_the_events_of_its_parent(new_store_url: Callable[[], str]) -> None:
    async with open_intake(new_store_url(), Clock()) as intake:
        await enrol(intake, sender := Sender().play(5))
        parent = sender.epoch
        sender.go_back(5, "second")
        gap = await refused(intake, sender, sender.batch(6), Code.GAP)
        assert gap.more == {"acknowledged": 0, "epoch": parent}
        await intake.receive(sender.token, sender.batch(1, 3, parent))
        gap = await refused(intake, sender, sender.batch(6), Code.GAP)
        assert gap.more == {"acknowledged": 3, "epoch": parent}
        await intake.receive(sender.token, sender.batch(4, 5, parent))
        assert (await intake.receive(sender.token, sender.batch(6))).acknowledged == 6


async def test_a_new_epoch_that_follows_other_events_than_the_stored_ones_is_a_conflict(
    new_store_url: Callable[[], str],
) -> None:
    async with open_intake(new_store_url(), Clock()) as intake:
        await enrol(intake, sender := Sender().play(5))
        await intake.receive(sender.token, sender.batch(1))
        other = Sender().play(5, "match.ruling")
        other.id, other.token = sender.id, sender.token
        other.go_back(4, "second")
        await refused(intake, other, other.batch(5), Code.CONFLICT)


async def test_a_table_whose_journal_is_new_begins_again_and_that_is_noted(new_store_url: Callable[[], str]) -> None:
    async with open_intake(new_store_url(), Clock()) as intake:
        await enrol(intake, sender := Sender().play(3))
        await intake.receive(sender.token, sender.batch(1))
        new = Sender(0, "new").play(2)
        new.id, new.token = sender.id, sender.token
        assert (await intake.receive(new.token, new.batch(1))).acknowledged == 2
        await settled(intake)
        assert [one.event.epoch for one in intake.journal.of_types([JournalReplaced.type])] == ["new"]  # type: ignore[attr-defined]


async def test_a_hall_that_was_restored_is_filled_again_from_the_tables(new_store_url: Callable[[], str]) -> None:
    async with open_intake(new_store_url(), Clock()) as intake:
        await enrol(intake, sender := Sender().play(300))
        for first in range(1, 300, 100):
            await intake.receive(sender.token, sender.batch(first, first + 99))
        before = stored(intake.store)
    async with open_intake(new_store_url(), Clock()) as intake:
        await enrol(intake, sender)
        gap = await refused(intake, sender, sender.batch(250), Code.GAP)
        assert gap.more["acknowledged"] == 0
        for first in range(1, 300, 100):
            await intake.receive(sender.token, sender.batch(first, first + 99))
        assert list(stored(intake.store).values()) == list(before.values())


async def test_a_full_queue_says_when_to_come_again(
    new_store_url: Callable[[], str], monkeypatch: pytest.MonkeyPatch
) -> None:
    clock = Clock()
    async with open_intake(new_store_url(), clock) as intake:
        await enrol(intake, sender := Sender().play(3))
        monkeypatch.setattr("hall.intake.group_writer.MOST_WAITING", 0)
        busy = await refused(intake, sender, sender.batch(1), Code.TOO_MANY_AT_ONCE)
        assert busy.more == {"retry_after": 1}
        # without a look at its signature, which costs more than all else: whoever may try again costs nothing
        await refused(intake, sender, replace(sender.batch(1), head="no head"), Code.TOO_MANY_AT_ONCE)
        # the floor does not call it lost for that
        assert [link.heard for link in intake.links.values()] == [clock.ms()]


async def test_nothing_is_acknowledged_when_the_store_fails_and_nothing_is_half_stored(
    store_url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with open_intake(store_url, Clock()) as intake:
        senders = [Sender(number).play(5) for number in range(4)]
        await enrol(intake, *senders)
        with intake.store.writing() as connection:  # as if another program had written there
            connection.execute(text("INSERT INTO table_events VALUES (2, 1, 3, '', '', '', :hash)"), {"hash": b""})
        answers = await asyncio.gather(
            *(intake.receive(one.token, one.batch(1)) for one in senders), return_exceptions=True
        )
        assert all(isinstance(answer, StoreError) for answer in answers[1:2])
        good = [
            (one.id, one.epoch)
            for one, answer in zip(senders, answers, strict=True)
            if not isinstance(answer, Exception)
        ]
        assert {at: events for at, events in stored(intake.store).items() if at in good} == {
            (one.id, one.epoch): of(one) for one in senders if (one.id, one.epoch) in good
        }
        assert set(stored(intake.store)) == set(good)


async def test_what_was_accepted_is_stored_when_the_intake_ends(new_store_url: Callable[[], str]) -> None:
    url = new_store_url()
    async with open_intake(url, Clock()) as intake:
        await enrol(intake, sender := Sender().play(3))
        await intake.receive(sender.token, sender.batch(4))
        task = asyncio.create_task(intake.receive(sender.token, sender.batch(1)))
        await asyncio.sleep(0)
    assert (await task).acknowledged == 3
    async with open_intake(url, Clock()) as intake:
        assert stored(intake.store) == {(sender.id, sender.epoch): of(sender)}


async def test_an_intake_that_has_ended_takes_nothing(new_store_url: Callable[[], str]) -> None:
    async with open_intake(new_store_url(), Clock()) as intake:
        writer = GroupWriter(intake.store)
        writer.start()
        await writer.close()
        with pytest.raises(Refused) as told:
            await writer.store(None)  # type: ignore[arg-type]
        assert told.value.entry is Code.CLOSED.value


async def test_a_clock_that_is_wrong_by_more_than_a_second_is_said_once_and_when_it_is_right_again(
    new_store_url: Callable[[], str],
) -> None:
    async with open_intake(new_store_url(), clock := Clock()) as intake:
        await enrol(intake, sender := Sender(clock=lambda: clock.ms() + 2500).play(3))
        for late in (0, 900, 30, 700):  # milliseconds under way
            batch = sender.batch(1)
            await intake.receive(sender.token, replace(batch, sent=clock.ms() + 2500 - late))
        assert intake.links[sender.id].offset == 2500
        for _ in range(10):
            await intake.receive(sender.token, replace(sender.batch(1), sent=clock.ms() - 40))
        await settled(intake)
        said = [one.event for one in intake.journal.of_types([ClockChecked.type])]
        assert [(one.right, one.offset_ms) for one in said if isinstance(one, ClockChecked)] == [
            (False, 2500),
            (True, -40),
        ]


async def test_clocks_of_many_tables_that_are_off_at_once_are_said_in_one_transaction(
    new_store_url: Callable[[], str],
) -> None:
    async with open_intake(new_store_url(), clock := Clock()) as intake:
        senders = [Sender(seed, clock=clock.ms).play(2) for seed in range(5)]
        for sender in senders:
            await enrol(intake, sender)
        for sender in senders:
            await intake.receive(sender.token, sender.batch(1, 1))
        clock.advance(60)
        told: list[Notice] = []
        intake.store.notices.subscribe(told.append)
        late = [replace(sender.batch(2), sent=clock.ms() + 60_000) for sender in senders]
        await asyncio.gather(*(intake.receive(one.token, each) for one, each in zip(senders, late, strict=True)))
        await settled(intake)
        said = [one.event for one in intake.journal.of_types([ClockChecked.type])]
        assert {one.table for one in said if isinstance(one, ClockChecked)} == {one.id for one in senders}
        assert sum(bool(one.hall) for one in told) == 1


async def test_how_far_a_table_is_ahead_is_known(new_store_url: Callable[[], str]) -> None:
    async with open_intake(new_store_url(), clock := Clock()) as intake:
        await enrol(intake, sender := Sender(clock=clock.ms).play(9))
        await intake.receive(sender.token, sender.batch(1, 4))
        clock.advance(5)
        heartbeat = replace(sender.batch(5, 4), head=sender.proof())
        await intake.receive(sender.token, heartbeat)
        link = intake.links[sender.id]
        assert (link.behind, link.heard) == (5, clock.ms())
