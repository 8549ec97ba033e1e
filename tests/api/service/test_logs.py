"""One line for each log record, all of a stream in one form: plain for people, JSON for programs."""

from __future__ import annotations

import io
import json
import logging
import re
from collections.abc import Iterator

import pytest

from api.service.logs import LINES_SECONDS, MOST_LINES, Form, LineLimit, form_of, set_up


@pytest.fixture(autouse=True)
def _keep_handlers() -> Iterator[None]:
    root = logging.getLogger()
    handlers, level = root.handlers[:], root.level
    yield
    root.handlers[:], root.level = handlers, level


def test_a_line_holds_what_was_added() -> None:
    stream = io.StringIO()
    set_up(stream)
    logging.getLogger("jantaku.http").warning("request %s", "GET\nx", extra={"request_id": "r1", "status": 423})
    line = json.loads(stream.getvalue())
    assert line.pop("time")
    assert line == {
        "level": "warning", "from": "jantaku.http", "what": "request GET\nx", "request_id": "r1", "status": 423,
    }  # fmt: skip


def test_journald_gets_the_priority_and_keeps_the_time_itself() -> None:
    stream = io.StringIO()
    set_up(stream, Form.JOURNALD)
    try:
        raise RuntimeError("broken")
    except RuntimeError:
        logging.getLogger("jantaku").exception("failed")
    assert stream.getvalue().count("\n") == 1
    prefix, text = stream.getvalue()[:3], stream.getvalue()[3:]
    line = json.loads(text)
    assert prefix == "<3>"
    assert "time" not in line
    assert "RuntimeError: broken" in line["error"]


def test_a_person_at_a_terminal_reads_plain_lines_of_what_needs_attention() -> None:
    stream = io.StringIO()
    set_up(stream, Form.PLAIN)
    logging.getLogger("jantaku.table").info("board ready")
    logging.getLogger("jantaku.table").warning("board %s", "absent", extra={"reason": "closed", "detail": ""})
    assert re.fullmatch(r"\d\d:\d\d:\d\d warning: board absent \(reason=closed\)\n", stream.getvalue())


def test_what_came_from_outside_cannot_break_a_plain_line_or_steer_the_terminal() -> None:
    stream = io.StringIO()
    set_up(stream, Form.PLAIN)
    logging.getLogger("jantaku").warning("name \x1b[2J\n12:00:00 critical: 東", extra={"id": "a\u2028b"})
    assert stream.getvalue().endswith(r" warning: name \x1b[2J\n12:00:00 critical: 東 (id=a\u2028b)" + "\n")


def test_an_error_is_followed_by_where_it_happened() -> None:
    stream = io.StringIO()
    set_up(stream, Form.PLAIN)
    try:
        raise RuntimeError("broken")
    except RuntimeError:
        logging.getLogger("jantaku").exception("failed")
    first, *rest = stream.getvalue().splitlines()
    assert first.endswith(" error: failed")
    assert rest[-1] == "RuntimeError: broken"


class Terminal(io.StringIO):
    def isatty(self) -> bool:
        return True


@pytest.mark.parametrize(
    ("stream", "environment", "form"),
    [
        (Terminal(), {}, Form.PLAIN),
        (Terminal(), {"JOURNAL_STREAM": "8:1"}, Form.PLAIN),  # a terminal window that systemd started
        (io.StringIO(), {"JOURNAL_STREAM": "8:1"}, Form.JOURNALD),
        (io.StringIO(), {}, Form.JSON),
    ],
)
def test_each_stream_has_one_form(stream: io.StringIO, environment: dict[str, str], form: Form) -> None:
    assert form_of(stream, environment) is form


def test_one_place_of_the_program_cannot_fill_the_disk_and_says_how_much_was_left_out() -> None:
    clock = [0.0]
    limit, logger = LineLimit(lambda: clock[0]), logging.getLogger("flood")

    def line() -> logging.LogRecord:
        return logger.makeRecord("flood", logging.INFO, "listener.py", 7, "request %s", ("x",), None)

    assert sum(limit.filter(line()) for _ in range(10_000)) == MOST_LINES
    clock[0] = LINES_SECONDS
    record = line()
    assert limit.filter(record)
    assert vars(record)["left_out"] == 10_000 - MOST_LINES
    after = line()
    assert limit.filter(after) and "left_out" not in vars(after)


def test_other_places_of_the_program_are_still_heard() -> None:
    limit, logger = LineLimit(lambda: 0.0), logging.getLogger("flood")
    for _ in range(1000):
        limit.filter(logger.makeRecord("flood", logging.INFO, "listener.py", 7, "request", (), None))
    assert limit.filter(logger.makeRecord("flood", logging.INFO, "listener.py", 8, "event", (), None))
