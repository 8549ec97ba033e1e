"""The serial port: everything that is special about pyserial and terminals, behind one small class.

pyserial opens and configures the port; bytes then go through the descriptor and the event loop, which costs a third of
what pyserial's own read and write cost and never blocks. What pyserial 3.5 raises for a port that is gone is a mix of
SerialException, OSError, termios.error, ValueError and TypeError; here it is PortError, always.
"""

from __future__ import annotations

import asyncio
import errno
import os
import termios
import threading
from collections.abc import Callable
from contextlib import suppress
from typing import Protocol

import serial

from firmware_bridge.errors import BridgeError

READ_CHUNK = 4096
OUT_LIMIT = 1024
"""Bytes that may wait for the port: several windows of the protocol, so it fills only when nobody takes any."""

_GONE = (OSError, termios.error, ValueError, TypeError)
"""What configuring or closing a port can raise; serial.SerialException is an OSError."""

OnData = Callable[[bytes], None]
OnLost = Callable[["PortError"], None]


class PortError(BridgeError, OSError):
    """The port cannot be used."""

    code = "port-error"
    remedy = "Look at the cable and the board, and at `jantaku doctor`."


class PortMissing(PortError):
    code = "port-missing"
    remedy = "Plug the board in; `jantaku doctor` lists what is there."


class PortBusy(PortError):
    code = "port-busy"
    remedy = "Another program holds the port (`sudo fuser -v PORT` names it): stop it, or give this one another port."


class PortDenied(PortError):
    code = "port-denied"
    remedy = "The user of this program must be in the group that owns the port, usually dialout."


class PortWrong(PortError):
    """There is something of this name, and it is no serial port."""

    code = "port-wrong"
    remedy = "Give the name of the board's serial port; `jantaku doctor` lists what is there when a port is missing."


class PortLost(PortError):
    """The port was there and is gone: unplugged, or the other end hung up."""

    code = "port-lost"
    remedy = "Plug the board in again; the link comes back by itself."


class Transport(Protocol):
    """An open way to the board."""

    @property
    def name(self) -> str: ...

    def write(self, data: bytes) -> None:
        """Sends now what the port takes and the rest when it takes more. Beyond a bound bytes are dropped, as on a
        wire; the protocol repeats them."""

    def write_urgent(self, data: bytes) -> None:
        """Sends before anything that still waits here; what waits is dropped."""

    def close(self) -> None:
        """Ends it; ``on_lost`` is not called. Twice is once."""


class OpenTransport(Protocol):
    """Opens the way to the board. ``attempt`` counts attempts on which no board answered, so that an opener can try
    other speeds or ports. Raises PortError. Must not wait."""

    def __call__(self, on_data: OnData, on_lost: OnLost, attempt: int) -> Transport: ...


class SerialTransport:
    """An open serial port, held exclusively, on the running event loop."""

    def __init__(self, path: str, baud: int, on_data: OnData, on_lost: OnLost) -> None:
        self._port = _open(path, baud)
        self._fd: int = self._port.fileno()
        self._path = path
        self._on_data, self._on_lost = on_data, on_lost
        self._waiting = bytearray()
        self.dropped = 0
        self._loop = asyncio.get_running_loop()
        self._open = True
        self._writing = threading.Lock()
        self._loop.add_reader(self._fd, self._readable)

    @property
    def name(self) -> str:
        return self._path

    def write(self, data: bytes) -> None:
        if not self._open:
            return
        if self._waiting:
            self._keep(data)
            return
        self._keep(data[self._try(data) :])

    def write_beside(self, frame: bytes) -> None:
        """From another thread: a whole frame, at once or not at all. A frame of the loop that is half written is cut,
        as by a disturbed wire; the protocol repeats it."""
        with self._writing:  # a descriptor that is closed here may be another file's the next moment
            if self._open:
                with suppress(OSError):
                    os.write(self._fd, b"\0" + frame)

    def write_urgent(self, data: bytes) -> None:
        if self._waiting:
            self.dropped += len(self._waiting)
            self._waiting.clear()
            data = b"\0" + data  # ends the frame that was cut
        self.write(data)

    def close(self) -> None:
        if not self._open:
            return
        self._loop.remove_reader(self._fd)
        self._loop.remove_writer(self._fd)
        with self._writing:
            self._open = False
            _close(self._port)

    def _readable(self) -> None:
        try:
            data = os.read(self._fd, READ_CHUNK)
        except BlockingIOError:
            return
        except OSError as error:
            self._lose(error.strerror or str(error))
            return
        if data:
            self._on_data(data)
        else:
            self._lose("hung up")

    def _writable(self) -> None:
        del self._waiting[: self._try(bytes(self._waiting))]
        if self._open and not self._waiting:
            self._loop.remove_writer(self._fd)

    def _try(self, data: bytes) -> int:
        """Bytes that the port took; all of them when it is lost, because nothing is left to do for them."""
        try:
            return os.write(self._fd, data)
        except BlockingIOError:
            return 0
        except OSError as error:
            self._loop.call_soon(self._lose, error.strerror or str(error))
            return len(data)

    def _keep(self, data: bytes) -> None:
        if not data:
            return
        if len(self._waiting) + len(data) > OUT_LIMIT:
            self.dropped += len(data)
            return
        if not self._waiting:
            self._loop.add_writer(self._fd, self._writable)
        self._waiting += data

    def _lose(self, what: str) -> None:
        if self._open:
            self.close()
            self._on_lost(PortLost(f"{self._path}: {what}"))


def _open(path: str, baud: int) -> serial.Serial:
    try:
        port = serial.Serial(path, baud, timeout=0, write_timeout=0, exclusive=True)
    except _GONE as error:
        raise _why(path, error) from error
    with suppress(*_GONE, NotImplementedError):  # a pseudo-terminal raises ValueError; few drivers have the mode
        port.set_low_latency_mode(True)
    return port


_KINDS: dict[int | None, type[PortError]] = {
    errno.ENOENT: PortMissing,
    errno.ENODEV: PortMissing,
    errno.ENXIO: PortMissing,
    errno.EIO: PortMissing,
    errno.EAGAIN: PortBusy,
    errno.EBUSY: PortBusy,
    errno.EACCES: PortDenied,
    errno.EPERM: PortDenied,
    errno.ENOTTY: PortWrong,
    errno.EISDIR: PortWrong,
}
_WORDS: dict[type[PortError], str] = {
    PortMissing: "the port is not there",
    PortBusy: "another program has locked the port",
    PortDenied: "this user may not open the port",
    PortWrong: "this is not a serial port",
}
"""Instead of pyserial's, which repeat themselves and the number of the error."""


def _why(path: str, error: Exception) -> PortError:
    kind = _KINDS.get(_number(error) or _number(error.__context__), PortError)
    return kind(f"{path}: {_WORDS.get(kind, error)}")


def _number(error: BaseException | None) -> int | None:
    """pyserial wraps what termios raised without its number."""
    found = error.args[0] if isinstance(error, termios.error) else getattr(error, "errno", None)
    return found if isinstance(found, int) else None


def _close(port: serial.Serial) -> None:
    """Closes without waiting for bytes that nobody takes: a driver may hold close() for 30 s otherwise."""
    with suppress(*_GONE):
        termios.tcflush(port.fileno(), termios.TCOFLUSH)
    with suppress(*_GONE):
        port.close()
