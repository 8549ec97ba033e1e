"""The short form of the long campaigns: faults at many times their rates, and nothing lost, stuck or moved unasked."""

from __future__ import annotations

import json
import shutil
from random import Random

import pytest

from bench.cycles import CycleKind, cycles_with_faults, main
from bench.seeds import SeedFailed, in_seeds, shares
from bench.tally import report
from bench.troubles import ALL, evenly
from hardware.simulator.fault_kinds import KINDS

pytestmark = pytest.mark.skipif(
    not any(map(shutil.which, ("cc", "gcc", "clang"))), reason="needs a C compiler: apt-get install gcc"
)


OFTEN = CycleKind("fast", 20.0, 32)
EVENLY = CycleKind("fast", None, 32)


@pytest.mark.parametrize("seed", [1, 3])
def test_fifteen_hands_at_twenty_times_the_rates(seed: int) -> None:
    campaign = cycles_with_faults(15, seed, OFTEN)
    assert campaign.cycles == 15
    assert campaign.disturbed > 5
    assert "tile-left-out" in report(campaign)


def test_the_same_seed_gives_the_same_campaign() -> None:
    def figures() -> dict[str, object]:
        told = cycles_with_faults(5, 7, OFTEN).as_json()
        return {name: value for name, value in told.items() if name != "cpu_s"}

    assert figures() == figures()


def test_fifteen_hands_with_every_kind_of_fault_alike() -> None:
    campaign = cycles_with_faults(15, 1, EVENLY)
    assert campaign.disturbed > 5
    assert len(campaign.faults) > 4


def test_every_fault_that_can_be_put_in_place_comes_in_a_campaign() -> None:
    random = Random(1)
    drawn = {trouble.name for _ in range(2000) for trouble in evenly(random)}
    assert drawn == {process.name for process in ALL} == set(KINDS)


def test_shares_are_equal_and_whole() -> None:
    assert shares(10, 3) == [4, 3, 3]


def _odd_seeds_fail(part: int, seed: int) -> int:
    if seed % 2:
        raise AssertionError(f"seed {seed} fails")
    return part


@pytest.mark.parametrize("jobs", [1, 2])
def test_one_seed_that_fails_hurts_no_other(jobs: int) -> None:
    assert list(in_seeds(_odd_seeds_fail, [5, 6, 7], first=2, jobs=jobs)) == [
        (2, 5),
        (3, SeedFailed("seed 3 fails")),
        (4, 7),
    ]


def test_the_seeds_add_up(capsys: pytest.CaptureFixture[str]) -> None:
    arguments = "--cycles 4 --seeds 2 --scale 20 --tiles 32 --profile fast --json"
    assert main(arguments.split()) == 0
    assert json.loads(capsys.readouterr().out)["cycles"] == 4
