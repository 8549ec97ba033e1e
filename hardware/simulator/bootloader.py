"""The bootloader of an ATmega2560 in front of a simulated table: STK500 version 2, taken strictly.

It stands where that of a real board would, behind a pseudo-terminal of its own: what is no message of the protocol goes
through to the table, as long as the flash holds a program that runs. Written from the protocol's description (Atmel
AVR068) and from what avrdude sends; what a real bootloader would not understand is kept in ``wrong``.
"""

from __future__ import annotations

import os
import select
import threading
import tty
from collections.abc import Callable
from pathlib import Path

PAGE = 256
PAGES = (262_144 - 8_192) // PAGE
_START, _TOKEN = 0x1B, 0x0E
_SIGN_ON, _SET, _GET, _ADDRESS = 0x01, 0x02, 0x03, 0x06
_ENTER, _LEAVE, _PROGRAM, _READ, _SIGNATURE, _SPI = 0x10, 0x11, 0x13, 0x14, 0x1B, 0x1D
_HELLO = bytes((_START, 1, 0, 1, _TOKEN, _SIGN_ON))
SIGNATURE = bytes((0x1E, 0x98, 0x01))


class Bootloader:
    """``link``: where its port is found; ``app``: the port of the table; ``runs``: whether the flash holds a program
    that does; ``left``: what is done when the bootloader hands over to it.

    ``flash``: what was written, 0xFF elsewhere; ``pages``: which, in that order. ``spoil`` may change a page on its way
    into the flash; ``dies_at``: the page at which the power fails, and the port with it, once."""

    def __init__(
        self, link: Path, app: Path, runs: Callable[[bytes], bool], left: Callable[[], None] = lambda: None
    ) -> None:
        self.flash = bytearray(b"\xff" * PAGE * PAGES)
        self.spoil: Callable[[int, bytes], bytes] = lambda _, page: page
        self.dies_at: int | None = None
        self.pages: list[int] = []
        self.wrong: list[str] = []
        self._runs, self._left, self._loading, self._address = runs, left, False, 0
        self.port = link
        self._ours, self._theirs = self._plug()
        self._app = os.open(app, os.O_RDWR | os.O_NOCTTY | os.O_NONBLOCK)
        tty.setraw(self._app)
        self._waiting = b""
        self._end, self._ended = os.pipe()
        self._thread = threading.Thread(target=self._serve, daemon=True)
        self._thread.start()

    def close(self) -> None:
        os.write(self._ended, b"x")
        self._thread.join(5)
        for handle in (self._ours, self._theirs, self._app):
            os.close(handle)

    def reset(self) -> None:
        """The board starts anew, with what its flash holds."""
        self._loading, self._waiting = False, b""

    def _plug(self) -> tuple[int, int]:
        ours, theirs = os.openpty()
        tty.setraw(theirs)
        self.port.unlink(missing_ok=True)
        self.port.symlink_to(os.ttyname(theirs))
        return ours, theirs

    def _fail(self) -> None:
        """The power fails and comes back: everybody who has the port open loses it; the flash keeps what it has."""
        os.close(self._ours)
        os.close(self._theirs)
        self.dies_at, self._loading, self._waiting = None, False, b""
        self._ours, self._theirs = self._plug()

    def _serve(self) -> None:
        while True:
            ready, _, _ = select.select([self._ours, self._app, self._end], [], [])
            if self._end in ready:
                return
            if self._app in ready:
                told = os.read(self._app, 4096)
                if not self._loading and self._runs(bytes(self.flash)):
                    os.write(self._ours, told)
            if self._ours in ready:
                self._take(os.read(self._ours, 4096))

    def _take(self, data: bytes) -> None:
        if not self._loading and _HELLO not in data:
            if self._runs(bytes(self.flash)):
                os.write(self._app, data)
            return
        if not self._loading:
            self._loading, data = True, data[data.index(_HELLO) :]
        self._waiting += data
        while (message := self._message()) is not None:
            sequence, body = message
            answer = self._answer(body)
            if answer is None:
                self._fail()
                return
            self._say(sequence, answer)
            if body[0] == _LEAVE:
                self.reset()
                self._left()

    def _message(self) -> tuple[int, bytes] | None:
        waiting = self._waiting
        if len(waiting) < 5:
            return None
        size = int.from_bytes(waiting[2:4], "big")
        if waiting[0] != _START or waiting[4] != _TOKEN or size > PAGE + 20:
            self.wrong.append(f"no message: {waiting[:6].hex()}")
            self._waiting = b""
            return None
        if len(waiting) < size + 6:
            return None
        whole, self._waiting = waiting[: size + 6], waiting[size + 6 :]
        if _sum(whole) != 0:
            self.wrong.append(f"wrong sum of {whole[:8].hex()}")
            return None
        return whole[1], whole[5:-1]

    def _say(self, sequence: int, body: bytes) -> None:
        head = bytes((_START, sequence)) + len(body).to_bytes(2, "big") + bytes((_TOKEN,)) + body
        os.write(self._ours, head + bytes((_sum(head),)))

    def _answer(self, body: bytes) -> bytes | None:
        """None: the power has failed."""
        command, good = body[0], bytes((body[0], 0))
        if command == _SIGN_ON:
            return good + b"\x08AVRISP_2"
        if command in (_SET, _ENTER, _LEAVE):
            return good
        if command == _GET:
            return good + b"\x02"
        if command == _ADDRESS:
            self._address = int.from_bytes(body[1:5], "big") & 0x7FFFFFFF  # in words; the top bit: above 64 KiB of them
            return good
        if command == _SPI and body[4] == 0x30:
            return good + bytes((0, body[4], 0, SIGNATURE[body[6]], 0))
        if command == _SIGNATURE:
            return good + bytes((SIGNATURE[body[4]], 0))
        if command == _PROGRAM:
            return self._program(body)
        if command == _READ:
            size = int.from_bytes(body[1:3], "big")
            told = bytes(self.flash[self._address * 2 : self._address * 2 + size])
            self._address += size // 2
            return good + told + b"\x00"
        self.wrong.append(f"unknown command {body[:8].hex()}")
        return bytes((command, 0xC9))

    def _program(self, body: bytes) -> bytes | None:
        size, at = int.from_bytes(body[1:3], "big"), self._address * 2
        page, data = at // PAGE, body[10:]
        if len(data) != size or at % PAGE or size > PAGE or page >= PAGES:
            self.wrong.append(f"page of {len(data)} bytes told as {size} at {at:#x}")
            return bytes((_PROGRAM, 0xC0))
        if page == self.dies_at:
            return None
        self.pages.append(page)
        self.flash[at : at + PAGE] = b"\xff" * PAGE
        self.flash[at : at + size] = self.spoil(page, data)
        self._address += size // 2
        return bytes((_PROGRAM, 0))


def _sum(data: bytes) -> int:
    total = 0
    for byte in data:
        total ^= byte
    return total
