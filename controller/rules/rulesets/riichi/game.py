"""The riichi game: the common engine with results, settlement and match of its own."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from controller.rules import settlement
from controller.rules.engine import ConfiguredGame
from controller.rules.errors import RecordError
from controller.rules.game import Line, Outcome, Position, QuickWin, Settlement
from controller.rules.hand.record import DISCARD, SELF_DRAW, Hand, Source
from controller.rules.progression import order_from
from controller.rules.rulesets.riichi.draws import drawn_lines
from controller.rules.rulesets.riichi.match import Course
from controller.rules.rulesets.riichi.options import two_at_most
from controller.rules.rulesets.riichi.payments import STICK, Payments, Table, table_of
from controller.rules.rulesets.riichi.value import YAKUMAN, YAKUMAN_HAN, Worths
from controller.rules.seats import WIND_INDEX, Seat, WindIndex
from controller.rules.sheet.ruleset import Ruleset, Verdict, Won

NETS_KEPT = 20_000
Net = tuple[int, int, int, int]


class RiichiGame(ConfiguredGame):
    """See ``controller.rules.game.Game``."""

    pays: type[Payments] = Payments

    def __init__(self, rules: Ruleset, options: Mapping[str, Any] | None = None, profile: str | None = None) -> None:
        super().__init__(rules, options, profile)
        self.payments = self.pays(self.options)
        self.worths = Worths(self.options)
        self.course = Course(self.options, self.plan)
        self._nets: dict[tuple[int, WindIndex, WindIndex | None, int], Net] = {}

    # scoring

    def _result(self, hand: Hand, best: Verdict) -> dict[str, Any]:
        record, more = hand.record, best.more or {}
        plain = record.get("honba") in _NOTHING and record.get("deposits") in _NOTHING and record.get("liable") is None
        table = _EMPTY if plain else table_of(record)
        net = self._net(hand, best, table)
        return {
            "legal": True,
            "items": best.items,
            "total": best.total,
            "unit": self.unit,
            "fu": more["fu"],
            "level": more["level"],
            "yakuman": more["yakuman"],
            "limit": best.limit,
            "payments": {"E": net[0], "S": net[1], "W": net[2], "N": net[3]},
            "pot": table.deposits * STICK,
        }

    def _net(self, hand: Hand, best: Verdict, table: Table) -> Net:
        if table.liable is not None:
            return self._net_of(self.won(hand, best), table)
        key = (best.base, hand.seat_wind, hand.discarder, table.honba)
        net = self._nets.get(key)
        if net is None:
            if len(self._nets) >= NETS_KEPT:
                self._nets.clear()
            net = self._nets[key] = self._net_of(self.won(hand, best), table)
        return net

    def _net_of(self, won: Won, table: Table) -> Net:
        net = [0, 0, 0, 0]
        for payer, amount, _ in self.payments.shares(won, table):
            net[payer] -= amount
            net[won.winner] += amount
        return net[0], net[1], net[2], net[3]

    # settlement

    def table_facts(
        self, position: Position, riichi: Sequence[Seat] = (), winners: Sequence[Seat] = (), winner: Seat | None = None
    ) -> Mapping[str, Any]:
        if winner is None:
            return {"honba": position.carry, "deposits": position.deposits + len(riichi)}
        counted = winner == winners[0] or self.options["honba-multi"] == "each"
        return {
            "honba": position.carry if counted else 0,
            "deposits": self._sticks(position, winners, riichi)[winner],
        }

    def settle_quick(self, position: Position, wins: Sequence[QuickWin], riichi: Sequence[Seat] = ()) -> Settlement:
        return self._settle(position, [self._quick(position, win) for win in wins], riichi)

    def settle_scored(
        self, position: Position, wins: Sequence[Mapping[str, Any]], riichi: Sequence[Seat] = ()
    ) -> Settlement:
        return self._settle(position, [self._scored(position, win) for win in wins], riichi)

    def _quick(self, position: Position, win: QuickWin) -> tuple[Won, WindIndex | None]:
        base = quick_base(self.worths, win)
        items = None
        if win.liable is not None:
            items = dict.fromkeys(sorted(self.payments.pao)[:1], base // YAKUMAN * YAKUMAN_HAN)
        won = Won(self._wind(position, win.winner), self._maybe(position, win.discarder), win.source, base, items=items)
        return won, self._maybe(position, win.liable)

    def _scored(self, position: Position, win: Mapping[str, Any]) -> tuple[Won, WindIndex | None]:
        result, record = win["result"], win.get("record") or {}
        base = YAKUMAN * result["yakuman"] or self.worths[result["total"], result["fu"]].base
        source: Source = win.get("source") or (SELF_DRAW if win.get("discarder") is None else DISCARD)
        won = Won(
            self._wind(position, win["winner"]), self._maybe(position, win.get("discarder")), source, base,
            items=result["items"],
        )  # fmt: skip
        liable = record.get("liable")
        return won, None if liable is None else WIND_INDEX[liable]

    def _wind(self, position: Position, seat: Seat) -> WindIndex:
        return settlement.wind_of(self.plan, position, seat)

    def _maybe(self, position: Position, seat: Seat | None) -> WindIndex | None:
        return None if seat is None else self._wind(position, seat)

    def _settle(
        self, position: Position, wins: Sequence[tuple[Won, WindIndex | None]], riichi: Sequence[Seat]
    ) -> Settlement:
        """All wins of a hand with counters and sticks. Raises RecordError where three winners are a draw."""
        if len(wins) > 2 and two_at_most(self.options):
            raise RecordError("wins", "three winners are an abortive draw", "enter the hand as aborted: sancha")
        seats = order_from(self.plan, position.dealer)
        in_turn = sorted(wins, key=lambda win: (win[0].winner - (win[0].discarder or 0)) % 4)
        lines: list[Line] = []
        for place, (won, liable) in enumerate(in_turn):
            counted = place == 0 or self.options["honba-multi"] == "each"
            table = Table(position.carry if counted else 0, 0, liable)
            shares = self.payments.shares(won, table)
            lines += settlement.lines_of(self.plan, position, seats[won.winner], shares)
        return self._with_sticks(position, lines, [seats[won.winner] for won, _ in in_turn], riichi)

    def _with_sticks(
        self, position: Position, lines: Sequence[Line], winners: Sequence[Seat], riichi: Sequence[Seat]
    ) -> Settlement:
        """Lays the sticks of this hand and gives what lies on the table to the winners, in turn order."""
        net = list(settlement.as_settlement(lines).net)
        for seat in riichi:
            net[seat] -= STICK
        if not winners:
            return Settlement(tuple(net), tuple(lines), len(riichi))
        for seat, sticks in self._sticks(position, winners, riichi).items():
            net[seat] += sticks * STICK
        return Settlement(tuple(net), tuple(lines), -position.deposits)

    def _sticks(self, position: Position, winners: Sequence[Seat], riichi: Sequence[Seat]) -> dict[Seat, int]:
        """The sticks that each winner takes: his own where the house says so, the first in turn all the others."""
        own = self.options["sticks-multi"] == "own-then-first"
        taken = {seat: int(own and seat in riichi) for seat in winners}
        taken[winners[0]] += position.deposits + len(riichi) - sum(taken.values())
        return taken

    def settle_without_win(self, position: Position, outcome: Outcome) -> Settlement:
        seats = order_from(self.plan, position.dealer)
        nagashi = self.options["nagashi-mangan"] == "as-tsumo-mangan"
        lines = drawn_lines(seats, outcome, self.options["noten-pool"], nagashi, self.payments)
        return self._with_sticks(position, lines, (), outcome.riichi)

    # match

    def advance(self, position: Position, outcome: Outcome, scores: Sequence[int]) -> Position | None:
        return self.course.advance(position, outcome, scores)

    def final(self, scores: Sequence[int], position: Position) -> dict[str, Any]:
        return self.course.final(scores, position)


_EMPTY, _NOTHING = Table(), (None, 0)


def quick_base(worths: Worths, win: QuickWin) -> int:
    """Base of a result without tiles: ``limit`` is a yakuman, ``total`` han then say how many. Raises RecordError."""
    if win.limit:
        return YAKUMAN * max(1, win.total // YAKUMAN_HAN)
    if win.total < 1:
        raise RecordError("total", "a win has at least one han")
    fu = win.fu
    if fu is None and win.total < 5:
        raise RecordError("fu", "a win below five han needs its fu")
    if fu is not None and (fu not in (20, 25) and (fu % 10 or not 30 <= fu <= 170)):
        raise RecordError("fu", f"{fu} is no number of fu", "25 for seven pairs, otherwise tens from 20")
    return worths[win.total, fu or 30].base
