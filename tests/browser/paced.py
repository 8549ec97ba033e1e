"""``jantaku`` in front of a simulated table whose time goes fast while a motor turns or people have their hands in it,
and slower otherwise. SIGUSR2: somebody waits for the table, it goes fast in any case; SIGUSR1: nobody does any more.

The board says how it is ten times in a second of its own, so a table at 40 times real time keeps a third of a processor
busy while nothing moves at it, and as much as it gets on a computer that is busy.
"""

from __future__ import annotations

import asyncio
import signal
from types import FrameType

from api.cli import main
from hardware.simulator.table import SimulatedTable
from hardware.simulator.virtual_time import VirtualTimeLoop

AT_REST = 8.0
"""Times real time."""
LINGERS = 20.0
"""Seconds of the table for which its time goes fast after a move: what follows on it comes as soon as before."""


class Pace:
    """A world of the clock in which nothing lives: it looks whether the tables beside it move."""

    quiet = True

    def __init__(self, loop: VirtualTimeLoop) -> None:
        self.loop = loop
        self.awaited = False
        self._fast = loop.speed
        self._moved = loop.time()

    def run_to(self, when: float) -> float:
        if any(isinstance(world, SimulatedTable) and world.moves for world in self.loop.worlds):
            self._moved = when
        speed = self._fast if self.awaited or when - self._moved < LINGERS else min(self._fast, AT_REST)
        if speed != self.loop.speed:
            self.loop.speed = speed
        return when


paces: list[Pace] = []


def change(number: int, _frame: FrameType | None) -> None:
    loop = asyncio.get_running_loop()
    assert isinstance(loop, VirtualTimeLoop)
    if not paces:
        paces.append(Pace(loop))
        loop.attach(paces[0])
    paces[0].awaited = number == signal.SIGUSR2


if __name__ == "__main__":
    for number in (signal.SIGUSR1, signal.SIGUSR2):
        signal.signal(number, change)
    raise SystemExit(main())
