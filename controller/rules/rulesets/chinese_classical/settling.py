"""Who pays whom: the winner is paid by all, then the losers settle among themselves."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from functools import cache
from itertools import combinations
from typing import Any

from controller.rules.errors import RecordError
from controller.rules.game import End, MatchPosition, QuickWin
from controller.rules.hand.record import DANGEROUS_DISCARD, Hand, Source
from controller.rules.paid import Between, Paid, Share
from controller.rules.rulesets.chinese_classical.course import is_ninth_win
from controller.rules.rulesets.chinese_classical.losers import Table
from controller.rules.seats import EAST, SEATS, WIND_INDEXES, Seat, WindIndex
from controller.rules.settlement import Settling, wind_of
from controller.rules.sheet.ruleset import Options, Pay, ReadingWorth, Won
from controller.rules.sheet.shares import role

DIFFERENCE, FOR_ALL = "line.difference", "line.pays-for-all"


def factor(options: Options, one: WindIndex, other: WindIndex) -> int:
    return 2 if options["east-doubles"] and EAST in (one, other) else 1


def dangerous(options: Options, hand: Hand | None) -> bool:
    """Whether the discarder pays for all."""
    return options["dangerous-discard"] and hand is not None and hand.by_other and hand.flags & DANGEROUS_DISCARD != 0


def pay_with(options: Options) -> Pay:
    def found(winner: WindIndex, source: Source, discarder: WindIndex | None) -> list[tuple[WindIndex, int, str]]:
        """Every payer, how many times he pays, and why."""
        won = Won(winner, discarder, source, 0)
        payers = [(payer, factor(options, payer, winner)) for payer in WIND_INDEXES if payer != winner]
        return [(payer, times, role(won, payer) + ("-dealer" if times > 1 else "")) for payer, times in payers]

    rows = cache(found)

    def pay(won: Won) -> Sequence[Share]:
        base = won.base
        shares = [Share(payer, base * times, key) for payer, times, key in rows(won.winner, won.source, won.discarder)]
        if won.discarder is not None and (won.liable is not None or dangerous(options, won.hand)):
            return [Share(won.discarder, sum(share.amount for share in shares), FOR_ALL)]
        return shares

    return pay


def differences(
    options: Options, winner: WindIndex, scores: Mapping[WindIndex, int], most: int | None = None
) -> list[Between]:
    """Of each two losers the lower pays the higher, ``most`` before it is doubled; a hand that nobody has named counts
    nothing."""
    paid = []
    for one, other in combinations([wind for wind in WIND_INDEXES if wind != winner], 2):
        more = scores.get(one, 0) - scores.get(other, 0)
        if more:
            payer, payee = (other, one) if more > 0 else (one, other)
            times = factor(options, one, other)
            key = DIFFERENCE + ("-dealer" if times > 1 else "")
            amount = abs(more) if most is None else min(abs(more), most)
            paid.append(Between(payer, payee, amount * times, key))
    return paid


class AllHands(Settling):
    """The hands of the losers count as well: ``Hand.own`` is the table, and ``Won.own`` of a win without tiles what
    they count by wind."""

    def paid(self, hand: Hand, best: ReadingWorth) -> Paid:
        table: Table = hand.own
        one_pays = dangerous(self.options, hand)
        paid = super().paid(hand, best) if one_pays else self.paid_alike(hand, best)
        if not table.losers:
            return paid
        scores = {wind: row.total for wind, row in table.worth.items()}
        return self._with_losers(paid, scores, one_pays)

    def won_quick(self, position: MatchPosition, win: QuickWin) -> Won:
        if win.liable is not None and win.liable != win.discarder:
            raise RecordError("liable", "is the discarder, who pays for all", "name him or nobody")
        named = zip(SEATS, win.losers, strict=False)
        scores = {wind_of(self.plan, position, seat): self.counted(points) for seat, points in named}
        return super().won_quick(position, win).but(own=scores)

    def paid_quick(self, won: Won) -> Paid:
        return self._with_losers(super().paid_quick(won), won.own, won.liable is not None)

    def counted(self, points: int) -> int:
        """What the hand of a loser comes to that people say without tiles."""
        return min(points, int(self.options["limit"]))

    def between(self, winner: WindIndex, scores: Mapping[WindIndex, int]) -> Sequence[Between]:
        """What the losers pay each other."""
        return differences(self.options, winner, scores)

    def _with_losers(self, paid: Paid, scores: Mapping[WindIndex, int], one_pays: bool) -> Paid:
        losers = {wind: points for wind, points in scores.items() if points and wind != paid.winner}
        if not losers or one_pays:
            return paid.but(losers=losers)
        return paid.but(between=self.between(paid.winner, losers), losers=losers)


class NinthWinSettling(AllHands):
    """With ``east-ninth-win`` the ninth win in a row is a limit hand."""

    def record_facts(self, position: MatchPosition, end: End, winner: Seat) -> Mapping[str, Any]:
        del end, winner
        return {"streak": position.streak} if self.options["east-ninth-win"] else {}

    def won_quick(self, position: MatchPosition, win: QuickWin) -> Won:
        if is_ninth_win(self.options, position, win.winner):
            win = replace(win, total=self.options["limit"], limit=True)
        return super().won_quick(position, win)
