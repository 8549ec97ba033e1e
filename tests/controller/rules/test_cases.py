"""The worked cases of the rule sheets: every record gives exactly the result that the sheet works out by hand."""

from __future__ import annotations

from typing import Any

import pytest
from rule_records import worked_cases

from controller.rules import score


@pytest.mark.parametrize("record", worked_cases(), ids=lambda record: record["id"])
def test_a_worked_case_scores_as_printed(record: dict[str, Any]) -> None:
    assert score(record) == record["expect"]
