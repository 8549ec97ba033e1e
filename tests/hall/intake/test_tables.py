"""The live view of the tables and the results of their games: folded from what is stored, the same however it came."""

from __future__ import annotations

import asyncio
import os
from collections.abc import Callable
from dataclasses import replace
from random import Random

from sqlalchemy import text

from controller.events import CATALOGUE, Event
from controller.events.calls import StaffCalled
from controller.events.dice import DiceRolled
from controller.events.hall import HallDrawWanted
from controller.events.machine import FaultDeclared, FaultResolved, MachineStopped
from controller.events.match import MatchStarted
from controller.journal.chain import canonical
from controller.uplink.draw import PURPOSE
from hall.intake.intake import Intake
from hall.intake.live import as_json
from hall.intake.tables import Tables
from hall.tournament.orders import game_key
from hall.tournament.presets import presets
from hall.tournament.results import check_result
from tests.controller.match.book import Book, started
from tests.controller.match.test_riichi_match import HANCHAN, WHOLE
from tests.hall.intake.sender import Clock, Sender, enrol, open_intake

GAME = "c-aaaaaaaaaaaa/3/5"
KEY = ("c-aaaaaaaaaaaa", 3, 5)


def write(sender: Sender, event: Event, time: str = "2026-05-01T12:00:00.000Z") -> None:
    sender.add(event.type, canonical(CATALOGUE.to_json(event)), time)


def hanchan(hands: int = len(HANCHAN)) -> Book:
    book = started("riichi", WHOLE, dealer=0)
    book.play(*(result for result, *_ in HANCHAN[:hands]))
    return book


def write_match(sender: Sender, book: Book, game: str | None = GAME) -> None:
    for recorded in book.journal:
        event = recorded.event
        write(sender, replace(event, game=game) if isinstance(event, MatchStarted) else event, recorded.time)


async def sent(intake: Intake, sender: Sender, first: int, last: int | None = None) -> None:
    await intake.receive(sender.token, sender.batch(first, last))


async def followed(tables: Tables) -> list[str]:
    return await asyncio.to_thread(tables.follow_all)


async def test_a_match_is_seen_while_it_is_played_and_its_result_is_that_of_the_game(store_url: str) -> None:
    async with open_intake(store_url, Clock()) as intake:
        await enrol(intake, sender := Sender())
        book, tables = hanchan(), Tables(intake.store)
        write_match(sender, book)
        await sent(intake, sender, 1, 4)
        assert await followed(tables) == [sender.id]
        assert tables.results[KEY].state == "playing"
        assert as_json(tables.live[sender.id])["match"]["phase"] in ("play", "roll")
        await sent(intake, sender, 5)
        await followed(tables)
        assert await followed(tables) == []
        result = tables.results[KEY]
        assert (result.state, result.source, len(result.hands)) == ("proposed", "table", len(HANCHAN))
        assert result.scores == HANCHAN[-1][1]
        assert next(hand.points for hand in result.hands) == (0, 0, -5200, 5200)
        assert [hand.name for hand in result.hands][:3] == ["E1", "E2", "E2"]
        assert result.sticks == (120_000 - sum(result.scores)) // 1000
        assert (result.start, result.end) == (book.match.hands[0].started, book.match.ending.time)  # type: ignore[union-attr]


async def test_a_game_that_was_moved_has_the_result_of_the_table_where_it_went_on(store_url: str) -> None:
    """The first table comes back with what was begun there, or has not said yet that it was abandoned."""
    async with open_intake(store_url, Clock()) as intake:
        await enrol(intake, one := Sender(0), other := Sender(1))
        tables = Tables(intake.store)
        write_match(one, hanchan(2))
        write_match(other, hanchan())
        await sent(intake, other, 1)
        await followed(tables)
        await sent(intake, one, 1)
        await followed(tables)
        for order in ((one.id, other.id), (other.id, one.id)):
            tables.live = {table: tables.live[table] for table in order}
            assert tables.results[KEY].scores == HANCHAN[-1][1]


async def test_the_result_of_a_table_adds_up_by_the_rules_of_a_tournament(new_store_url: Callable[[], str]) -> None:
    """Its scores follow from its hands, and with the sticks they are what the players began with."""
    async with open_intake(new_store_url(), Clock()) as intake:
        await enrol(intake, sender := Sender())
        write_match(sender, hanchan())
        await sent(intake, sender, 1)
        tables = Tables(intake.store)
        await followed(tables)
        check_result(tables.results[KEY], presets()["ema-riichi-2025"])


async def test_dice_thrown_for_a_draw_stay_known_when_a_match_begins(
    new_store_url: Callable[[], str],
) -> None:
    """Nobody begins a match because he does not like what fell so far: it is published all the same."""
    async with open_intake(new_store_url(), Clock()) as intake:
        await enrol(intake, sender := Sender())
        tables, fell = Tables(intake.store), tuple([3] * 10)
        write(sender, HallDrawWanted("c-a/draw/1", "Open", 5, "Ana"))
        write(sender, DiceRolled(1, PURPOSE, fell, "jantaku-dice-1", 0, None))
        write_match(sender, hanchan(1))
        await sent(intake, sender, 1)
        await followed(tables)
        draw = tables.live[sender.id].draw
        assert draw is not None and (draw.faces, draw.put_away, draw.records) == ((fell,), True, ())
        first = sender.last + 1
        write(sender, HallDrawWanted("c-a/draw/1", "Open", 5, "Ana"))
        await sent(intake, sender, first)
        await followed(tables)
        asked_anew = tables.live[sender.id].draw
        assert asked_anew is not None and (asked_anew.faces, asked_anew.put_away) == ((), False)


