"""How a match goes on: so many changes of the dealer, and a pot of drawn hands."""

from __future__ import annotations

from collections.abc import Sequence

from controller.rules.game import Ends, MatchPosition
from controller.rules.progression import PotCourse


class ChangesOfDealer(PotCourse):
    """The match ends when the deal has passed so many times (``deals``)."""

    def advance(self, position: MatchPosition, ends: Ends, scores: Sequence[int]) -> MatchPosition | None:
        following = super().advance(position, ends, scores)
        return None if following is None or following.number > self.options["deals"] else following
