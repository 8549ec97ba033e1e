"""What somebody asks of a hall, and the line that registers it.

Every room has one tuple of such lines (``COMMANDS`` in its ``decide``); ``hall.hall`` joins them. A line names the
class, the row of ``hall.permits``, and the function that decides: a command is refused with a reason, or it becomes
events.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from datetime import datetime
from typing import Any, Generic, TypeVar

from controller.events import Event
from hall import permits

S = TypeVar("S")


@dataclass(frozen=True, slots=True)
class HallCommand:
    """Base of every command. ``who``: the name that the person gave, for the journal."""

    who: str


C = TypeVar("C", bound=HallCommand)


@dataclass(frozen=True, slots=True)
class Context(Generic[S]):
    """What a decision may look at. ``state``: of the whole hall; a room names the parts that it needs by a protocol.
    ``now``: UTC. ``random``: so many random bytes."""

    state: S
    now: datetime
    random: Callable[[int], bytes]


def for_nobody(_command: HallCommand) -> str | None:
    """For commands that act for no single person."""
    return None


@dataclass(frozen=True, kw_only=True)
class HallCommandSpec(Generic[C]):
    """``name``: the row of ``hall.permits``. ``person``: for whom a command acts, which decides what a player may do
    for himself. ``direct``: whether clients give it as it is; others are given by a desk, which keeps something beside
    the journal first (contact data, a passphrase, a token). ``slow``: deciding takes more than some milliseconds, and
    is done beside the event loop."""

    command: type[C]
    name: str
    decide: Callable[[C, Any], tuple[Event, ...]]
    person: Callable[[C], str | None] = for_nobody
    direct: bool = True
    slow: bool = False

    def __post_init__(self) -> None:
        if self.name not in permits.PERMITS:
            raise LookupError(f"{self.command.__name__}: no row in hall.permits for {self.name}")
