"""The power budget: what each phase draws, and whether supply, fuses and converter fit it."""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

TABLE: Final = Path(__file__).resolve().parent / "parts.toml"
MARGIN: Final = 1.25
"""What a supply must have above the worst case."""


class BudgetError(ValueError):
    """The parts do not fit together."""

    code = "power-budget"


@dataclass(frozen=True, slots=True)
class LoadPhase:
    """Amperes at the motor voltage: all of it running; and the same with its strongest motor stalled."""

    name: str
    motors: tuple[str, ...]
    running: float
    stalled: float


def load(path: Path = TABLE) -> dict[str, Any]:
    return tomllib.loads(path.read_text(encoding="utf-8"))


def amperes(parts: Mapping[str, Any], motor: str) -> float:
    """Of one motor of a kind that runs."""
    return float(parts["motors"][motor]["watts"]) / float(parts["supply"]["volts"])


def phases(parts: Mapping[str, Any]) -> tuple[LoadPhase, ...]:
    return tuple(_phase(parts, name, tuple(motors)) for name, motors in parts["phases"].items())


def _phase(parts: Mapping[str, Any], name: str, motors: tuple[str, ...]) -> LoadPhase:
    running = sum(amperes(parts, motor) * parts["motors"][motor]["count"] for motor in motors)
    strongest = max(amperes(parts, motor) for motor in motors)
    return LoadPhase(name, motors, running, running + strongest * (parts["supply"]["stall_factor"] - 1))


def logic_amperes(parts: Mapping[str, Any]) -> float:
    return float(sum(each["ma"] * each["count"] for each in parts["logic"].values())) / 1000


def check(parts: Mapping[str, Any]) -> None:
    """Raises BudgetError."""
    supply = parts["supply"]
    worst = max(phases(parts), key=lambda phase: phase.stalled)
    if worst.stalled * MARGIN > supply["amperes"]:
        raise BudgetError(f"phase {worst.name} draws {worst.stalled:.1f} A; the supply gives {supply['amperes']} A")
    if not worst.stalled < supply["motor_fuse"] < supply["amperes"]:
        raise BudgetError(
            f"the motor fuse of {supply['motor_fuse']} A lies outside {worst.stalled:.1f} A and the supply"
        )
    for motor, entry in parts["motors"].items():
        stalled = amperes(parts, motor) * supply["stall_factor"]
        if not stalled < entry["fuse"] < supply["motor_fuse"]:
            raise BudgetError(f"{motor}: the fuse of {entry['fuse']} A does not lie above a stall of {stalled:.1f} A")
    if logic_amperes(parts) * MARGIN > supply["logic_amperes"]:
        raise BudgetError(f"the logic draws {logic_amperes(parts):.2f} A of {supply['logic_amperes']} A")
