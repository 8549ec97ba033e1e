"""A simulated table as JSON for a page: where every tile is, what moves, what the board sees and does."""

from __future__ import annotations

from dataclasses import asdict
from typing import Any

from .assembly import Assembly
from .faults import Faults
from .parts import DISC, HATCH, HEAD, LIFT, MOTOR_NAMES, PICK, SIDES, Key, Lamp, sensor_names
from .plant import Plant
from .tiles import SETS


def snapshot(assembly: Assembly, faults: Faults) -> dict[str, Any]:
    """Compact: tiles as ids (set A from 0, set B from 1000), boxes as numbers of tiles."""
    plant = assembly.plant
    inputs = plant.inputs()
    return {
        "seconds": round(assembly.now / 1e6, 3),
        "profile": plant.profile.name,
        "seed": plant.seed,
        "powered": assembly.powered,
        "broken": asdict(plant.broken) if plant.broken else None,
        "places": _places(plant),
        "sets": {name: _whereabouts(plant, name) for name in SETS[: plant.profile.sets]},
        "motors": _motors(plant),
        "sensors": [name for name, bit in sensor_names().items() if inputs.sensors >> bit & 1],
        "keys": [key.name.lower().replace("_", "-") for key in Key if inputs.keys >> key & 1],
        "currents": {name: inputs.currents[n] / 10 for n, name in enumerate(MOTOR_NAMES) if inputs.currents[n]},
        "temperature": inputs.temperature,
        "dome": _dome(assembly),
        "wire": {**assembly.wire.statistics(), "plugged": assembly.wire.plugged},
        "faults": [fault.describe() for fault in faults.active()],
    }


def _places(plant: Plant) -> dict[str, Any]:
    places = plant.places
    heaps = {name: [t.id for t in getattr(places, name)] for name in ("table", "player", "floor", "well", "drum")}
    lines = {name: [[t.id for t in heap] for heap in getattr(places, name)] for name in ("channel", "head")}
    rows = {
        name: [[[t.id for t in stack] for stack in row] for row in getattr(places, name)] for name in ("tray", "wall")
    }
    box = [tile.set for tile in places.box]
    return {"box": {name: box.count(name) for name in SETS}, **heaps, **lines, **rows}


def _whereabouts(plant: Plant, name: str) -> dict[str, int]:
    """How many tiles of a set are in each kind of place; the box is left out."""
    found: dict[str, int] = {}
    for place, heap in plant.places.flat():
        kind = place.partition(".")[0]
        if kind != "box" and (count := sum(tile.set == name for tile in heap)):
            found[kind] = found.get(kind, 0) + count
    return found


def _motors(plant: Plant) -> dict[str, Any]:
    """``on``: 0 off, 1 forward, 2 reverse. Positions: share of the turn, or of the way from closed to open."""
    return {
        "disc": plant.live[DISC],
        "pick": list(plant.live[PICK:HEAD]),
        "head": [_travel(plant, HEAD + side) for side in SIDES],
        "lift": [_travel(plant, LIFT + side) for side in SIDES],
        "hatch": _travel(plant, HATCH),
    }


def _travel(plant: Plant, motor: int) -> dict[str, Any]:
    travel = plant.travel(motor)
    return {"on": plant.live[motor], "position": round(travel.at(plant.now), 3), "stalled": travel.stalled}


def _dome(assembly: Assembly) -> dict[str, Any]:
    """What people see and hear on the dome."""
    if not assembly.powered:
        return {"lamps": [], "dice": [0, 0, 0], "seats": [0, 0, 0, 0], "text": "", "beeper": False}
    out = assembly.chip.outputs()
    lamps = [lamp.name.lower().replace("_", "-") for lamp in Lamp if lamp in out.lamps and lamp.name]
    return {"lamps": lamps, "dice": list(out.dice), "seats": list(out.seats), "text": out.text, "beeper": out.beeper}
