"""Files: whole or not at all, and the last room of a disk for the journal."""

from __future__ import annotations

import errno
import os
from pathlib import Path
from types import SimpleNamespace

import pytest

from controller import files
from controller.files import KEPT_FREE, has_room, write_if_room, write_whole

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
