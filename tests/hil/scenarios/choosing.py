"""Which scenario runs on which build, as pytest parameters."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Protocol

import pytest
from _pytest.mark.structures import MarkDecorator

from hardware.simulator.parts import Capability
from tests.hil.scenarios.scenario import REFERENCE

ON_CHIP = (REFERENCE, REFERENCE | Capability.GEAR_SWITCH)
"""What the image has, or all of it that the plant of the scenario shows."""


PATIENCE_S = 400
"""For a scenario on the chip on a computer that has other work to do; alone it takes some seconds."""


class Playable(Protocol):
    @property
    def capabilities(self) -> Capability: ...


def on_each_build(scenarios: Mapping[str, Playable]) -> MarkDecorator:
    """Parameters ``build`` and ``name``: all on this computer, and on the chip what its board has sensors for."""
    on_host = [pytest.param("host", name, id=f"{name}-host") for name in scenarios]
    fit = [name for name, scenario in scenarios.items() if scenario.capabilities in ON_CHIP]
    patient = pytest.mark.timeout(PATIENCE_S)
    on_chip = [pytest.param("chip", name, id=f"{name}-chip", marks=patient) for name in fit]
    return pytest.mark.parametrize(("build", "name"), [*on_host, *on_chip], indirect=["build"])
