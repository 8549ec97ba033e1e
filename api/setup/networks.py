"""Wireless networks in reach, as NetworkManager tells whoever asks."""

from __future__ import annotations

import subprocess
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Final

COMMAND: Final = ("nmcli", "-t", "-f", "IN-USE,SSID,SIGNAL,SECURITY", "device", "wifi", "list", "--rescan", "no")
SECONDS: Final = 5.0
MOST: Final = 20
_FIELDS: Final = 4


@dataclass(frozen=True, slots=True)
class Network:
    """``signal``: percent. ``secured``: it wants a password."""

    name: str
    signal: int
    secured: bool
    joined: bool


def networks_of(text: str) -> list[Network]:
    """What ``nmcli`` printed: each name once, with its best station, the strongest first; hidden ones have no name."""
    found: dict[str, Network] = {}
    for line in text.splitlines():
        fields = _split(line)
        if len(fields) != _FIELDS or not fields[1] or not fields[2].isdecimal():
            continue
        one = Network(fields[1], min(100, int(fields[2])), fields[3] not in ("", "--"), fields[0] == "*")
        known = found.get(one.name)
        if known is None or (one.joined, one.signal) > (known.joined, known.signal):
            found[one.name] = one
    return sorted(found.values(), key=lambda one: (not one.joined, -one.signal, one.name))[:MOST]


def _split(line: str) -> list[str]:
    """At colons; a backslash stands before each colon and each backslash of a value."""
    fields, escaped = [""], False
    for letter in line:
        if letter == ":" and not escaped:
            fields.append("")
        elif letter != "\\" or escaped:
            fields[-1] += letter
        escaped = letter == "\\" and not escaped
    return fields


def printed(command: Sequence[str]) -> str:
    """Nothing where the program is not there, or does not answer."""
    try:
        done = subprocess.run(
            command, capture_output=True, text=True, timeout=SECONDS, check=False, stdin=subprocess.DEVNULL
        )
    except (OSError, subprocess.TimeoutExpired, UnicodeDecodeError):
        return ""
    return done.stdout if done.returncode == 0 else ""


def in_reach(ask: Callable[[Sequence[str]], str] = printed) -> list[Network]:
    return networks_of(ask(COMMAND))
