"""Which scenario runs on which build, as pytest parameters."""

from __future__ import annotations

import os
import secrets
from collections.abc import Mapping
from random import Random
from typing import Final, Protocol

import pytest
from _pytest.mark.structures import MarkDecorator

from hardware.simulator.parts import Capability
from tests.hil.scenarios.scenario import REFERENCE

ON_CHIP = (REFERENCE, REFERENCE | Capability.GEAR_SWITCH)
"""What the image has, or all of it that the plant of the scenario shows."""

DRAW: Final = os.environ.get("PYTEST_XDIST_TESTRUNUID") or secrets.token_hex(4)
"""Draws the scenarios that the suite plays on the chip; one for all workers of a run."""
SHARE: Final = 4
"""Of so many scenarios one is played on the chip in a run of the suite."""

PATIENCE_S = 400
"""For a scenario on the chip on a computer that has other work to do; alone it takes some seconds."""


class Playable(Protocol):
    @property
    def capabilities(self) -> Capability: ...


def on_each_build(scenarios: Mapping[str, Playable]) -> MarkDecorator:
    """Parameters ``build`` and ``name``: all on this computer, and on the chip what its board has sensors for. Of these
    each run of the suite draws some; the others are marked as a campaign: all are run by ``make hil``, one by its name
    with ``-m ""``.
    """
    on_host = [pytest.param("host", name, id=f"{name}-host") for name in scenarios]
    fit = [name for name, scenario in scenarios.items() if scenario.capabilities in ON_CHIP]
    drawn = Random(f"{DRAW}:{fit}").sample(fit, -(-len(fit) // SHARE))
    patient = pytest.mark.timeout(PATIENCE_S)

    def marks(name: str) -> list[MarkDecorator]:
        return [patient] if name in drawn else [patient, pytest.mark.campaign]

    on_chip = [pytest.param("chip", name, id=f"{name}-chip", marks=marks(name)) for name in fit]
    return pytest.mark.parametrize(("build", "name"), [*on_host, *on_chip], indirect=["build"])
