"""A table's service in processes of its own, kept by what does the part of systemd that updates depend on."""

from __future__ import annotations

import os
import re
import shutil
import signal
import socket
import subprocess
import sys
import threading
import time
import urllib.error
import urllib.request
from collections.abc import Iterator, Sequence
from contextlib import contextmanager, suppress
from datetime import UTC, datetime
from pathlib import Path
from typing import TYPE_CHECKING, Final

from api.updates import computer
from api.updates.computer import InstalledComputer
from api.updates.releases import Releases
from bench.ports import free_port
from controller.config import BoardConfig, Config, TableConfig
from controller.events.machine import HatchClosed, HatchOpened
from controller.journal.store import Journal
from controller.listening import HttpConfig

if TYPE_CHECKING:
    from bench.rollout import TableOfTrial

ROOT: Final = Path(__file__).resolve().parents[1]
SOURCES: Final = ("api", "controller", "firmware_bridge", "hall", "hardware")
UNIT: Final = (ROOT / "systemd/jantaku.service").read_text(encoding="utf-8")
UP_SECONDS: Final = 300.0
"""A service that is not up by then, before the update, says nothing about the update: the computer is too busy."""
ASK_SECONDS: Final = 0.1
_STARTED_BY: Final = "import sys; sys.path.insert(0, sys.argv.pop(1)); from api.cli import main; sys.exit(main())"
_HANGS: Final = "import signal, time\nsignal.signal(signal.SIGTERM, signal.SIG_IGN)\ntime.sleep(1e6)\n"
_DIES: Final = (
    "import os, threading\nfrom api.service.notify import Notifier\n_ready = Notifier.ready\n\n\n"
    "def ready(self, status):\n    _ready(self, status)\n    threading.Timer(2.0, os._exit, (1,)).start()\n\n\n"
    "Notifier.ready = ready\n"
)
_BREAKS: Final = {
    "ends": ("api/service/service.py", "", "\nraise RuntimeError\n"),
    "dies": ("api/service/service.py", "", f"\n{_DIES}"),
    "hangs": ("api/service/service.py", "", f"\n{_HANGS}"),
    "sick": ("api/table/routes/health.py", "    if not runtime.healthy:\n", "    if runtime.healthy:\n"),
}


def seconds_of(name: str) -> float:
    """A time of the unit."""
    found = re.search(rf"^{name}=(-?[0-9]+)$", UNIT, re.M)
    assert found is not None, name
    return float(found[1])


