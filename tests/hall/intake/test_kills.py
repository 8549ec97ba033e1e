"""Intake and database are killed while tables send: nothing acknowledged is lost, nothing is doubled."""

from __future__ import annotations

import asyncio
import json
import os
import subprocess
import sys
import threading
from pathlib import Path
from queue import Queue
from random import Random
from typing import Any

import pytest

from controller.refusals import Refused
from hall.intake.intake import Intake
from hall.store import open_store
from tests.api.hall.test_link import as_sent
from tests.hall import postgresql
from tests.hall.intake.sender import Clock, Sender, enrol, open_intake
from tests.hall.intake.test_intake import of, stored

ROOT = Path(__file__).resolve().parents[3]
KILLS = 2
EVENTS = 400


class Child:
    def __init__(self, url: str) -> None:
        command = [sys.executable, "-m", "tests.hall.intake.intake_child", url]
        self.process = subprocess.Popen(command, cwd=ROOT, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
        self.answers: Queue[str] = Queue()
        threading.Thread(target=self._read, daemon=True).start()
        assert self.answers.get(timeout=60) == "ready\n"

    def _read(self) -> None:
        assert self.process.stdout is not None
        for line in self.process.stdout:
            self.answers.put(line)
        self.answers.put("")

    def send(self, sender: Sender, first: int, last: int) -> None:
        assert self.process.stdin is not None
        batch = as_sent(sender.batch(first, last))
        self.process.stdin.write(json.dumps({"token": sender.token, "batch": batch}) + "\n")
        self.process.stdin.flush()

    def kill(self) -> None:
        self.process.kill()
        self.process.wait(30)


def note(answer: dict[str, Any], acknowledged: dict[str, int]) -> None:
    """A gap says where the hall stands as well: never before what it acknowledged."""
    assert answer.get("refused", "gap") == "gap"
    acknowledged[answer["table"]] = max(acknowledged[answer["table"]], answer["acknowledged"])


def test_a_killed_intake_has_all_that_it_acknowledged_and_nothing_twice(store_url: str) -> None:
    seed = int.from_bytes(os.urandom(4))
    print(f"seed {seed}")
    random = Random(seed)
    senders = [Sender(number).play(EVENTS) for number in range(3)]

    async def prepare() -> None:
        async with open_intake(store_url, Clock(), seed=None) as intake:
            await enrol(intake, *senders)

    asyncio.run(prepare())
    acknowledged = {sender.id: 0 for sender in senders}
    for _ in range(KILLS):
        child, sent = Child(store_url), 0
        try:
            for sender in senders:
                first = acknowledged[sender.id] + 1
                while first <= EVENTS:
                    last = min(EVENTS, first + random.randint(0, 20))
                    child.send(sender, first, last)
                    first, sent = last + 1, sent + 1
            for _ in range(random.randrange(sent) if sent else 0):
                note(json.loads(child.answers.get(timeout=60)), acknowledged)
        finally:
            child.kill()
        while line := child.answers.get(timeout=60):  # what it said before it died was said
            note(json.loads(line), acknowledged)
    child = Child(store_url)
    try:
        for sender in senders:
            while (first := acknowledged[sender.id] + 1) <= EVENTS:
                child.send(sender, first, min(EVENTS, first + 99))
                note(json.loads(child.answers.get(timeout=60)), acknowledged)
    finally:
        child.kill()
    with open_store(store_url) as store:
        assert stored(store) == {(sender.id, sender.epoch): of(sender) for sender in senders}


async def send_all(intake: Intake, sender: Sender, random: Random, told: asyncio.Event) -> None:
    """As a table does: again until it is acknowledged. ``told``: something was acknowledged."""
    at = 0
    while at < sender.last:
        try:
            batch = sender.batch(at + 1, min(sender.last, at + random.randint(1, 15)))
            stands = await intake.receive(sender.token, batch)
        except Refused as refused:
            assert refused.code.startswith("store-"), refused
            await asyncio.sleep(0.05)  # a real server comes back in its own time
            continue
        assert stands.acknowledged > at
        at = stands.acknowledged
        told.set()


@pytest.mark.skipif(not postgresql.FOUND, reason=postgresql.MISSING)
def test_a_database_that_is_killed_under_load_loses_and_doubles_nothing() -> None:
    seed = int.from_bytes(os.urandom(4))
    print(f"seed {seed}")
    random = Random(seed)
    server = postgresql.Server()

    async def scenario(url: str) -> None:
        async with open_intake(url, Clock(), seed=None) as intake:
            senders = [Sender(number).play(EVENTS) for number in range(6)]
            await enrol(intake, *senders)
            told = asyncio.Event()
            tasks = [asyncio.create_task(send_all(intake, sender, random, told)) for sender in senders]
            for _ in range(KILLS):
                told.clear()
                await asyncio.wait_for(told.wait(), 60)
                await asyncio.to_thread(server.kill)
                await asyncio.to_thread(server.start)
            await asyncio.wait_for(asyncio.gather(*tasks), 120)
            assert stored(intake.store) == {(sender.id, sender.epoch): of(sender) for sender in senders}

    try:
        server.start()
        asyncio.run(scenario(server.database()))
    finally:
        server.remove()
