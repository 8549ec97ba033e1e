"""Whether the players agree with a result: confirmation, dispute, and the referee's word on it."""

from __future__ import annotations

from typing import Literal

from controller.events import Event
from controller.events.match import ResultConfirmed, ResultDisputed, ResultLocked, ResultUpheld
from controller.limits import LONGEST_RULING, LONGEST_WHY, check_words
from controller.match.commands import ConfirmResult, DisputeResult, LockResult, UpholdResult
from controller.match.state import Dispute, MatchHand, MatchState, occupied
from controller.refusals import Code, Refused
from controller.rules.game import Game
from controller.rules.seats import Seat

Standing = Literal["recorded", "open", "confirmed", "disputed", "locked"]
"""How a result stands. ``recorded``: nobody is asked to confirm it; ``open``: somebody has not yet."""


def standing_of_result(state: MatchState, hand: MatchHand) -> Standing:
    if hand.locked:
        return "locked"
    if open_disputes(state, hand.index):
        return "disputed"
    if state.confirmation == "none":
        return "recorded"
    return "confirmed" if set(occupied(hand.seats)) <= set(hand.confirmed_by) else "open"


def open_disputes(state: MatchState, hand: int | None = None) -> tuple[Dispute, ...]:
    """Disputes that wait for a referee, those of one hand or all of them."""
    return tuple(one for one in state.disputes if not one.closed and hand in (None, one.hand))


def check_changeable(state: MatchState, hand: MatchHand, *, by_referee: bool) -> None:
    """Raises ``Refused`` for a confirmed or locked result that somebody else than a referee wants to change."""
    if not by_referee and standing_of_result(state, hand) in ("confirmed", "locked"):
        raise Refused(Code.RESULT_LOCKED, field="confirmed")


def confirm(state: MatchState, command: ConfirmResult, game: Game) -> tuple[Event, ...]:
    del game
    hand = _with_result(state, command.hand)
    if state.confirmation != ("phones" if command.own else "tablet"):
        raise Refused(Code.NOT_CONFIRMED_HERE)
    _check_played(hand, command.seat)
    if command.revision is not None and command.revision != hand.revision:
        raise Refused(Code.STALE_CORRECTION, f"Hand {hand.index} has been changed since.", field="revision")
    if command.seat in hand.confirmed_by and not any(
        one.seat == command.seat for one in open_disputes(state, hand.index)
    ):
        return ()
    return (ResultConfirmed(state.id, command.who, hand.index, hand.revision, command.seat),)


def dispute(state: MatchState, command: DisputeResult, game: Game) -> tuple[Event, ...]:
    del game
    check_words(command.text, "text", LONGEST_RULING)
    hand = _with_result(state, command.hand)
    _check_played(hand, command.seat)
    if hand.locked:
        raise Refused(Code.RESULT_LOCKED, field="hand")
    number = len(state.disputes) + 1
    return (ResultDisputed(state.id, command.who, number, hand.index, hand.revision, command.seat, command.text),)


def uphold(state: MatchState, command: UpholdResult, game: Game) -> tuple[Event, ...]:
    del game
    check_words(command.why, "why", LONGEST_WHY)
    hand = _with_result(state, command.hand)
    if not open_disputes(state, hand.index):
        raise Refused(Code.NO_DISPUTE, field="hand")
    return (ResultUpheld(state.id, command.who, hand.index, command.why),)


def lock(state: MatchState, command: LockResult, game: Game) -> tuple[Event, ...]:
    del game
    hand = _with_result(state, command.hand)
    return () if hand.locked else (ResultLocked(state.id, command.who, hand.index),)


def _with_result(state: MatchState, index: int) -> MatchHand:
    hand = state.hand(index)
    if hand is None or hand.result is None:
        raise Refused(Code.NO_SUCH_RESULT, f"Hand {index} has no result.", field="hand")
    return hand


def _check_played(hand: MatchHand, seat: Seat) -> None:
    if seat not in occupied(hand.seats):
        raise Refused(Code.BAD_SEAT, "Whoever played the hand agrees with its result or disputes it.", field="seat")
