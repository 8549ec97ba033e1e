"""Taking back a result that was entered by mistake, before anything follows from it."""

from __future__ import annotations

from datetime import datetime, timedelta
from typing import Final

from controller.events import Event
from controller.events.match import ResultUndone
from controller.match.agreement import standing_of_result
from controller.match.commands import UndoResult
from controller.match.state import MatchHand, MatchState
from controller.refusals import Code, Refused
from controller.rules.game import Game

UNDO_TIME: Final = timedelta(seconds=10)
"""How long a result can be taken back without a reason."""


def undo(state: MatchState, command: UndoResult, game: Game) -> tuple[Event, ...]:
    """The hand is open again. Raises ``Refused`` when something follows from its result, or after ``UNDO_TIME``."""
    del game
    hand = undoable(state)
    if hand is None or hand.index != command.hand:
        raise Refused(Code.TOO_LATE_TO_UNDO, "Something has followed from this result.", field="hand")
    gone = _instant(command.now) - _instant(hand.ends[-1][-1].time)
    if not timedelta() <= gone <= UNDO_TIME:
        detail = f"The result was entered {round(gone.total_seconds())} seconds ago."
        raise Refused(Code.TOO_LATE_TO_UNDO, detail, field="hand")
    return (ResultUndone(state.id, command.who, hand.index, len(hand.ends)),)


def undoable(state: MatchState) -> MatchHand | None:
    """The hand whose newest end can be taken back while there is time: it was not corrected, nothing was paid at once
    after it, nobody has thrown for the next hand, and all have not agreed. None when there is none."""
    hand = state.hands[-1] if state.hands else None
    if hand is None or not hand.ends or len(hand.ends[-1]) > 1 or state.break_throw:
        return None
    if any(one.ends == len(hand.ends) for one in hand.paid_at_once):
        return None
    if state.ending is not None and state.ending.how != "played-out":
        return None
    return None if standing_of_result(state, hand) in ("confirmed", "locked") else hand


def undo_until(state: MatchState) -> str | None:
    """When the time to take back the newest result is over, ISO 8601; None when it cannot be taken back at all."""
    hand = undoable(state)
    time = "" if hand is None else hand.ends[-1][-1].time
    return _shown(_instant(time) + UNDO_TIME) if time else None


def _instant(time: str) -> datetime:
    return datetime.fromisoformat(time)


def _shown(instant: datetime) -> str:
    return instant.isoformat(timespec="milliseconds").replace("+00:00", "Z")
