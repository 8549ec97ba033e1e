"""What was changed when: so that whoever edits an older state of the same thing is told."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Iterable
from typing import Final

from controller.events import Event

MOST_THINGS: Final = 10_000
"""Of which the last change is remembered."""
_IDS: Final = ("account", "person", "table", "session", "party", "receipt", "price", "alarm", "order", "webhook")
"""Fields whose value is the id of a thing."""


def things_of(event: Event) -> frozenset[str]:
    """The things that an event is about. In a tournament: a table of a round, where it names one; else an entrant; else
    the tournament as a whole."""
    found = {value for name in _IDS if isinstance(value := getattr(event, name, None), str)}
    tournament = getattr(event, "tournament", None)
    if not isinstance(tournament, str):
        return frozenset(found)
    who = getattr(event, "entrant", None)
    place = (getattr(event, "round", None), getattr(event, "table", None), getattr(who, "id", who))
    inner = "/".join(str(part) for part in place if part is not None)
    return frozenset({f"{tournament}/{inner}" if inner else tournament})


class Touched:
    """The number of the event that changed each thing last."""

    def __init__(self, most: int = MOST_THINGS) -> None:
        self._most, self._forgotten = most, 0
        self._last = OrderedDict[str, int]()

    def note(self, things: Iterable[str], seq: int) -> None:
        for thing in things:
            self._last[thing] = seq
            self._last.move_to_end(thing)
        while len(self._last) > self._most:
            self._forgotten = max(self._forgotten, self._last.popitem(last=False)[1])

    def since(self, things: Iterable[str], seq: int) -> list[str]:
        """Those of ``things`` that have changed after event ``seq``; a thing that was forgotten may have."""
        return sorted(thing for thing in things if self._last.get(thing, self._forgotten) > seq)
