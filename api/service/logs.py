"""Logs for journald: one JSON object per line on standard error, with whatever a call adds through ``extra``."""

from __future__ import annotations

import json
import logging
import sys
from typing import IO, Any, Final

_STANDARD: Final = frozenset(vars(logging.makeLogRecord({}))) | {"message", "asctime", "taskName", "color_message"}
# journald reads the priority from a prefix "<n>" (syslog numbers) and takes it off the line.
_PRIORITY: Final = {"DEBUG": 7, "INFO": 6, "WARNING": 4, "ERROR": 3, "CRITICAL": 2}


class JsonLines(logging.Formatter):
    """``{"level": ..., "from": logger, "what": message, ...extra}``; journald adds the time."""

    def __init__(self, for_journald: bool) -> None:
        super().__init__()
        self._for_journald = for_journald

    def format(self, record: logging.LogRecord) -> str:
        line: dict[str, Any] = {"level": record.levelname.lower(), "from": record.name, "what": record.getMessage()}
        if not self._for_journald:
            line["time"] = self.formatTime(record)
        line |= {name: value for name, value in vars(record).items() if name not in _STANDARD}
        if record.exc_info:
            line["error"] = self.formatException(record.exc_info)
        text = json.dumps(line, ensure_ascii=False, default=str)
        return f"<{_PRIORITY.get(record.levelname, 6)}>{text}" if self._for_journald else text


def set_up(stream: IO[str] = sys.stderr, *, for_journald: bool = False, level: int = logging.INFO) -> None:
    """Sends all logs of the process to ``stream``."""
    handler = logging.StreamHandler(stream)
    handler.setFormatter(JsonLines(for_journald))
    logging.basicConfig(level=level, handlers=[handler], force=True)
    for noisy in ("uvicorn.access", "asyncio"):
        logging.getLogger(noisy).setLevel(logging.WARNING)
