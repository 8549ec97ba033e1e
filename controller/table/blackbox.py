"""A file for every fault that held the table up: the last minute of its sensors and the last frames of the link."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Mapping, Sequence
from functools import partial
from pathlib import Path
from typing import Any

from controller.events import Recorded
from controller.events.machine import FaultDeclared
from controller.table.driver import Machine
from controller.table.trace import Trace, keep
from firmware_bridge import messages as m
from firmware_bridge.recorder import fields_as_json

log = logging.getLogger("jantaku.faults")


class FaultFiles:
    """Follows what the board says and writes ``<seq>-<code>.json`` into ``folder`` with each hold or stop."""

    def __init__(self, folder: Path) -> None:
        self._folder, self._trace = folder, Trace()

    def heard(self, at: float, message: m.FromBoard) -> None:
        self._trace.add(at, type(message).__name__, partial(fields_as_json, message))

    def trace(self, at: float, kind: str, data: Mapping[str, Any]) -> None:
        self._trace.add(at, kind, lambda: data)

    def recorded(self, at: float, events: Sequence[Recorded], machine: Machine) -> None:
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
            keep(self._folder, name, content)
        except OSError as error:
            log.warning("the trace of a fault was not kept: %s", error)
