"""A pseudo-terminal that looks like the board's serial port, behind a stable path.

The slave side is closed here after it was made raw, so that the master tells (POLLHUP) whether anybody has the port
open. While nobody has, output is discarded, as on a wire; hang-ups are watched for by polling, because a reader on a
hung-up descriptor would never let the loop rest.
"""

from __future__ import annotations

import asyncio
import os
import select
import tty
from collections.abc import Callable
from pathlib import Path
from typing import Final

from .errors import NoTerminalError

_LOOK_S: Final = 0.02
_READ_BYTES: Final = 4096


class PtyPort:
    """``on_bytes`` gets what a client writes; ``on_open`` is called when a client has appeared."""

    def __init__(
        self, on_bytes: Callable[[bytes], None], on_open: Callable[[], None] = lambda: None, link: Path | None = None
    ) -> None:
        self.path: Path | None = None
        self.connected = False
        self.discarded = 0
        self._on_bytes, self._on_open, self._link = on_bytes, on_open, link
        self._master = -1
        self._look: asyncio.TimerHandle | None = None

    def open(self) -> Path:
        """Makes the terminal in the running loop; returns the path for the client: the link, or the device. Raises
        ``NoTerminalError``."""
        try:
            self._master, slave = os.openpty()
        except OSError as error:
            raise NoTerminalError(error.strerror or str(error)) from error
        os.set_blocking(self._master, False)
        tty.setraw(slave)
        device = Path(os.ttyname(slave))
        os.close(slave)
        self.path = _put_link(self._link, device) if self._link else device
        self._wait_for_client()
        return self.path

    def close(self) -> None:
        """The plug is pulled: the client sees a hang-up, the path is gone."""
        if self._master < 0:
            return
        if self._look:
            self._look.cancel()
        asyncio.get_running_loop().remove_reader(self._master)
        os.close(self._master)
        self._master, self.connected, self.path = -1, False, None
        if self._link:
            self._link.unlink(missing_ok=True)

    def write(self, data: bytes) -> None:
        """Bytes for the client; lost when there is none or when it does not read."""
        if not self.connected:
            self.discarded += len(data)
            return
        try:
            written = os.write(self._master, data)
        except OSError:  # nobody reads, or the client left this instant: both lose the bytes
            written = 0
        self.discarded += len(data) - written

    def _wait_for_client(self) -> None:
        loop = asyncio.get_running_loop()
        if _hung_up(self._master):
            self._look = loop.call_later(_LOOK_S, self._wait_for_client)
            return
        self.connected, self._look = True, None
        self._on_open()
        loop.add_reader(self._master, self._read)

    def _read(self) -> None:
        try:
            data = os.read(self._master, _READ_BYTES)
        except BlockingIOError:
            return
        except OSError:  # EIO: the last client has closed the port
            data = b""
        if data:
            self._on_bytes(data)
            return
        asyncio.get_running_loop().remove_reader(self._master)
        self.connected = False
        self._wait_for_client()


def _put_link(link: Path, device: Path) -> Path:
    link.parent.mkdir(parents=True, exist_ok=True)
    new = link.with_name(f".{link.name}.{os.getpid()}")
    new.unlink(missing_ok=True)
    new.symlink_to(device)
    new.replace(link)
    return link


def _hung_up(descriptor: int) -> bool:
    poll = select.poll()
    poll.register(descriptor, select.POLLIN)
    return any(events & select.POLLHUP and not events & select.POLLIN for _, events in poll.poll(0))
