"""Calls for staff: by a seat's phone or by the table's tablet. Commands in, events out; the state is folded into the
projection of the table.
"""

from controller.calls.commands import AnswerCall, CallStaff, EndCall
from controller.calls.evolve import evolve
from controller.calls.state import WANTED, Call, Calls

__all__ = ["WANTED", "AnswerCall", "Call", "CallStaff", "Calls", "EndCall", "evolve"]
