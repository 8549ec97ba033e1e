"""The single writer: what is asked is refused with nothing changed, or durable before anyone is told."""

from __future__ import annotations

import asyncio
import itertools
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

import pytest

from controller import match
from controller.config import Config, TableConfig
from controller.events.machine import BoardAttached
from controller.events.people import MachineCommanded
from controller.fairness.dice import BY_HAND
from controller.journal.store import Journal
from controller.mechanism import Place, Request
from controller.permits import LOCAL_OWNER
from controller.refusals import Refused
from controller.rules.game import QuickWin
from controller.table.commands import MoveMachine, PlaceSets, Receipt, RollDice
from controller.table.stream import StreamMessage, Subscription
from controller.table.table import Table
from hardware.simulator.virtual_time import run

NAMES = ("Ada", "Bo", "Cai", "Dora")
WHO = "Ada"


def clock() -> Callable[[], datetime]:
    ticks = itertools.count()
    return lambda: datetime(2025, 3, 1, 18, tzinfo=UTC) + timedelta(seconds=next(ticks))


def config(folder: Path) -> Config:
    return Config(table=TableConfig(state_dir=folder))


@asynccontextmanager
async def opened(folder: Path, source: Callable[[int], bytes] | None = None) -> AsyncIterator[Table]:
    with Journal(folder / "journal.db", now=clock()) as journal:
        table = Table(journal, config(folder), now=clock(), **({"source": source} if source else {}))
        await table.start()
        try:
            yield table
        finally:
            await table.close()


def at_table(folder: Path, test: Callable[[Table], Awaitable[None]]) -> None:
    async def main() -> None:
        async with opened(folder) as table:
            await test(table)

    run(main())


def start(**more: Any) -> match.StartMatch:
    return match.StartMatch(WHO, "m1", "hong-kong-old", NAMES, **{"seating": "given", "first_dealer": 0, **more})


def won(hand: int, winner: int = 1, discarder: int = 2) -> match.EndHand:
    win = QuickWin(winner, "discard", discarder, 3)
    return match.EndHand(WHO, hand, match.HandResult("win", (win,)))


async def refused(asked: Awaitable[Receipt]) -> Refused:
    with pytest.raises(Refused) as caught:
        await asked
    return caught.value


async def heard(subscription: Subscription) -> list[StreamMessage]:
    messages = []
    while (message := await subscription.get(0.1)) is not None:
        messages.append(message)
    return messages


def test_a_hand_is_played_and_paid(tmp_path: Path) -> None:
    async def test(table: Table) -> None:
        await table.handle(start(), by=LOCAL_OWNER)
        rolled = await table.handle(RollDice(WHO, "break"), by=LOCAL_OWNER)
        assert [one.event.type for one in rolled.events] == ["dice.rolled", "match.hand-started"]
        before = table.snapshot()
        assert (before["match"]["phase"], before["dice"]["purpose"], before["wall"]["stacks"]) == (
            "play",
            "break",
            [18, 18, 18, 18],
        )
        ended = await table.handle(won(1), by=LOCAL_OWNER)
        after = table.snapshot()
        assert after["seq"] == ended.seq == table.journal.last_seq
        assert sum(seat["score"] for seat in after["match"]["seats"]) == sum(
            seat["score"] for seat in before["match"]["seats"]
        )
        assert after["match"]["seats"] != before["match"]["seats"]
        assert (after["match"]["phase"], after["dice"], after["wall"]) == ("roll", None, None)

    at_table(tmp_path, test)


def test_the_state_after_a_restart_is_the_state_before(tmp_path: Path) -> None:
    async def main() -> None:
        async with opened(tmp_path) as table:
            await table.handle(start(), by=LOCAL_OWNER)
            await table.handle(RollDice(WHO, "break"), by=LOCAL_OWNER)
            await table.handle(won(1), by=LOCAL_OWNER)
            await table.handle(RollDice(WHO, "break"), by=LOCAL_OWNER)
            before = table.snapshot()
        async with opened(tmp_path) as table:
            assert table.snapshot() | {"time": ""} == before | {"time": ""}

    run(main())


def test_a_refused_command_changes_nothing(tmp_path: Path) -> None:
    async def test(table: Table) -> None:
        await table.handle(start(), by=LOCAL_OWNER)
        before = table.snapshot()
        assert (await refused(table.handle(won(1), by=LOCAL_OWNER))).code == "no-hand-running"
        assert table.snapshot() | {"time": ""} == before | {"time": ""}
        assert table.journal.last_seq == before["seq"]

    at_table(tmp_path, test)


def test_the_same_id_gives_the_same_answer_also_after_a_restart(tmp_path: Path) -> None:
    async def main() -> None:
        async with opened(tmp_path) as table:
            await table.handle(start(), by=LOCAL_OWNER)
            await table.handle(RollDice(WHO, "break"), by=LOCAL_OWNER)
            first = await table.handle(won(1), by=LOCAL_OWNER, id="result-1", expected_seq=table.seq)
            again = await table.handle(won(1), by=LOCAL_OWNER, id="result-1", expected_seq=first.seq - 1)
            assert again == replace(first, repeated=True)
        async with opened(tmp_path) as table:
            assert await table.handle(won(1), by=LOCAL_OWNER, id="result-1") == replace(first, repeated=True)
            assert table.seq == first.seq

    run(main())


