"""The folder of a table's devices, for programs of the console: without what the service does with it."""

from __future__ import annotations

from pathlib import Path
from typing import Final

FOLDER: Final = "access"
"""In the state folder; ``jantaku backup`` leaves it out, ``jantaku restore`` leaves it where it is."""
FILE: Final = "devices.json"
CONSOLE: Final = "console.token"
"""The token of programs of this computer that may read the folder, such as ``jantaku doctor``; new at every start."""
PRIVATE: Final = 0o600


def console_token(state_dir: Path) -> str | None:
    """What the running service left for the programs of the console; None for whoever may not read it."""
    try:
        return (state_dir / FOLDER / CONSOLE).read_text(encoding="utf-8")
    except OSError:
        return None
