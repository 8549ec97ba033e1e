from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from typing import Any

import pytest

from firmware_bridge.board import BoardState, BoardStatus
from firmware_bridge.commands import Commands, LinkLost, NoAnswer, NotReady, TooManyCommands
from firmware_bridge.lane import QueueFull
from firmware_bridge.messages import (
    REMEMBERED_COMMANDS,
    Answer,
    Done,
    Latches,
    OpenHatch,
    RaiseLifts,
    ShowText,
    Verdict,
)
from hardware.simulator.virtual_time import run

EVENT = Done(0, 0, 0, (0,) * 4)


def with_table(make_table: Callable[[], Any], story: Callable[[Any], Awaitable[None]]) -> None:
    """Runs a story in virtual time while the board's task lives."""

    async def main() -> None:
        table = make_table()
        task = asyncio.create_task(table.board.run())
        try:
            await story(table)
        finally:
            task.cancel()
            await asyncio.gather(task, return_exceptions=True)

    run(main())


def ready(table: Any) -> Callable[[], bool]:
    return lambda: bool(table.board.state.status is BoardStatus.READY)


def test_it_connects_and_says_who_the_board_is(make_table: Any) -> None:
    async def story(table: Any) -> None:
        await table.until(ready(table))
        assert table.reasons() == [("connecting", None), ("ready", None)]
        assert table.board.state.welcome.firmware == (1, 2, 3)
        assert table.board.state.port == "memory"

    with_table(make_table, story)


def test_a_command_gets_its_own_id_and_its_own_answer(make_table: Any) -> None:
    async def story(table: Any) -> None:
        await table.until(ready(table))
        sent = [table.board.send(RaiseLifts(sides=side)) for side in range(4)]
        answers = [await one.answer for one in sent]
        assert [answer.command for answer in answers] == [one.command for one in sent]
        assert len({one.command for one in sent}) == 4
        assert [command.sides for command in table.wire.peer.executed] == [0, 1, 2, 3]
        assert [message for message in table.messages if isinstance(message, Answer)] == answers

    with_table(make_table, story)


def test_a_round_trip_takes_little_more_than_the_wire(make_table: Any) -> None:
    async def story(table: Any) -> None:
        await table.until(ready(table))
        await asyncio.sleep(0.05)
        loop = asyncio.get_running_loop()
        began = loop.time()
        await table.board.send(ShowText(b"x" * 14)).answer
        assert loop.time() - began == pytest.approx(0.0016, abs=1e-5)

    with_table(make_table, story)


def test_nothing_can_be_sent_while_the_board_is_away(make_table: Any) -> None:
    async def main() -> None:
        table = make_table()
        with pytest.raises(NotReady):
            table.board.send(OpenHatch())

    run(main())


def test_a_missing_port_is_tried_again_with_back_off_for_ever(make_table: Any) -> None:
    async def story(table: Any) -> None:
        table.wire.plugged = False
        await asyncio.sleep(60)
        assert table.reasons() == [("absent", "port-missing")]
        table.wire.plugged = True
        await table.until(ready(table), 6)

    with_table(make_table, story)


def test_unplugged_and_plugged_in_again_it_connects_and_sends_nothing_by_itself(make_table: Any) -> None:
    async def story(table: Any) -> None:
        await table.until(ready(table))
        await table.board.send(OpenHatch()).answer
        await asyncio.sleep(3)
        table.wire.unplug()
        await asyncio.sleep(0.01)
        assert table.board.state == BoardState(BoardStatus.ABSENT, "port-lost", "memory: unplugged")
        table.wire.plugged = True
        await table.until(ready(table), 1)
        assert table.wire.peer.executed == [OpenHatch(table.wire.peer.executed[0].command)]

    with_table(make_table, story)


def test_a_silent_board_is_lost_within_a_second_and_found_again_on_the_same_port(make_table: Any) -> None:
    async def story(table: Any) -> None:
        loop = asyncio.get_running_loop()
        await table.until(ready(table))
        await asyncio.sleep(5)
        table.wire.mute = True
        began = loop.time()
        await table.until(lambda: not ready(table)())
        assert 0.85 < loop.time() - began < 1.05
        assert table.reasons()[-1] == ("connecting", "silent")
        table.wire.mute = False
        await table.until(ready(table), 1)
        assert table.wire.opened == [0]

    with_table(make_table, story)


def test_a_board_reset_is_a_new_session_with_another_boot_counter(make_table: Any) -> None:
    async def story(table: Any) -> None:
        await table.until(ready(table))
        table.wire.peer.reset()
        await table.until(lambda: not ready(table)(), 2)
        await table.until(ready(table), 2)
        assert table.board.state.welcome.boot == 2

    with_table(make_table, story)


def test_a_port_without_an_answer_is_opened_again_as_the_next_attempt(make_table: Any) -> None:
    async def story(table: Any) -> None:
        table.wire.deaf = True
        await asyncio.sleep(15)
        assert ("connecting", "no-answer") in table.reasons()
        assert table.wire.opened[:3] == [0, 1, 2]

    with_table(make_table, story)


