"""Appends and signs as fast as it can until it is killed: ``python -m tests.controller.table.signing_child FOLDER``.

Every record is written to the standard output in one piece as soon as it is kept, so that a kill leaves whole lines.
"""

from __future__ import annotations

import asyncio
import os
import sys
from datetime import UTC, datetime
from pathlib import Path

from controller.events.machine import HatchOpened
from controller.fairness.keeper import Origin, SeedKeeper
from controller.fairness.progress import DiceProgress
from controller.journal.reserve import Reserve
from controller.journal.store import Journal
from controller.journal.writer import JournalWriter
from controller.table.heads import HeadSigner


def now() -> datetime:
    return datetime.now(UTC)


async def main(folder: Path) -> None:
    keeper = SeedKeeper(folder / "secrets", "Table 1", Origin(os.urandom, lambda: True, "", now))
    keeper.open(DiceProgress())
    with Journal(folder / "journal.db", now=now) as journal:
        writer = JournalWriter(journal, Reserve(folder / "reserve"), lambda recorded: None, lambda error: None)
        heads = HeadSigner(keeper, writer, now)
        await asyncio.gather(append(writer), sign(heads), sign(heads))


async def append(writer: JournalWriter) -> None:
    while True:
        async with writer.lock:
            await writer.write([HatchOpened()] * 3)


async def sign(heads: HeadSigner) -> None:
    while True:
        kept = await heads.sign()
        if kept is not None:  # on a busy computer the disk may take too long: then nobody is shown anything
            os.write(1, f"{kept.record}\n".encode())


if __name__ == "__main__":
    asyncio.run(main(Path(sys.argv[1])))
