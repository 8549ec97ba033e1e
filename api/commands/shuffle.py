"""``jantaku shuffle``: what a measurement of the physical shuffle shows, and how many cycles one needs.

``measure FILE``: exit status 0 when nothing differs from a perfect shuffle at the level, 1 when something does.
"""

from __future__ import annotations

import argparse
import json
import sys
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from controller.fairness.shuffle.cycle_file import CycleFile
    from controller.fairness.shuffle.measurement import ShuffleReport

MOST_BYTES = 64 << 20


def add_arguments(parser: argparse.ArgumentParser) -> None:
    from controller.languages import OFFERED

    actions = parser.add_subparsers(dest="action", metavar="ACTION", required=True)
    measure = actions.add_parser("measure", help="report what the cycles of a file show")
    measure.add_argument("file", metavar="FILE", help="one cycle a line (docs/shuffle.md); - is standard input")
    measure.add_argument("--html", metavar="FILE", type=Path, help="write the report as a page to print")
    measure.add_argument("--seed", type=int, default=1, help="of the permutations that the guesser plays (default 1)")
    plan = actions.add_parser("plan", help="how many cycles show which effect")
    plan.add_argument("--tiles", type=int, default=136, help="of the set (default 136)")
    plan.add_argument("--zone", type=int, default=52, help="tiles that drop in together (default 52)")
    plan.add_argument("--tests", type=int, default=15, help="statistics of a report (default 15)")
    plan.add_argument("--cycle-seconds", type=float, default=45.0, help="that one cycle takes (default 45)")
    for action in (measure, plan):
        action.add_argument("--level", type=float, default=0.01, help="chance of a false alarm (default 0.01)")
        action.add_argument("--power", type=float, default=0.9, help="chance to see what is there (default 0.9)")
        action.add_argument("--language", choices=OFFERED, default="en", help="of the words")
        action.add_argument("--json", action="store_true", help="print a JSON object")


def run(arguments: argparse.Namespace) -> int:
    from api.commands.exits import WrongUse

    if not 0 < arguments.level < 0.5 or not 0.5 <= arguments.power < 1:
        raise WrongUse("--level lies between 0 and 0.5, --power between 0.5 and 1")
    return _measure(arguments) if arguments.action == "measure" else _plan(arguments)


def _measure(arguments: argparse.Namespace) -> int:
    from api.commands.exits import DONE, NO
    from api.commands.shuffle_page import lines
    from controller.fairness.shuffle.measurement import measure

    file = _read(arguments.file)
    report = measure(file, seed=arguments.seed, level=arguments.level, power=arguments.power)
    if arguments.html:
        _write(arguments.html, report, arguments)
    if arguments.json:
        print(json.dumps({**report.as_json(), "seed": arguments.seed}, ensure_ascii=False))
    else:
        print("\n".join(lines(report, arguments.seed, arguments.language)))
    return NO if report.shown else DONE


def _read(source: str) -> CycleFile:
    """Raises ``WrongUse`` for a file that is not there, is too long, or has a line that cannot be read."""
    from api.commands.exits import WrongUse
    from controller.fairness.shuffle.cycle_file import read_cycles
    from controller.refusals import Refused

    if source != "-" and not Path(source).is_file():
        raise WrongUse(f"{source}: there is no such file")
    with sys.stdin.buffer if source == "-" else Path(source).open("rb") as file:
        content = file.read(MOST_BYTES + 1)
    if len(content) > MOST_BYTES:
        raise WrongUse(f"{source}: longer than {MOST_BYTES >> 20} MiB")
    try:
        return read_cycles(content.decode("utf-8-sig", errors="replace").splitlines())
    except Refused as refused:
        raise WrongUse(f"{source}: {refused.detail} ({refused.number} {refused.code}, {refused.field})") from refused


def _write(path: Path, report: ShuffleReport, arguments: argparse.Namespace) -> None:
    from api.commands.exits import WrongUse
    from api.commands.shuffle_page import page
    from controller.files import write_whole

    try:
        write_whole(path, page(report, arguments.seed, arguments.language).encode())
    except OSError as error:
        raise WrongUse(f"{path}: {error.strerror}") from error


def _plan(arguments: argparse.Namespace) -> int:
    from api.commands.exits import DONE, WrongUse
    from api.commands.shuffle_page import plan_lines
    from controller.fairness.shuffle.cycle_file import FEWEST_TILES, MOST_TILES
    from controller.fairness.shuffle.sample_size import HAND, plan

    if not max(FEWEST_TILES, HAND) <= arguments.tiles <= MOST_TILES or not 1 <= arguments.zone < arguments.tiles:
        raise WrongUse(f"--tiles lies between {HAND} and {MOST_TILES}, --zone below it")
    if arguments.tests < 1 or arguments.cycle_seconds <= 0:
        raise WrongUse("--tests and --cycle-seconds are above 0")
    rows = list(plan(arguments.tiles, arguments.zone, arguments.tests, arguments.level, arguments.power))
    if arguments.json:
        print(json.dumps([row.as_json() for row in rows]))
    else:
        print("\n".join(plan_lines(rows, arguments)))
    return DONE
