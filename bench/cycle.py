"""``python -m bench.cycle``: what the controller adds to the machine's own cycle, and what the service costs.

The first part runs in virtual time and is exact. From the closed hatch to the staged wall some motor must turn all the
time, except while the wall stands up (dwell) and while the board looks for late tiles (tail). Whatever else stands
still was added by firmware, link and controller. The second part runs the service as people run it.
"""

from __future__ import annotations

import asyncio
import statistics
import subprocess
import sys
import tempfile
import time
import urllib.error
import urllib.request
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from api.service.runtime import running
from api.unattended.autoplay import Autoplay, Style
from bench.house import House, house
from bench.link import LinkRow, report
from bench.ports import free_port
from controller.config import BoardConfig, Config, SimulatorConfig, TableConfig
from controller.mechanism import Situation
from hardware.firmware.build import FirmwareBuildError, host_library
from hardware.profiles import PROFILES
from hardware.simulator.chip import LibraryChip
from hardware.simulator.parts import HATCH, LIFT, Motors
from hardware.simulator.plant import HATCH_CLOSED, Plant
from hardware.simulator.virtual_time import run

PROFILE: Final = "normal"
CYCLES: Final = 5
TAIL_S: Final = 0.8
"""The board's setting TAIL_MS as it is delivered."""
ADDED_LIMIT: Final = 0.02
HANDS: Final = 16
SPEED: Final = 50.0
KEPT_LIMIT: Final = 0.9
STARTS: Final = 3
START_LIMIT: Final = 4.0
"""Starts of a bare application: what a start takes on a Raspberry Pi, ``bench.on_paper`` reckons."""
BARE: Final = (
    "import sys, fastapi, uvicorn; app = fastapi.FastAPI(); app.get('/healthz')(lambda: {});"
    "uvicorn.run(app, host='127.0.0.1', port=int(sys.argv[-1]), log_level='warning')"
)
MEMORY_LIMIT: Final = 0.75
"""Of what the unit gives the service before it is held back: the rest is for long matches and many displays."""
PATIENCE: Final = 30.0


# ---------------------------------------------------------------- the cycle, in virtual time


class MotorLog:
    """Follows the motors of a plant from the moment the hatch is closed. Seconds of the plant. ``last_stop``: when the
    last of them stopped; ``still``: how long all stood before, each time."""

    def __init__(self, plant: Plant) -> None:
        self._plant, self._drive = plant, plant.drive
        self._open = False
        self._lifting = False
        self._stopped: float | None = None
        self.closed = self.up = 0.0
        self.last_stop = 0.0
        self.still: list[float] = []
        plant.drive = self._driven  # type: ignore[method-assign]

    def _driven(self, motors: Motors) -> None:
        now = self._plant.now / 1e6
        self._drive(motors)
        is_open = self._plant.hatch.at(self._plant.now) > HATCH_CLOSED
        if self._open and not is_open:
            self.closed, self.up, self._stopped, self.still = now, 0.0, now, []
        self._open = is_open
        self._follow(now, any(motors[:HATCH]), any(motors[LIFT:HATCH]))

    def _follow(self, now: float, turning: bool, lifting: bool) -> None:
        if turning and self._stopped is not None:
            self.still.append(now - self._stopped)
            self._stopped = None
        elif not turning and self._stopped is None:
            self._stopped = self.last_stop = now
        if self._lifting and not lifting and not self.up:
            self.up = now
        self._lifting = lifting


@dataclass(frozen=True, slots=True)
class Cycle:
    """A change of hands in seconds: from the closed hatch to the wall up and to the next wall staged; ``added`` is
    the time in which nothing turned although something could have."""

    up: float
    staged: float
    added: float


async def _cycles() -> list[Cycle]:
    async with house(LibraryChip(host_library()), profile=PROFILE) as table_:
        await table_.play_ready()
        log = MotorLog(table_.table.plant)
        return [await _one(table_, log) for _ in range(CYCLES)]


async def _one(table_: House, log: MotorLog) -> Cycle:
    since = len(table_.events)
    await table_.load()
    staged = await table_.until_event("wall-staged", since)
    await table_.until(Situation.PLAYING_READY)
    still = sum(log.still) - table_.state.setup.dwell_ms / 1000 + (staged.at - log.last_stop - TAIL_S)
    return Cycle(log.up - log.closed, staged.at - log.closed, still)


def cycle_rows(cycles: list[Cycle]) -> list[LinkRow]:
    lift = PROFILES[PROFILE].lift
    up = statistics.median(cycle.up for cycle in cycles)
    over = up / lift - 1
    staged = statistics.median(cycle.staged for cycle in cycles)
    added = statistics.median(cycle.added for cycle in cycles)
    share = added / (staged - added)
    return [
        LinkRow(
            f"hatch closed to wall up: median of {len(cycles)}",
            f"{up:.3f} s = lift {lift:.1f} s + {over:.1%}",
            f"<= {ADDED_LIMIT:.0%} over the lift",
            over <= ADDED_LIMIT,
        ),
        LinkRow(
            "hatch closed to the next wall staged: standing still beyond dwell and tail",
            f"{added * 1000:.0f} ms of {staged:.1f} s = {share:.2%}",
            f"<= {ADDED_LIMIT:.0%}",
            share <= ADDED_LIMIT,
        ),
    ]


