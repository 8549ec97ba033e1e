"""What people ask about the hall of their table, and what an order of the hall leads to that is no command of the
match.

The second kind comes inside ``controller.table.commands.TakeOrder`` and no other way.
"""

from __future__ import annotations

from dataclasses import dataclass

from controller.commands import Command
from controller.uplink.order import Order


@dataclass(frozen=True, slots=True)
class JoinHall(Command):
    """The hall has taken this table in. ``key``: of the hall, hexadecimal; ``table``: what it calls this one."""

    hall: str
    name: str
    key: str
    table: str


@dataclass(frozen=True, slots=True)
class LeaveHall(Command):
    """``unreleased``: also when the hall has not let the table go, because it is lost."""

    unreleased: bool = False


@dataclass(frozen=True, slots=True)
class RefuseOrder(Command):
    """An order that cannot be carried out is answered with a refusal, once."""

    order: Order
    code: str
    detail: str


@dataclass(frozen=True, slots=True)
class AllowHand(Command):
    """A referee lets one more hand begin although the time of the round is up."""


@dataclass(frozen=True, slots=True)
class ReadMessage(Command):
    """What the hall said has been read."""


# ---------------------------------------------------------------- in orders


@dataclass(frozen=True, slots=True)
class SetClock(Command):
    """The fields of ``controller.uplink.gong.Clock``; ``ends`` None takes the clock away."""

    ends: str | None
    inside: int = 0
    between: int = 0
    again: bool = False
    stops: bool = False
    game: str | None = None


@dataclass(frozen=True, slots=True)
class CallTime(Command):
    """The gong sounds now, or at ``at``; the rest of the clock stays."""

    at: str | None = None


@dataclass(frozen=True, slots=True)
class StopPlay(Command):
    """The gong sounds now; nothing is played on and no hand begins."""


@dataclass(frozen=True, slots=True)
class WantDraw(Command):
    """Dice for a draw: ``rolls`` of ten dice each. ``draw`` None: none are wanted any more."""

    draw: str | None
    title: str = ""
    rolls: int = 0


@dataclass(frozen=True, slots=True)
class ShowMessage(Command):
    text: str


@dataclass(frozen=True, slots=True)
class TakeGrant(Command):
    """``role``: of ``controller.permits``; ``starts`` (empty: now) and ``expires``: ISO 8601; ``code_hash``: of the
    code that lets a device in, for the list of devices, which is no journal."""

    grant: str
    role: str
    name: str
    expires: str
    code_hash: str
    starts: str = ""


@dataclass(frozen=True, slots=True)
class RevokeGrant(Command):
    grant: str


@dataclass(frozen=True, slots=True)
class Release(Command):
    """The hall lets the table go."""
