"""Checks of the computer itself: how fast its disk keeps a promise, how worn it is, and whether its supply holds."""

from __future__ import annotations

import os
import shutil
import subprocess
import tempfile
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from statistics import median
from time import perf_counter
from typing import Final, Literal

from api.doctor.finding import Finding

FSYNC_TIMES: Final = 9
SLOW_FSYNC_MS: Final = 150.0
"""A result is told only after it is on the disk; people wait for it."""
COMMAND_SECONDS: Final = 5.0
THROTTLED: Final = "sys/devices/platform/soc/*/get_throttled"
Trouble = Literal["too-low", "held-back", "throttled", "too-hot"]
TROUBLES: Final[Mapping[Trouble, str]] = {
    "too-low": "the supply is too low",
    "held-back": "its clock is held back",
    "throttled": "it is throttled",
    "too-hot": "it is too hot",
}
"""By the bits of ``get_throttled``; sixteen higher: it has happened since the start (Raspberry Pi documentation,
vcgencmd)."""
_SINCE: Final = 16
_LOW: Final = 1 << 0
_HOT: Final = 1 << 3
_WORN: Final = 80
"""Percent of its life (eMMC, ``life_time``: 0x0A is 90 to 100 % used, 0x0B more)."""


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


def life_used(folder: Path, system: Path = Path("/sys")) -> int | None:
    """Percent of the medium's life, in tens, as it says itself; 0 where it does not know, None where it has no word for
    it, as SD cards and most disks."""
    present = next(parent for parent in (folder, *folder.absolute().parents) if parent.is_dir())
    device = present.stat().st_dev
    block = system / "dev" / "block" / f"{os.major(device)}:{os.minor(device)}"
    for place in (block / "device", block.resolve().parent / "device"):
        if (place / "life_time").is_file():
            return _percent((place / "life_time").read_text(encoding="ascii"))
    return None


def _percent(text: str) -> int:
    try:
        return 10 * max((int(word, 16) for word in text.split()), default=0)
    except ValueError:
        return 0


def wear(folder: Path, system: Path = Path("/sys")) -> Finding:
    """What the medium itself says."""
    used = life_used(folder, system)
    if used is None:
        return Finding("wear", "ok", "the disk does not tell its wear; keep backups: jantaku backup")
    detail = f"about {used} % of its life is used" if used else "the disk does not know its wear"
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


@dataclass(frozen=True, slots=True)
class Supply:
    """``bits`` of ``get_throttled``."""

    bits: int

    @property
    def now(self) -> list[Trouble]:
        """Names of ``TROUBLES``."""
        return [name for bit, name in enumerate(TROUBLES) if self.bits >> bit & 1]

    @property
    def before(self) -> list[Trouble]:
        """Since the start, at times."""
        return Supply(self.bits >> _SINCE).now


def reported_supply(root: Path = Path("/"), run: Run = run_command) -> Supply | None:
    """What a Raspberry Pi says of its voltage and heat; None of any other computer."""
    bits = _throttled(root, run)
    return None if bits is None else Supply(bits)


def supply(root: Path = Path("/"), run: Run = run_command) -> Finding:
    """Whether a Raspberry Pi had enough voltage. Any other computer has no such word, and that is no fault."""
    found = reported_supply(root, run)
    if found is None:
        return Finding("supply", "ok", "this computer does not tell about its supply (no get_throttled)")
    if found.now:
        return Finding("supply", "bad", f"now: {_said(found.now)}", _remedy(found.bits))
    if found.before:
        return Finding(
            "supply", "warn", f"since the start at times: {_said(found.before)}", _remedy(found.bits >> _SINCE)
        )
    return Finding("supply", "ok", "enough voltage since the start")


def _said(names: Sequence[Trouble]) -> str:
    return ", ".join(TROUBLES[name] for name in names)


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
