"""The panel of the Pi at work: the second eye on the emergency stop, motor power, lamps.

The board stops its motors by itself; the Pi sees the button through a contact of its own, takes the motor supply away
and tells the board to stop, in case it did not notice. A released stop is acknowledged when the board's own stop has
been reset, which takes a person and a key.
"""

from __future__ import annotations

import asyncio
from typing import Final, NoReturn

from controller.mechanism.display import dome
from controller.table import Table
from firmware_bridge.messages import Lamps
from hardware.panel import EmergencyStop, Panel

POLL_SECONDS: Final = 0.02


class PanelWatch:
    """``run`` as a task."""

    def __init__(self, panel: Panel, table: Table) -> None:
        self._panel, self._table = panel, table
        self._stop = EmergencyStop.CLEAR

    async def run(self) -> NoReturn:
        while True:
            self.look()
            await asyncio.sleep(POLL_SECONDS)

    def look(self) -> None:
        """One look at the inputs, and what follows from it for the outputs."""
        machine = self._table.machine
        seen = self._panel.poll(asyncio.get_running_loop().time())
        pressed = seen.emergency_stop in (EmergencyStop.PRESSED, EmergencyStop.ABSENT)
        if pressed and self._stop is not seen.emergency_stop and self._stop is not EmergencyStop.ABSENT:
            machine.stop_now()
        self._stop = seen.emergency_stop
        if self._stop is EmergencyStop.RELEASED and machine.ready and machine.state.books.stop is None:
            self._panel.acknowledge()
        self._panel.motor_power(machine.ready)
        calls = bool(dome(machine.state).lamps & Lamps.CALL)
        self._panel.lamps(status=machine.ready, call=calls)
