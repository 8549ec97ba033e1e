"""The values of a match as the journal stores them (``controller.events.values``), and back."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import asdict, fields
from typing import Any

from controller.events.values import (
    AnyWin,
    StoredDice,
    StoredLine,
    StoredOutcome,
    StoredPosition,
    StoredQuickWin,
    StoredScoredWin,
    StoredSettlement,
    StoredWall,
)
from controller.match.state import Standing
from controller.rules.entry import Asks, asks_from
from controller.rules.game import DicePlan, Line, Outcome, Position, QuickWin, Settlement, WallPlan


def stored_wall(wall: WallPlan) -> StoredWall:
    return StoredWall(**asdict(wall))


def wall_from(stored: StoredWall) -> WallPlan:
    return WallPlan(**asdict(stored))


def stored_dice(dice: DicePlan) -> StoredDice:
    return StoredDice(dice.dice, dice.throws)


def dice_from(stored: StoredDice) -> DicePlan:
    return DicePlan(stored.dice, stored.throws)


def stored_outcome(outcome: Outcome) -> StoredOutcome:
    return StoredOutcome(**asdict(outcome))


def outcome_from(stored: StoredOutcome) -> Outcome:
    return Outcome(**asdict(stored))


def stored_settlement(settlement: Settlement) -> StoredSettlement:
    lines = tuple(StoredLine(line.payer, line.payee, line.amount, line.key) for line in settlement.lines)
    return StoredSettlement(settlement.net, lines, settlement.deposits)


def settlement_from(stored: StoredSettlement) -> Settlement:
    lines = tuple(Line(line.payer, line.payee, line.amount, line.key) for line in stored.lines)
    return Settlement(stored.net, lines, stored.deposits)


def stored_position(standing: Standing) -> StoredPosition:
    """A position as one flat object with its winds and players."""
    return StoredPosition(
        prevailing=standing.prevailing, winds=standing.winds, players=standing.seats, **asdict(standing.position)
    )


def stored_next(standing: Standing | None) -> StoredPosition | None:
    return None if standing is None else stored_position(standing)


def standing_from(stored: StoredPosition) -> Standing:
    position = Position(**{part.name: getattr(stored, part.name) for part in fields(Position)})
    return Standing(position, stored.prevailing, stored.winds, stored.players)


def next_from(stored: StoredPosition | None) -> Standing | None:
    return None if stored is None else standing_from(stored)


def stored_win(win: Mapping[str, Any]) -> AnyWin:
    """A win as ``controller.match.results`` makes it."""
    form = StoredQuickWin if win["form"] == "quick" else StoredScoredWin
    return form(**win)


def win_from(stored: AnyWin) -> Mapping[str, Any]:
    return {part.name: getattr(stored, part.name) for part in fields(stored)}


def quick_win_from(win: Mapping[str, Any]) -> QuickWin:
    """The part of a win that the payments of a quick win depend on."""
    return QuickWin(**{part.name: win[part.name] for part in fields(QuickWin)})


def asks_of(recorded: Mapping[str, Any]) -> Asks:
    """The entry form of a match as it was recorded. One that this release cannot read is replaced by the plain one:
    it shapes what a page asks for, and nothing that was played."""
    try:
        return asks_from(recorded)
    except (KeyError, TypeError, ValueError, AttributeError):
        return Asks()


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
