"""Where the table meets its board: orders at once, events durable before anyone is told, STOP before everything."""

from __future__ import annotations

import asyncio
import itertools
from collections.abc import Awaitable, Callable, Sequence
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

import pytest

from controller import match
from controller.config import Config, TableConfig
from controller.events import Event, Recorded
from controller.events.machine import Place
from controller.journal.errors import JournalFull
from controller.journal.reserve import Reserve
from controller.journal.store import CommandKey, Journal
from controller.mechanism import Request
from controller.permits import LOCAL_OWNER
from controller.refusals import Refused
from controller.table.commands import MoveMachine, PlaceSets, RollDice
from controller.table.table import Table
from firmware_bridge import messages as m
from firmware_bridge.board import BoardState, BoardStatus
from firmware_bridge.commands import Sent, TooManyCommands
from firmware_bridge.session import LinkStatistics
from hardware.simulator.virtual_time import run

HOME = m.Position.HOME
NAMES = ("Ada", "Bo", "Cai", "Dora")


def welcome(**changes: Any) -> m.Welcome:
    words = m.Welcome(
        nonce=1, boot=1, cause=m.ResetCause.POWER_ON, major=1, minor=0, firmware=(1, 0, 0), build=(0,) * 8,
        serial=(0,) * 8, capabilities=m.Capabilities.LIFT_UP_SWITCHES, max_stacks=20, positions=(HOME,) * 14,
        latches=m.Latches(0), phase=m.BuildPhase.NONE, quota=(0,) * 4, counts=(0,) * 4,
    )  # fmt: skip
    return replace(words, **changes)


class Wire:
    """A board that takes every command and keeps it; the test says what it answers."""

    def __init__(self) -> None:
        self.state = BoardState(BoardStatus.READY, port="test", welcome=welcome())
        self.statistics = LinkStatistics()
        self.sent: list[m.Command] = []
        self.stops = 0
        self.full = False
        self._numbers = itertools.count(1)

    def send(self, message: m.Command) -> Sent:
        if self.full:
            raise TooManyCommands("full")
        numbered = replace(message, command=next(self._numbers))
        self.sent.append(numbered)
        return Sent(numbered.command, asyncio.get_running_loop().create_future())

    def stop(self) -> asyncio.Future[m.Stopped]:
        self.stops += 1
        return asyncio.get_running_loop().create_future()

    def dump(self) -> list[dict[str, Any]]:
        return []

    def last(self, kind: type) -> Any:
        return next((one for one in reversed(self.sent) if isinstance(one, kind)), None)


class Stage:
    """A table on a wire, with a journal whose writing the test can hold up."""

    def __init__(self, table: Table, wire: Wire, journal: Journal) -> None:
        self.table, self.wire = table, wire
        self.writes: list[list[str]] = []
        self.sent_before_write: list[int] = []
        self.fail = False
        self._append = journal.append
        journal.append = self.append  # type: ignore[method-assign]
        self._journal = journal

    def append(self, events: Sequence[Event], key: CommandKey | None = None) -> list[Recorded]:
        if self.fail:
            raise JournalFull(self._journal.path)
        self.writes.append([one.type for one in events])
        self.sent_before_write.append(len(self.wire.sent))
        return self._append(events, key)

    def key(self, key: m.Key) -> None:
        self.table.on_board_message(m.KeyChanged(key, 1, 0))

    async def done(self, kind: type) -> None:
        order = self.wire.last(kind)
        self.table.on_board_message(m.Answer(order.command, m.Verdict.ACCEPTED, 0))
        self.table.on_board_message(m.Done(order.command, 0, 2000, (0, 0, 0, 0)))
        await asyncio.sleep(0.1)

    def types(self) -> list[str]:
        return [one.event.type for one in self.table.journal.replay()]


def on_stage(folder: Path, test: Callable[[Stage], Awaitable[None]]) -> None:
    ticks = itertools.count()

    def now() -> datetime:
        return datetime(2025, 3, 1, tzinfo=UTC) + timedelta(seconds=next(ticks))

    async def main() -> None:
        with Journal(folder / "journal.db", now=now) as journal:
            table, wire = Table(journal, Config(table=TableConfig(state_dir=folder)), now=now), Wire()
            stage = Stage(table, wire, journal)
            await table.start()
            table.attach(wire)
            table.on_board_state(wire.state)
            await asyncio.sleep(0.1)
            try:
                await test(stage)
            finally:
                stage.fail = False
                await table.close()

    run(main())


