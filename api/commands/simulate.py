"""``jantaku simulate``: the simulated table alone, behind a serial port whose path it prints; any host can connect.

With ``--chip avr`` its board is the flashed image in a chip simulator. That is under the GNU General Public License,
so it is not part of this package: a program of its own in the source checkout, which takes this one's place.
"""

from __future__ import annotations

import argparse
import os
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Final, NoReturn

from controller.refusals import JantakuError

if TYPE_CHECKING:
    from collections.abc import Mapping

CHIP_TOOL: Final = "tests.hil.simavr"


class NoChipToolError(JantakuError):
    """This installation has no chip simulator."""

    code = "chip-tool-missing"
    remedy = "Run it in a source checkout: make setup, then .venv/bin/jantaku simulate --chip avr"


def add_arguments(parser: argparse.ArgumentParser) -> None:
    from hardware.profiles import PROFILES
    from hardware.simulator.fault_kinds import KINDS

    parser.add_argument(
        "--chip",
        choices=("host", "avr"),
        default="host",
        help="the board: its core built for this computer (default), or the flashed image in a chip simulator",
    )
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
    from api.commands.exits import NO

    if arguments.chip == "host":
        return _here(arguments)
    try:
        become_chip_tool(list(_words(arguments)))
    except NoChipToolError as error:
        print(f"jantaku: {error.code}: {error}. {error.remedy}", file=sys.stderr)
        return NO


def _here(given: argparse.Namespace) -> int:
    from hardware.simulator.standalone import run_standalone

    return run_standalone(
        given.profile, given.speed, given.seed, given.fault, given.link, given.json, state=given.state
    )


def _words(given: argparse.Namespace) -> Iterator[str]:
    """The same command line for the other program."""
    yield from (f"--profile={given.profile}", f"--speed={given.speed}", f"--seed={given.seed}")
    yield from (f"--fault={fault}" for fault in given.fault)
    yield from (f"--{name}={path}" for name in ("link", "state") if (path := getattr(given, name)) is not None)
    if given.json:
        yield "--json"


def become_chip_tool(words: list[str], environment: Mapping[str, str] = os.environ) -> NoReturn:
    """This process goes on as the chip simulator: same terminal, same signals. Raises :class:`NoChipToolError`."""
    from hardware.firmware.build import ROOT

    if not ROOT.joinpath(*CHIP_TOOL.split("."), "__main__.py").exists():
        raise NoChipToolError("The chip simulator is not part of the installed package")
    paths = filter(None, (str(ROOT), environment.get("PYTHONPATH")))
    command = [sys.executable, "-P", "-m", CHIP_TOOL, *words]
    os.execve(sys.executable, command, {**environment, "PYTHONPATH": os.pathsep.join(paths)})
