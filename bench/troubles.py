"""What goes wrong in a campaign, cycle by cycle.

Two ways to draw it: every kind at its rate on a clean table, the rare ones with it; or one fault at a time and every
kind as often as every other, so that the rare ones come often enough to be worth counting.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from random import Random
from typing import Any, Final

from hardware.simulator.parts import MOTOR_NAMES, sensor_names
from hardware.simulator.rates import BUILD_S, PROCESSES, Process
from hardware.simulator.tiles import SETS

EVEN_CHANCE: Final = 0.6
"""Share of the cycles that one fault disturbs, when kinds are drawn evenly."""
WHOLE_CYCLE_S: Final = (0.0, 30.0)
TILES_IN_USE: Final = 144
SECOND_SET: Final = 1000
"""Number of the first tile of the second set."""


@dataclass(frozen=True, slots=True)
class Trouble:
    """A fault to come ``after`` seconds from the beginning of the cycle, or of its build."""

    name: str
    arguments: dict[str, Any]
    after: float
    in_build: bool

    @property
    def words(self) -> str:
        """As a command line names it."""
        arguments = ",".join(f"{name}={value}" for name, value in self.arguments.items())
        return f"{self.name}:{arguments}" if arguments else self.name


Draw = Callable[[Random], Iterator[Trouble]]


def _nothing(_random: Random) -> dict[str, Any]:
    return {}


def _sensor(random: Random) -> dict[str, Any]:
    return {"sensor": random.choice(sorted(sensor_names())), "level": random.choice(("on", "off"))}


def _tile(random: Random) -> dict[str, Any]:
    return {"tile": random.randrange(TILES_IN_USE) + SECOND_SET * random.randrange(len(SETS))}


def _travelling(random: Random) -> dict[str, Any]:
    mechanisms = [name for name in MOTOR_NAMES if not name.startswith(("disc", "pick"))]
    return {"mechanism": random.choice(mechanisms), "factor": round(random.uniform(1.3, 2.5), 2)}


def _cause(random: Random) -> dict[str, Any]:
    return {"cause": random.choice(("external", "brown-out", "watchdog"))}


def _byte_rate(random: Random) -> dict[str, Any]:
    """At the worst rate, one frame in ten of the usual length comes to harm."""
    return {"rate": round(10 ** random.uniform(-4, -2.3), 5)}


RARE: Final = (
    Process("stuck-sensor", 1 / 3000, _sensor, WHOLE_CYCLE_S),
    Process("upside-down", 1 / 1000, _tile),
    Process("weak-magnet", 1 / 3000, _tile),
    Process("slow-motor", 1 / 3000, _travelling, None),
    Process("hatch-blocked", 1 / 4000, lambda _: {"way": "opening"}, None),
    Process("over-temperature", 1 / 4000, lambda random: {"celsius": random.randint(75, 110)}, WHOLE_CYCLE_S),
    Process("supply-low", 1 / 4000, _nothing, WHOLE_CYCLE_S),
    Process("cover-open", 1 / 4000, _nothing, WHOLE_CYCLE_S),
    Process("emergency-stop", 1 / 4000, _nothing, WHOLE_CYCLE_S),
    Process("unplug", 1 / 3000, _nothing, WHOLE_CYCLE_S),
    Process("board-reset", 1 / 4000, _cause, WHOLE_CYCLE_S),
    Process("link-flip", 1 / 2000, _byte_rate, WHOLE_CYCLE_S),
    Process("link-lose", 1 / 2000, _byte_rate, WHOLE_CYCLE_S),
    Process("link-double", 1 / 2000, _byte_rate, WHOLE_CYCLE_S),
    Process("link-delay", 1 / 2000, _byte_rate, WHOLE_CYCLE_S),
)
"""Beside :data:`hardware.simulator.rates.PROCESSES`; the rates are assumed, as most of those are."""
ALL: Final = (*PROCESSES, *RARE)


def at_rates(scale: float) -> Draw:
    """Each kind with its own chance, times ``scale``: none in most cycles, several in some."""
    return lambda random: (_drawn(one, random) for one in ALL if random.random() < one.chance * scale)


def evenly(random: Random) -> Iterator[Trouble]:
    """One fault in a cycle or none; every kind as often as every other."""
    if random.random() < EVEN_CHANCE:
        kind = random.choice(sorted({one.name for one in ALL}))
        yield _drawn(random.choice([one for one in ALL if one.name == kind]), random)


def _drawn(process: Process, random: Random) -> Trouble:
    after = random.uniform(*process.after) if process.after else 0.0
    return Trouble(process.name, process.arguments(random), after, process.after is BUILD_S)
