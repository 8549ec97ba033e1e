"""Opening hands: patterns among the dealt tiles that are paid before the first discard, and the record of one."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping
from typing import Any, Final

from controller.rules.engine import ConfiguredGame
from controller.rules.errors import RecordError
from controller.rules.explain import explain_payments
from controller.rules.game import Line
from controller.rules.hand.fields import NAMED, refuse_unknown, tile_text
from controller.rules.hand.record import NO_WIN, TOO_MANY, WRONG_COUNT
from controller.rules.hand.tiles import IDS, RED_AT, names_in
from controller.rules.instants import event_result
from controller.rules.seats import EAST, SEATS, WIND_INDEX, WINDS, WindIndex
from controller.rules.settlement import instant_shares
from controller.rules.sheet.ruleset import InstantRule, Options

EVENT: Final = "opening"
FIELDS: Final = NAMED | {"event", "hand", "seat_wind", "birds"}
SUITS: Final = (0, 9, 18)
RANKS: Final = range(9)
EYES: Final = (1, 4, 7)
Dealt = Mapping[int, int]
"""Tiles as they were dealt: how many of each kind."""


def four_equal(dealt: Dealt) -> bool:
    return 4 in dealt.values()


def no_eyes(dealt: Dealt) -> bool:
    """No tile of rank 2, 5 or 8."""
    return not any(tile % 9 in EYES for tile in dealt)


def suit_missing(dealt: Dealt) -> bool:
    return len({tile // 9 for tile in dealt}) < len(SUITS)


def two_threes(dealt: Dealt) -> bool:
    return sum(number >= 3 for number in dealt.values()) >= 2


def pairs_across(dealt: Dealt) -> bool:
    """Two or more of one rank in each suit."""
    return any(all(dealt.get(suit + rank, 0) >= 2 for suit in SUITS) for rank in RANKS)


PATTERNS: Final[Mapping[str, Callable[[Dealt], bool]]] = {
    "four-of-a-kind": four_equal,
    "no-258": no_eyes,
    "missing-suit": suit_missing,
    "two-triplets": two_threes,
    "three-equal-pairs": pairs_across,
}


def instants(options: Options) -> tuple[InstantRule, ...]:
    """Each pattern pays like a small win from the wall, the dealer's extra included, and no more than any payment."""
    most = options["max-payment"]
    plain, dealt = options["small-points"], options["small-points"] + options["dealer-extra"]
    each, of_dealer = (min(plain, most), min(dealt, most)) if most else (plain, dealt)
    return tuple(InstantRule(id, each, dealer=of_dealer - each, most=1) for id in options["openings"])


def score_opening(game: ConfiguredGame, record: Mapping[str, Any]) -> dict[str, Any]:
    """The result of a record of an opening hand. Raises RecordError."""
    refuse_unknown(record, FIELDS)
    if record.get("event") != EVENT:
        raise RecordError("event", f"{record.get('event')!r} is not {EVENT}")
    seat, tiles = _seat(record.get("seat_wind")), _tiles(game, record.get("hand"))
    if record.get("birds"):
        raise RecordError("birds", "no birds are turned for an opening hand", "leave it empty")
    dealt = Counter(tiles)
    reason = _fault(game, seat, dealt)
    paid = [] if reason else [rule for rule in game.bound.instants if PATTERNS[rule.id](dealt)]
    result: dict[str, Any] = {"legal": False, "reason": reason or NO_WIN}
    lines = [line for rule in paid for line in _lines(rule, seat)]
    if paid:
        result = _result(game, paid, lines)
    if record.get("explain"):
        result["explain"] = explain_payments(game.ruleset, game.unit, lines)
    return result


def _result(game: ConfiguredGame, paid: list[InstantRule], lines: list[Line]) -> dict[str, Any]:
    worth = game.options["small-points"]
    net = [0, 0, 0, 0]
    for line in lines:
        net[line.payer] -= line.amount
        net[line.payee] += line.amount
    result = event_result(game, {rule.id: worth for rule in paid}, worth * len(paid), net)
    return {**result, "limit": _is_cut(game, lines)}


def _is_cut(game: ConfiguredGame, lines: list[Line]) -> bool:
    """Whether a payment would be higher without the maximum."""
    options = game.options
    plain, extra = options["small-points"], options["dealer-extra"]
    return any(
        line.amount < plain + (extra if SEATS[EAST] in (line.payer, line.payee) else 0) for line in lines
    )  # fmt: skip


def _fault(game: ConfiguredGame, seat: WindIndex, dealt: Counter[int]) -> str:
    if dealt.total() != game.tiles.hand + (seat == EAST):
        return WRONG_COUNT
    return TOO_MANY if any(number > game.tiles.has(tile) for tile, number in dealt.items()) else ""


def _lines(rule: InstantRule, seat: WindIndex) -> list[Line]:
    """The payments for one pattern, East on seat 0."""
    return [
        Line(SEATS[share.payer], SEATS[seat], share.amount, share.key) for share in instant_shares(rule, seat, None)
    ]


def _seat(value: Any) -> WindIndex:
    if not isinstance(value, str) or value not in WIND_INDEX:
        raise RecordError("seat_wind", f"{value!r} is not one of {', '.join(WINDS)}")
    return WIND_INDEX[value]


def _tiles(game: ConfiguredGame, value: Any) -> list[int]:
    names = names_in(tile_text(value, "hand"))
    strange = next((name for name in names if name in RED_AT or IDS[name] not in game.tiles.kinds), None)
    if strange is not None:
        raise RecordError("hand", f"there is no {strange} in this set", tile=strange)
    return [IDS[name] for name in names]
