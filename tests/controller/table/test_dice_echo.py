"""The board says which dice its display shows; what is not what was thrown is recorded, told, and counted."""

from __future__ import annotations

import lzma
import sqlite3
from pathlib import Path
from typing import Any

import pytest

from controller.events.dice import DiceMisshown
from controller.journal.store import Journal
from controller.permits import LOCAL_OWNER
from controller.table.commands import RollDice
from firmware_bridge import messages as m
from firmware_bridge.board import BoardState, BoardStatus
from tests.controller.journal.notes import clock
from tests.controller.table.test_driver import Stage, on_stage, welcome

STORED = Path(__file__).parents[1] / "journal" / "old_journals" / "misshown_dice" / "dice.sql.xz"


async def thrown(stage: Stage) -> m.ShowDice:
    """Dice are thrown; what the board was sent to show."""
    await stage.table.handle(RollDice("Ada"), by=LOCAL_OWNER)
    sent: m.ShowDice = stage.wire.last(m.ShowDice)
    return sent


def other_than(values: tuple[int, ...]) -> tuple[int, int, int]:
    one, two, three = values
    return one % 6 + 1, two, three


async def told(stage: Stage, command: int, values: tuple[int, ...]) -> None:
    stage.table.on_board_message(m.DiceShown(command, 0, values))
    async with stage.table._writer.lock:
        await stage.table._writer.write_facts()


def dice(stage: Stage) -> dict[str, Any]:
    shown: dict[str, Any] = stage.table.snapshot()["dice"]
    return shown


def test_a_board_that_shows_the_roll_agrees(tmp_path: Path) -> None:
    async def scenario(stage: Stage) -> None:
        sent = await thrown(stage)
        assert dice(stage)["board_agrees"] is None
        await told(stage, sent.command, sent.values)
        assert (dice(stage)["board_agrees"], dice(stage)["misshown"]) == (True, None)
        assert DiceMisshown.type not in stage.types()

    on_stage(tmp_path, scenario)


def test_a_board_that_shows_other_dice_is_recorded_once_for_the_roll(tmp_path: Path) -> None:
    async def scenario(stage: Stage) -> None:
        sent = await thrown(stage)
        wrong = other_than(sent.values)
        for _ in range(2):
            await told(stage, sent.command, wrong)
        assert (dice(stage)["board_agrees"], dice(stage)["misshown"]) == (False, list(wrong))
        assert stage.types().count(DiceMisshown.type) == 1
        assert stage.table.projection.statistics.misshown == 1
        assert stage.table.archive.misshown(dice(stage)["roll"]) == wrong
        await thrown(stage)
        assert dice(stage)["misshown"] is None

    on_stage(tmp_path, scenario)


@pytest.mark.parametrize("late", [True, False])
def test_what_is_said_of_another_order_is_not_compared(tmp_path: Path, late: bool) -> None:
    async def scenario(stage: Stage) -> None:
        first = await thrown(stage)
        if late:
            await thrown(stage)
        else:
            stage.table.on_board_state(BoardState(BoardStatus.CONNECTING))
        await told(stage, first.command, other_than(first.values))
        assert DiceMisshown.type not in stage.types()

    on_stage(tmp_path, scenario)


def test_a_board_without_an_echo_is_not_waited_for(tmp_path: Path) -> None:
    async def scenario(stage: Stage) -> None:
        assert m.Capabilities.DICE_ECHO not in welcome().capabilities
        await thrown(stage)
        assert dice(stage)["board_agrees"] is None

    on_stage(tmp_path, scenario)


def test_misshown_dice_make_no_command_stale(tmp_path: Path) -> None:
    async def scenario(stage: Stage) -> None:
        sent = await thrown(stage)
        seen = stage.table.projection.seq
        await told(stage, sent.command, other_than(sent.values))
        await stage.table.handle(RollDice("Ada"), by=LOCAL_OWNER, expected_seq=seen)

    on_stage(tmp_path, scenario)


def test_a_stored_roll_that_was_misshown_is_read(tmp_path: Path) -> None:
    with sqlite3.connect(tmp_path / "journal.db") as file:
        file.executescript(lzma.decompress(STORED.read_bytes()).decode())
    with Journal(tmp_path / "journal.db", now=clock()) as journal:
        found = [one.event for one in journal.replay() if isinstance(one.event, DiceMisshown)]
        assert journal.verify() is None
    assert [(one.roll, len(one.shown)) for one in found] == [(1, 3)]
