"""Every ruleset that has a second scorer, written from its sheet alone, against the engine."""

from __future__ import annotations

import secrets
from collections import Counter

import pytest

from controller.rules import ruleset
from tests.controller.rules.rule_records import worked_cases
from tests.oracles.by_the_sheet.compare import Compared, compare, differs
from tests.oracles.by_the_sheet.compared import COMPARED

PART = 500
SHORT = 300
"""Hands of one comparison in the suite."""


@pytest.mark.parametrize("what", COMPARED, ids=lambda what: what.ruleset)
def test_no_hand_is_scored_differently_by_a_second_scorer(what: Compared) -> None:
    assert agreed(what, SHORT)["legal"] > SHORT // 8


@pytest.mark.campaign
@pytest.mark.parametrize("what", COMPARED, ids=lambda what: what.ruleset)
def test_no_hand_of_thousands_is_scored_differently_by_a_second_scorer(what: Compared) -> None:
    assert agreed(what, what.hands)["legal"] > what.hands // 4


def agreed(what: Compared, hands: int) -> Counter[str]:
    """What was seen in so many hands that both score alike, from a fresh seed, which is printed."""
    seed = secrets.randbelow(2**32)
    print(f"{what.ruleset}: seed {seed}")
    seen, wrong = compare(what, seed, hands)
    assert not wrong, f"seed {seed}:\n" + "\n".join(wrong[:3])
    return seen


@pytest.mark.campaign
@pytest.mark.parametrize("what", COMPARED, ids=lambda what: what.ruleset)
def test_the_hands_compared_hold_every_item(what: Compared) -> None:
    """Fixed seeds: hands with every item of the ruleset are among those compared."""
    missing = {item.id for item in ruleset(what.ruleset).items}
    for seed in range(12_000 // PART):
        seen, wrong = compare(what, seed, PART)
        assert not wrong
        missing -= seen.keys()
        if not missing:
            break
    assert sorted(missing) == []


@pytest.mark.parametrize("what", COMPARED, ids=lambda what: what.ruleset)
def test_a_second_scorer_answers_every_worked_case(what: Compared) -> None:
    cases = [record for record in worked_cases() if record["ruleset"] == what.ruleset]
    assert cases
    for record in cases:
        asked = {name: value for name, value in record.items() if name not in ("expect", "explained", "note", "id")}
        assert not differs(what, asked)[1], record["id"]
