"""The simulated table: where every tile is, what moves, and what people can do with it."""

from __future__ import annotations

from typing import Any

from pydantic import Field

from api.table.shown.base import OpenShown, Shown

Tiles = list[int]


class PlacesShown(Shown):
    """Numbers of tiles by place; lists of lists are by side, walls and trays by stack as well. ``box``: how many."""

    box: dict[str, int]
    table: Tiles
    player: Tiles
    floor: Tiles
    well: Tiles
    drum: Tiles
    channel: list[Tiles]
    head: list[Tiles]
    tray: list[list[Tiles]]
    wall: list[list[Tiles]]


class MotorShown(Shown):
    """``position``: 0 to 1 of its way."""

    on: int
    position: float
    stalled: bool


class MotorsShown(Shown):
    disc: int
    pick: list[int]
    head: list[MotorShown]
    lift: list[MotorShown]
    hatch: MotorShown


class DomeShown(OpenShown):
    lamps: list[str]
    text: str
    beeper: bool


class WireShown(OpenShown):
    plugged: bool


class PlantFault(Shown):
    """``at_us``: when it was put in place, in microseconds of the plant."""

    name: str
    at_us: int
    arguments: dict[str, Any]
    remedy: str | None = None


class BrokenShown(OpenShown):
    code: str
    detail: str | None = None


class PlantShown(OpenShown):
    """The ``plant`` messages of the stream. ``speed`` null: as fast as it goes."""

    seconds: float
    speed: float | None
    profile: str
    powered: bool
    broken: BrokenShown | None
    places: PlacesShown
    sets: dict[str, dict[str, int]]
    motors: MotorsShown
    sensors: list[str]
    keys: list[str]
    dome: DomeShown
    wire: WireShown
    faults: list[PlantFault]


class ArgumentShown(Shown):
    name: str
    default: Any
    choices: list[str] | None = None
    low: float | None = None
    high: float | None = None


class ActionKind(Shown):
    name: str
    does: str
    arguments: list[ArgumentShown]


class FaultKind(ActionKind):
    remedy: str | None = None
    clearable: bool = Field(description="it can be taken away again without a remedy")


class SimulatorShown(Shown):
    plant: PlantShown
    actions: list[ActionKind]
    faults: list[FaultKind]
