"""A table and its hall: joining, events that go up once each, and what is shown of the link. Real HTTP."""

from __future__ import annotations

import asyncio
import json
import stat
import time
from collections.abc import Awaitable, Callable
from pathlib import Path

import pytest

from api.access.folder import FOLDER
from api.table.shown.hall import standing
from api.uplink.errors import LinkTrouble
from api.uplink.membership import FILE
from api.uplink.outbox import MOST_EVENTS
from controller.events.people import MachineServiced
from controller.journal.continuation import continue_journal
from controller.journal.store import Journal
from controller.refusals import Code, Refused
from tests.api.uplink.fake_hall import CODE, FakeHall, Reply, open_hall
from tests.api.uplink.linked import OWNER, STAFF, Clock, Linked, linked, until

Scenario = Callable[[Linked, str], Awaitable[None]]


def play(folder: Path, scenario: Scenario, hall: FakeHall | None = None, *, member: bool = True) -> None:
    """``member``: the table has joined before."""
    hall = hall or FakeHall()

    async def run() -> None:
        with open_hall(hall) as address:
            async with linked(folder, hall) as one:
                if member:
                    await one.join(address)
                    await until(one.has_all)
                await scenario(one, address)

    asyncio.run(run())


# ---------------------------------------------------------------- joining


def test_a_table_joins_with_a_code_and_a_held_key_and_its_whole_journal_goes_up(tmp_path: Path) -> None:
    async def scenario(one: Linked, address: str) -> None:
        await one.happen(3)
        await one.join(address)
        await until(one.has_all)
        assert one.types()[-1] == "hall.joined"
        hall = one.table.projection.hall.hall
        assert hall is not None
        assert (hall.id, hall.name, hall.table, hall.released) == ("h-1", "North hall", "t-1", False)
        await until(lambda: one.uplink.state.status(one.table.seq) == "connected")
        shown = one.table.snapshot()["hall"]
        assert (shown["name"], shown["status"], shown["joining"]) == ("North hall", "connected", None)

    play(tmp_path, scenario, member=False)


def test_the_token_is_for_its_owner_alone_and_in_no_event(tmp_path: Path) -> None:
    async def scenario(one: Linked, address: str) -> None:
        del address
        file = tmp_path / FOLDER / FILE
        assert stat.S_IMODE(file.stat().st_mode) == 0o600
        assert json.loads(file.read_text())["token"] == one.hall.token
        assert not any(one.hall.token in stored.data for stored in one.table.journal.all_stored())

    play(tmp_path, scenario)


def test_without_a_key_that_is_held_nothing_is_asked_of_the_hall(tmp_path: Path) -> None:
    async def scenario(one: Linked, address: str) -> None:
        assert not one.uplink.key_held()
        joining = one.uplink.ask_to_join(CODE, address, "", STAFF, "Kei")
        await asyncio.sleep(0.05)
        assert one.hall.requests == []
        assert one.uplink.shown()["joining"] == "waiting"
        assert joining.at(joining.until).trouble is LinkTrouble.NO_PRESENCE
        assert not joining.waits(joining.until)

    play(tmp_path, scenario, member=False)


