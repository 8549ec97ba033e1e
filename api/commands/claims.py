"""``jantaku claims``: the claims of one discard in, who gets it out."""

from __future__ import annotations

import argparse


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("file", metavar="FILE", help="records, one JSON object per line; - is standard input")
    parser.add_argument("--json", action="store_true", help="accepted for symmetry; the output is always JSON")


def run(arguments: argparse.Namespace) -> int:
    from api.commands.lines import answer_lines
    from controller.rules.questions import claims_record

    return answer_lines(arguments.file, claims_record)
