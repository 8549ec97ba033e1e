"""What the machine did. Written by the cycle of the tile sets (``controller.mechanism``), in the same call in which a
sensor, a key or a reply of the board was heard.

A *set* is one of the two sets of tiles, A or B. Sides count from 0, counter-clockwise.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from typing import ClassVar, Literal

from controller.events.event import Event
from controller.events.values import Count, Json, SideNumber, TilesBySide

SetName = Literal["A", "B"]
Severity = Literal["warn", "hold", "stop"]
"""warn: play goes on; hold: the machine waits for a person; stop: all motors off."""
FaultOrigin = Literal["board", "table"]


class Place(StrEnum):
    """Where a set is. RAISED: in play on the table. STAGED: a finished wall below the deck."""

    OUTSIDE = "outside"
    IN_DRUM = "in_drum"
    BUILDING = "building"
    STAGED = "staged"
    RAISED = "raised"


@dataclass(frozen=True, slots=True)
class BoardAttached(Event):
    """The board answered and said who it is."""

    type: ClassVar = "machine.board-connected"
    boot: Count
    """Times that the board has started."""
    cause: str
    """Why it started last, such as ``power-on`` or ``watchdog``."""
    firmware: str
    """Its version."""
    build: str
    """Its build, hexadecimal."""
    serial: str
    """Its serial number, hexadecimal."""
    capabilities: tuple[str, ...]
    max_stacks: Count
    """Stacks of two tiles that a side can hold."""


@dataclass(frozen=True, slots=True)
class BoardDetached(Event):
    """The link to the board is gone."""

    type: ClassVar = "machine.board-lost"
    reason: str
    """Why, such as ``link-lost``; ``closed`` and ``incompatible`` are no faults."""


@dataclass(frozen=True, slots=True)
class HatchOpened(Event):
    """The hatch over the well is open."""

    type: ClassVar = "machine.hatch-opened"


@dataclass(frozen=True, slots=True)
class HatchClosed(Event):
    """The hatch over the well is closed."""

    type: ClassVar = "machine.hatch-closed"


@dataclass(frozen=True, slots=True)
class SetLoaded(Event):
    """The tiles that people were to push in are in the drum: a person closed the hatch on them."""

    type: ClassVar = "machine.set-loaded"
    set: SetName


@dataclass(frozen=True, slots=True)
class BuildStarted(Event):
    """The board took the order to build a wall of the set in the drum."""

    type: ClassVar = "machine.build-started"
    set: SetName
    quota: TilesBySide
    """Tiles that each side is to get."""
    players: Count


@dataclass(frozen=True, slots=True)
class BuildSuspended(Event):
    """The build stands still, or cannot go on."""

    type: ClassVar = "machine.build-suspended"
    reason: str
    """Why; after ``counts-lost``, ``counts-wrong``, ``cancelled`` and ``failed`` it never goes on."""
    counts: TilesBySide
    """Tiles counted on each side so far."""


@dataclass(frozen=True, slots=True)
class BuildResumed(Event):
    """The build goes on."""

    type: ClassVar = "machine.build-resumed"


@dataclass(frozen=True, slots=True)
class BuildWithdrawn(Event):
    """The order to build never reached the board: the set still lies in the drum."""

    type: ClassVar = "machine.build-withdrawn"
    set: SetName


@dataclass(frozen=True, slots=True)
class BuildRunOut(Event):
    """The tiles of a build that was lost are out of heads and channels, for people to drop in again."""

    type: ClassVar = "machine.run-out"
    set: SetName


@dataclass(frozen=True, slots=True)
class WallStaged(Event):
    """A wall is built, every side exactly to its quota, and waits below the deck."""

    type: ClassVar = "machine.wall-staged"
    set: SetName
    counts: TilesBySide
    """Tiles on each side."""
    elapsed_ms: Count | None
    """Milliseconds for which the build ran, by the board's clock, without waiting for people; null: its beginning was
    not seen."""


@dataclass(frozen=True, slots=True)
class WallRaised(Event):
    """The staged wall stands on the table."""

    type: ClassVar = "machine.wall-raised"
    set: SetName


@dataclass(frozen=True, slots=True)
class FaultDeclared(Event):
    """A fault is present (``docs/faults.md``)."""

    type: ClassVar = "machine.fault-raised"
    code: str
    """E or W and two digits."""
    severity: Severity
    side: SideNumber | None
    """The side where it is; null: none, or not known."""
    mechanism: str | None
    """The mechanism, such as ``lift-2``, where the code serves several."""
    origin: FaultOrigin
    """Who knows it: the board, or the table only."""
    evidence: Json
    """What the code keeps as evidence: sensors by name, milliseconds, tiles, amperes."""


@dataclass(frozen=True, slots=True)
class FaultResolved(Event):
    """A fault is over."""

    type: ClassVar = "machine.fault-cleared"
    code: str
    side: SideNumber | None
    mechanism: str | None
    by: str
    """What ended it, such as ``key``, ``reset``, ``operator`` or ``reconnect``."""


@dataclass(frozen=True, slots=True)
class MachineStopped(Event):
    """All motors are off until somebody acknowledges it."""

    type: ClassVar = "machine.stopped"
    cause: str
    """``emergency-stop``, ``cover``, ``over-temperature`` or ``operator``."""


@dataclass(frozen=True, slots=True)
class MachineRestored(Event):
    """The stop is over."""

    type: ClassVar = "machine.restored"


@dataclass(frozen=True, slots=True)
class TableEmptied(Event):
    """A person took every tile out of the table."""

    type: ClassVar = "machine.emptied"


@dataclass(frozen=True, slots=True)
class SetPlacesStated(Event):
    """A person looked and said where the sets are."""

    type: ClassVar = "machine.placed"
    sets: dict[SetName, Place]


@dataclass(frozen=True, slots=True)
class PlanChanged(Event):
    """The wall that is built next is another one."""

    type: ClassVar = "machine.plan-changed"
    tiles: Count
    quota: TilesBySide
    """Tiles for each side; 0: no wall there."""
    stacks: TilesBySide
    """Stacks for each side, two high, a single tile counted."""
    players: Count
