"""The webhooks of a hall: a fold over its events."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace

from controller.events import Event, Recorded
from hall.webhooks.events import (
    OffReason,
    WebhookAdded,
    WebhookRemoved,
    WebhookSwitchedOff,
    WebhookSwitchedOn,
    WebhookTried,
)

PRIVATE: tuple[str, ...] = ("account.", "webhook.")
"""Beginnings of types that are told nobody: who works here and signs in, and to whom the hall tells what."""


@dataclass(frozen=True, slots=True)
class Webhook:
    """``since``: it is told events with a greater number. ``off``: why it is told nothing; None while it is."""

    id: str
    name: str
    place: str
    wanted: tuple[str, ...]
    since: int
    off: OffReason | None = None

    def wants(self, recorded: Recorded) -> bool:
        if self.off is not None or recorded.seq <= self.since:
            return False
        if isinstance(recorded.event, WebhookTried):
            return recorded.event.webhook == self.id
        return any(fits(pattern, recorded.event) for pattern in self.wanted)


def fits(pattern: str, event: Event) -> bool:
    if event.type.startswith(PRIVATE):
        return False
    return pattern in ("*", event.type) or (pattern.endswith(".*") and event.type.startswith(pattern[:-1]))


@dataclass(frozen=True, slots=True)
class State:
    """By id, in the order in which they were added."""

    webhooks: Mapping[str, Webhook] = field(default_factory=dict)


def evolve(state: State, recorded: Recorded) -> State:
    event, known = recorded.event, state.webhooks
    if isinstance(event, WebhookAdded):
        added = Webhook(event.webhook, event.name, event.place, event.wanted, recorded.seq)
        return State({**known, event.webhook: added})
    if isinstance(event, WebhookRemoved):
        return State({id_: one for id_, one in known.items() if id_ != event.webhook})
    if isinstance(event, WebhookSwitchedOff) and event.webhook in known:
        return State({**known, event.webhook: replace(known[event.webhook], off=event.reason)})
    if isinstance(event, WebhookSwitchedOn) and event.webhook in known:
        return State({**known, event.webhook: replace(known[event.webhook], off=None, since=recorded.seq)})
    return state
