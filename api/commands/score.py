"""``jantaku score``: scoring records in, results out."""

from __future__ import annotations

import argparse
from collections.abc import Mapping
from typing import Any


def add_arguments(parser: argparse.ArgumentParser) -> None:
    from controller.languages import OFFERED

    parser.add_argument("file", metavar="FILE", help="records, one JSON object per line; - is standard input")
    parser.add_argument("--explain", action="store_true", help="say why the hand is read as it is")
    parser.add_argument("--language", choices=OFFERED, help="explain in sentences of this language as well")
    parser.add_argument("--strict", action="store_true", help="exit status 1 when a hand is illegal")


def run(arguments: argparse.Namespace) -> int:
    from api.commands.lines import answer_lines
    from api.words.sentences import with_sentences
    from controller.rules import score

    def plain(record: Mapping[str, Any]) -> dict[str, Any]:
        return score(record)

    def explained(record: Mapping[str, Any]) -> dict[str, Any]:
        return score({**record, "explain": True})

    def translated(record: Mapping[str, Any]) -> dict[str, Any]:
        return with_sentences(explained(record), record["ruleset"], record.get("options"), arguments.language)

    def illegal(result: Mapping[str, Any]) -> bool:
        return not result["legal"]

    answer = translated if arguments.language else explained if arguments.explain else plain
    return answer_lines(arguments.file, answer, is_no=illegal if arguments.strict else None)
