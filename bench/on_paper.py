"""``python -m bench.on_paper``: how long the service takes to start on a Raspberry Pi, reckoned from this computer.

Measured here, in one run: the processor time of ``jantaku serve`` until it says that it is ready and until its first
page is sent, its memory, and what 7-Zip's own benchmark makes of one thread (``7zz``; package 7zip). Published: what
the same benchmark makes of one core of each Pi. A start is one thread of Python, so seconds there are seconds here
times the rating here by the rating there. The first start is not counted: it compiles the modules to byte code, which
an installed package has from its installation on. Processor time and rating per processor (R/U) do not count what
others take; what a card takes to be read is not in the figures.
"""

from __future__ import annotations

import argparse
import os
import re
import shutil
import socket
import statistics
import subprocess
import sys
import tempfile
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Final
from urllib.request import urlopen

from bench.hall_link import cpu_of
from bench.ports import free_port

SOURCE: Final = "github.com/ThomasKaiser/sbc-bench, Results.md of commit 03ed0347, column 7-zip single"
TIMEOUT_S: Final = 600
"""For a computer that others keep busy."""
_RATING: Final = re.compile(r"^Tot:\s+\d+\s+(\d+)\s+\d+\s*$", re.MULTILINE)
"""Usage in per cent, rating per processor, rating: both in MIPS as 7-Zip counts them."""


@dataclass(frozen=True)
class Pi:
    """``rating``: of one core, in MIPS as 7-Zip counts them; the lowest that was published for its usual clock."""

    name: str
    rating: int
    remark: str = ""


PIS: Final = (
    Pi("Raspberry Pi 5", 3146, "that of a ROCK 5B: the same core, Cortex-A76, at 2.35 instead of 2.4 GHz"),
    Pi("Raspberry Pi 4 B", 1741, "1.8 GHz, 64-bit"),
    Pi("Raspberry Pi 3 B+", 856, "without a fan"),
    Pi("Raspberry Pi Zero 2 W", 838, "1 GHz"),
)


@dataclass(frozen=True)
class Start:
    """Seconds of processor until ready and until the first page was sent; memory then, in MiB."""

    ready: float
    page: float
    memory: float


def on_paper(seconds: float, here: int, pi: Pi) -> float:
    """Seconds there for what took ``seconds`` of a processor with the rating ``here``."""
    return seconds * here / pi.rating


def rating(said: str) -> int:
    """Out of what ``7zz b`` prints. Raises ``ValueError``."""
    found = _RATING.search(said)
    if found is None:
        raise ValueError(f"no rating in: {said[-200:]!r}")
    return int(found[1])


def rated() -> int:
    """Of this computer, with the smallest of 7-Zip's usual dictionaries. Raises ``CalledProcessError``."""
    command = ["7zz", "b", "1", "-mmt1", "-md22"]
    return rating(subprocess.run(command, check=True, capture_output=True, text=True, timeout=TIMEOUT_S).stdout)


def started(folder: Path) -> Start:
    """A service without a board, as systemd starts it. Raises ``TimeoutError`` when it is not ready."""
    port = free_port()
    with socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as manager:
        manager.bind(str(folder / "notify"))
        manager.settimeout(TIMEOUT_S)
        environment = {
            **os.environ, "NOTIFY_SOCKET": str(folder / "notify"), "JANTAKU_STATE_DIR": str(folder / "state"),
        }  # fmt: skip
        environment.pop("PYTHONDONTWRITEBYTECODE", None)
        command = [sys.executable, "-m", "api.cli", "serve", "--port", str(folder / "none"), "--http-port", str(port)]
        with subprocess.Popen(
            command, env=environment, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL
        ) as service:
            try:
                while b"READY=1" not in manager.recv(4096):
                    pass
                ready = cpu_of(service.pid)
                with urlopen(f"http://127.0.0.1:{port}/", timeout=TIMEOUT_S) as page:
                    page.read()
                status = Path(f"/proc/{service.pid}/status").read_text(encoding="ascii")
                resident = next(line for line in status.splitlines() if line.startswith("VmRSS"))
                return Start(ready, cpu_of(service.pid), int(resident.split()[1]) / 1024)
            finally:
                service.kill()


def table(starts: Sequence[Start], here: int) -> str:
    """The lowest of several starts: what a start takes when nobody takes caches from it."""
    best = min(starts, key=lambda one: one.ready)
    median, memory = statistics.median(one.ready for one in starts), max(one.memory for one in starts)
    lines = [
        f"here: {here} MIPS; ready after {best.ready:.2f} s of processor (median {median:.2f} of {len(starts)}),"
        f" first page after {best.page:.2f} s, {memory:.0f} MiB",
        f"published: {SOURCE}",
        "",
        "| | rating | ready after | first page after | |",
        "|---|---:|---:|---:|---|",
    ]
    for pi in PIS:
        ready, page = on_paper(best.ready, here, pi), on_paper(best.page, here, pi)
        lines.append(f"| {pi.name} | {pi.rating} | {ready:.1f} s | {page:.1f} s | {pi.remark} |")
    return "\n".join(lines)


def main(words: Sequence[str] | None = None) -> int:
    parser = argparse.ArgumentParser(prog="python -m bench.on_paper", description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("--starts", type=int, default=5)
    asked = parser.parse_args(words)
    if shutil.which("7zz") is None:
        print("on paper: there is no 7zz on this computer; run: apt-get install 7zip", file=sys.stderr)
        return 2
    here, starts = rated(), list[Start]()
    for _ in range(1 + asked.starts):
        with tempfile.TemporaryDirectory(prefix="jantaku-start-") as folder:
            starts.append(started(Path(folder)))
    print(table(starts[1:], here))
    return 0


if __name__ == "__main__":
    sys.exit(main())
