# Copyright (C) 2026 the Jantaku authors
#
# This program is free software: you can redistribute it and/or modify it under the terms of the GNU General Public
# License as published by the Free Software Foundation, either version 3 of the License, or (at your option) any
# later version. It is distributed in the hope that it will be useful, but WITHOUT ANY WARRANTY; without even the
# implied warranty of MERCHANTABILITY or FITNESS FOR A PARTICULAR PURPOSE. See the GNU General Public License for more
# details: <https://www.gnu.org/licenses/>.
#
# SPDX-License-Identifier: GPL-3.0-or-later
"""The chip seen from outside: how late its main loop is, by its timer, its looks at the sensors and its watchdog; and
how far its stack has grown, by the paint in its memory."""

from __future__ import annotations

import ctypes
from dataclasses import dataclass
from typing import Final

from hardware.simulator.chip import LibraryChip

MOST_STACK: Final = 1024
"""Bytes of stack that any run may need: a third of what the variables leave."""


@dataclass(frozen=True, slots=True)
class Ticks:
    """``count``: since the last reset. Microseconds after its time at which the worst tick began, and was done."""

    count: int
    begun_late: int
    done_late: int


class _CTicks(ctypes.Structure):
    _fields_ = (("count", ctypes.c_uint32), ("begun_late", ctypes.c_uint32), ("done_late", ctypes.c_uint32))


def ticks(chip: LibraryChip) -> Ticks:
    """Of a chip made by :mod:`harness`, since this was last called for it."""
    read, raw = chip._lib.sim_ticks, _CTicks()
    read.restype, read.argtypes = None, [ctypes.c_void_p, ctypes.POINTER(_CTicks)]
    read(chip._sim, ctypes.byref(raw))
    return Ticks(raw.count, raw.begun_late, raw.done_late)


@dataclass(frozen=True, slots=True)
class Stack:
    """Bytes: ``room`` between the variables and the end of memory, ``used`` of them at most since power-on."""

    room: int
    used: int


class _CStack(ctypes.Structure):
    _fields_ = (("room", ctypes.c_uint32), ("used", ctypes.c_uint32))


def stack(chip: LibraryChip) -> Stack:
    """Of a chip made by :mod:`harness`."""
    read, raw = chip._lib.sim_stack, _CStack()
    read.restype, read.argtypes = None, [ctypes.c_void_p, ctypes.POINTER(_CStack)]
    read(chip._sim, ctypes.byref(raw))
    return Stack(raw.room, raw.used)


class MeteredChip(LibraryChip):
    """A chip that remembers, when it is closed, how far its stack had grown."""

    stack_used = 0

    def close(self) -> None:
        if self._sim:
            self.stack_used = stack(self).used
        super().close()
