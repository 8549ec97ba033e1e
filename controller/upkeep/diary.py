"""What the journal says about wear: walls built, faults by place, what was serviced when. A fold, like all state."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, replace
from statistics import median
from typing import Final

from controller.events import Recorded
from controller.events.machine import FaultDeclared, WallStaged
from controller.events.people import MachineServiced
from controller.mechanism.faults import key_with

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
    key: str
    """Of its words: one code may have several causes."""


@dataclass(frozen=True, slots=True)
class WallBuilt:
    """A wall whose build was seen from its beginning."""

    tiles: int
    seconds: float


@dataclass(frozen=True, slots=True)
class Diary:
    """``walls``: good walls so far. A *pace* is milliseconds per tile of a build; ``first_paces`` are those of the
    first walls, ``paces`` of the last ones. ``services`` by part, the last one of each."""

    walls: int = 0
    services: Mapping[str, Service] = field(default_factory=dict)
    faults: tuple[FaultNote, ...] = ()
    first_paces: tuple[float, ...] = ()
    paces: tuple[float, ...] = ()
    last_wall: WallBuilt | None = None

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


def evolve(diary: Diary, recorded: Recorded) -> Diary:
    """The diary after an event. Never fails; what is not about wear changes nothing."""
    match recorded.event:
        case WallStaged() as staged:
            return _staged(diary, staged)
        case FaultDeclared(code=code, side=side, mechanism=mechanism, evidence=evidence):
            note = FaultNote(code, side, mechanism, diary.walls, key_with(code, evidence))
            return replace(diary, faults=(*diary.faults, note)[-MOST_FAULTS:])
        case MachineServiced(part=part, work=work, who=who):
            service = Service(part, work, who, recorded.time, diary.walls)
            return replace(diary, services={**diary.services, part: service})
    return diary


def _staged(diary: Diary, staged: WallStaged) -> Diary:
    walls, tiles, took = diary.walls + 1, sum(staged.counts), staged.elapsed_ms
    if not tiles or not took:
        return replace(diary, walls=walls)
    pace = took / tiles
    return replace(
        diary,
        walls=walls,
        last_wall=WallBuilt(tiles, round(took / 1000, 1)),
        first_paces=(*diary.first_paces, pace)[:FIRST_WALLS],
        paces=(*diary.paces, pace)[-RECENT_WALLS:],
    )
