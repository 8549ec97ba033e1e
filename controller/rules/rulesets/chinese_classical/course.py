"""How a match goes on: the deal passes also after so many wins of the dealer in a row."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from controller.rules.game import Ends, MatchPosition
from controller.rules.progression import Course

MOST_WINS = 9


class NinthWin(Course):
    """With ``east-ninth-win`` the dealer's ninth win is his last one. ``streak`` counts his wins; hands that nobody
    won neither add to them nor end them."""

    def advance(self, position: MatchPosition, ends: Ends, scores: Sequence[int]) -> MatchPosition | None:
        last = self.options["east-ninth-win"] and position.streak + 1 >= MOST_WINS
        if last and any(position.dealer in end.winners for end in ends):
            plan = replace(self.plan, keeps_on_win=False)
            return Course(self.options, plan).advance(position, ends, scores)
        return super().advance(position, ends, scores)
