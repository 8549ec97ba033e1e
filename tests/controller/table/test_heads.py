"""When a running table signs the head of its journal, in simulated time, and what it signs."""

from __future__ import annotations

import asyncio
from pathlib import Path

import pytest

from controller import match
from controller.fairness.journal_head import SignedHead, head_of_text
from controller.journal.store import Journal
from controller.journal.writer import JournalWriter
from controller.permits import LOCAL_OWNER
from controller.refusals import Refused
from controller.table.heads import SIGN_SECONDS
from controller.table.table import Table
from tests.controller.table.test_checkable_dice import NAMES, WHO, at_table, clock, roll


def heads_of(journal: Journal) -> list[SignedHead]:
    return [head_of_text(one.record) for one in journal.heads()]


async def nothing_left_to_sign(table: Table) -> None:
    """The head of the start: the first anchor is an event as well."""
    await asyncio.sleep(SIGN_SECONDS + 1)
    assert heads_of(table.journal)[-1].head.seq == table.seq


def test_ten_minutes_after_something_happened_there_is_a_head(tmp_path: Path) -> None:
    async def test(table: Table) -> None:
        await nothing_left_to_sign(table)
        before = len(heads_of(table.journal))
        await roll(table)
        await asyncio.sleep(SIGN_SECONDS - 1)
        assert len(heads_of(table.journal)) == before
        await asyncio.sleep(2)
        newest = heads_of(table.journal)[before:]
        assert [(one.head.seq, one.head.hash.hex(), one.head.epoch, one.is_genuine) for one in newest] == [
            (table.seq, table.journal.head, table.journal.epoch, True)
        ]

    at_table(tmp_path, test)


def test_nothing_is_signed_while_nothing_happens(tmp_path: Path) -> None:
    async def test(table: Table) -> None:
        await nothing_left_to_sign(table)
        before = len(heads_of(table.journal))
        await asyncio.sleep(10 * SIGN_SECONDS)
        assert len(heads_of(table.journal)) == before

    at_table(tmp_path, test)


def test_the_end_of_a_match_is_signed_at_once(tmp_path: Path) -> None:
    async def test(table: Table) -> None:
        await table.handle(match.StartMatch(WHO, "m1", "hong-kong-old", NAMES), by=LOCAL_OWNER)
        await nothing_left_to_sign(table)
        before = len(heads_of(table.journal))
        await table.handle(match.Abandon(WHO, "late"), by=LOCAL_OWNER)
        await asyncio.sleep(1)
        assert [one.head.seq for one in heads_of(table.journal)[before:]] == [table.seq]

    at_table(tmp_path, test)


def test_a_stop_signs_what_happened_last(tmp_path: Path) -> None:
    at_table(tmp_path, lambda table: roll(table))
    with Journal(tmp_path / "journal.db", now=clock(), read_only=True) as journal:
        last = heads_of(journal)[-1]
        assert (last.head.seq, last.head.hash.hex(), last.is_genuine) == (journal.last_seq, journal.head, True)


def test_one_event_has_one_head_however_often_it_is_asked_for(tmp_path: Path) -> None:
    async def test(table: Table) -> None:
        await roll(table)
        found = [await table.heads.sign() for _ in range(3)]
        assert found[0] is not None
        assert {one.number for one in found if one} == {found[0].number}

    at_table(tmp_path, test)


def test_a_disk_that_does_not_answer_costs_a_head_and_not_the_sheet(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def never(_: object) -> None:
        await asyncio.Event().wait()

    async def test(table: Table) -> None:
        monkeypatch.setattr(JournalWriter, "beside", lambda writer, work: never(work))
        assert await table.heads.sign() is None
        with pytest.raises(Refused, match="busy"):
            await table.heads.cosign(1, "", "")

    at_table(tmp_path, test)
