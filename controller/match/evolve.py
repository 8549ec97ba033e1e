"""The fold: a match and one recorded event give the match after it.

Never fails, whatever the order of the events: an event that does not fit the state (of another match, for a hand that
was not played) changes nothing. What an event may hold was settled when it was read (``controller.events``).
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace

from controller.events import Event, Recorded
from controller.events.dice import DiceRolled
from controller.events.match import (
    FirstDealerFound,
    HandCorrected,
    HandEnded,
    HandStarted,
    MatchAbandoned,
    MatchEnded,
    MatchEvent,
    MatchStarted,
    PenaltyRecorded,
    PlayersSeated,
    ResultRecorded,
    RulingRecorded,
)
from controller.events.values import ResettledHand
from controller.match.codec import (
    asks_of,
    dice_from,
    next_from,
    outcome_from,
    settlement_from,
    standing_from,
    wall_from,
    win_from,
)
from controller.match.state import Break, Ending, Hand, MatchState, Movement, Penalty, Result, Ruling, SeatThrow


def evolve(state: MatchState | None, recorded: Recorded) -> MatchState | None:
    """The match after the event. A start replaces the match before it; events of other streams or matches change
    nothing.
    """
    event, time = recorded.event, recorded.time
    if isinstance(event, MatchStarted):
        return begun(event, time)
    if state is None or not isinstance(event, MatchEvent | DiceRolled) or event.match != state.id:
        return state
    return _rolled(state, event) if isinstance(event, DiceRolled) else _happened(state, event, time)


def after(state: MatchState, events: Iterable[Event]) -> MatchState:
    """The match after events that are decided but not yet recorded: what a decision looks at before it goes on."""
    for event in events:
        state = evolve(state, Recorded(0, "", event, "")) or state
    return state


def begun(event: MatchStarted, time: str = "") -> MatchState:
    """The match that a start makes."""
    return MatchState(
        id=event.match,
        ruleset=event.ruleset,
        options=event.options,
        unit=event.unit,
        start_points=event.start_points,
        wall=wall_from(event.wall),
        dice=dice_from(event.dice),
        names=event.names,
        asks=asks_of(event.asks),
        seats=event.chairs,
        seating=event.seating,
        started=time,
    )


def _rolled(state: MatchState, event: DiceRolled) -> MatchState:
    if event.rethrow:
        return state
    if state.phase == "first-dealer" and event.seat is not None:
        return replace(state, throws=(*state.throws, SeatThrow(event.seat, event.dice)))
    if event.purpose == "break" and state.dice.throws == 2:
        return replace(state, break_throw=event.dice)
    return state


def _happened(state: MatchState, event: MatchEvent, time: str) -> MatchState:
    match event:
        case PlayersSeated():
            return replace(state, seats=event.chairs, winds_drawn=event.chairs_by_wind)
        case FirstDealerFound():
            return replace(state, standing=standing_from(event.position))
        case HandStarted():
            return _hand_started(state, event, time)
        case HandEnded():
            return _hand_ended(state, event, time)
        case HandCorrected():
            return _corrected(state, event, time)
        case PenaltyRecorded():
            return replace(state, penalties=(*state.penalties, _penalty(event, time)))
        case RulingRecorded():
            ruling = Ruling(event.ruling, event.hand, event.text, event.who, time)
            return replace(state, rulings=(*state.rulings, ruling))
        case MatchEnded():
            # A match that is over keeps the time of its end when it is only ranked anew.
            since = time if state.ending is None else state.ending.time
            return replace(state, ending=Ending(event.how, since, event.who, event.why, event.final))
        case MatchAbandoned():
            return replace(state, ending=Ending("abandoned", time, event.who, event.why))
    return state


def _hand_started(state: MatchState, event: HandStarted, time: str) -> MatchState:
    if event.hand != len(state.hands) + 1:
        return state
    standing = standing_from(event.position)
    hand = Hand(event.hand, standing, time, _break(event))
    return replace(state, hands=(*state.hands, hand), standing=standing, break_throw=())


def _break(event: HandStarted) -> Break | None:
    if event.broken is None:
        return None
    return Break(event.dice, event.second_throw or (), event.broken.sides, event.broken.single_end)


def _hand_ended(state: MatchState, event: HandEnded, time: str) -> MatchState:
    hand = state.hand(event.hand)
    if hand is None:
        return state
    result = _result(event, time)
    return replace(_with_result(state, hand, result), standing=result.next)


def _corrected(state: MatchState, event: HandCorrected, time: str) -> MatchState:
    hand = state.hand(event.hand)
    if hand is None:
        return state
    state = _with_result(state, hand, _result(event, time, event.why))
    for change in event.resettled:
        state = _resettled(state, event, change, time)
    if state.running is not None:
        return replace(state, standing=state.running.standing)
    last, ending = state.last, state.ending
    then = None if last is None or last.result is None else last.result.next
    reopened = then is not None and ending is not None and ending.how == "played-out"
    return replace(state, standing=then, ending=None if reopened else ending)


def _resettled(state: MatchState, event: HandCorrected, change: ResettledHand, time: str) -> MatchState:
    hand = state.hand(change.hand)
    if hand is None:
        return state
    hand = replace(hand, standing=standing_from(change.position))
    if hand.result is None or change.settlement is None:
        return _with_hand(state, hand)
    moved = replace(
        hand.result,
        settlement=settlement_from(change.settlement),
        next=next_from(change.next),
        who=event.who,
        why=event.why,
        time=time,
        cause=event.hand,
    )
    return _with_result(state, hand, moved)


def _result(event: ResultRecorded, time: str, why: str = "") -> Result:
    return Result(
        outcome=outcome_from(event.outcome),
        wins=tuple(win_from(win) for win in event.wins),
        passed_over=event.passed_over,
        settlement=settlement_from(event.settlement),
        next=next_from(event.next),
        who=event.who,
        why=why,
        time=time,
    )


def _with_result(state: MatchState, hand: Hand, result: Result) -> MatchState:
    return _with_hand(state, replace(hand, results=(*hand.results, result)))


def _with_hand(state: MatchState, hand: Hand) -> MatchState:
    """``hand`` in the place of the one with its number, which was played."""
    return replace(state, hands=(*state.hands[: hand.index - 1], hand, *state.hands[hand.index :]))


def _penalty(event: PenaltyRecorded, time: str) -> Penalty:
    return Penalty(
        number=event.penalty,
        hand=event.hand,
        seat=event.seat,
        player=event.player,
        kind=event.kind,
        effect=event.effect,
        movements=tuple(Movement(one.payer, one.payee, one.amount) for one in event.movements),
        settle=event.settle,
        kitty=event.kitty,
        who=event.who,
        why=event.why,
        time=time,
        cancels=event.cancels,
    )
