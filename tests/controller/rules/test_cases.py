"""The worked cases of the rule sheets: every record gives exactly the result that the sheet works out by hand."""

from __future__ import annotations

from typing import Any

import pytest

from controller.rules import RecordError, score
from tests.controller.rules.rule_records import refused_cases, worked_cases
from tools.mutants.trial import shown


@pytest.mark.parametrize("record", worked_cases(), ids=lambda record: record["id"])
def test_a_worked_case_scores_as_printed(record: dict[str, Any]) -> None:
    assert score(record) == record["expect"]


@pytest.mark.parametrize(
    "record", [record for record in worked_cases() if "explained" in record], ids=lambda record: record["id"]
)
def test_an_explanation_shows_the_tiles_and_what_is_left_out(record: dict[str, Any]) -> None:
    assert shown(score({**record, "explain": True})["explain"], record["explained"]) == record["explained"]


@pytest.mark.parametrize("record", refused_cases(), ids=lambda record: record["id"])
def test_a_record_that_cannot_be_is_refused_for_its_field_and_tile(record: dict[str, Any]) -> None:
    with pytest.raises(RecordError) as caught:
        score(record)
    assert {"error": caught.value.code, "field": caught.value.field, "tile": caught.value.tile} == record["expect"]