def test_a_key_moves_the_machine_in_the_same_call(tmp_path: Path) -> None:
    async def test(stage: Stage) -> None:
        stage.key(m.Key.OPEN)
        assert isinstance(stage.wire.last(m.OpenHatch), m.OpenHatch)
        assert stage.types() == ["machine.board-connected"]
        await stage.done(m.OpenHatch)
        assert stage.types() == ["machine.board-connected", "machine.hatch-opened"]

    on_stage(tmp_path, test)


def test_a_request_from_a_page_is_on_record_before_anything_moves(tmp_path: Path) -> None:
    async def test(stage: Stage) -> None:
        before = len(stage.wire.sent)
        answer = await stage.table.handle(MoveMachine("Bo", Request.OPEN), by=LOCAL_OWNER, id="open")
        assert [one.event.type for one in answer.events] == ["machine.commanded"]
        assert stage.sent_before_write[-1] == before
        assert isinstance(stage.wire.last(m.OpenHatch), m.OpenHatch)
        again = await stage.table.handle(MoveMachine("Bo", Request.OPEN), by=LOCAL_OWNER, id="open")
        assert again.repeated
        assert sum(isinstance(one, m.OpenHatch) for one in stage.wire.sent) == 1

    on_stage(tmp_path, test)


def test_a_request_that_cannot_be_recorded_moves_nothing(tmp_path: Path) -> None:
    async def test(stage: Stage) -> None:
        stage.fail = True
        with pytest.raises(Refused) as caught:
            await stage.table.handle(MoveMachine("Bo", Request.OPEN), by=LOCAL_OWNER)
        assert caught.value.code == "journal-full"
        assert stage.wire.last(m.OpenHatch) is None

    on_stage(tmp_path, test)


def test_stop_does_not_wait_for_its_turn_or_for_the_journal(tmp_path: Path) -> None:
    async def test(stage: Stage) -> None:
        stage.fail = True
        async with stage.table._writer.lock:
            asking = asyncio.create_task(
                stage.table.handle(MoveMachine("Bo", Request.STOP), by=LOCAL_OWNER, expected_seq=0)
            )
            await asyncio.sleep(0)
            assert stage.wire.stops == 1
        with pytest.raises(Refused):
            await asking

    on_stage(tmp_path, test)


