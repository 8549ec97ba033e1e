"""``jantaku claims``: the claims of one discard in, who gets it and why out."""

from __future__ import annotations

import argparse
from collections.abc import Mapping
from typing import Any


def add_arguments(parser: argparse.ArgumentParser) -> None:
    from controller.languages import OFFERED

    parser.add_argument("file", metavar="FILE", help="records, one JSON object per line; - is standard input")
    parser.add_argument("--language", choices=OFFERED, default="en", help="language of the sentences")


def run(arguments: argparse.Namespace) -> int:
    from api.commands.lines import answer_lines
    from api.words.sentences import with_claims
    from controller.rules.questions.records import claims_record

    def answer(record: Mapping[str, Any]) -> dict[str, Any]:
        return with_claims(claims_record(record), arguments.language)

    return answer_lines(arguments.file, answer)
