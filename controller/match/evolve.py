"""The fold: a match and one recorded event give the match after it. Never fails on an event that ``decide`` made."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import replace
from typing import Any

from controller.events import Event, Recorded
from controller.match.codec import flat_from, outcome_from, settlement_from, standing_from
from controller.match.state import (
    Break,
    Ending,
    Hand,
    MatchState,
    Movement,
    Penalty,
    Result,
    Ruling,
    SeatThrow,
)
from controller.rules.entry import asks_from
from controller.rules.game import DicePlan, WallPlan

Data = Mapping[str, Any]
Fold = Callable[[MatchState, Data, str], MatchState]


def evolve(state: MatchState | None, recorded: Recorded) -> MatchState | None:
    """The match after the event. A start replaces the match before it; events of other rooms or matches change
    nothing.
    """
    event, data = recorded.event, recorded.event.data
    if event.type == "match.started":
        return _started(data, recorded.time)
    fold = FOLDS.get(event.type)
    if state is None or fold is None or data.get("match") != state.id:
        return state
    return fold(state, data, recorded.time)


def _started(data: Data, time: str) -> MatchState:
    return MatchState(
        id=data["match"],
        ruleset=data["ruleset"],
        options=data["options"],
        unit=data["unit"],
        start_points=data["start_points"],
        wall=flat_from(WallPlan, data["wall"]),
        dice=flat_from(DicePlan, data["dice"]),
        names=tuple(data["names"]),
        asks=asks_from(data.get("asks", {})),
        seats=tuple(data["chairs"]),
        seating=data["seating"],
        started=time,
    )


def _rolled(state: MatchState, data: Data, _time: str) -> MatchState:
    dice = tuple(data["dice"])
    if data.get("rethrow"):
        return state
    if state.phase == "first-dealer":
        return replace(state, throws=(*state.throws, SeatThrow(data["seat"], dice)))
    if data["purpose"] == "break" and state.dice.throws == 2:
        return replace(state, break_throw=dice)
    return state


def _seated(state: MatchState, data: Data, _time: str) -> MatchState:
    return replace(state, seats=tuple(data["chairs"]), winds_drawn=tuple(data["chairs_by_wind"]))


def _first_dealer(state: MatchState, data: Data, _time: str) -> MatchState:
    return replace(state, standing=standing_from(data["position"]))


def _hand_started(state: MatchState, data: Data, time: str) -> MatchState:
    standing = standing_from(data["position"])
    assert standing is not None, "a hand is always started at a position"
    hand = Hand(data["hand"], standing, time, _break(data))
    return replace(state, hands=(*state.hands, hand), standing=standing, break_throw=())


def _break(data: Data) -> Break | None:
    if not data["break"]:
        return None
    sides, second = data["break"].get("sides"), data.get("second_throw") or ()
    return Break(
        tuple(data["dice"]),
        tuple(second),
        None if sides is None else (sides[0], sides[1], sides[2], sides[3]),
        data["break"].get("single_end", "left"),
    )


def _hand_ended(state: MatchState, data: Data, time: str) -> MatchState:
    result = _result(data, time)
    return replace(_with_result(state, data["hand"], result), standing=result.next)


def _corrected(state: MatchState, data: Data, time: str) -> MatchState:
    state = _with_result(state, data["hand"], _result(data, time))
    for change in data["resettled"]:
        state = _resettled(state, data, change, time)
    if state.running is not None:
        return replace(state, standing=state.running.standing)
    last = state.last
    assert last is not None and last.result is not None, "a corrected match has an ended hand"
    then, ending = last.result.next, state.ending
    reopened = then is not None and ending is not None and ending.how == "played-out"
    return replace(state, standing=then, ending=None if reopened else ending)


def _resettled(state: MatchState, data: Data, change: Data, time: str) -> MatchState:
    hand = state.hands[change["hand"] - 1]
    hand = replace(hand, standing=standing_from(change["position"]) or hand.standing)
    state = _with_hand(state, hand)
    if hand.result is None:
        return state
    moved = replace(
        hand.result,
        settlement=settlement_from(change["settlement"]),
        next=standing_from(change["next"]),
        who=data["who"],
        why=data["why"],
        time=time,
        cause=data["hand"],
    )
    return _with_result(state, hand.index, moved)


def _result(data: Data, time: str) -> Result:
    return Result(
        outcome=outcome_from(data["outcome"]),
        wins=tuple(data["wins"]),
        passed_over=tuple(data["passed_over"]),
        settlement=settlement_from(data["settlement"]),
        next=standing_from(data["next"]),
        who=data["who"],
        why=data.get("why", ""),
        time=time,
    )


def _with_result(state: MatchState, index: int, result: Result) -> MatchState:
    hand = state.hands[index - 1]
    return _with_hand(state, replace(hand, results=(*hand.results, result)))


def _with_hand(state: MatchState, hand: Hand) -> MatchState:
    hands = list(state.hands)
    hands[hand.index - 1] = hand
    return replace(state, hands=tuple(hands))


def _penalty(state: MatchState, data: Data, time: str) -> MatchState:
    movements = tuple(Movement(one["payer"], one["payee"], one["amount"]) for one in data["movements"])
    penalty = Penalty(
        number=data["penalty"],
        hand=data["hand"],
        seat=data["seat"],
        player=data["player"],
        kind=data["kind"],
        effect=data["effect"],
        movements=movements,
        settle=data["settle"],
        kitty=data["kitty"],
        who=data["who"],
        why=data["why"],
        time=time,
        cancels=data.get("cancels"),
    )
    return replace(state, penalties=(*state.penalties, penalty))


def _ruling(state: MatchState, data: Data, time: str) -> MatchState:
    ruling = Ruling(data["ruling"], data["hand"], data["text"], data["who"], time)
    return replace(state, rulings=(*state.rulings, ruling))


def _ended(state: MatchState, data: Data, time: str) -> MatchState:
    """A match that is over keeps the time of its end when it is only ranked anew."""
    since = time if state.ending is None else state.ending.time
    return replace(state, ending=Ending(data["how"], since, data["who"], data["why"], data["final"]))


def _abandoned(state: MatchState, data: Data, time: str) -> MatchState:
    return replace(state, ending=Ending("abandoned", time, data["who"], data["why"]))


FOLDS: Mapping[str, Fold] = {
    "dice.rolled": _rolled,
    "match.seated": _seated,
    "match.first-dealer": _first_dealer,
    "match.hand-started": _hand_started,
    "match.hand-ended": _hand_ended,
    "match.hand-corrected": _corrected,
    "match.penalty": _penalty,
    "match.ruling": _ruling,
    "match.ended": _ended,
    "match.abandoned": _abandoned,
}


def after(state: MatchState, events: Iterable[Event]) -> MatchState:
    """The match after events that are decided but not yet recorded: what a decision looks at before it goes on."""
    for event in events:
        state = evolve(state, Recorded(0, "", event, "")) or state
    return state


def begun(started: Event) -> MatchState:
    """The match that ``match.started`` makes, before it is recorded."""
    state = evolve(None, Recorded(0, "", started, ""))
    assert state is not None, "a start makes a match"
    return state
