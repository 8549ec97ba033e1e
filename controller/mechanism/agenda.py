"""How a movement of the table breaks down into single steps, and what the table goes on to do by itself."""

from __future__ import annotations

from typing import Final

from controller.events.machine import SetName
from controller.mechanism import tasks
from controller.mechanism.faults import Family, family_of, number_of
from controller.mechanism.moves import Move
from controller.mechanism.situation import STOPPING, blocks
from controller.mechanism.state import Live, Quota, State
from controller.mechanism.tasks import Task, TaskKind
from controller.walls.sides import SIDES
from firmware_bridge.messages import BuildPhase, Mechanism, Position, Sensors

Tasks = tuple[Task, ...]

ALL_SIDES: Final = (1 << SIDES) - 1
"""Of the masks of sides in messages."""
HEAD_TURNS: Final = 3
"""Pushes that empty a side: two tiles in the head and up to four in its channel, two with each push."""
HEAD_TURNS_FULL: Final = 4
"""... and up to six, when some channel is seen full."""

_FULL: Final = Sensors.FULL_0 | Sensors.FULL_1 | Sensors.FULL_2 | Sensors.FULL_3

_CONTINUE: Final = Task(TaskKind.CONTINUE)


def agenda_of(state: State, move: Move) -> Tasks:
    """The steps of a move. Each must end well before the next begins; whatever goes wrong drops the rest."""
    simple = _SIMPLE.get(move)
    if simple is not None:
        return simple
    if move is Move.OPEN:
        return (*clears(state, Family.HATCH), Task(TaskKind.OPEN))
    if move in (Move.CLOSE, Move.CLOSE_EMPTY):
        return (*clears(state, Family.HATCH), Task(TaskKind.CLOSE, load=move is Move.CLOSE), _CONTINUE)
    if move is Move.RAISE:
        return (*clears(state), *_raise(state, state.books.staged), _CONTINUE)
    if move is Move.BUILD:
        return (*clears(state), Task(TaskKind.BUILD))
    if move is Move.RUN_OUT:
        return _run_out(state)
    return (*clears(state), *_lower(state.live), _CONTINUE)


_SIMPLE: Final[dict[Move, Tasks]] = {
    Move.PAUSE: (Task(TaskKind.PAUSE),),
    Move.PAUSE_OPEN: (Task(TaskKind.PAUSE, optional=True), Task(TaskKind.OPEN)),
    Move.RESET: (Task(TaskKind.RESET),),
}


def following(state: State) -> Tasks:
    """What comes next without anyone asking, once the hatch is closed: go on with a suspended build; else raise the
    finished wall, and only then build the set in the drum, so that people never wait for the shuffle.
    """
    books = state.books
    if not _at_rest(state) or books.lost:
        return ()
    if books.building:
        return (*clears(state), Task(TaskKind.RESUME)) if books.suspended else ()
    if not books.in_drum or books.book(books.in_drum).partial:
        return ()
    if not books.staged:
        return (*clears(state), Task(TaskKind.BUILD)) if books.plan_fits else ()
    if books.raised or state.live.half_raised:
        return ()
    return (*clears(state), *_raise(state, books.staged), _CONTINUE)


def clears(state: State, only: Family | None = None) -> Tasks:
    """Acknowledges every fault that blocks, or those of one family."""
    faults = [fault for fault in state.books.faults if fault.origin == "board" and blocks(fault)]
    numbers = [number_of(fault) for fault in faults if only in (None, family_of(fault))]
    return tuple(Task(TaskKind.CLEAR, fault=number) for number in numbers if number is not None)


def sides_with_tiles(quota: Quota) -> int:
    """Bit mask of the sides that have a wall: nothing moves on the others."""
    return tasks.mask(frozenset(side for side in range(SIDES) if quota[side]))


def wall_sides(state: State, name: SetName | None) -> int:
    """Bit mask of the sides on which the wall of a set stands; all, when its plan is not known."""
    plan = state.books.book(name).plan if name else None
    return sides_with_tiles(plan.quota) if plan else ALL_SIDES


def _at_rest(state: State) -> bool:
    live = state.live
    closed = live.hatch is Position.HOME and not state.books.hatch_open
    return live.connected and closed and not live.lifts_away and not live.latches & STOPPING


def _raise(state: State, name: SetName | None) -> Tasks:
    sides = wall_sides(state, name)
    return (Task(TaskKind.RAISE, sides), Task(TaskKind.DWELL, sides), Task(TaskKind.LOWER, sides))


def _lower(live: Live) -> Tasks:
    away = live.lifts_away
    return (Task(TaskKind.LOWER, tasks.mask(away)),) if away else ()


def _run_out(state: State) -> Tasks:
    """Brings a wall whose counts are lost up in people's hands: what is left in heads and channels is pushed into the
    trays first, or the next build would be short by tiles that nobody can find. Counts that are known and wrong leave
    the channels empty.
    """
    sides = wall_sides(state, state.books.building)
    cancel = (Task(TaskKind.CANCEL, optional=True),) if state.live.phase is BuildPhase.SUSPENDED else ()
    pushes = () if state.books.suspended == "counts-wrong" else _pushes(sides, state.live)
    lift = (Task(TaskKind.RAISE, sides), Task(TaskKind.DWELL, sides), Task(TaskKind.LOWER, sides))
    return (*clears(state), *cancel, *_lower(state.live), *pushes, *lift, Task(TaskKind.RAN_OUT))


def _pushes(sides: int, live: Live) -> Tasks:
    heads = [Mechanism(Mechanism.HEAD_0 + side) for side in sorted(tasks.sides_of(sides))]
    turn = tuple(Task(TaskKind.RUN_OUT, mechanism=head, optional=True) for head in heads)
    home = tuple(Task(TaskKind.HOME, mechanism=head, optional=True) for head in heads)
    return turn * (HEAD_TURNS_FULL if live.sensors & _FULL else HEAD_TURNS) + home
