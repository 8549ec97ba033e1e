"""The kit on simulated drums: what it must find, how often, and how seldom it may accuse a drum that mixes.

The seeds are new each time and stand in the message of a failure. The limits are so wide that a correct kit fails one
run in about 100,000.
"""

from __future__ import annotations

import os
from collections.abc import Iterator
from dataclasses import replace
from random import Random

import pytest

from controller.fairness.shuffle.cycle_file import read_cycles
from controller.fairness.shuffle.effects import EffectKind, above, trace
from controller.fairness.shuffle.measurement import measure
from controller.fairness.shuffle.null import marked_among
from controller.fairness.shuffle.sample_size import LEVEL, cycles_needed, plan
from hardware.profiles import PROFILES, Profile
from tests.controller.fairness.shuffle.decks import cycle_lines
from tests.controller.fairness.shuffle.drums import TILES, drum_lines

IDEAL = replace(PROFILES["normal"], memory=0.0)
LAYERED = replace(IDEAL, layering=0.115)
"""Shifts 52 tiles by two between the layers: 2.04, measured with 3,000 cycles."""
ZONE = 52
CAMPAIGNS = 40


def seeds(count: int) -> Iterator[int]:
    random = Random(int.from_bytes(os.urandom(8)))
    return (random.getrandbits(48) for _ in range(count))


def p_of_the_last_zone(profile: Profile, cycles: int, seed: int) -> float:
    """Of the one test that was decided on beforehand: tiles that dropped last, in the upper layer."""
    traced = trace(read_cycles(drum_lines(cycles, profile, seed)))
    fair = marked_among(TILES, ZONE, TILES // 2)
    return fair.times(cycles).two_sided(sum(above(cycle, traced.places, 1) for cycle in traced.cycles))


def test_a_drop_order_effect_of_two_tiles_is_detected_at_the_stated_power() -> None:
    """31 cycles, level 1 %, power 90 %: of 40 campaigns 36 on average; fewer than 26 have a chance of 1e-5."""
    needed = cycles_needed(marked_among(TILES, ZONE, TILES // 2).deviation, 2.0)
    assert needed == 31 == next(row.alone for row in plan(TILES, ZONE, 15) if row.shift == 2.0)
    used = list(seeds(CAMPAIGNS))
    found = sum(p_of_the_last_zone(LAYERED, needed, seed) < LEVEL for seed in used)
    assert found >= 26, f"{found} of {CAMPAIGNS}, seeds {used}"


def test_the_report_names_the_layers_of_such_a_drum() -> None:
    """Of 178 cycles it shows one tile, so two are certain."""
    (seed,) = seeds(1)
    shown = {effect.kind for effect in measure(read_cycles(drum_lines(178, LAYERED, seed)), seed=1).shown}
    assert {EffectKind.LAYER, EffectKind.LAYERING} <= shown, seed


def test_a_drum_without_the_effect_is_accused_no_more_often_than_the_level_says() -> None:
    """40 campaigns at 5 %: 2 on average; more than 10 have a chance of 1e-5."""
    used = list(seeds(CAMPAIGNS))
    accused = sum(p_of_the_last_zone(IDEAL, 12, seed) < 0.05 for seed in used)
    assert accused <= 10, f"{accused} of {CAMPAIGNS}, seeds {used}"


def test_a_whole_report_accuses_a_perfect_shuffle_no_more_often_than_the_level_says() -> None:
    """150 reports of 14 tests each at 5 % for all together: at most 7.5 on average, and 21 with a chance of 1e-5."""
    used = list(seeds(150))
    accused = sum(bool(measure(read_cycles(cycle_lines(7, seed)), seed=1, level=0.05).shown) for seed in used)
    assert accused <= 21, f"{accused} of 150, seeds {used}"


def test_what_drops_in_first_is_picked_first_by_the_usual_drum() -> None:
    (seed,) = seeds(1)
    shown = {effect.kind for effect in measure(read_cycles(drum_lines(120, PROFILES["normal"], seed)), seed=1).shown}
    assert EffectKind.DRIFT in shown, seed


@pytest.mark.parametrize("name", sorted({*PROFILES} - {"layered"}))
def test_the_effect_on_the_layers_is_off_unless_it_is_asked_for(name: str) -> None:
    assert PROFILES[name].layering == 0.0
    assert PROFILES["layered"].layering > 0


def test_without_the_effect_no_random_number_is_drawn_for_it() -> None:
    """Runs of the simulated table with the seeds of earlier releases stay as they were."""
    assert drum_lines(3, PROFILES["normal"], 7) == drum_lines(3, replace(PROFILES["layered"], layering=0.0), 7)
