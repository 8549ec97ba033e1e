"""``python -m bench.start``: what a long journal costs a table: its start, its memory, each command.

A simulated evening (one of the stored journals of the tests) is repeated until the journal has a million events, with
new matches and numbers, in the real schema and with a whole chain. Beside it stands an empty journal. Each is opened by
a table in a process of its own, in the same run: as after an orderly end, and as after a kill in the worst moment, with
as many events behind the checkpoint as there ever are.
"""

from __future__ import annotations

import asyncio
import itertools
import json
import lzma
import os
import random
import re
import sqlite3
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from datetime import UTC, datetime
from pathlib import Path
from typing import Any, Final

from bench.link import LinkRow, say_when_busy, table
from controller.journal.chain import first_hash, next_hash
from controller.journal.store import Journal
from controller.permits import LOCAL_OWNER
from controller.table.resume import EVERY

EVENTS: Final = 1_000_000
EVENING: Final = Path(__file__).resolve().parents[1].joinpath(
    "tests", "controller", "journal", "old_journals", "first_release", "house.sql.xz"
)  # fmt: skip
COMMANDS: Final = 300
START_LIMIT: Final = 2.0
MEMORY_LIMIT: Final = 15.0
COMMAND_LIMIT: Final = 1.5
"""Median of a command with the long journal over that with the empty one."""
_BATCH: Final = 20_000
Stored = tuple[int, str, str, str, str]


# ---------------------------------------------------------------- a long journal


def make(path: Path, events: int) -> None:
    """A journal with so many events."""
    Journal(path, now=lambda: datetime.now(UTC)).close()
    connection = sqlite3.connect(path, isolation_level=None)
    connection.execute("PRAGMA synchronous = OFF")
    epoch = connection.execute("SELECT epoch FROM identity").fetchone()[0]
    rows = itertools.islice(_rows(epoch), events)
    while batch := list(itertools.islice(rows, _BATCH)):
        connection.execute("BEGIN")
        connection.executemany("INSERT INTO events (seq, time, type, data, hash) VALUES (?, ?, ?, ?, ?)", batch)
        connection.execute("COMMIT")
    connection.execute("PRAGMA wal_checkpoint(TRUNCATE)")
    connection.close()


def _rows(epoch: str) -> Iterator[Stored]:
    """Evening after evening, for ever."""
    evening, ids = _evening(), random.Random(1)
    before, seq, roll = first_hash(epoch), 0, 0
    while True:
        match = f"{ids.getrandbits(64):016x}"
        for time_, type_, data in evening:
            seq += 1
            if type_ == "dice.rolled":
                roll += 1
                data = re.sub(r'"roll":\d+', f'"roll":{roll}', data)
            data = data.replace("{match}", match)
            before = next_hash(before, seq, time_, type_, data)
            yield seq, time_, type_, data, before


def _evening() -> list[tuple[str, str, str]]:
    """Time, type and data of its events; ``{match}`` stands for the id of the match."""
    connection = sqlite3.connect(":memory:")
    connection.executescript(lzma.decompress(EVENING.read_bytes()).decode())
    rows = connection.execute("SELECT time, type, data FROM events ORDER BY seq").fetchall()
    connection.close()
    id_ = next(json.loads(data)["match"] for _, type_, data in rows if type_ == "match.started")
    return [(time_, type_, data.replace(f'"{id_}"', '"{match}"')) for time_, type_, data in rows]


# ---------------------------------------------------------------- the table that opens it


async def opened(folder: Path, commands: int, killed: bool) -> dict[str, Any]:
    """Starts a table and gives it commands. ``killed``: it ends without a last checkpoint, as late as can be."""
    from controller.config import Config, TableConfig
    from controller.table.commands import RollDice
    from controller.table.table import Table

    def now() -> datetime:
        return datetime.now(UTC)

    began = time.perf_counter()
    with Journal(folder / "journal.db", now=now) as journal:
        table = Table(journal, Config(table=TableConfig(state_dir=folder)), now=now)
        await table.start()
        took = time.perf_counter() - began
        resident = _resident()
        if killed:
            for _ in range(EVERY - 1):
                await table.handle(RollDice("bench"), by=LOCAL_OWNER)
            os._exit(0)
        times = [await _timed(table.handle(RollDice("bench"), by=LOCAL_OWNER)) for _ in range(commands)]
        await table.close()
    return {"start": took, "resident": resident, "commands": times}


async def _timed(command: Any) -> float:
    began = time.perf_counter()
    await command
    return time.perf_counter() - began


def _resident() -> float:
    """Memory of this process now, in MiB."""
    line = next(line for line in Path("/proc/self/status").read_text().splitlines() if line.startswith("VmRSS"))
    return int(line.split()[1]) / 1024


def child(folder: Path, *, commands: int = 0, killed: bool = False) -> dict[str, Any]:
    given = [str(folder), str(commands), *(["killed"] if killed else [])]
    out = subprocess.run([sys.executable, "-m", "bench.start", *given], check=True, stdout=subprocess.PIPE).stdout
    return {} if killed else json.loads(out)


# ---------------------------------------------------------------- the figures


def rows(folder: Path) -> Iterator[LinkRow]:
    empty, long = folder / "empty", folder / "long"
    empty.mkdir()
    long.mkdir()
    began = time.perf_counter()
    make(long / "journal.db", EVENTS)
    size = (long / "journal.db").stat().st_size / 2**20
    yield LinkRow("events, made in", f"{EVENTS:,}, {time.perf_counter() - began:.0f} s, {size:.0f} MiB", "", True)
    yield LinkRow("first start, every event folded", f"{child(long)['start']:.1f} s", "", True)
    short, full = child(empty, commands=COMMANDS), child(long, commands=COMMANDS)
    yield from _compared("after an orderly end", short, full)
    ratio = statistics.median(full["commands"]) / statistics.median(short["commands"])
    spent = f"{statistics.median(full['commands']) * 1000:.2f} ms, {ratio:.2f} of an empty one"
    yield LinkRow("a command, durable", spent, f"< {COMMAND_LIMIT}", ratio < COMMAND_LIMIT)
    for each in (empty, long):
        child(each, killed=True)
    yield from _compared(f"after a kill, {EVERY - 1} events later", child(empty), child(long))


def _compared(when: str, short: dict[str, Any], full: dict[str, Any]) -> Iterator[LinkRow]:
    started = f"{full['start']:.2f} s, empty {short['start']:.2f} s"
    yield LinkRow(f"start {when}", started, f"< {START_LIMIT:.0f} s", full["start"] < START_LIMIT)
    more = full["resident"] - short["resident"]
    yield LinkRow("memory over an empty one", f"{more:+.1f} MiB", f"< {MEMORY_LIMIT:.0f}", more < MEMORY_LIMIT)


def main() -> int:
    say_when_busy()
    with tempfile.TemporaryDirectory(prefix="jantaku-start-") as folder:
        found = list(rows(Path(folder)))
    print(table(found))
    return 0 if all(row.good for row in found) else 1


if __name__ == "__main__":
    if len(sys.argv) > 1:
        print(json.dumps(asyncio.run(opened(Path(sys.argv[1]), int(sys.argv[2]), "killed" in sys.argv[3:]))))
    else:
        sys.exit(main())
