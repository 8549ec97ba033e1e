"""A new result for an earlier end of a hand, and what it moves after it.

What was played stays as it was played: every later hand keeps the dealer, winds and players that really sat there,
even when the corrected result would have passed the deal otherwise (the result sheet says so). Points waiting for a
winner (extra hands, pot) follow the corrected results, and so do the payments that depend on them. What a hand itself
paid stays as it was recorded. Only when no hand was begun after the corrected one does the correction decide who deals
next, and whether the match goes on.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from controller.events.values import ResettledEnd, ResettledHand
from controller.match.codec import stored_next, stored_position, stored_settlement
from controller.match.commands import InstantThen
from controller.match.ledger import settled_scores
from controller.match.lineup import position_now, standing_of, with_waiting
from controller.match.results import Entered, following, paid_anew, payments
from controller.match.state import VOID, CountedWin, Lineup, MatchHand, MatchState, Result
from controller.rules.game import End, Game, Instant, Line, MatchPosition, PaidInstant, Settlement
from controller.rules.paid import Between, Paid, Share, net_of
from controller.rules.seats import SEATS, WIND_INDEX, Seat, WindIndex
from controller.rules.settlement import EXTRA_HAND_KEYS

Booked = tuple[tuple[PaidInstant, int], ...]
"""What was paid at once in a hand, each with the number of ends before it."""


@dataclass(frozen=True, slots=True)
class Resettled:
    """A hand as it stands after a correction: what each of its ends moves, what it leads to, and what was paid at once
    in it, each with the number of ends before it."""

    hand: MatchHand
    standing: Lineup
    settlements: tuple[Settlement, ...]
    next: Lineup | None
    instants: Booked = ()

    @property
    def instants_differ(self) -> bool:
        return list(self.instants) != [(one.paid, one.ends) for one in self.hand.instants if not one.undone]

    @property
    def differs(self) -> bool:
        """Whether the position changes, or what the last end moves or leads to."""
        result = self.hand.result
        same = result is None or (result.settlement, result.next) == (self.settlements[-1], self.next)
        return not same or self.standing != self.hand.standing

    def stored(self) -> ResettledHand:
        over = self.hand.result is not None
        return ResettledHand(
            hand=self.hand.index,
            position=stored_position(self.standing),
            settlement=stored_settlement(self.settlements[-1]) if over else None,
            next=stored_next(self.next),
        )

    def stored_ends(self) -> tuple[ResettledEnd, ...]:
        """The ends after which play went on, as far as they move something else now."""
        return tuple(
            ResettledEnd(self.hand.index, number, stored_settlement(settlement))
            for number, (result, settlement) in enumerate(zip(self.hand.earlier, self.settlements, strict=False), 1)
            if result.settlement != settlement
        )


def resettle(
    game: Game,
    state: MatchState,
    index: int,
    number: int,
    new: Entered,
    instants: Sequence[InstantThen] | None = None,
) -> tuple[Resettled, ...]:
    """The hand with a new result for one of its ends, and every hand after it, in order. ``instants``: what was paid at
    once in the hand, where that is corrected as well."""
    points = _points_before(state, index)
    chain: list[Resettled] = []
    waiting = state.hands[index - 1].position
    extra_hands, pot = waiting.extra_hands, waiting.pot
    for hand in state.hands[index - 1 :]:
        standing = with_waiting(hand.standing, extra_hands, pot)
        corrected = number if hand.index == index else 0
        facts = list[Entered]()
        for at, one in enumerate(hand.counting, 1):
            out = tuple(sorted(seat for fact in facts for seat in fact.end.winners))
            facts.append(new if at == corrected else _facts(game, hand, one, out))
        facts, booked = _with_instants(game, hand, facts, instants if corrected else None, anew=bool(corrected))
        settlements = _settlements(game, standing.position, facts)
        for settlement in (*settlements, *_counting(facts, booked)):
            _add(points, hand, settlement)
        if hand.result is None:
            chain.append(Resettled(hand, standing, settlements, None, booked))
            break
        last = position_now(standing.position, settlements)
        after = _after(game, last, [one.end for one in facts], points, hand)
        next_ = None if after is None else standing_of(game, state, after)
        chain.append(Resettled(hand, standing, settlements, next_, booked))
        pot = last.pot
        extra_hands = _as_played(state, hand, extra_hands) if after is None else after.extra_hands
    return tuple(chain)


def _with_instants(
    game: Game, hand: MatchHand, facts: Sequence[Entered], then: Sequence[InstantThen] | None, *, anew: bool
) -> tuple[list[Entered], Booked]:
    """The ends of a hand with what was paid at once before each, and all of that. Where the hand is corrected
    (``anew``), who had won before and pays no more follows from its new ends; before the first end nobody had, and what
    was recorded stays."""
    if then is None:
        recorded = [one for one in hand.instants if not one.undone]
        booked = [(one.paid, one.ends) for one in recorded]
        if anew:
            booked = [(paid if not at else _paid_then(game, hand, facts, paid.instant, at), at) for paid, at in booked]
    else:
        booked = [(_paid_then(game, hand, facts, one.instant, one.ends), one.ends) for one in then]
    ends = (
        replace(one.end, instants=tuple(paid for paid, before in booked if before == at))
        for at, one in enumerate(facts)
    )
    return [replace(one, end=end) for one, end in zip(facts, ends, strict=True)], tuple(booked)


def _paid_then(game: Game, hand: MatchHand, facts: Sequence[Entered], one: Instant, at: int) -> PaidInstant:
    before = [fact.end for fact in facts[:at]]
    return PaidInstant(one, game.settle_instant(hand.position, before, one))


def _counting(facts: Sequence[Entered], booked: Booked) -> tuple[Settlement, ...]:
    """What was paid at once; nothing of a void hand."""
    return () if facts and facts[-1].end.reason == VOID else tuple(paid.settlement for paid, _ in booked)


def _settlements(game: Game, position: MatchPosition, facts: Sequence[Entered]) -> tuple[Settlement, ...]:
    """What each end of a hand moves."""
    settled: list[Settlement] = []
    for number, one in enumerate(facts, 1):
        ends = [fact.end for fact in facts[:number]]
        settled.append(payments(game, position_now(position, settled), ends, one.paid))
    return tuple(settled)


def _facts(game: Game, hand: MatchHand, result: Result, out: tuple[Seat, ...]) -> Entered:
    """A recorded end. Where several ended a hand, who pays depends on who had won before (``out``): its wins are paid
    anew."""
    if len(hand.ends) > 1:
        end = replace(result.end, out=out)
        paid = tuple(paid_anew(game, hand.standing, win, end) for win in result.wins)
    else:
        paid = tuple(paid_then(hand.standing, result.settlement.lines, win) for win in result.wins)
    return Entered(result.end, result.wins, paid, result.passed_over)


def paid_then(standing: Lineup, lines: Sequence[Line], win: CountedWin) -> Paid:
    """What a recorded win paid for the hand alone: the lines to its winner, without those for extra hands, and between
    the losers where their hands count."""
    winner = _wind(standing, win.winner)
    shares = [
        Share(_wind(standing, line.payer), line.amount, line.key)
        for line in lines
        if line.payee == win.winner and line.key not in EXTRA_HAND_KEYS
    ]
    discarder = None if win.discarder is None else _wind(standing, win.discarder)
    between = [
        Between(_wind(standing, line.payer), _wind(standing, line.payee), line.amount, line.key)
        for line in lines
        if win.losers and win.winner not in (line.payer, line.payee)
    ]
    losers = {_wind(standing, seat): points for seat, points in zip(SEATS, win.losers, strict=False) if points}
    return Paid(
        winner, win.source, discarder, shares, net_of(winner, shares, between),
        tally=win.tally, between=between, losers=losers,
    )  # fmt: skip


def _wind(standing: Lineup, seat: Seat) -> WindIndex:
    return WIND_INDEX[standing.winds[seat] or ""]


def _points_before(state: MatchState, index: int) -> list[int]:
    """Points of the players without the hands from ``index`` on."""
    points = list(settled_scores(state))
    for hand in state.hands[index - 1 :]:
        for settlement in (*hand.moved_at_once, *(result.settlement for result in hand.counting)):
            _add(points, hand, settlement, -1)
    return points


def _add(points: list[int], hand: MatchHand, settlement: Settlement, sign: int = 1) -> None:
    for player, amount in zip(hand.seats, settlement.net, strict=True):
        if player is not None:
            points[player] += sign * amount


def _after(
    game: Game, position: MatchPosition, ends: Sequence[End], points: Sequence[int], hand: MatchHand
) -> MatchPosition | None:
    by_seat = [0 if player is None else points[player] for player in hand.seats]
    return following(game, position, ends, by_seat)


def _as_played(state: MatchState, hand: MatchHand, extra_hands: int) -> int:
    """Where the match would have ended but was played on: the next hand keeps the extra hands with which it was
    played."""
    played = state.hand(hand.index + 1)
    return extra_hands if played is None else played.position.extra_hands
