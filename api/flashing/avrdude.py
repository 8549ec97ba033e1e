"""avrdude: the external program that writes the chip through its bootloader (protocol ``wiring``, STK500 version 2)."""

from __future__ import annotations

import os
import shutil
import subprocess
import tempfile
import time
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from controller.refusals import JantakuError

PROGRAM: Final = "avrdude"
HOW_TO_GET: Final = "sudo apt install avrdude"
SECONDS: Final = 180.0
"""256 KiB at 115,200 baud take half a minute to write and as long to read back."""
QUIET_SECONDS: Final = 20.0
"""Longer than any page takes, and than the tries at its first word."""
LOOK_SECONDS: Final = 0.2
BOOTLOADER_BAUD: Final = 115_200


class NoAvrdude(JantakuError):
    """The program that writes to the chip is missing."""

    code = "no-avrdude"

    def __init__(self) -> None:
        super().__init__(f"the program {PROGRAM} is not installed", f"Run: {HOW_TO_GET}")


@dataclass(frozen=True, slots=True)
class Outcome:
    """``output``: what avrdude printed, for the technician when it went wrong."""

    done: bool
    output: str

    @property
    def reason(self) -> str:
        """The line that says most about what went wrong. Ports without modem lines grumble (ioctl) first."""
        lines = [line.strip() for line in self.output.splitlines() if line.strip() and "ioctl" not in line]
        errors = [
            line for line in lines if "error" in line.lower() or "mismatch" in line.lower() or "not in sync" in line
        ]
        return errors[0] if errors else lines[-1] if lines else "it printed nothing"


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


def run(words: Sequence[str], seconds: float = SECONDS, quiet: float = QUIET_SECONDS) -> Outcome:
    """Ends it when it does nothing more: avrdude itself tries for minutes at a port that is gone. Raises NoAvrdude."""
    program, port = find(), Path(words[words.index("-P") + 1])
    with tempfile.TemporaryFile() as log:
        process = subprocess.Popen(
            [program, *words[1:]], stdin=subprocess.DEVNULL, stdout=log, stderr=subprocess.STDOUT
        )
        try:
            stopped = _watched(process, log.fileno(), port, seconds, quiet)
        finally:
            process.kill()
            process.wait()
        log.seek(0)
        output = log.read().decode(errors="replace")
    return Outcome(False, f"error: {stopped}") if stopped else Outcome(process.returncode == 0, output)


def _watched(process: subprocess.Popen[bytes], log: int, port: Path, seconds: float, quiet: float) -> str | None:
    """Why it has to be ended; None when it ended by itself. Its progress grows in the log."""
    began = heard = time.monotonic()
    written, device = 0, _device(port)
    while True:
        try:
            process.wait(LOOK_SECONDS)
            return None
        except subprocess.TimeoutExpired:
            now, size = time.monotonic(), os.fstat(log).st_size
        if size != written:
            written, heard = size, now
        if _device(port) != device:
            return "the port went away in the middle"
        if now - heard > quiet:
            return f"the board did not answer for {quiet:g} s"
        if now - began > seconds:
            return f"no end within {seconds:g} s"


def _device(port: Path) -> int | None:
    """Changes when the port vanishes or is another one."""
    try:
        return port.stat().st_rdev
    except OSError:
        return None
