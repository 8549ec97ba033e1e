"""What tables are told of a tournament: with the step itself, or not at all."""

from __future__ import annotations

import asyncio
from dataclasses import replace
from typing import Any

import pytest

from api.hall.conditions import refused_ends
from controller.events import Recorded
from controller.refusals import Refused
from controller.rules.seats import Seat
from hall.hall import Hall
from hall.intake.events import OrderAnswered, TableEnrolled, TableOrdered
from hall.permits import LOCAL_OWNER
from hall.tournament import commands as ask
from hall.tournament.draw import promise_of
from hall.tournament.values import PlayedHand, TableResult
from tests.hall.conftest import OpenHall

SECRET = bytes(range(32))
TABLES = ("t-aaaaaaaaaaaa", "t-bbbbbbbbbbbb")


async def give(hall: Hall, command: Any) -> tuple[Recorded, ...]:
    return (await hall.handle(command, by=LOCAL_OWNER)).events


def ordered(events: tuple[Recorded, ...]) -> list[TableOrdered]:
    return [one.event for one in events if isinstance(one.event, TableOrdered)]


async def refused(hall: Hall, command: Any, code: str) -> None:
    before = hall.state.seq
    with pytest.raises(Refused) as caught:
        await give(hall, command)
    assert (caught.value.code, hall.state.seq) == (code, before)


async def drawn(hall: Hall) -> str:
    """Eight players with numbers, and a schedule; two tables belong to the hall."""
    await hall.record([TableEnrolled(table, "00" * 32, table, "epoch") for table in TABLES])
    made = await give(hall, ask.CreateTournament("Mei", "Open", "ema-riichi-2025", 1, {"tables": list(TABLES)}))
    id_ = str(getattr(made[0].event, "tournament", ""))
    await give(hall, ask.OpenRegistration("Mei", id_))
    for number in range(8):
        await give(hall, ask.AddEntrant("Mei", id_, {"name": f"Player {number}"}))
    await give(hall, ask.PromiseDraw("Mei", id_, promise_of(SECRET)))
    await give(hall, ask.DrawByHall("Mei", id_, SECRET.hex()))
    await give(hall, ask.MakeSchedule("Mei", id_))
    return id_


def test_seats_clock_and_time_go_to_the_tables_with_their_steps(open_hall: OpenHall) -> None:
    async def scenario() -> None:
        async with open_hall() as hall:
            id_ = await drawn(hall)
            seated = ordered(await give(hall, ask.SeatRound("Mei", id_)))
            assert [(one.table, one.kind, one.body["game"]) for one in seated] == [
                (TABLES[0], "start-game", f"{id_}/1/1"),
                (TABLES[1], "start-game", f"{id_}/1/2"),
            ]
            started = ordered(await give(hall, ask.StartRound("Mei", id_)))
            assert [one.kind for one in started] == ["clock", "clock"]
            assert all(one.body["ends"] for one in started)
            (extended,) = ordered(await give(hall, ask.ExtendClock("Mei", id_, 2, 10, "late start")))
            assert extended.table == TABLES[1]
            assert extended.body["ends"] > started[1].body["ends"]
            called = ordered(await give(hall, ask.CallTime("Mei", id_)))
            assert [one.kind for one in called] == ["call-time", "call-time"]

    asyncio.run(scenario())


def test_a_round_that_is_undone_ends_at_its_tables(open_hall: OpenHall) -> None:
    async def scenario() -> None:
        async with open_hall() as hall:
            id_ = await drawn(hall)
            await give(hall, ask.SeatRound("Mei", id_))
            step = hall.state.tournaments.tournaments[id_].steps[-1].number
            ended = ordered(await give(hall, ask.UndoStep("Mei", id_, step, "wrong list")))
            assert [(one.table, one.kind) for one in ended] == [(TABLES[0], "end-game"), (TABLES[1], "end-game")]

    asyncio.run(scenario())


def test_a_round_is_undone_after_its_tables_have_begun_and_not_after_a_hand(open_hall: OpenHall) -> None:
    async def scenario() -> None:
        async with open_hall() as hall:
            id_ = await drawn(hall)
            await give(hall, ask.SeatRound("Mei", id_))
            step = hall.state.tournaments.tournaments[id_].steps[-1].number
            begun = TableResult(("a", "b", "c", "d"), (30000,) * 4, 0, "playing", "table")
            hand = PlayedHand(1, "E1", Seat(0), 0, None, None, "draw", (), None, (0, 0, 0, 0))
            hall.take_results({(id_, 1, 1): replace(begun, hands=(hand,))}, ())
            with pytest.raises(Refused):
                await give(hall, ask.UndoStep("Mei", id_, step, "wrong list"))
            hall.take_results({(id_, 1, 1): begun}, ())
            assert len(ordered(await give(hall, ask.UndoStep("Mei", id_, step, "wrong list")))) == 2

    asyncio.run(scenario())


