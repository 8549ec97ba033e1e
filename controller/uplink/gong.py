"""The clock of a round, and how many hands may still begin once its gong has sounded. Pure: times are ISO 8601 in UTC
with milliseconds, as in the journal, so that they compare as text.

Policies of rule books, as data: EMA 2025 (riichi): the hand that is played is finished, and one more is played; MCR:
the hand is finished; leagues without a limit have no clock. A hand has begun when its dice were thrown, which is the
time of its event.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from controller.match import MatchState
from controller.match.state import MatchHand

MOST_HANDS: Final = 20
"""That a policy lets begin after the gong."""


@dataclass(frozen=True, slots=True)
class Clock:
    """``ends``: when the gong sounds. ``inside`` and ``between``: hands that may begin after it when it sounds inside a
    hand, and when between two. ``again``: a void hand is played again on top of that. ``stops``: what is being played
    at the gong is not played on, and nothing begins by the policy. ``game``: the one it is for; None for any.
    ``allowed``: hands that a referee has let begin beyond it."""

    ends: str
    inside: int
    between: int
    again: bool = False
    stops: bool = False
    game: str | None = None
    allowed: int = 0

    def is_for(self, match: MatchState) -> bool:
        return self.game is None or self.game == match.game


def hands_left(clock: Clock, match: MatchState, now: str) -> int | None:
    """How many hands may still begin; None while the gong has not sounded, or where it is for another game."""
    if not clock.is_for(match) or now < clock.ends:
        return None
    after = [hand for hand in match.hands if hand.started > clock.ends]
    inside = _at(clock.ends, match)
    policy = clock.between if inside is None else clock.inside
    granted = clock.allowed + (0 if clock.stops else policy)
    if clock.again and not clock.stops:
        granted += sum(hand.void for hand in (*after, *([inside] if inside else [])))
    return max(0, granted - len(after))


def _at(moment: str, match: MatchState) -> MatchHand | None:
    """The hand that was being played then."""
    begun = [hand for hand in match.hands if hand.started <= moment]
    if not begun:
        return None
    last = begun[-1]
    return last if last.result is None or last.result.time > moment else None
