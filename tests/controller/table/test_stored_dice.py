"""A journal of the first release whose dice anybody can check still reads as it did, and is still verified."""

from __future__ import annotations

import lzma
import sqlite3
from datetime import UTC, datetime
from pathlib import Path

from controller.fairness.discrepancies import ProofVerdict
from controller.fairness.progress import DiceTally
from controller.journal.store import Journal
from controller.mechanism import Plan, fresh
from controller.table.projection import Projection
from tests.controller.table.test_checkable_dice import report

STORED = Path(__file__).parents[1] / "journal" / "old_journals" / "checkable_dice" / "dice.sql.xz"


def test_a_stored_journal_of_checkable_dice_reads_as_it_did_and_is_verified(tmp_path: Path) -> None:
    connection = sqlite3.connect(tmp_path / "journal.db")
    connection.executescript(lzma.decompress(STORED.read_bytes()).decode())
    connection.close()
    projection = Projection(fresh(Plan((36, 36, 36, 36))).books)
    with Journal(tmp_path / "journal.db", now=lambda: datetime(2027, 1, 1, tzinfo=UTC)) as journal:
        assert journal.verify() is None
        for recorded in journal.replay():
            projection.fold(recorded)
    assert projection.fair.tally == DiceTally(rolls=5, uncontributed=3, timed_out=1, withheld=1, voids=1)
    found = report(tmp_path)
    assert (found.verdict, found.anchors, found.locks) == (ProofVerdict.GOOD, 2, 3)
