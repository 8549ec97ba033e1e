"""``python -m bench.fuzz [--seconds N] [--target NAME] [--seed N]``: fuzz the board's firmware.

What is found to be new is kept in build/fuzz and gone on from the next time. Exit status 0: nothing was broken; 1: it
was, and the line says what and where the input lies; 2: this machine cannot fuzz.
"""

from __future__ import annotations

import argparse
import sys

from hardware.firmware.build import FirmwareBuildError
from hardware.firmware.fuzz.targets import TARGETS, fuzz_binary, fuzz_folder, run

GRACE_S = 60


def fuzz(target: str, seconds: int, seed: int) -> bool:
    """Whether everything held."""
    arguments = [f"-max_total_time={seconds}", f"-seed={seed}", "-timeout=20"]
    outcome = run(fuzz_binary(target), target, fuzz_folder() / f"{target}-inputs", arguments, seconds + GRACE_S)
    print(
        f"{target:10} {outcome.runs:9,} runs, {outcome.runs_per_second:6,} per second: {outcome.broken or 'all held'}"
    )
    if outcome.broken:
        print(outcome.log[-3000:])
    return outcome.broken is None


def main(arguments: list[str] | None = None) -> int:
    parser = argparse.ArgumentParser(prog="python -m bench.fuzz", description=__doc__.partition("\n")[0])
    parser.add_argument("--seconds", type=int, default=60, help="for each target")
    parser.add_argument("--target", choices=tuple(TARGETS), action="append", help="all when not given")
    parser.add_argument("--seed", type=int, default=0, help="0: another one each time")
    options = parser.parse_args(arguments)
    try:
        held = [fuzz(target, options.seconds, options.seed) for target in options.target or TARGETS]
    except FirmwareBuildError as error:
        print(f"{error.code}: {error}", file=sys.stderr)
        return 2
    return 0 if all(held) else 1


if __name__ == "__main__":
    sys.exit(main())
