"""Who deals next: the first winner of the hand, or whoever discarded to several at once."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from controller.rules.game import Ends, MatchPosition
from controller.rules.progression import Course, order_from
from controller.rules.seats import Seat
from controller.rules.sheet.ruleset import Options, Progression


def next_dealer(options: Options, plan: Progression, dealer: Seat, ends: Ends) -> Seat:
    """The dealer of the hand that comes; the same one when nobody has won."""
    if options["next-dealer"] == "rotate":
        return order_from(plan, dealer)[1]
    first = next((end for end in ends if end.winners), None)
    if first is None:
        return dealer
    if len(first.winners) > 1 and first.discarder is not None:
        return first.discarder
    return first.winners[0]


class SichuanCourse(Course):
    """A match is so many hands, whoever deals them."""

    def advance(self, position: MatchPosition, ends: Ends, scores: Sequence[int]) -> MatchPosition | None:
        if ends[-1].kind == "abort":
            return super().advance(position, ends, scores)
        if position.number >= self.plan.hands:
            return None
        dealer = next_dealer(self.options, self.plan, position.dealer, ends)
        streak = position.streak + 1 if dealer == position.dealer else 0
        return replace(position, dealer=dealer, streak=streak, number=position.number + 1, extra_hands=0)
