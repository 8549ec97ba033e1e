"""The address families of the units, in force on a process of this computer as systemd puts them in force."""

from __future__ import annotations

import ctypes
import errno
import platform
import re
import socket
import struct
from collections.abc import Callable
from pathlib import Path
from typing import Final

UNITS: Final = Path(__file__).resolve().parents[2] / "systemd"
SOCKET_CALL: Final = {"x86_64": 41, "aarch64": 198}
"""The number of ``socket`` by machine; on others nothing is forbidden."""

_NO_NEW_PRIVILEGES, _SECCOMP, _FILTER = 38, 22, 2
_LOAD, _JUMP_EQUAL, _RETURN = 0x20, 0x15, 0x06
_ALLOW, _ERRNO = 0x7FFF0000, 0x00050000
_NUMBER, _FIRST_ARGUMENT = 0, 16
"""Where ``struct seccomp_data`` holds the number of the call and the low half of its first argument."""


def families() -> list[int]:
    """Those that every unit of a service allows."""
    allowed = [
        set(re.findall(r"^RestrictAddressFamilies=(.+)$", (UNITS / name).read_text(), re.MULTILINE)[0].split())
        for name in ("jantaku.service", "jantaku-hall.service")
    ]
    return sorted(getattr(socket, name) for name in set.intersection(*allowed))


def confining() -> Callable[[], None]:
    """What a child calls before it becomes another program: it opens sockets of these families alone from then on."""
    allowed, call = families(), SOCKET_CALL.get(platform.machine())
    steps = [(_LOAD, 0, 0, _NUMBER)]
    if call is not None:
        steps += [(_JUMP_EQUAL, 0, len(allowed) + 2, call), (_LOAD, 0, 0, _FIRST_ARGUMENT)]
        steps += [(_JUMP_EQUAL, len(allowed) - at, 0, family) for at, family in enumerate(allowed)]
        steps += [(_RETURN, 0, 0, _ERRNO | errno.EAFNOSUPPORT)]
    code = b"".join(struct.pack("HBBI", *step) for step in [*steps, (_RETURN, 0, 0, _ALLOW)])
    program = ctypes.create_string_buffer(code)
    system = ctypes.CDLL(None, use_errno=True)

    def confine() -> None:
        header = ctypes.create_string_buffer(struct.pack("HL", len(code) // 8, ctypes.addressof(program)))
        system.prctl(_NO_NEW_PRIVILEGES, 1, 0, 0, 0)
        if system.prctl(_SECCOMP, _FILTER, header, 0, 0):
            raise OSError(ctypes.get_errno(), "no filter of system calls")

    return confine
