"""What may be done in each situation, and by which key: the one list behind keys, HTTP and prompts."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from typing import Final

from controller.mechanism.situation import Situation
from firmware_bridge.messages import Key

S = Situation


class Move(StrEnum):
    """A movement of the table as people see it."""

    OPEN = "open"
    PAUSE_OPEN = "pause-open"
    CLOSE = "close"
    CLOSE_EMPTY = "close-empty"
    RAISE = "raise"
    FINISH_LIFTS = "finish-lifts"
    RUN_OUT = "run-out"
    BUILD = "build"
    GO_ON = "go-on"
    PAUSE = "pause"
    RESET = "reset"


@dataclass(frozen=True, slots=True)
class PossibleMoves:
    """Moves that make sense now. ``open``, ``raise_``, ``both`` are those of the keys; ``hint`` names the sentence
    for a key that does nothing (none: what moves says enough); ``more`` are moves that only a command asks for.
    ``people`` marks situations whose way out is in people's hands (a cable, a button), ``passing`` those that end by
    themselves, ``confirm`` those in which people may say where the sets are.
    """

    open: Move | None = None
    raise_: Move | None = None
    both: Move | None = None
    more: tuple[Move, ...] = ()
    hint: str = ""
    people: bool = False
    passing: bool = False
    confirm: bool = False

    def of(self, key: Key) -> Move | None:
        """The move of a key."""
        return {Key.OPEN: self.open, Key.RAISE: self.raise_, Key.BOTH: self.both}.get(key)

    @property
    def moves(self) -> tuple[Move, ...]:
        """All moves, the natural next one first, without repeats."""
        wanted = (self.open, self.raise_, self.both, *self.more)
        return tuple(dict.fromkeys(move for move in wanted if move is not None))


_HANDS = PossibleMoves(people=True)
_PASSES = PossibleMoves(passing=True)

POSSIBLE_MOVES: Final[dict[Situation, PossibleMoves]] = {
    S.BOARD_AWAY: _HANDS,
    S.BOARD_INCOMPATIBLE: _HANDS,
    S.STOP_PRESSED: PossibleMoves(people=True, hint="prompt.stop-pressed"),
    S.COVER_OPEN: PossibleMoves(people=True, hint="prompt.cover-open"),
    S.HOT: PossibleMoves(passing=True, hint="prompt.hot"),
    S.RESET_NEEDED: PossibleMoves(Move.RESET, Move.RESET),
    S.RESETTING: _PASSES,
    S.KEY_AWAITED: _HANDS,
    S.OPENING: _PASSES,
    S.CLOSING: _PASSES,
    S.RAISING: _PASSES,
    S.RUNNING_OUT: _PASSES,
    S.RESUMING: PossibleMoves(both=Move.PAUSE_OPEN, passing=True),
    S.STARTING: PossibleMoves(both=Move.PAUSE_OPEN, passing=True),
    S.BOOKS_WRONG: PossibleMoves(more=(Move.RESET,), confirm=True, hint="remedy.confirm-sets"),
    S.HATCH_FAULT_OPENING: PossibleMoves(Move.OPEN, Move.OPEN, more=(Move.RESET,)),
    S.HATCH_FAULT_CLOSING: PossibleMoves(Move.CLOSE, Move.CLOSE, more=(Move.OPEN, Move.RESET)),
    S.LIFT_FAULT: PossibleMoves(Move.GO_ON, Move.GO_ON, more=(Move.RESET,)),
    S.SIDE_FAULT: PossibleMoves(Move.OPEN, Move.GO_ON, Move.OPEN, more=(Move.RESET,)),
    S.DRUM_FAULT: PossibleMoves(Move.OPEN, Move.GO_ON, Move.OPEN, more=(Move.RESET,)),
    S.HEAT_FAULT: PossibleMoves(Move.GO_ON, Move.GO_ON, more=(Move.RESET,)),
    S.HATCH_OPEN: PossibleMoves(Move.CLOSE, Move.CLOSE, more=(Move.CLOSE_EMPTY,)),
    S.HATCH_OPEN_IN_BUILD: PossibleMoves(Move.CLOSE, Move.CLOSE),
    S.HATCH_BETWEEN: PossibleMoves(Move.OPEN, Move.OPEN),
    S.HATCH_DOUBT: PossibleMoves(Move.OPEN, Move.OPEN, confirm=True),
    S.LIFTS_AWAY: PossibleMoves(Move.FINISH_LIFTS, Move.FINISH_LIFTS),
    S.BUILDING: PossibleMoves(both=Move.PAUSE_OPEN, more=(Move.PAUSE,), passing=True, hint="prompt.press-both"),
    S.BUILD_LOST: PossibleMoves(None, Move.RUN_OUT, confirm=True, hint="prompt.build-lost"),
    S.BUILD_SUSPENDED: PossibleMoves(Move.GO_ON, Move.GO_ON, Move.OPEN, more=(Move.OPEN,)),
    S.PARTIAL: PossibleMoves(Move.OPEN, hint="prompt.partial"),
    S.HALF_RAISED: PossibleMoves(None, Move.RAISE, confirm=True, hint="prompt.half-raised"),
    S.DRUM_AND_STAGED: PossibleMoves(Move.OPEN, Move.RAISE),
    S.PLAN_TOO_LONG: PossibleMoves(Move.OPEN, people=True, hint="prompt.plan-too-long"),
    S.DRUM_LOADED: PossibleMoves(Move.OPEN, Move.BUILD),
    S.STAGED_LOAD_NEXT: PossibleMoves(Move.OPEN, Move.RAISE),
    S.STAGED: PossibleMoves(None, Move.RAISE, hint="prompt.staged"),
    S.PLAYING_READY: PossibleMoves(Move.OPEN, hint="prompt.push-in-first"),
    S.PLAYING: PossibleMoves(Move.OPEN, hint="prompt.push-in-first"),
    S.EMPTY: PossibleMoves(Move.OPEN, hint="prompt.empty", confirm=True),
}
