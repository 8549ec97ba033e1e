"""What is paid at once while a hand is played, as scoring records say it: one such payment instead of a win
(``event``), and a list of them beside a win (``instant``)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Final

from controller.rules.engine import ConfiguredGame
from controller.rules.errors import RecordError
from controller.rules.explain import explain_payments
from controller.rules.game import Line
from controller.rules.hand.fields import NAMED, refuse_unknown
from controller.rules.paid import Net
from controller.rules.seats import EAST, SEATS, WIND_INDEX, WINDS, WindIndex
from controller.rules.settlement import instant_shares
from controller.rules.sheet.ruleset import InstantRule

FIELDS: Final = NAMED | {"event", "seat_wind", "discarder", "flags"}
IN_LIST: Final = frozenset({"event", "seat", "from", "tile"})
"""Fields of a member of ``instant``, beside the flags of the game."""


def score_event(known: Sequence[str]) -> Any:
    """The result of a record that is one payment; of ``known`` ids those that are not played pay nothing."""

    def scores(game: ConfiguredGame, record: Mapping[str, Any]) -> dict[str, Any]:
        refuse_unknown(record, FIELDS)
        id = record["event"]
        if not isinstance(id, str) or id not in known:
            raise RecordError("event", f"{id!r} is not one of {', '.join(known)}")
        seat = _wind(record.get("seat_wind"), "seat_wind")
        feeder = None if record.get("discarder") is None else _wind(record["discarder"], "discarder")
        flags = _flags(record.get("flags"))
        rule = next((rule for rule in game.bound.instants if rule.id == id), None)
        if rule is None:
            nothing = event_result(game, {}, 0, (0, 0, 0, 0))
            explained = {"explain": explain_payments(game.ruleset, game.unit, ())} if record.get("explain") else {}
            return {**nothing, **explained}
        _check(rule, seat, feeder, "seat_wind", "discarder")
        points = rule.points * (2 if rule.twice in flags else 1)
        result = event_result(game, {id: points}, points, _net(rule, seat, feeder, flags))
        if record.get("explain"):
            result["explain"] = explain_payments(game.ruleset, game.unit, _lines(rule, seat, feeder, flags))
        return result

    return scores


def event_result(game: ConfiguredGame, items: Mapping[str, int], total: int, net: Sequence[int]) -> dict[str, Any]:
    """What a record of a payment comes to; ``items`` are empty when nothing is paid."""
    return {
        "legal": True,
        "items": dict(items),
        "total": total,
        "unit": game.unit,
        "limit": False,
        "base": total,
        "payments": dict(zip(WINDS, net, strict=True)),
    }


def net_beside_win(played: Sequence[InstantRule], value: Any, known: Sequence[str], flags: Sequence[str] = ()) -> Net:
    """What the members of ``instant`` move, by wind; ``flags``: members of that name are true or false. Ids of
    ``known`` that are not ``played`` pay nothing. Raises RecordError."""
    if not isinstance(value, list | tuple):
        raise RecordError("instant", "is a list of payments")
    net = [0, 0, 0, 0]
    for at, one in enumerate(value):
        moved = _of_member(played, one, f"instant[{at}]", known, flags)
        net = [have + more for have, more in zip(net, moved, strict=True)]
    return net[0], net[1], net[2], net[3]


def _of_member(played: Sequence[InstantRule], one: Any, field: str, known: Sequence[str], names: Sequence[str]) -> Net:
    if not isinstance(one, Mapping):
        raise RecordError(field, "is an object")
    refuse_unknown(one, IN_LIST | frozenset(names), f"{field}.")
    id = one.get("event")
    if not isinstance(id, str) or id not in known:
        raise RecordError(f"{field}.event", f"{id!r} is not one of {', '.join(known)}")
    seat = _wind(one.get("seat"), f"{field}.seat")
    feeder = None if one.get("from") is None else _wind(one["from"], f"{field}.from")
    flags = tuple(name for name in names if one.get(name) is True)
    rule = next((rule for rule in played if rule.id == id), None)
    if rule is None:
        return 0, 0, 0, 0
    _check(rule, seat, feeder, f"{field}.seat", f"{field}.from")
    return _net(rule, seat, feeder, flags)


def _check(rule: InstantRule, seat: WindIndex, feeder: WindIndex | None, of_seat: str, of_feeder: str) -> None:
    if rule.of_dealer and seat != EAST:
        raise RecordError(of_seat, f"{rule.id} is the dealer's", "write E")
    if rule.feeder is not None and feeder is None:
        raise RecordError(of_feeder, f"{rule.id} needs the seat wind that fed it")
    if feeder == seat:
        raise RecordError(of_feeder, "is the player who has it")


def _lines(rule: InstantRule, seat: WindIndex, feeder: WindIndex | None, flags: Sequence[str]) -> list[Line]:
    """The payments, East on seat 0."""
    moves = [(SEATS[share.payer], SEATS[seat], share) for share in instant_shares(rule, seat, feeder, flags)]
    turned = [(payee, payer, share) if rule.pays else (payer, payee, share) for payer, payee, share in moves]
    return [Line(payer, payee, share.amount, share.key) for payer, payee, share in turned if share.amount]


def _net(rule: InstantRule, seat: WindIndex, feeder: WindIndex | None, flags: Sequence[str]) -> Net:
    net, sign = [0, 0, 0, 0], -1 if rule.pays else 1
    for share in instant_shares(rule, seat, feeder, flags):
        net[share.payer] -= sign * share.amount
        net[seat] += sign * share.amount
    return net[0], net[1], net[2], net[3]


def _wind(value: Any, field: str) -> WindIndex:
    if not isinstance(value, str) or value not in WIND_INDEX:
        raise RecordError(field, f"{value!r} is not one of {', '.join(WINDS)}")
    return WIND_INDEX[value]


def _flags(value: Any) -> tuple[str, ...]:
    if value is None:
        return ()
    if not isinstance(value, list | tuple) or not all(isinstance(name, str) for name in value):
        raise RecordError("flags", "is a list of names")
    return tuple(value)
