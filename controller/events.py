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


class Refused(ValueError):
    """A command that cannot be carried out now, or never. Nothing was changed.

    ``code`` is stable (kebab-case), ``detail`` says what is in the way, ``remedy`` what to do; ``field`` names the
    part of the input that is wrong, where one is, and ``other`` a second part that contradicts it; ``reason`` is the
    scoring's own code. ``kind`` chooses how an edge reports it.
    """

    def __init__(
        self,
        code: str,
        detail: str,
        remedy: str = "",
        *,
        kind: str = "not-now",
        field: str | None = None,
        other: str | None = None,
        reason: str | None = None,
    ) -> None:
        super().__init__(f"{code}: {detail}")
        self.code, self.detail, self.remedy = code, detail, remedy
        self.kind, self.field, self.other, self.reason = kind, field, other, reason
