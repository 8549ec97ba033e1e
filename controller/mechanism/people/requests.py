"""What people ask for without a key: the same moves as the keys make, and the words that only a person can say."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from controller.events.machine import HatchClosed, MachineStopped, Place, SetName, SetsPlaced, TableEmptied
from controller.mechanism import faults
from controller.mechanism.agenda import agenda_of, clears
from controller.mechanism.inputs import Request
from controller.mechanism.moves import POSSIBLE_MOVES, Move, PossibleMoves
from controller.mechanism.situation import situation
from controller.mechanism.state import SETS
from controller.mechanism.tasks import Task, TaskKind
from controller.mechanism.transition import Turn
from controller.refusals import Code, Refused
from firmware_bridge import messages as m
from firmware_bridge.messages import BuildPhase, Position

MOVES: Final[Mapping[Request, tuple[Move, ...]]] = {
    Request.OPEN: (Move.OPEN,),
    Request.CLOSE: (Move.CLOSE,),
    Request.CLOSE_EMPTY: (Move.CLOSE_EMPTY,),
    Request.RAISE: (Move.RAISE, Move.FINISH_LIFTS, Move.RUN_OUT),
    Request.BUILD: (Move.BUILD,),
    Request.PAUSE: (Move.PAUSE,),
    Request.RESUME: (Move.GO_ON,),
    Request.RESET: (Move.RESET,),
}


def requested(turn: Turn, request: Request, fault: str | None) -> None:
    """Carries a request out or raises ``Refused`` with what is in the way."""
    if request is Request.EMPTIED:
        _emptied(turn)
        return
    if not turn.live.connected:
        raise Refused(Code.BOARD_AWAY)
    if request is Request.STOP:
        _stop(turn)
    elif request is Request.CLEAR_FAULT:
        _clear(turn, fault)
    elif request is Request.RESET:
        _reset(turn)
    else:
        _move(turn, request)


def _stop(turn: Turn) -> None:
    turn.order(m.Stop(token=0))
    turn.change(agenda=())
    if turn.books.stop is None:
        turn.emit(MachineStopped("operator"))


def _reset(turn: Turn) -> None:
    """A reset is always in place, except while the button is in, while a motion runs, or over an open hatch."""
    task = turn.live.task
    if task is not None and task.kind is not TaskKind.RESET:
        raise Refused(Code.MOVING)
    if turn.live.running:
        raise Refused(Code.BUILD_RUNNING)
    turn.change(task=None)
    turn.begin(agenda_of(turn.state, Move.RESET), "operator")


def _move(turn: Turn, request: Request) -> None:
    here = situation(turn.state)
    way = POSSIBLE_MOVES[here]
    move = next((move for move in MOVES[request] if move in way.moves), None)
    if move is None:
        raise Refused(Code.NOT_NOW, _why(request, here.value), _instead(way), situation=here.value)
    if turn.live.latches & m.Latches.AWAITING_KEY:
        raise Refused(Code.AWAITING_KEY)
    turn.begin(agenda_of(turn.state, move), "operator")


def _why(request: Request, here: str) -> str:
    return f"'{request.value}' does nothing in the situation '{here}'."


def _instead(way: PossibleMoves) -> str:
    now = [name.value for name, moves in MOVES.items() if any(move in way.moves for move in moves)]
    return f"Now possible: {', '.join(now)}." if now else "See the prompt of the table for the next step."


def _clear(turn: Turn, fault_id: str | None) -> None:
    """Acknowledges faults: warnings at once, the board's own through the board."""
    wanted = [fault for fault in turn.books.faults if fault_id in (None, fault.code, fault.id)]
    if not wanted:
        raise Refused(Code.NO_FAULT)
    numbers = [faults.number_of(fault) for fault in wanted if fault.origin == "board"]
    if turn.live.task is not None and numbers:
        raise Refused(Code.MOVING)
    for fault in wanted:
        if fault.origin == "table" and fault.severity == "warn" and fault.code != "W03":
            turn.clear_fault(fault, "operator")
    turn.begin(tuple(Task(TaskKind.CLEAR, fault=number) for number in numbers if number is not None), "operator")


def _emptied(turn: Turn) -> None:
    """Every tile was taken out of the table: it begins with the first set again."""
    _must_rest(turn)
    _settle(turn)
    turn.emit(TableEmptied())
    _cancel(turn)


def placed(turn: Turn, sets: Mapping[str, Place]) -> None:
    """Books where a person says the sets are. Raises ``Refused`` for places that cannot be."""
    _must_rest(turn)
    places = {name: sets.get(name, turn.books.book(name).place) for name in SETS}
    unknown = [name for name in sets if name not in SETS]
    if unknown:
        raise Refused(Code.UNKNOWN_SET, f"There is no set {unknown[0]}.", field="sets")
    _check_places(turn, places)
    _settle(turn)
    turn.emit(SetsPlaced(places))
    if Place.BUILDING not in places.values():
        _cancel(turn)


def _check_places(turn: Turn, places: Mapping[SetName, Place]) -> None:
    inside = [Place.IN_DRUM if place is Place.BUILDING else place for place in places.values()]
    twice = [place for place in inside if place is not Place.OUTSIDE and inside.count(place) > 1]
    if twice:
        raise Refused(Code.PLACE_TAKEN, f"Both sets cannot be at '{twice[0].value}'.", field="sets")
    built = {name for name, place in places.items() if place is Place.BUILDING}
    if built - {turn.books.building}:
        raise Refused(Code.NOT_BUILDING, field="sets")
    if built and Place.STAGED in places.values():
        raise Refused(Code.PLACE_TAKEN, "A wall cannot wait where another is being built.", field="sets")


def _must_rest(turn: Turn) -> None:
    if turn.live.connected and (turn.live.task is not None or turn.live.running):
        raise Refused(Code.MOVING)


def _settle(turn: Turn) -> None:
    """A person has looked: what the books doubted, and what the table declared by itself, is over."""
    for fault in turn.books.faults:
        if fault.origin == "table" and faults.family_of(fault) in (faults.Family.BOOKS, faults.Family.DRUM):
            turn.clear_fault(fault, "operator")
    turn.change(half_raised=False, lifted=None)
    if turn.books.hatch_open and turn.live.hatch is Position.HOME:
        turn.emit(HatchClosed())


def _cancel(turn: Turn) -> None:
    cancelling = turn.live.connected and turn.live.phase is BuildPhase.SUSPENDED
    tasks = (*clears(turn.state), Task(TaskKind.CANCEL, optional=True)) if cancelling else ()
    if tasks:
        turn.begin(tasks, "operator")
