"""``jantaku walls``: wall records in, break and deal out."""

from __future__ import annotations

import argparse
from collections.abc import Mapping
from typing import Any


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("file", metavar="FILE", help="records, one JSON object per line; - is standard input")


def run(arguments: argparse.Namespace) -> int:
    from api.commands.lines import answer_lines
    from controller.rules import configure
    from controller.walls import wall_record

    def answer(record: Mapping[str, Any]) -> dict[str, Any]:
        return wall_record(record, configure)

    return answer_lines(arguments.file, answer)
