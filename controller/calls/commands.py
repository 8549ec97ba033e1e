"""What people ask about calls for staff. ``seat``: whose call it is; None for that of the table itself."""

from __future__ import annotations

from dataclasses import dataclass

from controller.commands import Command
from controller.rules.seats import Seat


@dataclass(frozen=True, slots=True)
class CallStaff(Command):
    """``wanted``: one of ``controller.calls.state.WANTED``. An open call is changed to it."""

    seat: Seat | None
    wanted: str


@dataclass(frozen=True, slots=True)
class AnswerCall(Command):
    """A member of the staff is coming."""

    seat: Seat | None


@dataclass(frozen=True, slots=True)
class EndCall(Command):
    """It has been seen to, or is not wanted any more."""

    seat: Seat | None
