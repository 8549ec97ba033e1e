"""Readings that count alike (``sheet.alike``): what a game has judged before changes nothing of what it says."""

from __future__ import annotations

import json
import random
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from bench.score import lines
from controller.rules import configure
from controller.rules.engine import ConfiguredGame
from controller.rules.sheet import alike

HANDS = 12
LAID = {"fujian": ("", "", "1z", "12z", "1122z"), "filipino": ("", "1f", "5z"), "wuhan": ("", "", "", "77z")}
FLAGS = {"fujian": "three-golds", "filipino": "quick", "wuhan": "last-tile"}


def dealt(rng: random.Random, ruleset: str) -> list[dict[str, Any]]:
    """Hands with what may lie beside them, few enough of each kind to meet again."""
    records = [json.loads(line) for line in lines(ruleset, HANDS, rng.randrange(1 << 30))]
    for record in records:
        record["flowers"] = rng.choice(LAID[ruleset])
        record["explain"] = rng.random() < 0.3
        if ruleset == "fujian":
            record["streak"] = rng.randrange(3)
        if rng.random() < 0.1 and record["win"] == "self-draw":
            record["flags"] = [FLAGS[ruleset]]
    return records


@pytest.mark.parametrize(
    ("ruleset", "options"), [*((ruleset, {}) for ruleset in LAID), ("wuhan", {"special-kongs": True})]
)
@settings(max_examples=25, deadline=None)
@given(seed=st.integers(0, 1 << 30))
def test_what_was_judged_before_changes_nothing(ruleset: str, options: dict[str, Any], seed: int) -> None:
    game = configure(ruleset, options)
    for record in dealt(random.Random(seed), ruleset):
        assert game.score(record) == ConfiguredGame(game.rules, options).score(record), record


@pytest.mark.parametrize("ruleset", LAID)
def test_a_result_may_be_changed_and_the_next_is_right(ruleset: str) -> None:
    record = json.loads(next(lines(ruleset, 1, 7)))
    game = configure(ruleset)
    first, said = game.score(record), game.score(record)
    first["items"]["of-somebody"] = 1
    assert game.score(record) == said


def test_no_more_are_kept_than_may_be(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(alike, "KEPT", 2)
    game = ConfiguredGame(configure("filipino").rules)
    for line in lines("filipino", 60, 3):
        record = json.loads(line)
        assert game.score(record) == configure("filipino").score(record)