def test_tables_begin_anew_with_those_who_sit_there_after_an_exchange_or_with_a_substitute(open_hall: OpenHall) -> None:
    async def scenario() -> None:
        async with open_hall() as hall:
            id_ = await drawn(hall)
            await give(hall, ask.AddEntrant("Mei", id_, {"name": "Sub", "substitute": True}))
            await give(hall, ask.SeatRound("Mei", id_))
            tournament = hall.state.tournaments.tournaments[id_]
            one, other = (table[0] for table in tournament.rounds[0].tables)
            by = next(each.id for each in tournament.entrants if each.substitute)
            told = ordered(await give(hall, ask.ExchangeSeats("Mei", id_, 1, one, other, "wrong cards")))
            assert [(each.table, each.kind) for each in told] == [
                (TABLES[0], "end-game"), (TABLES[0], "start-game"), (TABLES[1], "end-game"), (TABLES[1], "start-game"),
            ]  # fmt: skip
            assert told[1].body["players"][0]["name"] == tournament.entrant(other).name  # type: ignore[union-attr]
            await give(hall, ask.StartRound("Mei", id_))
            told = ordered(await give(hall, ask.NameSubstitute("Mei", id_, one, by, 1)))
            assert [(each.table, each.kind) for each in told] == [
                (TABLES[1], "end-game"), (TABLES[1], "start-game"), (TABLES[1], "clock"),
            ]  # fmt: skip
            assert told[1].body["players"][0]["name"] == "Sub"

    asyncio.run(scenario())


def test_a_table_that_refused_its_game_is_told_once_more_with_the_clock_and_not_twice(open_hall: OpenHall) -> None:
    async def scenario() -> None:
        async with open_hall() as hall:
            id_ = await drawn(hall)
            seated = ordered(await give(hall, ask.SeatRound("Mei", id_)))
            await give(hall, ask.StartRound("Mei", id_))
            await refused(hall, ask.RepeatStart("Mei", id_, 1, 2), "game-was-given")  # it has not answered yet
            await hall.record([OrderAnswered(TABLES[1], seated[1].order, "start-game", None, "match-running", "")])
            again = ordered(await give(hall, ask.RepeatStart("Mei", id_, 1, 2)))
            assert [(each.table, each.kind) for each in again] == [(TABLES[1], "start-game"), (TABLES[1], "clock")]
            assert (again[0].body, again[0].order != seated[1].order) == (seated[1].body, True)
            await refused(hall, ask.RepeatStart("Mei", id_, 1, 2), "game-was-given")
            await hall.record([OrderAnswered(TABLES[1], again[0].order, "start-game", 7, None, None)])
            await refused(hall, ask.RepeatStart("Mei", id_, 1, 2), "game-was-given")  # it has begun the game
            await give(hall, ask.EnterResult("Mei", id_, 1, 1, (30000, 30000, 30000, 30000)))
            for command in (ask.RepeatStart("Mei", id_, 1, 1), ask.RepeatStart("Mei", id_, 1, 3)):
                with pytest.raises(Refused):
                    await give(hall, command)

    asyncio.run(scenario())


def test_a_game_whose_result_is_entered_by_hand_is_ended_at_its_table_once_if_it_is_played_there(
    open_hall: OpenHall,
) -> None:
    async def scenario() -> None:
        async with open_hall() as hall:
            id_ = await drawn(hall)
            await give(hall, ask.SeatRound("Mei", id_))
            await give(hall, ask.StartRound("Mei", id_))
            played = TableResult(("a", "b", "c", "d"), (30000,) * 4, 0, "playing", "table")
            hall.take_results({(id_, 1, 1): played}, ())
            (told,) = ordered(await give(hall, ask.EnterResult("Mei", id_, 1, 1, (30000, 30000, 30000, 30000))))
            assert (told.table, told.kind, told.body["game"]) == (TABLES[0], "end-game", f"{id_}/1/1")
            assert told.body["abandon"], "what is ranked at the table would count before the entry"
            again = ask.EnterResult("Mei", id_, 1, 1, (31000, 29000, 30000, 30000))
            assert ordered(await give(hall, again)) == []  # it has yet to answer
            await hall.record([OrderAnswered(TABLES[0], told.order, "end-game", None, "not-allowed", "")])
            (alarm,) = refused_ends(hall.state)
            assert (alarm.kind, alarm.table, alarm.detail["reason"]) == ("end", TABLES[0], "not-allowed")
            entered = await give(hall, ask.EnterResult("Mei", id_, 1, 2, (30000, 30000, 30000, 30000)))
            assert ordered(entered) == []  # no game is known there
            hall.take_results({(id_, 1, 1): played, (id_, 1, 2): replace(played, end="2026-01-01T00:00:00.000Z")}, ())
            (told,) = ordered(await give(hall, ask.CompleteResults("Mei", id_)))
            assert (told.table, told.kind) == (TABLES[0], "end-game")
            assert [*refused_ends(hall.state)] == []

    asyncio.run(scenario())


def test_a_table_that_is_not_of_the_hall_is_told_nothing(open_hall: OpenHall) -> None:
    async def scenario() -> None:
        async with open_hall() as hall:
            id_ = await drawn(hall)
            seated = ordered(await give(hall, ask.SeatRound("Mei", id_, places=("", TABLES[1]))))
            assert [one.table for one in seated] == [TABLES[1]]

    asyncio.run(scenario())
