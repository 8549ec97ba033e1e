"""Matches worked by hand from the rule sheets: what each hand moves, who deals next, seats, penalties, the end."""

from __future__ import annotations

from typing import Any

import pytest

from controller.rules import ruleset, rulesets
from tools.mutants.matches import answers, cases, expected

CASES = [case for id in rulesets() for case in cases(id)]


@pytest.mark.parametrize("case", CASES, ids=lambda case: case["id"])
def test_a_match_goes_as_worked_out(case: dict[str, Any]) -> None:
    assert as_lists(answers(ruleset(case["ruleset"]), case)) == expected(case)


def as_lists(value: Any) -> Any:
    if isinstance(value, dict):
        return {name: as_lists(one) for name, one in value.items()}
    return [as_lists(one) for one in value] if isinstance(value, list | tuple) else value


def test_every_ruleset_has_matches() -> None:
    assert {case["ruleset"] for case in CASES} == set(rulesets())
    assert len({case["id"] for case in CASES}) == len(CASES)
