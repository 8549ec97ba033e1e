"""What is known at a table of its hall."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from controller.uplink.draw import DrawWanted
from controller.uplink.gong import Clock

MOST_ANSWERED: Final = 256
"""Orders whose answers are remembered here. A hall asks again for the answers that it lacks, some seconds later."""
MOST_GRANTS: Final = 64
UNNAMED: Final = "hall"
"""What a hall calls itself until somebody names it: ``hall.config.HallConfig``."""


@dataclass(frozen=True, slots=True)
class Hall:
    """``key``: its public key, hexadecimal; ``table``: what it calls this table. ``released``: it lets the table go."""

    id: str
    name: str
    key: str
    table: str
    joined: str
    released: bool = False

    @property
    def given_name(self) -> str:
        """Empty for a hall that nobody named; the reader's language has a word for it."""
        return "" if self.name == UNNAMED else self.name


@dataclass(frozen=True, slots=True)
class Answered:
    """``seq``: of the event that says what became of the order; ``code``: of the refusal, "" when it was taken."""

    order: str
    kind: str
    seq: int
    who: str
    time: str
    code: str = ""
    detail: str = ""


@dataclass(frozen=True, slots=True)
class Message:
    text: str
    who: str
    time: str


@dataclass(frozen=True, slots=True)
class HallState:
    """``hall``: None for a table that belongs to none. ``draw``: the one that dice are wanted for;
    ``drawn``: the one that was thrown last, as long as it is shown. ``answered``: the orders of it, the newest last.
    ``left_at``: the number of the event with which the table left its last one."""

    hall: Hall | None = None
    clock: Clock | None = None
    message: Message | None = None
    draw: DrawWanted | None = None
    drawn: DrawWanted | None = None
    answered: tuple[Answered, ...] = ()
    grants: tuple[str, ...] = ()
    left_at: int = 0

    def answer_to(self, order: str) -> Answered | None:
        return next((one for one in reversed(self.answered) if one.order == order), None)
