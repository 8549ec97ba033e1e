"""``jantaku waits``: ready hands in, their waits with value and locks out."""

from __future__ import annotations

import argparse
from collections.abc import Mapping
from typing import Any


def add_arguments(parser: argparse.ArgumentParser) -> None:
    from controller.languages import OFFERED

    parser.add_argument("file", metavar="FILE", help="records, one JSON object per line; - is standard input")
    parser.add_argument("--explain", action="store_true", help="say of every way to win why it is worth that")
    parser.add_argument("--language", choices=OFFERED, default="en", help="language of the sentences")
    parser.add_argument("--strict", action="store_true", help="exit status 1 when a hand waits for nothing")


def run(arguments: argparse.Namespace) -> int:
    from api.commands.lines import answer_lines
    from api.words.sentences import with_waits
    from controller.rules.questions.records import waits_record

    def answer(record: Mapping[str, Any]) -> dict[str, Any]:
        asked = {**record, "explain": True} if arguments.explain else record
        return with_waits(waits_record(asked), record["ruleset"], asked.get("options"), arguments.language)

    def is_no(reply: Mapping[str, Any]) -> bool:
        return not reply["waits"]

    return answer_lines(arguments.file, answer, is_no=is_no if arguments.strict else None)
