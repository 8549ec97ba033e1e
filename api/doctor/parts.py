"""Names of mechanisms, sensors and keys as a technician at the table reads them; sides count from 1."""

from __future__ import annotations

from enum import Enum
from typing import Final

from controller.mechanism.faults import code_of
from firmware_bridge.messages import Capabilities, Fault, Key, Latches, Mechanism, Sensors

_WORDS: Final = {"pick": "pick wheel", "disc": "drum disc", "count": "tile counter", "full": "channel end"}
NEEDS: Final = {
    "COLOUR": Capabilities.COLOUR_SENSORS,
    "LIFT_UP": Capabilities.LIFT_UP_SWITCHES,
    "COVER_OPEN": Capabilities.COVER_SWITCH,
}
"""Sensors that only some boards have."""
MECHANISMS: Final = tuple(each for each in Mechanism if each is not Mechanism.ALL)
KEYS: Final = tuple(each for each in Key if each is not Key.BOTH)


def name(part: Enum) -> str:
    """``head of side 2``, ``hatch``, ``tile counter of side 1``, ``dice key of side 3``."""
    stem, _, side = part.name.lower().rpartition("_")
    if not side.isdigit():
        stem, side = part.name.lower(), ""
    words = _WORDS.get(stem, stem.replace("_", " "))
    words = f"{words} key" if isinstance(part, Key) else words
    return f"{words} of side {int(side) + 1}" if side else words


def fitted(capabilities: Capabilities) -> list[Sensors]:
    """The sensors that this board has."""
    return [
        each for each in Sensors if all(needed in capabilities for stem, needed in NEEDS.items() if _is(each, stem))
    ]


def _is(sensor: Sensors, stem: str) -> bool:
    return bool(sensor.name) and str(sensor.name).startswith(stem)


def fault_name(fault: Fault) -> str:
    """``E12 head jam``: the sentence for it stands in the catalogue of faults."""
    return f"{code_of(fault)} {fault.name.lower().rstrip('_0123').replace('_', ' ')}"


_LATCHES: Final = {
    Latches.EMERGENCY_STOP_PRESSED: "the pressed emergency stop",
    Latches.EMERGENCY_STOP_UNACKNOWLEDGED: "a stop that nobody has acknowledged",
    Latches.COVER_OPEN: "the open cover",
    Latches.STOPPED_BY_HOST: "a stop from the tablet",
    Latches.AWAITING_KEY: "waiting for a key at the table",
    Latches.LINK_SILENT: "a silent link",
    Latches.OVER_TEMPERATURE: "hot motor drivers",
}


def held_by(latches: Latches) -> str:
    """In words, for a sentence: ``the open cover and waiting for a key at the table``."""
    return " and ".join(words for latch, words in _LATCHES.items() if latch in latches)
