"""How often what goes wrong, per cycle of one set: the assumed fault processes of a clean table.

A campaign draws from this list at every load of the drum. What people do wrong is armed for the next push into the
well; what the machine does wrong comes at some moment of the build.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from random import Random
from typing import Any, Final

from .parts import SIDES

BUILD_S: Final = (2.0, 25.0)
"""When in a build a fault of the machine comes."""


@dataclass(frozen=True, slots=True)
class Process:
    """``chance`` per cycle at scale 1; ``after``: seconds after the load, None for at once."""

    name: str
    chance: float
    arguments: Callable[[Random], dict[str, Any]]
    after: tuple[float, float] | None = BUILD_S


def _nothing(_random: Random) -> dict[str, Any]:
    return {}


def _any_side(random: Random) -> dict[str, Any]:
    return {"side": random.choice(SIDES)}


def _closing(_random: Random) -> dict[str, Any]:
    return {"way": "closing"}


PROCESSES: Final = (
    Process("tile-left-out", 1 / 60, _nothing, None),
    Process("other-set-tile", 1 / 300, _nothing, None),
    Process("head-jam", 1 / 400, _any_side),
    Process("channel-jam", 1 / 800, _any_side),
    Process("dead-count", 136 * 2e-5, _any_side),
    Process("double-count", 136 * 1e-5, _any_side),
    Process("lift-not-home", 1 / 3000, _any_side, None),
    Process("lift-blocked", 1 / 4000, _any_side, None),
    Process("hatch-blocked", 1 / 4000, _closing, None),
    Process("disc-jam", 1 / 1500, _nothing),
    Process("power-cut", 1 / 1500, lambda random: {"seconds": round(random.uniform(0.2, 30), 1)}),
    Process("emergency-stop", 1 / 5000, _nothing),
    Process("key-bounce", 1 / 50, _nothing, None),
)


@dataclass(frozen=True, slots=True)
class Drawn:
    """A fault to come, ``after`` seconds from now."""

    name: str
    arguments: dict[str, Any]
    after: float


def draw(random: Random, scale: float = 1.0) -> Iterator[Drawn]:
    """The faults of one cycle; ``scale`` is that of the profile."""
    for process in PROCESSES:
        if random.random() < process.chance * scale:
            after = random.uniform(*process.after) if process.after else 0.0
            yield Drawn(process.name, process.arguments(random), after)
