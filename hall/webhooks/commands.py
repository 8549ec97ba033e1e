"""What people ask of webhooks. ``api.webhooks.desk`` keeps address and secret beside the journal, and gives the first
of these."""

from __future__ import annotations

from dataclasses import dataclass

from hall.commands import HallCommand


@dataclass(frozen=True, slots=True)
class AddWebhook(HallCommand):
    """The record is written. ``place``: scheme, host and port of its address."""

    webhook: str
    name: str
    place: str
    wanted: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class RemoveWebhook(HallCommand):
    """Its record is deleted."""

    webhook: str


@dataclass(frozen=True, slots=True)
class SwitchWebhookOff(HallCommand):
    """Tell it nothing until it is switched on."""

    webhook: str


@dataclass(frozen=True, slots=True)
class GiveWebhookUp(HallCommand):
    """The hall itself switches it off: ``failing`` or ``gone``."""

    webhook: str
    reason: str


@dataclass(frozen=True, slots=True)
class SwitchWebhookOn(HallCommand):
    """Tell it events from now on."""

    webhook: str


@dataclass(frozen=True, slots=True)
class TryWebhook(HallCommand):
    """Tell it that it is tried."""

    webhook: str
