"""A real service that is killed again and again while it plays with its hall: nothing is lost, nothing is doubled."""

from __future__ import annotations

import asyncio
import random
import signal
import time
from datetime import UTC, datetime
from pathlib import Path

import pytest

from controller.events.hall import HallMessageShown, HallOrderRefused, HallOrderTaken
from controller.journal.store import Journal
from tests.api.service.test_service import PATIENCE, Service
from tests.api.uplink.fake_hall import FakeHall, Reply, open_hall
from tests.api.uplink.linked import Clock, linked, until

KILLS = 3


def now() -> datetime:
    return datetime.now(UTC)


class WallClock(Clock):
    """The wall's own: the service has no other."""

    def __call__(self) -> datetime:
        return now()


def joined(folder: Path, hall: FakeHall, address: str) -> None:
    async def run() -> None:
        async with linked(folder, hall, clock=WallClock()) as one:
            await one.join(address)
            await until(one.has_all)

    asyncio.run(run())


@pytest.mark.timeout(180)
def test_a_service_that_is_killed_loses_and_doubles_nothing(tmp_path: Path) -> None:
    seed = random.randrange(2**32)
    print(f"seed {seed}")
    rng, hall = random.Random(seed), FakeHall()

    def sometimes(path: str) -> Reply | None:
        return (0, None) if path != "/orders" and rng.random() < 0.3 else None

    with open_hall(hall) as address:
        joined(tmp_path, hall, address)
        for kill in range(KILLS):
            hall.trouble, hall.after = sometimes, sometimes
            running = Service(tmp_path, "/dev/no-such-board")
            try:
                running.until("/api/v1/table", 200)
                for number in range(3):
                    hall.order("message", {"text": f"{kill}.{number}"}, now())
                    running.ask("/api/v1/service", {"part": "inside", "who": "Ann"})
                if kill == KILLS - 1:
                    hall.well()
                    answered(hall)
                else:
                    time.sleep(rng.uniform(0, 0.4))
            finally:
                running.process.send_signal(signal.SIGKILL if kill < KILLS - 1 else signal.SIGTERM)
                running.process.wait(PATIENCE)
        caught_up(tmp_path, hall)
    with Journal(tmp_path / "journal.db", now=now, read_only=True) as journal:
        stored = [one.read().event for one in journal.all_stored()]
    answers = [event for event in stored if isinstance(event, HallOrderTaken | HallOrderRefused)]
    assert sorted(event.order for event in answers) == sorted(hall.orders)
    assert sum(isinstance(event, HallMessageShown) for event in stored) == len(hall.orders)
    assert {len({str(answer) for answer in given}) for given in hall.answers.values()} == {1}


def caught_up(folder: Path, hall: FakeHall) -> None:
    """What the service wrote while it ended is sent by its next start; then the hall has the journal, byte for byte."""

    async def run() -> None:
        async with linked(folder, hall, clock=WallClock()) as one:
            await until(one.has_all)

    asyncio.run(run())


def answered(hall: FakeHall) -> None:
    end = time.monotonic() + 60
    while set(hall.answers) != set(hall.orders):
        assert time.monotonic() < end, (sorted(hall.answers), sorted(hall.orders))
        time.sleep(0.05)
