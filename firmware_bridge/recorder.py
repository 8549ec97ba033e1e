"""The flight recorder: the last frames each way, written out with any fault.

Recording costs one append; names and fields are worked out only when somebody reads.
"""

from __future__ import annotations

import dataclasses
from collections import deque
from collections.abc import Mapping
from enum import Enum, IntEnum, IntFlag
from typing import Any, NamedTuple

from firmware_bridge.codec import Frame
from firmware_bridge.fields import MalformedPayload
from firmware_bridge.messages import CODES, Message

KEPT = 256
"""Frames that are kept each way."""


class RecordedFrame(NamedTuple):
    """A frame that went over the wire at ``at`` (loop time in seconds), as the ``order``-th of all."""

    order: int
    at: float
    way: str
    frame: Frame


class Recorder:
    def __init__(self, kept: int = KEPT) -> None:
        self._count = 0
        self._ways = {"out": deque[RecordedFrame](maxlen=kept), "in": deque[RecordedFrame](maxlen=kept)}

    def sent(self, now: float, frame: Frame) -> None:
        self._keep("out", now, frame)

    def received(self, now: float, frame: Frame) -> None:
        self._keep("in", now, frame)

    def dump(self) -> list[dict[str, Any]]:
        """All kept frames in the order of time, decoded, as JSON values."""
        return [_as_json(entry) for entry in sorted((*self._ways["out"], *self._ways["in"]))]

    def _keep(self, way: str, now: float, frame: Frame) -> None:
        self._count += 1
        self._ways[way].append(RecordedFrame(self._count, now, way, frame))


def _as_json(entry: RecordedFrame) -> dict[str, Any]:
    frame = entry.frame
    kind = CODES.get(frame.code)
    return {
        "at": round(entry.at, 6),
        "way": entry.way,
        "code": frame.code,
        "name": kind.__name__ if kind else None,
        "number": frame.number,
        "expected": frame.expected,
        "session": frame.session,
        **_content(frame),
    }


def _content(frame: Frame) -> dict[str, Any]:
    kind = CODES.get(frame.code)
    if kind is None:
        return {"payload": frame.payload.hex()}
    try:
        return {"fields": fields_as_json(kind.from_bytes(frame.payload))}
    except MalformedPayload as error:
        return {"payload": frame.payload.hex(), "error": str(error)}


def fields_as_json(message: Message) -> dict[str, Any]:
    """The fields of a message with names for numbers that have one."""
    return {field.name: _value(getattr(message, field.name)) for field in dataclasses.fields(message)}


def _value(value: Any) -> Any:
    if isinstance(value, bytes):
        return value.hex()
    if isinstance(value, tuple):
        return [_value(item) for item in value]
    if isinstance(value, IntFlag):
        return [member.name for member in type(value) if member in value]
    if isinstance(value, IntEnum | Enum):
        return value.name
    return dict(value) if isinstance(value, Mapping) else value
