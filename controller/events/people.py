"""What people asked of the machine from a page, and what they did to it. Written by the table when it takes the command
(``controller.table``); a key at the table needs no such record.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from controller.events.event import Event


@dataclass(frozen=True, slots=True)
class MachineCommanded(Event):
    """Somebody asked for a motion, or said something about the machine, from a page."""

    type: ClassVar = "machine.commanded"
    command: str
    """A request of ``controller.mechanism.inputs.Request``, or ``place``."""
    who: str
    fault: str | None = None
    """The fault that is meant."""


@dataclass(frozen=True, slots=True)
class MachineServiced(Event):
    """A person has seen to a part of the machine."""

    type: ClassVar = "machine.serviced"
    part: str
    """A part of ``controller.upkeep.diary.PARTS``."""
    work: str
    """``cleaned``, ``adjusted`` or ``replaced``."""
    who: str
