"""A key has one name wherever people read it, and a side of the table is called by who sits there."""

from __future__ import annotations

import re
from typing import Final

import pytest

from api.words.catalogue import catalogue
from controller.languages import LANGUAGES

KEYS: Final = {"open": "OPEN", "raise": "RAISE"}
SENTENCES: Final = ("prompt.", "remedy.", "say.", "again.")
NUMBERED_SIDE: Final = re.compile(r"side \{side\}|第 ?\{side\}|\{side\} ?[辺邊边]", re.I)


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("key", KEYS)
def test_sentences_call_a_key_as_the_key_itself_is_called(language: str, key: str) -> None:
    words, name = catalogue(language), catalogue(language)[f"sim.key.{key}"]
    inside = re.compile(rf"\b{KEYS[key]}\b")
    naming = [each for each, text in catalogue("en").items() if each.startswith(SENTENCES) and inside.search(text)]
    assert naming
    assert [each for each in naming if name not in words[each]] == []


@pytest.mark.parametrize("language", LANGUAGES)
def test_no_sentence_numbers_a_side_that_a_page_calls_by_its_player(language: str) -> None:
    assert [key for key, text in catalogue(language).items() if NUMBERED_SIDE.search(text)] == []
