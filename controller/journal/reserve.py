"""A little disk space kept in reserve, so that what the machine does can still be written down when the disk is full.

Results of people are refused on a full disk; what sensors report has happened whether there is room or not.
"""

from __future__ import annotations

import os
from pathlib import Path
from typing import Final

BYTES: Final = 1 << 20


class Reserve:
    """A file of real blocks; ``spend`` gives them back to the disk."""

    def __init__(self, path: Path, size: int = BYTES) -> None:
        self._path, self._size = path, size

    def fill(self) -> bool:
        """Makes the file, or fills it again; False when there is no room for it."""
        try:
            descriptor = os.open(self._path, os.O_CREAT | os.O_WRONLY | os.O_CLOEXEC, 0o600)
        except OSError:
            return False
        try:
            os.posix_fallocate(descriptor, 0, self._size)
        except OSError:
            self._path.unlink(missing_ok=True)
            return False
        finally:
            os.close(descriptor)
        return True

    def spend(self) -> bool:
        """True when there was something to spend."""
        try:
            self._path.unlink()
        except OSError:
            return False
        return True
