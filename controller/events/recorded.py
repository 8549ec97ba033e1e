"""An event with its place in a journal: as it is stored, and as it is read."""

from __future__ import annotations

import json
from dataclasses import dataclass
from typing import Any

from controller.events.catalogue import CATALOGUE, Catalogue
from controller.events.event import Event


@dataclass(frozen=True, slots=True)
class Recorded:
    """An event in the journal: its number (from 1, without gaps), its time (ISO 8601, UTC) and its chain hash."""

    seq: int
    time: str
    event: Event
    hash: str

    def as_json(self) -> dict[str, Any]:
        """As every edge shows it: ``seq``, ``type``, ``time`` and the fields of the event."""
        return {"seq": self.seq, "type": self.event.type, "time": self.time, **CATALOGUE.to_json(self.event)}


@dataclass(frozen=True, slots=True)
class Stored:
    """An event as the file holds it; ``data`` is the canonical JSON that its hash covers. Nothing of it is checked."""

    seq: int
    time: str
    type: str
    data: str
    hash: str

    def read(self, catalogue: Catalogue = CATALOGUE) -> Recorded:
        """Raises ``EventError``."""
        return Recorded(self.seq, self.time, catalogue.read(self.type, self.data), self.hash)

    def as_json(self) -> dict[str, Any]:
        """As ``Recorded.as_json``, also for an event that the catalogue does not know. Raises ``ValueError`` for data
        that is no JSON object."""
        data = json.loads(self.data)
        if not isinstance(data, dict):
            raise ValueError("no JSON object")
        return {"seq": self.seq, "type": self.type, "time": self.time, **data}
