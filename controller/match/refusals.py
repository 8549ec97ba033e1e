"""The state after events that are decided but not yet recorded: what a decision looks at before it goes on."""

from __future__ import annotations

from collections.abc import Iterable

from controller.events import Event, Recorded
from controller.match.evolve import evolve
from controller.match.state import MatchState
from controller.refusals import Refused


def after(state: MatchState, events: Iterable[Event]) -> MatchState:
    for event in events:
        state = evolve(state, Recorded(0, "", event, "")) or state
    return state


def begun(started: Event) -> MatchState:
    """The match that a start makes."""
    state = evolve(None, Recorded(0, "", started, ""))
    assert state is not None, "a start makes a match"
    return state


def not_now(code: str, detail: str, remedy: str = "") -> Refused:
    return Refused(code, detail, remedy)


def invalid(code: str, detail: str, field: str, remedy: str = "Correct the entry.") -> Refused:
    return Refused(code, detail, remedy, kind="invalid", field=field)


def stale(code: str, detail: str, field: str, remedy: str = "Look at the table again.") -> Refused:
    return Refused(code, detail, remedy, kind="stale", field=field)


def unknown(code: str, detail: str, field: str, remedy: str = "Look at the sheet.") -> Refused:
    return Refused(code, detail, remedy, kind="unknown", field=field)


def check_words(text: str, field: str, most: int, *, may_be_empty: bool = False) -> None:
    """Names, reasons and rulings are printable and bounded."""
    if (not text.strip() and not may_be_empty) or len(text) > most or not text.replace("\n", " ").isprintable():
        raise invalid("bad-words", f"{field} takes 1 to {most} printable characters.", field)