@pytest.mark.parametrize(
    ("answer", "trouble"),
    [
        ((422, {"code": "wrong-code"}), LinkTrouble.WRONG_CODE),
        ((422, {"code": "bad-signature"}), LinkTrouble.PROOF_REFUSED),
        ((429, {"code": "too-many-tries"}), LinkTrouble.BUSY),
        ((201, {"table": "t-1"}), LinkTrouble.BAD_ANSWER),
        (
            (201, {"table": "t", "hall": {"id": "h", "name": "x", "key": "z"}, "token": "t" * 32}),
            LinkTrouble.BAD_ANSWER,
        ),
        ((201, b"\xff"), LinkTrouble.BAD_ANSWER),
        ((200, {}), LinkTrouble.BAD_ANSWER),
        ((0, None), LinkTrouble.UNREACHABLE),
    ],
)
def test_a_hall_that_does_not_take_the_table_in_changes_nothing(
    tmp_path: Path, answer: Reply, trouble: LinkTrouble
) -> None:
    async def scenario(one: Linked, address: str) -> None:
        one.uplink.ask_to_join(CODE, address, "", STAFF, "Kei")
        one.uplink.key_held()
        await until(lambda: one.uplink.joining is not None and one.uplink.joining.state == "failed")
        assert one.uplink.joining is not None and one.uplink.joining.trouble is trouble
        assert one.table.projection.hall.hall is None and "hall.joined" not in one.types()
        assert not (tmp_path / FOLDER / FILE).exists()

    play(tmp_path, scenario, FakeHall(trouble=lambda path: answer), member=False)


def test_a_power_cut_after_the_hall_took_the_table_in_ends_in_the_hall(tmp_path: Path) -> None:
    hall, clock = FakeHall(), Clock()

    async def run() -> None:
        with open_hall(hall) as address:
            async with linked(tmp_path, hall, clock=clock) as one:
                joining = one.uplink.ask_to_join(CODE, address, "", STAFF, "Kei")
                await one.uplink._enrolled(joining)
                assert one.table.projection.hall.hall is None
            async with linked(tmp_path, hall, clock=clock) as one:
                await until(one.has_all)
                assert one.types().count("hall.joined") == 1

    asyncio.run(run())


# ---------------------------------------------------------------- events


def test_a_long_journal_goes_up_in_bounded_batches(tmp_path: Path) -> None:
    async def scenario(one: Linked, address: str) -> None:
        one.table._writer.note([MachineServiced("inside", "cleaned", "Ann") for _ in range(2 * MOST_EVENTS)])
        await one.happen()
        await one.join(address)
        await until(one.has_all)
        assert max(one.hall.batches) == MOST_EVENTS
        assert one.hall.sent_again == 0

    play(tmp_path, scenario, member=False)


def test_what_happens_reaches_the_hall_at_once_and_once(tmp_path: Path) -> None:
    async def scenario(one: Linked, address: str) -> None:
        del address
        for _ in range(5):
            began = time.monotonic()
            await one.happen()
            await until(one.has_all)
            assert time.monotonic() - began < 5
        assert one.hall.sent_again == 0

    play(tmp_path, scenario)


def once_each(*answers: Reply) -> Callable[[str], Reply | None]:
    """Answers so to the first requests with events, one after the other."""
    left = list(answers)
    return lambda path: left.pop(0) if path == "/events" and left else None


WRONG: list[Reply] = [
    (0, None), (500, {}), (503, {}), (429, {}), (200, b"no JSON"), (200, b"[" * 50_000), (200, b"x" * 300_000),
    (200, {"acknowledged": -1, "epoch": ""}), (200, {"acknowledged": True, "epoch": ""}), (200, []), (302, {}),
    (200, {"acknowledged": 2, "epoch": "another"}), (422, {"code": "bad-chain"}), (401, {"code": "not-enrolled"}),
    (409, {"code": "gap"}), (409, {"code": "gap", "acknowledged": 0}), (409, {"code": "something-else"}),
]  # fmt: skip


@pytest.mark.parametrize("when", ["trouble", "after"])
@pytest.mark.parametrize("wrong", range(len(WRONG)))
def test_whatever_the_hall_answers_nothing_is_lost(tmp_path: Path, when: str, wrong: int) -> None:
    async def scenario(one: Linked, address: str) -> None:
        del address
        setattr(one.hall, when, once_each(WRONG[wrong], WRONG[wrong]))
        await one.happen(3)
        await until(lambda: one.has_all() and one.uplink.state.trouble is None)
        assert one.table.snapshot()["hall"]["status"] == "connected"

    play(tmp_path, scenario)


