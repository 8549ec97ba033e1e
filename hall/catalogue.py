"""The catalogue of a hall's own events: what the rooms record, in the form that tables use (``controller.events``).

A new event: its class in the ``events`` of its room, its line in the ``EVENTS`` there. A changed one: ``version`` one
higher, and a step in ``STEPS``.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from controller.events import Catalogue
from controller.events.upcasts import Step
from hall.rooms import ROOMS

STEPS: Final[Mapping[tuple[str, int], Step]] = {}
"""By type and the version that they bring up."""

HALL_CATALOGUE: Final = Catalogue([event for room in ROOMS for event in room.events], STEPS)
