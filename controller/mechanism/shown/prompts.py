"""What a person should do next: one sentence for every situation, and the commands that make sense in it.

Keys are those of the message catalogue ``machine``. Sides in ``args`` are numbered from 1, as on the deck.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any, Final

from controller.events.machine import Place
from controller.mechanism import faults
from controller.mechanism.moves import POSSIBLE_MOVES, Move, PossibleMoves
from controller.mechanism.people.wall_plan import older_plan, tiles_to_change
from controller.mechanism.situation import Situation, blocking, situation
from controller.mechanism.state import ActiveFault, State
from firmware_bridge.messages import Latches

S = Situation


@dataclass(frozen=True, slots=True)
class Prompt:
    """``actions`` are the commands of ``POST /table/commands`` that are possible now, the natural one first."""

    key: str
    args: dict[str, Any] = field(default_factory=dict)
    actions: tuple[str, ...] = ()


# Both keys at once have no command of their own: PAUSE, then OPEN, is the same.
_COMMANDS: Final[dict[Move, str]] = {
    Move.OPEN: "open",
    Move.CLOSE: "close",
    Move.CLOSE_EMPTY: "close-empty",
    Move.RAISE: "raise",
    Move.FINISH_LIFTS: "raise",
    Move.RUN_OUT: "raise",
    Move.BUILD: "build",
    Move.GO_ON: "resume",
    Move.PAUSE: "pause",
    Move.RESET: "reset",
}

# Remedies whose words say to press Raise; those of the others begin with Open, or name a command.
_RAISE_AT: Final = ("free-head", "clear-slot", "cool-and-clear", "let-cool")
_COMMAND_OF_REMEDY: Final[dict[str, str]] = {
    "reset": "reset",
    "confirm-sets": "placed",
    "empty-and-restart": "emptied",
}

_STOPPABLE: Final = frozenset(
    {S.OPENING, S.CLOSING, S.RAISING, S.RUNNING_OUT, S.RESUMING, S.STARTING, S.BUILDING, S.RESETTING}
)

_AT_FAULT: Final = frozenset(
    {
        S.HATCH_FAULT_OPENING,
        S.HATCH_FAULT_CLOSING,
        S.LIFT_FAULT,
        S.SIDE_FAULT,
        S.DRUM_FAULT,
        S.HEAT_FAULT,
        S.BOOKS_WRONG,
    }
)


def prompt(state: State) -> Prompt:
    """The prompt; there always is one."""
    here = situation(state)
    key, args = _words(state, here)
    return Prompt(key, args, _actions(state, here))


def _words(state: State, here: Situation) -> tuple[str, dict[str, Any]]:
    live = state.live
    if live.notice is not None:
        return live.notice, _args(state)
    if live.refusal is not None and here not in _STOPPABLE:
        verdict = live.refusal.verdict.name.lower().replace("_", "-")
        return f"prompt.refused.{verdict}", _args(state)
    fault = blocking(state)
    if here in _AT_FAULT and fault is not None:
        return _remedy(state, fault)
    return _key(state, here), _args(state)


def _remedy(state: State, fault: ActiveFault) -> tuple[str, dict[str, Any]]:
    side = {} if fault.side is None else {"side": fault.side + 1}
    return f"remedy.{_next_remedy(state, fault)}", {**_args(state), **side, "code": fault.code}


def _next_remedy(state: State, fault: ActiveFault) -> str:
    """The remedy that is next for this fault: after the same fault again, the one after it."""
    remedies = faults.remedies_of(fault)
    return remedies[faults.level(state.books.repeated(fault.id), len(remedies))]


def _key(state: State, here: Situation) -> str:
    books = state.books
    if here is S.HATCH_OPEN:
        return _at_open_hatch(state)
    if here is S.EMPTY and books.number_of_sets == 1:
        return "prompt.empty-one-set"
    if here in (S.PLAYING_READY, S.PLAYING) and books.raised and tiles_to_change(books, books.raised):
        return "prompt.playing-other-plan"
    if here in (S.STAGED, S.STAGED_LOAD_NEXT) and older_plan(books) is not None:
        return "prompt.staged-other-plan"
    if state.live.warning and here in (S.OPENING, S.CLOSING, S.RAISING, S.RUNNING_OUT, S.RESUMING):
        return "prompt.warning"
    return f"prompt.{here.value}"


def _at_open_hatch(state: State) -> str:
    """What belongs into the well now."""
    books = state.books
    if books.in_drum:
        return "prompt.put-rest-in" if books.book(books.in_drum).partial else "prompt.close-hatch"
    if books.building:
        return "prompt.close-hatch"
    if books.expected is None:
        return "prompt.close-hatch"
    change = tiles_to_change(books, books.expected)
    if change:
        return "prompt.push-in-add" if change > 0 else "prompt.push-in-remove"
    return "prompt.push-in" if books.raised else "prompt.put-in"


def _args(state: State) -> dict[str, Any]:
    """Everything that a sentence may want to name."""
    books = state.books
    name = books.building or books.in_drum or books.expected or books.staged or books.raised or "A"
    args: dict[str, Any] = {"set": name, "tiles": books.plan.tiles, "max_stacks": books.max_stacks}
    change = tiles_to_change(books, name)
    if change:
        args["change"] = abs(change)
    older = older_plan(books)
    if older is not None:
        args["built"] = older.tiles
    if state.live.away:
        args["reason"] = state.live.away
    return args


def _actions(state: State, here: Situation) -> tuple[str, ...]:
    way = POSSIBLE_MOVES[here]
    waiting = bool(state.live.latches & Latches.AWAITING_KEY)
    moves = [_COMMANDS[move] for move in way.moves if move in _COMMANDS and (not waiting or move is Move.RESET)]
    named = [*moves, *_words_only_people_have(state, way)]
    if here in _STOPPABLE:
        named.append("stop")
    if here in _AT_FAULT and state.live.task is None:
        named.append("clear-fault")
    first = _of_remedy(state, here, way)
    return tuple(dict.fromkeys([first, *named] if first in named else named))


def _of_remedy(state: State, here: Situation, way: PossibleMoves) -> str | None:
    """The command that does what the sentence of a fault asks for."""
    fault = blocking(state)
    if here not in _AT_FAULT or fault is None:
        return None
    remedy = _next_remedy(state, fault)
    if remedy in _RAISE_AT and way.raise_ is not None:
        return _COMMANDS.get(way.raise_)
    return _COMMAND_OF_REMEDY.get(remedy)


def _words_only_people_have(state: State, way: PossibleMoves) -> list[str]:
    inside = any(book.place is not Place.OUTSIDE for book in state.books.sets)
    return ["placed", "emptied"] if way.confirm and (inside or not state.live.connected) else []
