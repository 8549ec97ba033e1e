"""Every key that the rules can print has words in all four languages."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest

from api.words.items import item_words, own_item_words
from controller.languages import LANGUAGES
from controller.rules import describe, explain_text, rulesets, score
from tests.controller.rules.rule_records import worked_cases

LOCALE = Path(__file__).parents[3] / "api" / "locale"
FIELDS = re.compile(r"{(\w+)}")


def catalogue(language: str) -> dict[str, str]:
    words: dict[str, str] = json.loads((LOCALE / language / "rules.json").read_text(encoding="utf-8"))
    return words


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_catalogues_have_the_same_keys_and_arguments(language: str) -> None:
    english, words = catalogue("en"), catalogue(language)
    assert words.keys() == english.keys()
    assert all(set(FIELDS.findall(words[key])) == set(FIELDS.findall(text)) for key, text in english.items())


@pytest.mark.parametrize("name", rulesets())
def test_every_offence_effect_and_profile_has_words(name: str) -> None:
    words, sheet = catalogue("en"), describe(name)
    for penalty in sheet["penalties"]:
        assert f"offence.{penalty['id']}" in words
        assert f"effect.{penalty['effect']}" in words
    assert all(f"profile.{name}.{profile}" in words for profile in sheet["profiles"])


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_worked_case_can_be_explained_in_every_language(language: str) -> None:
    catalogue_words = catalogue(language)
    for record in worked_cases():
        own = own_item_words(record["ruleset"], record.get("options"), language)
        words = {**catalogue_words, **item_words(record["ruleset"], language), **own}
        lines = explain_text(score({**record, "explain": True})["explain"], words)
        assert lines
        assert not any("{" in line for line in lines)


def test_an_explanation_reads_like_this() -> None:
    record = next(record for record in worked_cases() if record["id"] == "hko-p03")
    words = {**catalogue("en"), **item_words("hong-kong-old", "en")}
    assert explain_text(score({**record, "explain": True})["explain"], words) == [
        "Read as 345p 678p 678p 123p 55p; 5p completed 345p.",
        "Pure hand: 6 faan (345p 678p 678p 123p 55p)",
        "Sum: 6 faan",
        "Base points for 6 faan: 2",
        "East pays North 4: the share of each loser, doubled for the dealer",
        "South pays North 4: discarded the winning tile, doubled",
        "West pays North 2: the share of each loser",
    ]


def test_a_reading_that_counts_the_same_is_not_said_to_count_less() -> None:
    record = next(record for record in worked_cases() if record["id"] == "ctr-m113")
    words = {**catalogue("en"), **item_words("chinese-traditional", "en")}
    lines = explain_text(score({**record, "explain": True})["explain"], words)
    reading = "Read as 234m 234m 234m 999m 55m; 5m completed 55m."
    assert f"Not chosen: {reading} 500 points, which counts the same." in lines
    assert not any(" 0 less" in line for line in lines)
