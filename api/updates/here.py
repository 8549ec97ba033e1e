"""What this computer is, and whose updates it takes."""

from __future__ import annotations

import platform
from pathlib import Path
from typing import Final

from api.updates.bundle import trusted_keys

KEY_FOLDERS: Final = (Path("/usr/lib/jantaku/release-keys"), Path("/etc/jantaku/release-keys"))
"""Of the package, and of the owner: never of a release, which an update has brought."""


def machine() -> str:
    """As Debian calls it."""
    return {"x86_64": "amd64", "aarch64": "arm64"}.get(platform.machine(), platform.machine())


def keys() -> list[str]:
    """Public keys, hexadecimal."""
    return trusted_keys(KEY_FOLDERS)
