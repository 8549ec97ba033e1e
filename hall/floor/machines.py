"""How the machines of the tables do: jams per 1,000 hands, how long walls take, what is near its limit. A fold over
each table's own journal."""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import date, timedelta
from statistics import median
from typing import Any, Final

from controller.changed import changed
from controller.events import Recorded
from controller.events.machine import FaultDeclared, FaultResolved, WallStaged
from controller.events.match import HandStarted
from controller.mechanism.faults import Family, spec_of
from controller.upkeep import diary as upkeep
from controller.upkeep.advice import DUE_WALLS, Advice, advise, worst_parts
from controller.upkeep.diary import CARE_PARTS, Diary
from controller.upkeep.history import WearHistory
from hall.floor.flicker import fault_at, flickers

DAYS_KEPT: Final = 60
WALLS_KEPT: Final = 200
JAM_FAMILIES: Final = frozenset({Family.SIDE, Family.LIFT, Family.HATCH, Family.DRUM, Family.MOTOR})
"""Where tiles or mechanisms stand still; not stops by people, heat, links or books."""
RECENT_DAYS: Final = 7
WORSE: Final = 1.5
"""Recent jams against those before, from which a machine is said to get worse."""
MOST_WORST: Final = 3
"""Parts that are named as the worst of a machine."""
FEWEST_JAMS: Final = 3
"""In the recent days, from which anything is said at all."""


@dataclass(frozen=True, slots=True)
class MachineDay:
    """``day``: UTC, ``YYYY-MM-DD``. ``build_ms``: of ``walls`` whose build was seen from its beginning."""

    day: str
    hands: int = 0
    jams: int = 0
    walls: int = 0
    build_ms: int = 0


@dataclass(frozen=True, slots=True)
class Machine:
    """``days``: the last ones on which something happened, oldest first. ``builds``: milliseconds of the last walls.
    ``diary``: walls, faults and services, as the table itself keeps them, but for faults that came back at once.
    ``over``: when those were over that may still do so, by code and place."""

    hands: int = 0
    jams: int = 0
    days: tuple[MachineDay, ...] = ()
    builds: tuple[int, ...] = ()
    diary: Diary = field(default_factory=Diary)
    over: Mapping[str, str] = field(default_factory=dict)

    @property
    def per_thousand(self) -> float | None:
        """Jams per 1,000 hands since ever; None before the first hand."""
        return 1000 * self.jams / self.hands if self.hands else None


def evolve(machine: Machine, recorded: Recorded) -> Machine:
    """After an event of the table. Never fails; what is not about the machine changes nothing."""
    event = recorded.event
    if isinstance(event, FaultDeclared) and _came_back(machine, event, recorded.time):
        return machine
    diary = upkeep.evolve(machine.diary, recorded)
    now = machine if diary is machine.diary else changed(machine, diary=diary)
    match event:
        case HandStarted():
            return changed(now, hands=now.hands + 1, days=_counted(now.days, recorded, hands=1))
        case FaultDeclared(code=code, severity=severity) if severity != "warn" and is_jam(code):
            return changed(now, jams=now.jams + 1, days=_counted(now.days, recorded, jams=1))
        case FaultResolved(code=code, side=side, mechanism=mechanism):
            lately = {fault: time for fault, time in now.over.items() if flickers(time, recorded.time)}
            return changed(now, over={**lately, fault_at(code, side, mechanism): recorded.time})
        case WallStaged(elapsed_ms=elapsed) if elapsed:
            builds = (*now.builds, elapsed)[-WALLS_KEPT:]
            return changed(now, builds=builds, days=_counted(now.days, recorded, walls=1, build_ms=elapsed))
    return now


def _came_back(machine: Machine, fault: FaultDeclared, now: str) -> bool:
    over = machine.over.get(fault_at(fault.code, fault.side, fault.mechanism))
    return over is not None and flickers(over, now)


def is_jam(code: str) -> bool:
    return spec_of(code).family in JAM_FAMILIES


def _counted(days: tuple[MachineDay, ...], recorded: Recorded, **more: int) -> tuple[MachineDay, ...]:
    day = recorded.time[:10]
    last = days[-1] if days and days[-1].day >= day else None
    today = last or MachineDay(day)
    counted = changed(today, **{name: getattr(today, name) + count for name, count in more.items()})
    before = days[:-1] if last is not None else days
    return (*before, counted)[-DAYS_KEPT:]


