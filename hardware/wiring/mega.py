"""Where a wire goes: the header numbers of an Arduino Mega 2560 by chip pin, and the legs of the shift registers.

Sources: the pin table of the board (variant ``mega``), and the data sheet of the 74HC165 (DIP-16).
"""

from __future__ import annotations

from typing import Final

_ORDER: Final = (
    "E0 E1 E4 E5 G5 E3 H3 H4 H5 H6 B4 B5 B6 B7 J1 J0 H1 H0 D3 D2 D1 D0 A0 A1 A2 A3 A4 A5 A6 A7 "
    "C7 C6 C5 C4 C3 C2 C1 C0 D7 G2 G1 G0 L7 L6 L5 L4 L3 L2 L1 L0 B3 B2 B1 B0"
)
_LEGS: Final = (11, 12, 13, 14, 3, 4, 5, 6)
"""Of the parallel inputs D0-D7 (A-H)."""
_REGISTERS: Final = {"X": "U1", "Y": "U2"}
HEADERS: Final = {pin: str(number) for number, pin in enumerate(_ORDER.split())}
"""Digital pins; analogue channel n is header An."""


def header(pin: str) -> str | None:
    """The number printed on the board; None: this chip pin is not brought out."""
    return HEADERS.get(pin)


def on_chip(pin: str) -> str:
    """``PD7``, as the data sheet has it: a Mega calls other pins D7 and A0. Register inputs keep their name."""
    return pin if pin[0] in _REGISTERS else f"P{pin}"


def analog(channel: int) -> str:
    """The chip pin of an analogue channel."""
    return f"{'F' if channel < 8 else 'K'}{channel % 8}"


def terminal(pin: str) -> str:
    """``22`` on the Mega, ``U1 leg 3`` on a register, ``none``."""
    if pin[0] in _REGISTERS:
        return f"{_REGISTERS[pin[0]]} leg {_LEGS[int(pin[1:])]}"
    return header(pin) or "none"
