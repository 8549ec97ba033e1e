"""A process that signs is killed at any moment: no head that anybody saw names an event that the journal lacks.

In the suite a few kills with a seed that changes and is printed; ``JANTAKU_KILLS=1000`` makes the long form,
``JANTAKU_SEED`` one that is run again.
"""

from __future__ import annotations

import os
import random
import subprocess
import sys
import threading
from pathlib import Path

from bench.deadline import Deadline, Late, Starved
from controller.journal.store import Journal
from controller.table.journal_verdict import judge_journal, witnessed_head
from tests.controller.journal.notes import clock

KILLS = int(os.environ.get("JANTAKU_KILLS", "3"))
LONGEST_SECONDS = 0.3
"""From the first head to the kill."""
FIRST_HEAD_SECONDS = 60
"""In which a child could have worked."""
TRIES = 3
KILLS_OF_A_JOURNAL = 25
"""Every head of a journal is judged after each kill: a new one now and then keeps that short."""


def shown_by(folder: Path, seconds: float) -> tuple[list[str], Late | None]:
    """The records that a child showed before it was killed, so long after the first; and why it showed none."""
    command = [sys.executable, "-m", "tests.controller.table.signing_child", str(folder)]
    with subprocess.Popen(command, stdout=subprocess.PIPE) as child, Deadline(child, FIRST_HEAD_SECONDS) as deadline:
        assert child.stdout is not None
        lines = [child.stdout.readline()]
        deadline.met()
        kill = threading.Timer(seconds, child.kill)
        kill.start()
        lines += child.stdout.readlines()
        kill.join()
    return [line.decode().strip() for line in lines if line.endswith(b"\n")], deadline.late


def killed(folder: Path, seconds: float) -> tuple[list[str], int]:
    """The records of a child that got a processor, and how many before it got none. Raises ``Starved``."""
    for starved in range(TRIES):
        records, late = shown_by(folder, seconds)
        if late is not Late.STARVED:
            return records, starved
    raise Starved


def test_no_head_names_an_event_that_is_not_there_after_a_kill(tmp_path: Path) -> None:
    seed = int(os.environ.get("JANTAKU_SEED", random.randrange(2**32)))
    print(f"JANTAKU_SEED={seed}")
    moments, shown, starved = random.Random(seed), 0, 0
    for kill in range(KILLS):
        folder = tmp_path / str(kill // KILLS_OF_A_JOURNAL)
        folder.mkdir(exist_ok=True)
        records, again = killed(folder, moments.uniform(0, LONGEST_SECONDS))
        assert records, f"kill {kill}: nothing was signed"
        shown, starved = shown + len(records), starved + again
        with Journal(folder / "journal.db", now=clock(), read_only=True) as journal:
            verdict = judge_journal(journal, [witnessed_head(text, "shown") for text in records])
        assert verdict.findings == ()
        assert verdict.heads >= len(records)
    print(f"{KILLS} kills, {shown} heads, {starved} repeated because the computer was too busy")
