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
from controller.rules.game import DicePlan, Outcome, Position, QuickWin, Settlement, WallPlan
from controller.rules.hand import wild
from controller.rules.hand.fields import RECORD
from controller.rules.hand.parse import read, stranger
from controller.rules.hand.reading import Reading
from controller.rules.hand.record import BELOW_MINIMUM, NO_WIN, Hand
from controller.rules.hand.tile_set import TileSet
from controller.rules.seats import NORTH, SEATS, WINDS, Seat, Wind
from controller.rules.sheet.options import settle
from controller.rules.sheet.ruleset import ALWAYS, Locks, Played, Progression, Ruleset, Verdict, Won

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
        explained = _wants_explaining(record)
        hand = self.hand_of(record)
        verdicts, reason = self.verdicts(hand)
        if reason:
            result: dict[str, Any] = {"legal": False, "reason": reason}
        else:
            result = self._result(hand, self._best(verdicts))
        if explained:
            result["explain"] = explain.explain(self, hand, verdicts, reason)
        return result

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

    def _result(self, hand: Hand, best: Verdict) -> dict[str, Any]:
        if self.bound.result:
            return self.bound.result(best)
        net = [0, 0, 0, 0]
        for payer, amount, _ in self.bound.pay(self.won(hand, best)):
            net[payer] -= amount
            net[hand.seat_wind] += amount
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

    @staticmethod
    def won(hand: Hand, best: Verdict) -> Won:
        return Won(hand.seat_wind, hand.discarder, hand.source, best.base, best.limit_hand, hand, best.items)

    # settlement

    def table_facts(
        self, position: Position, riichi: Sequence[Seat] = (), winners: Sequence[Seat] = (), winner: Seat | None = None
    ) -> Mapping[str, Any]:
        del position, riichi, winners, winner
        return {}

    def settle_quick(self, position: Position, wins: Sequence[QuickWin], riichi: Sequence[Seat] = ()) -> Settlement:
        del riichi
        lines = []
        for win in wins:
            seat = settlement.wind_of(self.plan, position, win.winner)
            discarder = None if win.discarder is None else settlement.wind_of(self.plan, position, win.discarder)
            base = self.bound.base_of(win)
            liable = None if win.liable is None else settlement.wind_of(self.plan, position, win.liable)
            shares = self.bound.pay(Won(seat, discarder, win.source, base, win.limit, liable=liable))
            lines += settlement.lines_of(self.plan, position, win.winner, shares)
        lines += self._carry(position, [win.winner for win in wins], wins[0].discarder if wins else None)
        return settlement.as_settlement(lines)

    def settle_scored(
        self, position: Position, wins: Sequence[Mapping[str, Any]], riichi: Sequence[Seat] = ()
    ) -> Settlement:
        del riichi
        lines = []
        for win in wins:
            seat = settlement.wind_of(self.plan, position, win["winner"])
            lines += settlement.lines_of(self.plan, position, win["winner"], settlement.shares_of(win, seat))
        lines += self._carry(position, [win["winner"] for win in wins], wins[0].get("discarder") if wins else None)
        return settlement.as_settlement(lines)

    def _carry(self, position: Position, winners: Sequence[Seat], discarder: Seat | None) -> list[Any]:
        return settlement.carry_lines(self.plan, position, winners, discarder)

    def settle_without_win(self, position: Position, outcome: Outcome) -> Settlement:
        del position
        return settlement.without_win(outcome)

    def settle_penalty(self, position: Position, penalty: str, offender: Seat) -> Settlement:
        """What an offence costs between the players. Raises OptionError for a penalty the ruleset does not know."""
        rows = {row.id: row for row in self.rules.penalties(self.options)}
        if penalty not in rows:
            raise OptionError("penalty", f"{penalty!r} is no penalty of {self.ruleset}", allowed=rows)
        return settlement.penalty_settlement(self.plan, rows[penalty], position, offender)

    # progression

    def advance(self, position: Position, outcome: Outcome, scores: Sequence[int]) -> Position | None:
        del scores
        return progression.advance(self.plan, position, outcome)

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
