"""What people ask of releases."""

from __future__ import annotations

from dataclasses import dataclass

from hall.commands import HallCommand
from hall.releases.events import When


@dataclass(frozen=True, slots=True)
class RollOut(HallCommand):
    """All tables get this release, one after another, while nobody plays there."""

    version: str
    when: When = "night"


@dataclass(frozen=True, slots=True)
class StopRollout(HallCommand):
    """No further table gets it; one that has begun ends by itself."""
