"""The jackpot: stakes before every hand, for whoever has won enough points or concealed hands since the last one."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any, Final, NamedTuple

from controller.rules.errors import RecordError
from controller.rules.game import JACKPOT, End, Ends, MatchPosition, QuickWin, Settlement, tally_of
from controller.rules.hand.record import Hand
from controller.rules.paid import Paid
from controller.rules.progression import order_from, seats_by_wind
from controller.rules.seats import Seat
from controller.rules.settlement import Settling, in_turn
from controller.rules.sheet.ruleset import Options, ReadingWorth, Won

OFF, HIDDEN = "off", "hidden"
CONCEALED: Final = "concealed"
"""The declaration of a hand without tiles that nothing was claimed for."""
TALLY: Final = "tally"
POT: Final = "pot"
MEMBERS: Final = ("points", "hidden", POT)
MOST: Final = 1_000_000


class Jackpot(NamedTuple):
    """What is counted towards it, how much of that takes it, and what each player lays into it before a hand."""

    counts: str
    needed: int
    stake: int

    def of(self, total: int, concealed: bool) -> int:
        """What a win adds to the winner's tally."""
        return int(concealed) if self.counts == HIDDEN else total

    def won_by(self, before: int, more: int) -> bool:
        """Whether a win that adds so much takes it; an open hand never takes one for concealed hands."""
        return before + more >= self.needed and (more > 0 or self.counts != HIDDEN)


def jackpot_of(options: Options) -> Jackpot | None:
    counts = options["jackpot"]
    return None if counts == OFF else Jackpot(counts, options[f"jackpot-{counts}"], options["jackpot-stake"])


def read_tally(hand: Hand) -> Mapping[str, int]:
    """The field ``tally`` of a record; a missing member is 0. Raises RecordError."""
    given = hand.record.get(TALLY)
    if given is None:
        return {}
    if not isinstance(given, Mapping):
        raise RecordError(TALLY, f"is an object with {', '.join(MEMBERS)}")
    for name, value in given.items():
        if name not in MEMBERS:
            raise RecordError(f"{TALLY}.{name}", f"is not one of {', '.join(MEMBERS)}")
        if type(value) is not int or not 0 <= value <= MOST:
            raise RecordError(f"{TALLY}.{name}", f"{value!r} is not a whole number from 0 to {MOST}")
    return given


def taken(jackpot: Jackpot, hand: Hand, total: int) -> int:
    """What the winner of a hand with this total takes; ``Hand.own`` is the tally of the record."""
    tally: Mapping[str, int] = hand.own
    won = jackpot.won_by(tally.get(jackpot.counts, 0), jackpot.of(total, not hand.shown))
    return tally.get(POT, 0) if won else 0


class JackpotSettling(Settling):
    """See ``settlement.Settling``: the pot and the tallies of the seats are carried from hand to hand."""

    @property
    def jackpot(self) -> Jackpot | None:
        return jackpot_of(self.options)

    def paid(self, hand: Hand, best: ReadingWorth) -> Paid:
        paid, jackpot = super().paid(hand, best), self.jackpot
        return paid.but(tally=jackpot.of(best.total, not hand.shown)) if jackpot else paid

    def won_quick(self, position: MatchPosition, win: QuickWin) -> Won:
        won, jackpot = super().won_quick(position, win), self.jackpot
        if jackpot is None:
            return won
        return won.but(tally=jackpot.of(self.total_of(win), win.winner in win.declared.get(CONCEALED, ())))

    def total_of(self, win: QuickWin) -> int:
        """What a hand without tiles counts: a limit is the greatest total, and nothing counts more."""
        if self.options["scoring"] == "hong-kong":
            return int(self.options["limit-faan"]) if win.limit else win.total
        return self.bound.base_of(win)

    def record_facts(self, position: MatchPosition, end: End, winner: Seat) -> Mapping[str, Any]:
        """The tally of the winner before the hand, and the pot with the stakes for it; of several who win on one tile
        the first who has enough takes it."""
        del end
        jackpot = self.jackpot
        if jackpot is None:
            return {}
        seats = order_from(self.plan, position.dealer)
        pot = position.pot.get(JACKPOT, 0) + jackpot.stake * len(seats)
        return {TALLY: {jackpot.counts: position.pot.get(tally_of(winner), 0), POT: pot}}

    def settle(self, position: MatchPosition, ends: Ends, wins: Sequence[Paid] = ()) -> Settlement:
        """A void hand was not played: nobody has laid a stake down for it."""
        settled, jackpot = super().settle(position, ends, wins), self.jackpot
        if jackpot is None or ends[-1].kind == "abort":
            return settled
        return self._with_jackpot(jackpot, position, settled, wins)

    def _with_jackpot(
        self, jackpot: Jackpot, position: MatchPosition, settled: Settlement, wins: Sequence[Paid]
    ) -> Settlement:
        """Takes the stakes for the hand, notes what was won, and gives the pot to the first winner who has enough."""
        by_wind = seats_by_wind(self.plan, position)
        net, pot = list(settled.net), dict(position.pot)
        for seat in by_wind.values():
            net[seat] -= jackpot.stake
        pot[JACKPOT] = pot.get(JACKPOT, 0) + jackpot.stake * len(by_wind)
        for win in in_turn(wins):
            seat = by_wind[win.winner]
            before = pot.get(tally_of(seat), 0)
            if jackpot.won_by(before, win.tally):
                net[seat] += pot[JACKPOT]
                pot = dict.fromkeys(pot, 0)
                break
            pot[tally_of(seat)] = before + win.tally
        moved = {name: after - position.pot.get(name, 0) for name, after in pot.items()}
        change = {name: more for name, more in moved.items() if more or name == JACKPOT}
        return replace(settled, net=tuple(net), pot=change)
