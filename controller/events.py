"""What happened: the values that the journal keeps and every state is folded from."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any


@dataclass(frozen=True, slots=True)
class Event:
    """Something that happened. ``type`` is ``room.what-happened``; ``data`` holds JSON values only."""

    type: str
    data: Mapping[str, Any] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Recorded:
    """An event in the journal: its number (from 1, without gaps), its time (ISO 8601, UTC) and its chain hash."""

    seq: int
    time: str
    event: Event
    hash: str

    def as_json(self) -> dict[str, Any]:
        return {"seq": self.seq, "type": self.event.type, "time": self.time, **self.event.data}
