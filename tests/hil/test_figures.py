"""The short form of ``python -m bench chip``: the flashed image keeps its limits. Virtual time, so they are exact."""

from __future__ import annotations

import shutil

import pytest

from bench import chip as figures
from hardware.simulator.virtual_time import run
from tests.hil.simavr import harness

pytestmark = [pytest.mark.usefixtures("chip_library"), pytest.mark.timeout(300)]


def test_link_of_the_flashed_image() -> None:
    rows = run(figures.link_figures(harness.chip(), count=100, stretches=3))
    assert [row for row in rows if not row.good] == []


def test_main_loop_of_the_flashed_image_is_in_time_under_all_traffic() -> None:
    lateness = run(figures.loop_figures(harness.chip(), seconds=0.5))
    assert {what: late.begun for what, late in lateness.items() if late.begun > figures.LATE_US} == {}
    assert max(late.down for late in lateness.values()) > 0.9, "the line to the board was full"
    assert max(late.up for late in lateness.values()) > 0.75, "and the one to the host"


@pytest.mark.parametrize("by", sorted(figures.STOPS))
def test_everything_is_off_in_time(by: str) -> None:
    row = figures.stop_figures(by, 12, seed=3)
    assert row.good, row


def test_without_a_chip_simulator_it_says_what_to_install(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(shutil, "which", lambda _name: None)
    told: list[str] = []
    assert figures.main([], told.append) == 0
    assert "apt-get install" in told[0]
