"""What is paid at once while a hand is played: kongs, matching bonus tiles and the like.

Each is booked when it happens and stays, whatever the end of the hand, unless the game itself takes it back at an end
(``game.settle``) or the hand is void. The newest can be taken back until somebody wins; later ones by a correction of
the hand.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import replace

from controller.events import Event
from controller.events.match import InstantPaid, InstantUndone
from controller.events.values import StoredInstant
from controller.match.codec import stored_settlement
from controller.match.commands import InstantThen, PayInstant, UndoInstant
from controller.match.state import HandInstant, MatchHand, MatchState, occupied
from controller.refusals import Code, Refused
from controller.rules.entry import Asks, InstantField
from controller.rules.game import End, Game, Instant, PaidInstant
from controller.rules.seats import Seat


def pay(state: MatchState, command: PayInstant, game: Game) -> tuple[Event, ...]:
    """It moves points at once. Raises ``Refused`` naming the field."""
    hand = _running(state, command.hand)
    if command.ends is not None and command.ends != len(hand.ends):
        raise Refused(Code.STALE_HAND, f"{len(hand.ends)} wins of hand {hand.index} are recorded.", field="ends")
    before = [one.instant for one in hand.paid_at_once]
    check_instant(game, command.instant, before, _playing(hand, hand.winners), hand.position.dealer)
    settlement = game.settle_instant(hand.position, [result.end for result in hand.counting], command.instant)
    stored = stored_instant(PaidInstant(command.instant, settlement), len(hand.ends))
    return (InstantPaid(state.id, command.who, hand.index, len(hand.instants) + 1, stored),)


def undo(state: MatchState, command: UndoInstant, game: Game) -> tuple[Event, ...]:
    """Only the newest, and not when somebody has won since: what he was paid may depend on it."""
    del game
    hand = _running(state, command.hand)
    last = undoable_instant(hand)
    if not any(one.number == command.number for one in hand.paid_at_once):
        raise Refused(Code.NO_SUCH_INSTANT, f"Nothing of number {command.number} is paid.", field="number")
    if last is None or last.number != command.number:
        raise Refused(Code.INSTANT_NOT_LAST, field="number")
    return (InstantUndone(state.id, command.who, hand.index, command.number),)


def undoable_instant(hand: MatchHand) -> HandInstant | None:
    """The payment that can be taken back; None when there is none."""
    paid = hand.paid_at_once
    return paid[-1] if hand.result is None and paid and paid[-1].ends == len(hand.ends) else None


def with_instants(hand: MatchHand, ends: Sequence[End]) -> list[End]:
    """The ends of a hand with what was paid at once before each of them."""
    return [
        replace(end, instants=tuple(one.paid for one in hand.paid_at_once if one.ends == at))
        for at, end in enumerate(ends)
    ]


def stored_instant(paid: PaidInstant, ends: int) -> StoredInstant:
    one = paid.instant
    moved = stored_settlement(paid.settlement)
    return StoredInstant(one.id, one.seat, one.feeder, one.tile, one.flags, ends, moved)


def check_kept(hand: MatchHand, ends: Sequence[End]) -> None:
    """Raises ``Refused`` where new ends of a hand have somebody win before he was paid at once, or fed such a thing."""
    for one in hand.instants:
        won = [winner for end in ends[: one.ends] for winner in end.winners]
        if not one.undone and (one.instant.seat in won or one.instant.feeder in won):
            detail = f"Seat {one.instant.seat} was paid at once after this, with nobody out who took part."
            raise Refused(Code.BAD_RESULT, detail, "Correct what was paid at once with it.", field="wins")


def check_corrected(game: Game, hand: MatchHand, ends: Sequence[End], instants: Sequence[InstantThen]) -> None:
    """Raises ``Refused`` for a payment that cannot have been: of somebody who had won before, or after the last end."""
    known: list[Instant] = []
    last = len(ends) - (hand.result is not None)
    for at, one in enumerate(instants):
        field = f"instants[{at}]."
        if not 0 <= one.ends <= last or (at and one.ends < instants[at - 1].ends):
            raise _bad(f"{field}ends", f"It was paid after 0 to {last} wins of the hand, in order.")
        won = [winner for end in ends[: one.ends] for winner in end.winners]
        check_instant(game, one.instant, known, _playing(hand, won), hand.position.dealer, field)
        known.append(one.instant)


def check_instant(
    game: Game, one: Instant, before: Sequence[Instant], playing: Collection[Seat], dealer: Seat, field: str = ""
) -> None:
    """Raises ``Refused`` naming the field, after what was paid ``before`` in the hand. ``playing``: who has not won."""
    row = game.asks.instant(one.id)
    if row is None:
        raise _unknown(game.asks, one.id, f"{field}instant")
    if one.seat not in playing:
        raise _bad(f"{field}seat", "It is of a player on an occupied seat, until he has won.")
    if row.dealer and one.seat != dealer:
        raise _bad(f"{field}seat", "Only the dealer has it.")
    _check_feeder(row, one, playing, f"{field}feeder")
    if len(set(one.flags)) != len(one.flags) or not set(one.flags) <= set(row.flags):
        raise _bad(f"{field}flags", f"It may have {', '.join(row.flags) or 'no flags'}, each once.")
    _check_tile(game, row, one, before, f"{field}tile")
    same = [other.seat for other in before if other.id == one.id]
    if (row.alone and same) or (row.most and same.count(one.seat) >= row.most):
        raise _bad(f"{field}instant", "It is paid already in this hand.")


def _check_feeder(row: InstantField, one: Instant, playing: Collection[Seat], field: str) -> None:
    if not row.feeder and one.feeder is not None:
        raise _bad(field, "Nobody is named who fed it.")
    if row.feeder and (one.feeder not in playing or one.feeder == one.seat):
        raise _bad(field, "Another player fed it, who has not won.")


def _check_tile(game: Game, row: InstantField, one: Instant, before: Sequence[Instant], field: str) -> None:
    if not one.tile:
        return
    if not row.tile or one.tile not in game.tiles.names:
        raise _bad(field, "It is one tile of the set, where the game asks for one.")
    if any(other.tile == one.tile for other in before):
        raise _bad(field, f"The four tiles {one.tile} are paid for already.")


def _unknown(asks: Asks, id: str, field: str) -> Refused:
    known = ", ".join(row.id for row in asks.instants)
    remedy = f"Choose one of {known}." if known else "Enter the result of the hand."
    return Refused(Code.UNKNOWN_INSTANT, f"{id!r} is not paid at once in this game.", remedy, field=field)


def _bad(field: str, detail: str) -> Refused:
    return Refused(Code.BAD_INSTANT, detail, field=field)


def _playing(hand: MatchHand, won: Collection[Seat]) -> list[Seat]:
    return [seat for seat in occupied(hand.seats) if seat not in won]


def _running(state: MatchState, index: int) -> MatchHand:
    hand = state.running
    if hand is None:
        raise Refused(Code.NO_HAND_RUNNING)
    if hand.index != index:
        raise Refused(Code.STALE_HAND, f"Hand {hand.index} is being played.", field="hand")
    return hand
