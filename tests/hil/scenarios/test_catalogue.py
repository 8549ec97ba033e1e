"""Every fault of the catalogue: provoked, found out in time, safe, put right, and the right wall after it."""

from __future__ import annotations

from collections.abc import Callable

from controller.mechanism.faults import CATALOGUE as CODES
from hardware.simulator.chip import BoardChip
from hardware.simulator.parts import Capability
from tests.hil.scenarios.catalogue import CATALOGUE
from tests.hil.scenarios.choosing import on_each_build
from tests.hil.scenarios.scenario import play


@on_each_build(CATALOGUE)
def test_fault(build: Callable[[Capability], BoardChip], name: str) -> None:
    scenario = CATALOGUE[name]
    play(scenario, build(scenario.capabilities))


def test_no_code_is_left_out() -> None:
    assert {spec.code for spec in CODES} == {scenario.code for scenario in CATALOGUE.values()}
