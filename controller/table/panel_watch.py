"""The panel of the Pi at work: the second eye on the emergency stop, motor power, lamps, board reset.

The board stops its motors by itself; the Pi sees the button through a contact of its own, takes the motor supply away
and tells the board to stop, in case it did not notice. A released stop is acknowledged when the board's own stop has
been reset, which takes a person and a key.
"""

from __future__ import annotations

import asyncio
import math
from collections.abc import Callable
from typing import Final, NoReturn

from controller.mechanism.shown.dome import dome
from controller.table.table import Table
from firmware_bridge.messages import Lamps
from hardware.panel import EmergencyStop, Panel

POLL_SECONDS: Final = 0.02
HOLD_SECONDS: Final = 3.0
"""Of the service button; nobody leans on it for so long by chance."""


class PanelWatch:
    """``run`` as a task. ``on_button`` is called when the service button goes down."""

    def __init__(self, panel: Panel, table: Table, on_button: Callable[[], None] = lambda: None) -> None:
        self._panel, self._table, self._on_button = panel, table, on_button
        self._stop = EmergencyStop.CLEAR
        self._held_since: float | None = None

    async def run(self) -> NoReturn:
        while True:
            self.look()
            await asyncio.sleep(POLL_SECONDS)

    def look(self) -> None:
        """One look at the inputs, and what follows from it for the outputs."""
        machine = self._table.machine
        seen = self._panel.poll(asyncio.get_running_loop().time())
        pressed = self._panel.has_stop and seen.emergency_stop in (EmergencyStop.PRESSED, EmergencyStop.ABSENT)
        if pressed and self._stop is not seen.emergency_stop and self._stop is not EmergencyStop.ABSENT:
            machine.stop_now()
        self._stop = seen.emergency_stop
        if self._stop is EmergencyStop.RELEASED and machine.ready and machine.state.books.stop is None:
            self._panel.acknowledge()
        self._panel.motor_power(machine.ready)
        calls = bool(dome(machine.state).lamps & Lamps.CALL)
        self._panel.lamps(status=machine.ready, call=calls)
        self._follow_button(seen.service_pressed, asyncio.get_running_loop().time())

    def _follow_button(self, pressed: bool, now: float) -> None:
        """Held long enough it resets the board, once: for one that hangs. After it a key at the table is asked for."""
        if not pressed:
            self._held_since = None
        elif self._held_since is None:
            self._held_since = now
            self._on_button()
        elif now - self._held_since >= HOLD_SECONDS:
            self._held_since = math.inf
            if self._panel.has_reset:
                self._panel.reset_board(now)
