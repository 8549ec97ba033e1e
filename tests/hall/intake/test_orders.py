"""Orders to tables: delivered until they are answered or past their time, each to its own table, once in effect."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from random import Random
from typing import Any

import pytest

from controller.events import Recorded
from controller.events.event import EventActor
from controller.refusals import Code, Refused
from controller.uplink.order import is_genuine
from hall.commands import Context
from hall.intake.commands import OrderTable, ReleaseTable, RenameTable, SettleAside
from hall.intake.decide import MOST_OPEN, make_order, order_table, release_table, rename_table, settle_aside
from hall.intake.events import (
    AsideSettled,
    BatchSetAside,
    OrderAnswered,
    TableEnrolled,
    TableOrdered,
    TableReleased,
    TableRenamed,
)
from hall.intake.intake import Intake
from hall.intake.state import State, evolve
from tests.hall.intake.sender import NOW, Clock, Sender, enrol, open_intake

RANDOM = Random(3).randbytes


async def give(intake: Intake, sender: Sender, clock: Clock, text: str = "", seconds: int = 600) -> str:
    order = make_order(sender.id, "message", {"text": text}, "Mei", clock(), RANDOM, seconds=seconds, expected_seq=7)
    await asyncio.to_thread(intake.journal.append, [order])
    return order.order


def ids(orders: Any) -> list[str]:
    return [order["id"] for order in orders]


async def test_an_order_is_delivered_signed_until_it_is_answered(store_url: str) -> None:
    async with open_intake(store_url, clock := Clock()) as intake:
        await enrol(intake, sender := Sender(clock=clock.ms))
        id_ = await give(intake, sender, clock, "休憩")
        (order,) = await intake.orders(sender.token, wait=20)
        assert is_genuine(order, sender.public, intake.enrolments.hall_key().public.hex())
        assert (order["id"], order["kind"], order["expected_seq"]) == (id_, "message", 7)
        assert (order["made_by"], order["body"]) == ({"role": "staff", "name": "Mei"}, {"text": "休憩"})
        assert ids(await intake.orders(sender.token)) == [id_]
        assert ids((await intake.receive(sender.token, sender.batch(1))).orders) == [id_]
        for _ in range(2):
            await intake.answer(sender.token, id_, 8, None, None)
        assert await intake.orders(sender.token) == []
        assert len(intake.journal.of_types([OrderAnswered.type])) == 1


async def test_the_role_of_whoever_gave_it_goes_with_an_order(new_store_url: Callable[[], str]) -> None:
    async with open_intake(new_store_url(), clock := Clock()) as intake:
        await enrol(intake, sender := Sender(clock=clock.ms))
        order = TableOrdered(
            sender.id, "o-1", "call-time", {}, "2026-05-01T13:00:00.000Z", "Ken", actor=EventActor("head", "desk")
        )
        await asyncio.to_thread(intake.journal.append, [order])
        assert (await intake.orders(sender.token, wait=20))[0]["made_by"] == {"role": "head", "name": "Ken"}


async def test_another_answer_is_refused_and_the_first_one_stays(new_store_url: Callable[[], str]) -> None:
    async with open_intake(new_store_url(), clock := Clock()) as intake:
        await enrol(intake, sender := Sender(clock=clock.ms), other := Sender(1, clock=clock.ms))
        id_ = await give(intake, sender, clock)
        await intake.answer(sender.token, id_, None, "stale", "too late")
        for token, code in ((sender.token, Code.ANSWERED_OTHERWISE), (other.token, Code.NO_SUCH_ORDER)):
            with pytest.raises(Refused) as told:
                await intake.answer(token, id_, 5, None, None)
            assert told.value.entry is code.value
        (answered,) = intake.journal.of_types([OrderAnswered.type])
        assert answered.event == OrderAnswered(sender.id, id_, "message", None, "stale", "too late")


async def test_the_same_answer_through_two_processes_at_once_is_one_event(store_url: str) -> None:
    async with open_intake(store_url, clock := Clock()) as here, open_intake(store_url, clock, 2) as there:
        await enrol(here, sender := Sender(clock=clock.ms))
        id_ = await give(here, sender, clock)
        await asyncio.gather(*(one.answer(sender.token, id_, 8, None, None) for one in (here, there) * 4))
        assert len(here.journal.of_types([OrderAnswered.type])) == 1
        assert here.journal.verify() is None


async def test_a_table_sees_its_own_orders_alone_in_order_and_not_those_it_has(
    new_store_url: Callable[[], str],
) -> None:
    async with open_intake(new_store_url(), clock := Clock()) as intake:
        await enrol(intake, one := Sender(1, clock=clock.ms), two := Sender(2, clock=clock.ms))
        mine = [await give(intake, one, clock, str(number)) for number in range(3)]
        theirs = await give(intake, two, clock)
        assert ids(await intake.orders(two.token, wait=20)) == [theirs]
        await intake.orders(one.token, after=mine[1], wait=20)
        assert ids(await intake.orders(one.token)) == mine
        assert ids(await intake.orders(one.token, after=mine[1])) == mine[2:]
        assert ids(await intake.orders(one.token, after="o-unknown")) == mine


async def test_a_question_for_orders_waits_for_one(new_store_url: Callable[[], str]) -> None:
    async with open_intake(new_store_url(), clock := Clock()) as intake:
        await enrol(intake, sender := Sender(clock=clock.ms))
        await intake.orders(sender.token)
        asked = asyncio.create_task(intake.orders(sender.token, wait=25))
        id_ = await give(intake, sender, clock)
        assert ids(await asked) == [id_]


async def test_an_order_past_its_time_is_delivered_no_more_but_its_answer_counts(
    new_store_url: Callable[[], str],
) -> None:
    async with open_intake(new_store_url(), clock := Clock()) as intake:
        await enrol(intake, sender := Sender(clock=clock.ms))
        id_ = await give(intake, sender, clock, seconds=60)
        assert ids(await intake.orders(sender.token, wait=20)) == [id_]
        clock.advance(60)
        assert await intake.orders(sender.token) == []
        await intake.answer(sender.token, id_, 9, None, None)
        assert len(intake.journal.of_types([OrderAnswered.type])) == 1


async def test_orders_wait_through_a_restart(store_url: str) -> None:
    clock = Clock()
    async with open_intake(store_url, clock) as intake:
        await enrol(intake, sender := Sender(clock=clock.ms))
        ids_ = [await give(intake, sender, clock), await give(intake, sender, clock)]
        await intake.answer(sender.token, ids_[0], 1, None, None)
    async with open_intake(store_url, clock) as intake:
        assert ids(await intake.orders(sender.token)) == ids_[1:]


# ---------------------------------------------------------------- decisions


class Tables:
    def __init__(self, *events: Any) -> None:
        self.tables = State()
        for number, event in enumerate(events, 1):
            self.tables = evolve(self.tables, Recorded(number, "2026-05-01T12:00:00.000Z", event, ""))

    @property
    def context(self) -> Context[Any]:
        return Context(self, NOW, RANDOM)


HERE = TableEnrolled("t-1", "00" * 32, "One", "e")


def test_a_table_is_renamed_once() -> None:
    assert rename_table(RenameTable("Mei", "t-1", "Two"), Tables(HERE).context) == (TableRenamed("t-1", "Two"),)
    assert rename_table(RenameTable("Mei", "t-1", "One"), Tables(HERE).context) == ()
    assert Tables(HERE, TableRenamed("t-1", "Two")).tables.tables["t-1"].name == "Two"


def test_a_table_is_asked_once_to_leave_and_let_go_where_it_is_out_of_reach() -> None:
    (asked,) = release_table(ReleaseTable("Mei", "t-1"), Tables(HERE).context)
    assert isinstance(asked, TableOrdered) and asked.kind == "release"
    assert release_table(ReleaseTable("Mei", "t-1"), Tables(HERE, asked).context) == ()
    gone = release_table(ReleaseTable("Mei", "t-1", gone=True), Tables(HERE, asked).context)
    assert gone == (TableReleased("t-1", "gone"),)


@pytest.mark.parametrize(
    ("command", "code", "field"),
    [
        (OrderTable("Mei", "t-2", "message", {}), Code.NO_SUCH_ENROLLED_TABLE, "table"),
        (OrderTable("Mei", "t-1", "raise", {}), Code.BAD_TABLE_ORDER, "kind"),
        (OrderTable("Mei", "t-1", "release", {}), Code.BAD_TABLE_ORDER, "kind"),
        (OrderTable("Mei", "t-1", "message", {}, seconds=1), Code.BAD_TABLE_ORDER, "seconds"),
        (OrderTable("Mei", "t-1", "message", {"text": "x" * 20_000}), Code.BAD_TABLE_ORDER, "body"),
    ],
)
def test_what_cannot_be_ordered_is_refused_with_the_field(command: OrderTable, code: Code, field: str) -> None:
    with pytest.raises(Refused) as told:
        order_table(command, Tables(HERE).context)
    assert (told.value.entry, told.value.field) == (code.value, field)


def test_orders_that_wait_are_bounded() -> None:
    order = OrderTable("Mei", "t-1", "message", {"text": "休憩"})
    events: list[Any] = [HERE]
    for _ in range(MOST_OPEN):
        events += order_table(order, Tables(*events).context)
    with pytest.raises(Refused) as told:
        order_table(order, Tables(*events).context)
    assert told.value.entry is Code.TOO_MANY_ORDERS.value


def test_what_was_set_aside_is_an_alarm_until_somebody_settles_it() -> None:
    aside = BatchSetAside("t-1", "conflict", "e", 3, "", "")
    tables = Tables(HERE, aside)
    assert tables.tables.tables["t-1"].aside == (aside,)
    settled = settle_aside(SettleAside("Mei", "t-1", "a copied card"), tables.context)
    assert settled == (AsideSettled("t-1", "a copied card"),)
    assert Tables(HERE, aside, *settled).tables.tables["t-1"].aside == ()
    assert settle_aside(SettleAside("Mei", "t-1", "again"), Tables(HERE).context) == ()
