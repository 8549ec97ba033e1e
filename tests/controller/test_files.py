"""Files: whole or not at all, and the last room of a disk for the journal."""

from __future__ import annotations

import errno
import os
import platform
import subprocess
import sys
import tempfile
from pathlib import Path
from types import SimpleNamespace

import pytest

from controller import files
from controller.files import KEPT_FREE, has_room, scratch_in, write_if_room, write_whole

BLOCK = 4096
LARGE = (16 << 30) // BLOCK


@pytest.fixture
def disk(monkeypatch: pytest.MonkeyPatch) -> SimpleNamespace:
    """A disk of 16 GB with as many free bytes as a test wants."""
    state = SimpleNamespace(free=1 << 30, blocks=LARGE)
    answer = lambda _: SimpleNamespace(f_bavail=state.free // BLOCK, f_frsize=BLOCK, f_blocks=state.blocks)  # noqa: E731
    monkeypatch.setattr(files, "os", SimpleNamespace(**{**vars(os), "statvfs": answer}))
    return state


def test_a_file_takes_the_place_of_the_old_one(tmp_path: Path) -> None:
    write_whole(tmp_path / "file", b"old")
    write_whole(tmp_path / "file", b"new")
    assert [path.read_bytes() for path in tmp_path.iterdir()] == [b"new"]


def test_while_there_is_room_everything_is_written(tmp_path: Path, disk: SimpleNamespace) -> None:
    write_if_room(tmp_path / "file", b"content")
    assert (tmp_path / "file").read_bytes() == b"content"


def test_the_last_room_is_kept_for_the_journal(tmp_path: Path, disk: SimpleNamespace) -> None:
    disk.free = KEPT_FREE
    with pytest.raises(OSError, match="kept for the journal") as refused:
        write_if_room(tmp_path / "file", b"x" * BLOCK)
    assert refused.value.errno == errno.ENOSPC
    assert not list(tmp_path.iterdir())


def test_what_is_written_counts_before_it_is_written(tmp_path: Path, disk: SimpleNamespace) -> None:
    disk.free = KEPT_FREE + BLOCK
    assert has_room(tmp_path, BLOCK)
    assert not has_room(tmp_path, BLOCK + 1)


def test_a_small_disk_keeps_a_sixteenth(tmp_path: Path, disk: SimpleNamespace) -> None:
    disk.blocks, disk.free = (16 << 20) // BLOCK, 2 << 20
    assert has_room(tmp_path)


CUT_OFF = """
import sys, time
from pathlib import Path
from controller.files import scratch_in
with scratch_in(Path(sys.argv[1]), ".made-") as scratch:
    (scratch / "half").write_bytes(b"half")
    print("begun", flush=True)
    time.sleep(600)
"""


def test_what_a_loss_of_power_left_of_a_scratch_folder_goes_with_the_next_one(tmp_path: Path) -> None:
    (tmp_path / ".made-by-hand").write_text("a file of somebody else")
    (tmp_path / f".made-{platform.node()}_link").symlink_to(tmp_path)
    (tmp_path / f".made-{platform.node()}2_elsewhere").mkdir()
    with subprocess.Popen([sys.executable, "-c", CUT_OFF, tmp_path], stdout=subprocess.PIPE) as cut_off:
        assert cut_off.stdout is not None and cut_off.stdout.readline() == b"begun\n"
        (half,) = tmp_path.glob(".made-*/half")
        with scratch_in(tmp_path, ".made-") as scratch:
            assert half.exists() and scratch != half.parent, "one that is in use stays"
        cut_off.kill()
    with scratch_in(tmp_path, ".made-") as scratch:
        assert not half.parent.exists()
        assert scratch.stat().st_mode & 0o777 == 0o700
    assert sorted(path.name for path in tmp_path.iterdir()) == sorted(
        [".made-by-hand", f".made-{platform.node()}_link", f".made-{platform.node()}2_elsewhere"]
    )


def test_a_scratch_folder_is_gone_when_work_in_it_fails_and_stays_where_it_was_renamed(tmp_path: Path) -> None:
    with pytest.raises(OSError, match="no room"), scratch_in(tmp_path, ".made-") as scratch:
        (scratch / "half").write_bytes(b"half")
        raise OSError("no room")
    assert list(tmp_path.iterdir()) == []
    with scratch_in(tmp_path, ".made-") as scratch:
        scratch.rename(tmp_path / "whole")
        with scratch_in(tmp_path, ".made-"):
            pass
    assert list(tmp_path.iterdir()) == [tmp_path / "whole"]


def test_where_folders_cannot_be_locked_nobody_elses_scratch_folder_goes(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def refuses(*_: object) -> None:
        raise OSError(errno.EBADF, "no locks here")

    before = tmp_path / f".made-{platform.node()}_before"
    before.mkdir()
    monkeypatch.setattr("controller.files.flock", refuses)
    with scratch_in(tmp_path, ".made-") as scratch:
        assert scratch.is_dir()
    assert list(tmp_path.iterdir()) == [before]


def test_a_scratch_folder_that_is_taken_away_before_it_is_locked_is_made_anew(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    makes, left = tempfile.mkdtemp, 3

    def made(prefix: str, dir: Path) -> str:
        nonlocal left
        path = makes(prefix=prefix, dir=dir)
        left -= 1
        if left >= 0:
            Path(path).rmdir()
        return path

    monkeypatch.setattr("tempfile.mkdtemp", made)
    with scratch_in(tmp_path, ".made-") as scratch:
        assert scratch.is_dir() and left == -1
    left = 1000
    with pytest.raises(BlockingIOError, match="takes each new folder away"), scratch_in(tmp_path, ".made-"):
        pass
    assert list(tmp_path.iterdir()) == []
