"""Folds the calls for staff."""

from __future__ import annotations

from dataclasses import replace

from controller.calls.state import Call, Calls, place_of
from controller.events import Recorded
from controller.events.calls import CallAnswered, CallEnded, StaffCalled


def evolve(calls: Calls, recorded: Recorded) -> Calls:
    """The calls after an event; others than those of calls change nothing."""
    match recorded.event:
        case StaffCalled(seat=seat, wanted=wanted, who=who):
            place, call = place_of(seat), Call(seat, wanted, who, recorded.time)
            return Calls({**calls.open, place: call}, {**calls.made, place: recorded.time})
        case CallAnswered(seat=seat, who=who) if (place := place_of(seat)) in calls.open:
            return replace(calls, open={**calls.open, place: replace(calls.open[place], answered_by=who)})
        case CallEnded(seat=seat):
            left = {place: call for place, call in calls.open.items() if place != place_of(seat)}
            return replace(calls, open=left)
        case _:
            return calls
