"""``python -m bench.campaign [--short] [--jobs N] [--logs FOLDER] [name ...]``: the long campaigns, for a night.

All of them, one after another, or the named ones. Each is a program of its own and runs in a process of its own.
``--short`` runs the same with small numbers, to see that all of it works; ``--jobs`` lets those that are divided into
seeds run so many at the same time; ``--logs`` keeps what each said in a file of its name, where a campaign that has
passed is not run again. A campaign that fails does not end the others; the summary and the exit status tell it.
"""

from __future__ import annotations

import argparse
import subprocess
import sys
import time
from collections.abc import Sequence
from contextlib import nullcontext
from dataclasses import dataclass
from enum import StrEnum
from pathlib import Path
from typing import Final, TextIO

from hardware.firmware.fuzz.targets import TARGETS


@dataclass(frozen=True, slots=True)
class CampaignPart:
    """``long`` and ``short`` are the arguments of the module's command line. ``unable``: the exit status by which it
    says that this machine has no means for it, after the reason. ``divides``: into seeds, several at the same time."""

    name: str
    about: str
    module: str
    long: tuple[str, ...]
    short: tuple[str, ...]
    unable: int | None = None
    divides: bool = False


def _stops(by: str, about: str, times: int) -> CampaignPart:
    long, short = ("--by", by, "--times", str(times)), ("--by", by, "--times", "30")
    return CampaignPart(f"stop-{by}", about, "bench.campaign_stops", long, short)


def _cycles(name: str, about: str, cycles: int, *draw: str) -> CampaignPart:
    long = ("--cycles", str(cycles), "--seeds", str(cycles // 250), *draw)
    short = ("--cycles", "10", "--tiles", "32", "--profile", "fast", *draw)
    return CampaignPart(name, about, "bench.cycles", long, short, divides=True)


def _fuzzing(target: str, about: str) -> CampaignPart:
    long, short = (("--target", target, "--seconds", seconds) for seconds in ("3600", "5"))
    return CampaignPart(f"fuzz-{target}", f"fuzzing: {about}", "bench.fuzz", long, short, unable=2)


PARTS: Final = (
    _stops("link", "request of a stop to outputs off, over the link", 10_000),
    _stops("pin", "emergency stop to outputs off", 10_000),
    _stops("freeze", "the host falls silent", 1_000),
    _stops("plug", "the cable is pulled and put back", 1_000),
    _cycles("cycles", "changes of hands, faults at their rates", 8_000, "--scale", "1"),
    _cycles("cycles-often", "changes of hands, faults at twenty times their rates", 1_000, "--scale", "20"),
    _cycles("cycles-even", "changes of hands, every kind of fault alike", 1_000, "--draw", "even"),
    CampaignPart("kill", "kill -9 of the service", "bench.kill_nine", ("--kills", "200"), ("--kills", "2")),
    CampaignPart("hall-faults", "everything between tables and their hall", "bench.hall_faults",
         ("--faults", "10000"), ("--faults", "12"), unable=2),
    CampaignPart("hall-cluster", "leaders of a database cluster, killed and stopped", "bench.hall_cluster",
         ("--faults", "60"), ("--faults", "3"), unable=2),
    CampaignPart("rollout", "releases for the tables of a hall, some of them bad", "bench.rollout",
         ("--real", "100"), ("--tables", "3", "--releases", "2", "--bad", "1", "--real", "1")),
    CampaignPart("link-damage", "frames through a bad wire", "bench.link_damage",
         ("--frames", "100000000", "--seeds", "10"), ("--frames", "20000"), divides=True),
    CampaignPart("dice-table", "rolls through the command of the table", "bench.dice_rolls",
         ("--rolls", "1100000"), ("--rolls", "2000", "--level", "1e-5")),
    CampaignPart("dice-draw", "rolls through the map alone", "bench.dice_rolls",
         ("--way", "draw", "--rolls", "110000000"), ("--way", "draw", "--rolls", "9000", "--level", "1e-5")),
    CampaignPart("dice-bytes", "the bytes that dice are made of, a night of them", "bench.dice_stream",
         ("--tables", "1024", "--seconds", "28800"), ("--bytes", "4194304", "--level", "1e-5")),
    *(_fuzzing(target, about) for target, about in TARGETS.items()),
)  # fmt: skip


class Ended(StrEnum):
    """How a campaign went. EARLIER: its log says that it has passed already."""

    PASSED = "passed"
    FAILED = "FAILED"
    SKIPPED = "skipped"
    EARLIER = "passed earlier"


@dataclass(frozen=True, slots=True)
class Night:
    """How campaigns are run."""

    short: bool = False
    jobs: int = 1
    logs: Path | None = None

    def run(self, part: CampaignPart) -> Ended:
        """Its figures go to standard output, and to its log."""
        print(f"\n== {part.name}: {part.about}", flush=True)
        log = self.logs / f"{part.name}.log" if self.logs else None
        if log and log.exists() and log.read_text(encoding="utf-8").rstrip().endswith(_VERDICT + Ended.PASSED):
            print(f"   {Ended.EARLIER}: {log}", flush=True)
            return Ended.EARLIER
        with log.open("w", encoding="utf-8") if log else nullcontext() as copy:
            began = time.monotonic()
            ended = _run(self._command(part), part.unable, copy)
            _say(f"{time.monotonic() - began:.0f} s{_VERDICT}{ended}", copy)
        return ended

    def _command(self, part: CampaignPart) -> list[str]:
        jobs = ("--jobs", str(self.jobs)) if part.divides and self.jobs > 1 else ()
        return [sys.executable, "-u", "-m", part.module, *(part.short if self.short else part.long), *jobs]


_VERDICT: Final = ": "


def _run(command: Sequence[str], unable: int | None, copy: TextIO | None) -> Ended:
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True) as process:
        assert process.stdout is not None
        for line in process.stdout:
            _say(line.rstrip("\n"), copy)
    if process.returncode == 0:
        return Ended.PASSED
    return Ended.SKIPPED if process.returncode == unable else Ended.FAILED


def _say(line: str, copy: TextIO | None) -> None:
    print(line, flush=True)
    if copy:
        print(line, file=copy, flush=True)


def main(arguments: Sequence[str] | None = None) -> int:
    parser = argparse.ArgumentParser(prog="python -m bench.campaign", description=(__doc__ or "").split("\n")[0])
    parser.add_argument("names", nargs="*", metavar="name", help=", ".join(part.name for part in PARTS))
    parser.add_argument("--short", action="store_true", help="small numbers")
    parser.add_argument("--jobs", type=int, default=1, help="seeds of one campaign at the same time")
    parser.add_argument("--logs", type=Path, help="folder for what each says; what has passed there is not run again")
    options = parser.parse_args(arguments)
    unknown = set(options.names) - {part.name for part in PARTS}
    if unknown:
        parser.error(f"unknown: {', '.join(sorted(unknown))}")
    if options.logs:
        options.logs.mkdir(parents=True, exist_ok=True)
    night = Night(options.short, options.jobs, options.logs)
    chosen = [part for part in PARTS if not options.names or part.name in options.names]
    ended = {part.name: night.run(part) for part in chosen}
    print("\n" + "\n".join(f"{name:18}{how}" for name, how in ended.items()))
    return 1 if Ended.FAILED in ended.values() else 0


if __name__ == "__main__":
    sys.exit(main())
