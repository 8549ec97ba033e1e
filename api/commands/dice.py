"""``jantaku dice export FOLDER``: raw generator output and final outcomes of many rolls, for a test laboratory.

The rolls are made for this and by the code that rolls for players; no journal or secret of the table is read. Exit
status 0 when the folder is there with all that was asked for; otherwise 2, and there is no folder.
"""

from __future__ import annotations

import argparse
import json
from pathlib import Path

MOST_ROLLS = 1_000_000_000
MOST_TABLES = 256
"""Half a megabyte of seeds each."""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    actions = parser.add_subparsers(dest="action", metavar="ACTION", required=True)
    export = actions.add_parser("export", help="write raw output, outcomes and seeds of many rolls into a new folder")
    export.add_argument("folder", metavar="FOLDER", type=Path, help="to make; must not exist")
    export.add_argument("--rolls", type=int, default=1_100_000, metavar="N", help="how many (default 1100000)")
    export.add_argument("--dice", type=int, default=2, metavar="N", help="of each roll (default 2)")
    export.add_argument("--tables", type=int, default=1, metavar="N", help="that take turns (default 1)")
    export.add_argument("--json", action="store_true", help="print the manifest")


def run(arguments: argparse.Namespace) -> int:
    from api.commands.exits import DONE, WrongUse
    from api.commands.laboratory import write_collection
    from controller.fairness.collection import collected
    from controller.fairness.hardware_generator import HardwareGenerator

    folder: Path = arguments.folder
    _check(arguments)
    source = HardwareGenerator().source
    try:
        manifest = write_collection(folder, collected(arguments.tables, source), arguments.rolls, arguments.dice)
    except OSError as error:
        raise WrongUse(f"{error.filename or folder}: {error.strerror}") from error
    if arguments.json:
        print(json.dumps(manifest))
    else:
        print(f"{folder}: {manifest['rolls']} rolls of {manifest['dice']} dice, {manifest['epochs']} epochs")
        for name, file in manifest["files"].items():
            print(f"{file['sha256']}  {name}  {file['bytes']} bytes")
    return DONE


def _check(arguments: argparse.Namespace) -> None:
    """Raises ``WrongUse``."""
    from api.commands.exits import WrongUse
    from controller.limits import MOST_DICE

    for name, most in (("rolls", MOST_ROLLS), ("dice", MOST_DICE), ("tables", MOST_TABLES)):
        if not 1 <= getattr(arguments, name) <= most:
            raise WrongUse(f"--{name} is 1 to {most}")
    if arguments.folder.exists():
        raise WrongUse(f"{arguments.folder} exists already; choose another name")
