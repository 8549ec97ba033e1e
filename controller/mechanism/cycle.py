"""The brain of the cycle: one input in, a new state, orders for the board and events for the journal out.

Normal hand change: the OPEN key opens the hatch, people push the tiles in, OPEN closes it; then the finished wall rises
at once and, when its lifts are home, the set in the drum is built while the hand is played. Nothing waits that could
run: the only wait of its own is the dwell of the raised wall.

Pure: no clock, no I/O. Requests that cannot be met raise ``Refused`` and change nothing.
"""

from __future__ import annotations

from controller.mechanism.board.dice_display import dice_echoed
from controller.mechanism.board.notifications import notified
from controller.mechanism.board.reconcile import connected, lost
from controller.mechanism.board.replies import replied, timer_elapsed
from controller.mechanism.inputs import (
    BoardConnected,
    BoardLost,
    DiceEchoed,
    Effects,
    Input,
    Notification,
    PlanRequested,
    Reply,
    Requested,
    SetsPlaced,
    TimerElapsed,
)
from controller.mechanism.people.requests import placed, requested
from controller.mechanism.people.wall_plan import note_plan, plan_requested
from controller.mechanism.state import State
from controller.mechanism.transition import Turn


def step(state: State, given: Input) -> Effects:
    """What the input leads to.

    Raises ``Refused`` for a request that makes no sense now or never; the state is then as before.
    """
    turn = Turn(state)
    _dispatch(turn, given)
    note_plan(turn)
    return turn.step()


def _dispatch(turn: Turn, given: Input) -> None:
    match given:
        case Notification(message):
            notified(turn, message)
        case Reply(tag, message):
            replied(turn, tag, message)
        case TimerElapsed(timer, serial):
            timer_elapsed(turn, timer, serial)
        case BoardConnected(welcome):
            connected(turn, welcome)
        case DiceEchoed():
            dice_echoed(turn, given)
        case BoardLost(reason):
            lost(turn, reason)
        case Requested(request, fault):
            requested(turn, request, fault)
        case SetsPlaced(sets):
            placed(turn, sets)
        case PlanRequested(plan):
            plan_requested(turn, plan)
