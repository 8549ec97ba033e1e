"""The short forms of the campaigns that stop a busy table at random moments."""

from __future__ import annotations

import importlib.util
import shutil

import pytest

from bench.campaign import PARTS, main
from bench.campaign_stops import LIMITS, stops

pytestmark = pytest.mark.skipif(
    not any(map(shutil.which, ("cc", "gcc", "clang"))), reason="needs a C compiler: apt-get install gcc"
)


@pytest.mark.parametrize("by", sorted(LIMITS))
def test_everything_is_off_in_time(by: str) -> None:
    figures = stops(by, 15, seed=2)
    assert figures["times"] >= 15
    assert figures["worst_ms"] * 1000 <= LIMITS[by]


def test_every_campaign_is_there() -> None:
    assert [part.module for part in PARTS if importlib.util.find_spec(part.module) is None] == []


def test_a_campaign_runs_by_its_name(capfd: pytest.CaptureFixture[str]) -> None:
    assert main(["--short", "stop-pin"]) == 0
    assert "p99.9_ms" in capfd.readouterr().out
