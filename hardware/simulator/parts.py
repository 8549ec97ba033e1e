"""The parts of the table that board and plant share: motors, sensors, keys, lamps.

The order and the numbers are those of the link schema (``protocol.toml``), which a test compares. They are repeated
here because the simulator imports nothing of the link.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import IntEnum, IntFlag
from typing import Final, NewType

Motors = NewType("Motors", bytes)
"""One byte per mechanism: 0 off, 1 forward, 2 reverse."""

SIDES: Final = range(4)
MOTORS: Final = 14
DISC: Final = 0
PICK: Final = 1
"""Number of the pick of side 0; head, lift likewise."""
HEAD: Final = 5
LIFT: Final = 9
HATCH: Final = 13

OFF: Final = 0
FORWARD: Final = 1
REVERSE: Final = 2

ALL_OFF: Final = Motors(bytes(MOTORS))

MOTOR_NAMES: Final = (
    "disc",
    *(f"pick.{side}" for side in SIDES),
    *(f"head.{side}" for side in SIDES),
    *(f"lift.{side}" for side in SIDES),
    "hatch",
)


class Sensor(IntEnum):
    """Number of each sensor bit; those of side n follow the one of side 0."""

    COUNT_0 = 0
    FULL_0 = 4
    HEAD_HOME_0 = 8
    LIFT_UP_0 = 12
    LIFT_HOME_0 = 16
    HATCH_OPEN = 20
    HATCH_CLOSED = 21
    COVER_OPEN = 22
    EMERGENCY_STOP = 23
    COLOUR_0 = 24


def sensor_names() -> dict[str, int]:
    """Every sensor by the name of the link schema in lower case with hyphens (``"count-2"``): its bit number."""
    names: dict[str, int] = {}
    for sensor in Sensor:
        stem = sensor.name.removesuffix("_0").lower().replace("_", "-")
        if sensor.name.endswith("_0"):
            names |= {f"{stem}-{side}": sensor + side for side in SIDES}
        else:
            names[stem] = sensor
    return names


class Key(IntEnum):
    """Keys on the dome."""

    OPEN = 0
    RAISE = 1
    DICE_0 = 2
    DICE_1 = 3
    DICE_2 = 4
    DICE_3 = 5


class Lamp(IntFlag):
    """Lamps of the dome."""

    READY = 1
    FAULT = 2
    CALL = 4
    WARNING = 8
    DEALER_0 = 16
    DEALER_1 = 32
    DEALER_2 = 64
    DEALER_3 = 128


class Capability(IntFlag):
    """What a board can have."""

    CURRENT_SENSING = 1
    LIFT_UP_SWITCHES = 2
    COLOUR_SENSORS = 4
    COVER_SWITCH = 8
    TEMPERATURE = 16
    GEAR_SWITCH = 32


class ResetCause(IntEnum):
    """Why a board starts."""

    POWER_ON = 1
    EXTERNAL = 2
    BROWN_OUT = 3
    WATCHDOG = 4
    BOOTLOADER = 5


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
