"""A simulated table on disk: a killed process goes on with every tile and every mechanism where it was.

What is saved is the matter: tiles, positions, jams, non-volatile memory, random streams. Motion is not: after loading
the board starts with a power-on reset, and a lift or the hatch stands where it was caught.
"""

from __future__ import annotations

import base64
import json
import os
import struct
from collections.abc import Mapping
from pathlib import Path
from typing import Any, Final

from hardware.profiles import PROFILES

from .chip import NVM_BYTES
from .errors import SavedStateError, TilesLost
from .faults import Faults, InjectedFault
from .parts import HATCH, HEAD, MOTOR_NAMES
from .plant import Plant
from .tiles import dump_places, load_places

VERSION: Final = 1
_FLAGS: Final = (
    "disc_jammed",
    "emergency_stop",
    "cover_open",
    "supply_low",
    "forced_temperature",
    "empty_pushes",
    "loads",
    "leave_out",
    "foreign",
)
_SIDE_FLAGS: Final = ("jammed", "dead_counts", "double_counts", "picked")


def dump_plant(plant: Plant) -> dict[str, Any]:
    """The matter of the plant as JSON."""
    return {
        "profile": plant.profile.name,
        "seed": plant.seed,
        "places": dump_places(plant.places),
        "travels": {MOTOR_NAMES[motor]: _dump_travel(plant, motor) for motor in range(HEAD, HATCH + 1)},
        "sides": [{name: getattr(side, name) for name in _SIDE_FLAGS} for side in plant.sides],
        "flags": {name: getattr(plant, name) for name in _FLAGS},
        "left_out": sorted(plant.left_out),
        "overrides": {str(bit): level for bit, level in plant.overrides.items()},
        "randoms": {name: _dump_random(random.getstate()) for name, random in plant.randoms.items()},
    }


def load_plant(plant: Plant, data: Mapping[str, Any]) -> None:
    """Puts a fresh plant into the state of ``data``. Raises :class:`SavedStateError`."""
    try:
        plant.seed = int(data["seed"])
        plant.furnish(load_places(data["places"]), PROFILES[data["profile"]])
        for name, random in plant.randoms.items():
            random.setstate(_load_random(data["randoms"][name]))
        for motor in range(HEAD, HATCH + 1):
            _load_travel(plant, motor, data["travels"][MOTOR_NAMES[motor]])
        _load_flags(plant, data)
    except (KeyError, TypeError, ValueError, AttributeError, struct.error, TilesLost) as error:
        raise SavedStateError(f"the saved table is damaged: {error!r}") from error
    plant.switch()


def _load_flags(plant: Plant, data: Mapping[str, Any]) -> None:
    for name in _FLAGS:
        setattr(plant, name, data["flags"][name])
    for side, flags in zip(plant.sides, data["sides"], strict=True):
        for name in _SIDE_FLAGS:
            setattr(side, name, flags[name])
        side.plan_feed(plant.now)
    plant.left_out = set(data["left_out"])
    plant.overrides = {int(bit): bool(level) for bit, level in data["overrides"].items()}


def _dump_travel(plant: Plant, motor: int) -> dict[str, Any]:
    travel = plant.travel(motor)
    walls = {str(way): sorted(travel.walls[way]) for way in (1, -1)}
    return {"position": travel.at(plant.now), "slow": travel.slow, "walls": walls}


def _load_travel(plant: Plant, motor: int, data: Mapping[str, Any]) -> None:
    travel = plant.travel(motor)
    travel.position, travel.slow = float(data["position"]), float(data["slow"])
    travel.walls = {way: set(data["walls"][str(way)]) for way in (1, -1)}


def _dump_random(state: tuple[Any, ...]) -> list[Any]:
    version, words, gauss = state
    packed = struct.pack(f"<{len(words)}I", *words)
    return [version, base64.b64encode(packed).decode(), gauss]


def _load_random(data: list[Any]) -> tuple[Any, ...]:
    version, packed, gauss = data
    raw = base64.b64decode(packed)
    return version, struct.unpack(f"<{len(raw) // 4}I", raw), gauss


def dump_table(plant: Plant, nvm: bytes, faults: Faults) -> dict[str, Any]:
    """A whole table as JSON."""
    return {
        "version": VERSION,
        "plant": dump_plant(plant),
        "nvm": base64.b64encode(nvm).decode(),
        "faults": [[fault.name, fault.values] for fault in faults.active() if fault.name not in _PASSING],
    }


_PASSING: Final = ("power-cut", "unplug", "key-bounce", "link-flip", "link-lose", "link-double", "link-delay")
"""Faults that do not outlive the process."""


def saved_faults(data: Mapping[str, Any]) -> list[InjectedFault]:
    return [InjectedFault(str(name), dict(values), 0) for name, values in data["faults"]]


def saved_nvm(data: Mapping[str, Any]) -> bytes:
    """Raises :class:`SavedStateError`."""
    try:
        nvm = base64.b64decode(data["nvm"], validate=True)
    except (KeyError, TypeError, ValueError) as error:
        raise SavedStateError(f"the saved non-volatile memory is damaged: {error!r}") from error
    if len(nvm) != NVM_BYTES:
        raise SavedStateError(f"the saved non-volatile memory has {len(nvm)} bytes")
    return nvm


def write_file(path: Path, data: Mapping[str, Any]) -> None:
    """Replaces the file at once and durably: after a power cut there is the old or the new state, never a mixture."""
    path.parent.mkdir(parents=True, exist_ok=True)
    new = path.with_name(path.name + ".new")
    with new.open("w", encoding="utf-8") as file:
        file.write(json.dumps(data, separators=(",", ":")))  # json.dump takes four times as long: it encodes in Python
        file.flush()
        os.fsync(file.fileno())
    new.replace(path)
    folder = os.open(path.parent, os.O_RDONLY)
    try:
        os.fsync(folder)
    finally:
        os.close(folder)


def read_file(path: Path) -> dict[str, Any] | None:
    """None when there is no file. Raises :class:`SavedStateError` for one of another kind."""
    try:
        data = json.loads(path.read_text(encoding="utf-8"))
    except FileNotFoundError:
        return None
    except (OSError, ValueError) as error:
        raise SavedStateError(f"{path} cannot be read: {error}") from error
    if not isinstance(data, dict) or data.get("version") != VERSION:
        raise SavedStateError(f"{path} is not a saved table of version {VERSION}")
    return data
