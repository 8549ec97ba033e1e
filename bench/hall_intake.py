"""What the hall's intake stores, against bare COPY with merge in the same run; and simulated tables that send real
events to it, with the time from table to acknowledged.

``python -m bench.hall_intake [--tables N] [--seconds S] [--rate EVENTS_PER_SECOND]``. A PostgreSQL server is started in
a temporary folder; without one SQLite is measured alone. Unless a rate is given, the tables send half of what the same
intake takes in batches as small as theirs, in the same run: what is left is for the tables, which live in this process.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import random
import resource
import sys
import tempfile
import time
from collections.abc import Callable, Sequence
from contextlib import asynccontextmanager
from datetime import UTC, datetime
from hashlib import sha256
from pathlib import Path
from typing import Any, Final

from sqlalchemy import select

from controller.events import CATALOGUE, Stored
from controller.fairness.journal_head import JournalHead, sign_head
from controller.fairness.signing import TableKey
from controller.journal.chain import canonical, first_hash, next_hash
from controller.refusals import Refused
from hall.catalogue import HALL_CATALOGUE
from hall.intake.batch import Batch
from hall.intake.enrolled import put_member
from hall.intake.intake import Intake
from hall.intake.rebuild import Rebuilt, rebuild
from hall.store import HallJournal, Store, open_store
from hall.store.schema import checkpoints, table_events
from tests.controller.match.test_riichi_match import hanchan
from tests.hall import postgresql

BATCH: Final = 500
SHARE: Final = 0.5
"""Of what COPY with merge stores bare: the least that the intake has to."""
P99_S: Final = 1.0
PLAYED: Final = 2
"""Events in a batch of a table that is played at."""
REBUILD: Final = 5.4
"""A rebuild against one process that only reads events, parses them and hashes them: a minute for a million of them on
the computer of docs/hall-sizing.md, where one process took 65.8 s, which is 5.9 such readings."""
SENDERS, PART, MOST_RATE = 256, 0.5, 2000.0
"""Tables that send one batch after the other; of what they reach, what a hall of many tables is asked for, and the most
of it in events per second."""


def template() -> list[tuple[str, str, str]]:
    """Time, type and data of the events of a real match, as its journal holds them."""
    return [(one.time, one.event.type, canonical(CATALOGUE.to_json(one.event))) for one in hanchan().journal]


class Replayer:
    """A table that plays the same match again and again."""

    def __init__(self, number: int, events: Sequence[tuple[str, str, str]]) -> None:
        self.key = TableKey(random.Random(f"bench {number}").randbytes(32))
        self.id, self.token, self.epoch = f"t-bench{number:07d}", f"token-{number}", f"bench-{number}"
        self._events, self.seq, self.hash = events, 0, first_hash(f"bench-{number}")

    def batch(self, count: int) -> Batch:
        first, events = self.seq + 1, []
        for _ in range(count):
            self.seq += 1
            time_, type_, data = self._events[(self.seq - 1) % len(self._events)]
            self.hash = next_hash(self.hash, self.seq, time_, type_, data)
            events.append(Stored(self.seq, time_, type_, data, self.hash))
        now = round(time.time() * 1000)
        head = JournalHead(self.key.public, now, self.seq, bytes.fromhex(self.hash), self.epoch)
        return Batch(self.id, self.epoch, first, tuple(events), sign_head(head, self.key).text, now, now)


def bare_rows(url: str, rows: Sequence[tuple[Any, ...]]) -> float:
    """Rows per second of COPY into a temporary table and a merge, 2,000 at a time, as they would be stored."""
    with open_store(url) as store, store.engine.connect() as plain:
        driver: Any = plain.connection.driver_connection
        columns = "table_number, epoch_number, seq, time, type, data, hash"
        begin = time.perf_counter()
        for start in range(0, len(rows), 2000):
            with driver.cursor() as cursor:
                cursor.execute("CREATE TEMP TABLE IF NOT EXISTS incoming (LIKE table_events) ON COMMIT DELETE ROWS")
                with cursor.copy(f"COPY incoming ({columns}) FROM STDIN") as copy:
                    for row in rows[start : start + 2000]:
                        copy.write_row(row)
                cursor.execute(
                    f"INSERT INTO table_events ({columns}) SELECT {columns} FROM incoming ON CONFLICT DO NOTHING"
                )
            driver.commit()
        return len(rows) / (time.perf_counter() - begin)


@asynccontextmanager
async def opened(url: str, tables: Sequence[Replayer]) -> Any:
    def now() -> datetime:
        return datetime.now(UTC)

    journal = HallJournal(open_store(url), HALL_CATALOGUE, now=now, random=random.randbytes)
    with journal.store.writing() as connection:
        for one in tables:
            put_member(connection, one.id, one.key.public.hex(), one.token)
    intake = Intake(journal, lambda: "bench", now=now, random=random.randbytes)
    await intake.start()
    try:
        yield intake
    finally:
        await intake.close()
        journal.store.close()


async def intake_rows(url: str, count: int, tables: Sequence[Replayer], size: int = BATCH) -> float:
    """Rows per second through the whole intake, ``size`` in a batch: checked, stored, acknowledged. The batches are
    made before."""
    async with opened(url, tables) as intake:
        work = [(one, one.batch(size)) for _ in range(count // size // len(tables)) for one in tables]
        queues: dict[str, list[Batch]] = {}
        for one, batch in work:
            queues.setdefault(one.token, []).append(batch)

        async def send(token: str, batches: list[Batch]) -> None:
            for batch in batches:
                await intake.receive(token, batch)

        begin = time.perf_counter()
        await asyncio.gather(*(send(token, batches) for token, batches in queues.items()))
        return len(work) * size / (time.perf_counter() - begin)


async def replay(url: str, tables: Sequence[Replayer], seconds: float, rate: float) -> tuple[float, list[float]]:
    """All tables send some events each, ``rate`` a second together, for so many seconds: events per second that were
    acknowledged in them, and the times to acknowledged."""
    took: list[float] = []
    sent = 0
    async with opened(url, tables) as intake:
        pause = len(tables) * PLAYED / rate

        async def play(one: Replayer) -> None:
            nonlocal sent
            await asyncio.sleep(random.uniform(0, pause))
            while time.perf_counter() < end:
                begin = time.perf_counter()
                batch = one.batch(PLAYED)
                while True:
                    try:
                        await intake.receive(one.token, batch)
                        break
                    except Refused as refused:
                        await asyncio.sleep(refused.more.get("retry_after", 1))
                now = time.perf_counter()
                took.append(now - begin)
                sent += PLAYED if now < end else 0
                await asyncio.sleep(min(begin + pause, end) - now)

        end = time.perf_counter() + seconds
        await asyncio.gather(*map(play, tables))
        return sent / seconds, sorted(took)


def report(name: str, rate: float, took: Sequence[float]) -> None:
    p50, p99 = took[len(took) // 2], took[int(len(took) * 0.99)]
    print(f"  {name}: {rate:8.0f} events/s, to acknowledged p50 {p50 * 1000:6.1f} ms, p99 {p99 * 1000:6.1f} ms")


def measured(url: Callable[[], str], options: argparse.Namespace, bare: bool) -> bool:
    events = template()
    good, name = True, "PostgreSQL" if bare else "SQLite"
    tables = [Replayer(number, events) for number in range(64)]
    count = options.rows if bare else options.rows // 2
    if bare:
        source = [Replayer(number, events) for number in range(64)]
        rows = [
            (number, 1, one.seq, one.time, one.type, one.data, bytes.fromhex(one.hash))
            for number, table in enumerate(source, 1)
            for one in (event for _ in range(count // BATCH // 64) for event in table.batch(BATCH).events)
        ]
        limit = bare_rows(url(), rows)
        print(f"  {name}: COPY and merge, bare  {limit:8.0f} rows/s")
    through = asyncio.run(intake_rows(url(), count, tables))
    print(f"  {name}: through the intake    {through:8.0f} rows/s")
    if bare:
        good = through >= SHARE * limit
        print(f"  {through / limit:.2f} of it; at least {SHARE} is wanted")
    many = options.tables if bare else min(options.tables, 40)
    rate = options.rate if bare else 100.0
    if not rate:
        senders = [Replayer(number, events) for number in range(SENDERS)]
        small = asyncio.run(intake_rows(url(), SENDERS * PLAYED * 20, senders, PLAYED))
        rate = min(PART * small, MOST_RATE)
        print(f"  {name}: {PLAYED} in a batch   {small:8.0f} rows/s; {many} tables are asked for {rate:.0f}")
    reached, took = asyncio.run(replay(url(), [Replayer(n, events) for n in range(many)], options.seconds, rate))
    report(f"{name}, {many} tables", reached, took)
    return good and took[int(len(took) * 0.99)] < P99_S and reached > 0.9 * rate


def rebuilt(url: str, events: int) -> bool:
    """Seconds of the command that makes everything anew from the first event; and the same again, with one process."""
    tables = [Replayer(number, template()) for number in range(100)]
    asyncio.run(intake_rows(url, events, tables))
    with open_store(url) as store:
        journal = HallJournal(store, HALL_CATALOGUE, now=lambda: datetime.now(UTC), random=random.randbytes)

        def made(processes: int | None) -> tuple[float, Rebuilt, list[Any]]:
            begin = time.perf_counter()
            done = rebuild(journal, processes=processes)
            took = time.perf_counter() - begin
            with store.reading() as connection:
                return took, done, list(connection.execute(select(checkpoints).order_by(checkpoints.c.table_number)))

        (took, done, first), (alone, _, again) = made(None), made(1)
        bare = bare_reading(store)
    same = first == again and len(first) == len(tables) and not done.broken
    print(f"  rebuild from {done.events} events: {took:.1f} s, with one process {alone:.1f} s; the same again: {same}")
    print(f"  {took / bare:.1f} times as long as a bare reading, {bare:.1f} s; at most {REBUILD} is wanted")
    return same and took < REBUILD * bare


def bare_reading(store: Store) -> float:
    """Seconds in which one process reads, parses and hashes all events."""
    at = table_events.c
    query = select(at.seq, at.time, at.type, at.data).order_by(at.table_number, at.epoch_number, at.seq)
    begin = time.perf_counter()
    with store.reading() as connection:
        for seq, time_, type_, data in connection.execution_options(yield_per=1000).execute(query):
            json.loads(data)
            sha256(f"{seq} {time_} {type_} {data}".encode()).digest()
    return time.perf_counter() - begin


def main(arguments: Sequence[str] = ()) -> int:
    parser = argparse.ArgumentParser()
    parser.add_argument("--tables", type=int, default=10_000)
    parser.add_argument("--seconds", type=float, default=20)
    parser.add_argument("--rate", type=float, default=0)
    parser.add_argument("--rows", type=int, default=128_000)
    parser.add_argument("--rebuild", type=int, default=200_000)
    options = parser.parse_args(arguments)
    good = True
    with tempfile.TemporaryDirectory() as folder:
        names = iter(range(100))
        good &= measured(lambda: f"sqlite:///{Path(folder) / f'{next(names)}.sqlite'}", options, bare=False)
        good &= rebuilt(f"sqlite:///{Path(folder) / 'rebuild.sqlite'}", options.rebuild)
    if postgresql.FOUND:
        server = postgresql.Server("shared_buffers=128MB", "max_wal_size=2GB")
        try:
            server.start()
            good &= measured(server.database, options, bare=True)
        finally:
            server.remove()
    else:
        print(f"  {postgresql.MISSING}")
    peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024
    print(f"  peak of this process, tables included: {peak:.0f} MiB")
    return 0 if good else 1


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
