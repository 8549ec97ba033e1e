"""Who pays whom: as in the Chinese game, with a limit on what losers pay each other, and the pot of drawn hands."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any, Final

from controller.rules.errors import RecordError
from controller.rules.game import JACKPOT, End, Ends, MatchPosition, Settlement
from controller.rules.hand.record import Hand
from controller.rules.paid import Between, Paid
from controller.rules.progression import seats_by_wind
from controller.rules.rulesets.chinese_classical.settling import AllHands, differences
from controller.rules.seats import Seat, WindIndex

POT: Final = "pot"
MOST_POT: Final = 1_000_000


def pot_of(hand: Hand) -> int:
    """What the record says of the pot. Raises RecordError."""
    pot = hand.record.get(POT)
    if pot is not None and (type(pot) is not int or not 0 <= pot <= MOST_POT):
        raise RecordError(POT, f"{pot!r} is not a whole number from 0 to {MOST_POT}")
    return pot or 0


class WesternSettling(AllHands):
    """See ``settlement.Settling``. The pot lies on the table from hand to hand (``game.JACKPOT``)."""

    def counted(self, points: int) -> int:
        return super().counted(points) if self.options["limit-on"] == "score" else points

    def between(self, winner: WindIndex, scores: Mapping[WindIndex, int]) -> Sequence[Between]:
        if not self.options["losers-settle"]:
            return ()
        most = self.options["limit"] if self.options["limit-on"] == "payment" else None
        return differences(self.options, winner, scores, most)

    def record_facts(self, position: MatchPosition, end: End, winner: Seat) -> Mapping[str, Any]:
        del end, winner
        return {POT: position.pot.get(JACKPOT, 0)} if self.options["wall-pot"] else {}

    def settle(self, position: MatchPosition, ends: Ends, wins: Sequence[Paid] = ()) -> Settlement:
        settled = super().settle(position, ends, wins)
        stake, waiting = self.options["wall-pot"], position.pot.get(JACKPOT, 0)
        by_wind, net = seats_by_wind(self.plan, position), list(settled.net)
        if ends[-1].kind == "draw" and stake:
            for seat in by_wind.values():
                net[seat] -= stake
            return replace(settled, net=tuple(net), pot={JACKPOT: stake * len(by_wind)})
        if wins and waiting:
            net[by_wind[wins[0].winner]] += waiting
            return replace(settled, net=tuple(net), pot={JACKPOT: -waiting})
        return settled
