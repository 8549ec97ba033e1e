"""What a finished motion means: whose tiles went into the well, and whether a wall stands on the table."""

from __future__ import annotations

from controller.events.machine import HatchClosed, HatchOpened, SetLoaded, SetName, WallRaised
from controller.mechanism import tasks
from controller.mechanism.agenda import wall_sides
from controller.mechanism.faults import INCONSISTENT
from controller.mechanism.state import FIRST_LIFT, HATCH
from controller.mechanism.transition import Turn
from firmware_bridge.messages import Position


def put(turn: Turn, mechanisms: frozenset[int], position: Position) -> None:
    """Notes where mechanisms stand."""
    positions = tuple(position if index in mechanisms else old for index, old in enumerate(turn.live.positions))
    turn.change(positions=positions)


def put_lifts(turn: Turn, sides: int, position: Position) -> None:
    put(turn, frozenset(FIRST_LIFT + side for side in tasks.sides_of(sides)), position)


def hatch_opened(turn: Turn) -> None:
    put(turn, frozenset({HATCH}), Position.AWAY)
    if not turn.books.hatch_open:
        turn.emit(HatchOpened())


def hatch_closed(turn: Turn, load: bool) -> None:
    """Closes the books on an open hatch: with ``load``, the tiles that people were to push in are in the drum now.

    Nothing can see them there; a person pressed the key for it.
    """
    put(turn, frozenset({HATCH}), Position.HOME)
    turn.change(closing=False)
    if not turn.books.hatch_open:
        return
    turn.emit(HatchClosed())
    name = _loaded(turn) if load else None
    if name:
        turn.emit(SetLoaded(name))


def _loaded(turn: Turn) -> SetName | None:
    drum = turn.books.in_drum
    if drum and turn.books.book(drum).partial:
        return drum
    return turn.books.expected


def seen(turn: Turn, positions: tuple[Position, ...]) -> None:
    """Takes positions that the board reports while nothing moves."""
    turn.change(positions=positions)
    lift_seen(turn, turn.live.lifts_away)
    if turn.live.hatch is Position.AWAY and not turn.books.hatch_open:
        turn.emit(HatchOpened())
    settle_lifts(turn)


def lift_seen(turn: Turn, sides: frozenset[int]) -> None:
    """Lifts that are away from home during a raise."""
    if turn.live.lifted is not None:
        turn.change(lifted=turn.live.lifted | sides)


def settle_lifts(turn: Turn) -> None:
    """All lifts home after a raise: the wall stands on the table when every side with tiles has made its turn.

    A lift has one way to go: what leaves home comes up and then returns, so a lift that was seen away has shown its
    wall. When only some were, people must look: ``half_raised``. When the other set is in play, two walls are up and
    only people can say which is which.
    """
    live, staged = turn.live, turn.books.staged
    if live.lifts_away or live.lifted is None:
        return
    turn.change(lifted=None)
    if staged is None or not live.lifted:
        return
    if turn.books.raised:
        turn.declare(INCONSISTENT, check="two-sets-raised")
    elif tasks.sides_of(wall_sides(turn.state, staged)) <= live.lifted:
        turn.change(half_raised=False)
        turn.emit(WallRaised(staged))
    else:
        turn.change(half_raised=True)


def forget_positions(turn: Turn, task: tasks.Task) -> None:
    """A motion broke off: where its mechanism stands is not known until the board says so."""
    if task.kind in (tasks.TaskKind.OPEN, tasks.TaskKind.CLOSE):
        put(turn, frozenset({HATCH}), Position.UNKNOWN)
    elif task.kind in (tasks.TaskKind.RAISE, tasks.TaskKind.LOWER):
        put_lifts(turn, task.sides, Position.UNKNOWN)
        if task.kind is tasks.TaskKind.LOWER:
            lift_seen(turn, tasks.sides_of(task.sides))
