"""``jantaku roll``: dice from the kernel's generator. Nothing is journaled; a table rolls through its service."""

from __future__ import annotations

import argparse
import json


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("dice", nargs="?", type=int, default=3, metavar="N", help="how many dice (default 3)")
    parser.add_argument("--json", action="store_true", help="print a JSON object")


def run(arguments: argparse.Namespace) -> int:
    from api.commands.exits import DONE, WrongUse
    from controller.fairness.dice import KERNEL, roll
    from controller.refusals import Refused

    try:
        dice = roll(arguments.dice)
    except Refused as refused:
        raise WrongUse(f"{refused.detail} {refused.remedy}") from refused
    record = {"dice": list(dice), "total": sum(dice), "algorithm": KERNEL}
    print(json.dumps(record) if arguments.json else f"{' '.join(map(str, dice))}  = {sum(dice)}")
    return DONE
