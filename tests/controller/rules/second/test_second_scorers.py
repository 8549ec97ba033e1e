"""The engine and a second scorer, written from the sheet alone, agree on every case and on hands made by chance.

The seed changes with every run and stands in the message of a hand on which they differ; ``JANTAKU_SEED`` repeats one.
"""

from __future__ import annotations

import json
import os
import random
from types import ModuleType
from typing import Any

import pytest

from controller.rules import OptionError, score
from tests.controller.rules.rule_records import worked_cases
from tests.controller.rules.second import fujian, taiwanese

SCORERS: dict[str, ModuleType] = {"taiwanese": taiwanese, "fujian": fujian}
HANDS = 1500
SEED = int(os.environ.get("JANTAKU_SEED") or random.SystemRandom().randrange(1 << 32))
LEFT_OUT = ("items", "explain")


def differs(record: dict[str, Any], scorer: ModuleType) -> str:
    """What the two say of a record where they do not agree; empty where they do."""
    expected, lists = scorer.score(record)
    found = score(record)
    same = {key: value for key, value in found.items() if key not in LEFT_OUT} == {
        key: value for key, value in expected.items() if key not in LEFT_OUT
    }
    if same and (not found["legal"] or found["items"] in lists):
        return ""
    return f"seed {SEED}\nrecord {json.dumps(record)}\nengine {found}\nsecond {expected}"


@pytest.mark.parametrize("ruleset", SCORERS)
def test_two_scorers_agree_on_hands_made_by_chance(ruleset: str) -> None:
    scorer, dice = SCORERS[ruleset], random.Random(SEED)
    print(f"{ruleset}: seed {SEED}")
    legal = 0
    for _ in range(HANDS):
        record = scorer.make(dice)
        try:
            legal += score(record)["legal"]
        except OptionError:
            continue
        assert not differs(record, scorer), differs(record, scorer)
    assert legal > HANDS // 3


@pytest.mark.parametrize("ruleset", SCORERS)
def test_a_second_scorer_answers_every_worked_case(ruleset: str) -> None:
    cases = [record for record in worked_cases() if record["ruleset"] == ruleset]
    assert cases
    for record in cases:
        told = {key: value for key, value in record.items() if key not in ("expect", "explained", "note", "id")}
        assert not differs(told, SCORERS[ruleset]), record["id"]
