"""A ruleset with its options fixed: reads a hand in every way, scores each, takes the best, pays it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from operator import itemgetter
from types import MappingProxyType
from typing import Any

from controller.rules import explain, progression, settlement
from controller.rules.entry import Asks, plain_asks
from controller.rules.errors import OptionError, RecordError
from controller.rules.game import DicePlan, End, Ends, Position, QuickWin, Settlement, WallPlan
from controller.rules.hand import wild
from controller.rules.hand.fields import RECORD
from controller.rules.hand.parse import read, stranger
from controller.rules.hand.reading import Reading
from controller.rules.hand.record import BELOW_MINIMUM, NO_WIN, Hand
from controller.rules.hand.tile_set import TileSet
from controller.rules.paid import Paid, PaidWin, Scored, WinWorth, net_of
from controller.rules.seats import NORTH, SEATS, WINDS, Seat, Wind, WindIndex
from controller.rules.sheet.options import settle
from controller.rules.sheet.ruleset import ALWAYS, Locks, Played, Progression, Ruleset, Verdict, Won
from controller.rules.winners import Call, Choice, choose, three_winners, two_at_most

_by_rank = itemgetter(0)


class ConfiguredGame:
    """See ``controller.rules.game.Game``. Immutable; ``score`` is a pure function of the record."""

    def __init__(self, rules: Ruleset, options: Mapping[str, Any] | None = None, profile: str | None = None) -> None:
        if profile is not None and profile not in rules.profiles:
            raise OptionError("profile", f"{profile!r} is no profile of {rules.id}", allowed=rules.profiles)
        bundle = rules.profiles[profile] if profile is not None else {}
        self.rules = rules
        self.profile = profile
        self.options: Mapping[str, Any] = MappingProxyType(
            settle(rules.options, rules.contradictions, bundle, {} if options is None else options)
        )
        self.ruleset, self.unit = rules.id, rules.unit
        self.tiles: TileSet = rules.tiles(self.options)
        self.wall: WallPlan = rules.wall(self.options, self.tiles)
        self.dice: DicePlan = rules.dice(self.options)
        self.plan: Progression = rules.progression(self.options)
        self.start_points = rules.start_points(self.options)
        self.seating = rules.seating(self.options)
        self.played = Played(rules.items, rules.exclusions, self.options, rules.off(self.options))
        self.bound = rules.bind(self.options, self.played)
        least = self.bound.minimum if self.bound.minimum < ALWAYS else 0
        asks = rules.asks(self.options, plain_asks(self.options, self.tiles, least, self.unit))
        self.asks: Asks = replace(asks, seen=seen_fields(rules.locks))
        self._three = len(progression.seats_in_play(self.plan)) < 4
        self._fields, self._strange = RECORD | self.tiles.fields, self.tiles.strange

    # scoring

    def hand_of(self, record: Mapping[str, Any]) -> Hand:
        """The record as a hand of this game: without the bonus tiles that it passes over. Raises RecordError."""
        hand = read(record, self.tiles, self._fields)
        if hand.tiles & self._strange:
            raise stranger(record, self.tiles)
        if self._three and (field := _north(hand)):
            raise RecordError(field, "nobody is North when three play", "use E, S or W")
        if self.bound.check:
            self.bound.check(hand)
        return hand

    def score(self, record: Mapping[str, Any]) -> dict[str, Any]:
        return self._score(record)[0]

    def scored(self, record: Mapping[str, Any]) -> Scored:
        result, best, paid = self._score(record)
        return Scored(result, None if best is None or paid is None else PaidWin(self.worth(best), paid))

    def _score(self, record: Mapping[str, Any]) -> tuple[dict[str, Any], Verdict | None, Paid | None]:
        explained = _wants_explaining(record)
        hand = self.hand_of(record)
        verdicts, reason = self.verdicts(hand)
        best, paid, result = None, None, {"legal": False, "reason": reason}
        if not reason:
            best = self._best(verdicts)
            paid = self.paid(hand, best)
            result = self.result(hand, best, paid)
        if explained:
            result["explain"] = explain.explain(self, hand, verdicts, reason, paid)
        return result, best, paid

    def verdicts(self, hand: Hand) -> tuple[Sequence[Verdict], str]:
        """Every reading with its worth, and the reason why the hand is not legal (empty when it is)."""
        bound = self.bound
        reason = hand.fault or (bound.refuses(hand) if bound.refuses else "")
        if reason:
            return (), reason
        readings: list[Reading] = []
        if hand.wild:
            readings = wild.readings(hand, self.tiles, bound.forms, bound.every_way)
        else:
            for form in bound.forms:
                readings += form(hand, bound.every_way)
        if not readings:
            return (), NO_WIN
        verdicts = list(bound.judge(hand, readings))
        reached = max([verdict.counted for verdict in verdicts])
        return verdicts, "" if reached >= bound.minimum else BELOW_MINIMUM

    def legal(self, verdict: Verdict) -> bool:
        return verdict.counted >= self.bound.minimum

    def _best(self, verdicts: Sequence[Verdict]) -> Verdict:
        if len(verdicts) == 1:
            return verdicts[0]
        return max(filter(self.legal, verdicts), key=_by_rank)

    def worth(self, best: Verdict) -> WinWorth:
        more = best.more or {}
        base = best.total if self.bound.pays_total else best.base
        return WinWorth(base, best.total, best.limit, best.items, more.get("fu"), more.get("level", ""))

    def paid(self, hand: Hand, best: Verdict) -> Paid:
        """What a hand pays that is worth so much. Every figure about its money is taken from here."""
        winner, source, discarder = hand.seat_wind, hand.source, hand.discarder
        base = best.total if self.bound.pays_total else best.base
        shares = self.bound.pay(Won(winner, discarder, source, base, best.limit_hand, hand, best.items))
        return Paid(winner, source, discarder, shares, net_of(winner, shares))

    def result(self, hand: Hand, best: Verdict, paid: Paid) -> dict[str, Any]:
        """The public result of a legal record."""
        del hand
        net = paid.net
        result = {
            "legal": True,
            "items": best.items,
            "total": best.total,
            "unit": self.unit,
            "limit": best.limit,
            "base": best.base,
            "payments": {"E": net[0], "S": net[1], "W": net[2], "N": net[3]},
        }
        if best.more is not None:
            result.update(best.more)
        return result

    # settlement

    def record_facts(self, position: Position, end: End, winner: Seat) -> Mapping[str, Any]:
        del position, end, winner
        return {}

    def paid_quick(self, position: Position, win: QuickWin) -> PaidWin:
        asks = self.asks
        if win.fu is None and len(asks.fu) == 1 and asks.needs_fu(win.total, win.limit):
            win = replace(win, fu=asks.fu[0])
        level = asks.limit if win.limit and asks.levels else asks.level(win.total, win.fu)
        won = self.won_quick(position, win)
        shares = self.bound.pay(won)
        paid = Paid(won.winner, won.source, won.discarder, shares, net_of(won.winner, shares))
        return PaidWin(WinWorth(won.base, win.total, win.limit, {}, win.fu, level), paid)

    def won_quick(self, position: Position, win: QuickWin) -> Won:
        """A win without tiles as the payments see it: winds for seats, and the base that its total stands for."""
        base = self.bound.base_of(win)
        discarder, liable = self._wind_of(position, win.discarder), self._wind_of(position, win.liable)
        winner = settlement.wind_of(self.plan, position, win.winner)
        return Won(winner, discarder, win.source, base, win.limit, liable=liable)

    def _wind_of(self, position: Position, seat: Seat | None) -> WindIndex | None:
        return None if seat is None else settlement.wind_of(self.plan, position, seat)

    def choose(self, discarder: Seat | None, calls: Sequence[Call]) -> Choice:
        return choose(self.options, discarder, calls)

    def settle(self, position: Position, ends: Ends, wins: Sequence[Paid] = ()) -> Settlement:
        """Raises RecordError where three winners are a draw."""
        if len(wins) > 2 and two_at_most(self.options):
            raise three_winners()
        return settlement.of_wins(self.plan, self.bound, position, ends, wins)

    def settle_penalty(self, position: Position, penalty: str, offender: Seat) -> Settlement:
        """What an offence costs between the players. Raises OptionError for a penalty the ruleset does not know."""
        rows = {row.id: row for row in self.rules.penalties(self.options)}
        if penalty not in rows:
            raise OptionError("penalty", f"{penalty!r} is no penalty of {self.ruleset}", allowed=rows)
        return settlement.penalty_settlement(self.plan, rows[penalty], position, offender)

    # progression

    def goes_on(self, ends: Ends) -> bool:
        return progression.goes_on(self.plan, ends)

    def advance(self, position: Position, ends: Ends, scores: Sequence[int]) -> Position | None:
        del scores
        return progression.advance(self.plan, position, ends)

    def prevailing(self, position: Position) -> Wind:
        """The prevailing wind of a hand."""
        return progression.prevailing(self.plan, position)

    def seat_winds(self, position: Position) -> tuple[Wind | None, ...]:
        """The wind of each seat; None for an empty one."""
        return progression.seat_winds(self.plan, position)

    def people(self, position: Position) -> tuple[int, ...]:
        """Which person sits on seats 0-3 in this round; with five people number 4 rests first."""
        return progression.people_on_seats(self.plan, position.round, position.first_dealer)

    def final(self, scores: Sequence[int], position: Position) -> dict[str, Any]:
        del position
        return progression.final(scores)

    def penalties(self) -> Sequence[Mapping[str, Any]]:
        return [
            {
                "id": row.id,
                "effect": row.effect,
                "settle": row.settle,
                "pays_bank": row.pays_bank,
                "pays_each_other": self._each(row.id, SEATS[1]),
                "dealer_pays_each_other": self._each(row.id, SEATS[0]),
            }
            for row in self.rules.penalties(self.options)
        ]

    def _each(self, penalty: str, offender: Seat) -> dict[str, int]:
        """What this offender pays to each other wind where East sits on seat 0."""
        net = self.settle_penalty(Position(SEATS[0], SEATS[0]), penalty, offender).net
        return {wind: net[seat] for wind, seat in zip(WINDS, SEATS, strict=True) if seat != offender and net[seat]}


def _wants_explaining(record: Mapping[str, Any]) -> bool:
    wanted = record.get("explain")
    if wanted is not None and wanted is not True and wanted is not False:
        raise RecordError("explain", "is true or false")
    return wanted is True


def seen_fields(locks: Locks) -> tuple[str, ...]:
    """What a player did before that may keep him from winning on a discard, as ``questions.locks.Seen`` names it."""
    if locks.furiten:
        return ("discards", "passed_win", "passed_after_riichi")
    own = ("since_draw",) if locks.sacred_discard else ()
    return (*own, "passed_win") if locks.passed_win else own


def _north(hand: Hand) -> str:
    """The field that names North as a player; empty for none."""
    if hand.seat_wind == NORTH or hand.discarder == NORTH:
        return "seat_wind" if hand.seat_wind == NORTH else "discarder"
    melds = hand.record.get("melds") or ()
    return next((f"melds[{at}].from" for at, meld in enumerate(melds) if meld.get("from") == "N"), "")
