"""Files that appear whole or not at all, and folders for what is made step by step."""

from __future__ import annotations

import errno
import os
from collections.abc import Iterator
from contextlib import contextmanager
from fcntl import LOCK_EX, LOCK_NB, flock
from pathlib import Path
from typing import Final

KEPT_FREE: Final = 64 << 20
"""Bytes of a disk that only the journal may fill: some hundred thousand events, years of play. A disk that is smaller
than sixteen times this keeps a sixteenth."""

_ATTEMPTS: Final = 10
"""To make a folder that another program does not clear in the same moment."""


def has_room(folder: Path, size: int = 0) -> bool:
    """Whether ``size`` bytes may be written into ``folder`` by something other than the journal. Raises ``OSError``."""
    disk = os.statvfs(folder)
    free, all_of_it = disk.f_bavail * disk.f_frsize, disk.f_blocks * disk.f_frsize
    return free - size >= min(KEPT_FREE, all_of_it // 16)


def write_if_room(path: Path, content: bytes) -> None:
    """``write_whole`` for what the table can do without: raises ``OSError`` (``ENOSPC``) while some room is left, for
    the journal."""
    if not has_room(path.parent, len(content)):
        raise OSError(errno.ENOSPC, "the rest of the disk is kept for the journal", str(path))
    write_whole(path, content)


def write_whole(path: Path, content: bytes, mode: int = 0o666) -> None:
    """Puts ``content`` in the place of the file, durably. Whenever power fails, the old or the new content is there.
    ``mode``: who may read and write it, less the umask. Raises ``OSError``."""
    part = path.with_name(path.name + ".part")
    part.unlink(missing_ok=True)  # one that was left by a power cut may be readable by others
    handle = os.open(part, os.O_CREAT | os.O_TRUNC | os.O_WRONLY | os.O_CLOEXEC, mode)
    with os.fdopen(handle, "wb") as file:
        file.write(content)
        file.flush()
        os.fsync(file.fileno())
    part.replace(path)
    sync_folder(path.parent)


@contextmanager
def scratch_in(folder: Path, prefix: str) -> Iterator[Path]:
    """A new folder in ``folder`` that nobody else may read, for as long as the block lasts; it may be renamed. What
    earlier ones with this ``prefix`` left when power failed goes first: whoever works in one holds it locked. Only what
    this computer left: a folder may lie on a store that several share, where locks are known to each alone. Raises
    ``OSError``."""
    import platform
    import shutil

    prefix = f"{prefix}{platform.node()}_"  # no name of a computer has that mark
    for left in folder.glob(f"{prefix}*"):
        _clear_left(left)
    scratch, lock = _locked_folder(folder, prefix)
    try:
        yield scratch
    finally:
        shutil.rmtree(scratch, ignore_errors=True)
        os.close(lock)


def _locked_folder(folder: Path, prefix: str) -> tuple[Path, int]:
    import tempfile  # small programs that run for ever load this module, and make no such folder

    for _ in range(_ATTEMPTS):
        scratch = Path(tempfile.mkdtemp(prefix=prefix, dir=folder))
        try:
            lock = _opened_folder(scratch)
        except FileNotFoundError:  # cleared before it was locked, by one that began in the same moment
            continue
        try:
            flock(lock, LOCK_EX | LOCK_NB)
        except BlockingIOError:  # just being cleared
            os.close(lock)
            continue
        except OSError:  # a file system that locks no folders
            return scratch, lock
        if scratch.exists():
            return scratch, lock
        os.close(lock)
    raise OSError(errno.EAGAIN, "somebody takes each new folder away", str(folder))


def _clear_left(scratch: Path) -> None:
    import shutil

    try:
        lock = _opened_folder(scratch)
    except OSError:
        return
    try:
        flock(lock, LOCK_EX | LOCK_NB)
        shutil.rmtree(scratch, ignore_errors=True)
    except OSError:  # in use; or a file system where nobody can say so
        return
    finally:
        os.close(lock)


def _opened_folder(path: Path) -> int:
    return os.open(path, os.O_RDONLY | os.O_DIRECTORY | os.O_NOFOLLOW | os.O_CLOEXEC)


def sync_folder(folder: Path) -> None:
    """Makes durable which names are in it. Raises ``OSError``."""
    handle = os.open(folder, os.O_RDONLY | os.O_DIRECTORY | os.O_CLOEXEC)
    try:
        os.fsync(handle)
    finally:
        os.close(handle)
