"""avrdude: the external program that writes the chip through its bootloader (protocol ``wiring``, STK500 version 2)."""

from __future__ import annotations

import shutil
import subprocess
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Final

PROGRAM: Final = "avrdude"
HOW_TO_GET: Final = "sudo apt install avrdude"
SECONDS: Final = 180.0
"""256 KiB at 115,200 baud take half a minute to write and as long to read back."""
BOOTLOADER_BAUD: Final = 115_200


class NoAvrdude(Exception):
    code = "no-avrdude"

    def __init__(self) -> None:
        super().__init__(f"the program {PROGRAM} is not installed. Run: {HOW_TO_GET}")


@dataclass(frozen=True, slots=True)
class Outcome:
    """``output``: what avrdude said, for the technician when it went wrong."""

    done: bool
    output: str

    @property
    def reason(self) -> str:
        """The line that says most about what went wrong."""
        lines = [line.strip() for line in self.output.splitlines() if line.strip()]
        telling = [
            line for line in lines if "error" in line.lower() or "mismatch" in line.lower() or "not in sync" in line
        ]
        return telling[0] if telling else lines[-1] if lines else "it said nothing"


def command(port: str, image: Path) -> list[str]:
    """Writes and reads back: avrdude verifies unless it is told not to.

    The bootloader erases each page before it writes it, and cannot erase the chip (``-D``).
    """
    return [
        PROGRAM, "-p", "atmega2560", "-c", "wiring", "-P", port, "-b", str(BOOTLOADER_BAUD), "-D", "-U",
        f"flash:w:{image}:i",
    ]  # fmt: skip


def find() -> str:
    """Raises NoAvrdude."""
    found = shutil.which(PROGRAM)
    if found is None:
        raise NoAvrdude
    return found


def run(words: Sequence[str], seconds: float = SECONDS) -> Outcome:
    """Raises NoAvrdude."""
    program = find()
    try:
        done = subprocess.run(
            [program, *words[1:]], capture_output=True, text=True, timeout=seconds, check=False, errors="replace"
        )
    except subprocess.TimeoutExpired:
        return Outcome(False, f"error: no end within {seconds:g} s")
    return Outcome(done.returncode == 0, done.stderr + done.stdout)
