"""Some tables in a process of their own, to be killed: real journals, the real link, things that happen all the time.

``python -m tests.hall.swarm.tables_child FOLDER COUNT ADDRESS STORE PAUSE``. Lines of JSON go out: where each table
stands whenever that has changed. Lines come in: ``jump SECONDS`` moves the clock of the tables, ``rest`` ends what
happens, and the answer is a line when the hall has all of it.
"""

from __future__ import annotations

import asyncio
import contextlib
import json
import os
import random
import sys
from datetime import UTC, datetime, timedelta
from pathlib import Path

from api.uplink.uplink import Uplink
from controller.table.table import Table
from hall.catalogue import HALL_CATALOGUE
from hall.intake.enrolment import Enrolments
from hall.store import HallJournal, open_store
from tests.api.uplink.fake_hall import FakeHall
from tests.api.uplink.linked import STAFF, Clock, Linked, linked, until

LOOK_SECONDS = 0.02


class TableClock(Clock):
    """The wall's, and so much more."""

    def __init__(self) -> None:
        self.ahead = timedelta()

    def __call__(self) -> datetime:
        return datetime.now(UTC) + self.ahead


def new_code(store: str) -> str:
    with open_store(store) as opened:
        journal = HallJournal(opened, HALL_CATALOGUE, now=lambda: datetime.now(UTC), random=os.urandom)
        enrolments = Enrolments(journal, lambda: "swarm", now=lambda: datetime.now(UTC), random=os.urandom)
        return enrolments.open("swarm").digits


async def join(one: Linked, address: str, store: str) -> None:
    while one.uplink.member is None:
        digits = await asyncio.to_thread(new_code, store)
        one.uplink.ask_to_join(digits, address, "", STAFF, "Kei")
        one.uplink.key_held()
        await until(lambda: one.uplink.joining is not None and one.uplink.joining.state in ("joined", "failed"))


def stands(table: Table, uplink: Uplink) -> dict[str, object]:
    trouble = uplink.state.trouble
    return {
        "table": "" if uplink.member is None else uplink.member.table,
        "last": table.seq,
        "acknowledged": uplink.state.acknowledged,
        "trouble": None if trouble is None else trouble.value,
    }


async def live(one: Linked, folder: Path, pause: float, resting: asyncio.Event) -> None:
    said: dict[str, object] = {}
    due = 0.0
    loop = asyncio.get_running_loop()
    while True:
        if not resting.is_set() and loop.time() >= due:
            await one.happen()
            due = loop.time() + random.expovariate(1 / pause)
        now = {"folder": str(folder), **stands(one.table, one.uplink)}
        if now != said:
            print(json.dumps(now), flush=True)
            said = now
        if resting.is_set() and one.uplink.behind == 0 and one.uplink.state.trouble is None:
            return
        await asyncio.sleep(LOOK_SECONDS)


async def listen(clock: TableClock, resting: asyncio.Event) -> None:
    loop = asyncio.get_running_loop()
    while line := await loop.run_in_executor(None, sys.stdin.readline):
        word, _, value = line.strip().partition(" ")
        if word == "jump":
            clock.ahead += timedelta(seconds=float(value))
        elif word == "rest":
            resting.set()


async def main(folder: Path, count: int, address: str, store: str, pause: float) -> None:
    clock, resting = TableClock(), asyncio.Event()
    listening = asyncio.create_task(listen(clock, resting))
    async with contextlib.AsyncExitStack() as stack:
        tables = []
        for number in range(count):
            place = folder / f"{number}"
            place.mkdir(parents=True, exist_ok=True)
            one = await stack.enter_async_context(linked(place, FakeHall(), clock=clock))
            await join(one, address, store)
            tables.append((one, place))
        print(json.dumps({"ready": count}), flush=True)
        await asyncio.gather(*(live(one, place, pause, resting) for one, place in tables))
        print(json.dumps({"done": count}), flush=True)
        listening.cancel()
        os._exit(0)  # the thread that reads the standard input never ends


if __name__ == "__main__":
    asyncio.run(main(Path(sys.argv[1]), int(sys.argv[2]), sys.argv[3], sys.argv[4], float(sys.argv[5])))
