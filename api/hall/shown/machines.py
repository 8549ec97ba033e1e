"""How the machines of the tables do, as the pages of the hall show it."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Literal

from pydantic import BaseModel, ConfigDict

from api.hall.views import ViewShown, view
from controller.upkeep.advice import FAULT_WALLS
from hall.floor.machines import Machine, row, rows, usual
from hall.stream import MINUTE

if TYPE_CHECKING:
    from api.hall.runtime import HallRuntime


class Part(BaseModel):
    """A part of a view."""

    model_config = ConfigDict(extra="forbid")


class MachineDayShown(Part):
    """``day``: UTC. ``build_ms``: mean of its walls, None without one."""

    day: str
    hands: int
    jams: int
    build_ms: int | None


class CareShown(Part):
    """``walls`` since a part of the care was done, of the ``due`` after which it is."""

    part: str
    walls: int
    due: int


class WorstShown(Part):
    """How often a part had a fault in the last walls and since it was served."""

    part: str
    times: int


class AdviceShown(Part):
    """``key``: of its words, with ``args``."""

    level: Literal["now", "soon"]
    key: str
    part: str | None
    args: dict[str, Any]


class MachineShown(Part):
    """``recent_per_1000_hands``: of the last week; None where nobody played. ``build_p50_ms``: of the last walls."""

    table: str
    number: int | None
    name: str
    walls: int
    hands: int
    jams: int
    jams_per_1000_hands: float | None
    recent_per_1000_hands: float | None
    gets_worse: bool
    build_p50_ms: int | None
    build_p95_ms: int | None
    days: list[MachineDayShown]
    worst: list[WorstShown]
    care: list[CareShown]
    advice: list[AdviceShown]


class UsualShown(Part):
    """Medians of the tables of the hall."""

    jams_per_1000_hands: float | None
    build_ms: int | None


class MachinesView(ViewShown):
    """Those with something to do now first, then those that jam most. ``looked_back``: walls of ``worst``."""

    usual: UsualShown
    machines: list[MachineShown]
    looked_back: int


@view("machines", "read.machines", "floor", "table", MINUTE)
def machines(runtime: HallRuntime, _id: str) -> MachinesView:
    known, today = present_machines(runtime), runtime.now_text()[:10]
    shown = [MachineShown(**each, **named(runtime, each["table"])) for each in rows(known, today)]
    return MachinesView(usual=usual_of(known), machines=shown, looked_back=FAULT_WALLS)


def present_machines(runtime: HallRuntime) -> dict[str, Machine]:
    """Of the tables that belong to the hall, by their numbers on the floor; those without one last."""
    state = runtime.running.state
    numbers = {id_: one.number for id_, one in state.floor.tables.items()}
    present = sorted(
        (one.id for one in state.tables.present), key=lambda id_: (id_ not in numbers, numbers.get(id_, 0))
    )
    return {id_: live.facts.machine for id_ in present if (live := runtime.live_of(id_)) is not None}


def usual_of(known: dict[str, Machine]) -> UsualShown:
    found = usual(known.values())
    return UsualShown(jams_per_1000_hands=found.jams_per_1000_hands, build_ms=found.build_ms)


def machine_of(runtime: HallRuntime, table: str) -> MachineShown | None:
    live = runtime.live_of(table)
    if live is None:
        return None
    return MachineShown(**row(table, live.facts.machine, runtime.now_text()[:10]), **named(runtime, table))


def named(runtime: HallRuntime, table: str) -> dict[str, Any]:
    """Number on the floor, and name, of a table."""
    state = runtime.running.state
    placed, enrolled = state.floor.tables.get(table), state.tables.tables.get(table)
    name = (placed and placed.name) or ("" if enrolled is None else enrolled.name)
    return {"number": None if placed is None else placed.number, "name": name}
