"""``python -m bench.dice_rolls [--rolls N] [--way table|draw] [--seconds N]``: the table's own dice, tested.

``table``: rolls of two dice through the command that people and keys give, with seeds, anchors, signatures and journal
(about 2.5 ms of a core each). ``draw``: the same seeds and the same map, without command and journal (about 20 us), for
numbers that the first cannot reach. Entropy is the kernel's, so no two runs are alike. Exit status 1: the dice are not
as fair ones are, at 99 % for all tests together: of a hundred runs with fair dice one says so.
"""

from __future__ import annotations

import argparse
import asyncio
import os
import sys
import tempfile
import time
from collections.abc import AsyncIterator, Iterator, Sequence
from datetime import UTC, datetime
from pathlib import Path

from bench.dice_tests import LEVEL, RollCounts, StatisticalTest, holm_p, table
from controller.config import Config, TableConfig
from controller.events.dice import DiceRolled
from controller.fairness.draw import RollId, throw
from controller.fairness.keeper import Origin, SeedKeeper
from controller.fairness.seeds import grow
from controller.fairness.statements import NOBODY
from controller.journal.store import Journal
from controller.permits import LOCAL_OWNER
from controller.table.commands import RollDice
from controller.table.table import Table

ROLLS = 1_100_000
LONG = 110_000_000
SHARED_MEMORY = Path("/dev/shm")
JOURNALS = SHARED_MEMORY if SHARED_MEMORY.is_dir() else None
"""Where journals lie that nobody keeps; None: with all temporary files."""


def drawn(rolls: int, table_id: bytes = bytes(8)) -> Iterator[tuple[int, int]]:
    """Rolls without contributions, epoch after epoch, each from a secret of the kernel."""
    while rolls > 0:
        epoch = os.urandom(8)
        chain = grow(table_id, epoch, os.urandom(32))
        for number in range(1, min(rolls, len(chain.seeds) - 1) + 1):
            first, second = throw(chain.seeds[number], RollId(table_id, epoch, number), NOBODY, 2)
            yield first, second
        rolls -= len(chain.seeds) - 1


async def commanded(rolls: int) -> AsyncIterator[tuple[int, int]]:
    """Rolls of a table that is opened for this; its journal lies in memory where there is such a folder."""
    with tempfile.TemporaryDirectory(dir=JOURNALS) as name:
        folder = Path(name)
        origin = Origin(os.urandom, lambda: True, "", _now)
        with Journal(folder / "journal.db", now=_now) as journal:
            keeper = SeedKeeper(folder / "secrets", "Table", origin)
            one = Table(journal, Config(table=TableConfig(state_dir=folder)), now=_now, keeper=keeper)
            await one.start()
            try:
                for _ in range(rolls):
                    yield await _roll(one)
            finally:
                await one.close()


async def _roll(one: Table) -> tuple[int, int]:
    answer = await one.handle(RollDice("bench", "free", dice=2), by=LOCAL_OWNER)
    first, second = next(each.event.dice for each in answer.events if isinstance(each.event, DiceRolled))
    return first, second


def _now() -> datetime:
    return datetime.now(UTC)


def counted(way: str, rolls: int, seconds: float) -> RollCounts:
    """So many rolls, or those of so many seconds."""
    return asyncio.run(_through_the_table(rolls, seconds)) if way == "table" else _through_the_draw(rolls, seconds)


async def _through_the_table(rolls: int, seconds: float) -> RollCounts:
    counts, end = RollCounts(), time.monotonic() + seconds
    async for dice in commanded(rolls):
        counts.add(dice)
        if time.monotonic() > end:
            break
    return counts


def _through_the_draw(rolls: int, seconds: float) -> RollCounts:
    counts, end = RollCounts(), time.monotonic() + seconds
    for dice in drawn(rolls):
        counts.add(dice)
        if counts.rolls % 4096 == 0 and time.monotonic() > end:
            break
    return counts


def main(arguments: Sequence[str] | None = None) -> int:
    parser = argparse.ArgumentParser(prog="python -m bench.dice_rolls", description=(__doc__ or "").split("\n")[0])
    parser.add_argument("--rolls", type=int, default=ROLLS, help=f"at most (default {ROLLS:,}; the long form {LONG:,})")
    parser.add_argument("--way", choices=("table", "draw"), default="table")
    parser.add_argument("--seconds", type=float, default=1e9, help="at most")
    parser.add_argument("--level", type=float, default=LEVEL, help=f"at which fair dice fail (default {LEVEL})")
    options = parser.parse_args(arguments)
    began = time.process_time()
    counts = counted(options.way, options.rolls, options.seconds)
    tests: list[StatisticalTest] = list(counts.tests())
    spent = time.process_time() - began
    print(f"{counts.rolls:,} rolls of two dice through the {options.way}, {spent:.0f} s of a core")
    print(table(tests, options.level))
    return 0 if holm_p(tests) >= options.level else 1


if __name__ == "__main__":
    sys.exit(main())
