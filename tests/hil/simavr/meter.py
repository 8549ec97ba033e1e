# Copyright (C) 2026 the Jantaku authors
#
# This program is free software: you can redistribute it and/or modify it under the terms of the GNU General Public
# License as published by the Free Software Foundation, either version 3 of the License, or (at your option) any
# later version. It is distributed in the hope that it will be useful, but WITHOUT ANY WARRANTY; without even the
# implied warranty of MERCHANTABILITY or FITNESS FOR A PARTICULAR PURPOSE. See the GNU General Public License for more
# details: <https://www.gnu.org/licenses/>.
#
# SPDX-License-Identifier: GPL-3.0-or-later
"""How late the chip's main loop is, seen from outside: by its timer, its looks at the sensors and its watchdog."""

from __future__ import annotations

import ctypes
from dataclasses import dataclass

from hardware.simulator.chip import LibraryChip


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
