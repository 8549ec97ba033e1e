"""Calls for staff as they are now."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Final

from controller.rules.seats import Seat

WANTED: Final = ("staff", "referee", "machine", "drinks")
"""What a call can ask for: somebody, a decision, help with the machine, something to drink or eat."""


@dataclass(frozen=True, slots=True)
class Call:
    """``time``: when it was made, ISO 8601. ``answered_by``: the member of the staff who is coming."""

    seat: Seat | None
    wanted: str
    who: str
    time: str
    answered_by: str | None = None


@dataclass(frozen=True, slots=True)
class Calls:
    """``open``: in the order in which they were made, by place (``place_of``). ``made``: when each place called last,
    ISO 8601. Both are bounded by the number of places."""

    open: Mapping[str, Call] = field(default_factory=dict)
    made: Mapping[str, str] = field(default_factory=dict)


def place_of(seat: Seat | None) -> str:
    """The place that has at most one open call."""
    return "table" if seat is None else f"seat-{seat}"
