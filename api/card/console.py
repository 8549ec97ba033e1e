"""The first console of a card: text in the largest of the kernel's own fonts in which it fits, for it is read from a
chair."""

from __future__ import annotations

import ctypes
import fcntl
import os
from collections.abc import Callable
from contextlib import suppress
from typing import TextIO

from api.card.screen import CLEAR

SMALL, LARGE = "VGA8x16", "TER16x32"
"""Each is in the kernels of Debian; the large one takes twice the room, both ways."""
_KDFONTOP, _SET_DEFAULT = 0x4B72, 2


class _FontOperation(ctypes.Structure):
    """``console_font_op`` of linux/kd.h."""

    _fields_ = (
        ("op", ctypes.c_uint),
        ("flags", ctypes.c_uint),
        ("width", ctypes.c_uint),
        ("height", ctypes.c_uint),
        ("charcount", ctypes.c_uint),
        ("data", ctypes.c_char_p),
    )


def set_font(handle: int, name: str) -> None:
    """Raises ``OSError``: no console of the kernel, not allowed, or no such font."""
    fcntl.ioctl(handle, _KDFONTOP, _FontOperation(op=_SET_DEFAULT, data=name.encode()))


class Console:
    """``out``: a console, or anything else, which gets the text alone."""

    def __init__(self, out: TextIO, font: Callable[[int, str], None] = set_font) -> None:
        self._out, self._font, self._shown = out, font, ""

    def show(self, text: str) -> None:
        """Instead of what was shown before; the same text is not written again."""
        if text == self._shown:
            return
        with suppress(OSError, ValueError):  # no console, or one whose fonts are not ours to choose
            self._fit(text.removeprefix(CLEAR).splitlines())
        print(text, end="", file=self._out, flush=True)
        self._shown = text

    def _fit(self, lines: list[str]) -> None:
        handle = self._out.fileno()
        self._font(handle, SMALL)
        room = os.get_terminal_size(handle)
        widest = max((len(line) for line in lines), default=0)
        if 2 * widest <= room.columns and 2 * (len(lines) + 1) <= room.lines:  # the cursor has a line of its own
            self._font(handle, LARGE)
