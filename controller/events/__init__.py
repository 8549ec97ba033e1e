"""What happened: the catalogue of events, the values that the journal keeps and every state is folded from.

One class for each type of event, in a file for each part that writes them: ``machine`` (the cycle of the tile sets),
``people`` (what was asked of the machine and done to it), ``dice``, ``match``. ``values`` are the parts of events.
``catalogue`` reads and writes them; ``upcasts`` brings up events that an older release wrote. This package imports
nothing of ours but the types of seat and wind: whoever makes or reads an event need not know where it is kept.

A new event: its class, its line in ``catalogue.EVENTS``, ``python -m tools.event_pages``. A changed event: ``version``
one higher, a step in ``upcasts``, a stored journal with the old one among ``tests/controller/journal/old_journals``.
"""

from controller.events.catalogue import CATALOGUE, Catalogue
from controller.events.errors import BrokenEvent, EventError, UnknownEvent
from controller.events.event import Event
from controller.events.recorded import Recorded, Stored

__all__ = ["CATALOGUE", "BrokenEvent", "Catalogue", "Event", "EventError", "Recorded", "Stored", "UnknownEvent"]
