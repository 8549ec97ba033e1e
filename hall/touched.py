"""What was changed last, when and by whom: so that whoever edits an older state of the same thing is told."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Iterable, Mapping
from dataclasses import asdict, dataclass
from typing import Any, Final

from controller.events import Event, Recorded
from hall.permits import HALL_ITSELF, HallActor, HallRole

MOST_THINGS: Final = 10_000
"""Of which the last change is remembered."""
MOST_SAID: Final = 3
"""Changes that a refusal names, the latest first."""
_IDS: Final = ("account", "person", "table", "session", "party", "receipt", "price", "alarm", "order", "webhook")
"""Fields whose value is the id of a thing."""
_LISTS: Final = {"revision": "prices", "close": "closes"}
"""Numbers of lists of which a hall has one: of the prices in force, of the closes of the till."""
_REPORTS: Final = frozenset(
    {"table.ordered", "table.order-answered", "table.clock-checked", "table.batch-set-aside", "table.journal-replaced"}
)
"""Events that name a table of which they change nothing that people edit."""
_NAMELESS: Final = frozenset({HallRole.VIEWER, HallRole.PLAYER})
"""Who is not told the names of those who work here."""


@dataclass(frozen=True, slots=True)
class Change:
    """The event that changed something last. ``time``: ISO 8601, UTC. ``who``: as the event names them; empty where
    the hall did it by itself."""

    seq: int
    time: str
    type: str
    who: str


def things_of(said: object) -> frozenset[str]:
    """The things that an event, or a command, is about. In a tournament: a table of a round, where it names one; else
    an entrant; else the tournament as a whole."""
    names = [name for name in _IDS if name != "table"] if getattr(said, "type", None) in _REPORTS else _IDS
    found = {value for name in names if isinstance(value := getattr(said, name, None), str)}
    tournament = getattr(said, "tournament", None)
    if not isinstance(tournament, str):
        return frozenset(found) | lists_of(said)
    who = getattr(said, "entrant", None)
    place = (getattr(said, "round", None), getattr(said, "table", None), getattr(who, "id", who))
    inner = "/".join(str(part) for part in place if part is not None)
    return frozenset({f"{tournament}/{inner}" if inner else tournament})


def lists_of(said: object) -> frozenset[str]:
    """Those of which an event makes the next, or which a command was made for, by their number."""
    return frozenset(thing for name, thing in _LISTS.items() if isinstance(getattr(said, name, None), int))


class Touched:
    """The last change of each thing."""

    def __init__(self, most: int = MOST_THINGS) -> None:
        self._most, self._forgotten = most, 0
        self._last = OrderedDict[str, Change]()

    def note(self, recorded: Recorded) -> None:
        change = Change(recorded.seq, recorded.time, recorded.event.type, _who(recorded.event))
        for thing in things_of(recorded.event):
            self._last[thing] = change
            self._last.move_to_end(thing)
        while len(self._last) > self._most:
            self._forgotten = max(self._forgotten, self._last.popitem(last=False)[1].seq)

    def since(self, things: Iterable[str], seq: int) -> dict[str, Change | None]:
        """Those of ``things`` that have changed after event ``seq``, with their last change; None for a thing that was
        forgotten and may have."""
        return {
            thing: change
            for thing in sorted(things)
            if (self._forgotten if (change := self._last.get(thing)) is None else change.seq) > seq
        }


def said_of(changed: Mapping[str, Change | None], by: HallActor) -> list[dict[str, Any]]:
    """The latest changes for the problem that ``by`` is answered with, without names that are not for everybody."""
    each = sorted({one for one in changed.values() if one is not None}, key=lambda one: -one.seq)[:MOST_SAID]
    return [asdict(one) | ({"who": ""} if by.role in _NAMELESS else {}) for one in each]


def _who(event: Event) -> str:
    who: str = getattr(event, "who", "") or ("" if event.actor is None else event.actor.name)
    return "" if who == HALL_ITSELF.name else who
