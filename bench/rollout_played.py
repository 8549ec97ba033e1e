"""A table's service under systemd, in simulated time, at the pace of a slow computer."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from subprocess import CompletedProcess
from typing import TYPE_CHECKING, Final

from api.doctor.running import Said
from api.updates.computer import InstalledComputer
from api.updates.releases import Releases
from controller.config import Config

if TYPE_CHECKING:
    from bench.rollout import TableOfTrial

NEVER: Final = float("inf")
FAULT_FILE: Final = "fault"
"""In the program of a played release: what it does wrong."""


@dataclass(frozen=True, slots=True)
class Pace:
    """Seconds. ``program``: for a command of a release to be loaded; ``ready``: of the service, from its start until it
    can be played at; ``stops``, ``killed``: until it has ended, asked and by force (``TimeoutStopSec``). ``events`` of
    the journal, of which ``read`` are read each second, and ``copied`` copied."""

    program: float = 3.0
    ready: float = 6.0
    stops: float = 2.0
    killed: float = 10.0
    events: int = 3_000_000
    read: float = 10_000.0
    copied: float = 40_000.0


PI_4: Final = Pace()
"""On paper: five times the processor time measured on an x86-64 core, a card that writes 28 MB/s, and a year of play
around the clock (``docs/hall-sizing.md``)."""


class PlayedService:
    """Counts the time in which a healthy release does not answer."""

    real = False

    def __init__(self, table: TableOfTrial, pace: Pace = PI_4) -> None:
        self._table, self._pace, self.time = table, pace, 0.0
        self._running: str | None = table.version
        self._since, self._ended = -pace.ready, 0
        self._fault = ""
        self._down: float | None = None
        self._ends = NEVER
        self._away = 0.0
        self._has_copy = False

    @contextmanager
    def watched(self) -> Iterator[list[float]]:
        found = list[float]()
        yield found
        found.append(self._away)

    def check(self) -> None:
        """It keeps nothing."""

    def computer(self, releases: Releases) -> InstalledComputer:
        return InstalledComputer(
            releases, Config(), run=self.run, say=_unheard, wait=self.wait, clock=lambda: self.time,
            ask=self._asked, packaged=self._table.folder,
        )  # fmt: skip

    def wait(self, seconds: float) -> None:
        self.time += seconds

    def run(self, command: Sequence[str], seconds: float) -> CompletedProcess[str]:
        del seconds
        code, said = 0, ""
        match list(command):
            case ["systemctl", "stop", "--no-block", *_]:
                self._ask_to_stop()
            case ["systemctl", "stop", *_]:
                self._ask_to_stop()
                self.time = max(self.time, self._ends)
                self._running = None
            case ["systemctl", "kill", *_]:
                self._ends = min(self._ends, self.time)
            case ["systemctl", "start", *_]:
                self._start()
            case ["systemctl", "is-enabled", unit]:
                code = int(unit != "jantaku.service")
            case ["systemctl", "is-active", _]:
                said = self._state()
                code = int(said != "active")
            case ["systemctl", "show", *_]:
                said = f"{self._restarts()}\n"
            case [*_, "update", action]:
                self._works(action)
        return CompletedProcess(list(command), code, said, "")

    def _works(self, action: str) -> None:
        pace = self._pace
        self.time += pace.program
        if action == "try" or (action == "reads" and not self._has_copy):
            self.time += pace.events / pace.read
        elif action == "keep" and not (self._has_copy and self._running is None):
            self.time += pace.events / pace.copied
        self._has_copy = (self._has_copy or action == "keep") and action not in ("put-back", "drop-copy")

    def _ask_to_stop(self) -> None:
        if self._running is None or self._ends < NEVER:
            return
        self._ends = self.time + (self._pace.killed if self._fault == "hangs" else self._pace.stops)
        if self._down is None:
            self._down = self.time

    def _state(self) -> str:
        """As ``systemctl is-active`` says it."""
        if self._ends < NEVER:
            return "deactivating" if self.time < self._ends else "inactive"
        return "active" if self._is_ready() else "activating"

    def _start(self) -> None:
        self._running, self._since, self._ends = self._table.version, self.time, NEVER
        file: Path = self._table.releases.folder(self._running) / FAULT_FILE
        self._fault = file.read_text() if file.exists() else ""
        if not self._fault and self._down is not None:
            self._away, self._down = max(self._away, self.time + self._pace.ready - self._down), None

    def _is_ready(self) -> bool:
        up = self._running is not None and self.time >= self._since + self._pace.ready
        return up and self._fault not in ("ends", "hangs") and self._restarts() == 0

    def _restarts(self) -> int:
        """A service that ends is begun again after two seconds (``RestartSec``)."""
        if self._running is None or self._fault not in ("ends", "dies"):
            return 0
        lives = self._pace.ready if self._fault == "ends" else self._pace.ready + 2.0
        return int((self.time - self._since) // (lives + 2.0))

    def _asked(self, config: Config, path: str) -> Said | None:
        del config
        if not self._is_ready():
            return None
        if path == "/healthz":
            sick = self._fault == "sick"
            said = json.dumps({"status": "ok", "version": self._running}).encode()
            return Said(503, b"") if sick else Said(200, said)
        return Said(200, b"<html>")


def _unheard(text: str) -> None:
    """What an update says of its steps."""


def content(folder: Path) -> Callable[[str, str | None], Path]:
    """Makes programs that are nothing but a version and a fault."""

    def made(version: str, fault: str | None) -> Path:
        program = folder / version
        (program / f"jantaku-{version}.dist-info").mkdir(parents=True)
        (program / f"jantaku-{version}.dist-info/METADATA").write_text(f"Name: jantaku\nVersion: {version}\n")
        if fault is not None:
            (program / FAULT_FILE).write_text(fault)
        return program

    return made