def test_a_table_whose_hall_is_away_plays_on_and_catches_up(tmp_path: Path) -> None:
    hall, clock = FakeHall(), Clock()

    async def run() -> None:
        async with linked(tmp_path, hall, clock=clock) as one:
            with open_hall(hall) as address:
                await one.join(address)
                await until(one.has_all)
                await until(lambda: one.uplink.behind == 0)
            await one.happen(30)
            await until(lambda: one.uplink.state.status(one.table.seq) == "cut-off")
            shown = one.table.snapshot()["hall"]
            assert (shown["heard"], shown["behind"]) == (int(clock.now.timestamp()), 30)
            with open_hall(hall, int(address.rpartition(":")[2])):
                await until(one.has_all)
                await until(lambda: one.table.snapshot()["hall"]["status"] == "connected")

    asyncio.run(run())


def test_a_table_that_starts_without_its_hall_tells_what_the_hall_had_when_it_ended(tmp_path: Path) -> None:
    hall, clock = FakeHall(), Clock()

    async def run() -> None:
        with open_hall(hall) as address:
            async with linked(tmp_path, hall, clock=clock) as one:
                await one.join(address)
                await one.happen(30)
                await until(lambda: one.has_all() and one.uplink.behind == 0)
                had, heard = one.table.seq, int(clock.now.timestamp())
        clock.forward(60)
        async with linked(tmp_path, hall, clock=clock) as one:
            await one.happen(3)
            await until(lambda: one.uplink.state.trouble is LinkTrouble.UNREACHABLE)
            shown = standing(one.table, one.uplink)
            assert (shown.status, shown.asked, shown.heard) == ("cut-off", False, heard)
            assert (shown.acknowledged, shown.behind) == (had, one.table.seq - had)
            assert one.table.snapshot()["hall"]["heard"] == 0
            with open_hall(hall, int(address.rpartition(":")[2])):
                await until(lambda: standing(one.table, one.uplink).asked)
        with Journal(tmp_path / "journal.db", now=clock) as journal:
            continue_journal(journal, "restored", None)
        async with linked(tmp_path, hall, clock=clock) as one:
            await until(lambda: one.uplink.state.trouble is LinkTrouble.UNREACHABLE)
            shown = standing(one.table, one.uplink)
            assert (shown.heard, shown.acknowledged) == (0, 0)

    asyncio.run(run())


@pytest.mark.parametrize("cut", ["trouble", "after"])
def test_a_table_that_ends_between_event_and_acknowledgement_sends_what_is_missing(tmp_path: Path, cut: str) -> None:
    hall, clock = FakeHall(), Clock()

    async def run() -> None:
        with open_hall(hall) as address:
            async with linked(tmp_path, hall, clock=clock) as one:
                await one.join(address)
                await until(one.has_all)
                setattr(hall, cut, lambda path: (0, None) if path == "/events" else None)
                await one.happen(3)
                await until(lambda: one.uplink.state.trouble is LinkTrouble.UNREACHABLE)
            hall.well()
            async with linked(tmp_path, hall, clock=clock) as one:
                await until(one.has_all)

    asyncio.run(run())


def test_a_hall_that_has_lost_its_store_is_filled_again(tmp_path: Path) -> None:
    async def scenario(one: Linked, address: str) -> None:
        del address
        await one.happen(3)
        await until(one.has_all)
        one.hall.events.clear()
        await one.happen()
        await until(one.has_all)

    play(tmp_path, scenario)


def test_a_new_epoch_is_sent_after_the_one_before(tmp_path: Path) -> None:
    hall, clock = FakeHall(), Clock()

    async def run() -> None:
        with open_hall(hall) as address:
            async with linked(tmp_path, hall, clock=clock) as one:
                await one.join(address)
                await one.happen(3)
                await until(one.has_all)
            with Journal(tmp_path / "journal.db", now=clock) as journal:
                continue_journal(journal, "restored", None)
            async with linked(tmp_path, hall, clock=clock) as one:
                await one.happen(3)
                await until(one.has_all)
                assert len({epoch for epoch, _ in hall.events}) == 2
                await until(lambda: one.uplink.state.status(one.table.seq) == "connected")
                first = one.table.journal.first_epoch
                hall.events = {key: event for key, event in hall.events.items() if key[0] != first}
                await one.happen()
                await until(one.has_all)

    asyncio.run(run())


