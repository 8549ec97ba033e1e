"""What the generated messages stand on: lanes, ways, bit sets, and the errors of a payload that does not fit."""

from __future__ import annotations

from collections.abc import Sequence
from enum import Enum, IntEnum, IntFlag
from typing import Any, TypeVar

from firmware_bridge.errors import BridgeError

_Value = TypeVar("_Value", bound=IntEnum)
_Items = TypeVar("_Items", bound=Sequence[int])


class Way(Enum):
    """Who sends a message."""

    HOST = "host"
    BOARD = "board"
    BOTH = "both"


class Lane(Enum):
    """How a message travels; see the lanes of docs/protocol.md."""

    HANDSHAKE = "handshake"
    RELIABLE = "reliable"
    LOOSE = "loose"
    STOP = "stop"


_COMBINATIONS = 1024
"""Combinations of one bit set that the enum machinery may remember; it would remember every one for ever."""


class Bits(IntFlag):
    """A bit set of the link. Bits that this version does not name are kept as they came."""

    @classmethod
    def _missing_(cls, value: object) -> Any:
        member = super()._missing_(value)
        if len(cls._value2member_map_) > _COMBINATIONS:
            cls._value2member_map_.pop(member.value, None)
        return member


COMMAND_CODES = range(0x10, 0x80)
EVENT_CODES = range(0x80, 0xA0)
TELEMETRY_CODES = range(0xA0, 0x100)


def lane_of_unknown(code: int) -> Lane:
    """The lane of a message that this version does not know: the ranges of codes are fixed for all minor versions."""
    return Lane.RELIABLE if code in COMMAND_CODES or code in EVENT_CODES else Lane.LOOSE


class MalformedPayload(BridgeError, ValueError):
    """A payload that does not hold the message it claims to, or a value that does not fit its field."""

    code = "malformed-payload"

    def __init__(self, message: str, field: str, what: str) -> None:
        super().__init__(f"{message}.{field}: {what}")
        self.message, self.field = message, field


def known(message: str, field: str, kind: type[_Value], value: int) -> _Value:
    """The member of an enumeration; MalformedPayload for a number that this version does not know."""
    try:
        return kind(value)
    except ValueError:
        raise MalformedPayload(message, field, f"{value} is not a {kind.__name__}") from None


def sized(message: str, field: str, values: _Items, count: int) -> _Items:
    """``values`` when there are exactly ``count`` of them."""
    if len(values) != count:
        raise MalformedPayload(message, field, f"{len(values)} values instead of {count}")
    return values


def short(message: str, ends: Sequence[tuple[str, int]], length: int) -> MalformedPayload:
    """The error for a payload of ``length`` bytes; ``ends`` lists every field with the byte after its last."""
    field, end = next((field, end) for field, end in ends if end > length)
    return MalformedPayload(message, field, f"payload of {length} bytes, the field ends at {end}")


def unfit(message: object, limits: Sequence[tuple[str, int, int]]) -> MalformedPayload:
    """The error for the first field of ``message`` outside its (name, lowest, highest)."""
    name = type(message).__name__
    for field, lowest, highest in limits:
        value = getattr(message, field)
        for item in value if isinstance(value, tuple) else (value,):
            if not isinstance(item, int) or not lowest <= item <= highest:
                return MalformedPayload(name, field, f"{item!r} is not within {lowest}..{highest}")
    return MalformedPayload(name, "?", "does not fit its layout")


def rest(message: str, field: str, value: bytes, room: int) -> bytes:
    """``value`` when it fits into the ``room`` that is left in a payload."""
    if len(value) > room:
        raise MalformedPayload(message, field, f"{len(value)} bytes, {room} fit")
    return value
