"""How one journal follows another. Written when a backup is restored or a damaged journal is salvaged
(``controller.journal.continuation``), before the service starts on it.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar, Literal

from controller.events.event import Event
from controller.events.values import Count


@dataclass(frozen=True, slots=True)
class JournalContinued(Event):
    """A new epoch begins with this event: the events before it are those of the parent, and what the parent had after
    them was put aside. ``(epoch, number)`` of an event is therefore never used twice."""

    type: ClassVar = "journal.continued"
    epoch: str
    """Of this event and those after it."""
    parent_epoch: str
    """Of the event before this one."""
    parent_seq: Count
    """The number of the event before this one."""
    parent_hash: str
    """Its hash; where there is none, the one before the first event."""
    reason: Literal["restored", "salvaged"]
    left_epoch: str | None = None
    """The head of the journal that was put aside, where it is known: its epoch,"""
    left_seq: Count | None = None
    """its number,"""
    left_hash: str | None = None
    """and its hash."""
