"""The boards on which the scenarios are played: the core for this computer, and the flashed image in its simulator."""

from __future__ import annotations

import shutil
from collections.abc import Callable
from pathlib import Path

import pytest

from hardware.simulator.chip import BoardChip, LibraryChip
from hardware.simulator.parts import Capability
from hardware.simulator.table import host_board

Build = Callable[[Capability], BoardChip]


@pytest.fixture
def build(request: pytest.FixtureRequest) -> Build:
    """Makes boards of the build that the parameter names."""
    if request.param == "host":
        if not any(map(shutil.which, ("cc", "gcc", "clang"))):
            pytest.skip("needs a C compiler: apt-get install gcc")
        return lambda capabilities: host_board(capabilities=capabilities)
    library: Path = request.getfixturevalue("chip_library")
    return lambda _capabilities: LibraryChip(library)
