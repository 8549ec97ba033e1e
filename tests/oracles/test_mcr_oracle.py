"""Chinese Official beside PyMahjongGB on hands that nobody chose; the long form is ``python -m bench.oracle_mcr``."""

from __future__ import annotations

import random

import pytest

from bench.oracle_mcr import ANOTHER_READING, EXPLAINED, MISSING, NoOracle, calculator, compare, explanation, records

HANDS = 5_000


@pytest.mark.parametrize("edition", ["mil", "wmo2006"])
def test_every_difference_from_the_peer_is_a_rule_of_the_edition(edition: str) -> None:
    try:
        calculate = calculator()
    except NoOracle:
        pytest.skip(MISSING)
    seed = random.SystemRandom().randrange(1 << 32)
    print(f"edition {edition}, seed {seed}")
    differences = [found for found in compare(calculate, records(seed, HANDS, edition)) if found is not None]
    unexplained = [(found.record, found.ours, found.theirs) for found in differences if not found.rules]
    assert not unexplained, f"seed {seed}: {unexplained[:3]}"
    assert edition != "mil" or not differences


def test_an_explanation_must_cover_every_fan_and_the_exact_points() -> None:
    kongs = {"two-concealed-kongs": 8, "self-drawn": 1}
    assert explanation("wmo2006", kongs, {"two-concealed-kongs": 6, "self-drawn": 1}) == ("two concealed kongs are 8",)
    assert explanation("mil", kongs, {"two-concealed-kongs": 6, "self-drawn": 1}) == ()
    assert explanation("wmo2006", kongs, {"two-concealed-kongs": 6}) == ()
    assert explanation("wmo2006", kongs, {"two-concealed-kongs": 5, "self-drawn": 1}) == ()


def test_no_rule_is_explained_twice() -> None:
    assert len({row.rule for row in EXPLAINED}) == len(EXPLAINED)


def test_another_reading_may_be_the_best_by_the_other_edition() -> None:
    """Seven pairs from the wall gain three points by the edition of 2006 and overtake chows with all fives."""
    try:
        calculate = calculator()
    except NoOracle:
        pytest.skip(MISSING)
    record = {
        "ruleset": "mcr", "options": {"min-points": 0, "edition": "wmo2006"}, "hand": "445566m55p45566s", "melds": [],
        "winning_tile": "4s", "win": "self-draw", "seat_wind": "N", "round_wind": "E", "discarder": None, "flags": [],
        "flowers": "",
    }  # fmt: skip
    (difference,) = compare(calculate, iter([record]))
    assert difference is not None
    assert difference.rules == (ANOTHER_READING, "shapes concealed by nature are fully concealed hands")
