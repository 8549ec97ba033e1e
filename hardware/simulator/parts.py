"""The parts of the table that board and plant share: motors, sensors, keys, lamps, and what passes between the two."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final, NewType

from .numbers import Capability, Key, Lamp, Mechanism, ResetCause, Sensor

__all__ = [
    "ALL_OFF", "DISC", "FORWARD", "HATCH", "HEAD", "LIFT", "MOTORS", "MOTOR_NAMES", "OFF", "PICK", "REVERSE", "SIDES",
    "Capability", "Inputs", "Key", "Lamp", "Mechanism", "Motors", "Outputs", "ResetCause", "Sensor", "sensor_names",
]  # fmt: skip

Motors = NewType("Motors", bytes)
"""One byte per mechanism: 0 off, 1 forward, 2 reverse."""

SIDES: Final = range(4)
MOTORS: Final = len(Mechanism)
DISC: Final = int(Mechanism.DISC)
PICK: Final = int(Mechanism.PICK_0)
"""Number of the pick of side 0; head, lift likewise."""
HEAD: Final = int(Mechanism.HEAD_0)
LIFT: Final = int(Mechanism.LIFT_0)
HATCH: Final = int(Mechanism.HATCH)

OFF: Final = 0
FORWARD: Final = 1
REVERSE: Final = 2

ALL_OFF: Final = Motors(bytes(MOTORS))

MOTOR_NAMES: Final = tuple(mechanism.name.lower().replace("_", ".") for mechanism in Mechanism)
"""``"disc"``, ``"pick.0"`` and so on, in the order of their numbers."""


def sensor_names() -> dict[str, int]:
    """Every sensor by the name of the link schema in lower case with hyphens (``"count-2"``): its bit number."""
    return {sensor.name.lower().replace("_", "-"): int(sensor) for sensor in Sensor}


@dataclass(frozen=True, slots=True)
class Inputs:
    """What the board sees. ``sensors``: bit n is :class:`Sensor` n; ``keys`` likewise; currents in 0.1 A; degrees C."""

    sensors: int = 0
    keys: int = 0
    gear: int = 0
    temperature: int = 25
    supply_low: bool = False
    currents: bytes = bytes(MOTORS)


_DARK: Final = Lamp(0)


@dataclass(frozen=True, slots=True)
class Outputs:
    """What the board does. ``dice``: 0 dark; ``seats``: dealer, prevailing wind, extra hands, number of the hand."""

    motors: Motors = ALL_OFF
    beeper: bool = False
    dice: tuple[int, ...] = (0, 0, 0)
    seats: tuple[int, ...] = (0, 0, 0, 0)
    lamps: Lamp = _DARK
    text: str = ""
