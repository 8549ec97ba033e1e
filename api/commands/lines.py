"""JSON lines in, JSON lines out: ``score``, ``waits``, ``claims`` and ``walls``.

One line is held at a time. A line that cannot be used is answered in its place and the rest goes on; the exit status
says so at the end.
"""

from __future__ import annotations

import json
import sys
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from typing import IO, Any

from api.commands.exits import DONE, NO, WRONG_USE, WrongUse
from api.http.record_ids import id_of
from controller.refusals import Refused
from controller.rules.errors import RulesError

MAX_LINE_BYTES = 1 << 20
Answer = Callable[[Mapping[str, Any]], dict[str, Any]]


def answer_lines(source: str, answer: Answer, *, is_no: Callable[[Mapping[str, Any]], bool] | None = None) -> int:
    """Answers every line of a file (``-``: standard input) on standard output. ``is_no``: which replies mean no in the
    exit status; none of them where it is missing."""
    status = DONE
    write = sys.stdout.write
    with _lines(source) as lines:
        for line in lines:
            if not line.strip():
                continue
            reply, bad = _reply(line, answer)
            if bad:
                status = WRONG_USE
            elif is_no and status == DONE and is_no(reply):
                status = NO
            try:
                write(json.dumps(reply, ensure_ascii=False, separators=(",", ":")) + "\n")
            except UnicodeEncodeError:
                write(json.dumps(reply, separators=(",", ":")) + "\n")
    sys.stdout.flush()
    return status


@contextmanager
def _lines(source: str) -> Iterator[Iterator[bytes]]:
    if source == "-":
        yield _bounded(sys.stdin.buffer)
        return
    if not Path(source).is_file():
        raise WrongUse(f"{source}: there is no such file")
    try:
        with Path(source).open("rb") as file:
            yield _bounded(file)
    except PermissionError as error:
        raise WrongUse(f"{source}: {error.strerror}") from error


def _bounded(file: IO[bytes]) -> Iterator[bytes]:
    while line := file.readline(MAX_LINE_BYTES + 1):
        if len(line) > MAX_LINE_BYTES:
            while line and not line.endswith(b"\n"):
                line = file.readline(MAX_LINE_BYTES)
            line = b"{too long"
        yield line


def _reply(line: bytes, answer: Answer) -> tuple[dict[str, Any], bool]:
    try:
        record = json.loads(line)
    except (ValueError, RecursionError) as error:
        return _error(None, "bad-json", "", f"this line is no JSON: {error}"), True
    if not isinstance(record, dict):
        return _error(None, "bad-json", "", "a record is a JSON object"), True
    name = None
    try:
        name = id_of(record)
        return {"id": name, **answer(record)}, False
    except (RulesError, Refused) as error:
        return _error(name, error.code, error.field or "", error.detail, error.remedy), True


def _error(id_: Any, code: str, field: str, detail: str, remedy: str = "") -> dict[str, Any]:
    return {"id": id_, "error": {"code": code, "field": field, "detail": detail, "remedy": remedy}}
