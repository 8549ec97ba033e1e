"""How often something short may be guessed: five tries, then a pause that doubles. Pure: times are seconds of a steady
clock, passed in."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Final

MOST_TRIES: Final = 5
FIRST_PAUSE: Final = 60.0
LONGEST_PAUSE: Final = 3600.0
FORGOTTEN_AFTER: Final = 24 * 3600.0
"""Seconds after the end of a pause: then the next one is short again."""


@dataclass(frozen=True, slots=True)
class Tries:
    """``wrong``: since the last pause or success. ``pauses``: one after the other. ``until``: end of the last one."""

    wrong: int = 0
    pauses: int = 0
    until: float = 0.0

    def wait(self, now: float) -> float:
        """Seconds until the next try is taken; 0.0 when it may be made now."""
        return max(0.0, self.until - now)

    def left(self, now: float) -> int:
        """Wrong tries until the next pause; 0 within one."""
        return 0 if self.wait(now) else MOST_TRIES - self.wrong

    def failed(self, now: float) -> Tries:
        """After a wrong try. One within a pause is not looked at and changes nothing."""
        if self.wait(now):
            return self
        if self.wrong + 1 < MOST_TRIES:
            return replace(self, wrong=self.wrong + 1)
        pauses = 0 if self.pauses and now - self.until > FORGOTTEN_AFTER else self.pauses
        # The exponent is bounded: a pause is at its longest after six.
        pause = min(LONGEST_PAUSE, FIRST_PAUSE * 2.0 ** min(pauses, 10))
        return Tries(pauses=pauses + 1, until=now + pause)
