"""What the journal says so far, folded: the match, the dice, the books of the machine."""

from __future__ import annotations

from collections import deque
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, Final

from controller import match
from controller.events import CATALOGUE, Recorded
from controller.events.dice import DiceRolled
from controller.events.machine import FaultDeclared, FaultResolved
from controller.events.match import HandEnded, MatchAbandoned, MatchEnded
from controller.match import MatchState
from controller.mechanism.evolve import evolve as evolve_books
from controller.mechanism.state import Books
from controller.upkeep.diary import Diary

_RECENT: Final = 64


@dataclass(slots=True)
class Story:
    """``fold`` every recorded event once, in order. ``rolls`` counts the rolls of dice; ``since``
    tells by the id of a present fault when it was raised; ``last`` is the number of the latest event of a
    room, and of each type.
    """

    books: Books
    seq: int = 0
    match: MatchState | None = None
    dice: Mapping[str, Any] | None = None
    diary: Diary = field(default_factory=Diary)
    rolls: int = 0
    since: dict[str, str] = field(default_factory=dict)
    last: dict[str, int] = field(default_factory=dict)
    recent: deque[tuple[int, str]] = field(default_factory=lambda: deque(maxlen=_RECENT))

    def fold(self, recorded: Recorded) -> None:
        room = recorded.event.stream
        self.seq = recorded.seq
        self.last[room] = self.last[recorded.event.type] = recorded.seq
        self.recent.append((recorded.seq, recorded.event.type))
        if room == "machine":
            self._machine(recorded)
        elif room in ("match", "dice"):
            self.match = match.evolve(self.match, recorded)
            self._dice(recorded)

    def changed_since(self, seq: int, rooms: tuple[str, ...]) -> bool:
        return any(self.last.get(room, 0) > seq for room in rooms)

    def types_since(self, seq: int, rooms: tuple[str, ...]) -> list[str]:
        """What happened in these rooms, as far as it is remembered, oldest first, each once."""
        types = [type_ for number, type_ in self.recent if number > seq and type_.partition(".")[0] in rooms]
        return list(dict.fromkeys(types))

    def _machine(self, recorded: Recorded) -> None:
        self.books = evolve_books(self.books, recorded.event)
        self.diary.fold(recorded)
        if isinstance(recorded.event, FaultDeclared | FaultResolved):
            self.since = {fault.id: self.since.get(fault.id, recorded.time) for fault in self.books.faults}

    def _dice(self, recorded: Recorded) -> None:
        if isinstance(recorded.event, DiceRolled):
            self.rolls += 1
            self.dice = {**CATALOGUE.to_json(recorded.event), "time": recorded.time}
        elif isinstance(recorded.event, HandEnded | MatchAbandoned | MatchEnded):
            self.dice = None
