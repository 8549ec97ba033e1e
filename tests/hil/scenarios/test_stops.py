"""Stops in every phase of the cycle: the button, the cover, a person at the tablet."""

from __future__ import annotations

from collections.abc import Callable

from hardware.simulator.chip import BoardChip
from hardware.simulator.parts import Capability
from tests.hil.scenarios.choosing import on_each_build
from tests.hil.scenarios.phases import UPSETS_IN_PHASES, play

STOPS = ("emergency-stop", "cover", "stopped-by-host")
UPSETS = {name: upset for name, upset in UPSETS_IN_PHASES.items() if name.startswith(STOPS)}


@on_each_build(UPSETS)
def test_stop(build: Callable[[Capability], BoardChip], name: str) -> None:
    upset = UPSETS[name]
    play(upset, build(upset.capabilities))
