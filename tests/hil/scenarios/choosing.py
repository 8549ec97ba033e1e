"""Which scenario runs on which build, as pytest parameters."""

from __future__ import annotations

import os
from collections.abc import Mapping
from typing import Protocol

import pytest
from _pytest.mark.structures import MarkDecorator

from hardware.simulator.parts import Capability
from tests.hil.scenarios.scenario import REFERENCE

ALL_ON_CHIP = os.environ.get("JANTAKU_HIL") == "all"
"""``make hil`` sets it. Otherwise the chip plays one scenario in :data:`SHARE`, since it is ten times slower."""
SHARE = 6


class Playable(Protocol):
    @property
    def capabilities(self) -> Capability: ...


def on_each_build(scenarios: Mapping[str, Playable]) -> MarkDecorator:
    """Parameters ``build`` and ``name``: all on this computer, and on the chip what its board has sensors for."""
    on_host = [pytest.param("host", name, id=f"{name}-host") for name in scenarios]
    fit = [name for name, scenario in scenarios.items() if scenario.capabilities == REFERENCE]
    on_chip = [pytest.param("chip", name, id=f"{name}-chip") for name in (fit if ALL_ON_CHIP else fit[::SHARE])]
    return pytest.mark.parametrize(("build", "name"), [*on_host, *on_chip], indirect=["build"])
