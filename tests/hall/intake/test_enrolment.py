"""Which tables belong to the hall: code and key; tokens; the way out."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Sequence
from datetime import timedelta
from random import Random

import pytest

from controller.events import Recorded
from controller.journal.store import iso
from controller.permits import Role
from controller.refusals import Code, Refused
from controller.uplink.order import is_genuine
from hall.intake.decide import make_order
from hall.intake.enrolled import Member, Members
from hall.intake.enrolment import MOST_TRIES, PAUSE_SECONDS, VALID_SECONDS
from hall.intake.events import TableEnrolled, TableReleased
from hall.intake.intake import Intake
from hall.intake.rebuild import rebuild
from hall.intake.state import State, evolve
from hall.people.events import GrantMade, GrantRevoked
from tests.hall.intake.sender import NOW, Clock, Sender, enrol, open_intake

RANDOM = Random(4).randbytes


async def no_way_in(intake: Intake, sender: Sender, code: str, why: Code, **members: str) -> Refused:
    given = {
        "code": code, "key": sender.public, "name": "Table", "epoch": sender.epoch, "proof": sender.proof(), **members
    }  # fmt: skip
    with pytest.raises(Refused) as told:
        await intake.enrol(**given)
    assert told.value.entry is why.value
    return told.value


async def test_code_and_key_together_let_a_table_in(store_url: str) -> None:
    async with open_intake(store_url, clock := Clock()) as intake:
        sender = Sender(clock=clock.ms).play(2)
        code = await intake.open_enrolment("Mei")
        assert await intake.opened_enrolment() == code
        enrolled = await intake.enrol(code.digits, sender.public, "東一", sender.epoch, sender.proof())
        assert (enrolled.hall, enrolled.hall_name) == (intake.journal.hall, "North hall")
        assert enrolled.hall_key == intake.enrolments.hall_key().public.hex()
        assert len(enrolled.token) >= 43
        (event,) = intake.journal.of_types([TableEnrolled.type])
        assert event.event == TableEnrolled(enrolled.table, sender.public, "東一", sender.epoch)
        assert await intake.opened_enrolment() is None


async def test_a_code_is_used_once_and_only_the_last_one_counts(new_store_url: Callable[[], str]) -> None:
    async with open_intake(new_store_url(), clock := Clock()) as intake:
        one, two = Sender(1, clock=clock.ms), Sender(2, clock=clock.ms)
        old, code = await intake.open_enrolment("Mei"), await intake.open_enrolment("Mei")
        assert old.digits != code.digits
        await no_way_in(intake, one, old.digits, Code.WRONG_CODE)
        await intake.enrol(code.digits, one.public, "One", one.epoch, one.proof())
        await no_way_in(intake, two, code.digits, Code.WRONG_CODE)
        closed = await intake.open_enrolment("Mei")
        await intake.close_enrolment()
        await no_way_in(intake, two, closed.digits, Code.WRONG_CODE)
        await no_way_in(intake, two, "", Code.WRONG_CODE)
        assert len(intake.journal.of_types([TableEnrolled.type])) == 1


async def test_a_code_ends_after_ten_minutes(new_store_url: Callable[[], str]) -> None:
    async with open_intake(new_store_url(), clock := Clock()) as intake:
        code, sender = await intake.open_enrolment("Mei"), Sender(clock=clock.ms)
        clock.advance(VALID_SECONDS)
        await no_way_in(intake, sender, code.digits, Code.WRONG_CODE)


async def test_wrong_codes_end_in_a_pause_for_all_processes_and_after_a_restart(store_url: str) -> None:
    clock = Clock()
    sender = Sender(clock=clock.ms)
    async with open_intake(store_url, clock) as intake, open_intake(store_url, clock, 2) as other:
        code = await intake.open_enrolment("Mei")
        wrong = f"{(int(code.digits) + 1) % 10**6:06d}"
        for number in range(MOST_TRIES):
            await no_way_in((intake, other)[number % 2], sender, wrong, Code.WRONG_CODE)
        paused = await no_way_in(other, sender, code.digits, Code.TOO_MANY_TRIES)
        assert paused.more == {"retry_after": PAUSE_SECONDS}
    async with open_intake(store_url, clock) as intake:
        with pytest.raises(Refused):
            await intake.open_enrolment("Mei")
        clock.advance(PAUSE_SECONDS)
        await enrol(intake, sender)


async def test_a_proof_is_of_the_key_and_epoch_and_made_now(new_store_url: Callable[[], str]) -> None:
    async with open_intake(new_store_url(), clock := Clock()) as intake:
        sender, other = Sender(1, clock=clock.ms), Sender(2, clock=clock.ms)
        code = (await intake.open_enrolment("Mei")).digits
        for members in (
            {"proof": other.proof()}, {"key": other.public}, {"epoch": "other"}, {"proof": "JJ1-"}, {"key": "00" * 32},
            {"key": sender.public.upper()}, {"key": "none"},
        ):  # fmt: skip
            await no_way_in(intake, sender, code, Code.BAD_SIGNATURE, **members)
        printed = sender.proof()  # a head on a sheet of yesterday
        clock.advance(3600)
        code = (await intake.open_enrolment("Mei")).digits
        await no_way_in(intake, sender, code, Code.BAD_SIGNATURE, proof=printed)
        await no_way_in(intake, sender, code, Code.BAD_WORDS, name="")
        await intake.enrol(code, sender.public, "One", sender.epoch, sender.proof())


async def test_a_table_that_is_enrolled_again_keeps_its_id_and_its_old_token_is_worth_nothing(store_url: str) -> None:
    async with open_intake(store_url, clock := Clock()) as intake, open_intake(store_url, clock, 2) as other:
        await enrol(intake, sender := Sender(clock=clock.ms).play(3))
        await other.receive(sender.token, sender.batch(1))
        first, old = sender.id, sender.token
        await enrol(intake, sender)
        assert (sender.id, sender.token != old) == (first, True)
        with pytest.raises(Refused) as told:
            await intake.receive(old, sender.batch(1))
        assert told.value.entry is Code.NOT_ENROLLED.value
        assert (await intake.receive(sender.token, sender.batch(4))).acknowledged == 3


async def test_a_released_table_answers_and_has_no_token_any_more(new_store_url: Callable[[], str]) -> None:
    async with open_intake(new_store_url(), clock := Clock()) as intake:
        await enrol(intake, sender := Sender(clock=clock.ms).play(3))
        await asyncio.to_thread(
            intake.journal.append, [make_order(sender.id, "release", {}, "Mei", clock(), lambda size: bytes(size))]
        )
        (order,) = await intake.orders(sender.token, wait=20)
        assert is_genuine(order, sender.public, intake.enrolments.hall_key().public.hex())
        await intake.answer(sender.token, order["id"], 3, None, None)
        with pytest.raises(Refused) as told:
            await intake.orders(sender.token)
        assert told.value.entry is Code.NOT_ENROLLED.value
        state = State()
        for recorded in intake.journal.replay():
            state = evolve(state, recorded)
        assert (state.present, state.tables[sender.id].orders) == ((), ())
        assert [one.event for one in intake.journal.of_types([TableReleased.type])] == [
            TableReleased(sender.id, "released")
        ]


def granted(grant: str, clock: Clock, hours: float, *tables: str) -> GrantMade:
    starts, ends = iso(clock()), iso(clock() + timedelta(hours=hours))
    return GrantMade(grant, "u-mei", "Mei", Role.REFEREE, tables, starts, ends, "ab" * 32, "Lin")


async def test_a_table_that_joins_or_comes_back_is_told_of_the_grants_that_are_valid_there(store_url: str) -> None:
    async with open_intake(store_url, clock := Clock()) as intake:
        await enrol(intake, first := Sender(1, clock=clock.ms))
        made = [
            granted("g-all", clock, 8), granted("g-other", clock, 8, "t-elsewhere"), granted("g-over", clock, 1),
            granted("g-back", clock, 8), granted("g-first", clock, 8, first.id), GrantRevoked("g-back", "Lin"),
        ]  # fmt: skip
        await asyncio.to_thread(intake.journal.append, made)
        clock.advance(2 * 3600)
        await enrol(intake, late := Sender(2, clock=clock.ms))
        (order,) = await intake.orders(late.token, wait=20)
        assert (order["kind"], order["body"]["grant"], order["body"]["code_hash"]) == ("grant", "g-all", "ab" * 32)
        assert order["made_by"] == {"role": "owner", "name": "Lin"}
        assert order["expires"] == order["body"]["expires"] == iso(NOW + timedelta(hours=8))
        forgotten = make_order(first.id, "message", {"text": "hello"}, "Mei", clock(), RANDOM)
        await asyncio.to_thread(intake.journal.append, [forgotten, TableReleased(first.id, "gone")])
        await enrol(intake, first)
        waiting = await intake.orders(first.token, wait=20)
        assert [(one["kind"], one["body"]["grant"]) for one in waiting] == [("grant", "g-all"), ("grant", "g-first")]
        assert (await asyncio.to_thread(rebuild, intake.journal)).orders == 3
    async with open_intake(store_url, clock, 2) as intake:
        assert list(await intake.orders(first.token)) == list(waiting)
        assert list(await intake.orders(late.token)) == [order]


async def test_a_grant_that_is_made_while_a_table_joins_reaches_it(
    new_store_url: Callable[[], str], monkeypatch: pytest.MonkeyPatch
) -> None:
    async with open_intake(new_store_url(), clock := Clock()) as intake:
        read, made = intake.journal.all_of_types, [granted("g-late", clock, 8)]

        def overtaken(types: Sequence[str]) -> list[Recorded]:
            found = list(read(types))
            if made:
                intake.journal.append([made.pop()])
            return found

        monkeypatch.setattr(intake.journal, "all_of_types", overtaken)
        await enrol(intake, sender := Sender(clock=clock.ms))
        (order,) = await intake.orders(sender.token, wait=20)
        assert order["body"]["grant"] == "g-late"


async def test_all_tables_of_a_hall_that_starts_are_known_without_a_look(
    new_store_url: Callable[[], str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """Hundreds come within seconds then. Nor does it matter to them that another table joins."""
    url, looked = new_store_url(), list[str]()
    senders = [Sender(n).play(2) for n in range(3)]
    async with open_intake(url, Clock()) as intake:
        for sender in senders:
            await enrol(intake, sender)
    look = Intake._looked_up

    def counted(intake: Intake, token: str) -> Member | None:
        looked.append(token)
        return look(intake, token)

    monkeypatch.setattr(Intake, "_looked_up", counted)
    async with open_intake(url, Clock()) as intake:
        for sender in senders[:2]:
            assert (await intake.receive(sender.token, sender.batch(1))).acknowledged == 2
        await enrol(intake, another := Sender(9).play(2))
        for sender in senders:
            assert (await intake.receive(sender.token, sender.batch(1))).acknowledged == 2
        assert looked == []
        for _ in range(2):
            assert (await intake.receive(another.token, another.batch(1))).acknowledged == 2
        assert looked == [another.token]


def test_what_was_looked_up_before_a_change_is_not_kept() -> None:
    """It may be the table that was released meanwhile."""
    known, table = Members(), Member(1, "t-1", "ab" * 32)
    changes = known.changes
    known.forget("t-1")
    known.keep("token", table, changes)
    assert known.of_token("token") is None
    known.keep("token", table, known.changes)
    assert known.of_token("token") == table
    known.forget("t-2")
    assert known.of_token("token") == table
    known.keep("new", table, known.changes)
    assert (known.of_token("token"), known.of_token("new")) == (None, table)
