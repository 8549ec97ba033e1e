"""The clock of a round and its gong: when time is called at a table.

Policies are data (``presets.toml``): hands after the gong where it falls inside a hand and where it falls between
hands, whether the running hand stops at once, and whether a chombo in the last hand is dealt again. Each table is told
its policy with its clock, and says itself whether a hand may still begin (``controller.uplink.gong``).
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from typing import Any, Final

EVERY_TABLE: Final = 0
"""In place of the number of a table."""


@dataclass(frozen=True)
class GongPolicy:
    minutes: int = 0
    """From the start of the round to the gong; 0: there is none."""
    inside: int = 0
    """Hands after the running one, when the gong falls inside a hand."""
    between: int = 0
    """Hands when the gong falls between hands."""
    stop_now: bool = False
    """The running hand stops, too; what was paid in it counts."""
    redeal_last: bool = False
    """A void hand (chombo) does not count as a hand after the gong: it is dealt again."""

    def document(self) -> dict[str, Any]:
        return {
            "minutes": self.minutes,
            "inside": self.inside,
            "between": self.between,
            "stop_now": self.stop_now,
            "redeal_last": self.redeal_last,
        }


@dataclass(frozen=True)
class RoundClock:
    """One start for all. ``extra``: minutes more by table number; ``EVERY_TABLE`` stands for all of them.
    ``stopped``: intervals in which the clock stood; the last one may be open. ``called``: time was called by hand at
    this moment, by table number, before the gong fell by itself."""

    start: datetime
    minutes: int
    extra: Mapping[int, int] = field(default_factory=dict)
    stopped: tuple[tuple[datetime, datetime | None], ...] = ()
    called: Mapping[int, datetime] = field(default_factory=dict)

    def gong(self, table: int, now: datetime) -> datetime | None:
        """When time is called at this table; None: never by itself. While the clock stands it moves on with ``now``."""
        by_hand = min((self.called[key] for key in (table, EVERY_TABLE) if key in self.called), default=None)
        if not self.minutes:
            return by_hand
        extra = self.extra.get(EVERY_TABLE, 0) + self.extra.get(table, 0)
        gong = self.start + timedelta(minutes=self.minutes + extra)
        for begin, end in self.stopped:
            until = now if end is None else end
            if begin < gong:
                gong += max(until - begin, timedelta())
        return gong if by_hand is None else min(gong, by_hand)
