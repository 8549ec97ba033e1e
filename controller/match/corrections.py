"""A new result for an earlier hand, and what it moves after it.

What was played stays as it was played: every later hand keeps the dealer, winds and players that really sat there,
even when the corrected result would have passed the deal otherwise (the result sheet says so). Points waiting for a
winner (carry, deposits) follow the corrected results, and so do the payments that depend on them. Only when no hand
was begun after the corrected one does the correction decide who deals next, and whether the match goes on.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from controller.events.values import ResettledHand
from controller.match.codec import stored_next, stored_position, stored_settlement
from controller.match.ledger import scores
from controller.match.lineup import standing_of, with_pot
from controller.match.results import Entered, following, payments
from controller.match.state import Hand, MatchState, Standing
from controller.rules.game import Game, Outcome, Position, Settlement


@dataclass(frozen=True, slots=True)
class Resettled:
    """A hand as it stands after a correction; the running hand has no settlement."""

    hand: Hand
    standing: Standing
    settlement: Settlement | None
    next: Standing | None

    @property
    def differs(self) -> bool:
        result = self.hand.result
        same = result is None or (result.settlement, result.next) == (self.settlement, self.next)
        return not same or self.standing != self.hand.standing

    def stored(self) -> ResettledHand:
        return ResettledHand(
            hand=self.hand.index,
            position=stored_position(self.standing),
            settlement=None if self.settlement is None else stored_settlement(self.settlement),
            next=stored_next(self.next),
        )


def resettle(game: Game, state: MatchState, index: int, new: Entered) -> tuple[Resettled, ...]:
    """The corrected hand and every hand after it, in order."""
    points = _points_before(state, index)
    chain: list[Resettled] = []
    carry, deposits = state.hands[index - 1].position.carry, state.hands[index - 1].position.deposits
    for hand in state.hands[index - 1 :]:
        standing = with_pot(hand.standing, carry, deposits)
        facts = new if hand.index == index else _facts(hand)
        if facts is None:
            chain.append(Resettled(hand, standing, None, None))
            break
        settlement = payments(game, standing.position, facts.outcome, facts.wins)
        _add(points, hand, settlement)
        after = _after(game, standing.position, facts.outcome, settlement, points, hand)
        chain.append(Resettled(hand, standing, settlement, None if after is None else standing_of(game, state, after)))
        deposits = standing.position.deposits + settlement.deposits
        carry = _carry_played(state, hand, carry) if after is None else after.carry
    return tuple(chain)


def _facts(hand: Hand) -> Entered | None:
    result = hand.result
    return None if result is None else Entered(result.outcome, result.wins, result.passed_over)


def _points_before(state: MatchState, index: int) -> list[int]:
    """Points of the players without the hands from ``index`` on."""
    points = list(scores(state))
    for hand in state.hands[index - 1 :]:
        if hand.result is not None:
            _add(points, hand, hand.result.settlement, -1)
    return points


def _add(points: list[int], hand: Hand, settlement: Settlement, sign: int = 1) -> None:
    for player, amount in zip(hand.seats, settlement.net, strict=True):
        if player is not None:
            points[player] += sign * amount


def _after(
    game: Game, position: Position, outcome: Outcome, settlement: Settlement, points: Sequence[int], hand: Hand
) -> Position | None:
    by_seat = [0 if player is None else points[player] for player in hand.seats]
    return following(game, position, outcome, settlement, by_seat)


def _carry_played(state: MatchState, hand: Hand, carry: int) -> int:
    """Where the match would have ended but was played on: the next hand keeps the carry with which it was played."""
    played = state.hand(hand.index + 1)
    return carry if played is None else played.position.carry
