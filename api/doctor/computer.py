"""Checks of the computer itself: how fast its disk keeps a promise, how worn it is, and whether its supply holds."""

from __future__ import annotations

import os
import shutil
import subprocess
import tempfile
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from statistics import median
from time import perf_counter
from typing import Final

from api.doctor.finding import Finding

FSYNC_TIMES: Final = 9
SLOW_FSYNC_MS: Final = 150.0
"""A result is told only after it is on the disk; people wait for it."""
COMMAND_SECONDS: Final = 5.0
THROTTLED: Final = "sys/devices/platform/soc/*/get_throttled"
_NOW: Final = {
    0: "the supply is too low",
    1: "its clock is held back",
    2: "it is throttled",
    3: "it is too hot",
}
"""Bits of ``get_throttled``; sixteen higher: it has happened since the start (Raspberry Pi documentation, vcgencmd)."""
_SINCE: Final = 16
_LOW: Final = 1 << 0
_HOT: Final = 1 << 3
_WORN: Final = 8
"""Of eleven tenths of its life (eMMC, ``life_time``: 0x0A is 90 to 100 % used)."""


def fsync_time(folder: Path) -> Finding:
    """Writes and removes a small file in the state folder."""
    present = next(parent for parent in (folder, *folder.absolute().parents) if parent.is_dir())
    try:
        times = sorted(_fsyncs(present))
    except OSError as error:
        return Finding("fsync", "warn", f"not measured: {error.strerror}", "Put right what is reported of the disk.")
    middle, longest = median(times), times[-1]
    detail = f"{middle:.1f} ms to keep a line, {longest:.1f} ms at worst"
    if middle > SLOW_FSYNC_MS:
        return Finding("fsync", "warn", detail, "This card is slow or worn: use an SSD or a card of class A2.")
    return Finding("fsync", "ok", detail)


def _fsyncs(folder: Path) -> Iterator[float]:
    with tempfile.TemporaryFile(dir=folder) as file:
        for _ in range(FSYNC_TIMES):
            began = perf_counter()
            file.write(bytes(4096))
            file.flush()
            os.fsync(file.fileno())
            yield (perf_counter() - began) * 1000


def wear(folder: Path, system: Path = Path("/sys")) -> Finding:
    """What the medium itself says; SD cards and most disks say nothing."""
    present = next(parent for parent in (folder, *folder.absolute().parents) if parent.is_dir())
    device = present.stat().st_dev
    block = system / "dev" / "block" / f"{os.major(device)}:{os.minor(device)}"
    for place in (block / "device", block.resolve().parent / "device"):
        if (place / "life_time").is_file():
            return _life((place / "life_time").read_text(encoding="ascii"))
    return Finding("wear", "ok", "the disk does not tell its wear; keep backups: jantaku backup")


def _life(text: str) -> Finding:
    try:
        used = max((int(word, 16) for word in text.split()), default=0)
    except ValueError:
        used = 0
    detail = f"about {used * 10} % of its life is used" if used else "the disk does not know its wear"
    if used > _WORN:
        return Finding("wear", "warn", detail, "Make a backup (jantaku backup) and replace the medium soon.")
    return Finding("wear", "ok", detail)


Run = Callable[[Sequence[str]], str | None]


def run_command(command: Sequence[str]) -> str | None:
    """What a program prints; None when it is not there or fails."""
    if shutil.which(command[0]) is None:
        return None
    try:
        done = subprocess.run(command, capture_output=True, text=True, timeout=COMMAND_SECONDS, check=False)
    except (OSError, subprocess.TimeoutExpired):
        return None
    return done.stdout if done.returncode == 0 else None


def supply(root: Path = Path("/"), run: Run = run_command) -> Finding:
    """Whether a Raspberry Pi had enough voltage. Any other computer has no such word, and that is no fault."""
    reported = _throttled(root, run)
    if reported is None:
        return Finding("supply", "ok", "this computer does not tell about its supply (no get_throttled)")
    now = [words for bit, words in _NOW.items() if reported >> bit & 1]
    before = [words for bit, words in _NOW.items() if reported >> (bit + _SINCE) & 1]
    if now:
        return Finding("supply", "bad", f"now: {', '.join(now)}", _remedy(reported))
    if before:
        return Finding("supply", "warn", f"since the start at times: {', '.join(before)}", _remedy(reported >> _SINCE))
    return Finding("supply", "ok", "enough voltage since the start")


def _remedy(bits: int) -> str:
    """A Pi that is too hot is held back as well, and so is one whose supply is too low."""
    said = []
    if bits & _LOW or not bits & _HOT:
        said.append("Use the supply made for this Pi and a short cable.")
    if bits & _HOT or not bits & _LOW:
        said.append("Cool it: free its vents, add a heat sink or a fan.")
    return " ".join(said)


def _throttled(root: Path, run: Run) -> int | None:
    for path in sorted(root.glob(THROTTLED)):
        try:
            return int(path.read_text(encoding="ascii").strip(), 16)
        except (OSError, ValueError):
            continue
    reported = run(["vcgencmd", "get_throttled"])
    try:
        return int(reported.partition("=")[2].strip(), 16) if reported else None
    except ValueError:
        return None


def synchronised(run: Run = run_command) -> bool | None:
    """Whether a time server sets the clock, whichever program does it; None when nobody can say."""
    reported = run(["timedatectl", "show", "--property=NTPSynchronized", "--value"])
    return None if reported is None or reported.strip() not in ("yes", "no") else reported.strip() == "yes"
