"""A ruleset with its options fixed: reads a hand in every way, scores each, takes the best, pays it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from types import MappingProxyType
from typing import Any

from controller.rules import explain, progression, settlement
from controller.rules.bonus_win import bonus_wins
from controller.rules.entry import Asks, plain_asks
from controller.rules.errors import OptionError, RecordError
from controller.rules.game import DicePlan, End, Ends, Instant, MatchPosition, QuickWin, Settlement, WallPlan
from controller.rules.hand import wild
from controller.rules.hand.facts import check_facts
from controller.rules.hand.fields import LIABLE_FIELD, RECORD, Fields
from controller.rules.hand.parse import liable_of, read, stranger
from controller.rules.hand.reading import Reading
from controller.rules.hand.record import BELOW_MINIMUM, NO_WIN, ROBBED_KONG, Hand
from controller.rules.hand.tile_set import TileSet
from controller.rules.hand.tiles import RED_SHIFT, words_of
from controller.rules.paid import Paid, PaidWin, Scored, WinWorth
from controller.rules.progression import Course
from controller.rules.seats import SEATS, WIND_INDEX_OR_NONE, WIND_INDEXES, WINDS, Seat, Wind, WindIndex
from controller.rules.settlement import Settling
from controller.rules.sheet.options import CHANGES, settle
from controller.rules.sheet.ruleset import (
    ALWAYS,
    LeadsMatch,
    Locks,
    PlayedItems,
    Progression,
    ReadingWorth,
    Ruleset,
    Settles,
)
from controller.rules.winners import MULTIPLE_WINNERS, Call, Choice, choose, one_wins


class ConfiguredGame:
    """See ``controller.rules.game.Game``. Immutable; ``score`` is a pure function of the record."""

    def __init__(self, rules: Ruleset, options: Mapping[str, Any] | None = None, profile: str | None = None) -> None:
        if profile is not None and profile not in rules.profiles:
            raise OptionError(
                "profile", f"{profile!r} is not a profile of {rules.id}", value=profile, allowed=rules.profiles
            )
        bundle = rules.profiles[profile] if profile is not None else {}
        chosen, changes = _apart({} if options is None else options)
        settled = settle(rules.options, rules.contradictions, bundle, chosen)
        if changes:
            from controller.rules.sheet.changes import changed

            rules = changed(rules, changes, settled)
        self.rules = rules
        self.profile = profile
        self.options: Mapping[str, Any] = MappingProxyType({**settled, CHANGES: changes} if changes else settled)
        self.ruleset = rules.id
        self.unit = rules.unit_of(self.options) if rules.unit_of else rules.unit
        self.tiles: TileSet = rules.tiles(self.options)
        self.wall: WallPlan = rules.wall(self.options, self.tiles)
        self.dice: DicePlan = rules.dice(self.options)
        self.plan: Progression = rules.progression(self.options)
        self.start_points = rules.start_points(self.options)
        self.pieces = rules.pieces
        self.seating = rules.seating(self.options)
        self.played = PlayedItems(rules.items, rules.exclusions, self.options, rules.off(self.options))
        self.bound = rules.bind(self.options, self.played)
        self.settling: Settles = (rules.settling or Settling)(self.options, self.bound, self.plan)
        self.course: LeadsMatch = (rules.course or Course)(self.options, self.plan)
        self.locks: Locks = rules.locks(self.options)
        self._result: dict[str, Any] = {
            "legal": True, "items": None, "total": None, "unit": self.unit, "limit": None, "payments": None,
            **dict.fromkeys(self.bound.figured),
        }  # fmt: skip
        """The public result of a legal record, to be filled in."""
        self._asks: Asks | None = None
        self._nobodys = _of_nobody(progression.winds_in_play(self.plan))
        self._by_meanings = not wild.STAND_INS.keys().isdisjoint(self.bound.forms)
        """Whether a form asks for every meaning of wild tiles; the others read them themselves."""
        self._fields = Fields(RECORD | self.tiles.fields | rules.fields)
        self._strange, self._strange_beside = words_of(self.tiles.strange), self.tiles.strange >> RED_SHIFT

    @property
    def asks(self) -> Asks:
        """What a result has to say; found once, when it is first needed."""
        if self._asks is None:
            self._asks = self._asked()
        return self._asks

    def _asked(self) -> Asks:
        least = self.bound.minimum if self.bound.minimum < ALWAYS else 0
        asks = self.rules.asks(self.options, plain_asks(self.options, self.tiles, least, self.unit))
        return replace(
            asks,
            seen=seen_fields(self.locks),
            hands=self.plan.hands,
            instants=tuple(rule.asked() for rule in self.bound.instants),
            one_winner=one_wins({MULTIPLE_WINNERS: self.rules.several, **self.options}),
            bonus_wins=bonus_wins(self.tiles, asks.sources, self.score),
        )

    def check_new(self) -> None:
        for option in self.rules.options:
            option.check_sum(self.options[option.name])

    @property
    def digest(self) -> str:
        """SHA-256, in hex, of the ruleset's id and all options with the house's changes, as canonical JSON: two games
        with one digest are played by the same rules."""
        import hashlib
        import json

        rules = {"ruleset": self.ruleset, "options": dict(self.options)}
        text = json.dumps(rules, sort_keys=True, separators=(",", ":"), ensure_ascii=False)
        return hashlib.sha256(text.encode()).hexdigest()

    # scoring

    def hand_of(self, record: Mapping[str, Any]) -> Hand:
        """The record as a hand of this game: without the bonus tiles that it passes over. Raises RecordError."""
        hand = read(record, self.tiles, self._fields)
        m, p, s, z = hand.every
        strange_m, strange_p, strange_s, strange_z = self._strange
        if m & strange_m or p & strange_p or s & strange_s or z & strange_z or hand.beside & self._strange_beside:
            raise stranger(record, self.tiles)
        if self._nobodys:
            _check_winds(hand, self._nobodys)
        if self.bound.check:
            self.bound.check(hand)
        if hand.flags or hand.source == ROBBED_KONG:
            check_facts(hand, self.tiles, self.bound.aside)
        return hand

    def score(self, record: Mapping[str, Any]) -> dict[str, Any]:
        return self._score(record)[0]

    def scored(self, record: Mapping[str, Any]) -> Scored:
        result, best, paid = self._score(record)
        return Scored(result, None if best is None or paid is None else PaidWin(self.worth(best), paid))

    def _score(self, record: Mapping[str, Any]) -> tuple[dict[str, Any], ReadingWorth | None, Paid | None]:
        if self.rules.scores_instants and ("event" in record or "events" in record):
            return self.rules.scores_instants(self, record), None, None
        explained = "explain" in record and _wants_explaining(record)
        hand = self.hand_of(record)
        verdicts, reason = self.verdicts(hand)
        best, paid = None, None
        if reason:
            result: dict[str, Any] = {"legal": False, "reason": reason}
        else:
            best = self._best(verdicts)
            paid = self.settling.paid(hand, best)
            result = self.result(hand, best, paid)
        if explained:
            result["explain"] = explain.explain(self, hand, verdicts, reason, paid)
        return result, best, paid

    def verdicts(self, hand: Hand) -> tuple[Sequence[ReadingWorth], str]:
        """Every reading with its worth, and the reason why the hand is not legal (empty when it is)."""
        bound = self.bound
        reason = hand.fault or (bound.refuses(hand) if bound.refuses else "")
        if reason:
            return (), reason
        readings: list[Reading] = []
        if hand.wild and self._by_meanings:
            readings = wild.readings(hand, self.tiles, bound.forms, bound.every_way)
        else:
            for form in bound.forms:
                found = form(hand, bound.every_way)
                readings = readings + found if readings else found
        if not readings:
            return (), NO_WIN
        judged = bound.judge(hand, readings)
        verdicts: list[ReadingWorth] = judged if isinstance(judged, list) else list(judged)
        if not verdicts:
            return (), NO_WIN
        reached = verdicts[0].counted if len(verdicts) == 1 else max([verdict.counted for verdict in verdicts])
        return verdicts, "" if reached >= bound.minimum else BELOW_MINIMUM

    def legal(self, verdict: ReadingWorth) -> bool:
        return verdict.counted >= self.bound.minimum

    def _best(self, verdicts: Sequence[ReadingWorth]) -> ReadingWorth:
        if len(verdicts) == 1:
            return verdicts[0]
        best: ReadingWorth | None = None
        for verdict in verdicts:
            if verdict.counted >= self.bound.minimum and (best is None or verdict.rank > best.rank):
                best = verdict
        assert best is not None  # asked for a hand that reaches the minimum
        return best

    def worth(self, best: ReadingWorth) -> WinWorth:
        more = best.more or {}
        base = best.total if self.bound.pays_total else best.base
        limit = best.limit and bool(self.asks.limit)
        return WinWorth(base, best.total, limit, best.items, more.get("fu"), more.get("level", ""))

    def result(self, hand: Hand, best: ReadingWorth, paid: Paid) -> dict[str, Any]:
        """The public result of a legal record."""
        kept = best.result
        result = kept.copy() if kept else self._with_worth(best)
        result["items"], result["payments"] = best.items, paid.by_wind()
        self.bound.figures(result, hand, best)
        return result

    def _with_worth(self, best: ReadingWorth) -> dict[str, Any]:
        """The result with what other hands that are worth the same have too, kept where the judge has a place."""
        result = self._result.copy()
        result["total"], result["limit"] = best.total, best.limit
        if best.result is not None:
            result.update(best.more or {})
            best.result.update(result)
        return result

    # settlement

    def record_facts(self, position: MatchPosition, end: End, winner: Seat) -> Mapping[str, Any]:
        return self.settling.record_facts(position, end, winner)

    def paid_quick(self, position: MatchPosition, win: QuickWin) -> PaidWin:
        asks = self.asks
        if win.fu is None and len(asks.fu) == 1 and asks.needs_fu(win.total, win.limit):
            win = replace(win, fu=asks.fu[0])
        level = asks.limit if win.limit and asks.levels else asks.level(win.total, win.fu)
        won = self.settling.won_quick(position, win)
        paid = self.settling.paid_quick(won)
        assert won.total is not None  # a win without tiles says what it counts
        return PaidWin(WinWorth(won.base, won.total, won.limit_hand, {}, win.fu, level), paid)

    def choose(self, discarder: Seat | None, calls: Sequence[Call]) -> Choice:
        return choose({MULTIPLE_WINNERS: self.rules.several, **self.options}, discarder, calls)

    def settle(self, position: MatchPosition, ends: Ends, wins: Sequence[Paid] = ()) -> Settlement:
        return self.settling.settle(position, ends, wins)

    def settle_instant(self, position: MatchPosition, ends: Ends, instant: Instant) -> Settlement:
        return self.settling.settle_instant(position, ends, instant)

    def settle_penalty(self, position: MatchPosition, penalty: str, offender: Seat) -> Settlement:
        """What an offence costs between the players. Raises OptionError for a penalty the ruleset does not know."""
        rows = {row.id: row for row in self.rules.penalties(self.options)}
        if penalty not in rows:
            raise OptionError("penalty", f"{penalty!r} is not a penalty of {self.ruleset}", allowed=rows)
        return settlement.penalty_settlement(self.plan, rows[penalty], position, offender)

    # progression

    def goes_on(self, ends: Ends) -> bool:
        return self.course.goes_on(ends)

    def advance(self, position: MatchPosition, ends: Ends, scores: Sequence[int]) -> MatchPosition | None:
        return self.course.advance(position, ends, scores)

    def prevailing(self, position: MatchPosition) -> Wind:
        """The prevailing wind of a hand."""
        return progression.prevailing(self.plan, position)

    def seat_winds(self, position: MatchPosition) -> tuple[Wind | None, ...]:
        """The wind of each seat; None for an empty one."""
        return progression.seat_winds(self.plan, position)

    def broken_at(self, position: MatchPosition, side: Seat, counted: Seat) -> MatchPosition:
        """The position once the wall of a hand is broken, which may name East or the prevailing wind."""
        at_break = progression.east_by_break(self.plan, position, side)
        return progression.wind_by_break(self.plan, at_break, counted)

    def people(self, position: MatchPosition) -> tuple[int, ...]:
        return self.course.people(position)

    def final(self, scores: Sequence[int], position: MatchPosition) -> dict[str, Any]:
        return self.course.final(scores, position)

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
        net = self.settle_penalty(MatchPosition(SEATS[0], SEATS[0]), penalty, offender).net
        return {wind: net[seat] for wind, seat in zip(WINDS, SEATS, strict=True) if seat != offender and net[seat]}


def _apart(options: Mapping[str, Any]) -> tuple[Mapping[str, Any], Any]:
    """What is chosen among the options of the ruleset, and what the house changes in its items."""
    if not isinstance(options, Mapping) or CHANGES not in options:
        return options, None
    return {name: value for name, value in options.items() if name != CHANGES}, options[CHANGES]


def _wants_explaining(record: Mapping[str, Any]) -> bool:
    wanted = record.get("explain")
    if wanted is not None and wanted is not True and wanted is not False:
        raise RecordError("explain", "is true or false")
    return wanted is True


def seen_fields(locks: Locks) -> tuple[str, ...]:
    """What a player did before that may keep him from winning on a discard, as ``questions.locks.Seen`` names it."""
    if locks.furiten:
        return ("discards", "passed_win", "passed_after_riichi")
    if locks.by_kind:
        return ("discards", "passed_win")
    held = {
        "discards": locks.own_discards,
        "since_draw": locks.sacred_discard,
        "passed_win": bool(locks.passed_win),
        "passed_ready": locks.passed_ready,
    }
    return tuple(name for name, minds in held.items() if minds)


def _check_winds(hand: Hand, nobodys: dict[WindIndex | None, str]) -> None:
    """Raises RecordError for a player with a wind that nobody has; ``nobodys`` says how such a wind is refused."""
    if hand.seat_wind in nobodys:
        raise RecordError("seat_wind", nobodys[hand.seat_wind])
    if hand.by_other and hand.discarder in nobodys:
        raise RecordError("discarder", nobodys[hand.discarder])
    if hand.given(LIABLE_FIELD) is not None and (liable := liable_of(hand.record)) in nobodys:
        raise RecordError("liable", nobodys[liable])
    for at, meld in enumerate(hand.record["melds"]) if hand.melds else ():
        if "from" in meld and (feeder := WIND_INDEX_OR_NONE[meld["from"]]) in nobodys:
            raise RecordError(f"melds[{at}].from", nobodys[feeder])


def _of_nobody(winds: Sequence[WindIndex]) -> dict[WindIndex | None, str]:
    """The winds that nobody has where only these are in play, each with the words that refuse it."""
    names, play = ("East", "South", "West", "North"), {2: "two", 3: "three"}
    return {wind: f"nobody is {names[wind]} when {play[len(winds)]} play" for wind in WIND_INDEXES if wind not in winds}
