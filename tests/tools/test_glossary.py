"""The glossary is read from the tables that people read."""

from __future__ import annotations

import pytest

from controller.languages import OFFERED
from tools.glossary import PAGE, GlossaryError, read

TABLE = """
## Winning

| English | zh-HK | ja | not | keys |
| --- | --- | --- | --- | --- |
| win | 食糊 / 糊 | 和了 | ja: あがり, 和; zh-HK: 和牌 | `entry.win`, `bid.win` |

## Riichi

Rulesets: `riichi`, `sanma`

| English | ja | not |
| --- | --- | --- |
| honba | 本場 | en: counters |
"""
WHOLE = read(PAGE.read_text(encoding="utf-8"))


def test_a_row_has_its_terms_keys_and_barred_words() -> None:
    win = read(TABLE)[0]
    assert (win.name, win.line) == ("win", 6)
    assert win.terms == {"zh-HK": ("食糊", "糊"), "ja": ("和了",)}
    assert win.barred == {"ja": ("あがり", "和"), "zh-HK": ("和牌",)}
    assert win.keys == ("entry.win", "bid.win")


def test_a_chapter_may_be_about_some_rulesets() -> None:
    assert [entry.rulesets for entry in read(TABLE)] == [(), ("riichi", "sanma")]


@pytest.mark.parametrize("row", ["| win | 食糊 |", "| win | 食糊 | 和了 | あがり | |", "| win | | 和了 | fr: x | |"])
def test_a_row_that_cannot_be_read_is_named_by_its_line(row: str) -> None:
    text = "\n".join([*TABLE.splitlines()[:5], row])
    with pytest.raises(GlossaryError, match="line 6"):
        read(text)


@pytest.mark.parametrize("language", sorted(set(OFFERED) - {"en", "zh-Hant"}))
def test_the_glossary_has_terms_of_every_language(language: str) -> None:
    assert sum(language in entry.terms for entry in WHOLE) > 60


CANTONESE = [
    "jup wai", "darp pai", "dar jong", "hoi pai", "til pai", "jo pai", "bo pai", "sheung", "ting pai", "gai fan",
    "jit woo", "jar woo", "wong pai", "dar far", "dar mung", "dar sam yan pai", "moon woo", "bao fan jee",
    "bao tiu kau", "bao kau jeung", "bao sup yee jeung", "bao sang jeung", "bao sin ung bao hau",
]  # fmt: skip


@pytest.mark.parametrize("word", [*CANTONESE, "餅子", "箭牌"])
def test_a_word_of_the_source_texts_can_be_found(word: str) -> None:
    assert word in PAGE.read_text(encoding="utf-8")
