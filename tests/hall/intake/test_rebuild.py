"""What follows from the facts of a hall is made anew from them, and tables that are asked to send all again."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from random import Random

import pytest
from sqlalchemy import Engine, text

from controller.refusals import Refused
from hall.intake.events import JournalReplaced, TableReleased
from hall.intake.intake import Intake
from hall.intake.rebuild import Broken, Progress, rebuild, send_again
from hall.intake.tables import Tables
from tests.hall.intake.sender import Clock, Sender, enrol, open_intake
from tests.hall.intake.test_intake import of, stored
from tests.hall.intake.test_orders import give, ids
from tests.hall.intake.test_tables import hanchan, sent, write_match

PARTS = (
    "SELECT number, id, table_number, content, expires, answered FROM table_orders ORDER BY number",
    "SELECT id, key, token FROM enrolled_tables ORDER BY number",
    "SELECT table_number, epoch_number, seq, hash, content FROM checkpoints ORDER BY table_number",
)
NOW = "2026-05-01T12:00:00.000Z"


def kept(engine: Engine) -> list[list[tuple[object, ...]]]:
    with engine.connect() as connection:
        return [[tuple(row) for row in connection.execute(text(part))] for part in PARTS]


async def played(intake: Intake, clock: Clock) -> list[Sender]:
    """Two tables with a game each, one of which went back to a backup; orders with and without an answer; a third one
    that was let go."""
    senders = [Sender(number, clock=clock.ms) for number in range(3)]
    await enrol(intake, *senders)
    for number, sender in enumerate(senders):
        write_match(sender, hanchan(), f"c-aaaaaaaaaaaa/1/{number + 1}")
        await sent(intake, sender, 1)
    senders[1].go_back(9, "second")
    await sent(intake, senders[1], 10)
    answered = await give(intake, senders[0], clock, "first")
    await intake.answer(senders[0].token, answered, 3, None, None)
    await give(intake, senders[1], clock, "second")
    await asyncio.to_thread(intake.journal.append, [TableReleased(senders[2].id, "gone")])
    return senders


async def test_all_that_follows_from_the_facts_is_made_anew_and_as_it_was(
    store_url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("hall.intake.rebuild.EVERY", 10)
    async with open_intake(store_url, clock := Clock()) as intake:
        await played(intake, clock)
        live = Tables(intake.store)
        await asyncio.to_thread(live.start)
        live.save()
        before = kept(intake.store.engine)
        with intake.store.writing() as connection:
            for spoil in ("DELETE FROM checkpoints", "UPDATE table_orders SET answered = 'x', content = '{}'"):
                connection.execute(text(spoil))
        words: list[Progress] = []
        done = await asyncio.to_thread(rebuild, intake.journal, words.append)
        assert kept(intake.store.engine) == before
        events = sum(len(one) for one in stored(intake.store).values())
        put_aside = len(hanchan().journal) - 9  # of the table that went back, what followed in its first journal
        assert (done.tables, done.events, done.orders, done.hall, done.broken) == (3, events - put_aside, 1, None, ())
        assert words == [Progress(10 * n, events) for n in range(1, done.events // 10 + 1)]
        again = Tables(intake.store)
        await asyncio.to_thread(again.start)
        assert again.as_bytes() == live.as_bytes()


async def test_a_rebuild_that_is_interrupted_leaves_what_was_there(new_store_url: Callable[[], str]) -> None:
    async with open_intake(new_store_url(), clock := Clock()) as intake:
        await played(intake, clock)
        tables = Tables(intake.store)
        await asyncio.to_thread(tables.start)
        tables.save()
        before = kept(intake.store.engine)
        for at in (1, 2, 3):
            left = iter(range(at))

            def interrupt(*part: object, left: object = left) -> object:
                if next(left, None) is None:  # type: ignore[call-overload]
                    raise KeyboardInterrupt
                return part[2]

            with pytest.raises(KeyboardInterrupt):
                Tables(intake.store).rebuild(interrupt)  # type: ignore[arg-type]
            assert kept(intake.store.engine) == before
        assert rebuild(intake.journal).broken == ()
        assert kept(intake.store.engine) == before


async def test_events_that_are_missing_or_changed_are_named_by_one_process_as_by_several(
    new_store_url: Callable[[], str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("hall.intake.rebuild.FEWEST", 1)
    async with open_intake(new_store_url(), clock := Clock()) as intake:
        senders = await played(intake, clock)
        with intake.store.writing() as connection:
            guards = connection.execute(text("SELECT name FROM sqlite_master WHERE type = 'trigger'")).scalars().all()
            for guard in guards:
                connection.execute(text(f"DROP TRIGGER {guard}"))
            of_table = "table_number = (SELECT number FROM enrolled_tables WHERE id = :id)"
            for spoil, sender in (
                (f"UPDATE table_events SET data = '{{}}' WHERE seq = 5 AND {of_table}", senders[0]),
                (f"DELETE FROM table_events WHERE seq = 10 AND epoch_number = 2 AND {of_table}", senders[1]),
                (f"DELETE FROM table_events WHERE seq > 20 AND {of_table}", senders[2]),
            ):
                connection.execute(text(spoil), {"id": sender.id})
            connection.execute(text("UPDATE hall_events SET time = 'never' WHERE seq = 2"))
        done = await asyncio.to_thread(rebuild, intake.journal, processes=1)
        made, words = kept(intake.store.engine), list[Progress]()
        assert await asyncio.to_thread(rebuild, intake.journal, words.append, processes=2) == done
        assert (kept(intake.store.engine), len(words), words[-1].events) == (made, 3, done.events)
        places = zip(senders, ("epoch-0", "second", "epoch-2"), (5, 10, 21), strict=True)
        assert done.broken == tuple(Broken(sender.id, epoch, seq) for sender, epoch, seq in places)
        assert done.hall == 2


async def test_tables_send_all_again_and_what_was_stored_stays(store_url: str) -> None:
    async with open_intake(store_url, clock := Clock()) as intake:
        senders = await played(intake, clock)
        before, tables = stored(intake.store), Tables(intake.store)
        await asyncio.to_thread(tables.start)
        shown = tables.as_bytes()
        with pytest.raises(Refused) as refused:
            send_again(intake.store, NOW, [senders[0].id, senders[2].id])
        assert refused.value.code == "no-such-enrolled-table"
        assert stored(intake.store) == before
        assert send_again(intake.store, NOW) == sorted((senders[0].id, senders[1].id))
        await asyncio.to_thread(tables.follow_all)
        assert tables.as_bytes() == shown
        random = Random(7)
        for sender, spans in ((senders[0], [("epoch-0", 1)]), (senders[1], [("epoch-1", 1), ("second", 10)])):
            for epoch, first in spans:
                last = max(one.seq for of_epoch, one in sender.events if of_epoch == epoch)
                if last > first:  # as a table that does not know it yet
                    with pytest.raises(Refused) as refused:
                        await intake.receive(sender.token, sender.batch(last, epoch=epoch))
                    assert refused.value.code == "gap"
                while first <= last:
                    batch = sender.batch(first, min(last, first + random.randint(0, 9)), epoch)
                    first = (await intake.receive(sender.token, batch)).acknowledged + 1
        after = stored(intake.store)
        assert after[senders[0].id, "epoch-0"] == before[senders[0].id, "epoch-0"] == of(senders[0])
        assert after[senders[1].id, "second"] == before[senders[1].id, "second"]
        assert after[senders[1].id, f"before {NOW} epoch-1"] == before[senders[1].id, "epoch-1"]
        assert intake.journal.of_types([JournalReplaced.type]) == []
        await asyncio.to_thread(tables.follow_all)
        folded = {one.id: tables.live[one.id].match for one in senders}
        rebuilt = Tables(intake.store)
        await asyncio.to_thread(rebuilt.rebuild)
        assert rebuilt.as_bytes() == tables.as_bytes()
        assert folded[senders[0].id] is not None
        assert len(ids(await intake.orders(senders[1].token))) == 1
