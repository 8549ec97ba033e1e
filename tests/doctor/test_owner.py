"""Commands that root runs on the folder of the service leave nothing there that the service cannot write."""

from __future__ import annotations

import os
from datetime import UTC, datetime
from pathlib import Path

import pytest

from api.cli import main
from api.commands.state import sole_owner
from controller.events import Event
from controller.journal import Journal

SERVICE = 65_534
NOW = datetime(2026, 3, 4, 5, 6, 7, tzinfo=UTC)

pytestmark = pytest.mark.skipif(os.geteuid() != 0, reason="files change their owner only for root")


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    state = tmp_path / "state"
    state.mkdir()
    os.chown(state, SERVICE, SERVICE)
    return state


def strangers(folder: Path) -> list[str]:
    return [path.name for path in folder.rglob("*") if path.stat().st_uid != SERVICE]


def test_the_lock_and_what_is_written_under_it_belong_to_the_service(folder: Path) -> None:
    with sole_owner(folder):
        (folder / "firmware").mkdir()
        (folder / "firmware" / "good.elf").write_bytes(b"x")
    assert (folder / "journal.db.lock").exists() and strangers(folder) == []


def test_a_restored_state_belongs_to_the_service(folder: Path, tmp_path: Path) -> None:
    archive = tmp_path / "first.tar.gz"
    with Journal(folder / "journal.db", now=lambda: NOW) as journal:
        journal.append([Event("machine.emptied", {})])
    assert main(["backup", str(archive), "--state-dir", str(folder)]) == 0
    assert main(["restore", str(archive), "--state-dir", str(folder)]) == 0
    assert (folder / "journal.db").exists() and strangers(folder) == []


def test_reading_the_journal_leaves_nothing_of_root(folder: Path) -> None:
    with Journal(folder / "journal.db", now=lambda: NOW) as journal:
        journal.append([Event("machine.emptied", {})])
    assert main(["journal", "verify", "--state-dir", str(folder)]) == 0
    assert strangers(folder) == []
