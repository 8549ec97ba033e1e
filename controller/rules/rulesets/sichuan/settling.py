"""What an end of a hand moves beside its wins: kongs that are given back, and what is paid when the wall is used up."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final

from controller.rules.errors import RecordError
from controller.rules.game import End, Ends, Line, MatchPosition, PaidInstant, Settlement
from controller.rules.paid import Paid
from controller.rules.progression import seat_winds, seats_in_play
from controller.rules.seats import Seat
from controller.rules.settlement import Settling, as_settlement
from controller.rules.sheet.ruleset import Options

KONGS: Final = ("claimed-kong", "concealed-kong", "added-kong", "late-added-kong")
KONG_ON_DISCARD: Final = "kong-discard"
"""Winners on the discard after a kong: what is said of a hand at the table, and a flag of a record."""
READY: Final = "ready-"
"""With the fan that the hand could still win: what is said of a player when the wall is used up."""
PIG: Final = "pig"
REFUND: Final = "line.kong-refund"
PIG_WITHOUT_CAP: Final = 16
MOST_READY_FAN: Final = 10
"""The largest fan by which a ready hand is named where no cap cuts it."""


def most_ready_fan(options: Options) -> int:
    return int(options["max-fan"]) or MOST_READY_FAN


@dataclass(slots=True)
class Kong:
    """A kong that was paid at once. ``held``: its income is still its owner's."""

    paid: PaidInstant
    held: bool = True

    @property
    def income(self) -> int:
        return sum(line.amount for line in self.paid.settlement.lines)

    def given_back(self) -> Iterator[Line]:
        self.held = False
        for line in self.paid.settlement.lines:
            yield Line(line.payee, line.payer, line.amount, REFUND)


class SichuanSettling(Settling):
    """Kongs are paid at once; some ends of the hand take them back."""

    def record_facts(self, position: MatchPosition, end: End, winner: Seat) -> Mapping[str, Any]:
        winds = seat_winds(self.plan, position)
        return {"out": [winds[seat] for seat in end.out if seat != winner]} if end.out else {}

    def settle(self, position: MatchPosition, ends: Ends, wins: Sequence[Paid] = ()) -> Settlement:
        """Raises RecordError for facts that contradict each other."""
        lines = list(super().settle(position, ends, wins).lines)
        kongs: list[Kong] = []
        for end in ends:
            kongs += map(Kong, end.instants)
            moved = list(self._after_kong_discard(end, kongs))
            if end is ends[-1]:
                lines += moved
        if ends[-1].kind == "draw":
            lines += self._when_wall_is_used_up(ends, kongs)
        return as_settlement(lines)

    def _after_kong_discard(self, end: End, kongs: Sequence[Kong]) -> Iterator[Line]:
        """The discarder's last kong is given back, or handed on to the first winner after him."""
        named = end.who_declared(KONG_ON_DISCARD)
        if not named or end.kind != "win":
            return
        if end.discarder is None or not set(named) <= set(end.winners):
            raise RecordError(KONG_ON_DISCARD, "names winners on the discard that follows a kong")
        own = [kong for kong in kongs if kong.paid.instant.seat == end.discarder]
        if not own or not own[-1].held:
            return
        if self.options["kong-discard-transfer"]:
            own[-1].held = False
            yield Line(end.discarder, end.winners[0], own[-1].income, "line.kong-handed-on")
        else:
            yield from own[-1].given_back()

    def _when_wall_is_used_up(self, ends: Ends, kongs: Sequence[Kong]) -> Iterator[Line]:
        """Who is not ready pays the ready ones and gives his kongs back; a pig pays the cap instead."""
        out = {winner for end in ends for winner in end.winners}
        playing = [seat for seat in seats_in_play(self.plan) if seat not in out]
        ready, pigs = ready_fans(ends[-1]), ends[-1].who_declared(PIG)
        if both := set(ready) & set(pigs):
            raise RecordError(PIG, f"seat {min(both)} is ready as well", "name him once")
        for payer in playing:
            for payee in playing:
                if payer in pigs and payee != payer and payee not in pigs:
                    yield Line(payer, payee, self._pig_points(), "line.pig")
                elif payer not in ready and payer not in pigs and payee in ready:
                    yield Line(payer, payee, self._base(ready[payee]), "line.not-ready")
        if self.options["kong-refund"]:
            for kong in kongs:
                if kong.held and kong.paid.instant.seat in playing and kong.paid.instant.seat not in ready:
                    yield from kong.given_back()

    def _base(self, fan: int) -> int:
        most = self.options["max-fan"]
        return 1 << (min(fan, most) if most else fan)

    def _pig_points(self) -> int:
        most = self.options["max-fan"]
        return int(self.options["pig-points"]) or (1 << most if most else PIG_WITHOUT_CAP)


def ready_fans(end: End) -> dict[Seat, int]:
    """The fan of every ready hand. Raises RecordError for one that is named twice."""
    fans: dict[Seat, int] = {}
    for name, seats in end.declared.items():
        if name.startswith(READY):
            for seat in seats:
                if seat in fans:
                    raise RecordError(name, f"seat {seat} is named with another fan as well", "name him once")
                fans[seat] = int(name.removeprefix(READY))
    return fans
