"""One JSON object per line, whatever is logged."""

from __future__ import annotations

import io
import json
import logging
from collections.abc import Iterator

import pytest

from api.service.logs import set_up


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
    set_up(stream, for_journald=True)
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
