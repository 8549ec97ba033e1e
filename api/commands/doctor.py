"""``jantaku doctor``: what works here and what does not. Moves nothing, changes nothing."""

from __future__ import annotations

import argparse
import json
from dataclasses import asdict
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from api.doctor.finding import Finding

_SIGNS = {"ok": "ok  ", "warn": "warn", "bad": "BAD "}


def add_arguments(parser: argparse.ArgumentParser) -> None:
    from api.commands.state import add_state_arguments

    parser.add_argument("--port", metavar="DEVICE", help="port of the board, instead of the configured one")
    add_state_arguments(parser)


def run(arguments: argparse.Namespace) -> int:
    from api.exits import DONE, NO

    found = findings(arguments)
    if arguments.json:
        print(json.dumps([asdict(each) for each in found], ensure_ascii=False))
    else:
        print("\n".join(_line(each) for each in found))
    return NO if any(each.verdict == "bad" for each in found) else DONE


def findings(arguments: argparse.Namespace) -> list[Finding]:
    from dataclasses import replace

    from api.commands.state import journal_of, now
    from api.doctor import board, house

    first, config = house.configuration(arguments.config)
    if config is None:
        return [first, house.clock(now())]
    if arguments.port:
        config = replace(config, board=replace(config.board, port=arguments.port))
    folder = arguments.state_dir or config.table.state_dir
    checks = [first, house.disk(folder), house.journal(journal_of(folder), now()), house.clock(now())]
    return [*checks, *board.board(config)]


def _line(finding: Finding) -> str:
    remedy = f"\n      {'':<8} {finding.remedy}" if finding.remedy else ""
    return f"{_SIGNS[finding.verdict]}  {finding.check:<8} {finding.detail}{remedy}"
