"""Sensors that fail where no learnt time stands in for them."""

from __future__ import annotations

from collections.abc import Callable

from hardware.simulator.chip import BoardChip
from hardware.simulator.parts import Capability
from tests.hil.scenarios.choosing import on_each_build
from tests.hil.scenarios.scenario import play
from tests.hil.scenarios.sensors import SENSORS


@on_each_build(SENSORS)
def test_blind(build: Callable[[Capability], BoardChip], name: str) -> None:
    scenario = SENSORS[name]
    play(scenario, build(scenario.capabilities))
