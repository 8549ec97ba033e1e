"""The parts of the environment: what ``pyproject.toml`` asks for, by name, and the lock file of each."""

from __future__ import annotations

import tomllib
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from packaging.requirements import Requirement

ROOT: Final = Path(__file__).resolve().parents[2]
FOLDER: Final = ROOT / "requirements"
BUILD: Final = "build"
"""What ``[build-system]`` asks for: installed first, because no package is built in an environment of its own."""
RUN: Final = "run"
"""What the service needs, and nothing else."""
HEADER: Final = ("pi", "pi5")
"""Extras that go onto a table's computer together with ``run``; never both."""
HALL: Final = "hall"
"""The extra of a computer that runs a hall. The driver of PostgreSQL (``hall-postgresql``) is under the LGPL and an
extra of its own, which nothing that we ship contains."""
MQTT: Final = "mqtt"
"""The extra of a table or a hall that tells a broker what it shows."""
OPTIONAL: Final = (*HEADER, HALL, MQTT)
SHIPPED: Final = (RUN, *OPTIONAL)


@dataclass(frozen=True)
class Part:
    """``asked`` are the requirements of ``pyproject.toml``, each with its range; for an extra those of ``run`` too."""

    name: str
    asked: tuple[Requirement, ...]

    @property
    def lock(self) -> Path:
        return FOLDER / f"{self.name}.lock"


def parts(pyproject: str | None = None) -> dict[str, Part]:
    """By name: ``build``, ``run``, then the extras in the order in which they are locked."""
    text = (ROOT / "pyproject.toml").read_text(encoding="utf-8") if pyproject is None else pyproject
    whole = tomllib.loads(text)
    run = _read(whole["project"]["dependencies"])
    extras = {name: (*run, *_read(lines)) for name, lines in whole["project"]["optional-dependencies"].items()}
    # What others are combined with is locked first, so that they agree with it.
    in_order = sorted(extras, key=lambda name: (name != "dev", name))
    asked = {BUILD: _read(whole["build-system"]["requires"]), RUN: run} | {name: extras[name] for name in in_order}
    return {name: Part(name, requirements) for name, requirements in asked.items()}


def _read(lines: list[str]) -> tuple[Requirement, ...]:
    return tuple(Requirement(line) for line in lines)
