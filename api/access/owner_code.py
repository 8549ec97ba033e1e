"""The owner's code of the console: whoever may write into the table's folder is its owner.

``jantaku owner-code`` leaves the hash of a code there; the running service takes it once, within a quarter of an hour.
"""

from __future__ import annotations

import json
from pathlib import Path
from typing import Final

from api.access.folder import PRIVATE
from controller.credentials.codes import hash_of_code, new_code, plain
from controller.credentials.tokens import proves
from controller.files import write_whole

FILE: Final = "owner-code.json"
LIFETIME: Final = 15 * 60
"""Seconds."""


def make(folder: Path, now: int) -> str:
    """A new code; one that was made before is worth nothing any more. Raises ``OSError``."""
    code = new_code()
    folder.mkdir(mode=0o700, parents=True, exist_ok=True)
    content = {"hash": hash_of_code(code), "expires_at": now + LIFETIME}
    write_whole(folder / FILE, json.dumps(content).encode(), mode=PRIVATE)
    return code


def is_owner_code(folder: Path, entered: str, now: int) -> bool:
    """A file that cannot be read holds no code."""
    try:
        kept = json.loads((folder / FILE).read_text(encoding="utf-8"))
        return now < kept["expires_at"] and proves(plain(entered), kept["hash"])
    except (OSError, ValueError, KeyError, TypeError):
        return False


def forget(folder: Path) -> None:
    """After it was used. Raises ``OSError``."""
    (folder / FILE).unlink(missing_ok=True)
