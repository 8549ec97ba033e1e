"""The values of a game as JSON and back. A field that a stored event does not have takes its default."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import asdict, fields
from typing import Any, TypeVar

from controller.match.state import Standing
from controller.rules.game import DicePlan, Line, Outcome, Position, QuickWin, Settlement, WallPlan

T = TypeVar("T", Position, WallPlan, DicePlan, QuickWin)


def flat_from(kind: type[T], data: Mapping[str, Any]) -> T:
    """A dataclass of plain values. Fields that this version does not know are left aside."""
    known = {part.name for part in fields(kind)}
    return kind(**{name: value for name, value in data.items() if name in known})


def outcome_json(outcome: Outcome) -> dict[str, Any]:
    return {name: list(value) if isinstance(value, tuple) else value for name, value in asdict(outcome).items()}


def outcome_from(data: Mapping[str, Any]) -> Outcome:
    return Outcome(
        kind=data["kind"],
        winners=tuple(data.get("winners", ())),
        discarder=data.get("discarder"),
        ready=tuple(data.get("ready", ())),
        reason=data.get("reason", ""),
        riichi=tuple(data.get("riichi", ())),
        nagashi=tuple(data.get("nagashi", ())),
    )


def settlement_json(settlement: Settlement) -> dict[str, Any]:
    lines = [asdict(line) for line in settlement.lines]
    return {"net": list(settlement.net), "lines": lines, "deposits": settlement.deposits}


def settlement_from(data: Mapping[str, Any]) -> Settlement:
    lines = tuple(Line(line["payer"], line["payee"], line["amount"], line["key"]) for line in data.get("lines", ()))
    return Settlement(tuple(data["net"]), lines, data.get("deposits", 0))


def standing_json(standing: Standing | None) -> dict[str, Any] | None:
    """A position as one flat object with its winds and players."""
    if standing is None:
        return None
    table = {"prevailing": standing.prevailing, "winds": list(standing.winds), "players": list(standing.seats)}
    return {**asdict(standing.position), **table}


def standing_from(data: Mapping[str, Any] | None) -> Standing | None:
    if data is None:
        return None
    return Standing(flat_from(Position, data), data["prevailing"], tuple(data["winds"]), tuple(data["players"]))


def position_facts(standing: Standing) -> dict[str, Any]:
    """A standing for readers: players and winds by seat, the dealer as a seat."""
    position = standing.position
    return {
        "round": position.round,
        "prevailing": standing.prevailing,
        "number": position.number,
        "in_round": standing.in_round,
        "extra": position.extra,
        "dealer": position.dealer,
        "seats": list(standing.seats),
        "winds": list(standing.winds),
        "carry": position.carry,
        "deposits": position.deposits,
    }
