"""The flashed image in a chip simulator, behind the interface of the host library."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from tests.hardware.firmware.conftest import Rig
from tests.hil.simavr import harness


@pytest.fixture(scope="session")
def chip_library() -> Path:
    try:
        return harness.library()
    except harness.NoChipSimulatorError as error:
        pytest.skip(f"chip simulator: {error.remedy}")


@pytest.fixture
def make_chip(chip_library: Path) -> Iterator[Callable[[], Rig]]:
    rigs: list[Rig] = []

    def make() -> Rig:
        rigs.append(Rig(chip_library))
        return rigs[-1]

    yield make
    for rig in rigs:
        rig.chip.close()


@pytest.fixture
def chip(make_chip: Callable[[], Rig]) -> Rig:
    return make_chip()
