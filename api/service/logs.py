"""Logs on standard error: one line for each, all in one form, with whatever a call adds through ``extra``.

Plain lines for a person at a terminal; one JSON object a line for a file or a pipe, and for journald with its priority.
"""

from __future__ import annotations

import enum
import json
import logging
import os
import re
import sys
import time
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import IO, Any, Final

_STANDARD: Final = frozenset(vars(logging.makeLogRecord({}))) | {"message", "asctime", "taskName", "color_message"}
# journald reads the priority from a prefix "<n>" (syslog numbers) and takes it off the line.
_PRIORITY: Final = {"DEBUG": 7, "INFO": 6, "WARNING": 4, "ERROR": 3, "CRITICAL": 2}
_CONTROL: Final = re.compile(r"[\x00-\x1f\x7f-\x9f\u2028\u2029]")
LINES_SECONDS: Final = 10.0
MOST_LINES: Final = 200
"""A simulated table at fifty times real time writes some hundred lines of events in ten seconds."""
JOURNAL_STREAM: Final = "JOURNAL_STREAM"
"""Device and inode of the stream to journald, set by systemd, and inherited by everything that it started."""


class Form(enum.Enum):
    """How a line is written; one stream has one form."""

    PLAIN = "plain"
    JSON = "json"
    JOURNALD = "journald"


def form_of(stream: IO[str], environment: Mapping[str, str] = os.environ) -> Form:
    if stream.isatty():
        return Form.PLAIN
    return Form.JOURNALD if JOURNAL_STREAM in environment else Form.JSON


class JsonLines(logging.Formatter):
    """``{"level": ..., "from": logger, "what": message, ...extra}``; journald adds the time."""

    def __init__(self, for_journald: bool) -> None:
        super().__init__()
        self._for_journald = for_journald

    def format(self, record: logging.LogRecord) -> str:
        line: dict[str, Any] = {"level": record.levelname.lower(), "from": record.name, "what": record.getMessage()}
        if not self._for_journald:
            line["time"] = self.formatTime(record)
        line |= _extra(record)
        if record.exc_info:
            line["error"] = self.formatException(record.exc_info)
        text = json.dumps(line, ensure_ascii=False, default=str)
        return f"<{_PRIORITY.get(record.levelname, 6)}>{text}" if self._for_journald else text


class PlainLines(logging.Formatter):
    """``12:34:56 warning: message (extra=value)``. No text from outside can break a line or steer the terminal."""

    def format(self, record: logging.LogRecord) -> str:
        extra = ", ".join(f"{name}={value}" for name, value in _extra(record).items() if value not in (None, ""))
        text = f"{record.getMessage()} ({extra})" if extra else record.getMessage()
        line = f"{self.formatTime(record, '%H:%M:%S')} {record.levelname.lower()}: {_printable(text)}"
        return f"{line}\n{self.formatException(record.exc_info)}" if record.exc_info else line


class LineLimit(logging.Filter):
    """Lets through ``MOST_LINES`` lines of one place in the program every ``LINES_SECONDS``, so that nobody outside can
    fill the disk with them; the next line that comes through says how many were left out (``left_out``)."""

    def __init__(self, clock: Callable[[], float] = time.monotonic) -> None:
        super().__init__()
        self._clock = clock
        self._seen: dict[tuple[str, int], _Window] = {}

    def filter(self, record: logging.LogRecord) -> bool:
        now = self._clock()
        window = self._seen.setdefault((record.pathname, record.lineno), _Window(now))
        if now - window.began >= LINES_SECONDS:
            window.began, window.lines = now, 0
        window.lines += 1
        if window.lines > MOST_LINES:
            window.left_out += 1
            return False
        if window.left_out:
            record.left_out, window.left_out = window.left_out, 0
        return True


@dataclass(slots=True)
class _Window:
    began: float
    lines: int = 0
    left_out: int = 0


def _extra(record: logging.LogRecord) -> dict[str, Any]:
    return {name: value for name, value in vars(record).items() if name not in _STANDARD}


def _printable(text: str) -> str:
    return _CONTROL.sub(lambda found: repr(found[0])[1:-1], text)


def set_up(stream: IO[str] = sys.stderr, form: Form = Form.JSON) -> None:
    """Sends all logs of the process to ``stream``. A person at a terminal sees what needs attention."""
    handler = logging.StreamHandler(stream)
    handler.addFilter(LineLimit())
    handler.setFormatter(PlainLines() if form is Form.PLAIN else JsonLines(form is Form.JOURNALD))
    level = logging.WARNING if form is Form.PLAIN else logging.INFO
    logging.basicConfig(level=level, handlers=[handler], force=True)
    for noisy in ("uvicorn.access", "asyncio"):
        logging.getLogger(noisy).setLevel(logging.WARNING)
