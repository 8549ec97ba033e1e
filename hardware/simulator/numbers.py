"""Generated from protocol.toml by ``python -m firmware_bridge.generate``. Do not edit.

Names and numbers of what board and plant share, as the link knows them.
"""

from __future__ import annotations

from enum import IntEnum, IntFlag


class Mechanism(IntEnum):
    """The actuators, in the order used wherever a message lists all of them. Side n is 0-3 counter-clockwise."""

    DISC = 0
    PICK_0 = 1
    PICK_1 = 2
    PICK_2 = 3
    PICK_3 = 4
    HEAD_0 = 5
    HEAD_1 = 6
    HEAD_2 = 7
    HEAD_3 = 8
    LIFT_0 = 9
    LIFT_1 = 10
    LIFT_2 = 11
    LIFT_3 = 12
    HATCH = 13


class Key(IntEnum):
    """Keys on the dome and the service button."""

    OPEN = 0
    RAISE = 1
    DICE_0 = 2
    DICE_1 = 3
    DICE_2 = 4
    DICE_3 = 5


class ResetCause(IntEnum):
    """Why the board started."""

    POWER_ON = 1
    EXTERNAL = 2
    BROWN_OUT = 3
    WATCHDOG = 4
    BOOTLOADER = 5


class Sensor(IntEnum):
    """Sensor bits; 1 means what the name says."""

    COUNT_0 = 0
    COUNT_1 = 1
    COUNT_2 = 2
    COUNT_3 = 3
    FULL_0 = 4
    FULL_1 = 5
    FULL_2 = 6
    FULL_3 = 7
    HEAD_HOME_0 = 8
    HEAD_HOME_1 = 9
    HEAD_HOME_2 = 10
    HEAD_HOME_3 = 11
    LIFT_UP_0 = 12
    LIFT_UP_1 = 13
    LIFT_UP_2 = 14
    LIFT_UP_3 = 15
    LIFT_HOME_0 = 16
    LIFT_HOME_1 = 17
    LIFT_HOME_2 = 18
    LIFT_HOME_3 = 19
    HATCH_OPEN = 20
    HATCH_CLOSED = 21
    COVER_OPEN = 22
    EMERGENCY_STOP = 23
    COLOUR_0 = 24
    COLOUR_1 = 25
    COLOUR_2 = 26
    COLOUR_3 = 27


class Lamp(IntFlag):
    """Lamps of the dome."""

    READY = 1 << 0
    FAULT = 1 << 1
    CALL = 1 << 2
    WARNING = 1 << 3
    DEALER_0 = 1 << 4
    DEALER_1 = 1 << 5
    DEALER_2 = 1 << 6
    DEALER_3 = 1 << 7


class Capability(IntFlag):
    """What this board has. What is absent is never reported as present."""

    CURRENT_SENSING = 1 << 0
    LIFT_UP_SWITCHES = 1 << 1
    COLOUR_SENSORS = 1 << 2
    COVER_SWITCH = 1 << 3
    TEMPERATURE = 1 << 4
    GEAR_SWITCH = 1 << 5
    DICE_ECHO = 1 << 6
