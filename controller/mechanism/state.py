"""Where the machine stands: what the journal knows (``Books``) and what the board said last (``Live``).

``Books`` is a fold over the ``machine.*`` events and survives everything. ``Live`` is rebuilt from the board's Welcome
after every connect; nothing in it is trusted over a restart.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from typing import Any, Final

from controller.events.machine import FaultOrigin, Place, SetName, Severity
from controller.mechanism.tasks import Origin, Task, TaskKind
from controller.walls.sides import SIDES
from firmware_bridge.messages import BuildPhase, Key, Latches, Position, Sensors, Verdict

SETS: Final[tuple[SetName, SetName]] = ("A", "B")
DEFAULT_MAX_STACKS: Final = 20
HATCH: Final = 13
"""Index of the hatch wherever a message lists all mechanisms."""
FIRST_LIFT: Final = 9

NO_LATCHES: Final = Latches(0)
NO_SENSORS: Final = Sensors(0)

Quota = tuple[int, int, int, int]


@dataclass(frozen=True, slots=True)
class Plan:
    """Tiles for each side (0: no wall there). An odd number is a single-tile stack, which the head pushes last."""

    quota: Quota
    players: int = 4

    @property
    def tiles(self) -> int:
        return sum(self.quota)

    @property
    def stacks(self) -> Quota:
        """Stacks for each side, two high, a single one counted."""
        a, b, c, d = self.quota
        return ((a + 1) // 2, (b + 1) // 2, (c + 1) // 2, (d + 1) // 2)


@dataclass(frozen=True, slots=True)
class SetBook:
    """One set of tiles. ``partial``: in the drum, but the tiles of a run-out wall still lie on the table.

    ``plan`` is that of its last build: its tiles are what the set is expected to hold.
    """

    place: Place = Place.OUTSIDE
    plan: Plan | None = None
    partial: bool = False


LOST: Final = frozenset({"counts-lost", "counts-wrong", "cancelled", "failed"})
"""Reasons after which a build cannot go on: nobody knows any more how many tiles went where."""


_FOR_ANY_MECHANISM: Final = frozenset({"E32", "W01", "W02"})


@dataclass(frozen=True, slots=True)
class ActiveFault:
    """A fault that is present. ``origin`` says who knows it: the board (it wants ClearFault) or the table only."""

    code: str
    severity: Severity
    side: int | None = None
    mechanism: str | None = None
    evidence: Mapping[str, Any] = field(default_factory=dict)
    origin: FaultOrigin = "board"

    @property
    def id(self) -> str:
        """Stable while the fault is present: the code, and the mechanism where one code serves several."""
        return f"{self.code}:{self.mechanism}" if self.code in _FOR_ANY_MECHANISM else self.code


@dataclass(frozen=True, slots=True)
class BoardFacts:
    """Who the board was when it last connected."""

    boot: int
    cause: str
    firmware: str
    build: str
    serial: str
    capabilities: tuple[str, ...]
    max_stacks: int


@dataclass(frozen=True, slots=True)
class Books:
    """The durable part. ``suspended`` is why the build stands still (None: it runs, or there is none).

    ``plan`` is the wall asked for; it holds from the next build on. ``repeats`` counts how often a fault came back
    since the last good wall: it moves people on to the next remedy. ``stop`` is the cause of a stop that nobody
    has acknowledged yet.
    """

    plan: Plan
    number_of_sets: int = 2
    sets: tuple[SetBook, SetBook] = (SetBook(), SetBook())
    hatch_open: bool = False
    suspended: str | None = None
    faults: tuple[ActiveFault, ...] = ()
    repeats: tuple[tuple[str, int], ...] = ()
    stop: str | None = None
    board: BoardFacts | None = None

    def at(self, *places: Place) -> SetName | None:
        """The set at one of these places."""
        return next((name for name, book in zip(SETS, self.sets, strict=True) if book.place in places), None)

    def book(self, name: SetName) -> SetBook:
        return self.sets[SETS.index(name)]

    @property
    def in_drum(self) -> SetName | None:
        return self.at(Place.IN_DRUM)

    @property
    def building(self) -> SetName | None:
        return self.at(Place.BUILDING)

    @property
    def staged(self) -> SetName | None:
        return self.at(Place.STAGED)

    @property
    def raised(self) -> SetName | None:
        return self.at(Place.RAISED)

    @property
    def lost(self) -> bool:
        """A build is under way that cannot go on."""
        return self.building is not None and self.suspended in LOST

    @property
    def expected(self) -> SetName | None:
        """The set that people push in when the hatch is open: that on the table, else the next one outside."""
        if self.in_drum or self.building:
            return None
        if self.raised:
            return self.raised
        outside = [name for name in SETS[: self.number_of_sets] if self.book(name).place is Place.OUTSIDE]
        return outside[0] if outside else None

    @property
    def max_stacks(self) -> int:
        return self.board.max_stacks if self.board else DEFAULT_MAX_STACKS

    @property
    def plan_fits(self) -> bool:
        return max(self.plan.stacks) <= self.max_stacks

    def fault(self, fault_id: str) -> ActiveFault | None:
        return next((fault for fault in self.faults if fault.id == fault_id), None)

    def repeated(self, fault_id: str) -> int:
        return dict(self.repeats).get(fault_id, 0)


@dataclass(frozen=True, slots=True)
class Setup:
    """Fixed numbers of this table: gap and extra shuffle of a build, dwell of a raised wall, in milliseconds."""

    gap_ms: int = 20_000
    shuffle_ms: int = 0
    dwell_ms: int = 300


@dataclass(frozen=True, slots=True)
class Refusal:
    """The board said no to what was tried last, the order ``tag``."""

    kind: TaskKind
    verdict: Verdict
    tag: int


@dataclass(frozen=True, slots=True)
class Live:
    """The transient part: what the board said, and what was asked of it.

    ``lifted`` holds the sides whose lift has left home during the raise under way (None: no raise is). ``closing``
    remembers over a lost link that people had asked the hatch to close. ``tag`` numbers the orders. ``notice`` is the
    key of a sentence about the key just pressed.
    """

    connected: bool = False
    away: str | None = None
    positions: tuple[Position, ...] = (Position.UNKNOWN,) * 14
    latches: Latches = NO_LATCHES
    sensors: Sensors = NO_SENSORS
    motors: int = 0
    phase: BuildPhase = BuildPhase.NONE
    counts: Quota = (0, 0, 0, 0)
    began_us: int | None = None
    now_us: int = 0
    task: Task | None = None
    agenda: tuple[Task, ...] = ()
    origin: Origin = "key"
    build_tag: int | None = None
    lifted: frozenset[int] | None = None
    half_raised: bool = False
    closing: bool = False
    warning: bool = False
    kept_key: Key | None = None
    notice: str | None = None
    refusal: Refusal | None = None
    tag: int = 0

    @property
    def hatch(self) -> Position:
        return self.positions[HATCH]

    @property
    def lifts(self) -> tuple[Position, ...]:
        return self.positions[FIRST_LIFT : FIRST_LIFT + SIDES]

    @property
    def lifts_away(self) -> frozenset[int]:
        """Sides whose lift is not known to be at home."""
        return frozenset(side for side, position in enumerate(self.lifts) if position is not Position.HOME)

    @property
    def running(self) -> bool:
        """The board turns the drum, or checks what it built."""
        return self.phase in (BuildPhase.SHUFFLING, BuildPhase.PICKING, BuildPhase.CHECKING)


@dataclass(frozen=True, slots=True)
class State:
    """Everything that the cycle decides from."""

    books: Books
    live: Live = Live()
    setup: Setup = Setup()


def fresh(plan: Plan, number_of_sets: int = 2, setup: Setup | None = None) -> State:
    """A table with an empty journal: every set outside, no board yet."""
    return State(Books(plan=plan, number_of_sets=number_of_sets), Live(), setup or Setup())


def with_set(books: Books, name: SetName, **changes: Any) -> Books:
    """The books with one set changed."""
    index = SETS.index(name)
    sets = list(books.sets)
    sets[index] = replace(sets[index], **changes)
    return replace(books, sets=(sets[0], sets[1]))
