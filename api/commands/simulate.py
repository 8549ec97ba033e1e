"""``jantaku simulate``: the simulated table alone, behind a serial port whose path it prints; any host can connect."""

from __future__ import annotations

import argparse
from pathlib import Path


def add_arguments(parser: argparse.ArgumentParser) -> None:
    from hardware.simulator.fault_kinds import KINDS
    from hardware.simulator.profiles import PROFILES

    parser.add_argument("--profile", default="normal", choices=sorted(PROFILES), help="kind of table")
    parser.add_argument("--speed", type=positive, default=1.0, metavar="N", help="times real time (default 1)")
    parser.add_argument("--seed", type=int, default=0, metavar="N", help="the same seed gives the same run")
    parser.add_argument(
        "--fault", action="append", default=[], metavar="NAME[:ARGUMENTS]", help=f"one of {', '.join(KINDS)}"
    )
    parser.add_argument("--link", type=Path, metavar="PATH", help="stable path of the port")
    parser.add_argument("--state", type=Path, metavar="FILE", help="file to go on from and to save to")
    parser.add_argument("--json", action="store_true", help="print the port as JSON")


def positive(text: str) -> float:
    """A speed: a number above zero; ``inf`` is as fast as it goes."""
    try:
        number = float(text)
    except ValueError:
        number = 0.0
    if not number > 0:
        raise argparse.ArgumentTypeError(f"{text} is not a number above zero")
    return number


def run(arguments: argparse.Namespace) -> int:
    from hardware.simulator.standalone import run_standalone

    given = arguments
    return run_standalone(
        given.profile, given.speed, given.seed, given.fault, given.link, given.json, state=given.state
    )