def test_an_incompatible_board_is_said_once_and_looked_for_again_slowly(make_table: Any) -> None:
    async def story(table: Any) -> None:
        table.wire.peer.major = 9
        await asyncio.sleep(30)
        assert table.reasons() == [("connecting", None), ("incompatible", "incompatible")]
        assert "version 9.0" in table.board.state.detail
        assert 5 <= len(table.wire.opened) <= 14
        table.wire.peer.major = 1
        await table.until(ready(table), 6)

    with_table(make_table, story)


def test_the_answer_of_a_lost_link_is_an_error_not_a_wait(make_table: Any) -> None:
    async def story(table: Any) -> None:
        await table.until(ready(table))
        table.wire.deaf = True
        sent = table.board.send(OpenHatch())
        with pytest.raises(LinkLost):
            async with asyncio.timeout(3):
                await sent.answer
        assert table.reasons()[-1] == ("connecting", "silent")

    with_table(make_table, story)


def test_an_answer_that_never_comes_is_an_error(make_table: Any) -> None:
    async def main() -> None:
        sent = Commands(0).promise(1)
        with pytest.raises(NoAnswer):
            async with asyncio.timeout(3):
                await sent.answer

    run(main())


def test_no_more_commands_wait_than_the_board_remembers(make_table: Any) -> None:
    async def story(table: Any) -> None:
        await table.until(ready(table))
        for _ in range(REMEMBERED_COMMANDS):
            table.board.send(OpenHatch())
        with pytest.raises((TooManyCommands, QueueFull)):
            table.board.send(OpenHatch())
        await asyncio.sleep(1)
        assert len(table.wire.peer.executed) == REMEMBERED_COMMANDS

    with_table(make_table, story)


def test_ids_go_on_over_sessions_and_skip_0() -> None:
    commands = Commands(0xFFFE)
    assert [commands.number() for _ in range(3)] == [0xFFFF, 1, 2]


def test_stop_is_confirmed(make_table: Any) -> None:
    async def story(table: Any) -> None:
        await table.until(ready(table))
        stopped = await table.board.stop()
        assert stopped.latches is Latches.STOPPED_BY_HOST
        assert table.wire.urgent == 1

    with_table(make_table, story)


def test_stop_while_the_board_is_away_is_said_first_when_it_is_back(make_table: Any) -> None:
    async def story(table: Any) -> None:
        table.wire.plugged = False
        await asyncio.sleep(1)
        stopping, again = table.board.stop(), table.board.stop()
        table.wire.plugged = True
        async with asyncio.timeout(10):
            assert (await stopping).token == (await again).token
        assert table.wire.peer.session.stops == 1
        await asyncio.sleep(3)
        assert table.wire.peer.session.stops == 1

    with_table(make_table, story)


def test_stop_outlives_a_caller_that_gives_up(make_table: Any) -> None:
    async def story(table: Any) -> None:
        table.wire.plugged = False
        with pytest.raises(TimeoutError):
            async with asyncio.timeout(0.1):
                await table.board.stop()
        table.wire.plugged = True
        await table.until(lambda: table.wire.peer.session.stops == 1, 10)

    with_table(make_table, story)


def test_events_come_in_order_and_an_error_in_the_callback_loses_none(make_table: Any) -> None:
    async def story(table: Any) -> None:
        asyncio.get_running_loop().set_exception_handler(lambda _loop, _context: None)
        await table.until(ready(table))
        heard = table.board._on_message

        def bad(message: Any) -> None:
            heard(message)
            if message.command == 1:
                raise RuntimeError("the caller's own mistake")

        table.board._on_message = bad
        for number in range(4):
            table.wire.peer.session.send(Done(number, 0, 0, (0,) * 4))
        table.wire.tick()
        await asyncio.sleep(0.1)
        assert [message.command for message in table.messages] == [0, 1, 2, 3]
        assert ready(table)()

    with_table(make_table, story)


def test_the_boards_clock_is_told_in_host_time(make_table: Any) -> None:
    async def story(table: Any) -> None:
        await table.until(ready(table))
        assert table.board.host_time(0) is None
        await asyncio.sleep(1)
        now = asyncio.get_running_loop().time()
        assert table.board.host_time(int(now * 1e6)) == pytest.approx(now, abs=0.001)

    with_table(make_table, story)


def test_closing_says_goodbye(make_table: Any) -> None:
    seen = []

    async def story(table: Any) -> None:
        seen.append(table)
        await table.until(ready(table))

    with_table(make_table, story)
    assert not seen[0].wire.peer.session.is_open
    assert seen[0].reasons()[-1] == ("absent", "closed")


def test_the_dump_is_what_was_said(make_table: Any) -> None:
    async def story(table: Any) -> None:
        await table.until(ready(table))
        await table.board.send(RaiseLifts(sides=15)).answer
        dump = table.board.dump()
        assert [entry["name"] for entry in dump[:2]] == ["Hello", "Welcome"]
        lifts = next(entry for entry in dump if entry["name"] == "RaiseLifts")
        assert (lifts["way"], lifts["fields"]["sides"]) == ("out", 15)
        answer = next(entry for entry in dump if entry["name"] == "Answer")
        assert answer["fields"]["verdict"] == Verdict.ACCEPTED.name

    with_table(make_table, story)
