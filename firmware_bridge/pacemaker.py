"""Heartbeats from a thread of its own while the event loop is late, so that one slow request does not stop the drum.

The board stops its motors when the host is silent for 0.3 s (``deadman_ms``). That is meant for a host that is gone,
not for a loop that is busy for half a second: then this thread sends the heartbeat that is overdue, and nothing else.
After ``LATEST`` seconds it stops too: a loop that does not turn any more must not keep a machine running.

It only reads the session and the loop's clock. Where that clock is virtual it stands still with the loop, and nothing
is ever overdue.
"""

from __future__ import annotations

import threading
from collections.abc import Callable
from typing import Final, Protocol, runtime_checkable

LOOK_SECONDS: Final = 0.04
"""Between looks. With ``OVERDUE`` and the period of 0.1 s the board hears one every 0.17 s at the latest."""
OVERDUE: Final = 0.03
LATEST: Final = 3.0


@runtime_checkable
class WritesBeside(Protocol):
    """A transport that another thread may write a whole frame to."""

    def write_beside(self, frame: bytes) -> None: ...


class Pacemaker:
    """``overdue``: the encoded heartbeat that should have left by now, None when none is (``HostSession.overdue``).
    Both callables are called in the thread."""

    def __init__(self, overdue: Callable[[], bytes | None], write: Callable[[bytes], None]) -> None:
        self._overdue, self._write = overdue, write
        self._ending = threading.Event()
        self._thread = threading.Thread(target=self._run, name="pacemaker", daemon=True)
        self.beats = 0

    def start(self) -> None:
        self._thread.start()

    def stop(self) -> None:
        """Does not wait for the thread: it may be about to write, which the transport allows after its end too."""
        self._ending.set()

    def _run(self) -> None:
        while not self._ending.wait(LOOK_SECONDS):
            frame = self._overdue()
            if frame is not None:
                self._write(frame)
                self.beats += 1
