"""What riichi settles in its own way: sticks on the table, extra hands in a record, hands that nobody won."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from typing import Any, Final

from controller.rules import settlement
from controller.rules.errors import RecordError
from controller.rules.game import End, Ends, MatchPosition, QuickWin, Settlement
from controller.rules.hand.record import SOURCES, Hand, Source
from controller.rules.paid import Paid, net_of
from controller.rules.progression import order_from, seats_by_wind
from controller.rules.rulesets.riichi.checks import DISCARDER_RIICHI
from controller.rules.rulesets.riichi.chips import CHIPS, Chips, moved
from controller.rules.rulesets.riichi.draws import drawn_lines
from controller.rules.rulesets.riichi.payments import STICK, Payments, TableFacts
from controller.rules.rulesets.riichi.sticks import DEPOSITS, RIICHI, deposits_of
from controller.rules.rulesets.riichi.value import YAKUMAN, YAKUMAN_HAN, Worths
from controller.rules.rulesets.riichi.yakitori import YAKITORI, turned
from controller.rules.seats import WIND_INDEXES, Seat
from controller.rules.settlement import Settling
from controller.rules.sheet.ruleset import Bound, Options, Progression, ReadingWorth, Won

PAYMENTS_KEPT: Final = 4_000
FROM_WALL: Final = -1
"""The place behind those of the discarders."""
Kept = dict[int, dict[int, Paid]]
"""What hands pay by their extra hands and base: to find one number in two tables takes a third of what a key of
several takes to make and to find."""


def _nothing_kept() -> dict[Source, list[list[Kept]]]:
    """By source, winner and discarder."""
    return {source: [[{} for _ in (*WIND_INDEXES, FROM_WALL)] for _ in WIND_INDEXES] for source in SOURCES}


class RiichiSettling(Settling):
    """See ``settlement.Settling``."""

    def __init__(self, options: Options, bound: Bound, plan: Progression, payments: Payments | None = None) -> None:
        super().__init__(options, bound, plan)
        self.payments = payments or Payments(options)
        self.chips = Chips(options)
        self._has_chips = bool(self.chips)
        self._kept, self._number = _nothing_kept(), 0

    def paid(self, hand: Hand, best: ReadingWorth) -> Paid:
        table: TableFacts = hand.own
        if table.liable is not None:
            return self._with_chips(self._paid(hand, best, table), hand, best)
        kept = self._kept[hand.source][hand.seat_wind][FROM_WALL if hand.discarder is None else hand.discarder]
        by_base = kept.get(table.extra_hands)
        paid = by_base.get(best.base) if by_base is not None else None
        if paid is None:
            paid = self._paid(hand, best, table)
            self._keep(kept, table.extra_hands, best.base, paid)
        return self._with_chips(paid, hand, best)

    def _with_chips(self, paid: Paid, hand: Hand, best: ReadingWorth) -> Paid:
        return paid.but(tally=self.chips.of(hand, best)) if self._has_chips else paid

    def _paid(self, hand: Hand, best: ReadingWorth, table: TableFacts) -> Paid:
        winner, discarder, source = hand.seat_wind, hand.discarder, hand.source
        won = Won(winner, discarder, source, best.base, best.limit_hand, hand, best.items, table.liable)
        shares = self.payments.shares(won)
        extra = self.payments.extra_shares(winner, discarder, shares, table.extra_hands)
        return Paid(winner, source, discarder, shares, net_of(winner, (*shares, *extra)), extra)

    def _keep(self, kept: Kept, extra_hands: int, base: int, paid: Paid) -> None:
        if self._number >= PAYMENTS_KEPT:
            self._kept, self._number = _nothing_kept(), 0
        kept.setdefault(extra_hands, {})[base] = paid
        self._number += 1

    def record_facts(self, position: MatchPosition, end: End, winner: Seat) -> Mapping[str, Any]:
        counted = winner == end.winners[0] or self.bound.extra_hands_for_all
        discarded = self.options["open-riichi"] == "yakuman" and end.discarder is not None
        return {
            "honba": position.extra_hands if counted else 0,
            "deposits": self._sticks(position, end.winners, end.who_declared(RIICHI))[winner],
            **({DISCARDER_RIICHI: end.discarder in end.who_declared(RIICHI)} if discarded else {}),
        }

    def won_quick(self, position: MatchPosition, win: QuickWin) -> Won:
        """Of a hand without tiles that somebody is liable for, the yakuman that it stands for are such ones."""
        won = super().won_quick(position, win).but(tally=win.chips)
        if won.liable is None:
            return won
        times = won.base // YAKUMAN or int(self.options["no-limits"])
        return won.but(items=dict.fromkeys(sorted(self.payments.pao)[:1], times * YAKUMAN_HAN))

    def settle(self, position: MatchPosition, ends: Ends, wins: Sequence[Paid] = ()) -> Settlement:
        end = ends[-1]
        if end.kind == "win":
            settled, seats = super().settle(position, ends, wins), seats_by_wind(self.plan, position)
            winners, chips = [seats[win.winner] for win in settlement.in_turn(wins)], moved(wins, seats)
        else:
            settled, winners, chips = self._drawn(position, end), [], {}
        settled = self._with_sticks(position, settled, winners, end.who_declared(RIICHI))
        beside = {**chips, **(turned(position, winners) if self.options[YAKITORI] else {})}
        return replace(settled, pot={**settled.pot, **beside}) if beside else settled

    def _drawn(self, position: MatchPosition, end: End) -> Settlement:
        seats = order_from(self.plan, position.dealer)
        nagashi = self.options["nagashi-mangan"] == "as-tsumo-mangan"
        return settlement.as_settlement(drawn_lines(seats, end, self.options["noten-pool"], nagashi, self.payments))

    def _with_sticks(
        self, position: MatchPosition, settled: Settlement, winners: Sequence[Seat], riichi: Sequence[Seat]
    ) -> Settlement:
        """Lays the sticks of this hand and gives what lies on the table to the winners, in turn order."""
        net, change = list(settled.net), len(riichi)
        for seat in riichi:
            net[seat] -= STICK
        if winners:
            change = -deposits_of(position)
            for seat, sticks in self._sticks(position, winners, riichi).items():
                net[seat] += sticks * STICK
        return Settlement(tuple(net), settled.lines, {DEPOSITS: change} if change else {})

    def _sticks(self, position: MatchPosition, winners: Sequence[Seat], riichi: Sequence[Seat]) -> dict[Seat, int]:
        """The sticks that each winner takes: his own where the house says so, the first in turn all the others."""
        own = self.options["sticks-multi"] == "own-then-first"
        taken = {seat: int(own and seat in riichi) for seat in winners}
        taken[winners[0]] += deposits_of(position) + len(riichi) - sum(taken.values())
        return taken


def figures(result: dict[str, Any], hand: Hand, best: ReadingWorth) -> None:
    """Writes the sticks on the table; what a result says of fu and limits is there (``ReadingWorth.result``), and its
    base is that of the fu and not shown."""
    del best
    table: TableFacts = hand.own
    result["pot"] = table.deposits * STICK


def figured_of(options: Options) -> tuple[str, ...]:
    """The names of the figures that a result has."""
    names = ("fu", "level", "yakuman", "pot")
    return (*names, CHIPS) if Chips(options) else names


def figures_of(options: Options) -> Callable[[dict[str, Any], Hand, ReadingWorth], None]:
    """The same with the chips that each payer gives, where they are played for."""
    chips = Chips(options)

    def with_chips(result: dict[str, Any], hand: Hand, best: ReadingWorth) -> None:
        figures(result, hand, best)
        result[CHIPS] = chips.of(hand, best)

    return with_chips if chips else figures


def quick_base(worths: Worths, win: QuickWin) -> int:
    """Base of a result without tiles: ``limit`` is a yakuman, ``total`` han then say how many. Without limits every win
    has han and fu. Raises RecordError."""
    if win.limit:
        return YAKUMAN * max(1, win.total // YAKUMAN_HAN)
    if win.total < 1:
        raise RecordError("total", "a win has at least one han")
    fu = win.fu
    if fu is None and worths.no_limits:
        raise RecordError("fu", "without limits a win needs its fu")
    if fu is None and win.total < 5:
        raise RecordError("fu", "a win below five han needs its fu")
    if fu is not None and (fu not in (20, 25) and (fu % 10 or not 30 <= fu <= 170)):
        raise RecordError("fu", f"{fu} is not a number of fu", "25 for seven pairs, otherwise tens from 20")
    return worths.of(win.total, fu or 30).base
