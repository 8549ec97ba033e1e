"""``jantaku tournament``: standings and seating as JSON, without a server. Formats: ``docs/tournament-formats.md``."""

from __future__ import annotations

import argparse
import json
import secrets
import sys
from collections.abc import Callable
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
    report = actions.add_parser("check", help="recompute the open report of a tournament; status 1 when it differs")
    report.add_argument("file", metavar="FILE", help="a report (docs/tournament-report.md); - is standard input")
    report.set_defaults(act=_check_report)
    draw = actions.add_parser("draw-check", help="recompute a published draw with its schedules")
    draw.add_argument("file", metavar="FILE", help="what a hall publishes of a draw, or a report; - is standard input")
    draw.set_defaults(act=_check_draw)


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


def _check_report(arguments: argparse.Namespace) -> int:
    from hall.tournament.report import MOST_BYTES
    from hall.tournament.report_check import check_report

    return _judged(arguments.file, check_report, MOST_BYTES)


def _check_draw(arguments: argparse.Namespace) -> int:
    from hall.tournament.published_draw import check_published
    from hall.tournament.report import MOST_BYTES

    return _judged(arguments.file, check_published, MOST_BYTES)


def _judged(source: str, judge: Callable[[bytes], dict[str, Any]], most: int) -> int:
    """``judge``: raises ``Refused`` for what it cannot read."""
    from controller.refusals import Refused

    try:
        found = judge(_bytes(source, most))
    except Refused as refused:
        raise WrongUse(f"{source}: {refused.field}: {refused.detail}") from refused
    print(json.dumps(found, ensure_ascii=False))
    return DONE if found["ok"] else NO


def _bytes(source: str, most: int) -> bytes:
    try:
        if source == "-":
            text = sys.stdin.buffer.read(most + 1)
        else:
            with Path(source).open("rb") as file:
                text = file.read(most + 1)
    except OSError as error:
        raise WrongUse(f"{source}: {error.strerror}") from error
    if len(text) > most:
        raise WrongUse(f"{source}: more than {most} bytes")
    return text


def _json(source: str) -> Any:
    text = _bytes(source, MAX_SCHEDULE_BYTES)
    try:
        return json.loads(text)
    except (ValueError, RecursionError) as error:
        raise WrongUse(f"{source}: not JSON: {error}") from error
