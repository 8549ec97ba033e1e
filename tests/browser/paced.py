"""``jantaku`` in front of a simulated table whose time the tests slow down and speed up: SIGUSR1 makes it ``AT_REST``
times as fast as real time, SIGUSR2 as fast as it began.

The board says how it is ten times in a second of its own, so a table at 40 times real time keeps a third of a processor
busy while nothing moves at it.
"""

from __future__ import annotations

import asyncio
import signal
from types import FrameType

from api.cli import main
from hardware.simulator.virtual_time import VirtualTimeLoop

AT_REST = 8.0
begun_with: list[float] = []


def change(number: int, _frame: FrameType | None) -> None:
    loop = asyncio.get_running_loop()
    assert isinstance(loop, VirtualTimeLoop)
    begun_with[:] = begun_with or [loop.speed]
    loop.speed = AT_REST if number == signal.SIGUSR1 else begun_with[0]


if __name__ == "__main__":
    for number in (signal.SIGUSR1, signal.SIGUSR2):
        signal.signal(number, change)
    raise SystemExit(main())