# ---------------------------------------------------------------- conflict


def test_a_conflict_stops_sending_is_shown_and_ends_when_people_say_so(tmp_path: Path) -> None:
    async def scenario(one: Linked, address: str) -> None:
        del address
        one.hall.trouble = lambda path: (409, {"code": "conflict"}) if path == "/events" else None
        await one.happen()
        await until(lambda: one.table.snapshot()["hall"]["status"] == "conflict")
        asked = one.hall.requests.count("POST /events")
        await one.happen(3)
        await asyncio.sleep(0.3)
        assert one.hall.requests.count("POST /events") == asked
        one.hall.well()
        one.uplink.try_again()
        await until(one.has_all)

    play(tmp_path, scenario)


def test_a_hall_that_has_more_events_than_the_table_is_a_conflict(tmp_path: Path) -> None:
    async def scenario(one: Linked, address: str) -> None:
        del address
        epoch = one.table.epoch
        one.hall.trouble = lambda path: (200, {"acknowledged": 99, "epoch": epoch}) if path == "/events" else None
        await one.happen()
        await until(lambda: one.uplink.state.trouble is LinkTrouble.CONFLICT)

    play(tmp_path, scenario)


# ---------------------------------------------------------------- leaving


def test_a_table_leaves_a_hall_that_released_it_and_the_hall_hears_of_it(tmp_path: Path) -> None:
    async def scenario(one: Linked, address: str) -> None:
        del address
        with pytest.raises(Refused) as caught:
            await one.uplink.leave(STAFF, "Kei", unreleased=False)
        assert caught.value.entry is Code.NOT_RELEASED.value
        assert "seq" in await one.ordered("release", {})
        assert one.table.snapshot()["hall"]["released"]
        await one.uplink.leave(STAFF, "Kei", unreleased=False)
        await until(lambda: one.uplink.member is None)
        assert any(event["type"] == "hall.left" for event in one.hall.events.values())
        assert not (tmp_path / FOLDER / FILE).exists()
        assert one.table.snapshot()["hall"] is None

    play(tmp_path, scenario)


def test_only_the_owner_leaves_a_hall_that_is_lost(tmp_path: Path) -> None:
    hall = FakeHall()

    async def run() -> None:
        async with linked(tmp_path, hall) as one:
            with open_hall(hall) as address:
                await one.join(address)
                await until(one.has_all)
            with pytest.raises(Refused) as caught:
                await one.uplink.leave(STAFF, "Kei", unreleased=True)
            assert caught.value.entry is Code.NOT_ALLOWED.value
            await one.uplink.leave(OWNER, "Rin", unreleased=True)
            await until(lambda: one.uplink.member is None)
            assert one.types()[-1] == "hall.left"

    asyncio.run(run())


def test_a_journal_restored_on_another_computer_says_that_it_is_not_enrolled(tmp_path: Path) -> None:
    hall, clock = FakeHall(), Clock()

    async def run() -> None:
        with open_hall(hall) as address:
            async with linked(tmp_path, hall, clock=clock) as one:
                await one.join(address)
                await until(one.has_all)
            (tmp_path / FOLDER / FILE).unlink()
            async with linked(tmp_path, hall, clock=clock) as one:
                await until(lambda: one.uplink.state.trouble is LinkTrouble.NO_TOKEN)
                assert one.table.snapshot()["hall"]["status"] == "not-enrolled"
                await one.happen()
                await one.join(address)
                await until(one.has_all)

    asyncio.run(run())
