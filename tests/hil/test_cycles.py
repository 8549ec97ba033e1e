"""The short form of the long campaigns: faults at many times their rates, and nothing lost, stuck or moved unasked."""

from __future__ import annotations

import shutil

import pytest

from bench.cycles import cycles_with_faults, report

pytestmark = pytest.mark.skipif(
    not any(map(shutil.which, ("cc", "gcc", "clang"))), reason="needs a C compiler: apt-get install gcc"
)


@pytest.mark.parametrize("seed", [1, 3])
def test_fifteen_hands_at_twenty_times_the_rates(seed: int) -> None:
    campaign = cycles_with_faults(15, seed, "fast", 20.0, 32)
    assert campaign.cycles == 15
    assert campaign.disturbed > 5
    assert "tile-left-out" in report(campaign)


def test_the_same_seed_gives_the_same_campaign() -> None:
    def figures() -> dict[str, object]:
        told = cycles_with_faults(5, 7, "fast", 20.0, 32).as_json()
        return {name: value for name, value in told.items() if name != "cpu_s"}

    assert figures() == figures()
