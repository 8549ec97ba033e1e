"""How a match goes on: the deal passes also after so many wins of the dealer in a row."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from controller.rules.game import Ends, MatchPosition
from controller.rules.progression import Course
from controller.rules.seats import Seat
from controller.rules.sheet.ruleset import Options

MOST_WINS = 9


def is_ninth_win(options: Options, position: MatchPosition, winner: Seat) -> bool:
    """Whether this win is the dealer's last one. ``streak`` counts his wins; hands that nobody won neither add to them
    nor end them."""
    return options["east-ninth-win"] and winner == position.dealer and position.streak + 1 >= MOST_WINS


class NinthWin(Course):
    """With ``east-ninth-win`` the deal passes after the dealer's ninth win."""

    def advance(self, position: MatchPosition, ends: Ends, scores: Sequence[int]) -> MatchPosition | None:
        if any(is_ninth_win(self.options, position, winner) for end in ends for winner in end.winners):
            plan = replace(self.plan, keeps_on_win=False)
            return Course(self.options, plan).advance(position, ends, scores)
        return super().advance(position, ends, scores)
