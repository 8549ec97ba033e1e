"""The clock of a round and its gong: when time is called at a table, and whether a hand may still begin.

A hand begins when its dice are thrown; that time stamp, written by the table, is the official one. Policies are data
(``presets.toml``): hands after the gong where it falls inside a hand and where it falls between hands, whether the
running hand stops at once, and whether a chombo in the last hand is dealt again.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from enum import StrEnum
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


@dataclass(frozen=True)
class HandTimes:
    """``start``: the throw of the dice; ``end``: the result, None while it is played. ``void``: it is dealt again."""

    start: datetime
    end: datetime | None = None
    void: bool = False


class GongReason(StrEnum):
    NO_GONG = "no-gong"
    """Time was not called."""
    STARTED_BEFORE = "started-before"
    """The dice were thrown before the gong: the hand is played."""
    HANDS_LEFT = "hands-left"
    STOPPED = "stopped"
    """Time stops the hand itself."""
    LAST_PLAYED = "last-played"
    """All hands that the policy allows after the gong were begun."""


@dataclass(frozen=True)
class GongDecision:
    may_begin: bool
    left: int | None
    """Hands that may still begin; None before the gong."""
    reason: GongReason


def may_begin(policy: GongPolicy, gong: datetime | None, hands: Sequence[HandTimes], at: datetime) -> GongDecision:
    """Whether a hand whose dice are thrown ``at`` this moment counts. ``hands``: those before it, in order. A throw in
    the very moment of the gong is before it."""
    if gong is None or at <= gong:
        reason = GongReason.NO_GONG if gong is None else GongReason.STARTED_BEFORE
        return GongDecision(True, None, reason)
    if policy.stop_now:
        return GongDecision(False, 0, GongReason.STOPPED)
    left = _allowed(policy, gong, hands) - sum(hand.start > gong for hand in hands)
    return GongDecision(left > 0, max(left, 0), GongReason.HANDS_LEFT if left > 0 else GongReason.LAST_PLAYED)


def must_stop(policy: GongPolicy, gong: datetime | None, at: datetime) -> bool:
    """Whether the hand that is being played stops now."""
    return policy.stop_now and gong is not None and at > gong


def _allowed(policy: GongPolicy, gong: datetime, hands: Sequence[HandTimes]) -> int:
    """Hands that may begin after the gong in all. With ``redeal_last`` a void one gives its place back."""
    running = [hand for hand in hands if hand.start <= gong and (hand.end is None or hand.end > gong)]
    allowed = policy.inside if running else policy.between
    if policy.redeal_last:
        allowed += sum(hand.void for hand in [*running, *(hand for hand in hands if hand.start > gong)])
    return allowed
