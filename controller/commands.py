"""A command: what somebody asks of a table, and the line that registers it.

Every part of the table has one list of its commands: ``controller.match.decide.COMMANDS`` for the match,
``controller.table.decide.COMMANDS`` for machine, dice and service, which takes in those of the match. A line names the
class, the function that decides, and the row of ``controller.permits``; everything else that needs to know the commands
reads these lists.
"""

from __future__ import annotations

from collections.abc import Callable, Collection
from dataclasses import dataclass
from typing import Generic, TypeVar

from controller import permits
from controller.rules.seats import Seat


@dataclass(frozen=True, slots=True)
class Command:
    """Base of every command. ``who``: the name that the person gave, for the journal."""

    who: str


C = TypeVar("C", bound=Command)


def for_nobody(_command: Command) -> Collection[Seat]:
    """For commands that no single seat may give."""
    return ()


@dataclass(frozen=True, kw_only=True)
class CommandSpec(Generic[C]):
    """A line of a list. ``names``: the rows of this command in ``controller.permits``; none for a command that only the
    table gives. Where there are several, ``choose`` tells which one a command belongs to. ``seats``: the seats that a
    command acts for, which decides what a seat may do by itself.
    """

    command: type[C]
    names: tuple[str, ...]
    choose: Callable[[C], str] | None = None
    seats: Callable[[C], Collection[Seat]] = for_nobody

    def __post_init__(self) -> None:
        missing = [name for name in self.names if name not in permits.PERMITS]
        if missing:
            raise LookupError(f"{self.command.__name__}: no row in controller.permits for {', '.join(missing)}")

    def name(self, command: C) -> str:
        """The row that decides who may give this command."""
        return self.names[0] if self.choose is None else self.choose(command)
