"""An update on a real computer: systemd, the service's own answers, and programs of the releases themselves.

What has to do with a journal or a board is done by the release that it belongs to: no release needs to know how another
one writes.
"""

from __future__ import annotations

import json
import subprocess
import sys
from collections.abc import Callable, Sequence
from datetime import UTC, datetime
from pathlib import Path
from time import monotonic, sleep
from typing import Final

from api.doctor.board_checks import served
from api.updates.errors import UpdateFailed
from api.updates.releases import Releases
from controller.config import Config

PACKAGED: Final = Path("/usr/lib/jantaku")
UNITS: Final = ("jantaku.service", "jantaku-hall.service")
COMMAND_SECONDS: Final = 60.0
FLASH_SECONDS: Final = 300.0
HEALTH_SECONDS: Final = 50.0
"""What a release has until it must serve, so that no table is out of play for more than a minute. A Pi needs a few
seconds, an emulated one twenty."""
MOST_RESTARTS: Final = 3
"""A service that ended so often will not stay up for waiting longer."""
GOOD_IN_A_ROW: Final = 3
BETWEEN_SECONDS: Final = 1.0
_STARTED_BY: Final = "import sys; sys.path.insert(0, sys.argv.pop(1)); from api.cli import main; sys.exit(main())"

Run = Callable[[Sequence[str], float], "subprocess.CompletedProcess[str]"]


def run(command: Sequence[str], seconds: float) -> subprocess.CompletedProcess[str]:
    """A program that takes too long is one that failed."""
    try:
        return subprocess.run(
            command, capture_output=True, text=True, timeout=seconds, check=False, stdin=subprocess.DEVNULL
        )
    except (subprocess.TimeoutExpired, OSError) as error:
        return subprocess.CompletedProcess(list(command), 1, "", str(error))


class InstalledComputer:
    """``config``: of the table here; None where there is only a hall. ``board``: whether its board must answer for a
    release to be well: it did before."""

    def __init__(
        self, releases: Releases, config: Config | None, *, board: bool = False, run: Run = run,
        say: Callable[[str], None] = print, wait: Callable[[float], None] = sleep,
        clock: Callable[[], float] = monotonic,
    ) -> None:  # fmt: skip
        self.releases, self.config, self.board = releases, config, board
        self._run, self._say, self._wait, self._clock = run, say, wait, clock

    def now(self) -> str:
        return datetime.now(UTC).isoformat(timespec="seconds")

    def stop(self) -> None:
        self._say("stopping the service")
        done = self._run(["systemctl", "stop", *self._units()], COMMAND_SECONDS)
        if done.returncode != 0:
            raise UpdateFailed(f"the service does not stop: {done.stderr.strip()[-200:]}")

    def start(self) -> None:
        """A unit that failed too often before is tried anew."""
        units = self._units()
        self._run(["systemctl", "daemon-reload"], COMMAND_SECONDS)
        self._run(["systemctl", "reset-failed", *units], COMMAND_SECONDS)
        self._run(["systemctl", "start", "--no-block", *units], COMMAND_SECONDS)

    def _units(self) -> list[str]:
        return [unit for unit in UNITS if self._run(["systemctl", "is-enabled", unit], COMMAND_SECONDS).returncode == 0]

    def keep_journal(self) -> None:
        self._journal("keep", self.releases.current())

    def put_journal_back(self) -> None:
        self._say("putting the journal back as it was before")
        self._journal("put-back", self.releases.current())

    def drop_copy(self) -> None:
        self._release(self.releases.current(), ["update", "drop-copy"], COMMAND_SECONDS)

    def reads_journal(self, version: str | None) -> bool:
        return self._release(version, ["update", "reads"], FLASH_SECONDS).returncode == 0

    def _journal(self, action: str, version: str | None) -> None:
        done = self._release(version, ["update", action], FLASH_SECONDS)
        if done.returncode != 0:
            raise UpdateFailed(f"the journal could not be kept: {(done.stderr or done.stdout).strip()[-300:]}")

    def flash(self, version: str | None) -> None:
        self._say(f"firmware of release {version or 'of the package'} onto the board")
        done = self._release(version, ["flash", "--yes"], FLASH_SECONDS)
        if done.returncode != 0:
            raise UpdateFailed(f"the board was not flashed: {(done.stdout + done.stderr).strip()[-300:]}")

    def _release(self, version: str | None, words: Sequence[str], seconds: float) -> subprocess.CompletedProcess[str]:
        return self._run([sys.executable, "-sP", "-c", _STARTED_BY, str(self.program(version)), *words], seconds)

    def program(self, version: str | None) -> Path:
        return PACKAGED if version is None else self.releases.folder(version)

    def unwell(self, version: str | None) -> str | None:
        self._say(f"release {version or 'of the package'} is watched")
        end, good, why = self._clock() + HEALTH_SECONDS, 0, "it does not start"
        while self._clock() < end:
            found = self._look(version)
            good, why = (good + 1, "") if found is None else (0, found)
            if good >= GOOD_IN_A_ROW:
                return None if self.reads_journal(version) else "the chain of its journal is broken"
            if found is not None and (fallen := self._falls()) is not None:
                return fallen
            self._wait(BETWEEN_SECONDS)
        return why

    def _falls(self) -> str | None:
        for unit in self._units():
            shown = self._run(["systemctl", "show", "--property=NRestarts", "--value", unit], COMMAND_SECONDS).stdout
            if shown.strip().isdecimal() and int(shown) >= MOST_RESTARTS:
                return f"{unit} ended {shown.strip()} times"
        return None

    def _look(self, version: str | None) -> str | None:
        for unit in self._units():
            if self._run(["systemctl", "is-active", unit], COMMAND_SECONDS).returncode != 0:
                return f"{unit} does not come up"
        if self.config is None:
            return None
        return self._look_at_table(self.config, version_of(self.program(version)))

    def _look_at_table(self, config: Config, version: str | None) -> str | None:
        health = served(config, "/healthz")
        if health is None:
            return "the service does not answer, or says that it is not well"
        said = json.loads(health)
        if said.get("status") != "ok":
            return f"the service is {said.get('status')}"
        if version is not None and said.get("version") != version:
            return f"release {said.get('version')} answers, not {version}"
        if b"<html" not in (served(config, "/") or b""):
            return "its page is not served"
        if self.board and served(config, "/readyz") is None:
            return "the board does not answer any more"
        return None


def version_of(program: Path) -> str | None:
    """Of an installed program, by its metadata."""
    found = sorted(program.glob("jantaku-*.dist-info"))
    return found[0].name.removeprefix("jantaku-").removesuffix(".dist-info") if found else None
