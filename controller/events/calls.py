"""Calls for staff. Written when somebody at the table calls, when staff answer, and when the call is over
(``controller.calls``). Each seat, and the table itself, has at most one open call.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from controller.events.event import Event
from controller.rules.seats import Seat


@dataclass(frozen=True, slots=True)
class StaffCalled(Event):
    """Somebody at the table calls for staff, or changes what an open call asks for."""

    type: ClassVar = "call.made"
    seat: Seat | None
    """The seat that calls; null for the table."""
    wanted: str
    """One of ``controller.calls.state.WANTED``."""
    who: str


@dataclass(frozen=True, slots=True)
class CallAnswered(Event):
    """A member of the staff is coming."""

    type: ClassVar = "call.answered"
    seat: Seat | None
    """Whose call it is; null for the table's."""
    who: str


@dataclass(frozen=True, slots=True)
class CallEnded(Event):
    """The call is over: what was wanted has been done, or is not wanted any more."""

    type: ClassVar = "call.ended"
    seat: Seat | None
    """Whose call it was; null for the table's."""
    who: str
