"""What a table has to do with its hall: belongs to it, carries out its orders, plays by its clock, shows what it says.
Commands in, events out; the state is folded into the projection of the table.
"""

from controller.uplink.commands import (
    AllowHand,
    JoinHall,
    LeaveHall,
    ReadMessage,
    RefuseOrder,
    Release,
    RevokeGrant,
    SetClock,
    ShowMessage,
    TakeGrant,
    WantDraw,
)
from controller.uplink.draw import DrawWanted
from controller.uplink.evolve import evolve
from controller.uplink.gong import Clock, hands_left
from controller.uplink.order import KINDS, MOST_ROLE, Order
from controller.uplink.state import Answered, Hall, HallState, Message

__all__ = [
    "KINDS", "MOST_ROLE", "AllowHand", "Answered", "Clock", "DrawWanted", "Hall", "HallState", "JoinHall",
    "LeaveHall", "Message", "Order", "ReadMessage", "RefuseOrder", "Release", "RevokeGrant", "SetClock", "ShowMessage",
    "TakeGrant", "WantDraw", "evolve", "hands_left",
]  # fmt: skip
