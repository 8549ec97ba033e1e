"""How a riichi match goes on: who deals next, when it is over, and the final score."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Any, Final

from controller.rules.game import End, Ends, MatchPosition
from controller.rules.progression import Course, order_from, seats_in_play
from controller.rules.rulesets.riichi.chips import CHIPS, held
from controller.rules.rulesets.riichi.options import ONE_HAND, REST_TO_FIRST, ROUNDS
from controller.rules.rulesets.riichi.payments import STICK
from controller.rules.rulesets.riichi.sticks import deposits_of
from controller.rules.rulesets.riichi.value import HUNDRED
from controller.rules.rulesets.riichi.yakitori import YAKITORI, unturned
from controller.rules.sheet.ruleset import Options, Progression

# players below the start to the uma that is played then; otherwise the uma of the options
FLOATING: Final = {3: (12, -1, -3, -8), 1: (8, 3, 1, -12), 0: (0, 0, 0, 0), 4: (0, 0, 0, 0)}
"""By the players below the start."""


class RiichiCourse(Course):
    """The course of a match with the options fixed."""

    def __init__(self, options: Options, plan: Progression) -> None:
        super().__init__(options, plan)
        self.rounds = ROUNDS[options["match-length"]]
        self.target: int = options["target-points"] or options["return-points"]
        self.players = len(seats_in_play(plan))

    # the next hand

    def advance(self, position: MatchPosition, ends: Ends, scores: Sequence[int]) -> MatchPosition | None:
        """The next hand or None. Extra hands (honba): one more after the win of a dealer who stays and after every hand
        that nobody won; none after another win."""
        end, points = ends[-1], self._in_turn(position, scores)
        if self.bankrupt(points) or (self.options["match-length"] == ONE_HAND and end.kind != "abort"):
            return None
        stays = self.dealer_stays(position, end)
        counted = end.kind != "win" or (stays and position.dealer in end.winners)
        extra_hands = position.extra_hands + 1 if counted else 0
        if stays:
            if self._stops(position, end, points):
                return None
            return replace(position, streak=position.streak + 1, extra_hands=extra_hands)
        return self._pass_on(position, extra_hands, points)

    def bankrupt(self, points: Sequence[int]) -> bool:
        if not self.options["tobi"]:
            return False
        return min(points) < 0 or (self.options["tobi-at-zero"] and min(points) == 0)

    def dealer_stays(self, position: MatchPosition, end: End) -> bool:
        renchan = self.options["renchan"]
        if renchan == "never":
            return False
        if end.kind == "win":
            return position.dealer in end.winners
        if renchan in ("always", "pass-on-draw"):
            return bool(renchan == "always")
        return end.kind == "abort" or (renchan == "tenpai" and position.dealer in end.ready)

    def _in_turn(self, position: MatchPosition, scores: Sequence[int]) -> list[int]:
        """Scores of the players in the order of the first hand, its dealer first."""
        return [scores[seat] for seat in order_from(self.plan, position.first_dealer)]

    def _stops(self, position: MatchPosition, end: End, points: Sequence[int]) -> bool:
        """Whether a dealer who could stay ends the match instead."""
        if self.options["sudden-death"] == "any-hand" and self._sudden_death(position, points):
            return True
        order = order_from(self.plan, position.first_dealer)
        last = position.dealer == order[-1] and position.round >= self.rounds - 1
        ends = self.options["agari-yame"] if end.kind == "win" else self.options["tenpai-yame"]
        if not (last and ends) or end.kind == "abort":
            return False
        first = max(points)
        enough = self.options["extension"] == "none" or first >= self.target
        return enough and points.index(first) == order.index(position.dealer)

    def _sudden_death(self, position: MatchPosition, points: Sequence[int]) -> bool:
        """Whether a hand of the extension ends the match. A whole round is played to its end."""
        extended = self.options["extension"] == "next-round" and position.round >= self.rounds
        return extended and max(points) >= self.target

    def _pass_on(self, position: MatchPosition, extra_hands: int, points: Sequence[int]) -> MatchPosition | None:
        dealer = order_from(self.plan, position.dealer)[1]
        round_ = position.round + (dealer == position.first_dealer)
        complete = position.round < self.rounds == round_ and max(points) >= self.target
        if self._sudden_death(position, points) or complete or round_ >= len(self.plan.winds):
            return None
        return replace(
            position, dealer=dealer, round=round_, number=position.number + 1, streak=0, extra_hands=extra_hands
        )

    # the final score

    def final(self, scores: Sequence[int], position: MatchPosition) -> dict[str, Any]:
        """Ranking and final points in thousands. ``scores``: of the occupied seats in order.

        Equal scores share sticks, uma and oka of their places in hundreds or single points; what cannot be shared goes
        to the seats nearest the first dealer, so that the sum stays zero. Chips and yakitori change no place: they are
        added at the end.
        """
        seats = seats_in_play(self.plan)
        points = list(scores)
        turn = [seats.index(seat) for seat in order_from(self.plan, position.first_dealer)]
        groups = self._groups(points, turn)
        deposits = deposits_of(position)
        if deposits and self.options["leftover-sticks"] == "leader":
            for seat, amount in self._shared(deposits * STICK, groups[0]):
                points[seat] += amount
        final = [each - self.options["return-points"] for each in points]
        bonus = self._bonus(points)
        place, places = 0, [0] * len(points)
        for group in groups:
            for seat, amount in self._shared(sum(bonus[place : place + len(group)]), group):
                final[seat] += amount
                places[seat] = place + 1
            place += len(group)
        ranking = [seat for group in groups for seat in group]
        self._round(final, ranking)
        chips = held(position, seats)
        final = [each + self.options["chip-value"] * number for each, number in zip(final, chips, strict=True)]
        winless = unturned(position, seats)
        self._pay_yakitori(final, winless, ranking)
        return {
            "ranking": ranking,
            "places": places,
            "points": [each / 1000 for each in final],
            "scale": 1000,
            "table_scores": points,
            **({CHIPS: chips} if self.options[CHIPS] else {}),
            **({YAKITORI: winless} if self.options[YAKITORI] else {}),
        }

    def _pay_yakitori(self, final: list[int], winless: Sequence[bool], ranking: Sequence[int]) -> None:
        """Who has won nothing pays to those who have, in equal shares; where all have, or nobody, nothing is paid."""
        amount = self.options[YAKITORI] * sum(winless)
        winners = [seat for seat in ranking if not winless[seat]]
        if not amount or not winners:
            return
        for seat, share in self._shared(amount, winners):
            final[seat] += share
        for seat, pays in enumerate(winless):
            final[seat] -= self.options[YAKITORI] * pays

    def _round(self, final: list[int], ranking: Sequence[int]) -> None:
        """Rounds final points to thousands where the house does; the first takes what makes the sum what it was."""
        way = self.options["final-rounding"]
        if way == "none":
            return
        first, *others = ranking
        for seat in others:
            rounded = rounded_to_thousands(final[seat], way)
            final[first] += final[seat] - rounded
            final[seat] = rounded

    def _shared(self, amount: int, seats: Sequence[int]) -> list[tuple[int, int]]:
        """Points shared out in hundreds (``shared-in``: in single points); the first seats get what is over, the very
        first one what is less than that, or (``rest-to-first``) all of it."""
        way = self.options["shared-in"]
        unit = 1 if way == 1 else HUNDRED
        units, odd = divmod(amount, unit)
        each, over = divmod(units, len(seats))
        if way == REST_TO_FIRST:
            odd, over = odd + unit * over, 0
        return [(seat, unit * (each + (place < over)) + (0 if place else odd)) for place, seat in enumerate(seats)]

    def _groups(self, points: Sequence[int], turn: Sequence[int]) -> list[list[int]]:
        """Seats from the highest score down; equal scores in one group unless the earlier seat stands first."""
        ordered = sorted(turn, key=lambda seat: -points[seat])
        groups: list[list[int]] = []
        for seat in ordered:
            if groups and points[groups[-1][0]] == points[seat] and self.options["ties"] == "share":
                groups[-1].append(seat)
            else:
                groups.append([seat])
        return groups

    def _bonus(self, points: Sequence[int]) -> list[int]:
        """Points by place: uma, and what all paid in above the start for the first."""
        start, back = self.options["start-points"], self.options["return-points"]
        uma = list(self.options["uma"])
        if self.options.get("floating-uma"):
            uma = list(FLOATING.get(sum(each < start for each in points), uma))
        bonus = [1000 * each for each in uma]
        bonus[0] += (back - start) * self.players
        return bonus


def rounded_to_thousands(points: int, way: str) -> int:
    """``half-up``: from 500 on away from zero; ``five-down``: from 600 on; ``down`` and ``up``: towards zero and away
    from it."""
    size = abs(points)
    over = size % 1000
    further = {"half-up": over >= 500, "five-down": over >= 600, "down": False, "up": over > 0}[way]
    rounded = size - over + 1000 * further
    return rounded if points >= 0 else -rounded
