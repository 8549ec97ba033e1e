"""Penalties and rulings."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from controller.events import Event
from controller.events.match import BarLifted, PenaltyRecorded, RulingRecorded
from controller.events.values import PointsMoved
from controller.limits import LONGEST_RULING, LONGEST_WHY, MOST_POINTS, check_words
from controller.match.commands import CancelPenalty, LiftBar, Penalize, Rule
from controller.match.evolve import after
from controller.match.finish import again_ranked
from controller.match.ledger import cancelled_penalties
from controller.match.state import Lineup, MatchState, Movement, Penalty, Settle
from controller.refusals import Code, Refused
from controller.rules.game import Game
from controller.rules.seats import Seat

FREE_POINTS, WARNING = "points", "warning"
KITTY = "kitty"


@dataclass(frozen=True, slots=True)
class Cost:
    """What a penalty is and moves, whoever it is for."""

    kind: str
    effect: str
    movements: tuple[Movement, ...]
    settle: Settle = "now"


def penalize(state: MatchState, command: Penalize, game: Game) -> tuple[Event, ...]:
    check_words(command.why, "why", LONGEST_WHY)
    hand = _hand_of(state, command.hand)
    standing = _standing(state, hand)
    player = standing.seats[command.seat] if command.seat in range(len(standing.seats)) else None
    if player is None:
        raise Refused(Code.BAD_SEAT, "A penalty is for a player on an occupied seat.", field="seat")
    if command.penalty is not None and (command.pays_each_other or command.pays_bank):
        field = "pays_each_other" if command.pays_each_other else "pays_bank"
        raise Refused(Code.BAD_POINTS, "A penalty of the ruleset says itself what it costs.", field=field)
    cost = _by_tariff(game, standing, command) if command.penalty is not None else _free(standing, command)
    return _recorded(game, state, _penalty(state, command, cost, hand=hand, seat=command.seat, player=player))


def _hand_of(state: MatchState, index: int | None) -> int | None:
    """The hand that a penalty or ruling falls in: the one named, else the one being played."""
    if index is None:
        return None if state.running is None else state.running.index
    if state.hand(index) is None:
        raise Refused(Code.NO_SUCH_HAND, f"There was no hand {index}.", field="hand")
    return index


def _standing(state: MatchState, index: int | None) -> Lineup:
    hand = state.last if index is None else state.hand(index)
    standing = state.standing if index is None and state.standing is not None else hand.standing if hand else None
    if standing is None:
        raise Refused(Code.NOT_SEATED_YET)
    return standing


def _by_tariff(game: Game, standing: Lineup, command: Penalize) -> Cost:
    rows = {row["id"]: row for row in game.penalties()}
    row = rows.get(str(command.penalty))
    if row is None:
        remedy = f"Choose one of {', '.join(rows)}."
        detail = f"This ruleset has no penalty {command.penalty!r}."
        raise Refused(Code.UNKNOWN_PENALTY, detail, remedy, field="penalty")
    lines = game.settle_penalty(standing.position, row["id"], command.seat).lines
    moves = [Movement(standing.seats[line.payer], standing.seats[line.payee], line.amount) for line in lines]
    moves += _to_bank(standing, command.seat, int(row.get("pays_bank", 0)))
    return Cost(str(row["id"]), str(row.get("effect", "")), tuple(moves), row.get("settle", "now"))


def _free(standing: Lineup, command: Penalize) -> Cost:
    for field, amount in (("pays_each_other", command.pays_each_other), ("pays_bank", command.pays_bank)):
        if not 0 <= amount <= MOST_POINTS:
            raise Refused(Code.BAD_POINTS, f"Points are a number from 0 to {MOST_POINTS}.", field=field)
    offender, amount = standing.seats[command.seat], command.pays_each_other
    others = [player for player in standing.seats if player is not None and player != offender]
    moves = [Movement(offender, other, amount) for other in others if amount]
    moves += _to_bank(standing, command.seat, command.pays_bank)
    return Cost(FREE_POINTS if moves else WARNING, "", tuple(moves))


def _to_bank(standing: Lineup, seat: Seat, amount: int) -> list[Movement]:
    return [Movement(standing.seats[seat], None, amount)] if amount else []


def _penalty(
    state: MatchState,
    command: Penalize | CancelPenalty,
    cost: Cost,
    *,
    hand: int | None,
    seat: Seat,
    player: int,
    cancels: int | None = None,
) -> PenaltyRecorded:
    return PenaltyRecorded(
        match=state.id,
        who=command.who,
        penalty=len(state.penalties) + 1,
        hand=hand,
        seat=seat,
        player=player,
        kind=cost.kind,
        effect=cost.effect,
        movements=tuple(PointsMoved(move.payer, move.payee, move.amount) for move in cost.movements),
        settle=cost.settle,
        kitty=cost.effect == KITTY,
        why=command.why,
        cancels=cancels,
    )


def _recorded(game: Game, state: MatchState, penalty: PenaltyRecorded) -> tuple[Event, ...]:
    return (penalty, *again_ranked(game, after(state, [penalty])))


def cancel_penalty(state: MatchState, command: CancelPenalty, game: Game) -> tuple[Event, ...]:
    check_words(command.why, "why", LONGEST_WHY)
    old = _cancellable(state, command.cancels)
    back = tuple(Movement(move.payee, move.payer, move.amount) for move in old.movements)
    cost = Cost(old.kind, "", back, old.settle)
    cancelled = _penalty(state, command, cost, hand=old.hand, seat=old.seat, player=old.player, cancels=old.number)
    return _recorded(game, state, cancelled)


def _cancellable(state: MatchState, number: int) -> Penalty:
    known = {penalty.number: penalty for penalty in state.penalties if penalty.cancels is None}
    if number not in known:
        raise Refused(Code.NO_SUCH_PENALTY, f"There is no penalty {number}.", field="cancels")
    if any(penalty.cancels == number for penalty in state.penalties):
        raise Refused(Code.STALE_PENALTY, f"Penalty {number} is cancelled already.", field="cancels")
    return known[number]


UNTIL_NEXT_TURN: Final = "no-win-until-next-turn"


def barred_until_turn(state: MatchState) -> tuple[Penalty, ...]:
    """Penalties that keep a player from winning until he has had a turn, in the hand being played."""
    hand, cancelled = state.running, cancelled_penalties(state)
    return tuple(
        one
        for one in state.penalties
        if hand is not None
        and one.hand == hand.index
        and one.effect == UNTIL_NEXT_TURN
        and not one.lifted
        and one.cancels is None
        and one.number not in cancelled
    )


def lift_bar(state: MatchState, command: LiftBar, game: Game) -> tuple[Event, ...]:
    del game
    if command.penalty not in (one.number for one in barred_until_turn(state)):
        detail = f"Penalty {command.penalty} keeps nobody from winning in this hand."
        raise Refused(Code.NO_SUCH_PENALTY, detail, field="penalty")
    return (BarLifted(match=state.id, who=command.who, penalty=command.penalty),)


def rule(state: MatchState, command: Rule, game: Game) -> tuple[Event, ...]:
    del game
    check_words(command.text, "text", LONGEST_RULING)
    hand = _hand_of(state, command.hand)
    number = len(state.rulings) + 1
    return (RulingRecorded(match=state.id, who=command.who, ruling=number, hand=hand, text=command.text),)
