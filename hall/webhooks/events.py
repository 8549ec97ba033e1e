"""What happened to webhooks. Written when one is added, removed, switched off or on, or tried.

Secret and full address, which may hold a token of the receiver, are in a record beside the journal.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar, Literal

from controller.events import Event

OffReason = Literal["by-hand", "failing", "gone"]


@dataclass(frozen=True, slots=True)
class WebhookAdded(Event):
    """Events from the next one on are told there."""

    type: ClassVar = "webhook.added"
    webhook: str
    """The id: ``w-`` and 12 characters."""
    name: str
    place: str
    """Scheme, host and port of its address."""
    wanted: tuple[str, ...]
    """Types of events, a room with a star (``tournament.*``), or a star alone."""
    who: str


@dataclass(frozen=True, slots=True)
class WebhookRemoved(Event):
    """It is told nothing more; its record is deleted."""

    type: ClassVar = "webhook.removed"
    webhook: str
    who: str


@dataclass(frozen=True, slots=True)
class WebhookSwitchedOff(Event):
    """It is told nothing until it is switched on; what waited for it is dropped."""

    type: ClassVar = "webhook.switched-off"
    webhook: str
    reason: OffReason
    """``failing``: nothing was taken for days; ``gone``: it answered 410."""
    who: str


@dataclass(frozen=True, slots=True)
class WebhookSwitchedOn(Event):
    """Events from the next one on are told there again."""

    type: ClassVar = "webhook.switched-on"
    webhook: str
    who: str


@dataclass(frozen=True, slots=True)
class WebhookTried(Event):
    """Somebody wants to see whether it works: this event is told to that webhook, whatever it wants."""

    type: ClassVar = "webhook.tried"
    webhook: str
    who: str


EVENTS = (WebhookAdded, WebhookRemoved, WebhookSwitchedOff, WebhookSwitchedOn, WebhookTried)
