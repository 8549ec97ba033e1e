"""A command about calls for staff: refused with a reason, or answered with events. ``now``: ISO 8601."""

from __future__ import annotations

import math
from datetime import datetime
from typing import Final

from controller.calls.commands import AnswerCall, CallStaff, EndCall
from controller.calls.state import WANTED, Call, Calls, place_of
from controller.events import Event
from controller.events.calls import CallAnswered, CallEnded, StaffCalled
from controller.limits import LONGEST_WHO, check_words
from controller.refusals import Code, Refused
from controller.rules.seats import SEATS, Seat

SECONDS_BETWEEN: Final = 20.0
"""Between two calls of one place: whoever presses in a hurry calls once, and nobody fills the journal."""


def call(calls: Calls, command: CallStaff, now: str) -> tuple[Event, ...]:
    """The same call again changes nothing. Raises ``Refused``."""
    check_words(command.who, "who", LONGEST_WHO)
    place = _place(command.seat)
    if command.wanted not in WANTED:
        raise Refused(Code.INVALID, f"A call asks for one of {', '.join(WANTED)}.", field="wanted")
    before = calls.open.get(place)
    if before is not None and before.wanted == command.wanted:
        return ()
    _check_rate(calls.made.get(place), now)
    return (StaffCalled(command.seat, command.wanted, command.who),)


def answer(calls: Calls, command: AnswerCall) -> tuple[Event, ...]:
    """The first who answers is the one who comes. Raises ``Refused``."""
    check_words(command.who, "who", LONGEST_WHO)
    if _open(calls, command.seat).answered_by is not None:
        return ()
    return (CallAnswered(command.seat, command.who),)


def end(calls: Calls, command: EndCall) -> tuple[Event, ...]:
    """Raises ``Refused``."""
    check_words(command.who, "who", LONGEST_WHO)
    _open(calls, command.seat)
    return (CallEnded(command.seat, command.who),)


def _open(calls: Calls, seat: Seat | None) -> Call:
    found = calls.open.get(_place(seat))
    if found is None:
        raise Refused(Code.NO_SUCH_CALL, field="seat")
    return found


def _place(seat: Seat | None) -> str:
    if seat is not None and seat not in SEATS:
        raise Refused(Code.BAD_SEAT, "A seat is a number from 0 to 3.", field="seat")
    return place_of(seat)


def _check_rate(last: str | None, now: str) -> None:
    """A clock that was set back holds nobody up."""
    if last is None:
        return
    since = (datetime.fromisoformat(now) - datetime.fromisoformat(last)).total_seconds()
    if 0 <= since < SECONDS_BETWEEN:
        raise Refused(Code.CALLED_JUST_NOW, more={"retry_after": math.ceil(SECONDS_BETWEEN - since)})
