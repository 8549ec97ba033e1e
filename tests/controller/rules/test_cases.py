"""The worked cases of the rule sheets: every record gives exactly the result that the sheet works out by hand."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from controller.rules import score

CASES = Path(__file__).parents[2] / "cases"
FILES = ("hong-kong-old", "chinese-traditional", "base-and-doubles", "cantonese-old")


def records() -> list[dict[str, Any]]:
    lines = [line for name in FILES for line in (CASES / f"{name}.jsonl").read_text(encoding="utf-8").splitlines()]
    return [json.loads(line) for line in lines]


@pytest.mark.parametrize("record", records(), ids=lambda record: record["id"])
def test_a_worked_case_scores_as_printed(record: dict[str, Any]) -> None:
    assert score(record) == record["expect"]