def test_two_at_once_with_one_id_are_carried_out_once(tmp_path: Path) -> None:
    async def test(table: Table) -> None:
        answers = await asyncio.gather(*(table.handle(RollDice(WHO), by=LOCAL_OWNER, id="roll") for _ in range(5)))
        assert len({answer.events[0].event.roll for answer in answers}) == 1
        assert table.seq == 1

    at_table(tmp_path, test)


def test_an_id_is_good_for_one_command_only(tmp_path: Path) -> None:
    async def test(table: Table) -> None:
        await table.handle(RollDice(WHO), by=LOCAL_OWNER, id="one")
        problem = await refused(table.handle(RollDice("Bo"), by=LOCAL_OWNER, id="one"))
        assert (problem.code, problem.kind) == ("id-used", "conflict")
        assert (await refused(table.handle(RollDice(WHO), by=LOCAL_OWNER, id=""))).field == "id"

    at_table(tmp_path, test)


def test_a_refusal_is_repeated_for_the_same_id(tmp_path: Path) -> None:
    async def test(table: Table) -> None:
        await table.handle(start(), by=LOCAL_OWNER)
        assert (await refused(table.handle(won(1), by=LOCAL_OWNER, id="early"))).code == "no-hand-running"
        await table.handle(RollDice(WHO, "break"), by=LOCAL_OWNER)
        assert (await refused(table.handle(won(1), by=LOCAL_OWNER, id="early"))).code == "no-hand-running"
        assert (await table.handle(won(1), by=LOCAL_OWNER, id="now")).events

    at_table(tmp_path, test)


def test_a_stale_command_is_refused_and_says_what_changed(tmp_path: Path) -> None:
    async def test(table: Table) -> None:
        await table.handle(start(), by=LOCAL_OWNER)
        await table.handle(RollDice(WHO, "break"), by=LOCAL_OWNER)
        seen = table.seq
        await table.handle(won(1), by=LOCAL_OWNER)
        problem = await refused(table.handle(RollDice(WHO, "break"), by=LOCAL_OWNER, expected_seq=seen))
        assert problem.kind == "stale"
        assert "match.hand-ended" in problem.detail
        assert (await refused(table.handle(won(2), by=LOCAL_OWNER, expected_seq=table.seq + 1))).kind == "stale"

    at_table(tmp_path, test)


def test_what_the_machine_did_does_not_make_a_result_stale(tmp_path: Path) -> None:
    async def test(table: Table) -> None:
        await table.handle(start(), by=LOCAL_OWNER)
        await table.handle(RollDice(WHO, "break"), by=LOCAL_OWNER)
        seen = table.seq
        await table.handle(PlaceSets(WHO, {"A": Place.RAISED}), by=LOCAL_OWNER)
        await table.handle(won(1), by=LOCAL_OWNER, expected_seq=seen)

    at_table(tmp_path, test)


def test_a_motion_is_refused_while_the_board_is_away_and_may_be_tried_again(tmp_path: Path) -> None:
    async def test(table: Table) -> None:
        for _ in range(2):
            problem = await refused(table.handle(MoveMachine(WHO, Request.OPEN), by=LOCAL_OWNER, id="open"))
            assert problem.code == "board-away"
        assert table.seq == 0

    at_table(tmp_path, test)


def test_a_person_can_say_where_the_sets_are_and_who_said_it_is_on_record(tmp_path: Path) -> None:
    async def test(table: Table) -> None:
        answer = await table.handle(PlaceSets("Bo", {"A": Place.RAISED, "B": Place.STAGED}), by=LOCAL_OWNER)
        assert answer.events[0].event == MachineCommanded("place", "Bo")
        await asyncio.sleep(1)
        sets = table.snapshot()["mechanism"]["sets"]
        assert (sets["A"]["place"], sets["B"]["place"]) == ("raised", "staged")
        assert [one.event.type for one in table.journal.read()] == ["machine.commanded", "machine.placed"]

    at_table(tmp_path, test)


def test_a_wall_that_the_table_cannot_build_is_refused_before_the_match(tmp_path: Path) -> None:
    async def main() -> None:
        with Journal(tmp_path / "journal.db", now=clock()) as journal:
            journal.append([BoardAttached(1, "power-on", "1.0.0", "", "", (), max_stacks=17)])
            table = Table(journal, config(tmp_path), now=clock())
            await table.start()
            problem = await refused(table.handle(start(), by=LOCAL_OWNER))
            assert (problem.code, table.seq) == ("wall-too-long", 1)
            await table.close()

    run(main())


def test_the_machine_is_told_the_wall_of_the_match(tmp_path: Path) -> None:
    async def test(table: Table) -> None:
        assert table.snapshot()["mechanism"]["plan"]["tiles"] == 144
        await table.handle(start(options={"tiles": 136}), by=LOCAL_OWNER)
        await asyncio.sleep(0.1)
        assert table.snapshot()["mechanism"]["plan"]["tiles"] == 136

    at_table(tmp_path, test)


