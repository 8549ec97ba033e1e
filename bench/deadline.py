"""A deadline for a child process that does not run while the child gets no processor.

On a busy computer a campaign must tell a child that hangs, which is a finding, from one that is starved, which says
nothing of the program: the run is then repeated and counted.
"""

from __future__ import annotations

import signal
import subprocess
import threading
import time
from contextlib import suppress
from enum import Enum
from pathlib import Path
from types import TracebackType
from typing import Final, Self

LOOK_SECONDS: Final = 0.25
LONGEST_SECONDS: Final = 1800.0
"""After this time of the wall's clock a child is given up, however little of it it could use."""
LAST_WORDS_SECONDS: Final = 20.0
UNABLE: Final = "DTt"
"""States of a thread that waits for a disk, or was stopped by somebody."""


class Late(Enum):
    """Why a child was killed before it was done."""

    HANGS = "it had a processor, or waited for none, and was not done"
    STARVED = "it got no processor or no disk"


class Starved(Exception):
    """The computer was too busy, again and again, to say anything of the program."""


class Deadline:
    """Kills ``child`` after ``seconds`` in which it could have worked, or after ``longest`` in all."""

    def __init__(self, child: subprocess.Popen[bytes], seconds: float, longest: float = LONGEST_SECONDS) -> None:
        self.late: Late | None = None
        self._child, self._seconds, self._longest = child, seconds, longest
        self._met = threading.Event()
        self._watch = threading.Thread(target=self._look_on, daemon=True)

    def __enter__(self) -> Self:
        self._watch.start()
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, at: TracebackType | None) -> None:
        self.met()

    def met(self) -> None:
        """The child was in time: nothing kills it any more."""
        self._met.set()
        self._watch.join()

    def _look_on(self) -> None:
        began = last = time.monotonic()
        used, waited = 0.0, self._waited()
        while not self._met.wait(LOOK_SECONDS):
            now, waits = time.monotonic(), self._waited()
            if not self._unable():
                used += max(0.0, now - last - _longest_wait(waited, waits))
            last, waited = now, waits
            if used > self._seconds or now - began > self._longest:
                self.late = Late.HANGS if used > self._seconds else Late.STARVED
                self._end()
                return

    def _end(self) -> None:
        """One that runs with ``-X faulthandler`` says on its standard error what it was doing."""
        if self.late is Late.HANGS:
            self._child.send_signal(signal.SIGABRT)
            with suppress(subprocess.TimeoutExpired):
                self._child.wait(LAST_WORDS_SECONDS)
        self._child.kill()

    def _waited(self) -> dict[str, float]:
        """By thread, the seconds for which it was ready to run and had no processor: the second number of its
        ``schedstat``, ns. Nothing when the child is gone, or the kernel does not count it."""
        numbers = {name: text.split() for name, text in self._read("schedstat").items()}
        return {name: int(each[1]) / 1e9 for name, each in numbers.items() if len(each) > 1}

    def _unable(self) -> bool:
        """Whether a thread waits for a disk: the others may sleep because they wait for it."""
        states = [text.rpartition(")")[2].strip()[:1] for text in self._read("stat").values()]
        return any(state and state in UNABLE for state in states)

    def _read(self, name: str) -> dict[str, str]:
        """By thread of the child and of all that it started, such as a compiler; without those that are gone."""
        found = {}
        for process in _family(str(self._child.pid)):
            for thread in Path(f"/proc/{process}/task").glob("*"):
                with suppress(OSError):
                    found[thread.name] = (thread / name).read_text(encoding="ascii", errors="replace")
        return found


def _family(first: str) -> list[str]:
    """A process and all that come from it, by the parent that each names (second word after its name)."""
    children: dict[str, list[str]] = {}
    for stat in Path("/proc").glob("[0-9]*/stat"):
        with suppress(OSError):
            parent = stat.read_text(encoding="ascii", errors="replace").rpartition(")")[2].split()[1]
            children.setdefault(parent, []).append(stat.parent.name)
    family = [first]
    for process in family:
        family += children.get(process, [])
    return family


def _longest_wait(before: dict[str, float], after: dict[str, float]) -> float:
    """Of one thread between two looks: the others may sleep because they wait for it."""
    return max((waited - before.get(name, 0.0) for name, waited in after.items()), default=0.0)
