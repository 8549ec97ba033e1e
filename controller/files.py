"""Files that appear whole or not at all."""

from __future__ import annotations

import errno
import os
from pathlib import Path
from typing import Final

KEPT_FREE: Final = 64 << 20
"""Bytes of a disk that only the journal may fill: some hundred thousand events, years of play. A disk that is smaller
than sixteen times this keeps a sixteenth."""


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


def sync_folder(folder: Path) -> None:
    """Makes durable which names are in it. Raises ``OSError``."""
    handle = os.open(folder, os.O_RDONLY | os.O_DIRECTORY | os.O_CLOEXEC)
    try:
        os.fsync(handle)
    finally:
        os.close(handle)
