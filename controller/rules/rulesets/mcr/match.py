"""The match: who sits where in each round, penalties, and table points."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from typing import Any, Final

from controller.rules.game import MatchPosition
from controller.rules.progression import Course
from controller.rules.seats import SEAT_COUNT, seat_after
from controller.rules.sheet.ruleset import Options, PenaltyRule, same_for_all

# the wind at which somebody sits in each round, by the wind of the first round
EVERY_ROUND: Final = ((0, 1, 3, 2), (1, 0, 2, 3), (2, 3, 0, 1), (3, 2, 1, 0))
BEFORE_ROUND_3: Final = ((0, 0, 1, 1), (1, 1, 0, 0), (2, 2, 3, 3), (3, 3, 2, 2))
STAYING: Final = ((0,) * 4, (1,) * 4, (2,) * 4, (3,) * 4)
SEAT_CHANGES: Final = {"every-round": EVERY_ROUND, "before-round-3": BEFORE_ROUND_3, "none": STAYING}
TABLE_POINTS: Final = (4, 2, 1, 0)


class CompetitionCourse(Course):
    """People change seats between the rounds; places earn table points."""

    def people(self, position: MatchPosition) -> tuple[int, ...]:
        """Which person, named by the seat of the first hand, sits on seats 0-3 in the round of the position.

        The seat of the first dealer is that of the wind East in every round.
        """
        chart, east = SEAT_CHANGES[self.options["seat-change"]], position.first_dealer
        people = [0] * SEAT_COUNT
        for wind, winds in enumerate(chart):
            people[seat_after(east, winds[position.round])] = seat_after(east, wind)
        return tuple(people)

    def final(self, scores: Sequence[int], position: MatchPosition) -> dict[str, Any]:
        """With ``table_points``: 4, 2, 1 and 0 by place, shared equally by those who share a place."""
        answer = super().final(scores, position)
        places: list[int] = answer["places"]
        return {**answer, "table_points": [table_points(place, places.count(place)) for place in places]}


def table_points(place: int, sharing: int) -> float:
    """Table points of one of ``sharing`` people on a place, to three decimals; whole where they are whole."""
    points = Fraction(sum(TABLE_POINTS[place - 1 : place - 1 + sharing]), sharing)
    return int(points) if points.denominator == 1 else round(float(points), 3)


def penalties(options: Options) -> tuple[PenaltyRule, ...]:
    points, rule = options["false-hu-points"], options["false-hu"]
    return (
        PenaltyRule(
            "false-win",
            "dead-hand" if rule != "referee" else "referee",
            same_for_all(points // 3) if rule == "share30" else None,
            pays_bank=points if rule == "minus-only" else 0,
        ),
        PenaltyRule("counted-before-taking", "loses", pays_bank=options["early-count-points"]),
        PenaltyRule("wrong-count", "dead-hand"),
        PenaltyRule("wrong-set-played-on", "dead-hand"),
    )
