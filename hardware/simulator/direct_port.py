"""The board's serial port for a host in the same event loop: no terminal between it and the wire.

Through a pseudo-terminal a heartbeat and its answer cost more than half of what an idle simulated table needs, and on a
busy computer they wait for the kernel's workers. What a host sees is the same: bytes in their order, a port that is
gone while the plug is out, and that hangs up when it is pulled.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from pathlib import Path
from typing import Final

NAME: Final = Path("simulate")
"""As the configuration names the port of a simulated table."""


class DirectLine:
    """An open port: what its holder says, and hears by ``on_bytes``. ``on_hang_up``: the plug was pulled."""

    def __init__(self, port: DirectPort, on_bytes: Callable[[bytes], None], on_hang_up: Callable[[], None]) -> None:
        self._port, self._on_bytes, self._on_hang_up = port, on_bytes, on_hang_up
        self._open = True

    def send(self, data: bytes) -> None:
        if self._open:
            self._port.on_bytes(data)

    def close(self) -> None:
        """Twice is once; nothing is heard after it."""
        self._open = False
        self._port.left(self)

    def hear(self, data: bytes) -> None:
        if self._open:
            self._on_bytes(data)

    def hang_up(self) -> None:
        if self._open:
            self._open = False
            self._on_hang_up()


class DirectPort:
    """``on_bytes`` gets what the holder of the port writes; ``on_open`` is called when it was opened."""

    def __init__(self, on_bytes: Callable[[bytes], None], on_open: Callable[[], None] = lambda: None) -> None:
        self.path: Path | None = None
        self.discarded = 0
        self.on_bytes = on_bytes
        self._on_open = on_open
        self._line: DirectLine | None = None

    @property
    def connected(self) -> bool:
        return self._line is not None

    def open(self) -> Path:
        self.path = NAME
        return NAME

    def close(self) -> None:
        """The plug is pulled: who has the port hears of it, and nobody can open it."""
        line, self._line, self.path = self._line, None, None
        if line is not None:
            asyncio.get_running_loop().call_soon(line.hang_up)

    def connect(self, on_bytes: Callable[[bytes], None], on_hang_up: Callable[[], None]) -> DirectLine | None:
        """Opens the port; both are called from the loop. None: the plug is out, or somebody has the port."""
        if self.path is None or self._line is not None:
            return None
        self._line = DirectLine(self, on_bytes, on_hang_up)
        self._on_open()
        return self._line

    def left(self, line: DirectLine) -> None:
        if self._line is line:
            self._line = None

    def write(self, data: bytes) -> None:
        """Bytes for who has the port; lost when nobody has it. Heard in the loop's next turn, as from a descriptor: who
        answers at once must not find the machine in the middle of a step."""
        if self._line is None:
            self.discarded += len(data)
        else:
            asyncio.get_running_loop().call_soon(self._line.hear, data)