class Programs:
    """The sources of this checkout as programs of several versions; dependencies are those of this Python."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder

    def __call__(self, version: str, fault: str | None) -> Path:
        program = self.folder / version
        if program.exists():
            return program
        skip = shutil.ignore_patterns("__pycache__", "*.o", "*.d")
        for name in SOURCES:
            shutil.copytree(ROOT / name, program / name, ignore=skip)
        metadata = program / f"jantaku-{version}.dist-info"
        metadata.mkdir()
        (metadata / "METADATA").write_text(f"Metadata-Version: 2.1\nName: jantaku\nVersion: {version}\n")
        if fault is not None:
            name, before, after = _BREAKS[fault]
            path = program / name
            text = path.read_text(encoding="utf-8")
            assert before in text, f"{name} is another one than this trial knows"
            path.write_text(text.replace(before, after) if before else text + after, encoding="utf-8")
        return program


class Unit:
    """``jantaku.service`` as systemd keeps it: ready when it says so, begun again when it ends, killed when it does
    not end, or gives no sign of life."""

    def __init__(self, command: Sequence[str], folder: Path) -> None:
        self.program: Path | None = None
        self.restarts, self.pid = 0, 0
        self._command, self._folder = command, folder
        self._ready = self._wanted = False
        self._process: subprocess.Popen[bytes] | None = None
        self._beat, self._lock = 0.0, threading.RLock()
        self._closed = threading.Event()
        self._socket = socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM)
        self._socket.bind(str(folder / "notify"))
        self._socket.settimeout(0.5)
        for work in (self._hear, self._keep):
            threading.Thread(target=work, daemon=True).start()

    def start(self) -> None:
        """One that runs goes on."""
        with self._lock:
            self._wanted, lives = True, self._process is not None and self._process.poll() is None
            if not lives:
                self._spawn()

    def stop(self) -> None:
        """Comes back at once."""
        with self._lock:
            self._wanted, process = False, self._process
        if process is not None:
            process.terminate()
            killing = threading.Timer(seconds_of("TimeoutStopSec"), process.kill)
            killing.daemon = True
            killing.start()

    def kill(self) -> None:
        if self._process is not None:
            self._process.kill()

    def wait(self) -> None:
        if self._process is not None:
            self._process.wait()

    def state(self) -> str:
        lives = self._process is not None and self._process.poll() is None
        if not self._wanted:
            return "deactivating" if lives else "inactive"
        return "active" if lives and self._ready else "activating"

    def close(self) -> None:
        self.stop()
        self._closed.set()
        self.kill()
        self.wait()
        self._socket.close()
        (self._folder / "notify").unlink(missing_ok=True)

    def _spawn(self) -> None:
        assert self.program is not None
        self._ready, self._beat = False, time.monotonic()
        environment = {
            **os.environ, "NOTIFY_SOCKET": str(self._folder / "notify"), "PYTHONDONTWRITEBYTECODE": "1",
            "WATCHDOG_USEC": str(int(seconds_of("WatchdogSec") * 1e6)),
        }  # fmt: skip
        command = [sys.executable, "-sP", "-c", _STARTED_BY, str(self.program), *self._command]
        with (self._folder / "service.log").open("ab") as log:
            self._process = subprocess.Popen(command, stdout=log, stderr=log, env=environment, stdin=subprocess.DEVNULL)
        if os.geteuid() == 0:
            os.setpriority(os.PRIO_PROCESS, self._process.pid, int(seconds_of("Nice")))

    def _keep(self) -> None:
        while not self._closed.wait(0.05):
            with self._lock:
                process = self._process
                if process is None or not self._wanted:
                    continue
                if self._ready and time.monotonic() - self._beat > seconds_of("WatchdogSec"):
                    process.send_signal(signal.SIGABRT)
                if process.poll() is None:
                    continue
            self._closed.wait(seconds_of("RestartSec"))
            with self._lock:
                if self._wanted and self._process is process:
                    self.restarts += 1
                    self._spawn()

    def _hear(self) -> None:
        while not self._closed.is_set():
            with suppress(OSError):
                lines = self._socket.recv(4096).decode().splitlines()
                self._beat = time.monotonic()
                self._ready = self._ready or "READY=1" in lines


def _unheard(text: str) -> None:
    """What an update says of its steps."""


class RealService:
    """A table whose service runs; ``events``: in its journal before."""

    real = True

    def __init__(self, table: TableOfTrial, programs: Programs, events: int) -> None:
        self._table, self._programs = table, programs
        self._config = Config(
            table=TableConfig(name=table.name, state_dir=table.state), board=BoardConfig(port="simulate"),
            http=HttpConfig(port=free_port()),
        )  # fmt: skip
        self._file = table.folder / "table.toml"
        self._file.write_text(
            f'[table]\nname = "{table.name}"\nstate_dir = "{table.state}"\n[board]\nport = "simulate"\n'
            f"[http]\nport = {self._config.http.port}\n"
        )
        self._first = table.version
        self._fill(events)
        self._unit = Unit(["serve", "--config", str(self._file)], table.folder)
        self._last: tuple[int, str] = (0, "")

    def _fill(self, events: int) -> None:
        with Journal(self._table.state / "journal.db", now=lambda: datetime.now(UTC)) as journal:
            while journal.last_seq < events:
                journal.append([HatchOpened(), HatchClosed()] * 250)

    @contextmanager
    def watched(self) -> Iterator[list[float]]:
        """Asked all the time: the longest while between two answers that it can be played at."""
        away, over = list[float](), threading.Event()
        self._unit.program = self._program(self._table.releases.current())
        self._unit.start()
        try:
            self._wait_until_up()
            with Journal(self._table.state / "journal.db", now=lambda: datetime.now(UTC), read_only=True) as journal:
                self._last = (journal.last_seq, journal.head)
            asking = threading.Thread(target=self._ask, args=(over, away))
            asking.start()
            try:
                yield away
            finally:
                self._wait_until_up()
                over.set()
                asking.join()
        finally:
            self._unit.close()

    def _ask(self, over: threading.Event, away: list[float]) -> None:
        last, longest = time.monotonic(), 0.0
        while not over.wait(ASK_SECONDS):
            if self._answers():
                longest, last = max(longest, time.monotonic() - last), time.monotonic()
        away.append(longest)

    def _wait_until_up(self) -> None:
        end = time.monotonic() + UP_SECONDS
        while not self._answers():
            if time.monotonic() > end:
                raise RuntimeError(f"it does not come up: {self._table.folder / 'service.log'}")
            time.sleep(ASK_SECONDS)

    def _answers(self) -> bool:
        try:
            with urllib.request.urlopen(f"http://127.0.0.1:{self._config.http.port}/readyz", timeout=1.0) as answer:
                return bool(answer.status == computer.OK)
        except (OSError, urllib.error.URLError):
            return False

    def check(self) -> None:
        from bench.rollout import Missed

        seq, hash_ = self._last
        with Journal(self._table.state / "journal.db", now=lambda: datetime.now(UTC), read_only=True) as journal:
            if journal.verify() is not None or journal.hash_at(seq) != hash_:
                raise Missed(f"{self._table.name}: its journal is not what it was")
        if list(self._table.state.glob("before-update*")):
            raise Missed(f"{self._table.name}: a copy was left")

    def computer(self, releases: Releases) -> InstalledComputer:
        return InstalledComputer(
            releases, self._config, board=True, run=self._run, say=_unheard,
            packaged=self._programs(self._first, None),
        )  # fmt: skip

    def _program(self, version: str | None) -> Path:
        return self._programs(self._first, None) if version is None else self._table.releases.folder(version)

    def _run(self, command: Sequence[str], seconds: float) -> subprocess.CompletedProcess[str]:
        unit, code, said = self._unit, 0, ""
        match list(command):
            case ["systemctl", "stop", *more]:
                unit.stop()
                if "--no-block" not in more:
                    unit.wait()
            case ["systemctl", "kill", *_]:
                unit.kill()
            case ["systemctl", "start", *_]:
                unit.program = self._program(self._table.releases.current())
                unit.start()
            case ["systemctl", "reset-failed", *_]:
                unit.restarts = 0
            case ["systemctl", "is-enabled", name]:
                code = int(name != "jantaku.service")
            case ["systemctl", "is-active", _]:
                said = unit.state()
                code = int(said != "active")
            case ["systemctl", "show", *_]:
                said = f"{unit.restarts}\n"
            case ["systemctl", *_]:
                pass
            case _:
                return computer.run([*command, "--config", str(self._file)], seconds)
        return subprocess.CompletedProcess(list(command), code, said, "")
