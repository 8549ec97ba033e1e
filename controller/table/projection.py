"""What the journal says so far, folded: the match, the dice, the books of the machine, the diary of its wear."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from typing import Any, ClassVar, Final

from controller import calls, house, match, uplink
from controller.calls import Calls
from controller.events import CATALOGUE, Recorded
from controller.events.dice import DiceAnchored, DiceMisshown, DiceRolled
from controller.events.machine import FaultDeclared, FaultResolved, WallRaised
from controller.events.match import HandEnded, HandStarted, MatchAbandoned, MatchEnded
from controller.fairness import progress, statistics
from controller.fairness.progress import DiceProgress
from controller.fairness.statistics import DiceStatistics
from controller.house import House
from controller.match import MatchState
from controller.mechanism.evolve import evolve as evolve_books
from controller.mechanism.state import Books
from controller.upkeep import diary
from controller.upkeep.diary import Diary
from controller.uplink import HallState

_RECENT: Final = 64


@dataclass(slots=True)
class Projection:
    """``fold`` every recorded event once, in order. Nothing in it grows with the journal; old matches and rolls are
    asked of the journal itself (``controller.table.archive``).

    ``seq`` and ``hash`` are those of the last event in it. ``rolls`` counts the rolls of dice, ``dice`` is the one that
    is shown. ``since`` tells by the id of a present fault when it was raised; ``last`` is the number of the latest
    event of a stream, and of each type; ``recent`` are the numbers and types of the last events.

    ``fair`` is how far the dice that anybody can check got. Their anchors make no command stale: they change nothing
    that a person looks at when he decides. ``statistics`` counts what all rolls showed.

    Its values are never changed in place, so that a ``copy`` stays what it is while the fold goes on.
    """

    __pydantic_config__: ClassVar[Mapping[str, Any]] = {"ser_json_bytes": "hex", "val_json_bytes": "hex"}

    books: Books
    seq: int = 0
    hash: str = ""
    match: MatchState | None = None
    dice: Mapping[str, Any] | None = None
    diary: Diary = field(default_factory=Diary)
    house: House = field(default_factory=House)
    calls: Calls = field(default_factory=Calls)
    hall: HallState = field(default_factory=HallState)
    rolls: int = 0
    fair: DiceProgress = field(default_factory=DiceProgress)
    statistics: DiceStatistics = field(default_factory=DiceStatistics)
    since: Mapping[str, str] = field(default_factory=dict)
    last: Mapping[str, int] = field(default_factory=dict)
    recent: tuple[tuple[int, str], ...] = ()

    def fold(self, recorded: Recorded) -> None:
        stream, type_ = recorded.event.stream, recorded.event.type
        self.seq, self.hash = recorded.seq, recorded.hash
        self.last = {**self.last, type_: recorded.seq}
        if not isinstance(recorded.event, DiceAnchored | DiceMisshown):
            self.last = {**self.last, stream: recorded.seq}
        self.recent = (*self.recent[1 - _RECENT :], (recorded.seq, type_))
        if stream == "machine":
            self._machine(recorded)
        elif stream == "house":
            self.house = house.evolve(self.house, recorded)
        elif stream == "call":
            self.calls = calls.evolve(self.calls, recorded)
        elif stream == "hall":
            self.hall = uplink.evolve(self.hall, recorded)
        elif stream in ("match", "dice"):
            self.match = match.evolve(self.match, recorded)
            self.hall = uplink.evolve(self.hall, recorded)
            self._dice(recorded)

    @property
    def fresh_wall(self) -> bool:
        """A wall rose after the last hand began: nobody has played it."""
        return self.last.get(WallRaised.type, 0) > self.last.get(HandStarted.type, 0)

    @property
    def played_wall(self) -> bool:
        """A wall of the machine stands, and a hand began since it rose."""
        began = self.last.get(HandStarted.type, 0)
        return self.books.raised is not None and began > self.last.get(WallRaised.type, 0)

    def copy(self) -> Projection:
        return replace(self)

    def become(self, other: Projection) -> None:
        for name in self.__slots__:
            setattr(self, name, getattr(other, name))

    def changed_since(self, seq: int, streams: tuple[str, ...]) -> bool:
        return any(self.last.get(stream, 0) > seq for stream in streams)

    def types_since(self, seq: int, streams: tuple[str, ...]) -> list[str]:
        """What happened in these streams, as far as it is remembered, oldest first, each once."""
        types = [type_ for number, type_ in self.recent if number > seq and type_.partition(".")[0] in streams]
        return list(dict.fromkeys(types))

    def _machine(self, recorded: Recorded) -> None:
        self.books = evolve_books(self.books, recorded.event)
        self.diary = diary.evolve(self.diary, recorded)
        if isinstance(recorded.event, FaultDeclared | FaultResolved):
            self.since = {fault.id: self.since.get(fault.id, recorded.time) for fault in self.books.faults}

    def _dice(self, recorded: Recorded) -> None:
        self.fair = progress.evolve(self.fair, recorded.event, recorded.seq)
        self.statistics = statistics.evolve(self.statistics, recorded.event)
        if isinstance(recorded.event, DiceRolled):
            self.rolls += 1
            self.dice = {**CATALOGUE.to_json(recorded.event), "time": recorded.time}
        elif isinstance(recorded.event, DiceMisshown):
            if self.dice is not None and self.dice["roll"] == recorded.event.roll:
                self.dice = {**self.dice, "misshown": list(recorded.event.shown)}
        elif isinstance(recorded.event, HandEnded | MatchAbandoned | MatchEnded):
            self.dice = None
