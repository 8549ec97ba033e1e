"""``jantaku verify``: a log of dice, scanned records or an exported journal, checked without the table.

Exit status 0 when everything is there and right, 1 when something is wrong or missing. ``--scans``: a few scanned
records are not a log, so that what lies between them may be missing.
"""

from __future__ import annotations

import argparse
import json
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import IO, TYPE_CHECKING

if TYPE_CHECKING:
    from controller.fairness.discrepancies import Discrepancy, ProofReport

MOST_LINE_BYTES = 1 << 20


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("file", metavar="FILE|-", help="records one a line, or the JSON lines of `journal export`")
    parser.add_argument("--scans", action="store_true", help="single records: missing ones are not counted as wrong")
    parser.add_argument("--json", action="store_true", help="print the report as one JSON object")


def run(arguments: argparse.Namespace) -> int:
    from api.commands.exits import DONE, NO
    from controller.fairness.discrepancies import ProofVerdict
    from controller.fairness.proof import verify

    with _lines(arguments.file) as lines:
        report = verify(lines)
    if arguments.json:
        print(json.dumps(report.as_json(), sort_keys=True, separators=(",", ":"), ensure_ascii=False))
    else:
        print("\n".join(_described(report)))
    if report.verdict is ProofVerdict.GOOD or (arguments.scans and _only_gaps(report)):
        return DONE
    return NO


@contextmanager
def _lines(source: str) -> Iterator[Iterator[str]]:
    """Raises ``WrongUse`` for a file that cannot be read."""
    from api.commands.exits import WrongUse

    if source == "-":
        yield _texts(sys.stdin.buffer)
        return
    if not Path(source).is_file():
        raise WrongUse(f"{source}: there is no such file")
    with Path(source).open("rb") as file:
        yield _texts(file)


def _texts(file: IO[bytes]) -> Iterator[str]:
    """A line at a time; of one that is longer than any record can be only the beginning, which is no record either."""
    while line := file.readline(MOST_LINE_BYTES):
        rest = line
        while rest and not rest.endswith(b"\n"):
            rest = file.readline(MOST_LINE_BYTES)
        yield line.decode(errors="replace")


def _only_gaps(report: ProofReport) -> bool:
    from controller.fairness.discrepancies import Flaw

    return report.anchors > 0 and all(each.flaw is Flaw.MISSING for each in report.discrepancies)


def _described(report: ProofReport) -> Iterator[str]:
    from api.words.catalogue import topic

    words = topic("en", "verify")
    yield words[f"verify.verdict.{report.verdict}"]
    yield from (_flaw(each, words) for each in report.discrepancies)
    for name in ("anchors", "rolls", "uncontributed", "locks", "voids", "timed_out", "withheld"):
        yield f"{words[f'verify.count.{name}']}: {getattr(report, name)}"
    yield from (f"table {head.table}, epoch {head.epoch}, roll {head.number}: {head.hash}" for head in report.heads)


def _flaw(found: Discrepancy, words: dict[str, str]) -> str:
    where = words["verify.line-roll" if found.number else "verify.line"]
    text = where.replace("{line}", str(found.line)).replace("{number}", str(found.number))
    return f"{text}: {found.flaw}. {words[f'verify.flaw.{found.flaw}']}"
