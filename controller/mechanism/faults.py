"""The one catalogue of faults: what each means for the table, where its place is, and the remedies in order.

Codes and classes follow the reference of the table (E01-E60, W01-W03). Over-current is one code, E32, that carries its
mechanism as data, since a code per motor would run into E40. E61 and W04 are our own: the books contradict each other,
and the board shows other dice than it was sent.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from enum import StrEnum
from typing import Any, Final, Literal

from controller.events.machine import FaultDeclared, Severity
from controller.mechanism.state import ActiveFault
from firmware_bridge.messages import Fault, FaultRaised, Mechanism

Where = Literal["side", "mechanism", "hatch", "disc", "drum", "table"]


class Family(StrEnum):
    """Which way out a fault has: the keys do the same for all faults of a family."""

    DRUM = "drum"
    SIDE = "side"
    LIFT = "lift"
    HATCH = "hatch"
    MOTOR = "motor"
    HEAT = "heat"
    STOP = "stop"
    LINK = "link"
    BOOKS = "books"
    WARNING = "warning"


@dataclass(frozen=True, slots=True)
class FaultSpec:
    """One kind of fault. ``key`` names its words, ``remedies`` are ids in the order in which to try them."""

    code: str
    key: str
    severity: Severity
    family: Family
    where: Where
    remedies: tuple[str, ...]
    evidence: tuple[str, ...] = ("sensors", "waited_ms", "count")
    number: Fault | None = None
    side: int | None = None


RESTART: Final = ("reset", "empty-and-restart", "service")
"""Remedies 2 to 4 of every fault: stop and home; power off, empty, begin with the first set; a technician."""

_MOTOR_EVIDENCE: Final = ("sensors", "waited_ms", "count", "current_a")


def _per_side(first: int, key: str, severity: Severity, family: Family, remedy: str) -> Iterator[FaultSpec]:
    for side in range(4):
        yield FaultSpec(
            f"E{first + side:02d}",
            key,
            severity,
            family,
            "side",
            (remedy, *RESTART),
            number=Fault(first + side),
            side=side,
        )


def _one(
    number: Fault, key: str, severity: Severity, family: Family, where: Where, *remedies: str, **more: Any
) -> FaultSpec:
    return FaultSpec(code_of(number), key, severity, family, where, remedies, number=number, **more)


def code_of(number: Fault) -> str:
    """E and two digits; W for the warnings, which start at 101."""
    return f"E{number:02d}" if number < 100 else f"W{number - 100:02d}"


INCONSISTENT: Final = FaultSpec(
    "E61",
    "fault.inconsistent",
    "stop",
    Family.BOOKS,
    "table",
    ("confirm-sets", "empty-and-restart", "service"),
    ("check",),
)

DICE_MISSHOWN: Final = FaultSpec(
    "W04",
    "fault.dice-misshown",
    "warn",
    Family.WARNING,
    "table",
    ("believe-tablet", "service"),
    ("dice", "shown"),
)

CATALOGUE: Final[tuple[FaultSpec, ...]] = (
    *_per_side(1, "fault.short", "hold", Family.DRUM, "find-tile"),
    _one(Fault.SHORT_UNKNOWN, "fault.short-unknown", "hold", Family.DRUM, "drum", "find-tiles", *RESTART),
    _one(Fault.SURPLUS, "fault.surplus", "hold", Family.DRUM, "drum", "take-out-tile", *RESTART),
    _one(Fault.WRONG_SET, "fault.wrong-set", "hold", Family.DRUM, "drum", "sort-sets", *RESTART),
    *_per_side(11, "fault.head-jam", "stop", Family.SIDE, "free-head"),
    *_per_side(15, "fault.channel", "hold", Family.SIDE, "free-channel"),
    *_per_side(21, "fault.lift", "stop", Family.LIFT, "clear-slot"),
    _one(Fault.HATCH_NOT_OPEN, "fault.hatch-not-open", "stop", Family.HATCH, "hatch", "free-hatch", *RESTART),
    _one(Fault.HATCH_NOT_CLOSED, "fault.hatch-not-closed", "stop", Family.HATCH, "hatch", "clear-well", *RESTART),
    _one(
        Fault.HATCH_CONTRADICTION,
        "fault.hatch-contradiction",
        "stop",
        Family.HATCH,
        "hatch",
        "check-hatch",
        *RESTART,
    ),
    _one(
        Fault.DISC_STALLED,
        "fault.disc-stalled",
        "stop",
        Family.DRUM,
        "disc",
        "look-in-drum",
        *RESTART,
        evidence=_MOTOR_EVIDENCE,
    ),
    _one(
        Fault.OVER_CURRENT,
        "fault.over-current",
        "stop",
        Family.MOTOR,
        "mechanism",
        "cool-and-clear",
        *RESTART,
        evidence=_MOTOR_EVIDENCE,
    ),
    _one(
        Fault.OVER_TEMPERATURE, "fault.over-temperature", "stop", Family.HEAT, "table", "let-cool", "reset", "service"
    ),
    _one(Fault.COVER, "fault.cover", "stop", Family.STOP, "table", "close-cover", "reset", "service"),
    _one(
        Fault.EMERGENCY_STOP, "fault.emergency-stop", "stop", Family.STOP, "table", "release-stop", "reset", "service"
    ),
    _one(
        Fault.LINK_LOST,
        "fault.link-lost",
        "stop",
        Family.LINK,
        "table",
        "check-cable",
        "restart-board",
        "service",
        evidence=("reason",),
    ),
    INCONSISTENT,
    _one(Fault.SLOW, "fault.slow", "warn", Family.WARNING, "mechanism", "note-service", evidence=("waited_ms",)),
    _one(
        Fault.BY_CLOCK,
        "fault.by-clock",
        "warn",
        Family.WARNING,
        "mechanism",
        "clean-sensor",
        "service",
        evidence=("sensors",),
    ),
    _one(
        Fault.GEAR_CHANGED,
        "fault.plan-changed",
        "warn",
        Family.WARNING,
        "table",
        "next-build",
        evidence=("asked", "built"),
    ),
    DICE_MISSHOWN,
)

_BY_NUMBER: Final[Mapping[Fault, FaultSpec]] = {spec.number: spec for spec in CATALOGUE if spec.number is not None}
_BY_CODE: Final[Mapping[str, FaultSpec]] = {spec.code: spec for spec in CATALOGUE}

POWER_DIP_KEY: Final = "fault.power-dip"
"""Words of E51 when it was not the button but the supply or a watchdog that stopped the board."""


def spec_of(code: str) -> FaultSpec:
    """The catalogue's entry. A code that an older journal holds and nobody knows any more reads as inconsistent."""
    return _BY_CODE.get(code, INCONSISTENT)