# ---------------------------------------------------------------- the service, as people run it


def match_row() -> LinkRow:
    """A match of many hands with a loop at fifty times real time, everything on disk."""
    began = time.perf_counter()
    virtual, hands = run(_match(), SPEED)
    took = time.perf_counter() - began
    kept = virtual / took / SPEED
    return LinkRow(
        f"{hands} hands at {SPEED:.0f} x real time",
        f"{virtual:.0f} s of table time in {took:.1f} s = {virtual / took:.0f} x",
        f">= {KEPT_LIMIT * SPEED:.0f} x",
        kept >= KEPT_LIMIT,
    )


async def _match() -> tuple[float, int]:
    with tempfile.TemporaryDirectory(prefix="jantaku-cycle-") as folder:
        config = Config(
            table=TableConfig(state_dir=Path(folder)),
            board=BoardConfig(port="simulate"),
            simulator=SimulatorConfig(profile=PROFILE, speed=SPEED),
        )
        async with running(config) as runtime:
            assert runtime.table is not None and runtime.simulator is not None
            style = Style(think=(10.0, 40.0), wait_for_wall=True)
            state = await Autoplay(runtime.table, runtime.simulator, 1, style).play_match(HANDS)
            hands = sum(hand.result is not None for hand in state.hands)
            return asyncio.get_running_loop().time(), hands


def service_rows() -> list[LinkRow]:
    """The command as it is installed, on an empty state folder, in turn with the bare application; its memory after the
    first wall was begun."""
    bare, ours = list[float](), list[Started]()
    for _ in range(STARTS):
        with _running([sys.executable, "-c", BARE]) as (address, began, _process):
            bare.append(_until(f"{address}/healthz", began))
        with _running([sys.executable, "-m", "api.cli", "serve", "--port", "simulate", "--unattended"]) as service:
            ours.append(_started(*service))
    least = statistics.median(bare)
    answered = statistics.median(one.answered for one in ours)
    resident = max(one.resident for one in ours)
    most = MEMORY_LIMIT * unit_memory_high()
    return [
        LinkRow(f"start of a bare application to its first answer: median of {STARTS}", f"{least:.2f} s", "", True),
        LinkRow(
            "start of the service to its first answer",
            f"{answered:.2f} s = {answered / least:.1f} of the bare one",
            f"< {START_LIMIT:.0f}",
            answered < START_LIMIT * least,
        ),
        LinkRow(
            "start to a table that is ready (firmware library built before)",
            f"{statistics.median(one.ready for one in ours):.2f} s", "", True,
        ),
        LinkRow(
            "resident memory, simulator included",
            f"{resident:.0f} MiB",
            f"< {most:.0f} ({MEMORY_LIMIT:.0%} of MemoryHigh)",
            resident < most,
        ),
    ]  # fmt: skip


@dataclass(frozen=True, slots=True)
class Started:
    """Seconds from the start of the service to its first answer, and to a table that is ready; MiB of memory then."""

    answered: float
    ready: float
    resident: float


def _started(address: str, began: float, process: subprocess.Popen[bytes]) -> Started:
    answered, ready = (_until(f"{address}/{path}", began) for path in ("healthz", "readyz"))
    time.sleep(5)
    return Started(answered, ready, _resident_mib(process.pid))


@contextmanager
def _running(command: list[str]) -> Iterator[tuple[str, float, subprocess.Popen[bytes]]]:
    """Address, moment of the start and process of a command that is told its port by its last words."""
    port = free_port()
    with tempfile.TemporaryDirectory(prefix="jantaku-cycle-") as folder:
        began = time.perf_counter()
        process = subprocess.Popen(
            [*command, "--http-port", str(port)], env={"JANTAKU_STATE_DIR": folder, "PATH": "/usr/bin:/bin"},
            stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL,
        )  # fmt: skip
        try:
            yield f"http://127.0.0.1:{port}", began, process
        finally:
            process.terminate()
            process.wait(PATIENCE)


def unit_memory_high() -> float:
    """MiB from which on the unit holds the service back."""
    unit = Path(__file__).parents[1].joinpath("systemd", "jantaku.service").read_text(encoding="utf-8")
    line = next(line for line in unit.splitlines() if line.startswith("MemoryHigh="))
    return float(line.partition("=")[2].removesuffix("M"))


def _until(address: str, began: float) -> float:
    """Seconds until the address answers with success. Raises ``TimeoutError``."""
    while time.perf_counter() - began < PATIENCE:
        try:
            with urllib.request.urlopen(address, timeout=2):
                return time.perf_counter() - began
        except (urllib.error.URLError, ConnectionError, TimeoutError):
            time.sleep(0.01)
    raise TimeoutError(f"{address} did not answer in {PATIENCE:.0f} s")


def _resident_mib(pid: int) -> float:
    status = Path(f"/proc/{pid}/status").read_text(encoding="ascii")
    line = next(line for line in status.splitlines() if line.startswith("VmRSS"))
    return int(line.split()[1]) / 1024


def main() -> int:
    try:
        host_library()
    except FirmwareBuildError as error:
        print(f"not measured: {error}", file=sys.stderr)
        return 1
    return report([*cycle_rows(run(_cycles())), match_row(), *service_rows()])


if __name__ == "__main__":
    sys.exit(main())
