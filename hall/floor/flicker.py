"""Faults that come back as soon as they are over: one alarm, and one jam in the trends of a machine.

The table's own record keeps each of them, and what it says of an old journal stays as it was.
"""

from __future__ import annotations

from datetime import datetime, timedelta
from typing import Final

FLICKER: Final = timedelta(minutes=1)
"""A fault that comes back so soon after it was over is the same one: whoever goes there is still on the way, or at
it."""


def fault_at(code: str, side: int | None, mechanism: str | None) -> str:
    """Names a fault at its place."""
    return f"{code}-{'' if side is None else side}-{mechanism or ''}"


def flickers(over: str, back: str) -> bool:
    """``over``, ``back``: times of events."""
    return datetime.fromisoformat(back) - datetime.fromisoformat(over) < FLICKER
