"""A record of a whole hand: kongs and wins in order, and the hands of those who had not won when the wall was used up.

It is settled exactly as a match settles it, with East on seat 0: here a seat and a wind are the same number.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Final

from controller.rules.engine import ConfiguredGame
from controller.rules.errors import RecordError
from controller.rules.explain import explain_payments
from controller.rules.game import End, Instant, Line, MatchPosition, PaidInstant, Settlement
from controller.rules.hand.fields import NAMED, refuse_unknown
from controller.rules.hand.record import DISCARD, WRONG_COUNT
from controller.rules.hand.tiles import NAMES, count
from controller.rules.paid import Paid
from controller.rules.rulesets.sichuan.course import next_dealer
from controller.rules.rulesets.sichuan.settling import KONG_ON_DISCARD, KONGS, PIG, READY, REFUND
from controller.rules.seats import SEATS, WIND_INDEX, WINDS, Seat, Wind
from controller.rules.settlement import in_turn

POSITION: Final = MatchPosition(SEATS[0], SEATS[0])
FIELDS: Final = NAMED | {"events", "losers"}
KONG_FIELDS: Final = frozenset({"event", "seat", "from", "tile"})
WIN_FIELDS: Final = frozenset({"event", "wins"})
LOSER_FIELDS: Final = frozenset({"hand", "melds", "void", "rule_broken"})
ALREADY_OUT, HAND_IS_OVER = "already-out", "hand-is-over"
THREE_SUITS: Final = 3


class _Illegal(Exception):
    """A sequence that cannot be; its reason."""


@dataclass(slots=True)
class _Played:
    """What a hand has come to so far. ``since``: what was paid at once after the last end."""

    game: ConfiguredGame
    ends: list[End] = field(default_factory=list)
    since: list[PaidInstant] = field(default_factory=list)
    kongs: list[Settlement] = field(default_factory=list)
    settled: list[Settlement] = field(default_factory=list)
    wins: list[dict[str, Any]] = field(default_factory=list)

    @property
    def out(self) -> list[Seat]:
        return [winner for end in self.ends for winner in end.winners]

    @property
    def over(self) -> bool:
        return bool(self.ends) and not self.game.goes_on(self.ends)

    def end(self, end: End, paid: Sequence[Paid] = ()) -> None:
        self.ends.append(end)
        self.since = []
        self.settled.append(self.game.settle(POSITION, self.ends, paid))


def score_whole_hand(game: ConfiguredGame, record: Mapping[str, Any]) -> dict[str, Any]:
    """The result of a record with ``events``. Raises RecordError."""
    refuse_unknown(record, FIELDS)
    events = record.get("events")
    if not isinstance(events, list | tuple):
        raise RecordError("events", "is a list of what happened in a hand")
    played = _Played(game)
    try:
        for at, event in enumerate(events):
            _happens(played, event, f"events[{at}]")
    except _Illegal as illegal:
        explained = {"explain": {"reason": str(illegal), "readings": []}} if record.get("explain") else {}
        return {"legal": False, "reason": str(illegal), **explained}
    status = {wind: "won" if seat in played.out else "playing" for wind, seat in zip(WINDS, SEATS, strict=True)}
    fines = dict.fromkeys(WINDS, 0)
    if not played.over:
        _wall_used_up(played, record.get("losers"), status, fines)
    elif record.get("losers") is not None:
        raise RecordError("losers", "a hand that ended by winning has none", "leave it out")
    result = _result(played, status, fines)
    if record.get("explain"):
        result["explain"] = explain_payments(game.ruleset, game.unit, _lines(played))
    return result


def _result(played: _Played, status: Mapping[Wind, str], fines: Mapping[Wind, int]) -> dict[str, Any]:
    game = played.game
    lines = [(end, line) for end, settled in zip(played.ends, played.settled, strict=True) for line in settled.lines]
    refunds = [line for _, line in lines if line.key == REFUND]
    won = [line for end, line in lines if line.key != REFUND and end.kind == "win"]
    after = [line for end, line in lines if line.key != REFUND and end.kind != "win"]
    paid = [line for settlement in played.kongs for line in settlement.lines]
    dealer = next_dealer(game.options, game.plan, POSITION.dealer, played.ends)
    return {
        "legal": True,
        "wins": played.wins,
        "win_payments": _net(won),
        "kong_payments": _net([*paid, *refunds]),
        "end_payments": _net(after),
        "fines": dict(fines),
        "status": dict(status),
        "payments": _net(_lines(played)),
        "next_dealer": WINDS[dealer],
    }


def _lines(played: _Played) -> list[Line]:
    """Everything that moved, the kongs first."""
    return [line for settlement in (*played.kongs, *played.settled) for line in settlement.lines]


def _net(lines: Sequence[Line]) -> dict[str, int]:
    net = dict.fromkeys(WINDS, 0)
    for line in lines:
        net[WINDS[line.payer]] -= line.amount
        net[WINDS[line.payee]] += line.amount
    return {str(wind): amount for wind, amount in net.items()}


def _happens(played: _Played, event: Any, path: str) -> None:
    if not isinstance(event, Mapping):
        raise RecordError(path, "is an object")
    if played.over:
        raise _Illegal(HAND_IS_OVER)
    id = event.get("event")
    if id == "win":
        _win(played, event, path)
    elif id in KONGS:
        _kong(played, event, path)
    else:
        raise RecordError(f"{path}.event", f"{id!r} is not one of win, {', '.join(KONGS)}")


def _kong(played: _Played, event: Mapping[str, Any], path: str) -> None:
    refuse_unknown(event, KONG_FIELDS, f"{path}.")
    seat = _seat(event.get("seat"), f"{path}.seat")
    feeder = _seat(event.get("from"), f"{path}.from") if event["event"] == "claimed-kong" else None
    if feeder == seat:
        raise RecordError(f"{path}.from", "is the player who has it")
    if seat in played.out or feeder in played.out:
        raise _Illegal(ALREADY_OUT)
    one = Instant(str(event["event"]), seat, feeder, str(event.get("tile") or ""))
    settlement = played.game.settle_instant(POSITION, played.ends, one)
    played.kongs.append(settlement)
    played.since.append(PaidInstant(one, settlement))


def _win(played: _Played, event: Mapping[str, Any], path: str) -> None:
    refuse_unknown(event, WIN_FIELDS, f"{path}.")
    wins = event.get("wins")
    if not isinstance(wins, list | tuple) or not wins or not all(isinstance(one, Mapping) for one in wins):
        raise RecordError(f"{path}.wins", "is a list of wins on the same tile")
    seats = [_seat(one.get("seat_wind"), f"{path}.wins[{at}].seat_wind") for at, one in enumerate(wins)]
    feeders = [
        None if one.get("discarder") is None else _seat(one["discarder"], f"{path}.wins[{at}].discarder")
        for at, one in enumerate(wins)
    ]
    if len(set(seats)) < len(seats) or len(set(feeders)) > 1 or (feeders[0] is None and len(seats) > 1):
        raise RecordError(f"{path}.wins", "are of different players, on the same tile of one player")
    if set(played.out) & {*seats, *feeders}:
        raise _Illegal(ALREADY_OUT)
    paid = [_scored(played, one, seat) for one, seat in zip(wins, seats, strict=True)]
    fed = tuple(seat for one, seat in zip(wins, seats, strict=True) if KONG_ON_DISCARD in (one.get("flags") or ()))
    winners = tuple(SEATS[win.winner] for win in in_turn(paid))
    played.end(End("win", winners, feeders[0], declared={KONG_ON_DISCARD: fed}, instants=tuple(played.since)), paid)


def _scored(played: _Played, one: Mapping[str, Any], seat: Seat) -> Paid:
    game = played.game
    whole = {**one, "round_wind": "E", "out": [WINDS[other] for other in played.out]}
    result, win = game.scored(whole)
    if win is None:
        raise _Illegal(result["reason"])
    counted = {name: result[name] for name in ("items", "total", "base")}
    played.wins.append({"seat": WINDS[seat], **counted})
    return win.paid


# when the wall is used up


def _wall_used_up(played: _Played, losers: Any, status: dict[Wind, str], fines: dict[Wind, int]) -> None:
    """Judges the hands of everybody who has not won, and settles what they pay."""
    if not isinstance(losers, Mapping):
        raise RecordError("losers", "are the hands of those who have not won, by seat")
    playing = [wind for wind, seat in zip(WINDS, SEATS, strict=True) if seat not in played.out]
    for name in losers:
        if name not in playing:
            raise RecordError(f"losers.{name}", "is no player who has not won")
    options = played.game.options
    declared: dict[str, list[Seat]] = {}
    for wind in playing:
        if wind not in losers:
            raise RecordError(f"losers.{wind}", "is missing")
        seat = SEATS[WIND_INDEX[wind]]
        status[wind], fan = _judged(played.game, losers[wind], wind)
        if status[wind] == "ready":
            declared.setdefault(f"{READY}{fan}", []).append(seat)
        elif status[wind] == "pig" and options["pig"] == "cap":
            declared.setdefault(PIG, []).append(seat)
        elif status[wind] == "pig":
            fines[wind] = options["fine-points"]
    named = {name: tuple(seats) for name, seats in declared.items()}
    played.end(End("draw", declared=named, instants=tuple(played.since)))


def _judged(game: ConfiguredGame, loser: Any, wind: Wind) -> tuple[str, int | None]:
    """Ready, not ready or a pig; and the most fan that a ready hand could still win."""
    path = f"losers.{wind}"
    if not isinstance(loser, Mapping):
        raise RecordError(path, "is an object")
    refuse_unknown(loser, LOSER_FIELDS, f"{path}.")
    broken = loser.get("rule_broken")
    if broken is not None and not isinstance(broken, bool):
        raise RecordError(f"{path}.rule_broken", "is true or false")
    hands = [_with_tile(loser, wind, NAMES[tile]) for tile in game.tiles.drawn]
    any_one, *_ = hands
    if game.hand_of(any_one).fault == WRONG_COUNT:
        return "not-ready", None
    tiles = game.hand_of({**any_one, "winning_tile": NAMES[_held_tile(game, any_one)]})
    if broken or (
        game.options["pig"] == "cap" and (tiles.suits & tiles.own.void or tiles.suits.bit_count() >= THREE_SUITS)
    ):
        return "pig", None
    totals = [result["total"] for result in map(game.score, hands) if result["legal"]]
    return ("ready", max(totals)) if totals else ("not-ready", None)


def _held_tile(game: ConfiguredGame, record: Mapping[str, Any]) -> int:
    """A tile that is in the hand, so that it adds no suit."""
    hand = game.hand_of(record)
    return next(tile for tile in game.tiles.drawn if count(hand.held, tile))


def _with_tile(loser: Mapping[str, Any], wind: Wind, tile: str) -> dict[str, Any]:
    other = next(each for each in WINDS if each != wind)
    return {
        "hand": loser.get("hand"),
        "melds": loser.get("melds") or [],
        "winning_tile": tile,
        "win": DISCARD,
        "discarder": other,
        "seat_wind": wind,
        "round_wind": "E",
        "flags": [],
        "void": loser.get("void"),
    }


def _seat(value: Any, field: str) -> Seat:
    if not isinstance(value, str) or value not in WIND_INDEX:
        raise RecordError(field, f"{value!r} is not one of {', '.join(WINDS)}")
    return SEATS[WIND_INDEX[value]]
