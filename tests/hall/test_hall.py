"""The one writer of a hall: a command is refused with a reason, or its events are durable before anyone is told."""

from __future__ import annotations

import asyncio
from dataclasses import replace

import pytest

from controller.events import Recorded
from controller.journal.store import iso
from controller.refusals import Refused
from hall.commands import HallCommand
from hall.floor.commands import EndSession, Guest, MoveSession, PauseSession, PlaceTable, SetPrices, StartSession
from hall.floor.prices import PriceList, PriceRule
from hall.hall import Hall
from hall.intake.events import OrderAnswered
from hall.people.commands import RegisterPerson, RenamePerson
from hall.people.events import PersonRegistered, PersonRenamed
from hall.permits import LOCAL_OWNER, HallActor, HallRole
from hall.touched import Touched, said_of, things_of
from hall.tournament.commands import AddEntrant, ChangeEntrant, CreateTournament
from tests.hall.conftest import Clock, OpenHall

VIEWER = HallActor(HallRole.VIEWER, "somebody")


def person_of(receipt: object) -> str:
    (recorded,) = receipt.events  # type: ignore[attr-defined]
    assert isinstance(recorded.event, PersonRegistered)
    return recorded.event.person


def test_what_was_carried_out_is_there_after_a_restart(open_hall: OpenHall) -> None:
    async def scenario() -> None:
        async with open_hall() as hall:
            receipt = await hall.handle(RegisterPerson("Ana", "Ben"), by=LOCAL_OWNER)
            assert receipt.seq == hall.state.seq == 1
        async with open_hall() as hall:
            assert [one.name for one in hall.state.people.persons.values()] == ["Ben"]

    asyncio.run(scenario())


def test_an_event_names_who_caused_it(open_hall: OpenHall) -> None:
    async def scenario() -> None:
        async with open_hall() as hall:
            by = HallActor(HallRole.STAFF, "Ana", account="u-ana")
            await hall.handle(RegisterPerson("Ana", "Ben"), by=by)
            (recorded,) = hall.journal.read()
            assert recorded.event.actor is not None
            assert (recorded.event.actor.role, recorded.event.actor.name) == ("staff", "Ana")
            assert recorded.event.actor.device == "u-ana"

    asyncio.run(scenario())


def test_whoever_may_not_changes_nothing(open_hall: OpenHall) -> None:
    async def scenario() -> None:
        async with open_hall() as hall:
            with pytest.raises(Refused) as caught:
                await hall.handle(RegisterPerson("x", "Ben"), by=VIEWER)
            assert caught.value.code == "not-allowed"
            assert hall.state.seq == 0

    asyncio.run(scenario())


def test_the_same_id_gets_the_same_answer_also_after_a_restart(open_hall: OpenHall) -> None:
    async def scenario() -> None:
        async with open_hall() as hall:
            first = await hall.handle(RegisterPerson("Ana", "Ben"), by=LOCAL_OWNER, id="one")
        async with open_hall() as hall:
            again = await hall.handle(RegisterPerson("Ana", "Ben"), by=LOCAL_OWNER, id="one")
            assert again.repeated
            assert again.events == first.events
            assert hall.state.seq == 1
            with pytest.raises(Refused) as caught:
                await hall.handle(RegisterPerson("Ana", "Cleo"), by=LOCAL_OWNER, id="one")
            assert caught.value.code == "id-used"

    asyncio.run(scenario())


def test_two_processes_write_one_after_the_other(open_hall: OpenHall) -> None:
    """Whoever was overtaken looks at what happened meanwhile and decides again."""

    async def scenario() -> None:
        async with open_hall() as one, open_hall() as other:
            names = [f"player {number}" for number in range(20)]
            halls = [one, other] * 10
            wanted = zip(halls, names, strict=True)
            await asyncio.gather(*(hall.handle(RegisterPerson("x", name), by=LOCAL_OWNER) for hall, name in wanted))
            await one.refresh()
            assert sorted(person.name for person in one.state.people.persons.values()) == sorted(names)
            assert one.journal.verify() is None

    asyncio.run(scenario())


def test_two_desks_that_edit_the_same_person_are_told_who_was_first(open_hall: OpenHall, clock: Clock) -> None:
    async def scenario() -> None:
        async with open_hall() as hall:
            ben = person_of(await hall.handle(RegisterPerson("Ana", "Ben"), by=LOCAL_OWNER))
            cleo = person_of(await hall.handle(RegisterPerson("Ana", "Cleo"), by=LOCAL_OWNER))
            seen = hall.state.seq
            await hall.handle(RenamePerson("Ana", ben, "Benno"), by=LOCAL_OWNER, expected_seq=seen)
            with pytest.raises(Refused) as caught:
                await hall.handle(RenamePerson("Dora", ben, "Benjamin"), by=LOCAL_OWNER, expected_seq=seen)
            assert caught.value.code == "stale"
            assert ben in caught.value.detail
            (change,) = caught.value.more["changes"]
            assert change == {"seq": 3, "time": iso(clock()), "type": "person.renamed", "who": "Ana"}
            await hall.handle(RenamePerson("Dora", cleo, "Chloe"), by=LOCAL_OWNER, expected_seq=seen)
            assert hall.state.people.display_name(ben) == "Benno"

    asyncio.run(scenario())