def test_a_machine_whose_events_cannot_be_written_is_stopped_and_keys_do_nothing(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(Reserve, "spend", lambda self: False)

    async def test(stage: Stage) -> None:
        stage.key(m.Key.OPEN)
        stage.fail = True
        await stage.done(m.OpenHatch)
        assert stage.wire.stops == 1
        sent = len(stage.wire.sent)
        stage.key(m.Key.OPEN)
        assert stage.wire.last(m.CloseHatch) is None
        assert len(stage.wire.sent) == sent
        stage.fail = False
        await asyncio.sleep(5)
        assert stage.types()[-1] == "machine.hatch-opened"
        stage.key(m.Key.OPEN)
        assert isinstance(stage.wire.last(m.CloseHatch), m.CloseHatch)

    on_stage(tmp_path, test)


def test_a_dice_key_rolls_for_the_dealer_and_the_dome_shows_it_only_when_it_is_durable(tmp_path: Path) -> None:
    async def test(stage: Stage) -> None:
        start = match.StartMatch("Ada", "m1", "hong-kong-old", NAMES, seating="given", first_dealer=2)
        await stage.table.handle(start, by=LOCAL_OWNER)
        stage.key(m.Key.DICE_0)
        assert not any(stage.wire.last(m.ShowDice).values)
        await asyncio.sleep(0.1)
        rolled = [one for one in stage.table.journal.replay() if one.event.type == "dice.rolled"]
        assert (rolled[0].event.seat, rolled[0].event.purpose) == (2, "break")
        assert tuple(stage.wire.last(m.ShowDice).values) == rolled[0].event.dice
        assert stage.wire.last(m.ShowSeats).dealer == 2
        stage.key(m.Key.DICE_2)
        await asyncio.sleep(0.1)
        assert stage.types().count("dice.rolled") == 1, "no dice are wanted while a hand is played"

    on_stage(tmp_path, test)


async def played_a_hand(stage: Stage) -> None:
    """A match in which the wall that stands was broken, and the hand has its result."""
    await stage.table.handle(PlaceSets("Ada", {"A": Place.RAISED}), by=LOCAL_OWNER)
    start = match.StartMatch("Ada", "m1", "hong-kong-old", NAMES, seating="given", first_dealer=2)
    await stage.table.handle(start, by=LOCAL_OWNER)
    await stage.table.handle(RollDice("Ada", "break"), by=LOCAL_OWNER)
    await stage.table.handle(match.EndHand("Ada", 1, match.HandResult("draw")), by=LOCAL_OWNER)


def test_dice_for_a_wall_that_was_played_are_rolled_only_when_asked_again(tmp_path: Path) -> None:
    async def test(stage: Stage) -> None:
        await played_a_hand(stage)
        with pytest.raises(Refused, match="wall-played"):
            await stage.table.handle(RollDice("Ada", "break"), by=LOCAL_OWNER)
        await stage.table.handle(RollDice("Ada", "break", again=True), by=LOCAL_OWNER)
        assert stage.types().count("dice.rolled") == 2

    on_stage(tmp_path, test)


@pytest.mark.parametrize(("seconds", "rolls"), [(5, 2), (11, 1)])
def test_a_dice_key_for_a_wall_that_was_played_is_pressed_twice(tmp_path: Path, seconds: float, rolls: int) -> None:
    async def test(stage: Stage) -> None:
        await played_a_hand(stage)
        stage.key(m.Key.DICE_2)
        await asyncio.sleep(seconds)
        assert stage.types().count("dice.rolled") == 1
        stage.key(m.Key.DICE_2)
        await asyncio.sleep(0.1)
        assert stage.types().count("dice.rolled") == rolls

    on_stage(tmp_path, test)


def test_dice_keys_roll_freely_without_a_match(tmp_path: Path) -> None:
    async def test(stage: Stage) -> None:
        stage.key(m.Key.DICE_3)
        await asyncio.sleep(0.1)
        assert stage.table.snapshot()["dice"]["purpose"] == "free"

    on_stage(tmp_path, test)


def test_a_lost_board_is_in_the_journal_and_everything_is_shown_again_after_it_came_back(tmp_path: Path) -> None:
    async def test(stage: Stage) -> None:
        await stage.table.handle(RollDice("Ada"), by=LOCAL_OWNER)
        stage.table.on_board_state(BoardState(BoardStatus.CONNECTING, "silent"))
        await asyncio.sleep(0.1)
        assert "machine.board-lost" in stage.types()
        with pytest.raises(Refused, match="board-away"):
            await stage.table.handle(MoveMachine("Bo", Request.OPEN), by=LOCAL_OWNER)
        stage.wire.sent.clear()
        stage.table.on_board_state(replace(stage.wire.state, welcome=welcome(nonce=2)))
        assert isinstance(stage.wire.last(m.Subscribe), m.Subscribe)
        assert any(stage.wire.last(m.ShowDice).values)

    on_stage(tmp_path, test)


def test_an_order_that_the_link_does_not_take_is_answered_as_busy(tmp_path: Path) -> None:
    async def test(stage: Stage) -> None:
        stage.wire.full = True
        stage.key(m.Key.OPEN)
        await asyncio.sleep(0.1)
        assert stage.table.snapshot()["mechanism"]["state"] != "moving"
        stage.wire.full = False
        stage.key(m.Key.OPEN)
        assert isinstance(stage.wire.last(m.OpenHatch), m.OpenHatch)

    on_stage(tmp_path, test)


def test_listeners_see_the_machine_move_without_an_event(tmp_path: Path) -> None:
    async def test(stage: Stage) -> None:
        subscription = stage.table.subscribe()
        await subscription.get(1)
        stage.key(m.Key.OPEN)
        message = await subscription.get(1)
        assert message is not None and message.kind == "snapshot"
        assert message.data["mechanism"]["situation"] == "opening"

    on_stage(tmp_path, test)
