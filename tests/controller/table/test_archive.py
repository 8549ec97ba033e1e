"""Matches of any time are folded once, and anew when something was added to them."""

from __future__ import annotations

from pathlib import Path

import pytest

from controller.commands import Command
from controller.match import Abandon, Rule, StartMatch
from controller.permits import LOCAL_OWNER
from controller.table import archive
from controller.table.table import Table
from tests.controller.table.test_table import at_table

NAMES = ("Ada", "Bo", "Cai", "Dora")


async def do(table: Table, *commands: Command) -> None:
    for command in commands:
        await table.handle(command, by=LOCAL_OWNER)


def start(match: str) -> StartMatch:
    return StartMatch("Ada", match, "hong-kong-old", NAMES, seating="given")


def test_a_match_that_nobody_touched_is_not_folded_again(tmp_path: Path) -> None:
    async def test(table: Table) -> None:
        await do(table, start("m1"), Abandon("Ada", "late"))
        assert table.archive.match("m1") is table.archive.match("m1")

    at_table(tmp_path, test)


def test_what_is_added_to_a_match_is_in_it(tmp_path: Path) -> None:
    async def test(table: Table) -> None:
        await do(table, start("m1"))
        before = table.archive.match("m1")
        await do(table, Rule("Ada", "no phones"))
        after = table.archive.match("m1")
        assert before is not None and after is not None
        assert (len(before.rulings), len(after.rulings)) == (0, 1)

    at_table(tmp_path, test)


def test_the_folded_matches_are_bounded(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(archive, "MOST_FOLDED", 2)

    async def test(table: Table) -> None:
        for number in range(4):
            await do(table, start(f"m{number}"), Abandon("Ada", "next"))
            table.archive.match(f"m{number}")
            assert len(table.archive._folded) <= 2

    at_table(tmp_path, test)
