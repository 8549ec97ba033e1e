"""``jantaku tournament``: standings and seating as JSON, without a server. Formats: ``docs/tournament-formats.md``."""

from __future__ import annotations

import argparse
import json
import secrets
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
    seat = actions.add_parser("seat", help="make a seating schedule; the same seed makes the same one again")
    seat.add_argument("--players", metavar="N", type=int, required=True, help="a multiple of four")
    seat.add_argument("--rounds", metavar="R", type=int, required=True, help="of all, past ones included")
    seat.add_argument("--seed", metavar="S", type=int, help="a whole number; without it a new one is drawn")
    seat.add_argument("--apart", metavar="FILE", help="groups of players who may not meet, a JSON list of lists")
    seat.add_argument("--past", metavar="FILE", help="a schedule whose rounds were all played: they stay first")
    seat.set_defaults(act=_seat)
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


def _seat(arguments: argparse.Namespace) -> int:
    from controller.refusals import Refused
    from hall.tournament.seating.plan import MOST_DRAWN, plan_seating

    apart = _json(arguments.apart) if arguments.apart else []
    past = _json(arguments.past) if arguments.past else None
    seed = secrets.randbelow(MOST_DRAWN) if arguments.seed is None else arguments.seed
    try:
        schedule = plan_seating(arguments.players, arguments.rounds, seed, apart, past)
    except Refused as refused:
        raise WrongUse(f"{refused.field}: {refused.detail}") from refused
    print(json.dumps(schedule))
    return DONE


def _check(arguments: argparse.Namespace) -> int:
    from controller.refusals import Refused
    from hall.tournament.seating.check import check_seating

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