def test_dice_come_from_the_source_and_are_counted(tmp_path: Path) -> None:
    async def main() -> None:
        async with opened(tmp_path, source=lambda n: bytes([0, 7, 14][:n])) as table:
            await table.handle(RollDice(WHO, "free", dice=3), by=LOCAL_OWNER)
            await table.handle(RollDice(WHO, "free", faces=(6, 6)), by=LOCAL_OWNER)
            one, two = table.archive.roll(1), table.archive.roll(2)
            assert one is not None and two is not None
            assert (one.event.dice, two.event.dice) == ((1, 2, 3), (6, 6))
            assert two.event.algorithm == BY_HAND
            assert table.archive.roll(3) is None and table.archive.roll(0) is None

    run(main())


def test_a_broken_source_of_dice_is_refused_with_a_way_out(tmp_path: Path) -> None:
    async def main() -> None:
        async with opened(tmp_path, source=lambda n: b"\xff" * n) as table:
            problem = await refused(table.handle(RollDice(WHO), by=LOCAL_OWNER))
            assert problem.code == "dice-source-failed"
            assert table.seq == 0
            await table.handle(RollDice(WHO, faces=(1, 2)), by=LOCAL_OWNER)

    run(main())


def test_a_listener_hears_an_event_only_when_it_is_durable(tmp_path: Path) -> None:
    async def test(table: Table) -> None:
        subscription = table.subscribe()
        await table.handle(RollDice(WHO), by=LOCAL_OWNER)
        messages = await heard(subscription)
        assert [(one.kind, one.seq) for one in messages] == [("snapshot", None), ("event", 1), ("snapshot", None)]
        assert messages[2].data == {**table.snapshot(), "time": messages[2].data["time"]}
        with Journal(tmp_path / "journal.db", now=clock(), read_only=True) as reader:
            assert messages[1].data == reader.read()[0].as_json()

    at_table(tmp_path, test)


def test_a_listener_that_comes_back_hears_what_it_missed(tmp_path: Path) -> None:
    async def test(table: Table) -> None:
        for _ in range(5):
            await table.handle(RollDice(WHO), by=LOCAL_OWNER)
        assert [one.seq for one in await heard(table.subscribe(3))] == [None, 4, 5]
        assert [one.seq for one in await heard(table.subscribe(5))] == [None]
        assert [one.seq for one in await heard(table.subscribe(99))] == [None]

    at_table(tmp_path, test)


def test_a_full_disk_refuses_and_says_so_and_works_again_when_there_is_room(tmp_path: Path) -> None:
    async def test(table: Table) -> None:
        await table.handle(RollDice(WHO), by=LOCAL_OWNER)
        pages = table.journal._writer.execute("PRAGMA page_count").fetchone()[0]
        table.journal._writer.execute(f"PRAGMA max_page_count = {pages}")
        ruling = "x" * 9000
        problem = await refused(table.handle(RollDice(ruling), by=LOCAL_OWNER, id="big"))
        assert (problem.code, problem.kind, table.seq) == ("journal-full", "unavailable", 1)
        table.journal._writer.execute("PRAGMA max_page_count = 1000000")
        assert (await table.handle(RollDice(ruling), by=LOCAL_OWNER, id="big")).seq == 2

    at_table(tmp_path, test)


def test_words_that_cannot_be_written_are_refused(tmp_path: Path) -> None:
    async def test(table: Table) -> None:
        assert (await refused(table.handle(RollDice("\ud800"), by=LOCAL_OWNER))).kind == "invalid"
        assert (await table.handle(RollDice(WHO), by=LOCAL_OWNER)).seq == 1

    at_table(tmp_path, test)


def test_a_command_is_finished_although_its_caller_went_away(tmp_path: Path) -> None:
    async def test(table: Table) -> None:
        await table.handle(start(), by=LOCAL_OWNER)
        asking = asyncio.create_task(table.handle(RollDice(WHO, "break"), by=LOCAL_OWNER))
        await asyncio.sleep(0)
        asking.cancel()
        with pytest.raises(asyncio.CancelledError):
            await asking
        await asyncio.sleep(1)
        assert table.snapshot()["match"]["phase"] == "play"
        assert table.seq == table.journal.last_seq

    at_table(tmp_path, test)


def test_old_matches_are_folded_from_their_part_of_the_journal(tmp_path: Path) -> None:
    async def test(table: Table) -> None:
        await table.handle(start(), by=LOCAL_OWNER)
        await table.handle(RollDice(WHO, "break"), by=LOCAL_OWNER)
        await table.handle(won(1), by=LOCAL_OWNER)
        await table.handle(match.EndMatch(WHO, "late"), by=LOCAL_OWNER)
        first = table.match("m1")
        await table.handle(match.StartMatch(WHO, "m2", "hong-kong-old", NAMES, seating="dice"), by=LOCAL_OWNER)
        await table.handle(RollDice(WHO, "seats", seat=0), by=LOCAL_OWNER)
        assert table.archive.matches() == ("m1", "m2")
        assert table.match("m1") == first
        assert table.match("m3") is None

    at_table(tmp_path, test)
