"""What happened with the releases of the tables. Written when a table says that another release runs, and around a
rollout."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar, Literal

from controller.events import Event

When = Literal["night", "now"]
StopReason = Literal["by-hand", "failed", "late"]


@dataclass(frozen=True, slots=True)
class ReleaseNoted(Event):
    """A table said for the first time that this release runs there."""

    type: ClassVar = "release.noted"
    table: str
    release: str
    machine: str
    """As Debian calls it, such as ``arm64``."""


@dataclass(frozen=True, slots=True)
class RolloutBegun(Event):
    """All tables are to get this release, one after another, while nobody plays there."""

    type: ClassVar = "release.rollout-begun"
    release: str
    when: When
    """``night``: in the hours of the night alone."""
    who: str


@dataclass(frozen=True, slots=True)
class UpdateAsked(Event):
    """It is the turn of this table; no other table is asked before it runs the release."""

    type: ClassVar = "release.update-asked"
    table: str
    release: str


@dataclass(frozen=True, slots=True)
class UpdatePutOff(Event):
    """The table did not begin: somebody sat down meanwhile, or something was in the way. It is asked again later."""

    type: ClassVar = "release.update-put-off"
    table: str
    release: str
    why: str


@dataclass(frozen=True, slots=True)
class RolloutStopped(Event):
    """No further table gets the release until somebody begins again."""

    type: ClassVar = "release.rollout-stopped"
    release: str
    reason: StopReason
    """``failed``: ``table`` took the release back, ``why`` says what was wrong; ``late``: ``table`` was asked and did
    not come back."""
    table: str | None
    why: str
    who: str


EVENTS = (ReleaseNoted, RolloutBegun, UpdateAsked, UpdatePutOff, RolloutStopped)
