"""Counters that lie, tiles that will not come up, dead sensors, pauses, odd walls."""

from __future__ import annotations

from collections.abc import Callable

from hardware.simulator.chip import BoardChip
from hardware.simulator.parts import Capability
from tests.hil.scenarios.choosing import on_each_build
from tests.hil.scenarios.further import TALES, play


@on_each_build(TALES)
def test_tale(build: Callable[[Capability], BoardChip], name: str) -> None:
    tale = TALES[name]
    play(tale, build(tale.capabilities))
