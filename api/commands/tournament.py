"""``jantaku tournament``: standings and seating as JSON, without a server. Formats: ``docs/tournament-formats.md``."""

from __future__ import annotations

import argparse
import json
import sys
from pathlib import Path
from typing import Any, Final

from api.commands.exits import DONE, NO, WrongUse

MAX_SCHEDULE_BYTES: Final = 4 << 20
"""1,000 players in 200 rounds take some 1.5 MB."""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    actions = parser.add_subparsers(dest="action", metavar="ACTION", required=True)
    score = actions.add_parser("score", help="standings of tournaments, one JSON record per line")
    score.add_argument("file", metavar="FILE", help="records, one JSON object per line; - is standard input")
    score.set_defaults(act=_score)
    check = actions.add_parser("seating-check", help="judge a seating schedule; exit status 1 when it breaks a rule")
    check.add_argument("file", metavar="FILE", help="a schedule as one JSON object; - is standard input")
    check.add_argument("--apart", metavar="FILE", help="groups of players who may not meet, a JSON list of lists")
    check.set_defaults(act=_check)


def run(arguments: argparse.Namespace) -> int:
    status: int = arguments.act(arguments)
    return status


def _score(arguments: argparse.Namespace) -> int:
    from api.commands.lines import answer_lines
    from hall.tournament.standings import score_record

    return answer_lines(arguments.file, score_record)


def _check(arguments: argparse.Namespace) -> int:
    from controller.refusals import Refused
    from hall.tournament.seating_check import check_seating

    schedule = _json(arguments.file)
    apart = _json(arguments.apart) if arguments.apart else []
    try:
        findings = check_seating(schedule, apart)
    except Refused as refused:
        raise WrongUse(f"{arguments.file}: {refused.field}: {refused.detail}") from refused
    print(json.dumps(findings, ensure_ascii=False))
    return NO if findings["violations"] else DONE


def _json(source: str) -> Any:
    try:
        if source == "-":
            text = sys.stdin.buffer.read(MAX_SCHEDULE_BYTES + 1)
        else:
            with Path(source).open("rb") as file:
                text = file.read(MAX_SCHEDULE_BYTES + 1)
    except OSError as error:
        raise WrongUse(f"{source}: {error.strerror}") from error
    if len(text) > MAX_SCHEDULE_BYTES:
        raise WrongUse(f"{source}: more than {MAX_SCHEDULE_BYTES} bytes")
    try:
        return json.loads(text)
    except (ValueError, RecursionError) as error:
        raise WrongUse(f"{source}: not JSON: {error}") from error
