"""JSON lines in, JSON lines out: ``score``, ``waits``, ``claims`` and ``walls``.

One line is held at a time. A line that cannot be used is answered in its place, with its number where it has no id, and
the rest goes on; the exit status says so at the end.
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
from controller.refusals import Code, Refused

MAX_LINE_BYTES = 1 << 20
MANY = 1_000
"""From this line on a faster decoder is worth its import."""
ONE_A_LINE = 'write each record on a line of its own, as {"ruleset": ..., ...}'
Answer = Callable[[Mapping[str, Any]], dict[str, Any]]
Read = Callable[[bytes | str], Any]


def answer_lines(source: str, answer: Answer, *, is_no: Callable[[Mapping[str, Any]], bool] | None = None) -> int:
    """Answers every line of a file (``-``: standard input) on standard output. ``is_no``: which replies mean no in the
    exit status; none of them where it is missing."""
    status = DONE
    write = sys.stdout.write
    with _lines(source) as lines:
        read: Read = json.loads
        for number, line in enumerate(lines, 1):
            if number == MANY:
                read = decoder()
            if not line.strip():
                continue
            reply, bad = _reply(number, line, read, answer)
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
    try:
        file = Path(source).open("rb")  # noqa: SIM115 (closed below; errors while reading are not about its name)
    except OSError as error:
        raise WrongUse(f"{source} cannot be read: {error.strerror}") from error
    with file:
        yield _bounded(file)


def _bounded(file: IO[bytes]) -> Iterator[bytes]:
    while line := file.readline(MAX_LINE_BYTES + 1):
        if len(line) > MAX_LINE_BYTES:
            while line and not line.endswith(b"\n"):
                line = file.readline(MAX_LINE_BYTES)
            line = b"{too long"
        yield line


def _reply(number: int, line: bytes, read: Read, answer: Answer) -> tuple[dict[str, Any], bool]:
    """The answer to a line, and whether it is an error. An error that no id belongs to says the line it is about,
    counted from 1."""
    name = None
    try:
        record = _record(line, read)
        name = id_of(record)
        return {"id": name, **answer(record)}, False
    except Refused as refused:
        place = {"line": number} if name is None else {}
        return {"id": name, **place, "error": _error(refused)}, True


def decoder() -> Read:
    """What reads a line as ``json.loads`` does, in half the time: worth its import, some 40 ms, where there are many.
    It raises ValueError and RecursionError with the same words."""
    import msgspec

    read = msgspec.json.Decoder().decode

    def decoded(line: bytes | str) -> Any:
        try:
            return read(line)
        except (ValueError, RecursionError):  # NaN, half a surrogate pair, UTF-16; or a fault, which json names
            return json.loads(line)

    return decoded


def _record(line: bytes, read: Read) -> dict[str, Any]:
    try:
        record = read(line)
    except UnicodeDecodeError as error:
        raise Refused(Code.BAD_JSON, "this line is not written in UTF-8", ONE_A_LINE) from error
    except (ValueError, RecursionError) as error:
        said = f"{error.msg} at column {error.colno}" if isinstance(error, json.JSONDecodeError) else str(error)
        raise Refused(Code.BAD_JSON, f"this line is not JSON: {said}", ONE_A_LINE) from error
    if not isinstance(record, dict):
        raise Refused(Code.BAD_JSON, "a record is a JSON object", ONE_A_LINE)
    return record


def _error(refused: Refused) -> dict[str, Any]:
    return {
        "code": refused.code, "number": refused.number, "field": refused.field or "", "detail": refused.detail,
        "remedy": refused.remedy,
    }  # fmt: skip