def test_two_desks_that_edit_the_same_player_are_told(open_hall: OpenHall) -> None:
    async def scenario() -> None:
        async with open_hall() as hall:
            by = LOCAL_OWNER
            made = await hall.handle(CreateTournament("Ana", "Open", "ema-riichi-2025", 1, {}), by=by)
            id_ = made.events[0].event.tournament  # type: ignore[attr-defined]
            for name in ("Ben", "Cleo"):
                await hall.handle(AddEntrant("Ana", id_, {"name": name}), by=by)
            seen = hall.state.seq
            await hall.handle(ChangeEntrant("Ana", id_, "e1", {"name": "Benno"}), expected_seq=seen, by=by)
            with pytest.raises(Refused) as caught:
                await hall.handle(ChangeEntrant("Dora", id_, "e1", {"club": "Kan!"}), expected_seq=seen, by=by)
            assert (caught.value.code, f"{id_}/e1" in caught.value.detail) == ("stale", True)
            await hall.handle(ChangeEntrant("Dora", id_, "e2", {"name": "Chloe"}), expected_seq=seen, by=by)

    asyncio.run(scenario())


def test_two_desks_at_one_session_and_one_list_of_prices_are_told_who_was_first(open_hall: OpenHall) -> None:
    """Also where what was wanted cannot be done any more, and of a list that is replaced by its number."""

    async def refused(hall: Hall, command: HallCommand, seen: int | None) -> tuple[str, list[tuple[str, str]]]:
        with pytest.raises(Refused) as caught:
            await hall.handle(command, by=LOCAL_OWNER, expected_seq=seen)
        return caught.value.code, [(one["type"], one["who"]) for one in caught.value.more.get("changes", [])]

    async def scenario() -> None:
        async with open_hall() as hall:
            by = LOCAL_OWNER
            tables = [
                (await hall.handle(PlaceTable("Ana", number), by=by)).events[0].event.table  # type: ignore[attr-defined]
                for number in (1, 2)
            ]
            started = await hall.handle(StartSession("Ana", tables[0], (Guest(label="cap"),)), by=by)
            session: str = started.events[0].event.session  # type: ignore[attr-defined]
            seen = hall.state.seq
            await hall.handle(PauseSession("Cleo", session), by=by)
            move = MoveSession("Dora", session, tables[1])
            assert await refused(hall, move, seen) == ("stale", [("floor.session-paused", "Cleo")])
            await hall.handle(EndSession("Ben", session), by=by)
            assert await refused(hall, move, seen) == ("session-over", [("floor.session-ended", "Ben")])
            assert await refused(hall, move, hall.state.seq) == ("session-over", [])
            prices = PriceList((PriceRule("Day", "table-hour", 900),), "Europe/Berlin", "EUR", 2)
            await hall.handle(SetPrices("Cleo", prices, 0), by=by)
            dearer = SetPrices("Dora", replace(prices, minimum=300), 0)
            assert await refused(hall, dearer, None) == ("stale", [("floor.prices-set", "Cleo")])

    asyncio.run(scenario())


def test_a_player_is_told_what_was_changed_but_not_by_whom() -> None:
    touched = Touched()
    touched.note(Recorded(1, "2026-01-10T12:00:00.000Z", PersonRenamed("p-a", "Benno", "Ana"), "00"))
    changed = touched.since({"p-a"}, 0)
    player = HallActor(HallRole.PLAYER, "Ben", person="p-a")
    assert [one["who"] for by in (LOCAL_OWNER, player) for one in said_of(changed, by)] == ["Ana", ""]


def test_what_a_table_reports_changes_nothing_that_people_edit() -> None:
    answered = OrderAnswered("t-a", order="o-a", kind="message", led_to=3)
    assert things_of(answered) == {"o-a"}


def test_listeners_of_a_topic_are_woken_by_it_alone(open_hall: OpenHall) -> None:
    async def scenario() -> None:
        async with open_hall() as hall:
            people, floor = hall.stream.listen({"person"}), hall.stream.listen({"floor"})
            await hall.handle(RegisterPerson("Ana", "Ben"), by=LOCAL_OWNER)
            assert await people.changed(5) == {"person"}
            assert floor.changed_already() == frozenset()
            people.close()
            assert len(hall.stream) == 1

    asyncio.run(scenario())
