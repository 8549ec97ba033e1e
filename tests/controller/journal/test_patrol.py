"""The check in the background finds what rots in a long journal, in small steps."""

from __future__ import annotations

import asyncio
import sqlite3
from contextlib import closing
from pathlib import Path

import pytest

from controller.journal.check import BATCH
from controller.journal.errors import JournalError
from controller.journal.patrol import PERIOD_SECONDS, JournalPatrol
from hardware.simulator.virtual_time import run
from tests.controller.journal.notes import notes, opened


@pytest.fixture
def path(tmp_path: Path) -> Path:
    with opened(tmp_path / "journal.db") as journal:
        journal.append(notes(*map(str, range(2 * BATCH + 1))))
    return tmp_path / "journal.db"


async def checked(path: Path, rounds: int, rot: int | None = None) -> list[JournalError]:
    """What is found in so many rounds; after the first one event ``rot`` is changed."""
    found: list[JournalError] = []
    patrol = JournalPatrol(path, found.append)
    task = asyncio.create_task(patrol.run())
    while patrol.rounds < rounds and not found and not task.done():
        await asyncio.sleep(1)
        if patrol.rounds and rot is not None:
            change(path, rot)
            rot = None
    task.cancel()
    await asyncio.wait([task])
    return found


def change(path: Path, seq: int) -> None:
    with closing(sqlite3.connect(path)) as connection:
        connection.execute("DROP TRIGGER events_are_not_edited")
        connection.execute("UPDATE events SET type = 'note.burnt' WHERE seq = ?", (seq,))
        connection.commit()


def test_a_good_journal_is_checked_again_and_again(path: Path) -> None:
    async def main() -> None:
        assert await checked(path, 3) == []
        assert asyncio.get_running_loop().time() > 2 * PERIOD_SECONDS

    run(main())


@pytest.mark.parametrize("seq", [1, BATCH, BATCH + 1, 2 * BATCH + 1])
def test_what_rots_is_found_in_the_next_round(path: Path, seq: int) -> None:
    async def main() -> None:
        assert [one.seq for one in await checked(path, 2, rot=seq)] == [seq]

    run(main())


def test_a_file_that_cannot_be_read_at_all_is_found(path: Path) -> None:
    path.write_bytes(b"no journal" * 1000)

    async def main() -> None:
        assert [one.code for one in await checked(path, 1)] == ["journal-corrupt"]

    run(main())
