"""An update on a real computer: systemd, the service's own answers, and programs of the releases themselves.

What has to do with a journal or a board is done by the release that it belongs to: no release needs to know how another
one writes.
"""

from __future__ import annotations

import json
import subprocess
import sys
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path
from time import monotonic, sleep
from typing import Final

from api.doctor.running import Said, asked_of_table, said
from api.updates.errors import UpdateFailed
from api.updates.releases import Releases
from controller.config import Config
from hall.config import Config as HallConfig

PACKAGED: Final = Path("/usr/lib/jantaku")
UNITS: Final = ("jantaku.service", "jantaku-hall.service")
OK: Final = 200
COMMAND_SECONDS: Final = 60.0
FLASH_SECONDS: Final = 300.0
COMPILE_SECONDS: Final = 600.0
"""Nine seconds of a fast processor, while the table is in use. What is cut off leaves modules without byte code."""
HEALTH_SECONDS: Final = 35.0
"""What a release has until it must serve, so that with the way back no table is out of play for more than a minute
(``bench.rollout``). A Pi needs a few seconds."""
STARTS: Final = 4
"""So many times as long as the start of the release that ran, where that is more: a computer that is slow with the old
one is as slow with the new one. A Pi Zero 2 W starts it in five seconds."""
LONGEST_SECONDS: Final = 300.0
"""And no longer than systemd waits for a unit that says nothing (``TimeoutStartSec``)."""
HALL_SECONDS: Final = 180.0
"""The same on a computer that is only a hall: tables play on without it, and a large store is read to its end."""
ENDING_SECONDS: Final = 2.0
"""What a release that is taken back has to end by itself."""
GOOD_IN_A_ROW: Final = 3
BAD_IN_A_ROW: Final = 5
"""So often a service must say that something is wrong, or end, until nobody waits for it any longer."""
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
    """``config``: of the table here; None where there is only a hall. ``hall``: that of the hall here. ``board``:
    whether its board must answer for a release to be well: it did before. ``packaged``: the program of the package;
    ``ask``: what its table says under a path."""

    def __init__(
        self, releases: Releases, config: Config | None, *, board: bool = False, run: Run = run,
        say: Callable[[str], None] = print, wait: Callable[[float], None] = sleep,
        clock: Callable[[], float] = monotonic, hall: HallConfig | None = None, packaged: Path = PACKAGED,
        ask: Callable[[Config, str], Said | None] = asked_of_table,
    ) -> None:  # fmt: skip
        self.releases, self.config, self.hall, self.board = releases, config, hall, board
        self._run, self._say, self._wait, self._clock = run, say, wait, clock
        self._packaged, self._ask = packaged, ask
        self._start_took = 0.0

    def now(self) -> str:
        return datetime.now(UTC).isoformat(timespec="seconds")

    def stop(self, *, by_force: bool = False) -> None:
        self._say("stopping the service")
        units = self._units()
        if not by_force:
            self._start_took = self._took(UNITS[0 if self.config is not None else 1])
        if by_force:
            self._run(["systemctl", "stop", "--no-block", *units], COMMAND_SECONDS)
            end = self._clock() + ENDING_SECONDS
            while any(self._is(unit, "active", "deactivating") for unit in units) and self._clock() < end:
                self._wait(ENDING_SECONDS / 10)
            self._run(["systemctl", "kill", "--signal=SIGKILL", *units], COMMAND_SECONDS)
        done = self._run(["systemctl", "stop", *units], COMMAND_SECONDS)
        if done.returncode != 0:
            raise UpdateFailed(f"the service does not stop: {done.stderr.strip()[-200:]}")

    def _took(self, unit: str) -> float:
        """Seconds that the last start of a unit took; none when systemd does not know."""
        names = ("ExecMainStartTimestampMonotonic", "ActiveEnterTimestampMonotonic")
        shown = self._run(["systemctl", "show", f"--property={','.join(names)}", unit], COMMAND_SECONDS).stdout
        found = dict(line.partition("=")[::2] for line in shown.splitlines())
        began, up = (int(found[name]) if found.get(name, "").isdecimal() else 0 for name in names)
        return max(0, up - began) / 1e6

    def start(self) -> None:
        """A unit that failed too often before is tried anew."""
        units = self._units()
        self._run(["systemctl", "daemon-reload"], COMMAND_SECONDS)
        self._run(["systemctl", "reset-failed", *units], COMMAND_SECONDS)
        self._run(["systemctl", "start", "--no-block", *units], COMMAND_SECONDS)

    def _units(self) -> list[str]:
        return [unit for unit in UNITS if self._run(["systemctl", "is-enabled", unit], COMMAND_SECONDS).returncode == 0]

    def _is(self, unit: str, *states: str) -> bool:
        return self._run(["systemctl", "is-active", unit], COMMAND_SECONDS).stdout.strip() in states

    def compile(self, version: str) -> None:
        """The service may not write beside its program: what is not compiled here is compiled anew at each start."""
        self._say("compiling the release to byte code")
        program = str(self.program(version))
        self._run([sys.executable, "-sP", "-m", "compileall", "-q", program], COMPILE_SECONDS)
        self._run(["sync", "-f", program], COMMAND_SECONDS)

    def try_copies(self, version: str) -> None:
        self._say("trying the release on copies of what is kept here")
        done = self._release(version, ["update", "try"], FLASH_SECONDS)
        if done.returncode != 0:
            said = (done.stderr or done.stdout).strip()
            raise UpdateFailed(f"it cannot work with what is kept here: {said.removeprefix('jantaku: ')[-300:]}")

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
        return self._packaged if version is None else self.releases.folder(version)

    def unwell(self, version: str | None) -> str | None:
        self._say(f"release {version or 'of the package'} is watched")
        least = HEALTH_SECONDS if self.config is not None else HALL_SECONDS
        seconds = max(least, min(STARTS * self._start_took, LONGEST_SECONDS))
        end, good, bad, found = self._clock() + seconds, 0, 0, NotYet("it does not start")
        # One that is well by then is looked at to the end: the table is in play, and would not be on the way back.
        while self._clock() < end or good:
            now = self._look(version)
            good = good + 1 if now is None else 0
            bad = bad + 1 if now is not None and now.for_good else 0
            if good >= GOOD_IN_A_ROW:
                if not self.reads_journal(version):
                    return "the chain of its journal is broken"
                now = self._look(version)  # that took a while, in which it may have ended
                if now is None:
                    return None
                good = 0
            found = now or found
            if bad >= BAD_IN_A_ROW or (now is not None and now.at_once):
                break
            self._wait(BETWEEN_SECONDS)
        return found.why

    def _look(self, version: str | None) -> NotYet | None:
        for unit in self._units():
            if (fallen := self._fallen(unit)) is not None:
                return fallen
            if self._run(["systemctl", "is-active", unit], COMMAND_SECONDS).returncode != 0:
                return NotYet(f"{unit} does not come up")
        found = None if self.hall is None else self._look_at_hall(self.hall)
        if found is None and self.config is not None:
            found = self._look_at_table(self.config, version_of(self.program(version)))
        return found

    def _fallen(self, unit: str) -> NotYet | None:
        """``NRestarts`` is zero after ``reset-failed``, and one that was killed by its watchdog counts as well."""
        shown = self._run(["systemctl", "show", "--property=NRestarts", "--value", unit], COMMAND_SECONDS).stdout
        if shown.strip().isdecimal() and int(shown) > 0:
            return NotYet(f"{unit} ended by itself", at_once=True)
        return None

    def _look_at_hall(self, hall: HallConfig) -> NotYet | None:
        ready = said(hall.http, hall.hall.state_dir, "/readyz")
        return None if ready is not None and ready.status == OK else _not_ok(ready, "the hall")

    def _look_at_table(self, config: Config, version: str | None) -> NotYet | None:
        health = self._ask(config, "/healthz")
        if health is None or health.status != OK:
            return _not_ok(health, "the service")
        told = json.loads(health.content)
        if told.get("status") != "ok":
            return NotYet(f"the service is {told.get('status')}")
        if version is not None and told.get("version") != version:
            return NotYet(f"release {told.get('version')} answers, not {version}", for_good=True)
        page = self._ask(config, "/")
        if page is None or b"<html" not in page.content:
            return NotYet("its page is not served", for_good=True)
        ready = self._ask(config, "/readyz") if self.board else None
        if self.board and (ready is None or ready.status != OK):
            return NotYet("the board does not answer any more")
        return None


@dataclass(frozen=True, slots=True)
class NotYet:
    """Why a release is not well. ``for_good``: what waiting does not mend, when it is so several times in a row;
    ``at_once``: once is enough."""

    why: str
    for_good: bool = False
    at_once: bool = False


def _not_ok(answer: Said | None, who: str) -> NotYet:
    """A service that says that it is not well has read what it keeps: waiting helps seldom."""
    if answer is None:
        return NotYet(f"{who} does not answer")
    return NotYet(f"{who} says that it is not well", for_good=True)


def version_of(program: Path) -> str | None:
    """Of an installed program, by its metadata."""
    found = sorted(program.glob("jantaku-*.dist-info"))
    return found[0].name.removeprefix("jantaku-").removesuffix(".dist-info") if found else None