async def test_a_machine_and_calls_are_seen(new_store_url: Callable[[], str]) -> None:
    async with open_intake(new_store_url(), Clock()) as intake:
        await enrol(intake, sender := Sender())
        tables = Tables(intake.store)
        fault = FaultDeclared("E12", "stop", 1, None, "board", {})
        steps: list[tuple[Event, str]] = [
            (fault, "red"), (FaultResolved("E12", 1, None, "key"), "green"), (MachineStopped("emergency-stop"), "red"),
        ]  # fmt: skip
        for event, light in steps:
            write(sender, event)
            await sent(intake, sender, sender.last)
            await followed(tables)
            assert as_json(tables.live[sender.id])["light"] == light
        write(sender, StaffCalled(2, "referee", "Ann"))
        await sent(intake, sender, sender.last)
        await followed(tables)
        assert [call["wanted"] for call in as_json(tables.live[sender.id])["calls"]] == ["referee"]


async def test_rebuilt_from_the_first_event_or_from_checkpoints_all_is_byte_for_byte_the_same(store_url: str) -> None:
    seed = int.from_bytes(os.urandom(4))
    print(f"seed {seed}")
    random = Random(seed)
    async with open_intake(store_url, Clock()) as intake:
        senders = [Sender(number) for number in range(3)]
        await enrol(intake, *senders)
        for number, sender in enumerate(senders):
            write_match(sender, hanchan(random.randint(1, len(HANCHAN))), f"c-aaaaaaaaaaaa/1/{number + 1}")
            sender.play(3)
        live, start = Tables(intake.store), [1] * 3
        while any(at <= sender.last for at, sender in zip(start, senders, strict=True)):
            number = random.randrange(3)
            last = min(senders[number].last, start[number] + random.randint(0, 9))
            if last >= start[number]:
                await sent(intake, senders[number], start[number], last)
                start[number] = last + 1
            if random.random() < 0.5:
                await followed(live)
            if random.random() < 0.2:
                await asyncio.to_thread(live.save)
        await followed(live)
        restarted, rebuilt = Tables(intake.store), Tables(intake.store)
        await asyncio.to_thread(restarted.start)
        await asyncio.to_thread(rebuilt.rebuild)
        assert live.as_bytes() == restarted.as_bytes() == rebuilt.as_bytes()
        assert len(rebuilt.results) == 3


async def test_a_checkpoint_of_other_code_or_of_another_event_is_not_believed(new_store_url: Callable[[], str]) -> None:
    async with open_intake(new_store_url(), Clock()) as intake:
        await enrol(intake, sender := Sender())
        write_match(sender, hanchan(4))
        await sent(intake, sender, 1)
        tables = Tables(intake.store, "code")
        await followed(tables)
        tables.save()
        for spoil in (
            "UPDATE checkpoints SET content = '{}'", "UPDATE checkpoints SET hash = x'00'",
            "UPDATE checkpoints SET seq = seq + 1", "UPDATE checkpoints SET code = 'other'",
        ):  # fmt: skip
            with intake.store.writing() as connection:
                connection.execute(text(spoil))
            again = Tables(intake.store, "code")
            again.start()
            assert again.as_bytes() == tables.as_bytes()


async def test_a_table_that_went_back_to_a_backup_is_folded_along_its_new_line(
    new_store_url: Callable[[], str],
) -> None:
    async with open_intake(new_store_url(), Clock()) as intake:
        await enrol(intake, sender := Sender())
        book = hanchan(6)
        write_match(sender, book)
        await sent(intake, sender, 1)
        tables = Tables(intake.store)
        await followed(tables)
        assert len(tables.results[KEY].hands) == 6
        third = [one.seq for one in book.journal if one.event.type == "match.hand-ended"][2]
        sender.go_back(third, "second")
        await sent(intake, sender, third + 1)
        assert await followed(tables) == [sender.id]
        assert len(tables.results[KEY].hands) == 3
        rebuilt = Tables(intake.store)
        rebuilt.rebuild()
        assert rebuilt.as_bytes() == tables.as_bytes()


async def test_an_event_that_this_release_cannot_read_is_stored_and_counted(new_store_url: Callable[[], str]) -> None:
    async with open_intake(new_store_url(), Clock()) as intake:
        await enrol(intake, sender := Sender().play(1, "match.of-tomorrow"))
        sender.add("match.ruling", "no JSON")
        for type_, data in (("machine.stopped", '{"cause":"emergency-stop"}'), ("match.hand-started", "{}")):
            sender.add(type_, data, "yesterday")
        await sent(intake, sender, 1)
        tables = Tables(intake.store)
        await followed(tables)
        assert (tables.live[sender.id].unreadable, tables.live[sender.id].seq) == (4, 4)


def test_a_game_is_named_by_tournament_round_and_table() -> None:
    assert game_key(GAME) == KEY
    for text_ in ("", "c-a", "c-a/1", "c-a/0/1", "c-a/1/0", "c-a/1/x", "/1/1", "c-a/1/2/3", "c-a/-1/2"):
        assert game_key(text_) is None
