"""The boards on which the scenarios are played: the core for this computer, and the flashed image in its simulator."""

from __future__ import annotations

import shutil
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from hardware.simulator.chip import BoardChip
from hardware.simulator.parts import Capability
from hardware.simulator.table import host_board
from tests.hil.simavr.meter import MOST_STACK, MeteredChip

Build = Callable[[Capability], BoardChip]


@pytest.fixture
def build(request: pytest.FixtureRequest) -> Iterator[Build]:
    """Makes boards of the build that the parameter names. On the chip its stack is looked at."""
    if request.param == "host":
        if not any(map(shutil.which, ("cc", "gcc", "clang"))):
            pytest.skip("needs a C compiler: apt-get install gcc")
        yield lambda capabilities: host_board(capabilities=capabilities)
        return
    library: Path = request.getfixturevalue("chip_library")
    chips: list[MeteredChip] = []

    def make(_capabilities: Capability) -> BoardChip:
        chips.append(MeteredChip(library))
        return chips[-1]

    yield make
    for chip in chips:
        chip.close()
    assert max((chip.stack_used for chip in chips), default=0) <= MOST_STACK
