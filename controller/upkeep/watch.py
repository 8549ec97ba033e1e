"""Reads what the board has learnt and counted, and keeps it day by day in the state folder.

It asks after each connect, after each finished wall, after a fault, and when somebody reads the report; it never moves
anything. The file appears whole or not at all;
what was read since it was last written is lost in a power cut, and the board tells it again.
"""

from __future__ import annotations

import asyncio
import json
import logging
import threading
from collections.abc import Callable
from datetime import datetime
from pathlib import Path
from typing import Any, Final, Protocol

from controller.files import write_if_room
from controller.journal.store import iso
from controller.upkeep import history as h
from controller.upkeep.diary import Diary
from controller.upkeep.report import report
from firmware_bridge import messages as m
from firmware_bridge.board import BoardState, BoardStatus
from firmware_bridge.commands import Sent
from firmware_bridge.errors import BridgeError

log = logging.getLogger("jantaku.upkeep")

FILE_NAME: Final = "upkeep.json"
SAVE_SECONDS: Final = 300.0
"""Real time between writes: a memory card wears with each."""
COUNTERS: Final = (
    "builds", "tiles", "hatch_cycles", "lift_cycles", "pushes", "disc_seconds", "faults", "emergency_stops",
    "frames_received", "frames_damaged", "watchdog_resets", "brown_outs", "boots", "frames_repeated",
    "commands_repeated", "bytes_lost", "longest_loop_us", "key_events_dropped",
)  # fmt: skip
"""The values of the Counters message, page 0 and then page 1."""
_PAGE: Final = 10
FRESH_SECONDS: Final = 5.0
"""For so long what the board said is good enough for who reads the report."""
APART_SECONDS: Final = 1.0
"""Between two questions that faults are the reason of: a fault that comes again and again does not fill the link."""


class Link(Protocol):
    def send(self, message: m.Command) -> Sent: ...


class Upkeep:
    """``on_state`` and ``on_message`` are fed like those of the table; ``load`` first, ``close`` in the end."""

    def __init__(self, path: Path, now: Callable[[], datetime]) -> None:
        self._path, self._now = path, now
        self._history = h.WearHistory()
        self._serial = ""
        self._counts: dict[str, int] = {}
        self._read_at: str | None = None
        self._dirty = False
        self._saved_at = now()
        self._writing = threading.Lock()
        self._seen: m.Telemetry | None = None
        self._ready = False
        self._asked_at: datetime | None = None
        self._behind = False
        self.link: Link | None = None

    def load(self) -> None:
        """A file that cannot be read is put aside; the table never stops because of it."""
        try:
            self._history = h.from_json(json.loads(self._path.read_text(encoding="utf-8")))
        except FileNotFoundError:
            return
        except (OSError, ValueError) as error:
            log.warning("the service history was not read: %s", error)
            self._put_aside()

    def close(self) -> None:
        if self._dirty:
            self._write(self._as_text())
            self._dirty = False

    # ------------------------------------------------------------ what the board says

    def on_state(self, state: BoardState) -> None:
        self._seen = None
        self._ready = state.status is BoardStatus.READY and state.welcome is not None
        if state.status is BoardStatus.READY and state.welcome is not None:
            self._serial = bytes(state.welcome.serial).hex()
            self._ask()

    def on_message(self, message: m.FromBoard) -> None:
        if isinstance(message, m.Telemetry):
            self._seen = message
            self._catch_up()
        elif isinstance(message, m.Learnt):
            self._learnt(message)
        elif isinstance(message, m.Counters):
            self._counted(message)
        elif isinstance(message, m.BuildChanged) and message.phase is m.BuildPhase.READY:
            self._ask()
        elif isinstance(message, m.FaultRaised):
            self._behind = True  # what was read before does not hold it
            self._catch_up()

    def freshen(self) -> None:
        """Asks a board that is there, unless it was asked a moment ago; its answer is in the next report."""
        if self._ready and not self._asked_within(FRESH_SECONDS):
            self._ask()

    def _catch_up(self) -> None:
        if self._behind and self._ready and not self._asked_within(APART_SECONDS):
            self._ask()

    def _asked_within(self, seconds: float) -> bool:
        return self._asked_at is not None and 0 <= (self._now() - self._asked_at).total_seconds() < seconds

    def served(self, part: str, work: str) -> None:
        """A replaced mechanism is learnt anew."""
        if work == "replaced":
            self._history = h.renewed(self._history, part)
            self._save()

    def report(self, diary: Diary) -> dict[str, Any]:
        """See ``controller.upkeep.report``; ``read`` is when the board was asked last, ``sensors`` what it sees."""
        seen = self._seen
        sensors = None if seen is None else [bit.name.lower().replace("_", "-") for bit in seen.sensors if bit.name]
        return {"read": self._read_at, "sensors": sensors, **report(diary, self._history)}

    def counted(self, diary: Diary) -> tuple[int, dict[str, int] | None]:
        """Walls built so far, and the counters of the board as it told them last; None before the first time."""
        return diary.walls, dict(self._history.counts[-1].values) if self._history.counts else None

    # ------------------------------------------------------------ inside

    def _ask(self) -> None:
        """A board that is busy or gone is asked again after the next wall."""
        if self.link is None:
            return
        self._asked_at, self._behind = self._now(), False
        try:
            for question in (m.GetLearnt(), m.GetCounters()):
                self.link.send(question)
        except BridgeError as error:
            log.info("the board was not asked: %s", error, extra={"code": error.code})

    def _learnt(self, message: m.Learnt) -> None:
        name = m.Mechanism(message.mechanism).name.lower().replace("_", "-")
        travel = h.Travel(message.mean_ms, message.last_ms, message.runs)
        self._history = h.noted(self._history, self._serial, self._day(), {name: travel})
        self._changed()

    def _counted(self, message: m.Counters) -> None:
        names = COUNTERS[message.page * _PAGE : (message.page + 1) * _PAGE]
        self._counts |= dict(zip(names, message.values, strict=False))
        if len(self._counts) == len(COUNTERS):
            self._history = h.counted(self._history, self._day(), self._counts)
            self._changed()

    def _changed(self) -> None:
        self._read_at = iso(self._now())
        self._dirty = True
        if (self._now() - self._saved_at).total_seconds() >= SAVE_SECONDS:
            self._save()

    def _save(self) -> None:
        """In a thread: a slow card must not make the loop late."""
        self._saved_at, self._dirty = self._now(), False
        asyncio.get_running_loop().run_in_executor(None, self._write, self._as_text())

    def _day(self) -> str:
        return self._now().date().isoformat()

    def _as_text(self) -> str:
        return json.dumps(h.as_json(self._history), separators=(",", ":"))

    def _write(self, text: str) -> None:
        try:
            with self._writing:
                write_if_room(self._path, text.encode())
        except OSError as error:
            log.warning("the service history was not kept: %s", error)

    def _put_aside(self) -> None:
        try:
            self._path.replace(self._path.with_suffix(".damaged"))
        except OSError as error:
            log.warning("the damaged history stays where it is: %s", error)
