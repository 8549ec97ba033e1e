"""The pen: people are refused when it cannot write; what the machine did waits, first in the reserve, then stopped."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Sequence
from datetime import UTC, datetime
from pathlib import Path

import pytest

from controller.events import Event, Recorded
from controller.events.machine import HatchOpened
from controller.events.people import MachineServiced
from controller.journal.errors import JournalError, JournalFull
from controller.journal.reserve import Reserve
from controller.journal.store import CommandKey, Journal
from controller.journal.writer import MOST_FACTS, RETRY_SECONDS, JournalWriter
from controller.refusals import Code
from hardware.simulator.virtual_time import run

FACT = HatchOpened()
ASKED = MachineServiced("inside", "cleaned", "Ann")


class Disk(Reserve):
    """A disk whose room is decided by the test: ``room`` False refuses, and the reserve is worth one good write."""

    def __init__(self, journal: Journal) -> None:
        super().__init__(journal.path.with_name("reserve"))
        self.room, self.reserve, self.refused = True, False, 0
        self._write = journal.append
        journal.append = self.append  # type: ignore[method-assign]
        self._journal = journal

    def append(self, events: Sequence[Event], key: CommandKey | None = None) -> list[Recorded]:
        if not self.room:
            self.refused += 1
            raise JournalFull(self._journal.path)
        return self._write(events, key)

    def fill(self) -> bool:
        self.reserve = self.reserve or self.room
        return self.reserve

    def spend(self) -> bool:
        spent, self.reserve = self.reserve, False
        self.room = self.room or spent
        return spent


class Desk:
    """A writer at work, what it published, and what it reported about being stuck."""

    def __init__(self, journal: Journal) -> None:
        self.disk = Disk(journal)
        self.told: list[int] = []
        self.stuck: list[str | None] = []
        self.writer = JournalWriter(
            journal,
            self.disk,
            lambda recorded: self.told.extend(one.seq for one in recorded),
            lambda error: self.stuck.append(error.code if error else None),
        )

    async def write(self, *events: Event) -> list[Recorded]:
        async with self.writer.lock:
            return await self.writer.write(events)

    async def retried(self) -> None:
        """Until the writer has tried again, however long the disk takes for it."""
        await asyncio.sleep(RETRY_SECONDS + 0.1)
        async with self.writer.lock:
            pass


def at_desk(folder: Path, test: Callable[[Desk], Awaitable[None]]) -> None:
    async def main() -> None:
        with Journal(folder / "journal.db", now=lambda: datetime(2025, 3, 1, tzinfo=UTC)) as journal:
            desk = Desk(journal)
            desk.writer.start()
            await test(desk)
            await desk.writer.close()

    run(main())


def test_facts_are_written_in_order_before_what_is_asked(tmp_path: Path) -> None:
    async def test(desk: Desk) -> None:
        desk.writer.note([FACT, FACT])
        recorded = await desk.write(ASKED)
        assert (recorded[0].seq, desk.told) == (3, [1, 2, 3])

    at_desk(tmp_path, test)


def test_the_last_facts_are_written_at_the_end(tmp_path: Path) -> None:
    async def test(desk: Desk) -> None:
        desk.writer.note([FACT])

    at_desk(tmp_path, test)
    with Journal(tmp_path / "journal.db", now=lambda: datetime.now(UTC), read_only=True) as journal:
        assert journal.last_seq == 1


def test_on_a_full_disk_facts_go_into_the_reserve_and_people_are_refused(tmp_path: Path) -> None:
    async def test(desk: Desk) -> None:
        desk.disk.room = False
        desk.writer.note([FACT])
        await asyncio.sleep(0.1)
        assert (desk.told, desk.stuck) == ([1], [])
        desk.disk.room = False
        with pytest.raises(JournalError) as caught:
            await desk.write(ASKED)
        assert caught.value.code == "journal-full"

    at_desk(tmp_path, test)


def test_without_reserve_the_machine_is_told_and_hears_when_there_is_room_again(tmp_path: Path) -> None:
    async def test(desk: Desk) -> None:
        desk.disk.room = desk.disk.reserve = False
        desk.writer.note([FACT])
        await asyncio.sleep(0.1)
        assert (desk.told, desk.stuck) == ([], ["journal-full"])
        desk.writer.note([FACT])
        desk.disk.room = True
        await desk.retried()
        assert (desk.told, desk.stuck) == ([1, 2], ["journal-full", None])
        assert (await desk.write(ASKED))[0].seq == 3

    at_desk(tmp_path, test)


def test_facts_that_find_no_room_are_tried_again_at_the_pace_of_retries_although_a_probe_fits_in(
    tmp_path: Path,
) -> None:
    async def test(desk: Desk) -> None:
        desk.disk.room = desk.disk.reserve = False
        desk.writer.note([FACT])
        await asyncio.sleep(10 * RETRY_SECONDS)
        assert desk.disk.refused <= 12

    at_desk(tmp_path, test)


def test_facts_beyond_the_bound_are_named_as_lost(tmp_path: Path, caplog: pytest.LogCaptureFixture) -> None:
    async def test(desk: Desk) -> None:
        desk.disk.room = desk.disk.reserve = False
        desk.writer.note([FACT] * (MOST_FACTS + 5))
        assert caplog.records[-1].lost == 5  # type: ignore[attr-defined]
        desk.disk.room = True
        await desk.retried()
        assert len(desk.told) == MOST_FACTS

    at_desk(tmp_path, test)


def test_the_reserve_is_real_room_and_comes_back(tmp_path: Path) -> None:
    reserve = Reserve(tmp_path / "reserve", size=65536)
    assert reserve.fill() and reserve.fill()
    assert (tmp_path / "reserve").stat().st_blocks * 512 >= 65536
    assert reserve.spend()
    assert not reserve.spend()
    assert not Reserve(tmp_path / "none" / "reserve").fill()


def test_what_cannot_be_written_is_known_until_something_can_be_again(tmp_path: Path) -> None:
    async def test(desk: Desk) -> None:
        append, probe = desk.writer.journal.append, desk.writer.journal.probe

        def full(*_: object) -> None:
            raise JournalFull(desk.writer.journal.path)

        desk.writer.journal.append = full  # type: ignore[method-assign, assignment]
        desk.writer.journal.probe = full  # type: ignore[method-assign]
        with pytest.raises(JournalFull):
            await desk.write(ASKED)
        await desk.retried()
        assert desk.writer.failing is not None
        desk.writer.journal.append, desk.writer.journal.probe = append, probe  # type: ignore[method-assign]
        await desk.retried()
        assert desk.writer.failing is None

    at_desk(tmp_path, test)


def test_after_damage_nothing_is_written_and_nothing_waits(tmp_path: Path) -> None:
    async def test(desk: Desk) -> None:
        damage = JournalError(Code.JOURNAL_CORRUPT)
        desk.writer.refuse(damage)
        desk.writer.note([FACT])
        with pytest.raises(JournalError):
            await desk.write(ASKED)
        assert (desk.stuck, desk.writer.journal.last_seq) == (["journal-corrupt"], 0)

    at_desk(tmp_path, test)
