"""Calls for staff."""

from __future__ import annotations

from pydantic import Field

from api.table.given.base import CommandInput, Seat
from api.table.shown.base import Wanted
from controller import calls


class CallInput(CommandInput):
    """Calls for staff, or changes what an open call asks for."""

    makes = (calls.CallStaff,)

    seat: Seat | None = Field(None, description="whose call it is; the table's when left out")
    wanted: Wanted

    def to_command(self) -> calls.CallStaff:
        return self.filled(calls.CallStaff)


class CallAnswer(CommandInput):
    """A member of the staff is coming."""

    makes = (calls.AnswerCall,)

    seat: Seat | None = Field(None, description="whose call it is; the table's when left out")

    def to_command(self) -> calls.AnswerCall:
        return self.filled(calls.AnswerCall)


class CallEnd(CommandInput):
    makes = (calls.EndCall,)

    seat: Seat | None = Field(None, description="whose call it was; the table's when left out")

    def to_command(self) -> calls.EndCall:
        return self.filled(calls.EndCall)
