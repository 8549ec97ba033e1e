"""Folds what has passed between the table and its hall."""

from __future__ import annotations

from dataclasses import replace

from controller.events import Recorded
from controller.events.hall import (
    HallClockSet,
    HallGrantGiven,
    HallGrantRevoked,
    HallHandAllowed,
    HallJoined,
    HallLeft,
    HallMessageRead,
    HallMessageShown,
    HallOrderRefused,
    HallOrderTaken,
    HallReleased,
)
from controller.uplink.draw import drawn_after, wanted_after
from controller.uplink.gong import Clock
from controller.uplink.state import MOST_ANSWERED, MOST_GRANTS, Answered, Hall, HallState, Message


def evolve(state: HallState, recorded: Recorded) -> HallState:
    """The state after an event; others than those of the hall, and of a draw, change nothing."""
    draw = wanted_after(state.draw, recorded.event)
    drawn = drawn_after(state.drawn, state.draw, recorded.event)
    if draw is not state.draw or drawn is not state.drawn:
        state = replace(state, draw=draw, drawn=drawn)
    match recorded.event:
        case HallJoined() as joined:
            hall = Hall(joined.hall, joined.name, joined.key, joined.table, recorded.time)
            return HallState(hall, left_at=state.left_at)
        case HallLeft():
            return HallState(left_at=recorded.seq)
        case HallReleased() if state.hall is not None:
            return replace(state, hall=replace(state.hall, released=True))
        case HallOrderTaken(order=order, kind=kind, who=who):
            return _answered(state, Answered(order, kind, recorded.seq, who, recorded.time))
        case HallOrderRefused(order=order, kind=kind, who=who, code=code, detail=detail):
            return _answered(state, Answered(order, kind, recorded.seq, who, recorded.time, code, detail))
        case HallClockSet() as clock:
            return replace(state, clock=_clock(clock))
        case HallHandAllowed() if state.clock is not None:
            return replace(state, clock=replace(state.clock, allowed=state.clock.allowed + 1))
        case HallMessageShown(text=text, who=who):
            return replace(state, message=Message(text, who, recorded.time))
        case HallMessageRead():
            return replace(state, message=None)
        case HallGrantGiven(grant=grant):
            return replace(state, grants=(*state.grants, grant)[-MOST_GRANTS:])
        case HallGrantRevoked(grant=grant):
            return replace(state, grants=tuple(one for one in state.grants if one != grant))
        case _:
            return state


def _answered(state: HallState, answer: Answered) -> HallState:
    return replace(state, answered=(*state.answered, answer)[-MOST_ANSWERED:])


def _clock(event: HallClockSet) -> Clock | None:
    if event.ends is None:
        return None
    return Clock(event.ends, event.inside, event.between, event.again, event.stops, event.game)
