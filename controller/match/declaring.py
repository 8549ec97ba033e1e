"""What players declare while a hand is played, and what of it a result takes over."""

from __future__ import annotations

from dataclasses import replace

from controller.events import Event
from controller.events.match import DeclarationMade, DeclarationWithdrawn
from controller.match.commands import Declare, HandResult
from controller.match.state import VOID, MatchHand, MatchState, occupied
from controller.refusals import Code, Refused
from controller.rules.entry import Asks
from controller.rules.game import Game
from controller.rules.seats import Seat


def declare(state: MatchState, command: Declare, game: Game) -> tuple[Event, ...]:
    """The points leave the score at once. They are laid down once in a hand, and come back while it has no result."""
    row = game.asks.declaration(command.declaration)
    if row is None or not row.stake:
        live = ", ".join(each.id for each in game.asks.declared if each.stake)
        remedy = f"Choose one of {live}." if live else "Enter what was declared with the result."
        detail = f"Nobody declares {command.declaration!r} while a hand of this game is played."
        raise Refused(Code.UNKNOWN_DECLARATION, detail, remedy, field="declaration")
    hand = state.running
    if hand is None:
        raise Refused(Code.NO_HAND_RUNNING)
    if hand.index != command.hand:
        raise Refused(Code.STALE_HAND, f"Hand {hand.index} is being played.", field="hand")
    _check_plays(hand, command.seat)
    if command.withdraw:
        return (_withdrawn(state, hand, command),)
    if any((one.declaration, one.seat) == (row.id, command.seat) for one in hand.declared):
        raise Refused(Code.DECLARED_ALREADY, field="seat")
    return (DeclarationMade(state.id, command.who, hand.index, command.seat, row.id, row.stake),)


def _check_plays(hand: MatchHand, seat: Seat) -> None:
    if seat not in occupied(hand.seats) or seat in hand.winners:
        raise Refused(Code.BAD_SEAT, "A player on an occupied seat declares, until he has won.", field="seat")


def _withdrawn(state: MatchState, hand: MatchHand, command: Declare) -> Event:
    if not any((one.declaration, one.seat) == (command.declaration, command.seat) for one in hand.laid):
        raise Refused(Code.NOT_DECLARED, field="seat")
    return DeclarationWithdrawn(state.id, command.who, hand.index, command.seat, command.declaration)


def with_declared(asks: Asks, hand: MatchHand, result: HandResult) -> HandResult:
    """The result with what was declared while the hand was played. A declaration that the result names is taken as it
    is there; a void hand has none, and one that ends a hand in which nobody can have declared it is left out."""
    if result.kind == "abort" and result.reason in ("", VOID):
        return result
    laid: dict[str, tuple[Seat, ...]] = {}
    for one in hand.laid:
        row = asks.declaration(one.declaration)
        if row is not None and result.kind in row.after:
            laid[one.declaration] = (*laid.get(one.declaration, ()), one.seat)
    return replace(result, declared={**laid, **result.declared}) if laid else result
