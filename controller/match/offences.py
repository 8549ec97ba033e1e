"""Penalties and rulings."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from controller.events import Event
from controller.limits import LONGEST_RULING, LONGEST_WHY, MOST_POINTS
from controller.match.commands import CancelPenalty, Penalize, Rule
from controller.match.finish import again_ranked
from controller.match.refusals import after, check_words, invalid, not_now, stale, unknown
from controller.match.state import MatchState, Movement, Penalty, Standing, occupied
from controller.rules.game import Game
from controller.rules.seats import Seat

FREE_POINTS, WARNING = "points", "warning"
KITTY = "kitty"


def penalize(state: MatchState, command: Penalize, game: Game) -> tuple[Event, ...]:
    check_words(command.why, "why", LONGEST_WHY)
    hand = _hand_of(state, command.hand)
    standing = _standing(state, hand)
    if command.seat not in occupied(standing.seats):
        raise invalid("bad-seat", "A penalty is for a player on an occupied seat.", "seat")
    data = _by_tariff(game, standing, command) if command.kind is not None else _free(standing, command)
    return _recorded(game, state, {"hand": hand, "seat": command.seat, "who": command.who, "why": command.why, **data})


def _hand_of(state: MatchState, index: int | None) -> int | None:
    """The hand that a penalty or ruling falls in: the one named, else the one being played."""
    if index is None:
        return None if state.running is None else state.running.index
    if state.hand(index) is None:
        raise unknown("no-such-hand", f"There was no hand {index}.", "hand")
    return index


def _standing(state: MatchState, index: int | None) -> Standing:
    hand = state.last if index is None else state.hand(index)
    standing = state.standing if index is None and state.standing is not None else hand.standing if hand else None
    if standing is None:
        raise not_now("not-seated-yet", "The players are not seated yet.", "Find the first dealer first.")
    return standing


def _by_tariff(game: Game, standing: Standing, command: Penalize) -> dict[str, Any]:
    rows = {row["id"]: row for row in game.penalties()}
    row = rows.get(str(command.kind))
    if row is None:
        remedy = f"Choose one of {', '.join(rows)}."
        raise invalid("unknown-penalty", f"This ruleset has no penalty {command.kind!r}.", "kind", remedy)
    lines = game.settle_penalty(standing.position, row["id"], command.seat).lines
    moves = [Movement(standing.seats[line.payer], standing.seats[line.payee], line.amount) for line in lines]
    moves += _to_bank(standing, command.seat, int(row.get("pays_bank", 0)))
    return _data(str(row["id"]), str(row.get("effect", "")), moves, str(row.get("settle", "now")))


def _free(standing: Standing, command: Penalize) -> dict[str, Any]:
    for field, amount in (("pays_each_other", command.pays_each_other), ("pays_bank", command.pays_bank)):
        if not 0 <= amount <= MOST_POINTS:
            raise invalid("bad-points", f"Points are a number from 0 to {MOST_POINTS}.", field)
    offender, amount = standing.seats[command.seat], command.pays_each_other
    others = [player for player in standing.seats if player is not None and player != offender]
    moves = [Movement(offender, other, amount) for other in others if amount]
    moves += _to_bank(standing, command.seat, command.pays_bank)
    return _data(FREE_POINTS if moves else WARNING, "", moves, "now")


def _to_bank(standing: Standing, seat: Seat, amount: int) -> list[Movement]:
    return [Movement(standing.seats[seat], None, amount)] if amount else []


def _data(kind: str, effect: str, moves: Sequence[Movement], settle: str) -> dict[str, Any]:
    movements = [{"payer": move.payer, "payee": move.payee, "amount": move.amount} for move in moves]
    return {"kind": kind, "effect": effect, "movements": movements, "settle": settle, "kitty": effect == KITTY}


def _recorded(game: Game, state: MatchState, data: Mapping[str, Any]) -> tuple[Event, ...]:
    hand = data["hand"]
    seats = _standing(state, hand).seats
    numbered = {"match": state.id, "penalty": len(state.penalties) + 1, "player": seats[data["seat"]], **data}
    event = Event("match.penalty", numbered)
    return (event, *again_ranked(game, after(state, [event])))


def cancel_penalty(state: MatchState, command: CancelPenalty, game: Game) -> tuple[Event, ...]:
    check_words(command.why, "why", LONGEST_WHY)
    old = _cancellable(state, command.penalty)
    back = [Movement(move.payee, move.payer, move.amount) for move in old.movements]
    data = _data(old.kind, "", back, old.settle)
    facts = {"hand": old.hand, "seat": old.seat, "who": command.who, "why": command.why, "cancels": old.number}
    return _recorded(game, state, {**data, **facts, "player": old.player})


def _cancellable(state: MatchState, number: int) -> Penalty:
    known = {penalty.number: penalty for penalty in state.penalties if penalty.cancels is None}
    if number not in known:
        raise unknown("no-such-penalty", f"There is no penalty {number}.", "penalty")
    if any(penalty.cancels == number for penalty in state.penalties):
        raise stale("stale-penalty", f"Penalty {number} is cancelled already.", "penalty")
    return known[number]


def rule(state: MatchState, command: Rule, game: Game) -> tuple[Event, ...]:
    del game
    check_words(command.text, "text", LONGEST_RULING)
    hand = _hand_of(state, command.hand)
    data = {"match": state.id, "ruling": len(state.rulings) + 1, "hand": hand, "text": command.text, "who": command.who}
    return (Event("match.ruling", data),)
