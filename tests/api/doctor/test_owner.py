"""Commands that root runs on the folder of the service leave nothing there that the service cannot write."""

from __future__ import annotations

import os
from datetime import UTC, datetime
from pathlib import Path

import pytest

from api.cli import main
from api.commands.state import sole_owner
from controller.events.machine import TableEmptied
from controller.journal.store import Journal

SERVICE = 65_534
NOW = datetime(2026, 3, 4, 5, 6, 7, tzinfo=UTC)

pytestmark = pytest.mark.skipif(os.geteuid() != 0, reason="files change their owner only for root")


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    state = tmp_path / "state"
    state.mkdir()
    os.chown(state, SERVICE, SERVICE)
    return state


@pytest.fixture
def closed(folder: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """To a user who may not look into it, whoever runs the tests."""
    looked = Path.stat

    def stat(path: Path, *, follow_symlinks: bool = True) -> os.stat_result:
        if folder in path.parents:
            raise PermissionError(13, "Permission denied", str(path))
        return looked(path, follow_symlinks=follow_symlinks)

    with Journal(folder / "journal.db", now=lambda: NOW) as journal:
        journal.append([TableEmptied()])
    monkeypatch.setattr(Path, "stat", stat)
    return folder


@pytest.mark.parametrize(
    ("words", "status"),
    [("doctor --port /dev/none", 1), ("doctor --walk --port /dev/null", 1), ("journal verify", 2),
     ("backup x.tgz", 2), ("flash x.elf --port /dev/none", 2)],
)  # fmt: skip
def test_a_folder_that_only_the_service_may_read_says_whom_to_run_it_as(
    closed: Path, words: str, status: int, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main([*words.split(), "--state-dir", str(closed)]) == status
    said = capsys.readouterr()
    assert "sudo -u jantaku" in said.out + said.err


def strangers(folder: Path) -> list[str]:
    return [path.name for path in folder.rglob("*") if path.stat().st_uid != SERVICE]


def test_the_lock_and_what_is_written_under_it_belong_to_the_service(folder: Path) -> None:
    with sole_owner(folder):
        (folder / "firmware").mkdir()
        (folder / "firmware" / "good.elf").write_bytes(b"x")
    assert (folder / "journal.db.lock").exists() and strangers(folder) == []


def test_only_what_root_wrote_changes_hands(folder: Path, tmp_path: Path) -> None:
    elsewhere = tmp_path / "secret"
    elsewhere.write_text("of root")
    (folder / "link").hardlink_to(elsewhere)
    (folder / "guest").write_text("of somebody else")
    os.chown(folder / "guest", SERVICE - 1, SERVICE - 1)
    with sole_owner(folder):
        pass
    assert elsewhere.stat().st_uid == 0
    assert (folder / "guest").stat().st_uid == SERVICE - 1
    assert (folder / "journal.db.lock").stat().st_uid == SERVICE


def test_a_folder_of_root_stays_as_it_is(tmp_path: Path) -> None:
    (tmp_path / "guest").write_text("of somebody else")
    os.chown(tmp_path / "guest", SERVICE, SERVICE)
    with sole_owner(tmp_path):
        pass
    assert (tmp_path / "guest").stat().st_uid == SERVICE


def test_a_restored_state_belongs_to_the_service(folder: Path, tmp_path: Path) -> None:
    archive = tmp_path / "first.tar.gz"
    with Journal(folder / "journal.db", now=lambda: NOW) as journal:
        journal.append([TableEmptied()])
    assert main(["backup", str(archive), "--state-dir", str(folder)]) == 0
    assert main(["restore", str(archive), "--state-dir", str(folder)]) == 0
    assert (folder / "journal.db").exists() and strangers(folder) == []


def test_reading_the_journal_leaves_nothing_of_root(folder: Path) -> None:
    with Journal(folder / "journal.db", now=lambda: NOW) as journal:
        journal.append([TableEmptied()])
    assert main(["journal", "verify", "--state-dir", str(folder)]) == 0
    assert strangers(folder) == []
