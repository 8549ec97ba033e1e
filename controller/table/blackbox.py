"""The black box: what the sensors said in the last minute, kept as a file with every fault that held the table up,
together with the last frames of the link."""

from __future__ import annotations

import asyncio
import json
import logging
from collections import deque
from collections.abc import Callable, Mapping, Sequence
from functools import partial
from pathlib import Path
from typing import Any, Final

from controller.events import Recorded
from controller.events.machine import FaultDeclared
from controller.files import write_if_room
from controller.table.driver import MachineDriver
from firmware_bridge import messages as m
from firmware_bridge.recorder import fields_as_json

log = logging.getLogger("jantaku.faults")

SECONDS: Final = 60.0
MOST_ENTRIES: Final = 4096
MOST_FILES: Final = 50


class LastMinute:
    """What happened in the last minute. ``at`` is the loop's clock in seconds."""

    def __init__(self) -> None:
        self._entries: deque[tuple[float, str, Callable[[], Mapping[str, Any]]]] = deque(maxlen=MOST_ENTRIES)

    def add(self, at: float, kind: str, data: Callable[[], Mapping[str, Any]]) -> None:
        """``data`` is asked only when the trace is written out: most of it never is."""
        self._entries.append((at, kind, data))
        while self._entries[0][0] < at - SECONDS:
            self._entries.popleft()

    def entries(self) -> list[dict[str, Any]]:
        """``{"at": seconds, "kind": ..., ...}``, oldest first."""
        return [{"at": round(at, 4), "kind": kind, **data()} for at, kind, data in self._entries]


class BlackBox:
    """Follows what the board says and writes ``<seq>-<code>.json`` into ``folder`` with each hold or stop."""

    def __init__(self, folder: Path) -> None:
        self._folder, self._trace = folder, LastMinute()

    def heard(self, at: float, message: m.FromBoard) -> None:
        self._trace.add(at, type(message).__name__, partial(fields_as_json, message))

    def trace(self, at: float, kind: str, data: Mapping[str, Any]) -> None:
        self._trace.add(at, kind, lambda: data)

    def recorded(self, at: float, events: Sequence[Recorded], machine: MachineDriver) -> None:
        """Writes in a thread: a fault must not make the loop late."""
        for one in events:
            self._trace.add(at, "event", one.as_json)
            if isinstance(one.event, FaultDeclared) and one.event.severity != "warn":
                content = {
                    "fault": one.as_json(),
                    "trace": self._trace.entries(),
                    "frames": machine.board.dump() if machine.board else [],
                }
                loop = asyncio.get_running_loop()
                loop.run_in_executor(None, self._write, f"{one.seq:08d}-{one.event.code}", content)

    def _write(self, name: str, content: Mapping[str, Any]) -> None:
        try:
            save(self._folder, name, content)
        except OSError as error:
            log.warning("the trace of a fault was not kept: %s", error)


def save(folder: Path, name: str, content: Mapping[str, Any]) -> Path:
    """Writes ``content`` as ``name.json``. The oldest files beyond ``MOST_FILES`` go. Raises ``OSError``."""
    folder.mkdir(parents=True, exist_ok=True)
    path = folder / f"{name}.json"
    write_if_room(path, json.dumps(content, ensure_ascii=False, default=str).encode())
    for old in sorted(folder.glob("*.json"))[:-MOST_FILES]:
        old.unlink(missing_ok=True)
    return path