def mechanism_name(mechanism: Mechanism) -> str:
    """``lift-2``, ``hatch``, ``disc``: the name that snapshots and words use."""
    return mechanism.name.lower().replace("_", "-")


def side_of(mechanism: Mechanism) -> int | None:
    """The side that a mechanism belongs to; None for disc and hatch."""
    last = mechanism.name[-1]
    return int(last) if last.isdigit() else None


def from_number(number: Fault, side: int = 255, evidence: Mapping[str, Any] | None = None) -> ActiveFault:
    """A fault of the board. ``side`` is the byte of its message: for some codes it holds the mechanism."""
    spec = _BY_NUMBER[number]
    place, mechanism = spec.side, None
    if spec.where == "drum" and side in range(4):
        place = side
    if spec.where == "mechanism" and side in set(Mechanism):
        moved = Mechanism(side)
        place, mechanism = side_of(moved), mechanism_name(moved)
    elif spec.where in ("hatch", "disc"):
        mechanism = spec.where
    return ActiveFault(spec.code, spec.severity, place, mechanism, evidence or {}, "board")


def from_message(message: FaultRaised) -> ActiveFault:
    """The fault that a message reports, with its evidence: sensors by name, milliseconds, tiles, amperes."""
    evidence = {
        "sensors": [bit.name.lower() for bit in message.sensors if bit.name],
        "waited_ms": message.waited_ms,
        "count": message.count,
        "current_a": message.current / 10,
    }
    fields = _BY_NUMBER[message.fault].evidence
    kept = {name: value for name, value in evidence.items() if name in fields}
    return from_number(message.fault, message.side, kept)


def of_table(spec: FaultSpec, **evidence: Any) -> ActiveFault:
    """A fault that the table itself declares; the board knows nothing of it."""
    return ActiveFault(spec.code, spec.severity, spec.side, None, evidence, "table")


def declared(fault: ActiveFault) -> FaultDeclared:
    """A fault as it is recorded when it comes."""
    return FaultDeclared(fault.code, fault.severity, fault.side, fault.mechanism, fault.origin, fault.evidence)


def number_of(fault: ActiveFault) -> Fault | None:
    """The board's number of a fault."""
    return spec_of(fault.code).number


def key_of(fault: ActiveFault) -> str:
    """The key of its words."""
    return key_with(fault.code, fault.evidence)


def key_with(code: str, evidence: Mapping[str, Any]) -> str:
    """The key of the words of a fault that came with this evidence."""
    return POWER_DIP_KEY if code == "E51" and "cause" in evidence else spec_of(code).key


def family_of(fault: ActiveFault) -> Family:
    """Its way out. Too much current at lift or hatch is left the way a fault of lift or hatch is."""
    spec = spec_of(fault.code)
    if spec.family is not Family.MOTOR:
        return spec.family
    kind = (fault.mechanism or "").partition("-")[0]
    return {"lift": Family.LIFT, "hatch": Family.HATCH, "disc": Family.DRUM}.get(kind, Family.SIDE)


def remedies_of(fault: ActiveFault) -> tuple[str, ...]:
    return remedies_with(fault.code, key_of(fault))


def remedies_with(code: str, key: str) -> tuple[str, ...]:
    """Of a fault with these words, in the order in which to try them."""
    return ("press-key", "service") if key == POWER_DIP_KEY else spec_of(code).remedies


def level(repeats: int, remedies: int) -> int:
    """Which remedy is next: the first one twice, since two tiles can be missing, then one further each time."""
    return max(0, min(repeats - 2, remedies - 1))


def catalogue() -> list[dict[str, Any]]:
    """The catalogue as plain data, for documents."""
    return [
        {
            "code": spec.code,
            "number": None if spec.number is None else int(spec.number),
            "key": spec.key,
            "severity": spec.severity,
            "where": spec.where,
            "side": spec.side,
            "evidence": list(spec.evidence),
            "remedies": list(spec.remedies),
        }
        for spec in CATALOGUE
    ]
