"""What the journal says so far, folded: the match, the dice, the books of the machine, and where to find old ones."""

from __future__ import annotations

from array import array
from collections import deque
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, Final

from controller import match
from controller.events import Recorded
from controller.match import MatchState
from controller.mechanism.evolve import evolve as evolve_books
from controller.mechanism.state import Books
from controller.upkeep.diary import Diary

_RECENT: Final = 64


@dataclass(slots=True)
class Span:
    """Where in the journal a match stands."""

    first: int
    last: int


@dataclass(slots=True)
class Story:
    """``fold`` every recorded event once, in order. ``rolls[n - 1]`` is the number of the event of roll n; ``since``
    tells by the id of a present fault when it was raised; ``last`` is the number of the latest event of a
    room, and of each type.
    """

    books: Books
    seq: int = 0
    match: MatchState | None = None
    dice: Mapping[str, Any] | None = None
    diary: Diary = field(default_factory=Diary)
    rolls: array[int] = field(default_factory=lambda: array("Q"))
    matches: dict[str, Span] = field(default_factory=dict)
    since: dict[str, str] = field(default_factory=dict)
    last: dict[str, int] = field(default_factory=dict)
    recent: deque[tuple[int, str]] = field(default_factory=lambda: deque(maxlen=_RECENT))

    def fold(self, recorded: Recorded) -> None:
        room, _, what = recorded.event.type.partition(".")
        self.seq = recorded.seq
        self.last[room] = self.last[recorded.event.type] = recorded.seq
        self.recent.append((recorded.seq, recorded.event.type))
        if room == "machine":
            self._machine(recorded, what)
        elif room in ("match", "dice"):
            self.match = match.evolve(self.match, recorded)
            self._index(recorded, what)

    def changed_since(self, seq: int, rooms: tuple[str, ...]) -> bool:
        return any(self.last.get(room, 0) > seq for room in rooms)

    def types_since(self, seq: int, rooms: tuple[str, ...]) -> list[str]:
        """What happened in these rooms, as far as it is remembered, oldest first, each once."""
        types = [type_ for number, type_ in self.recent if number > seq and type_.partition(".")[0] in rooms]
        return list(dict.fromkeys(types))

    def _machine(self, recorded: Recorded, what: str) -> None:
        self.books = evolve_books(self.books, recorded.event)
        self.diary.fold(recorded)
        if what in ("fault-raised", "fault-cleared"):
            present = {fault.id: self.since.get(fault.id, recorded.time) for fault in self.books.faults}
            self.since = present

    def _index(self, recorded: Recorded, what: str) -> None:
        data = recorded.event.data
        if what == "rolled":
            self.rolls.append(recorded.seq)
            self.dice = {**data, "time": recorded.time}
        elif what in ("hand-ended", "abandoned", "ended"):
            self.dice = None
        id_ = data.get("match")
        if id_ is not None:
            span = self.matches.setdefault(id_, Span(recorded.seq, recorded.seq))
            span.last = recorded.seq
