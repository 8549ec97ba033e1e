"""What a table knows of its hall, read from a stored journal for ever."""

from __future__ import annotations

import lzma
import sqlite3
from dataclasses import replace
from datetime import UTC, datetime
from pathlib import Path

from controller.journal.store import Journal
from controller.uplink.evolve import evolve
from controller.uplink.state import Hall, HallState
from hall.config import HallConfig

OLD = Path(__file__).parents[1] / "journal" / "old_journals"
STORED = OLD / "member_of_a_hall" / "table.sql.xz"
DRAWN = OLD / "drawn_for_a_hall" / "table.sql.xz"


def states(folder: Path, stored: Path = STORED) -> list[HallState]:
    """After each event of the stored journal."""
    connection = sqlite3.connect(folder / "journal.db")
    connection.executescript(lzma.decompress(stored.read_bytes()).decode())
    connection.close()
    found = [HallState()]
    with Journal(folder / "journal.db", now=lambda: datetime(2027, 1, 1, tzinfo=UTC)) as journal:
        assert journal.verify() is None
        for recorded in journal.replay():
            found.append(evolve(found[-1], recorded))
    return found[1:]


def test_a_stored_evening_of_a_table_in_a_hall_reads_as_it_did(tmp_path: Path) -> None:
    joined, granted, *_, released, left = states(tmp_path)
    assert joined.hall is not None and (joined.hall.name, joined.hall.released) == ("Club Nine", False)
    assert granted.grants == ("g-2n5xk4qdw7aa",)
    assert released.hall is not None and released.hall.released
    assert released.grants == ()
    assert [(one.kind, one.code) for one in released.answered] == [
        ("message", ""), ("clock", ""), ("penalize", "no-match"),
    ]  # fmt: skip
    assert left.hall is None


def test_stored_dice_for_a_draw_read_as_they_did(tmp_path: Path) -> None:
    wanted = [None if one.draw is None else len(one.draw.records) for one in states(tmp_path, DRAWN)]
    assert wanted[-5:] == [None, 0, 1, 2, None]


def test_a_hall_that_nobody_named_has_no_name_at_its_tables() -> None:
    joined = Hall("h-1", HallConfig().name, "", "t-1", "2027-01-01T00:00:00Z")
    assert joined.given_name == "" and replace(joined, name="Club").given_name == "Club"
