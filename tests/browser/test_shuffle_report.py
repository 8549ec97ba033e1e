"""The report of a shuffle prints on one sheet of A4, in every language, also with as many zones as a file may have."""

from __future__ import annotations

import re
from functools import cache
from pathlib import Path
from typing import Any

import pytest

from api.commands.shuffle_page import page as made
from controller.fairness.shuffle.cycle_file import read_cycles
from controller.fairness.shuffle.measurement import ShuffleReport, measure
from controller.languages import LANGUAGES
from tests.controller.fairness.shuffle.decks import cycle_lines

pytestmark = [pytest.mark.browser, pytest.mark.timeout(240)]

USUAL = ""
MANY = "zones: " + " ".join(f"river-of-seat-{number}=15" for number in range(8)) + " rest=16"


@cache
def report(zones: str) -> ShuffleReport:
    return measure(read_cycles(["table: Four Port 7", *([zones] if zones else []), *cycle_lines(8, 1)]), seed=1)


@pytest.mark.parametrize("zones", [USUAL, MANY], ids=["usual", "many"])
@pytest.mark.parametrize("language", LANGUAGES)
def test_the_report_is_one_sheet(browser: Any, tmp_path: Path, language: str, zones: str) -> None:
    file = tmp_path / "report.html"
    file.write_text(made(report(zones), 1, language), encoding="utf-8")
    context = browser.new_context(offline=True)
    opened = context.new_page()
    opened.goto(file.as_uri())
    sheets = len(re.findall(rb"/Type\s*/Page\b(?!s)", opened.pdf(prefer_css_page_size=True)))
    wide = opened.evaluate("document.documentElement.scrollWidth > document.documentElement.clientWidth")
    context.close()
    assert sheets == 1
    assert not wide