# ---------------------------------------------------------------- what the desk sees


def percentile(values: Sequence[int], share: float) -> int | None:
    """The least value that so large a share of them does not exceed; None of none."""
    ordered = sorted(values)
    return ordered[max(0, math.ceil(share * len(ordered)) - 1)] if ordered else None


def advice_of(machine: Machine) -> tuple[Advice, ...]:
    """What to clean or replace next, as far as the journal tells; the board's own travel times stay at the table."""
    return advise(machine.diary, WearHistory())


def gets_worse(machine: Machine, today: str) -> bool:
    """Whether it jams clearly more often in the last week than before."""
    border = _days_before(today, RECENT_DAYS)
    recent = [one for one in machine.days if one.day > border]
    older = [one for one in machine.days if one.day <= border]
    jams, hands = sum(one.jams for one in recent), sum(one.hands for one in recent)
    before, played = sum(one.jams for one in older), sum(one.hands for one in older)
    return jams >= FEWEST_JAMS and played > 0 and jams * played > WORSE * max(before, 1) * hands


def recent_rate(machine: Machine, today: str) -> float | None:
    """Jams per 1,000 hands of the last week; None where nobody played."""
    border = _days_before(today, RECENT_DAYS)
    recent = [one for one in machine.days if one.day > border]
    hands = sum(one.hands for one in recent)
    return 1000 * sum(one.jams for one in recent) / hands if hands else None


@dataclass(frozen=True, slots=True)
class Usual:
    """Medians of the tables of a house: jams per 1,000 hands since ever, milliseconds of a wall. None without any."""

    jams_per_1000_hands: float | None
    build_ms: int | None


def usual(machines: Iterable[Machine]) -> Usual:
    known = tuple(machines)
    rates = [rate for one in known if (rate := one.per_thousand) is not None]
    builds = [ms for one in known if (ms := percentile(one.builds, 0.5)) is not None]
    return Usual(round(median(rates), 2) if rates else None, round(median(builds)) if builds else None)


def _days_before(day: str, days: int) -> str:
    return (date.fromisoformat(day) - timedelta(days)).isoformat()


def row(table: str, machine: Machine, today: str) -> dict[str, Any]:
    """One machine as plain data; times in milliseconds."""
    rate, recent = machine.per_thousand, recent_rate(machine, today)
    return {
        "table": table,
        "walls": machine.diary.walls,
        "hands": machine.hands,
        "jams": machine.jams,
        "jams_per_1000_hands": None if rate is None else round(rate, 2),
        "recent_per_1000_hands": None if recent is None else round(recent, 2),
        "gets_worse": gets_worse(machine, today),
        "build_p50_ms": percentile(machine.builds, 0.5),
        "build_p95_ms": percentile(machine.builds, 0.95),
        "days": [
            {
                "day": one.day,
                "hands": one.hands,
                "jams": one.jams,
                "build_ms": one.build_ms // one.walls if one.walls else None,
            }
            for one in machine.days
        ],
        "worst": [{"part": part, "times": times} for part, times in worst_parts(machine.diary)[:MOST_WORST]],
        "care": [{"part": part, "walls": machine.diary.since(part), "due": DUE_WALLS[part]} for part in CARE_PARTS],
        "advice": [
            {"level": one.level, "key": f"service.advice.{one.key}", "part": one.part, "args": dict(one.args)}
            for one in advice_of(machine)
        ],
    }


def rows(machines: Mapping[str, Machine], today: str) -> list[dict[str, Any]]:
    """All machines: those with something to do now first, then those that jam most, else in the order given."""
    found = [row(table, machine, today) for table, machine in machines.items()]
    return sorted(found, key=_urgency)


def _urgency(one: Mapping[str, Any]) -> tuple[Any, ...]:
    now = any(each["level"] == "now" for each in one["advice"])
    return (not now, not one["gets_worse"], -(one["jams_per_1000_hands"] or 0))


def jams_per_thousand(machines: Iterable[Machine]) -> float | None:
    """Of all tables together."""
    hands = jams = 0
    for machine in machines:
        hands, jams = hands + machine.hands, jams + machine.jams
    return 1000 * jams / hands if hands else None
