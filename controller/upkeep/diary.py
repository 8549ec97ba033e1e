"""What the journal says about wear: walls built, faults by place, and what was serviced when. Folded with the story."""

from __future__ import annotations

from collections import deque
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from statistics import median
from typing import Any, Final

from controller.events import Recorded
from controller.events.machine import FaultDeclared, WallStaged
from controller.events.people import MachineServiced

MOST_FAULTS: Final = 1000
RECENT_WALLS: Final = 20
FIRST_WALLS: Final = 50

SIDED: Final = ("head", "lift", "pick")
MECHANISM_PARTS: Final = (*(f"{part}-{side}" for part in SIDED for side in range(4)), "hatch", "disc")
CARE_PARTS: Final = ("inside", "slides", "wiring", "overhaul")
"""inside: drum, channels and sensors wiped; slides: heads, lifts and hatch greased; wiring: plugs, earth, fuses and the
emergency stop tried; overhaul: the great service."""
PARTS: Final = (*CARE_PARTS, *MECHANISM_PARTS)
WORKS: Final = ("cleaned", "adjusted", "replaced")


@dataclass(frozen=True, slots=True)
class Service:
    """``wall``: how many walls the table had built by then."""

    part: str
    work: str
    who: str
    time: str
    wall: int


@dataclass(frozen=True, slots=True)
class FaultNote:
    code: str
    side: int | None
    mechanism: str | None
    wall: int


@dataclass(slots=True)
class Diary:
    """``walls``: good walls so far. ``pace`` is milliseconds per tile of a build. ``last_wall`` is the last one whose
    build was seen from its beginning."""

    walls: int = 0
    services: dict[str, Service] = field(default_factory=dict)
    faults: deque[FaultNote] = field(default_factory=lambda: deque(maxlen=MOST_FAULTS))
    first_paces: list[float] = field(default_factory=list)
    paces: deque[float] = field(default_factory=lambda: deque(maxlen=RECENT_WALLS))
    last_wall: Mapping[str, Any] | None = None

    def fold(self, recorded: Recorded) -> None:
        match recorded.event:
            case WallStaged() as staged:
                self._wall(staged)
            case FaultDeclared(code=code, side=side, mechanism=mechanism):
                self.faults.append(FaultNote(code, side, mechanism, self.walls))
            case MachineServiced(part=part, work=work, who=who):
                self.services[part] = Service(part, work, who, recorded.time, self.walls)

    def since(self, part: str) -> int:
        """Walls since the part was seen to; since ever when it never was."""
        return self.walls - max((each.wall for each in self._covering(part)), default=0)

    def last(self, part: str) -> Service | None:
        return self.services.get(part)

    def recent(self, walls: int) -> Iterator[FaultNote]:
        """Faults of the last so many walls, the newest first."""
        for note in reversed(self.faults):
            if note.wall < self.walls - walls:
                return
            yield note

    @property
    def pace_drift(self) -> float | None:
        """The last walls against the first ones, as a share; None until there are enough of both."""
        if len(self.first_paces) < FIRST_WALLS or len(self.paces) < RECENT_WALLS:
            return None
        return median(self.paces) / median(self.first_paces) - 1

    def _covering(self, part: str) -> Iterator[Service]:
        """A great service covers everything."""
        for name in (part, "overhaul"):
            if name in self.services:
                yield self.services[name]

    def _wall(self, staged: WallStaged) -> None:
        self.walls += 1
        tiles, took = sum(staged.counts), staged.elapsed_ms
        if not tiles or not took:
            return
        self.last_wall = {"tiles": tiles, "seconds": round(took / 1000, 1)}
        if len(self.first_paces) < FIRST_WALLS:
            self.first_paces.append(took / tiles)
        self.paces.append(took / tiles)
