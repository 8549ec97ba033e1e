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

from controller.journal.store import Journal
from controller.table.journal_verdict import judge_journal, witnessed_head
from tests.controller.journal.notes import clock

KILLS = int(os.environ.get("JANTAKU_KILLS", "3"))
LONGEST_SECONDS = 0.3
"""From the first head to the kill."""


def killed(folder: Path, seconds: float) -> list[str]:
    """The records that a child showed before it was killed."""
    command = [sys.executable, "-m", "tests.controller.table.signing_child", str(folder)]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as child:
        late = threading.Timer(60, child.kill)
        late.start()
        assert child.stdout is not None
        shown = [child.stdout.readline()]
        kill = threading.Timer(seconds, child.kill)
        kill.start()
        shown += child.stdout.readlines()
        kill.join()
        late.cancel()
    return [line.strip() for line in shown if line.endswith("\n")]


def test_no_head_names_an_event_that_is_not_there_after_a_kill(tmp_path: Path) -> None:
    seed = int(os.environ.get("JANTAKU_SEED", random.randrange(2**32)))
    print(f"JANTAKU_SEED={seed}")
    moments, shown = random.Random(seed), 0
    for kill in range(KILLS):
        records = killed(tmp_path, moments.uniform(0, LONGEST_SECONDS))
        assert records, f"kill {kill}: nothing was signed"
        shown += len(records)
        with Journal(tmp_path / "journal.db", now=clock(), read_only=True) as journal:
            verdict = judge_journal(journal, [witnessed_head(text, "shown") for text in records])
        assert verdict.findings == ()
        assert verdict.heads >= len(records)
    print(f"{KILLS} kills, {shown} heads")
