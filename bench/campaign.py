"""``python -m bench.campaign [--short] [name ...]``: the long campaigns, one after another, or the named ones.

Each is a program of its own and runs in a process of its own. ``--short`` runs the same with small numbers, to see that
all of it works. A campaign that fails does not end the others; the exit status tells that one did.
"""

from __future__ import annotations

import argparse
import importlib.util
import subprocess
import sys
import time
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from hardware.firmware.fuzz.targets import TARGETS


@dataclass(frozen=True, slots=True)
class Part:
    """``long`` and ``short`` are the arguments of the module's command line. ``unable``: the exit status by which it
    says that this machine has no means for it, after the reason."""

    name: str
    about: str
    module: str
    long: tuple[str, ...]
    short: tuple[str, ...]
    unable: int | None = None


def _stops(by: str, about: str, times: int) -> Part:
    long, short = ("--by", by, "--times", str(times)), ("--by", by, "--times", "30")
    return Part(f"stop-{by}", about, "bench.campaign_stops", long, short)


def _fuzzing(target: str, about: str) -> Part:
    long, short = (("--target", target, "--seconds", seconds) for seconds in ("3600", "5"))
    return Part(f"fuzz-{target}", f"fuzzing: {about}", "bench.fuzz", long, short, unable=2)


PARTS: Final = (
    _stops("link", "request of a stop to outputs off, over the link", 10_000),
    _stops("pin", "emergency stop to outputs off", 10_000),
    _stops("freeze", "the host falls silent", 1_000),
    _stops("plug", "the cable is pulled and put back", 1_000),
    Part("cycles", "changes of hands with faults", "bench.cycles", ("--cycles", "10000"),
         ("--cycles", "10", "--scale", "20", "--tiles", "32", "--profile", "fast")),
    Part("kill", "kill -9 of the service", "bench.kill_nine", ("--kills", "200"), ("--kills", "2")),
    Part("link-damage", "frames through a bad wire", "bench.link_damage", ("--frames", "100000000"),
         ("--frames", "20000")),
    *(_fuzzing(target, about) for target, about in TARGETS.items()),
)  # fmt: skip


def run_part(part: Part, short: bool) -> bool:
    """Whether it went well; its figures go to standard output."""
    print(f"\n== {part.name}: {part.about}", flush=True)
    if importlib.util.find_spec(part.module) is None:
        print(f"   there is no {part.module}", flush=True)
        return False
    began = time.monotonic()
    command = [sys.executable, "-m", part.module, *(part.short if short else part.long)]
    status = subprocess.run(command, check=False).returncode
    if status == part.unable:
        print("   skipped: see above", flush=True)
        return True
    failed = status != 0
    print(f"   {'FAILED' if failed else 'passed'} after {time.monotonic() - began:.0f} s", flush=True)
    return not failed


def main(arguments: Sequence[str] | None = None) -> int:
    parser = argparse.ArgumentParser(prog="python -m bench.campaign", description=(__doc__ or "").split("\n")[0])
    parser.add_argument("names", nargs="*", metavar="name", help=", ".join(part.name for part in PARTS))
    parser.add_argument("--short", action="store_true", help="small numbers")
    options = parser.parse_args(arguments)
    unknown = set(options.names) - {part.name for part in PARTS}
    if unknown:
        parser.error(f"unknown: {', '.join(sorted(unknown))}")
    chosen = [part for part in PARTS if not options.names or part.name in options.names]
    failed = [part.name for part in chosen if not run_part(part, options.short)]
    if failed:
        print(f"\nfailed: {', '.join(failed)}", file=sys.stderr)
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
