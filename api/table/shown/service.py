"""The service report: wear, care, counters, advice."""

from __future__ import annotations

from typing import Any, Literal

from pydantic import Field

from api.table.shown.base import Shown


class WorkShown(Shown):
    work: str
    who: str
    time: str
    wall: int


class TravelShown(Shown):
    """How long a mechanism takes for its way, in milliseconds; drifts are shares, null while unknown."""

    mechanism: str
    mean_ms: int
    last_ms: int
    runs: int
    first_ms: int
    since: str
    drift: float | None
    recent_drift: float | None
    days: list[tuple[str, int]] = Field(description="mean travel time of each day")
    last_service: WorkShown | None


class CareShown(Shown):
    part: str
    walls: int
    due: int
    last: WorkShown | None


class FaultCount(Shown):
    code: str
    key: str
    side: int | None
    mechanism: str | None
    times: int


class BuildTimes(Shown):
    last: dict[str, Any] | None
    drift: float | None


class AdviceShown(Shown):
    level: Literal["now", "soon"]
    key: str
    part: str | None
    args: dict[str, Any]


class ServiceReport(Shown):
    seq: int
    read: str | None = Field(description="when the board was last asked for what it has learnt")
    sensors: list[str] | None = Field(description="those that the board saw covered at that time")
    walls: int
    board: str | None
    mechanisms: list[TravelShown]
    counters: dict[str, int] | None
    care: list[CareShown]
    fault_walls: int
    faults: list[FaultCount]
    builds: BuildTimes
    advice: list[AdviceShown]
